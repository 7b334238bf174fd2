//! What the operator of the service allows.

use super::{Range, Registration};
use std::time::Duration;

/// What the operator allows.
#[derive(Clone, Copy, Debug)]
pub struct House {
    /// The least seconds of a turn that may be offered.
    pub least_seconds: u32,
    /// For how many days in a calendar year an account may be on holiday.
    pub holiday_days: u16,
    /// Who may make an account.
    pub registration: Registration,
}

impl Default for House {
    fn default() -> House {
        House {
            least_seconds: 60,
            holiday_days: 30,
            registration: Registration::Open,
        }
    }
}

/// How the service shows itself to receivers.
pub struct Outward {
    /// Where clients find it, without a slash at the end.
    pub public_url: String,
    /// The ranges of addresses that webhooks may reach besides the public ones.
    pub allow: Vec<Range>,
}

/// How much the service thinks for its bots.
#[derive(Clone, Copy, Debug)]
pub struct Thinking {
    /// How long the strong bot looks ahead before each of its actions.
    pub budget: Duration,
    /// In how many games the strong bot looks ahead at once; at least 1.
    pub at_once: u16,
}
