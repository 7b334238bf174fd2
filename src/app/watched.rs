//! What those who run the service watch. It tells of no player and no game.

use super::App;
use crate::store::Conn;
use crate::store::census::{Census, census};
use std::sync::atomic::{AtomicU64, Ordering};

/// How the service is.
pub struct Watched {
    /// Changes of games that have been written since it started.
    pub commits: u64,
    /// Transactions that they were written in.
    pub batches: u64,
    /// Positions that were at hand.
    pub found: u64,
    /// Positions that had to be found again from the log.
    pub missed: u64,
    /// Positions that are kept at hand.
    pub kept: i64,
    /// Open streams.
    pub streams: i64,
    /// What the database holds; `None` if it does not answer.
    pub stored: Option<Census>,
    /// For how many milliseconds the oldest notice waits that nobody here has been told yet.
    pub outbox_lag: i64,
}

/// How often positions were at hand.
#[derive(Default)]
pub(super) struct AtHand {
    found: AtomicU64,
    missed: AtomicU64,
}

impl AtHand {
    /// Notes that a position was at hand.
    pub fn found(&self) {
        self.found.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that a position was not at hand.
    pub fn missed(&self) {
        self.missed.fetch_add(1, Ordering::Relaxed);
    }
}

impl App {
    /// How the service is.
    pub async fn watched(&self) -> Watched {
        let now = self.0.clock.now();
        let told = self.told_up_to();
        let count = move |conn: &mut Conn| census(conn, now, told);
        let stored = self.0.store.read(count).await;
        let (commits, batches) = self.0.store.written();
        let waits_since = stored.as_ref().ok().and_then(|it| it.untold_since);
        Watched {
            outbox_lag: waits_since.map_or(0, |since| now.since(since).max(0)),
            commits,
            batches,
            found: self.0.at_hand.found.load(Ordering::Relaxed),
            missed: self.0.at_hand.missed.load(Ordering::Relaxed),
            kept: self.0.running.len() as i64,
            streams: self.streams() as i64,
            stored: stored
                .inspect_err(|error| log::warn!("the database is not counted: {error}"))
                .ok(),
        }
    }
}
