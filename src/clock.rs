//! What time it is. Nobody else in the house asks the system for it.

use crate::model::Moment;
use chrono::Utc;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

/// A clock on the wall, shared by all who look at it.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    System { since: Instant, ahead: Hand },
    Hand { start: Moment, turned: Hand },
}

/// Moves a clock that does not go by itself.
#[derive(Clone, Debug, Default)]
pub struct Hand(Arc<AtomicI64>);

impl Hand {
    /// Moves the clock on, to the millisecond.
    pub fn turn(&self, by: Duration) {
        let millis = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.0.fetch_add(millis, Ordering::SeqCst);
    }

    fn turned(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}

impl Clock {
    /// The system's clock.
    pub fn system() -> Clock {
        Clock(Source::System {
            since: Instant::now(),
            ahead: Hand::default(),
        })
    }

    /// A clock that stands at `start` until its hand is turned.
    pub fn by_hand(start: Moment) -> (Clock, Hand) {
        let turned = Hand::default();
        let hand = turned.clone();
        (Clock(Source::Hand { start, turned }), hand)
    }

    /// Goes by another clock from now on, that showed `theirs` at an instant between the two that this one showed. Only the
    /// system's clock follows.
    pub fn follow(&self, before: Moment, theirs: Moment, after: Moment) {
        if let Source::System { ahead, .. } = &self.0 {
            let ours = before.plus_millis(after.since(before) / 2);
            ahead.0.fetch_add(theirs.since(ours), Ordering::SeqCst);
        }
    }

    /// The time of day.
    pub fn now(&self) -> Moment {
        match &self.0 {
            Source::System { ahead, .. } => {
                Moment(Utc::now().timestamp_millis()).plus_millis(ahead.turned())
            }
            Source::Hand { start, turned } => start.plus_millis(turned.turned()),
        }
    }

    /// For how long this clock has been going. It never falls, whatever happens to the time of day.
    pub fn running(&self) -> Duration {
        match &self.0 {
            Source::System { since, .. } => since.elapsed(),
            Source::Hand { turned, .. } => Duration::from_millis(turned.turned().unsigned_abs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_by_hand_goes_only_when_it_is_turned() {
        let (clock, hand) = Clock::by_hand(Moment(1_000));
        assert_eq!(clock.now(), Moment(1_000));
        hand.turn(Duration::from_millis(250));
        assert_eq!(clock.clone().now(), Moment(1_250));
        assert_eq!(clock.running(), Duration::from_millis(250));
    }

    #[test]
    fn the_system_clock_follows_another_one() {
        let clock = Clock::system();
        let now = clock.now();
        clock.follow(now, now.plus_millis(3_600_000), now);
        let ahead = clock.now().since(now);
        assert!((3_600_000..3_660_000).contains(&ahead), "{ahead}");
        let (by_hand, _) = Clock::by_hand(Moment(5));
        by_hand.follow(Moment(5), Moment(9), Moment(5));
        assert_eq!(by_hand.now(), Moment(5));
    }

    #[test]
    fn the_system_clock_never_runs_backwards() {
        let clock = Clock::system();
        let first = clock.running();
        assert!(clock.running() >= first);
    }
}
