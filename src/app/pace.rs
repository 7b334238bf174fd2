//! How the time of a turn runs out.

use crate::model::moment::{DAY, SECOND};
use crate::model::{Clock, Moment};
use crate::store::holidays::HolidayRow;

/// The wait of a game for a seat, as far as its clock is concerned.
pub struct Wait<'a> {
    /// When it began.
    pub since: Moment,
    /// The holidays of the seat's holder, in order.
    pub holidays: &'a [HolidayRow],
    /// For how many milliseconds they may stop this clock.
    pub allowance: i64,
}

impl Wait<'_> {
    /// When `time` milliseconds of this wait have run.
    pub fn end(&self, time: i64) -> Moment {
        let mut end = self.since.plus_millis(time.max(0));
        let mut left = self.allowance;
        for holiday in self.holidays {
            let from = holiday.from_at.max(self.since);
            if from >= end {
                break;
            }
            let stopped = holiday.until_at.since(from).clamp(0, left);
            end = end.plus_millis(stopped);
            left -= stopped;
        }
        end
    }

    /// For how many milliseconds the clock has stood still at an instant.
    pub fn stopped(&self, at: Moment) -> i64 {
        let mut stopped = 0;
        for holiday in self.holidays {
            let from = holiday.from_at.max(self.since);
            let until = holiday.until_at.min(at);
            stopped += until.since(from).max(0);
        }
        stopped.min(self.allowance)
    }

    /// How many milliseconds have run at an instant.
    pub fn spent(&self, at: Moment) -> i64 {
        (at.since(self.since) - self.stopped(at)).max(0)
    }
}

/// How much time a seat has at the start of a game, in milliseconds; `None` if it has no end.
pub fn first_reserve(clock: Clock) -> Option<i64> {
    match clock {
        Clock::None {} => None,
        Clock::PerTurn { seconds, .. } => Some(i64::from(seconds) * SECOND),
        Clock::Bank { reserve, .. } => Some(i64::from(reserve) * SECOND),
    }
}

/// How much time a seat has for its next turn, if it had `before` for one that took `spent`; in milliseconds.
pub fn next_reserve(clock: Clock, before: i64, spent: i64) -> i64 {
    match clock {
        Clock::None {} => before,
        Clock::PerTurn { seconds, .. } => i64::from(seconds) * SECOND,
        Clock::Bank { increment, cap, .. } => {
            let left = (before - spent).max(0) + i64::from(increment) * SECOND;
            left.min(i64::from(cap) * SECOND)
        }
    }
}

/// For how many milliseconds holidays may stop the clock of a seat in one game.
pub fn allowance(clock: Clock) -> i64 {
    match clock {
        Clock::None {} => 0,
        Clock::PerTurn { holiday_days, .. } | Clock::Bank { holiday_days, .. } => {
            i64::from(holiday_days) * DAY
        }
    }
}

/// Refuses a clock that is quicker than the house allows, or that makes no sense.
///
/// # Errors
/// The member at fault, as a JSON Pointer into the clock, and what it should be.
pub fn must_make_sense(clock: Clock, least_seconds: u32) -> Result<(), (&'static str, String)> {
    let quick = |seconds: u32| seconds < least_seconds;
    let least = || format!("a turn has at least {least_seconds} seconds here");
    match clock {
        Clock::PerTurn { seconds, .. } if quick(seconds) => Err(("/seconds", least())),
        Clock::Bank { reserve, .. } if quick(reserve) => Err(("/reserve", least())),
        Clock::Bank { reserve, cap, .. } if cap < reserve => {
            Err(("/cap", "the cap is at least the reserve".to_owned()))
        }
        Clock::None {} | Clock::PerTurn { .. } | Clock::Bank { .. } => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::law::Dice;
    use crate::model::PlayerId;

    fn holiday(from: i64, until: i64) -> HolidayRow {
        HolidayRow {
            player_id: PlayerId::default(),
            from_at: Moment(from),
            until_at: Moment(until),
        }
    }

    fn wait(holidays: &[HolidayRow], allowance: i64) -> Wait<'_> {
        Wait {
            since: Moment(100),
            holidays,
            allowance,
        }
    }

    #[test]
    fn a_holiday_stops_the_clock_as_long_as_it_lasts() {
        let holidays = [holiday(50, 120), holiday(150, 200), holiday(900, 950)];
        let wait = wait(&holidays, 1_000);
        assert_eq!(
            wait.end(10),
            Moment(130),
            "the clock starts after the first"
        );
        assert_eq!(wait.end(30), Moment(150), "it ends as the second begins");
        assert_eq!(wait.end(31), Moment(201), "the second stops it too");
        assert_eq!(wait.spent(Moment(110)), 0);
        assert_eq!(wait.spent(Moment(160)), 30);
        assert_eq!(wait.spent(Moment(210)), 40);
    }

    #[test]
    fn holidays_stop_a_clock_no_longer_than_the_offer_allows() {
        let holidays = [holiday(100, 1_000)];
        assert_eq!(wait(&holidays, 40).end(10), Moment(150));
        assert_eq!(wait(&holidays, 40).spent(Moment(500)), 360);
        assert_eq!(wait(&holidays, 0).end(10), Moment(110));
    }

    #[test]
    fn a_bank_pays_for_each_turn_and_never_owes() {
        let clock = Clock::Bank {
            reserve: 60,
            increment: 5,
            cap: 70,
            holiday_days: 0,
        };
        assert_eq!(first_reserve(clock), Some(60_000));
        assert_eq!(next_reserve(clock, 60_000, 20_000), 45_000);
        assert_eq!(next_reserve(clock, 60_000, 90_000), 5_000);
        assert_eq!(next_reserve(clock, 69_000, 1_000), 70_000);
    }

    #[test]
    fn consumed_time_never_falls_and_every_clock_ends() {
        for number in 0..2_000 {
            let mut dice = Dice::new("pace", number);
            let mut at = 0;
            let holidays: Vec<HolidayRow> = (0..dice.below(6))
                .map(|_| {
                    let from = at + dice.below(400) as i64;
                    at = from + 1 + dice.below(400) as i64;
                    holiday(from, at)
                })
                .collect();
            let allowance = dice.below(900) as i64;
            let (wait, time) = (wait(&holidays, allowance), dice.below(800) as i64);
            let end = wait.end(time);
            assert!(end.since(wait.since) >= time);
            assert!(
                end.since(wait.since) <= time + allowance,
                "it is not endless"
            );
            assert_eq!(
                wait.spent(end),
                time,
                "{number}: the deadline is when the time has run"
            );
            let mut spent = 0;
            for instant in (0..3_000).step_by(7) {
                let now = wait.spent(Moment(instant));
                assert!(now >= spent, "{number}: time came back");
                spent = now;
            }
        }
    }
}
