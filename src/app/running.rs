//! A game that is being played, in memory, and the steps it takes. Nothing in here is stored or told yet.

use super::refusal::{Refusal, Result};
use crate::engine::chance::Seed;
use crate::engine::game::hash;
use crate::engine::{self, Action, Chance, Game, Phase, Position, Seat, Step, Turn};
use crate::store::actions::ActionKind;
use serde_json::value::RawValue;

/// A position with what the service keeps beside it.
#[derive(Clone)]
pub struct Running {
    /// The rules it is played by.
    pub game: &'static dyn Game,
    /// The position.
    pub position: Position,
    /// Whom it waits for.
    pub turn: Turn,
    /// The revision it stands at.
    pub revision: i64,
    /// The revision that began the present simultaneous phase; the current one in any other phase.
    pub phase_since: i64,
    /// How many draws have been made.
    pub draws: u64,
    /// Who may take back the last action.
    pub undo_seat: Option<Seat>,
}

/// What one step adds to the log.
pub struct Logged {
    /// What sort of change it is.
    pub kind: ActionKind,
    /// The revision it made.
    pub revision: i64,
    /// Who acted; nobody at the start.
    pub seat: Option<Seat>,
    /// The action as JSON; at the start the options.
    pub body: String,
    /// What was drawn.
    pub outcomes: Vec<u32>,
    /// What happened, whole.
    pub events: Vec<Box<RawValue>>,
    /// The hash of the position after it.
    pub hash: String,
    /// The position after it as text.
    pub saved: String,
    /// Who may take it back.
    pub undo_seat: Option<Seat>,
    /// Did it draw or reveal?
    pub past_unknown: bool,
}

impl Running {
    /// Sets the table up; this makes revision 1.
    ///
    /// # Errors
    /// [`Refusal::Internal`] if the stored options can't be read.
    pub fn start(
        game: &'static dyn Game,
        options: &str,
        seats: u8,
        seed: Seed,
    ) -> Result<(Running, Logged)> {
        let step = game
            .setup(options, seats, Chance::dealt(seed, 0))
            .map_err(internal)?;
        let before = Before {
            game,
            revision: 0,
            phase_since: 0,
            phase: None,
            draws: 0,
        };
        Ok(before.then(step, ActionKind::Start, None, options.to_owned()))
    }

    /// Takes an action, as a player's own or as the default of a seat that nobody decides for.
    ///
    /// # Errors
    /// What the game refuses, as a refusal of the service; `pointer` says where in the request the action
    /// stands.
    pub fn act(
        &self,
        seed: Seed,
        kind: ActionKind,
        seat: Seat,
        action: &Action,
        pointer: &str,
    ) -> Result<(Running, Logged)> {
        let chance = Chance::dealt(seed, self.draws);
        let step = self
            .game
            .play(&self.position, seat, action, chance)
            .map_err(internal)?
            .map_err(|refusal| self.refuse(refusal, pointer))?;
        let before = Before {
            game: self.game,
            revision: self.revision,
            phase_since: self.phase_since,
            phase: phase(&self.turn),
            draws: self.draws,
        };
        Ok(before.then(step, kind, Some(seat), action.text().to_owned()))
    }

    /// Notes something that leaves the position as it is.
    pub fn note(&self, kind: ActionKind, seat: Option<Seat>, body: &str) -> (Running, Logged) {
        let saved = self.game.save(&self.position);
        let logged = Logged {
            kind,
            revision: self.revision + 1,
            seat,
            body: body.to_owned(),
            outcomes: Vec::new(),
            events: Vec::new(),
            hash: hash(&saved),
            saved,
            undo_seat: None,
            past_unknown: false,
        };
        let running = Running {
            revision: logged.revision,
            phase_since: match phase(&self.turn) {
                // What others choose is as good as before.
                Some(Phase::Simultaneous(_)) => self.phase_since,
                Some(Phase::Alternating) | None => logged.revision,
            },
            undo_seat: None,
            ..self.clone()
        };
        (running, logged)
    }

    /// What a refusal of the game means to the caller.
    pub fn refuse(&self, refusal: engine::Refusal, pointer: &str) -> Refusal {
        let revision = self.revision;
        match refusal {
            engine::Refusal::Over => Refusal::WrongStatus {
                status: crate::model::Status::Finished,
                revision,
            },
            engine::Refusal::NotAwaited => Refusal::NotAwaited {
                revision,
                awaiting: self.turn.seats().to_vec(),
            },
            engine::Refusal::Illegal(illegal) => Refusal::Illegal {
                rule: illegal.rule,
                pointer: format!("{pointer}{}", illegal.pointer),
                detail: illegal.detail,
                revision: Some(revision),
            },
        }
    }
}

/// What has to be known of the position before a step.
struct Before {
    game: &'static dyn Game,
    revision: i64,
    phase_since: i64,
    phase: Option<Phase>,
    draws: u64,
}

impl Before {
    fn then(
        self,
        step: Step,
        kind: ActionKind,
        seat: Option<Seat>,
        body: String,
    ) -> (Running, Logged) {
        let revision = self.revision + 1;
        let same_phase =
            matches!(self.phase, Some(Phase::Simultaneous(_))) && phase(&step.turn) == self.phase;
        let saved = self.game.save(&step.position);
        let own = seat.filter(|_| kind == ActionKind::Action);
        let undo_seat = own.filter(|seat| step.undoable && step.turn.awaits(*seat));
        let logged = Logged {
            kind,
            revision,
            seat,
            body,
            hash: hash(&saved),
            saved,
            events: step.events,
            undo_seat,
            past_unknown: step.past_unknown,
            outcomes: step.outcomes,
        };
        let running = Running {
            game: self.game,
            position: step.position,
            turn: step.turn,
            revision,
            phase_since: if same_phase {
                self.phase_since
            } else {
                revision
            },
            draws: self.draws + logged.outcomes.len() as u64,
            undo_seat,
        };
        (running, logged)
    }
}

fn phase(turn: &Turn) -> Option<Phase> {
    match turn {
        Turn::Waiting(waiting) => Some(waiting.phase),
        Turn::Over(_) => None,
    }
}

/// A fault of ours, or of what we stored.
pub fn internal(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Refusal {
    Refusal::Internal(error.into())
}
