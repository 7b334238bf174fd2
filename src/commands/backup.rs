//! `placa backup`: a copy of a SQLite database.

use super::unable;
use crate::config::Backup;
use crate::store::backup::backup;
use std::process::ExitCode;

/// Makes the copy.
pub fn run(asked: &Backup) -> ExitCode {
    match backup(&asked.database.database.0, &asked.to) {
        Ok(()) => {
            println!("{} holds the database as it is now.", asked.to.display());
            ExitCode::SUCCESS
        }
        Err(error) => unable(error),
    }
}
