//! A connection to either database, and transactions on it.

use super::error::{Cause, OpenError};
use crate::model::Moment;
use diesel::RunQueryDsl;
use diesel::connection::{AnsiTransactionManager, CacheSize, SimpleConnection, TransactionManager};
use diesel::dsl::sql;
use diesel::pg::PgConnection;
use diesel::r2d2::R2D2Connection;
use diesel::result::Error as DieselError;
use diesel::sql_types::{BigInt, Bool};
use diesel::sqlite::SqliteConnection;
use diesel::{Connection, ConnectionError, QueryResult};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// A connection to either database.
#[derive(diesel::MultiConnection)]
pub enum Conn {
    /// To PostgreSQL.
    Postgres(PgConnection),
    /// To a file of SQLite.
    Sqlite(SqliteConnection),
}

/// Says the same to whichever database it is, where the derive of [`Conn`] can't:
/// `each!(conn, c => diesel::insert_into(t).values(row).on_conflict_do_nothing().execute(c))`.
macro_rules! each {
    ($conn:expr, $c:ident => $body:expr) => {
        match $conn {
            $crate::store::Conn::Postgres($c) => $body,
            $crate::store::Conn::Sqlite($c) => $body,
        }
    };
}

pub(super) use each;

/// Which database, and where.
#[derive(Clone)]
pub(super) enum Address {
    /// A server, by its whole URL.
    Postgres(String),
    /// A server behind a pool that may give each transaction another connection.
    Pooled(String),
    /// A file, and how long to wait for another process that writes to it.
    Sqlite(PathBuf, Duration),
}

impl Address {
    /// Reads `postgres://…`, `postgresql://…` or `sqlite://PATH`.
    pub(super) fn parse(url: &str, patience: Duration) -> Result<Address, OpenError> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return Ok(Address::Postgres(with_defaults(url)));
        }
        let path = url.strip_prefix("sqlite://").ok_or(OpenError::Url)?;
        if path.is_empty() || path.starts_with(':') || path.contains('?') {
            return Err(OpenError::Path(path.to_owned()));
        }
        let path = Path::new(path);
        let directory = match path.parent() {
            Some(parent) if parent != Path::new("") => parent,
            Some(_) | None => Path::new("."),
        };
        if !directory.is_dir() {
            return Err(OpenError::Directory(directory.to_owned()));
        }
        Ok(Address::Sqlite(path.to_owned(), patience))
    }

    /// A new connection for statements that find rows by their keys, each planned once.
    pub(super) fn connect_for_lookups(&self) -> Result<Conn, diesel::r2d2::Error> {
        let mut conn = self.connect()?;
        if let Address::Postgres(_) = self {
            conn.batch_execute(LOOKUPS_SESSION)?;
        }
        Ok(conn)
    }

    /// A new connection, ready for use.
    pub(super) fn connect(&self) -> Result<Conn, diesel::r2d2::Error> {
        match self {
            Address::Postgres(url) => {
                let mut conn = PgConnection::establish(url)?;
                conn.batch_execute(POSTGRES_SESSION)?;
                Ok(Conn::Postgres(conn))
            }
            Address::Pooled(url) => {
                let mut conn = PgConnection::establish(url)?;
                // What is prepared or set on one connection is missing on the next.
                conn.set_prepared_statement_cache_size(CacheSize::Disabled);
                Ok(Conn::Postgres(conn))
            }
            Address::Sqlite(path, patience) => {
                // As a relative path it can be taken for nothing else, neither a URI nor a memory.
                let path = Path::new(".").join(path);
                let path = path.to_str().ok_or_else(|| {
                    ConnectionError::BadConnection("the path is not UTF-8".to_owned())
                })?;
                let mut conn = SqliteConnection::establish(path)?;
                let millis = patience.as_millis();
                conn.batch_execute(&format!("PRAGMA busy_timeout = {millis};"))?;
                write_ahead(&mut conn, *patience)?;
                conn.batch_execute(SQLITE_SESSION)?;
                Ok(Conn::Sqlite(conn))
            }
        }
    }
}

/// The URL with what it leaves open about the connection: a name to show in `pg_stat_activity`, and how soon a
/// server counts as lost that has gone silent (seconds; milliseconds in the last).
fn with_defaults(url: &str) -> String {
    const DEFAULTS: [(&str, &str); 6] = [
        ("application_name", "placa"),
        ("connect_timeout", "5"),
        ("keepalives_idle", "10"),
        ("keepalives_interval", "5"),
        ("keepalives_count", "3"),
        ("tcp_user_timeout", "15000"),
    ];
    let mut url = url.to_owned();
    for (name, value) in DEFAULTS {
        if !url.contains(&format!("{name}=")) {
            let joint = if url.contains('?') { '&' } else { '?' };
            url.push_str(&format!("{joint}{name}={value}"));
        }
    }
    url
}

/// No statement of ours takes seconds: one that does is stuck. And a server that stalls in the middle of a
/// transaction must not hold its locks for ever.
const POSTGRES_SESSION: &str = "
    SET statement_timeout = '15s';
    SET idle_in_transaction_session_timeout = '30s';
";

/// To plan such a statement takes longer than to do it, and for an array PostgreSQL would plan it anew each time.
const LOOKUPS_SESSION: &str = "
    SET plan_cache_mode = force_generic_plan;
    SET enable_seqscan = off;
";

/// How long until a file is asked again for its log.
const ASK_AGAIN: Duration = Duration::from_millis(5);

/// With WAL readers read while one writes. Who asks for it first switches the file over; to others who ask at that moment
/// SQLite says at once that it is locked, however long they would wait, since they hold a lock themselves.
fn write_ahead(conn: &mut SqliteConnection, patience: Duration) -> QueryResult<()> {
    let end = Instant::now() + patience;
    loop {
        match conn.batch_execute("PRAGMA journal_mode = WAL;") {
            Err(error) if Cause::of(&error) == Cause::Locked && Instant::now() < end => {
                thread::sleep(ASK_AGAIN);
            }
            switched => return switched,
        }
    }
}

/// FULL keeps a commit through a loss of power.
const SQLITE_SESSION: &str = "
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
";

/// What a transaction is for.
#[derive(Clone, Copy)]
pub(super) enum Access {
    /// To read one state of the database throughout.
    Read,
    /// To write.
    Write,
}

/// Opens a transaction. On a connection that was lost this is what fails.
pub(super) fn begin(conn: &mut Conn, access: Access) -> QueryResult<()> {
    match conn {
        Conn::Postgres(conn) => AnsiTransactionManager::begin_transaction_sql(
            conn,
            match access {
                Access::Read => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
                Access::Write => "BEGIN",
            },
        ),
        // Without IMMEDIATE two transactions that read first and then write could not both go on.
        Conn::Sqlite(conn) => AnsiTransactionManager::begin_transaction_sql(
            conn,
            match access {
                Access::Read => "BEGIN",
                Access::Write => "BEGIN IMMEDIATE",
            },
        ),
    }
}

/// Does the work of an open transaction, and commits it, or undoes it if the work fails.
pub(super) fn finish<T, E: From<DieselError>>(
    conn: &mut Conn,
    work: impl FnOnce(&mut Conn) -> Result<T, E>,
) -> Result<T, E> {
    match work(conn) {
        Ok(value) => {
            <Conn as Connection>::TransactionManager::commit_transaction(conn)?;
            Ok(value)
        }
        Err(error) => {
            // If even this fails the connection is broken, and known to be; why the work failed says more.
            if let Err(rollback) =
                <Conn as Connection>::TransactionManager::rollback_transaction(conn)
            {
                log::debug!("rollback: {rollback}");
            }
            Err(error)
        }
    }
}

/// Any number, so long as every server takes the same.
const PLANNING: &str = "pg_try_advisory_xact_lock(7300413)";

/// Takes what one server at a time plans for all, until the transaction ends; false if somebody else is at it.
pub(super) fn alone(conn: &mut Conn) -> QueryResult<bool> {
    match conn {
        Conn::Postgres(conn) => diesel::select(sql::<Bool>(PLANNING)).get_result(conn),
        Conn::Sqlite(_) => Ok(true),
    }
}

/// Makes connections for the pool.
pub(super) struct Manager(pub(super) Address);

impl diesel::r2d2::ManageConnection for Manager {
    type Connection = Conn;
    type Error = diesel::r2d2::Error;

    fn connect(&self) -> Result<Conn, diesel::r2d2::Error> {
        self.0.connect()
    }

    fn is_valid(&self, conn: &mut Conn) -> Result<(), diesel::r2d2::Error> {
        Ok(conn.ping()?)
    }

    fn has_broken(&self, conn: &mut Conn) -> bool {
        std::thread::panicking() || conn.is_broken()
    }
}

/// What time it is at a server that others may use too; `None` for a file.
pub(super) fn time(conn: &mut Conn) -> QueryResult<Option<Moment>> {
    let millis = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
    match conn {
        Conn::Postgres(conn) => {
            let now: i64 = diesel::select(sql::<BigInt>(millis)).get_result(conn)?;
            Ok(Some(Moment(now)))
        }
        Conn::Sqlite(_) => Ok(None),
    }
}
