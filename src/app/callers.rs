//! Whom tokens stood for when they were last looked up.

use super::Caller;
use crate::model::Moment;
use quick_cache::sync::Cache;
use std::collections::HashSet;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How many tokens are kept.
const KEPT: usize = 16_384;

/// How long a token is taken for what it was: a revocation, on whatever server, is in force within a second.
const AGE: Duration = Duration::from_millis(900);

/// At what age a token that is in use is looked up again, before anybody has to wait for it.
const AGEING: Duration = Duration::from_millis(300);

/// The tokens that are kept, by their hash.
pub(super) struct Callers {
    kept: Cache<String, Known>,
    ageing: Mutex<HashSet<String>>,
}

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
        Callers {
            kept: Cache::new(KEPT),
            ageing: Mutex::default(),
        }
    }
}

impl Callers {
    /// Whose token this is, if that was looked up just now.
    pub fn get(&self, hash: &str, now: Moment, running: Duration) -> Option<Caller> {
        let known = self.kept.get(hash)?;
        let age = running.saturating_sub(known.looked_up);
        let expired = known.expires_at.is_some_and(|end| end <= now);
        if age >= AGE || expired {
            return None;
        }
        if age >= AGEING {
            self.note_ageing(hash);
        }
        Some(known.caller)
    }

    fn note_ageing(&self, hash: &str) {
        let mut ageing = self.ageing();
        if !ageing.contains(hash) && ageing.len() < KEPT {
            ageing.insert(hash.to_owned());
        }
    }

    /// The tokens that are in use and should be looked up again; each is named once.
    pub fn take_ageing(&self) -> Vec<String> {
        mem::take(&mut *self.ageing()).into_iter().collect()
    }

    /// Keeps what a token was found to be.
    pub fn keep(&self, hash: String, known: Known) {
        self.kept.insert(hash, known);
    }

    /// Forgets a token that was found to open nothing.
    pub fn drop(&self, hash: &str) {
        self.kept.remove(hash);
    }

    /// Forgets all tokens: one of them was revoked, or somebody is called otherwise now.
    pub fn forget(&self) {
        self.kept.clear();
    }

    fn ageing(&self) -> MutexGuard<'_, HashSet<String>> {
        // Whoever panicked left the set whole.
        self.ageing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
