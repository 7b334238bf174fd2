//! A stored game, shown to somebody.

use super::accounts::player_seen;
use super::record::{Record, Table, UNLOADABLE, decode};
use super::refusal::Result;
use super::running::{Running, internal};
use super::seen::{
    Contribution, Dealing, GameListed, GameSeen, PlayerSeen, SeatDeadline, SeatSeen,
};
use super::{App, Caller};
use crate::engine::{Outcome, Seat, Turn};
use crate::model::{Bot, Moment, Status};
use crate::store::seats::NamedSeat;
use crate::store::waits::WaitRow;
use serde::Serialize;
use serde_json::value::RawValue;

/// Which moment of a game is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// As it stands.
    Now,
    /// As it stood when a revision had been made at this instant.
    Then {
        /// The revision; 0 for before the start.
        revision: i64,
        /// When it was made.
        at: Moment,
    },
}

/// The game as the caller may see it.
///
/// # Errors
/// [`super::Refusal::Internal`] if what is stored about the offer can't be read.
pub fn game(
    record: &Record,
    table: &Table,
    caller: Option<&Caller>,
    shown: Shown,
) -> Result<GameSeen> {
    let (offer, state) = (&record.row.offer, &record.row.state);
    let running = match table {
        Table::Set(running) => Some(running),
        Table::Empty | Table::Broken => None,
    };
    let outcome = outcome(record, running, shown)?;
    let status = match (shown, table, &outcome) {
        (_, Table::Broken, _) => Status::Suspended,
        (Shown::Now, Table::Empty | Table::Set(_), _) => state.status,
        (Shown::Then { .. }, Table::Empty, _) => Status::Open,
        (Shown::Then { .. }, Table::Set(_), Some(_)) => Status::Finished,
        (Shown::Then { .. }, Table::Set(_), None) => Status::Running,
    };
    let you = record.seat_of_caller(caller);
    let attendance = record.attendance()?;
    let started = state.revision > 0;
    Ok(GameSeen {
        id: record.row.id,
        game: offer.game.clone(),
        ruleset: offer.ruleset.clone(),
        title: offer.title.clone(),
        status,
        suspended_reason: suspended_reason(record, status),
        revision: match shown {
            Shown::Now => state.revision,
            Shown::Then { revision, .. } => revision,
        },
        options: options(&offer.game, &offer.options)?,
        visibility: offer.visibility,
        start: offer.start_rule,
        owner: owner(record),
        seats: record
            .seats
            .iter()
            .map(|seat| SeatSeen {
                presence: started.then(|| attendance.of(Seat(seat.row.seat as u8)).presence),
                ..seat_seen(seat)
            })
            .collect(),
        you,
        awaiting: match status {
            Status::Running => awaiting(running),
            Status::Open | Status::Finished | Status::Cancelled | Status::Suspended => Vec::new(),
        },
        deadlines: match (status, shown) {
            (Status::Running, Shown::Now) => deadlines(record),
            (_, Shown::Then { .. })
            | (
                Status::Open | Status::Finished | Status::Cancelled | Status::Suspended,
                Shown::Now,
            ) => Vec::new(),
        },
        clock: record.clock()?,
        absence: offer.absence,
        takeover_after: offer.takeover_after,
        cancellation: match status {
            Status::Running => attendance.annulling(),
            Status::Open | Status::Finished | Status::Cancelled | Status::Suspended => Vec::new(),
        },
        rematch: state.rematch_id,
        undoable: status == Status::Running
            && you.is_some()
            && running.is_some_and(|running| running.undo_seat == you),
        dealing: dealing(record),
        view: running.map(|r| r.game.view(&r.position, record.watcher(caller))),
        outcome,
        created_at: offer.created_at,
        started_at: state.started_at,
        updated_at: match shown {
            Shown::Now => state.updated_at,
            Shown::Then { at, .. } => at,
        },
    })
}

/// The game as it stands in a list.
pub fn listed(record: &Record, caller: Option<&Caller>) -> GameListed {
    let (offer, state) = (&record.row.offer, &record.row.state);
    GameListed {
        id: record.row.id,
        game: offer.game.clone(),
        ruleset: offer.ruleset.clone(),
        title: offer.title.clone(),
        status: state.status,
        revision: state.revision,
        visibility: offer.visibility,
        start: offer.start_rule,
        seats: record.seats.iter().map(seat_seen).collect(),
        you: record.seat_of_caller(caller),
        owner: state.owner_id,
        awaiting: record.waits.iter().map(|w| Seat(w.seat as u8)).collect(),
        deadline: record.waits.iter().filter_map(|wait| wait.deadline).min(),
        created_at: offer.created_at,
        started_at: state.started_at,
        updated_at: state.updated_at,
    }
}

impl App {
    /// The game as it stands, as the caller may see it.
    pub(super) async fn seen(&self, record: &Record, caller: Option<&Caller>) -> Result<GameSeen> {
        let table = self.table(record).await?;
        game(record, &table, caller, Shown::Now)
    }
}

fn suspended_reason(record: &Record, status: Status) -> Option<String> {
    let stored = record.row.state.suspended_reason.clone();
    match (status, record.game()) {
        (Status::Suspended, None) => Some("its ruleset is not known to this server".to_owned()),
        (Status::Suspended, Some(_)) => stored.or_else(|| Some(UNLOADABLE.to_owned())),
        (Status::Open | Status::Running | Status::Finished | Status::Cancelled, _) => None,
    }
}

fn outcome(record: &Record, running: Option<&Running>, shown: Shown) -> Result<Option<Outcome>> {
    match (shown, running) {
        (Shown::Now, _) => {
            let stored = record.row.state.outcome.as_deref();
            let read = stored.map(|text| decode("outcome", text));
            read.transpose().map_err(internal)
        }
        (Shown::Then { .. }, Some(running)) => Ok(match &running.turn {
            Turn::Over(outcome) => Some(outcome.clone()),
            Turn::Waiting(_) => None,
        }),
        (Shown::Then { .. }, None) => Ok(None),
    }
}

fn deadlines(record: &Record) -> Vec<SeatDeadline> {
    let deadline = |wait: &WaitRow| {
        Some(SeatDeadline {
            seat: Seat(wait.seat as u8),
            at: wait.deadline?,
        })
    };
    record.waits.iter().filter_map(deadline).collect()
}

fn awaiting(running: Option<&Running>) -> Vec<Seat> {
    running.map_or_else(Vec::new, |running| running.turn.seats().to_vec())
}

fn owner(record: &Record) -> Option<PlayerSeen> {
    let owner = record.row.state.owner_id?;
    let seat = record
        .seats
        .iter()
        .find(|seat| seat.row.player_id == Some(owner))?;
    Some(player_seen(owner, seat.name.as_deref()))
}

fn seat_seen(seat: &NamedSeat) -> SeatSeen {
    SeatSeen {
        seat: Seat(seat.row.seat as u8),
        colour: seat.row.colour.clone(),
        player: seat
            .row
            .player_id
            .map(|id| player_seen(id, seat.name.as_deref())),
        reserved_for: seat.row.reserved_for,
        bot: seat.row.player_id.and_then(Bot::of),
        presence: None,
    }
}

fn dealing(record: &Record) -> Dealing {
    let contributions = record.seats.iter().filter_map(|seat| {
        Some(Contribution {
            seat: Seat(seat.row.seat as u8),
            entropy: seat.row.entropy.clone()?,
        })
    });
    Dealing {
        commitment: record.row.offer.commitment.clone(),
        server_seed: match record.row.state.status {
            Status::Finished => Some(record.row.offer.server_seed.clone()),
            Status::Open | Status::Running | Status::Cancelled | Status::Suspended => None,
        },
        contributions: contributions.collect(),
    }
}

/// Stored options with the name of their game.
fn options(game: &str, stored: &str) -> Result<Box<RawValue>> {
    #[derive(Serialize)]
    struct Tagged<'a> {
        game: &'a str,
        #[serde(flatten)]
        options: serde_json::Map<String, serde_json::Value>,
    }
    let options = decode("options", stored).map_err(internal)?;
    serde_json::value::to_raw_value(&Tagged { game, options }).map_err(internal)
}
