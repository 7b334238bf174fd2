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

/// How long a game may be kept without being read again, where others may change the names of players.
pub(super) const SHARED_AGE: Duration = Duration::from_secs(1);
/// How long for a move, whose answer alone may show a name that was changed on another server meanwhile.
pub(super) const MOVE_AGE: Duration = Duration::from_secs(60);
/// How long where nobody else may.
pub(super) const ALONE_AGE: Duration = Duration::from_secs(10);

/// Games share counters of changes, so that these are bounded; to share one only costs another read.
const COUNTERS: usize = 256;

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
    /// The game, if it is kept and is younger than `age` at the running time `now`.
    pub fn get(&self, id: GameId, now: Duration, age: Duration) -> Option<Arc<Record>> {
        let record = self.kept.get(&id)?;
        (now.saturating_sub(record.read) < age).then_some(record)
    }

    /// To be taken before a game is read that is to be kept.
    pub fn mark(&self, id: GameId) -> Mark {
        Mark(*self.changes_of(id))
    }

    /// The game is being changed: nothing that was read before is kept from now on.
    pub fn change(&self, id: GameId) -> Mark {
        let mut changes = self.changes_of(id);
        *changes += 1;
        self.kept.remove(&id);
        Mark(*changes)
    }

    /// Keeps a game that was read or made after `mark`, unless it has changed since.
    pub fn keep(&self, mark: Mark, record: Record) {
        let changes = self.changes_of(record.row.id);
        if Mark(*changes) == mark {
            self.kept.insert(record.row.id, Arc::new(record));
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
