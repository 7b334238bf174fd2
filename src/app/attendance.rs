//! Who sits at a table and decides, and how much time each has.

use super::pace::{self, Wait};
use super::record::{Record, decode};
use super::refusal::Result;
use super::running::internal;
use crate::engine::{Outcome, Seat};
use crate::model::{Clock, Moment, PlayerId, Presence};
use crate::store::holidays::HolidayRow;
use serde::{Deserialize, Serialize};

/// Who is there, seat by seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attendance {
    /// The seats in order.
    pub seats: Vec<SeatAttendance>,
    /// Who has left for good and may not come back.
    pub left: Vec<PlayerId>,
}

/// How one seat attends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatAttendance {
    /// Who decides for it.
    pub presence: Presence,
    /// How many deadlines it has missed in a row.
    pub missed: i16,
    /// Milliseconds that its next turn may take; `None` if it may take as long as it likes.
    pub reserve: Option<i64>,
    /// Milliseconds that holidays may still stop its clock.
    pub holidays: i64,
    /// Does it agree that the game be annulled?
    pub annuls: bool,
}

impl SeatAttendance {
    /// Somebody who has just sat down.
    pub fn fresh(clock: Clock) -> SeatAttendance {
        SeatAttendance {
            presence: Presence::Present,
            missed: 0,
            reserve: pace::first_reserve(clock),
            holidays: pace::allowance(clock),
            annuls: false,
        }
    }
}

impl Attendance {
    /// How a table of so many seats begins.
    pub fn fresh(clock: Clock, seats: u8) -> Attendance {
        Attendance {
            seats: vec![SeatAttendance::fresh(clock); usize::from(seats)],
            left: Vec::new(),
        }
    }

    /// As it is stored; `None` while it is as it began.
    ///
    /// # Errors
    /// [`super::Refusal::Internal`] if it does not serialise, which is a fault of ours.
    pub fn saved(&self, clock: Clock) -> Result<Option<String>> {
        let seats = self.seats.len() as u8;
        match *self == Attendance::fresh(clock, seats) {
            true => Ok(None),
            false => Ok(Some(serde_json::to_string(self).map_err(internal)?)),
        }
    }

    /// One seat.
    pub fn of(&self, seat: Seat) -> &SeatAttendance {
        &self.seats[seat.index()]
    }

    /// One seat, to be changed.
    pub fn of_mut(&mut self, seat: Seat) -> &mut SeatAttendance {
        &mut self.seats[seat.index()]
    }

    /// Does nobody decide for this seat?
    pub fn is_gone(&self, seat: Seat) -> bool {
        self.of(seat).presence != Presence::Present
    }

    /// Is nobody there any more, but for bots?
    pub fn all_gone(&self, record: &Record) -> bool {
        let present = |(seat, own): (Seat, &SeatAttendance)| {
            own.presence == Presence::Present && record.bot_at(seat).is_none()
        };
        !(0..).map(Seat).zip(&self.seats).any(present)
    }

    /// The seats that agree to annul the game.
    pub fn annulling(&self) -> Vec<Seat> {
        (0..)
            .map(Seat)
            .zip(&self.seats)
            .filter(|(_, seat)| seat.annuls)
            .map(|(seat, _)| seat)
            .collect()
    }

    /// Does everybody agree to annul the game who has not left? An absent player does not, a bot always does.
    pub fn all_annul(&self, record: &Record) -> bool {
        let mut stayed = (0..)
            .map(Seat)
            .zip(&self.seats)
            .filter(|(_, seat)| seat.presence != Presence::Resigned);
        stayed.all(|(seat, own)| own.annuls || record.bot_at(seat).is_some())
    }

    /// The result in which those who left come behind those who stayed, whatever their points.
    pub fn placed(&self, mut outcome: Outcome) -> Outcome {
        let left = |seat: Seat| self.of(seat).presence == Presence::Resigned;
        let before: Vec<(bool, u8)> = outcome
            .places
            .iter()
            .map(|place| (left(place.seat), place.place))
            .collect();
        for (place, own) in outcome.places.iter_mut().zip(&before) {
            let ahead = before.iter().filter(|other| *other < own).count();
            place.place = 1 + ahead as u8;
        }
        outcome
    }

    /// A turn of a seat ends: its clock is settled.
    pub fn settle(&mut self, clock: Clock, seat: Seat, wait: &Wait<'_>, now: Moment) {
        let stopped = wait.stopped(now);
        let spent = wait.spent(now);
        let own = self.of_mut(seat);
        own.holidays -= stopped;
        own.reserve = own
            .reserve
            .map(|before| pace::next_reserve(clock, before, spent));
    }
}

impl Record {
    /// How long players have.
    ///
    /// # Errors
    /// [`super::Refusal::Internal`] if it was stored otherwise.
    pub fn clock(&self) -> Result<Clock> {
        decode("clock", &self.row.offer.clock).map_err(internal)
    }

    /// Who is there.
    ///
    /// # Errors
    /// [`super::Refusal::Internal`] if it was stored otherwise.
    pub fn attendance(&self) -> Result<Attendance> {
        match &self.row.state.attendance {
            Some(stored) => decode("attendance", stored).map_err(internal),
            None => Ok(Attendance::fresh(self.clock()?, self.seat_count())),
        }
    }

    /// The wait for a seat that began at `since`, as its clock sees it.
    pub(super) fn wait<'r>(
        &'r self,
        attendance: &Attendance,
        seat: Seat,
        since: Moment,
    ) -> Wait<'r> {
        Wait {
            since,
            holidays: self.holidays_of(seat),
            allowance: attendance.of(seat).holidays,
        }
    }

    /// The holidays of the holder of a seat, in order.
    fn holidays_of(&self, seat: Seat) -> &[HolidayRow] {
        let Some(player) = self.seats[seat.index()].row.player_id else {
            return &[];
        };
        let from = self.holidays.partition_point(|row| row.player_id < player);
        let until = self.holidays.partition_point(|row| row.player_id <= player);
        &self.holidays[from..until]
    }
}
