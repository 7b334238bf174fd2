//! Holidays: a budget of days per calendar year in which a player's clocks stand still.

use super::kept::{Kept, open, sealed};
use super::once::{Answered, Once};
use super::refusal::{Refusal, Result, malformed};
use super::{App, Caller, TRIES};
use crate::model::moment::{DAY, HOUR};
use crate::model::{GameId, Moment, PlayerId, Status};
use crate::store::holidays::{self, HolidayRow};
use crate::store::{Committed, Conn, QueryResult, games, players};
use chrono::{DateTime, Datelike, TimeZone, Utc};
use serde::{Deserialize, Serialize};

/// How far ahead a holiday may begin, in days.
const AHEAD_DAYS: i64 = 366;
/// The longest holiday, in days.
const LONGEST_DAYS: i64 = 366;
/// The shortest holiday, in milliseconds.
const SHORTEST: i64 = HOUR;
/// How many holidays may begin in a calendar year.
const MOST_IN_A_YEAR: usize = 60;

/// A player's holidays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HolidaysSeen {
    /// Days per calendar year.
    pub budget_days: u16,
    /// Milliseconds left in the present calendar year, with what is planned taken off.
    pub left_millis: i64,
    /// The holiday that is going on or planned.
    pub holiday: Option<Holiday>,
}

/// A holiday.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holiday {
    /// The first instant of it.
    pub from: Moment,
    /// The first instant after it.
    pub until: Moment,
}

impl App {
    /// The caller's holidays.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn holidays(&self, caller: &Caller) -> Result<HolidaysSeen> {
        let rows = self.holiday_rows(caller.player).await?;
        Ok(self.holidays_seen(&rows, self.0.clock.now()))
    }

    /// The caller goes on holiday, now or later. The clocks of all games that wait for them stand still meanwhile, as
    /// long as each game allows it.
    ///
    /// # Errors
    /// A beginning in the past or more than a year ahead, an end that is not after it, more days than are left, another
    /// holiday that has not ended, a reused key.
    pub async fn go_on_holiday(
        &self,
        caller: &Caller,
        from: Option<Moment>,
        until: Moment,
        once: Option<&Once>,
    ) -> Result<Answered<HolidaysSeen>> {
        if let Some(kept) = self.kept(once).await? {
            self.renew_clocks(caller.player).await?;
            return open(once, &kept);
        }
        let now = self.0.clock.now();
        let wanted = HolidayRow {
            player_id: caller.player,
            from_at: from.unwrap_or(now),
            until_at: until,
        };
        must_be_ahead(wanted, now)?;
        for _ in 0..TRIES {
            let before = self.holiday_rows(caller.player).await?;
            if let Err(refusal) = self.must_fit(&before, wanted, now) {
                return self.refused(refusal, once).await;
            }
            let after: Vec<HolidayRow> = before.iter().copied().chain([wanted]).collect();
            let seen = self.holidays_seen(&after, now);
            let answer = once.map(|once| sealed(once, &seen, now));
            let work = move |conn: &mut Conn| insert_after(conn, &before, wanted);
            let answered = match self.keep(answer, once, work).await? {
                Kept::Done(Some(())) => Answered::new(seen),
                // Another holiday was planned at the same time.
                Kept::Done(None) => continue,
                Kept::Before(kept) => open(once, &kept)?,
            };
            self.renew_clocks(caller.player).await?;
            return Ok(answered);
        }
        Err(Refusal::Busy)
    }

    /// The caller's holiday ends now, or does not take place if it has not begun. Without one nothing happens.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn end_holiday(&self, caller: &Caller) -> Result<()> {
        let (player, now) = (caller.player, self.0.clock.now());
        let work = move |conn: &mut Conn| {
            players::hold_alone(conn, player)?;
            let rows = holidays::of_player(conn, player)?;
            let Some(row) = rows.iter().find(|row| row.until_at > now) else {
                return Ok(false);
            };
            match row.from_at < now {
                true => holidays::end(conn, *row, now)?,
                false => holidays::remove(conn, *row)?,
            }
            Ok(true)
        };
        match self.0.store.write(work).await? {
            true => self.renew_clocks(player).await,
            false => Ok(()),
        }
    }

    /// Writes the deadlines of all games as they are by now in which a player's clock can run, and makes every change of
    /// them stale that is just being made. What goes wrong with one game does not hold up the others.
    async fn renew_clocks(&self, player: PlayerId) -> Result<()> {
        // Holidays are kept with the games that they concern.
        self.0.records.forget();
        let games = self
            .0
            .store
            .read(move |conn| games::running_by_clock(conn, player))
            .await?;
        let mut renewed = Ok(());
        for id in games {
            renewed = self.renew_clocks_of(id).await.and(renewed);
        }
        renewed
    }

    async fn renew_clocks_of(&self, id: GameId) -> Result<()> {
        for _ in 0..TRIES {
            match self.any_record(id, None).await? {
                Some(record) if record.row.state.status == Status::Running => {
                    if self.renew_deadlines(&record).await? == Committed::Done {
                        return Ok(());
                    }
                }
                Some(_) | None => return Ok(()),
            }
        }
        Err(Refusal::Busy)
    }

    async fn holiday_rows(&self, player: PlayerId) -> Result<Vec<HolidayRow>> {
        Ok(self
            .0
            .store
            .read(move |conn| holidays::of_player(conn, player))
            .await?)
    }

    fn must_fit(&self, rows: &[HolidayRow], wanted: HolidayRow, now: Moment) -> Result<()> {
        if rows.iter().any(|row| row.until_at > now) {
            let detail = "a holiday is going on or planned already; end it first".to_owned();
            return Err(Refusal::NoHoliday(detail));
        }
        let year = year_of(wanted.from_at);
        let begun = rows.iter().filter(|row| year_of(row.from_at) == year);
        if begun.count() >= MOST_IN_A_YEAR {
            let detail = format!("{MOST_IN_A_YEAR} holidays have begun in {year} already");
            return Err(Refusal::NoHoliday(detail));
        }
        for year in year_of(wanted.from_at)..=year_of(wanted.until_at) {
            let left = self.budget() - taken(rows, year);
            if overlap(&wanted, year) > left {
                let days = left.max(0) / DAY;
                let detail = format!("{days} whole days of {year} are left");
                return Err(Refusal::NoHoliday(detail));
            }
        }
        Ok(())
    }

    fn holidays_seen(&self, rows: &[HolidayRow], now: Moment) -> HolidaysSeen {
        let current = rows.iter().find(|row| row.until_at > now);
        HolidaysSeen {
            budget_days: self.0.house.holiday_days,
            left_millis: (self.budget() - taken(rows, year_of(now))).max(0),
            holiday: current.map(|row| Holiday {
                from: row.from_at,
                until: row.until_at,
            }),
        }
    }

    fn budget(&self) -> i64 {
        i64::from(self.0.house.holiday_days) * DAY
    }
}

/// Adds a holiday if there are still no others than these.
fn insert_after(
    conn: &mut Conn,
    before: &[HolidayRow],
    wanted: HolidayRow,
) -> QueryResult<Option<()>> {
    let living = players::hold_alone(conn, wanted.player_id)?;
    match living && holidays::of_player(conn, wanted.player_id)? == before {
        true => holidays::insert(conn, wanted).map(Some),
        false => Ok(None),
    }
}

fn must_be_ahead(wanted: HolidayRow, now: Moment) -> Result<()> {
    if wanted.from_at < now || wanted.from_at > now.plus_millis(AHEAD_DAYS * DAY) {
        let detail = "a holiday begins now or within the next 366 days";
        return Err(malformed("/from", detail));
    }
    match (SHORTEST..=LONGEST_DAYS * DAY).contains(&wanted.until_at.since(wanted.from_at)) {
        true => Ok(()),
        false => Err(malformed("/until", "a holiday takes an hour to 366 days")),
    }
}

/// Milliseconds of holiday in a calendar year.
fn taken(rows: &[HolidayRow], year: i32) -> i64 {
    rows.iter().map(|row| overlap(row, year)).sum()
}

/// Milliseconds of a holiday in a calendar year of UTC.
fn overlap(row: &HolidayRow, year: i32) -> i64 {
    let from = row.from_at.max(new_year(year));
    let until = row.until_at.min(new_year(year + 1));
    until.since(from).max(0)
}

fn new_year(year: i32) -> Moment {
    let instant = Utc.with_ymd_and_hms(year, 1, 1, 0, 0, 0).single();
    Moment(instant.map_or(i64::MAX, |instant| instant.timestamp_millis()))
}

fn year_of(moment: Moment) -> i32 {
    DateTime::<Utc>::from_timestamp_millis(moment.0).map_or(1970, |instant| instant.year())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holiday_over_new_year_counts_for_both_years() {
        let row = HolidayRow {
            player_id: PlayerId::default(),
            from_at: "2026-12-30T00:00:00Z".parse().unwrap(),
            until_at: "2027-01-03T12:00:00Z".parse().unwrap(),
        };
        assert_eq!(overlap(&row, 2025), 0);
        assert_eq!(overlap(&row, 2026), 2 * DAY);
        assert_eq!(overlap(&row, 2027), 2 * DAY + DAY / 2);
        assert_eq!(overlap(&row, 2028), 0);
    }
}
