//! Why the store did not do what it was asked.

use diesel::result::{DatabaseErrorKind, Error as DieselError};
use std::path::PathBuf;
use std::sync::Arc;

/// What went wrong below the store.
pub type Source = Arc<dyn std::error::Error + Send + Sync>;

/// Why a transaction did not take place.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The database can't be reached, or can't write. What was asked for may be tried again; of a write it may be
    /// unknown whether it took place.
    #[error("the database does not answer")]
    Unavailable(#[source] Source),
    /// There is too much to do; nothing was done, and it may be tried again.
    #[error("the database has too much to do")]
    Busy,
    /// The database refused what it should not have refused, or gave what can't be read. Nothing was done.
    #[error("the database refused")]
    Fault(#[source] Source),
}

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The address has none of the known forms.
    #[error("a database is named sqlite://PATH or postgres://USER@HOST/NAME")]
    Url,
    /// There is a direct way to the database, but not both ways lead to a PostgreSQL.
    #[error("only a PostgreSQL can be reached both directly and through a pool")]
    Direct,
    /// The path of a SQLite database is none.
    #[error(
        "sqlite://{0} names no file: write sqlite://PATH, without ? and not beginning with a colon"
    )]
    Path(String),
    /// The directory of a SQLite database is missing.
    #[error("there is no directory {} for the database", .0.display())]
    Directory(PathBuf),
    /// There is no such file.
    #[error("there is no database {}", .0.display())]
    Missing(PathBuf),
    /// Its tables are those of an older program.
    #[error(
        "the tables are of an older version: they are brought up to date when `placa serve` starts"
    )]
    Outdated,
    /// It could not be reached.
    #[error("the database can't be opened: {0}")]
    Connect(#[source] diesel::r2d2::Error),
    /// Another server uses it, and either of the two is to be the only one.
    #[error(
        "another server uses the database, and one of the two was started with --single-server: {0}"
    )]
    Claimed(#[source] DieselError),
    /// Its tables could not be brought to the form that this program needs.
    #[error("the tables can't be brought up to date: {0}")]
    Migrate(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A thread could not be started.
    #[error("the writer can't be started: {0}")]
    Thread(#[source] std::io::Error),
}

impl Error {
    pub(super) fn unavailable(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
        Error::Unavailable(Arc::from(why.into()))
    }
}

impl From<DieselError> for Error {
    fn from(error: DieselError) -> Error {
        match Cause::of(&error) {
            Cause::Lost | Cause::Unable => Error::Unavailable(Arc::new(error)),
            Cause::Locked | Cause::Deadlock => {
                log::warn!("the database is in somebody else's hands: {error}");
                Error::Busy
            }
            Cause::Other => Error::Fault(Arc::new(error)),
        }
    }
}

/// What is behind an error of diesel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The connection was lost; what it was doing may have been done or not.
    Lost,
    /// The database can't write: its disk is full or fails, or it is read-only.
    Unable,
    /// Somebody else did not let go in time of what is to be written.
    Locked,
    /// Two transactions were in each other's way, and this one gave way.
    Deadlock,
    /// Anything else.
    Other,
}

impl Cause {
    pub(super) fn of(error: &DieselError) -> Cause {
        match error {
            DieselError::DatabaseError(kind, info) => match kind {
                DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand => {
                    Cause::Lost
                }
                DatabaseErrorKind::SerializationFailure => Cause::Deadlock,
                DatabaseErrorKind::ReadOnlyTransaction => Cause::Unable,
                _ => Cause::told_by(info.message()),
            },
            DieselError::BrokenTransactionManager => Cause::Lost,
            DieselError::RollbackErrorOnCommit { commit_error, .. } => Cause::of(commit_error),
            _ => Cause::Other,
        }
    }

    /// Diesel hands on no code for these, only the message, of which a part is always the same.
    fn told_by(message: &str) -> Cause {
        const KNOWN: [(&str, Cause); 8] = [
            // SQLite
            ("database is locked", Cause::Locked),
            ("database or disk is full", Cause::Unable),
            ("disk I/O error", Cause::Unable),
            ("attempt to write a readonly database", Cause::Unable),
            ("unable to open database file", Cause::Unable),
            // PostgreSQL
            ("deadlock detected", Cause::Deadlock),
            ("canceling statement due to", Cause::Locked),
            ("No space left on device", Cause::Unable),
        ];
        KNOWN
            .iter()
            .find(|(part, _)| message.contains(part))
            .map_or(Cause::Other, |(_, cause)| *cause)
    }
}
