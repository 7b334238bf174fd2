//! Would a stored game still come to what it came to? Asked of every game before the rules of a new version serve it.

use super::App;
use super::portable::cause;
use super::record::{Record, decode, read_record};
use super::refusal::Result as Refused;
use super::walk::{Came, Walk};
use crate::engine::{Turn, Watcher};
use crate::model::{GameId, Status};
use crate::store::actions::{self, ActionRow};
use crate::store::{Conn, QueryResult, games};

/// So many revisions are read at once.
const PORTION: i64 = 500;

/// What became of a stored game when it was played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audited {
    /// It comes to what it came to.
    Holds,
    /// Nothing has been played, or the game is gone.
    Empty,
    /// It does not.
    Breaks {
        /// At which revision.
        revision: i64,
        /// Why.
        why: String,
    },
}

impl App {
    /// How many games there are to audit.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn count_games(&self) -> Refused<u64> {
        let count = self.0.store.read(games::count).await?;
        Ok(u64::try_from(count).unwrap_or_default())
    }

    /// Plays a stored game again from its start, by the rules it is pinned to. Nothing is written. As many may be audited
    /// at once as the store has connections.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn audit(&self, id: GameId) -> Refused<Audited> {
        Ok(self.0.store.read(move |conn| audit(conn, id)).await?)
    }
}

fn audit(conn: &mut Conn, id: GameId) -> QueryResult<Audited> {
    let Some(record) = read_record(conn, id, None)? else {
        return Ok(Audited::Empty);
    };
    let last = record.revision();
    if last == 0 {
        return Ok(Audited::Empty);
    }
    let breaks = |revision, why: String| Ok(Audited::Breaks { revision, why });
    let Some(mut walk) = record.walk() else {
        let why = format!("there are no rules {} here", record.row.offer.ruleset);
        return breaks(1, why);
    };
    let mut revision = 0;
    while revision < last {
        let rows = actions::range(conn, id, revision, PORTION.min(last - revision))?;
        if rows.is_empty() {
            return breaks(revision + 1, "the log ends here".to_owned());
        }
        for row in rows {
            revision += 1;
            if row.revision != revision {
                return breaks(revision, "the log lacks it".to_owned());
            }
            if let Err(why) = again(&record, &row, &mut walk) {
                return breaks(revision, why);
            }
        }
    }
    match standing(&record, &walk) {
        Ok(()) => Ok(Audited::Holds),
        Err(why) => breaks(last, why),
    }
}

/// Does one revision come to what is stored of it?
fn again(record: &Record, row: &ActionRow, walk: &mut Walk) -> Result<(), String> {
    let cause = cause(row).map_err(|fault| fault.to_string())?;
    let came = walk.step(cause).map_err(|astray| astray.to_string())?;
    same_draws(row, &came)?;
    readable(record, row)?;
    match came.hash == row.hash {
        true => Ok(()),
        false => Err("the position is another one".to_owned()),
    }
}

fn same_draws(row: &ActionRow, came: &Came) -> Result<(), String> {
    let stored: Vec<u32> = decode("outcomes", &row.outcomes).map_err(|fault| fault.to_string())?;
    let drawn = came.draws.iter().map(|draw| draw.drawn);
    match drawn.eq(stored) {
        true => Ok(()),
        false => Err("the draws are others than the seed gives".to_owned()),
    }
}

/// Can the stored events still be told?
fn readable(record: &Record, row: &ActionRow) -> Result<(), String> {
    let game = record.game().ok_or("its rules are not known")?;
    super::history::entry(game, row, Watcher::Spectator)
        .map(drop)
        .map_err(|fault| format!("its events can't be told: {fault:?}"))
}

/// Does the game stand where its row says?
fn standing(record: &Record, walk: &Walk) -> Result<(), String> {
    if walk.draws() as i64 != record.row.state.draws {
        return Err("the number of draws is another one".to_owned());
    }
    let waiting = matches!(walk.turn(), Some(Turn::Waiting(_)));
    match (record.row.state.status, waiting) {
        (Status::Running, false) => Err("the game is over, and counts as running".to_owned()),
        (Status::Open, _) => Err("the game has begun, and counts as open".to_owned()),
        (Status::Running | Status::Finished | Status::Cancelled | Status::Suspended, _) => Ok(()),
    }
}
