//! Games as they were last read or written, so that a move need not read what the last one wrote.
//!
//! What is kept may be old: other servers write too. A commit finds out, since it takes place only at the version that was
//! read; whoever only reads asks for the version first.

use super::record::Record;
use crate::model::GameId;
use quick_cache::sync::Cache;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How many games are kept; some kilobytes each.
const KEPT: usize = 4_096;

/// How long a game may be kept without being read again: whatever was changed about it by hand shows after that.
const AGE: Duration = Duration::from_secs(60);

/// Games share counters of changes, so that these are bounded; to share one only costs another read.
const COUNTERS: usize = 8_192;

/// The games that are kept.
pub(super) struct Records {
    kept: Cache<GameId, Arc<Record>>,
    changes: Vec<Mutex<u64>>,
    hasher: RandomState,
}

/// What is known of a game's changes at some moment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark(u64);

impl Default for Records {
    fn default() -> Records {
        Records {
            kept: Cache::new(KEPT),
            changes: (0..COUNTERS).map(|_| Mutex::new(0)).collect(),
            hasher: RandomState::new(),
        }
    }
}

impl Records {
    /// The game, if it is kept and was read not long before the running time `now`.
    pub fn get(&self, id: GameId, now: Duration) -> Option<Arc<Record>> {
        let record = self.kept.get(&id)?;
        (now.saturating_sub(record.read) < AGE).then_some(record)
    }

    /// To be taken before a game is read that is to be kept, and before it is changed.
    pub fn mark(&self, id: GameId) -> Mark {
        Mark(*self.changes_of(id))
    }

    /// The game was changed since `mark`, or may have been: nothing that was read before is kept from now on. What it has
    /// become is, unless somebody else has changed it meanwhile.
    pub fn change(&self, id: GameId, mark: Mark, after: Option<Record>) {
        let mut changes = self.changes_of(id);
        match after.filter(|_| Mark(*changes) == mark) {
            Some(after) => self.kept.insert(id, Arc::new(after)),
            None => drop(self.kept.remove(&id)),
        }
        *changes += 1;
    }

    /// Keeps a game that was read after `mark`, unless it has changed since.
    pub fn keep(&self, mark: Mark, record: Arc<Record>) {
        let changes = self.changes_of(record.row.id);
        if Mark(*changes) == mark {
            self.kept.insert(record.row.id, record);
        }
    }

    /// Forgets all games: something has changed that shows in many.
    pub fn forget(&self) {
        for changes in &self.changes {
            *unpoisoned(changes) += 1;
        }
        self.kept.clear();
    }

    fn changes_of(&self, id: GameId) -> MutexGuard<'_, u64> {
        let place = self.hasher.hash_one(id) as usize % COUNTERS;
        unpoisoned(&self.changes[place])
    }
}

/// Whoever panicked left the number whole.
fn unpoisoned(changes: &Mutex<u64>) -> MutexGuard<'_, u64> {
    changes.lock().unwrap_or_else(PoisonError::into_inner)
}
