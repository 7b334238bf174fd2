//! Whom a game waits for, since when and until when.

use super::App;
use super::attendance::Attendance;
use super::record::Record;
use super::refusal::Result;
use super::running::Running;
use crate::engine::Seat;
use crate::model::{Moment, PlayerId, Status};
use crate::store::games::GameRow;
use crate::store::holidays::{self, HolidayRow};
use crate::store::seats::NamedSeat;
use crate::store::waits::WaitRow;
use crate::store::{Conn, QueryResult};

/// How a clock that never ends is stored.
const NO_CLOCK: &str = "{\"kind\":\"none\"}";

impl Record {
    /// The rows that say whom the game waits for. A seat that has been waited for since before stays so, unless its
    /// turn of the clock is over.
    pub(super) fn waits_for(
        &self,
        running: &Running,
        turned: &[Seat],
        attendance: &Attendance,
        now: Moment,
    ) -> Vec<WaitRow> {
        let wait = |seat: &Seat| {
            let since = match turned.contains(seat) {
                true => now,
                false => self.waiting_since(*seat).unwrap_or(now),
            };
            WaitRow {
                game_id: self.row.id,
                seat: i16::from(seat.0),
                player_id: match self.played_by(attendance, *seat) {
                    Some(bot) => Some(bot.account()),
                    None => self.seats[seat.index()].row.player_id,
                },
                since,
                deadline: self.deadline(attendance, *seat, since),
                asks: running
                    .game
                    .asks(&running.position, *seat)
                    .unwrap_or_default()
                    .to_owned(),
            }
        };
        running.turn.seats().iter().map(wait).collect()
    }

    /// When the clock of a seat ends that has been waited for since an instant; never for a bot.
    pub(super) fn deadline(
        &self,
        attendance: &Attendance,
        seat: Seat,
        since: Moment,
    ) -> Option<Moment> {
        if self.played_by(attendance, seat).is_some() {
            return None;
        }
        let time = attendance.of(seat).reserve?;
        Some(self.wait(attendance, seat, since).end(time))
    }

    fn waiting_since(&self, seat: Seat) -> Option<Moment> {
        let wait = self.waits.iter().find(|w| w.seat == i16::from(seat.0));
        wait.map(|wait| wait.since)
    }
}

impl App {
    /// Learns the holidays of everybody who sits at the table by now.
    pub(super) async fn learn_holidays(&self, record: &mut Record) -> Result<()> {
        let (row, seats, waits) = (
            record.row.clone(),
            record.seats.clone(),
            record.waits.clone(),
        );
        record.holidays = self
            .0
            .store
            .read(move |conn| holidays_at(conn, &row, &seats, &waits))
            .await?;
        Ok(())
    }
}

/// The holidays that can still stop a clock at a table, by player and in order.
pub(super) fn holidays_at(
    conn: &mut Conn,
    game: &GameRow,
    seats: &[NamedSeat],
    waits: &[WaitRow],
) -> QueryResult<Vec<HolidayRow>> {
    match game.state.status {
        Status::Open | Status::Running if game.offer.clock != NO_CLOCK => {}
        Status::Open
        | Status::Running
        | Status::Finished
        | Status::Cancelled
        | Status::Suspended => return Ok(Vec::new()),
    }
    let players: Vec<PlayerId> = seats.iter().filter_map(|seat| seat.row.player_id).collect();
    let oldest = waits.iter().map(|wait| wait.since).min();
    let oldest = oldest.unwrap_or(game.state.updated_at);
    let mut rows = holidays::of_players(conn, &players, oldest)?;
    // A database may order text otherwise.
    rows.sort_by_key(|row| (row.player_id, row.from_at));
    Ok(rows)
}
