//! How much anybody may ask: token buckets per account and per address, one for each sort of traffic, so
//! that nobody's reads starve a move.

use crate::clock::Clock;
use crate::model::PlayerId;
use actix_web::http::Method;
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A sort of request, with buckets of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Traffic {
    /// Actions in a running game, tried or taken, and their undoing.
    Moves,
    /// Whatever changes nothing.
    Reads,
    /// Every other change.
    Creation,
    /// New accounts, and ways back to old ones.
    Registration,
}

impl Traffic {
    /// The sort of a request with this method to a route of this pattern.
    pub fn of(method: &Method, pattern: &str) -> Traffic {
        let moves = ["/actions", "/actions/check", "/undo"];
        if method.is_safe() {
            Traffic::Reads
        } else if moves.iter().any(|end| pattern.ends_with(end)) {
            Traffic::Moves
        } else if ["/v1/players", "/v1/recovery", "/v1/recovery/token"].contains(&pattern) {
            Traffic::Registration
        } else {
            Traffic::Creation
        }
    }
}

/// How many requests may come in a window. They may come all at once; then the allowance grows back evenly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// As many as like to come.
    Unlimited,
    /// At most so many in a window.
    Limited {
        /// How many.
        burst: NonZeroU32,
        /// How long the window is, in seconds.
        seconds: NonZeroU32,
    },
}

/// Text that is no rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a rate is written as requests/seconds, such as 600/60, or off")]
pub struct NoRate;

impl FromStr for Rate {
    type Err = NoRate;

    fn from_str(text: &str) -> Result<Rate, NoRate> {
        if text == "off" {
            return Ok(Rate::Unlimited);
        }
        let (burst, seconds) = text.split_once('/').ok_or(NoRate)?;
        Ok(Rate::Limited {
            burst: burst.parse().map_err(|_| NoRate)?,
            seconds: seconds.parse().map_err(|_| NoRate)?,
        })
    }
}

/// The rates in force.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// For [`Traffic::Moves`], per account.
    pub moves: Rate,
    /// For [`Traffic::Reads`], per account.
    pub reads: Rate,
    /// For [`Traffic::Creation`], per account.
    pub creation: Rate,
    /// For [`Traffic::Registration`], per address.
    pub registration: Rate,
    /// An address may ask so many times what an account may, since players share addresses.
    pub per_address: NonZeroU32,
}

/// How a bucket stands after a request took from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The name of the policy.
    pub policy: &'static str,
    /// Requests in a full bucket.
    pub quota: u32,
    /// Seconds in which an empty bucket fills.
    pub window: u32,
    /// Requests left.
    pub remaining: u32,
    /// Seconds until the bucket is full if nothing more is taken.
    pub reset: u64,
    /// Seconds to wait, if the bucket was empty.
    pub wait: Option<u64>,
}

/// The buckets.
pub struct Limits {
    accounts: Buckets<PlayerId>,
    addresses: Buckets<IpAddr>,
    clock: Clock,
    /// When full buckets were last forgotten, in seconds of the clock's running time.
    swept: AtomicU64,
}

/// How often buckets that are full again are forgotten, in seconds, so that memory is bounded by what
/// comes in such a time.
const SWEEP_EVERY: u64 = 60;

impl Limits {
    /// Full buckets.
    pub fn new(rates: Rates, clock: Clock) -> Limits {
        let shared = |rate| match rate {
            Rate::Unlimited => Rate::Unlimited,
            Rate::Limited { burst, seconds } => Rate::Limited {
                burst: burst.saturating_mul(rates.per_address),
                seconds,
            },
        };
        Limits {
            accounts: Buckets {
                moves: Bucket::new("moves", rates.moves, &clock),
                reads: Bucket::new("reads", rates.reads, &clock),
                creation: Bucket::new("creation", rates.creation, &clock),
                registration: None,
            },
            addresses: Buckets {
                moves: Bucket::new("address-moves", shared(rates.moves), &clock),
                reads: Bucket::new("address-reads", shared(rates.reads), &clock),
                creation: Bucket::new("address-creation", shared(rates.creation), &clock),
                registration: Bucket::new("registration", rates.registration, &clock),
            },
            clock,
            swept: AtomicU64::new(0),
        }
    }

    /// Takes a request from an account's bucket; `None` where there is no limit.
    pub fn take_from_account(&self, player: PlayerId, traffic: Traffic) -> Option<Standing> {
        self.accounts.of(traffic)?.take(&player, &self.clock)
    }

    /// Takes a request from an address's bucket; `None` where there is no limit. A whole IPv6 network of
    /// 64 bits is one address, since it is usually one customer's.
    pub fn take_from_address(&self, address: IpAddr, traffic: Traffic) -> Option<Standing> {
        self.sweep();
        self.addresses
            .of(traffic)?
            .take(&customer(address), &self.clock)
    }

    fn sweep(&self) {
        let now = self.clock.running().as_secs();
        let last = self.swept.load(Ordering::Relaxed);
        let due = now >= last + SWEEP_EVERY;
        let mine = || {
            self.swept
                .compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed)
        };
        if due && mine().is_ok() {
            self.accounts.sweep();
            self.addresses.sweep();
        }
    }
}

fn customer(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let network = address.to_bits() >> 64 << 64;
            IpAddr::V6(Ipv6Addr::from_bits(network))
        }
    }
}

/// A bucket for every sort of traffic that is limited.
struct Buckets<K: Hash + Eq + Clone> {
    moves: Option<Bucket<K>>,
    reads: Option<Bucket<K>>,
    creation: Option<Bucket<K>>,
    registration: Option<Bucket<K>>,
}

impl<K: Hash + Eq + Clone> Buckets<K> {
    fn of(&self, traffic: Traffic) -> Option<&Bucket<K>> {
        let bucket = match traffic {
            Traffic::Moves => &self.moves,
            Traffic::Reads => &self.reads,
            Traffic::Creation => &self.creation,
            Traffic::Registration => &self.registration,
        };
        bucket.as_ref()
    }

    fn sweep(&self) {
        let all = [&self.moves, &self.reads, &self.creation, &self.registration];
        for bucket in all.into_iter().flatten() {
            bucket.limiter.retain_recent();
            bucket.limiter.shrink_to_fit();
        }
    }
}

/// One policy, with a bucket for everybody it applies to.
struct Bucket<K: Hash + Eq + Clone> {
    policy: &'static str,
    burst: NonZeroU32,
    seconds: NonZeroU32,
    limiter: RateLimiter<K, DashMapStateStore<K>, Pace, StateInformationMiddleware>,
}

impl<K: Hash + Eq + Clone> Bucket<K> {
    fn new(policy: &'static str, rate: Rate, clock: &Clock) -> Option<Bucket<K>> {
        let Rate::Limited { burst, seconds } = rate else {
            return None;
        };
        let window = Duration::from_secs(u64::from(seconds.get()));
        let quota = Quota::with_period(window / burst.get())?.allow_burst(burst);
        Some(Bucket {
            policy,
            burst,
            seconds,
            limiter: RateLimiter::dashmap_with_clock(quota, Pace(clock.clone())).with_middleware(),
        })
    }

    fn take(&self, key: &K, clock: &Clock) -> Option<Standing> {
        let (remaining, wait) = match self.limiter.check_key(key) {
            Ok(state) => (state.remaining_burst_capacity(), None),
            Err(full) => (0, Some(full.wait_time_from(clock.running()))),
        };
        let (quota, window) = (self.burst.get(), self.seconds.get());
        let missing = u64::from(quota.saturating_sub(remaining));
        Some(Standing {
            policy: self.policy,
            quota,
            window,
            remaining,
            reset: (missing * u64::from(window)).div_ceil(u64::from(quota)),
            wait: wait.map(|wait| (wait.as_millis() as u64).div_ceil(1000).max(1)),
        })
    }
}

/// The house's clock, as the buckets read it.
#[derive(Clone)]
struct Pace(Clock);

impl governor::clock::Clock for Pace {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.0.running()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Hand;
    use crate::model::Moment;

    fn limits(rate: &str) -> (Limits, Hand) {
        let (clock, hand) = Clock::by_hand(Moment(0));
        let rate = rate.parse().unwrap();
        let rates = Rates {
            moves: rate,
            reads: rate,
            creation: rate,
            registration: rate,
            per_address: NonZeroU32::new(2).unwrap(),
        };
        (Limits::new(rates, clock), hand)
    }

    fn waits(limits: &Limits, player: PlayerId, traffic: Traffic) -> Option<u64> {
        limits.take_from_account(player, traffic).unwrap().wait
    }

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let (limits, hand) = limits("3/30");
        let anna = PlayerId::new();
        let first = limits.take_from_account(anna, Traffic::Moves);
        assert_eq!(
            first,
            Some(Standing {
                policy: "moves",
                quota: 3,
                window: 30,
                remaining: 2,
                reset: 10,
                wait: None
            })
        );
        assert_eq!(waits(&limits, anna, Traffic::Moves), None);
        assert_eq!(waits(&limits, anna, Traffic::Moves), None);
        assert_eq!(waits(&limits, anna, Traffic::Moves), Some(10));
        hand.turn(Duration::from_secs(4));
        assert_eq!(waits(&limits, anna, Traffic::Moves), Some(6));
        hand.turn(Duration::from_secs(6));
        assert_eq!(waits(&limits, anna, Traffic::Moves), None);
    }

    #[test]
    fn reads_do_not_starve_moves_and_nobody_starves_another() {
        let (limits, _) = limits("1/60");
        let (anna, biel) = (PlayerId::new(), PlayerId::new());
        assert_eq!(waits(&limits, anna, Traffic::Reads), None);
        assert_eq!(waits(&limits, anna, Traffic::Reads), Some(60));
        assert_eq!(waits(&limits, anna, Traffic::Moves), None);
        assert_eq!(waits(&limits, biel, Traffic::Reads), None);
    }

    #[test]
    fn an_address_may_ask_more_than_an_account_but_not_register_more() {
        let (limits, _) = limits("1/60");
        let address: IpAddr = "203.0.113.9".parse().unwrap();
        let quota = |traffic| limits.take_from_address(address, traffic).unwrap().quota;
        assert_eq!(quota(Traffic::Reads), 2);
        assert_eq!(quota(Traffic::Registration), 1);
    }

    #[test]
    fn a_whole_ipv6_network_is_one_address() {
        let (limits, _) = limits("1/60");
        let take = |address: &str| {
            let address = address.parse().unwrap();
            let standing = limits.take_from_address(address, Traffic::Registration);
            standing.unwrap().wait
        };
        assert_eq!(take("2001:db8::1"), None);
        assert_eq!(take("2001:db8::ffff:2"), Some(60));
        assert_eq!(take("2001:db8:0:1::1"), None);
        assert_eq!(take("::ffff:192.0.2.1"), None);
        assert_eq!(take("192.0.2.1"), Some(60));
    }

    #[test]
    fn full_buckets_are_forgotten() {
        let (limits, hand) = limits("1/10");
        for last in 0..200 {
            limits.take_from_address(IpAddr::from([192, 0, 2, last]), Traffic::Reads);
        }
        let buckets = |limits: &Limits| limits.addresses.reads.as_ref().unwrap().limiter.len();
        assert_eq!(buckets(&limits), 200);
        hand.turn(Duration::from_secs(SWEEP_EVERY));
        limits.take_from_address(IpAddr::from([198, 51, 100, 1]), Traffic::Reads);
        assert_eq!(buckets(&limits), 1);
    }

    #[test]
    fn no_limit_is_no_limit() {
        let (limits, _) = limits("off");
        assert_eq!(
            limits.take_from_account(PlayerId::new(), Traffic::Moves),
            None
        );
        for wrong in ["", "5", "0/60", "5/0", "-1/60", "on", "5/60/1"] {
            assert_eq!(wrong.parse::<Rate>(), Err(NoRate), "{wrong}");
        }
    }

    #[test]
    fn every_request_is_of_one_sort() {
        let of = |method: &str, pattern| Traffic::of(&method.parse().unwrap(), pattern);
        assert_eq!(of("GET", "/v1/games/{id}/actions"), Traffic::Reads);
        assert_eq!(of("POST", "/v1/games/{id}/actions"), Traffic::Moves);
        assert_eq!(of("POST", "/v1/games/{id}/actions/check"), Traffic::Moves);
        assert_eq!(of("POST", "/v1/games/{id}/undo"), Traffic::Moves);
        assert_eq!(of("POST", "/v1/players"), Traffic::Registration);
        assert_eq!(of("DELETE", "/v1/me"), Traffic::Creation);
    }
}
