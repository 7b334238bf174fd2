//! What a commit announces: the events it adds to the log of its game.
//!
//! Events are numbered 1, 2, 3 … within a game. What happened at the table stands in the notice itself and comes first;
//! the events of the logged revisions are found there again.

use super::refusal::Result;
use super::running::{Logged, internal};
use crate::engine::Seat;
use crate::model::{Moment, TableEvent};
use crate::store::GameCommit;
use crate::store::actions::ActionKind;
use crate::store::notices::NoticeRow;
use serde::{Deserialize, Serialize};

/// Something that happened at the table, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct AtTable {
    /// Whom it happened to.
    pub seat: Option<Seat>,
    /// What.
    pub event: TableEvent,
}

impl AtTable {
    /// Something that happened to a seat.
    pub fn to(seat: Seat, event: TableEvent) -> AtTable {
        AtTable {
            seat: Some(seat),
            event,
        }
    }

    /// Something that happened to the table as a whole.
    pub fn all(event: TableEvent) -> AtTable {
        AtTable { seat: None, event }
    }
}

/// Lets a commit announce what happened at the table, and what it adds to the log.
///
/// # Errors
/// [`super::Refusal::Internal`] if an event does not serialise, which is a fault of ours.
pub(super) fn announce(
    commit: &mut GameCommit,
    now: Moment,
    table: &[AtTable],
    log: &[Logged],
) -> Result<()> {
    let logged: usize = log.iter().map(count).sum();
    let count = (logged + table.len()) as i64;
    if count == 0 {
        return Ok(());
    }
    let before = commit.change.events;
    commit.change.events += count;
    commit.notice = Some(NoticeRow {
        game_id: commit.game,
        first: before + 1,
        last: commit.change.events,
        from_revision: commit.change.revision - log.len() as i64,
        to_revision: commit.change.revision,
        body: serde_json::to_string(table).map_err(internal)?,
        at: now,
        number: None,
    });
    Ok(())
}

/// How many events a logged revision stands for.
fn count(logged: &Logged) -> usize {
    let at_table = match logged.kind {
        ActionKind::Action => 0,
        ActionKind::Start
        | ActionKind::Fallback
        | ActionKind::Undo
        | ActionKind::Resignation
        | ActionKind::End => 1,
    };
    at_table + logged.events.len()
}
