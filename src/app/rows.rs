//! What is stored of a game, made of what it is in memory.

use super::record::Record;
use super::refusal::Result;
use super::running::{Logged, Running, internal};
use crate::engine::{Seat, Turn};
use crate::model::{GameId, Moment, Status};
use crate::store::actions::ActionRow;
use crate::store::games::GameChange;
use crate::store::seats::{NamedSeat, SeatRow};

/// What a position means to the game's own row.
pub(super) fn apply_running(change: &mut GameChange, running: &Running) -> Result<()> {
    change.revision = running.revision;
    change.phase_since = running.phase_since;
    change.draws = running.draws as i64;
    change.undo_seat = running.undo_seat.map(|seat| i16::from(seat.0));
    if let Turn::Over(outcome) = &running.turn {
        change.status = Status::Finished;
        change.outcome = Some(serde_json::to_string(outcome).map_err(internal)?);
    }
    Ok(())
}

/// A step as a row of the log.
pub(super) fn log_row(game_id: GameId, logged: &Logged, at: Moment) -> Result<ActionRow> {
    Ok(ActionRow {
        game_id,
        revision: logged.revision,
        kind: logged.kind,
        seat: logged.seat.map(|seat| i16::from(seat.0)),
        body: logged.body.clone(),
        outcomes: serde_json::to_string(&logged.outcomes).map_err(internal)?,
        events: serde_json::to_string(&logged.events).map_err(internal)?,
        hash: logged.hash.clone(),
        undo_seat: logged.undo_seat.map(|seat| i16::from(seat.0)),
        at,
    })
}

/// The rows of all seats of a game.
pub(super) fn seat_rows(record: &Record) -> Vec<SeatRow> {
    record.seats.iter().map(|seat| seat.row.clone()).collect()
}

/// Where a game stands that is being offered, before anybody has sat down.
pub(super) fn nobody_yet(seats: u8, now: Moment) -> GameChange {
    GameChange {
        status: Status::Open,
        owner_id: None,
        seat_count: i16::from(seats),
        free_seats: i16::from(seats),
        revision: 0,
        phase_since: 0,
        draws: 0,
        outcome: None,
        suspended_reason: None,
        undo_seat: None,
        attendance: None,
        rematch_id: None,
        events: 0,
        started_at: None,
        updated_at: now,
    }
}

/// A seat that nobody holds.
pub(super) fn free_seat(game_id: GameId, seat: Seat) -> NamedSeat {
    NamedSeat {
        row: SeatRow {
            game_id,
            seat: i16::from(seat.0),
            player_id: None,
            colour: None,
            entropy: None,
            taken_at: None,
            reserved_for: None,
        },
        name: None,
    }
}
