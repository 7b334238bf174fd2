//! The position at any revision, found again from the log.

use super::chance::Chance;
use super::game::{Fault, Game, Position, hash};
use super::seat::Seat;

/// One revision of a game's log, as it was stored.
pub struct Entry<'a> {
    /// The revision it made.
    pub revision: i64,
    /// What it was.
    pub change: Change<'a>,
    /// What was drawn.
    pub outcomes: &'a [u32],
    /// The hash of the position after it.
    pub hash: &'a str,
}

/// What made a revision.
pub enum Change<'a> {
    /// The table was set up.
    Start {
        /// The options, complete.
        options: &'a str,
        /// How many seats.
        seats: u8,
    },
    /// A seat acted.
    Action {
        /// Who.
        seat: Seat,
        /// What, as JSON.
        action: &'a str,
    },
    /// Actions were taken back: the position is again the one of an earlier revision.
    Undo {
        /// Which.
        to: i64,
    },
    /// Something happened at the table that left the position as it was.
    Aside,
}

/// Where a replay may begin.
pub struct Snapshot<'a> {
    /// The revision it was taken at.
    pub revision: i64,
    /// The position as text.
    pub position: &'a str,
}

/// The revisions whose changes have to be replayed, in order, to come to `target`: what was taken
/// back is left out. They begin after a snapshot or with the start.
///
/// # Errors
/// [`Fault::Gap`] where the log lacks a revision that is needed.
fn path<'e, 'a>(
    log: &'e [Entry<'a>],
    snapshots: &'e [Snapshot<'a>],
    target: i64,
) -> Result<(Option<&'e Snapshot<'a>>, Vec<&'e Entry<'a>>), Fault> {
    let mut steps = Vec::new();
    let mut revision = target;
    loop {
        if let Some(snapshot) = snapshots.iter().find(|s| s.revision == revision) {
            steps.reverse();
            return Ok((Some(snapshot), steps));
        }
        let at = log
            .binary_search_by_key(&revision, |entry| entry.revision)
            .map_err(|_| Fault::Gap { revision })?;
        let entry = &log[at];
        match entry.change {
            Change::Start { .. } => {
                steps.push(entry);
                steps.reverse();
                return Ok((None, steps));
            }
            Change::Undo { to } if to < revision => revision = to,
            Change::Undo { .. } => return Err(Fault::Gap { revision }),
            Change::Action { .. } | Change::Aside => {
                steps.push(entry);
                revision -= 1;
            }
        }
    }
}

/// The position at revision `target`. `log` is ordered by revision and reaches back far enough, to the revision of a
/// snapshot or to the start; a snapshot and every step are checked against the hash in the log.
///
/// # Errors
/// The first thing in the log that does not fit.
pub fn position_at(
    game: &dyn Game,
    log: &[Entry],
    snapshots: &[Snapshot],
    target: i64,
) -> Result<Position, Fault> {
    let (snapshot, steps) = path(log, snapshots, target)?;
    let mut position = match snapshot {
        Some(snapshot) => Some(trusted(game, log, snapshot)?),
        None => None,
    };
    for entry in steps {
        let next = step(game, position.as_ref(), entry)?;
        if hash(&game.save(&next)) != entry.hash {
            return Err(Fault::Differs {
                revision: entry.revision,
            });
        }
        position = Some(next);
    }
    position.ok_or(Fault::Gap { revision: target })
}

/// The position of a snapshot, which has to be the one that the log says it is.
fn trusted(game: &dyn Game, log: &[Entry], snapshot: &Snapshot) -> Result<Position, Fault> {
    let revision = snapshot.revision;
    let at = log
        .binary_search_by_key(&revision, |entry| entry.revision)
        .map_err(|_| Fault::Gap { revision })?;
    let position = game.load(snapshot.position)?;
    match hash(&game.save(&position)) == log[at].hash {
        true => Ok(position),
        false => Err(Fault::Differs { revision }),
    }
}

fn step(game: &dyn Game, before: Option<&Position>, entry: &Entry) -> Result<Position, Fault> {
    let chance = Chance::recorded(entry.outcomes.iter().copied());
    match (&entry.change, before) {
        (Change::Start { options, seats }, _) => Ok(game.setup(options, *seats, chance)?.position),
        (Change::Action { seat, action }, Some(position)) => {
            let action = game.read_logged(action)?;
            match game.play(position, *seat, &action, chance)? {
                Ok(step) => Ok(step.position),
                Err(_) => Err(Fault::Refused {
                    revision: entry.revision,
                }),
            }
        }
        (Change::Aside, Some(position)) => Ok(position.clone()),
        (Change::Action { .. } | Change::Undo { .. } | Change::Aside, _) => Err(Fault::Gap {
            revision: entry.revision,
        }),
    }
}
