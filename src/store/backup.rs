//! A copy of a SQLite database, made while it is in use.

use super::conn::{Address, Conn};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::Text;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long to wait for those who write to the same file.
const PATIENCE: Duration = Duration::from_secs(30);

/// Why there is no backup.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// PostgreSQL has tools of its own.
    #[error("a PostgreSQL database is backed up by pg_dump or by base backups; see the README")]
    Postgres,
    /// There is no such database.
    #[error("there is no database {}", .0.display())]
    Missing(PathBuf),
    /// Something has this name already.
    #[error("{} is there already", .0.display())]
    Occupied(PathBuf),
    /// The database can't be read.
    #[error("the database can't be opened: {0}")]
    Open(String),
    /// The copy could not be made.
    #[error("the database can't be copied: {0}")]
    Copy(#[from] diesel::result::Error),
    /// The file could not be written.
    #[error("the backup can't be written: {0}")]
    Write(#[from] io::Error),
}

/// Writes a copy of the SQLite database at `url`, as it is at one instant, to a file that is not there yet. Servers may
/// go on writing meanwhile. Only its owner may read the copy. It has its name once it is whole and on the disk.
///
/// # Errors
/// Why there is none; an unfinished copy is removed.
pub fn backup(url: &str, to: &Path) -> Result<(), BackupError> {
    let address =
        Address::parse(url, PATIENCE).map_err(|error| BackupError::Open(error.to_string()))?;
    match &address {
        Address::Postgres(_) | Address::Pooled(_) => return Err(BackupError::Postgres),
        Address::Sqlite(path, _) if !path.is_file() => {
            return Err(BackupError::Missing(path.clone()));
        }
        Address::Sqlite(..) => {}
    }
    if to.exists() {
        return Err(BackupError::Occupied(to.to_owned()));
    }
    let mut conn = address
        .connect()
        .map_err(|error| BackupError::Open(error.to_string()))?;
    let mut unfinished = to.as_os_str().to_owned();
    unfinished.push(".unfinished");
    let unfinished = PathBuf::from(unfinished);
    let done = copy(&mut conn, &unfinished).and_then(|()| Ok(fs::hard_link(&unfinished, to)?));
    // Under its own name it is there by now, or never will be.
    fs::remove_file(&unfinished)?;
    done
}

fn copy(conn: &mut Conn, to: &Path) -> Result<(), BackupError> {
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(to)?;
    // The database fills a file that is empty, and refuses any other.
    sql_query("VACUUM INTO ?")
        .bind::<Text, _>(to.to_string_lossy().into_owned())
        .execute(conn)?;
    file.sync_all()?;
    let folder = to.parent().filter(|folder| *folder != Path::new(""));
    Ok(File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?)
}
