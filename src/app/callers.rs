//! Whom tokens stood for when they were last looked up.

use super::Caller;
use crate::model::Moment;
use quick_cache::sync::Cache;
use std::time::Duration;

/// How many tokens are kept.
const KEPT: usize = 16_384;

/// How long a token is taken for what it was: a revocation, on whatever server, is in force within a second.
const AGE: Duration = Duration::from_millis(900);

/// The tokens that are kept, by their hash.
pub(super) struct Callers(Cache<String, Known>);

/// What is known of a token that was good.
#[derive(Clone)]
pub(super) struct Known {
    /// Whose it is.
    pub caller: Caller,
    /// When it ceases to be good by itself.
    pub expires_at: Option<Moment>,
    /// When it was looked up, by the clock's running time.
    pub looked_up: Duration,
}

impl Default for Callers {
    fn default() -> Callers {
        Callers(Cache::new(KEPT))
    }
}

impl Callers {
    /// Whose token this is, if that was looked up just now.
    pub fn get(&self, hash: &str, now: Moment, running: Duration) -> Option<Caller> {
        let known = self.0.get(hash)?;
        let fresh = running.saturating_sub(known.looked_up) < AGE;
        let expired = known.expires_at.is_some_and(|end| end <= now);
        (fresh && !expired).then_some(known.caller)
    }

    /// Keeps what a token was found to be.
    pub fn keep(&self, hash: String, known: Known) {
        self.0.insert(hash, known);
    }

    /// Forgets all tokens: one of them was revoked, or somebody is called otherwise now.
    pub fn forget(&self) {
        self.0.clear();
    }
}
