//! Positions kept so that a read need not replay a whole game.

use super::conn::Conn;
use super::schema::snapshots;
use crate::model::GameId;
use diesel::prelude::*;

/// A row of `snapshots`.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = snapshots)]
pub struct SnapshotRow {
    /// The game.
    pub game_id: GameId,
    /// The revision at which it was taken.
    pub revision: i64,
    /// The position, as the game wrote it.
    pub position: String,
}

/// The latest snapshot that is not after a revision.
pub fn latest(conn: &mut Conn, game: GameId, not_after: i64) -> QueryResult<Option<SnapshotRow>> {
    snapshots::table
        .filter(snapshots::game_id.eq(game))
        .filter(snapshots::revision.le(not_after))
        .order(snapshots::revision.desc())
        .select(SnapshotRow::as_select())
        .first(conn)
        .optional()
}
