//! The tables, brought up to date when the program starts.

use super::conn::{Access, Conn, begin, finish};
use diesel::Connection;
use diesel::connection::{SimpleConnection, TransactionManager};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use std::error::Error;

/// The migrations, built into the program.
pub const MIGRATIONS: EmbeddedMigrations = embed_migrations!();

/// Any number, so long as every server takes the same.
const ADVISORY_LOCK: &str = "SELECT pg_advisory_xact_lock(7090125114)";

/// Runs what migrations are missing, all or none. Of several servers that start at once one does it and the others
/// wait for it.
pub(super) fn migrate(conn: &mut Conn) -> Result<(), Box<dyn Error + Send + Sync>> {
    // On SQLite the transaction itself keeps the others out.
    begin(conn, Access::Write)?;
    finish(conn, |conn| {
        if let Conn::Postgres(conn) = conn {
            // The others may have to wait for longer than statements usually take.
            conn.batch_execute("SET LOCAL statement_timeout = 0")?;
            conn.batch_execute(ADVISORY_LOCK)?;
        }
        let is_new = !conn.run_pending_migrations(MIGRATIONS)?.is_empty();
        match conn {
            Conn::Postgres(conn) if is_new => conn.batch_execute(include_str!("room.sql"))?,
            Conn::Postgres(_) | Conn::Sqlite(_) => {}
        }
        Ok(())
    })
}

/// Has every migration run that this program needs?
pub(super) fn is_up_to_date(conn: &mut Conn) -> Result<bool, Box<dyn Error + Send + Sync>> {
    // Asking makes the table of migrations where there is none yet; that is undone with the transaction.
    begin(conn, Access::Write)?;
    let pending = conn.has_pending_migration(MIGRATIONS);
    <Conn as Connection>::TransactionManager::rollback_transaction(conn)?;
    Ok(!pending?)
}
