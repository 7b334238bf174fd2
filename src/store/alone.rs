//! May this server take what it knows for what the database holds? It may while no other server can write games.
//!
//! Whoever writes games holds a lock of the database's, on the very connection on which it writes: together with others,
//! or alone.

use super::conn::Conn;
use diesel::QueryResult;
use diesel::connection::SimpleConnection;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// Who may write games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Several servers.
    Shared,
    /// This one. Others that would use the same PostgreSQL are turned away; a file of SQLite is taken on trust.
    Alone,
}

/// How long a sign of life from the connection counts.
pub(super) const PROOF: Duration = Duration::from_secs(1);

/// How long after a lock was lost and taken again it does not count: others may have written meanwhile, and what was known
/// before has to be forgotten first.
const DOUBT: Duration = Duration::from_secs(15);

/// Any number, so long as every server takes the same. A server that has just ended may hold it for a moment more.
const ALONE: &str = "SET lock_timeout = '3s'; SELECT pg_advisory_lock(7300414); RESET lock_timeout";
const TOGETHER: &str =
    "SET lock_timeout = '3s'; SELECT pg_advisory_lock_shared(7300414); RESET lock_timeout";

/// The lock, as far as it is known to be held.
pub(super) struct Claim {
    sharing: Sharing,
    held: Mutex<Held>,
}

#[derive(Clone, Copy)]
enum Held {
    /// It has not been taken yet.
    Never,
    /// From the first moment on, or since it was lost and taken again, and when its connection last showed life.
    Since(Option<Instant>, Instant),
    /// Nobody else can take it.
    Always,
}

impl Claim {
    /// Nothing is held yet.
    pub fn new(sharing: Sharing) -> Claim {
        Claim {
            sharing,
            held: Mutex::new(Held::Never),
        }
    }

    /// Takes the lock on a new connection.
    ///
    /// # Errors
    /// Another server holds it, and either of them wants to be alone.
    pub fn take(&self, conn: &mut Conn) -> QueryResult<()> {
        let now = Instant::now();
        let held = match conn {
            Conn::Sqlite(_) => Held::Always,
            Conn::Postgres(conn) => {
                conn.batch_execute(match self.sharing {
                    Sharing::Shared => TOGETHER,
                    Sharing::Alone => ALONE,
                })?;
                match self.held() {
                    Held::Never => Held::Since(None, now),
                    Held::Since(..) | Held::Always => Held::Since(Some(now), now),
                }
            }
        };
        self.set(held);
        Ok(())
    }

    /// The connection was alive at this instant.
    pub fn prove(&self, at: Instant) {
        if let Held::Since(since, _) = self.held() {
            self.set(Held::Since(since, at));
        }
    }

    /// Is a sign of life wanted from time to time?
    pub fn needs_proof(&self) -> bool {
        self.sharing == Sharing::Alone && matches!(self.held(), Held::Since(..))
    }

    /// Can nobody else write games just now?
    pub fn is_alone(&self) -> bool {
        match (self.sharing, self.held()) {
            (Sharing::Shared, _) | (Sharing::Alone, Held::Never) => false,
            (Sharing::Alone, Held::Always) => true,
            (Sharing::Alone, Held::Since(since, proven)) => {
                proven.elapsed() < PROOF && since.is_none_or(|since| since.elapsed() > DOUBT)
            }
        }
    }

    fn held(&self) -> Held {
        *self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, held: Held) {
        *self.held.lock().unwrap_or_else(PoisonError::into_inner) = held;
    }
}
