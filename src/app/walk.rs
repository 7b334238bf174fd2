//! A log walked from its start: what every revision draws, tells and comes to, found by the rules and the seed alone.
//!
//! Unlike a replay, which reads the outcomes that were stored, a walk makes every draw again.

use crate::engine::chance::Seed;
use crate::engine::game::hash;
use crate::engine::{Chance, Fault, Game, Position, Seat, Step, Turn};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// One draw: a number below another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// Of how many it was one, at least 1.
    pub of: u32,
    /// Which one it was: 0 to `of` - 1.
    pub drawn: u32,
}

/// What made a revision.
#[derive(Clone, Copy, Debug)]
pub enum Cause<'a> {
    /// The table was set up with these options, as JSON.
    Start(&'a str),
    /// A seat acted, by an action as JSON.
    Action(Seat, &'a str),
    /// The default action was taken for a seat.
    Fallback(Seat, &'a str),
    /// A seat took back its own actions, to the position of a revision.
    Undo(Seat, i64),
    /// Somebody left for good; the position stays as it was.
    Resignation,
    /// The game ends for a reason that is none of its rules; the position stays as it was.
    End,
}

/// What a revision came to.
pub struct Came {
    /// What was drawn.
    pub draws: Vec<Draw>,
    /// What happened, whole.
    pub events: Vec<Box<RawValue>>,
    /// The hash of the position after it.
    pub hash: String,
}

/// Why a log can't be walked on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Astray {
    /// The rules refuse an action.
    #[error("the rules refuse the action")]
    Refused,
    /// A change before the start.
    #[error("nothing has started yet")]
    NotStarted,
    /// A second start.
    #[error("the game has started already")]
    StartedTwice,
    /// A change after the end.
    #[error("the game is over")]
    Over,
    /// Something is taken back past a draw, a reveal, another's action or the end of a turn.
    #[error("what was done since revision {0} can't be taken back")]
    NotUndoable(i64),
    /// Text that the rules make no sense of.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// How far a log has been walked.
pub struct Walk {
    game: &'static dyn Game,
    seed: Seed,
    seats: u8,
    draws: u64,
    revision: i64,
    ended: bool,
    /// The positions to which something may still be taken back, the present one last.
    line: Vec<Stand>,
}

/// A position on the way.
#[derive(Clone)]
struct Stand {
    /// The revisions at which the game stood there, ascending.
    revisions: Vec<i64>,
    position: Position,
    turn: Turn,
    /// Who may take back what led here.
    undo_seat: Option<Seat>,
}

impl Walk {
    /// A walk through the log of a game at whose table there are so many seats. The options in the log have to admit
    /// that many.
    pub fn new(game: &'static dyn Game, seats: u8, seed: Seed) -> Walk {
        Walk {
            game,
            seed,
            seats,
            draws: 0,
            revision: 0,
            ended: false,
            line: Vec::new(),
        }
    }

    /// Goes one revision on.
    ///
    /// # Errors
    /// Why it does not; then the walk has ended.
    pub fn step(&mut self, cause: Cause<'_>) -> Result<Came, Astray> {
        if self.ended {
            return Err(Astray::Over);
        }
        self.revision += 1;
        let chance = Chance::dealt(self.seed, self.draws);
        match cause {
            Cause::Start(options) => {
                if !self.line.is_empty() {
                    return Err(Astray::StartedTwice);
                }
                let step = self.game.setup(options, self.seats, chance)?;
                Ok(self.stand(step, None))
            }
            Cause::Action(seat, action) => self.act(seat, action, chance, Some(seat)),
            Cause::Fallback(seat, action) => self.act(seat, action, chance, None),
            Cause::Undo(seat, to) => self.take_back(seat, to),
            Cause::Resignation => self.note(),
            Cause::End => {
                self.ended = true;
                self.note()
            }
        }
    }

    fn note(&mut self) -> Result<Came, Astray> {
        let here = self.here()?;
        if matches!(here.turn, Turn::Over(_)) {
            return Err(Astray::Over);
        }
        self.line = vec![Stand {
            revisions: vec![self.revision],
            undo_seat: None,
            ..here
        }];
        self.came()
    }

    /// Whom the game waits for; `None` before the start.
    pub fn turn(&self) -> Option<&Turn> {
        self.line.last().map(|stand| &stand.turn)
    }

    /// The position; `None` before the start.
    pub fn position(&self) -> Option<&Position> {
        self.line.last().map(|stand| &stand.position)
    }

    /// How many draws have been made.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    fn act(
        &mut self,
        seat: Seat,
        action: &str,
        chance: Chance,
        own: Option<Seat>,
    ) -> Result<Came, Astray> {
        let action = self.game.read_logged(action)?;
        // What is said beforehand changes no revision.
        if action.is_standing() {
            return Err(Astray::Refused);
        }
        let here = self.here()?;
        let played = self.game.play(&here.position, seat, &action, chance)?;
        let step = played.map_err(|_| Astray::Refused)?;
        let undo_seat = own.filter(|seat| step.undoable && step.turn.awaits(*seat));
        Ok(self.stand(step, undo_seat))
    }

    fn stand(&mut self, step: Step, undo_seat: Option<Seat>) -> Came {
        if undo_seat.is_none() {
            self.line.clear();
        }
        self.draws += step.outcomes.len() as u64;
        let drawn = step.outcomes.iter().zip(&step.bounds);
        let came = Came {
            draws: drawn.map(|(&drawn, &of)| Draw { of, drawn }).collect(),
            events: step.events,
            hash: hash(&self.game.save(&step.position)),
        };
        self.line.push(Stand {
            revisions: vec![self.revision],
            position: step.position,
            turn: step.turn,
            undo_seat,
        });
        came
    }

    fn take_back(&mut self, seat: Seat, to: i64) -> Result<Came, Astray> {
        let mut taken_back = 0;
        while let Some(stand) = self.line.last_mut() {
            if stand.revisions.contains(&to) && taken_back > 0 {
                stand.revisions.push(self.revision);
                return self.came();
            }
            if stand.undo_seat != Some(seat) {
                break;
            }
            self.line.pop();
            taken_back += 1;
        }
        Err(Astray::NotUndoable(to))
    }

    fn here(&self) -> Result<Stand, Astray> {
        self.line.last().cloned().ok_or(Astray::NotStarted)
    }

    fn came(&self) -> Result<Came, Astray> {
        let here = self.here()?;
        Ok(Came {
            draws: Vec::new(),
            events: Vec::new(),
            hash: hash(&self.game.save(&here.position)),
        })
    }
}
