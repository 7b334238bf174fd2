//! The position of a game at any of its revisions, found again from what is stored.

use super::App;
use super::record::{Record, decode};
use super::refusal::Result;
use super::running::Running;
use crate::engine::replay::{Change, Entry, Snapshot, position_at};
use crate::engine::{Fault, Phase, Seat, Turn};
use crate::model::GameId;
use crate::store::actions::{self, ActionKind, ActionRow};
use crate::store::snapshots::{self, SnapshotRow};
use crate::store::{Conn, QueryResult};

impl App {
    /// The position of a game at one of its revisions, found again from the log.
    ///
    /// # Errors
    /// Only those of the database; the inner error is a log that can't be replayed.
    pub(super) async fn running_at(
        &self,
        record: &Record,
        revision: i64,
    ) -> Result<std::result::Result<Running, Fault>> {
        let id = record.row.id;
        let (snapshot, log) = self
            .0
            .store
            .read(move |conn| read_log(conn, id, revision))
            .await?;
        let found = replayed(record, revision, snapshot.as_ref(), &log);
        let Err(fault) = found else {
            return Ok(found);
        };
        // A snapshot only makes it quick: the log from the start is the truth.
        let log = self
            .0
            .store
            .read(move |conn| actions::range(conn, id, 0, revision))
            .await?;
        let found = replayed(record, revision, None, &log);
        if found.is_ok() {
            log::warn!("a snapshot of game {id} is of no use: {fault}");
        }
        Ok(found)
    }
}

fn read_log(
    conn: &mut Conn,
    id: GameId,
    revision: i64,
) -> QueryResult<(Option<SnapshotRow>, Vec<ActionRow>)> {
    let snapshot = snapshots::latest(conn, id, revision)?;
    // The row of the snapshot's own revision says who may take it back.
    let after = snapshot.as_ref().map_or(0, |s| s.revision - 1);
    let log = actions::range(conn, id, after, revision - after)?;
    Ok((snapshot, log))
}

fn replayed(
    record: &Record,
    revision: i64,
    snapshot: Option<&SnapshotRow>,
    log: &[ActionRow],
) -> std::result::Result<Running, Fault> {
    let game = record.game().ok_or_else(|| Fault::Unreadable {
        what: "ruleset",
        why: format!("{} is not known here", record.row.offer.ruleset),
    })?;
    let outcomes: Vec<Vec<u32>> = log
        .iter()
        .map(|row| decode("outcomes", &row.outcomes))
        .collect::<std::result::Result<_, _>>()?;
    let entries: Vec<Entry> = log
        .iter()
        .zip(&outcomes)
        .map(|(row, outcomes)| entry(row, outcomes, record.seat_count()))
        .collect::<std::result::Result<_, _>>()?;
    let snapshots: Vec<Snapshot> = snapshot
        .iter()
        .map(|snapshot| Snapshot {
            revision: snapshot.revision,
            position: &snapshot.position,
        })
        .collect();
    let position = position_at(game, &entries, &snapshots, revision)?;
    let turn = game.turn(&position);
    let last = log.last().filter(|row| row.revision == revision);
    Ok(Running {
        game,
        phase_since: match (&turn, revision == record.revision()) {
            (Turn::Waiting(waiting), true) if waiting.phase != Phase::Alternating => {
                record.row.state.phase_since
            }
            (Turn::Waiting(_) | Turn::Over(_), _) => revision,
        },
        turn,
        position,
        revision,
        draws: record.row.state.draws as u64,
        undo_seat: last.and_then(|row| row.undo_seat).map(|s| Seat(s as u8)),
    })
}

/// A logged row as the engine replays it.
///
/// # Errors
/// [`Fault::Gap`] for a row that is none of those that are written.
pub fn entry<'a>(
    row: &'a ActionRow,
    outcomes: &'a [u32],
    seats: u8,
) -> std::result::Result<Entry<'a>, Fault> {
    let gap = Fault::Gap {
        revision: row.revision,
    };
    let change = match row.kind {
        ActionKind::Start => Change::Start {
            options: &row.body,
            seats,
        },
        ActionKind::Action | ActionKind::Fallback => Change::Action {
            seat: Seat(row.seat.ok_or(gap)? as u8),
            action: &row.body,
        },
        ActionKind::Undo => Change::Undo {
            to: row.body.parse().map_err(|_| gap)?,
        },
        ActionKind::Resignation | ActionKind::End => Change::Aside,
    };
    Ok(Entry {
        revision: row.revision,
        change,
        outcomes,
        hash: &row.hash,
    })
}
