//! The database: SQLite in a file, or PostgreSQL, behind one face.
//!
//! Reads, and the writes of accounts and of table talk, are closures over a [`Conn`], each a transaction on a blocking
//! thread. Games are written through one door, [`Store::commit`]. Each table has a file with its row and its questions.

pub mod actions;
mod alone;
pub mod answers;
mod apply;
pub mod backup;
pub mod bell;
pub mod census;
mod change;
mod columns;
mod commit;
mod conn;
pub mod deliveries;
mod error;
mod fate;
pub mod games;
pub mod holidays;
pub mod invites;
mod lookups;
pub mod mailboxes;
pub mod mails;
pub mod messages;
mod migrate;
mod moves;
pub mod mutes;
pub mod notes;
pub mod notices;
pub mod players;
mod schema;
pub mod seats;
pub mod snapshots;
pub mod standings;
pub mod tickets;
pub mod tokens;
pub mod waits;
pub mod webhooks;
mod writer;

pub use alone::Sharing;
pub use commit::{Committed, Expected, GameCommit, StandingWrite};
pub use conn::Conn;
pub use error::{Error, OpenError};
pub use migrate::MIGRATIONS;

use crate::model::{GameId, Moment};
use alone::Claim;
use conn::{Access, Address, Manager, begin, finish};
pub use diesel::QueryResult;
use diesel::r2d2::{Pool, PooledConnection};
use lookups::Lookups;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokens::Held;
use tokio::sync::{Mutex, Semaphore};
use writer::Writer;

/// The database. Clones are the same one.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
    writer: Writer,
    claim: Arc<Claim>,
    versions: Lookups<GameId, i64>,
    tokens: Lookups<String, Held>,
    pool: Pool<Manager>,
    permits: Arc<Semaphore>,
    /// SQLite lets one transaction write at a time and would have the others try again and again; here they queue.
    turn: Option<Arc<Mutex<()>>>,
    patience: Duration,
    /// Did the database fail to take what was last to be written?
    unable: AtomicBool,
}

/// How much the store may use.
#[derive(Clone)]
pub struct Settings {
    /// Connections beside the writer's, and so transactions that run at once; at least 1.
    pub connections: u32,
    /// Commits that may wait for the writer; one more is refused as [`Error::Busy`].
    pub queue: usize,
    /// How long a transaction may wait for its turn, for a connection, and for another process that writes to the
    /// same file.
    pub patience: Duration,
    /// Who else may write games.
    pub sharing: Sharing,
    /// The same database without the pool between that may give each transaction another connection, if there is one. Over it
    /// tables are brought up to date, games are written, and versions and tokens are looked up; that takes three connections. It may hold a
    /// password.
    pub direct: Option<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            connections: 8,
            queue: 1024,
            patience: Duration::from_secs(5),
            sharing: Sharing::Shared,
            direct: None,
        }
    }
}

impl Store {
    /// Opens the database at `sqlite://PATH` or `postgres://…` and brings its tables up to date. A file that is
    /// missing is made; its directory has to be there.
    ///
    /// # Errors
    /// What a user can act on: a URL of no known form, a missing directory, a server that does not answer.
    pub fn open(url: &str, settings: Settings) -> Result<Store, OpenError> {
        let (address, pooled) = addresses(url, &settings)?;
        let mut first = address.connect().map_err(OpenError::Connect)?;
        migrate::migrate(&mut first).map_err(OpenError::Migrate)?;
        let claim = Claim::new(settings.sharing);
        let claimed = claim.take(&mut first);
        let ready = claimed.and_then(|()| moves::prepare(&mut first));
        ready.map_err(OpenError::Claimed)?;
        Store::over(address, pooled, Some(first), claim, &settings)
    }

    /// Opens a database that is there, without changing anything about its tables: servers of another version may be
    /// using it.
    ///
    /// # Errors
    /// As [`Store::open`]; [`OpenError::Missing`] for a file that is not there, [`OpenError::Outdated`] for tables that are
    /// not those of this program.
    pub fn open_as_it_is(url: &str, settings: Settings) -> Result<Store, OpenError> {
        let (address, pooled) = addresses(url, &settings)?;
        if let Address::Sqlite(path, _) = &address
            && !path.is_file()
        {
            return Err(OpenError::Missing(path.clone()));
        }
        let mut first = address.connect().map_err(OpenError::Connect)?;
        match migrate::is_up_to_date(&mut first).map_err(OpenError::Migrate)? {
            // Whoever only reads needs no lock: the writer takes it when it first connects.
            true => Store::over(
                address,
                pooled,
                None,
                Claim::new(settings.sharing),
                &settings,
            ),
            false => Err(OpenError::Outdated),
        }
    }

    fn over(
        address: Address,
        pooled: Address,
        first: Option<Conn>,
        claim: Claim,
        settings: &Settings,
    ) -> Result<Store, OpenError> {
        let claim = Arc::new(claim);
        let turn = match address {
            Address::Sqlite(..) => Some(Arc::new(Mutex::new(()))),
            Address::Postgres(_) | Address::Pooled(_) => None,
        };
        let connections = settings.connections.max(1);
        let pool = Pool::builder()
            .max_size(connections)
            .min_idle(Some(0))
            .connection_timeout(settings.patience)
            .test_on_check_out(false)
            .build_unchecked(Manager(pooled));
        let queue = settings.queue;
        let versions = Lookups::start("placa-versions", address.clone(), queue, games::versions);
        let tokens = Lookups::start("placa-tokens", address.clone(), queue, tokens::held);
        let writer = Writer::start(address, first, claim.clone(), turn.clone(), settings.queue)
            .map_err(OpenError::Thread)?;
        Ok(Store(Arc::new(Inner {
            writer,
            claim,
            versions: versions.map_err(OpenError::Thread)?,
            tokens: tokens.map_err(OpenError::Thread)?,
            pool,
            permits: Arc::new(Semaphore::new(connections as usize)),
            turn,
            patience: settings.patience,
            unable: AtomicBool::new(false),
        })))
    }

    /// Does `work` on one state of the database. It may not write.
    ///
    /// # Errors
    /// [`Error::Busy`] if no connection is free in time, [`Error::Unavailable`] if the database can't be reached.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Conn) -> QueryResult<T> + Send + 'static,
    ) -> Result<T, Error> {
        self.transact(Access::Read, work).await
    }

    /// Does `work`, and keeps what it wrote unless it fails. For accounts and tokens, and for what players say and note
    /// beside a game; never for games.
    ///
    /// # Errors
    /// As [`Store::read`]; nothing was written then, save that of a connection lost at the very end it is unknown.
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Conn) -> QueryResult<T> + Send + 'static,
    ) -> Result<T, Error> {
        let written = self.transact(Access::Write, work).await;
        self.note(&written);
        written
    }

    /// Writes a change of a game. This is the one door: nothing else writes games, but that whoever gets another name or leaves
    /// gives new versions to the games in which that shows.
    ///
    /// # Errors
    /// [`Error::Busy`] if too many commits wait, [`Error::Unavailable`] if the database can't be reached.
    pub async fn commit(&self, commit: GameCommit) -> Result<Committed, Error> {
        if !commit.is_of_one_game() {
            return Err(Error::Fault(Arc::from(Box::from(
                "a commit holds rows of another game",
            ))));
        }
        let committed = self.0.writer.commit(commit).await;
        self.note(&committed);
        committed
    }

    /// Does this server know of every change of a game, since no other can write any?
    pub fn is_alone(&self) -> bool {
        self.0.claim.is_alone()
    }

    /// The version of a game by now; `None` if there is no such game. Cheaper than to read it.
    ///
    /// # Errors
    /// [`Error::Busy`] if too many ask, [`Error::Unavailable`] if the database can't be reached.
    pub async fn version(&self, game: GameId) -> Result<Option<i64>, Error> {
        self.0.versions.find(game).await
    }

    /// The token with this hash and whose it is, revoked and expired ones too.
    ///
    /// # Errors
    /// As [`Store::version`].
    pub async fn token(&self, hash: String) -> Result<Option<Held>, Error> {
        self.0.tokens.find(hash).await
    }

    /// What time it is where the database is, if several servers may share it.
    ///
    /// # Errors
    /// As [`Store::read`].
    pub async fn time(&self) -> Result<Option<Moment>, Error> {
        self.read(conn::time).await
    }

    /// How many commits have been written, and in how many transactions.
    pub fn written(&self) -> (u64, u64) {
        self.0.writer.written()
    }

    /// Does the database answer, is the writer at work, and can the database write? The last is tried only if what was
    /// last to be written was not: nobody who asks whether we are ready shall keep the disk busy.
    ///
    /// # Errors
    /// Why not.
    pub async fn ready(&self) -> Result<(), Error> {
        self.0.writer.is_at_work()?;
        self.read(deliveries::planned_up_to).await?;
        match self.0.unable.load(Ordering::Relaxed) {
            true => self.write(deliveries::try_to_write).await,
            false => Ok(()),
        }
    }

    /// Notes whether the database could write.
    fn note<T>(&self, written: &Result<T, Error>) {
        match written {
            Ok(_) => self.0.unable.store(false, Ordering::Relaxed),
            Err(Error::Unavailable(_)) => self.0.unable.store(true, Ordering::Relaxed),
            Err(Error::Busy | Error::Fault(_)) => {}
        }
    }
}

impl Store {
    async fn transact<T: Send + 'static>(
        &self,
        access: Access,
        work: impl FnOnce(&mut Conn) -> QueryResult<T> + Send + 'static,
    ) -> Result<T, Error> {
        let turn = match (access, &self.0.turn) {
            (Access::Write, Some(turn)) => Some(self.in_time(turn.clone().lock_owned()).await?),
            (Access::Write, None) | (Access::Read, _) => None,
        };
        let permits = self.0.permits.clone();
        let permit = self.in_time(permits.acquire_owned()).await?;
        let pool = self.0.pool.clone();
        let done = tokio::task::spawn_blocking(move || {
            let mut conn = checked_out(&pool, access)?;
            let done = finish(&mut conn, work);
            drop((turn, permit));
            Ok(done?)
        });
        done.await.map_err(|panic| Error::Fault(Arc::new(panic)))?
    }

    async fn in_time<T>(&self, wait: impl Future<Output = T>) -> Result<T, Error> {
        tokio::time::timeout(self.0.patience, wait)
            .await
            .map_err(|_| Error::Busy)
    }
}

/// Where the database is for whoever needs a connection to themselves, and for all others.
fn addresses(url: &str, settings: &Settings) -> Result<(Address, Address), OpenError> {
    let address = Address::parse(url, settings.patience)?;
    let Some(direct) = &settings.direct else {
        return Ok((address.clone(), address));
    };
    let direct = Address::parse(direct, settings.patience)?;
    let (Address::Postgres(direct), Address::Postgres(url)) = (direct, address) else {
        return Err(OpenError::Direct);
    };
    Ok((Address::Postgres(direct), Address::Pooled(url)))
}

/// A connection of the pool with an open transaction. Connections that were lost while they lay idle are found out
/// here, thrown away and replaced.
fn checked_out(pool: &Pool<Manager>, access: Access) -> Result<PooledConnection<Manager>, Error> {
    let mut idle = pool.max_size();
    loop {
        let mut conn = pool
            .get()
            .map_err(|error| Error::Unavailable(Arc::new(error)))?;
        match begin(&mut conn, access) {
            Ok(()) => return Ok(conn),
            Err(error) if idle > 0 && error::Cause::of(&error) == error::Cause::Lost => idle -= 1,
            Err(error) => return Err(error.into()),
        }
    }
}
