//! Invitations to private games, of which only a hash is kept.

use super::conn::Conn;
use super::schema::invites;
use crate::model::{GameId, InviteId, Moment, PlayerId};
use diesel::prelude::*;

/// A row of `invites`.
#[derive(
    Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable, Identifiable, AsChangeset,
)]
#[diesel(table_name = invites, primary_key(game_id, id))]
#[diesel(treat_none_as_default_value = false, treat_none_as_null = true)]
pub struct InviteRow {
    /// The game.
    pub game_id: GameId,
    /// The invitation's id, which is no secret.
    pub id: InviteId,
    /// SHA-256 of the invitation in lower-case hex.
    pub hash: String,
    /// When it was made.
    pub created_at: Moment,
    /// When it was revoked.
    pub revoked_at: Option<Moment>,
    /// When it was used.
    pub used_at: Option<Moment>,
    /// Who used it.
    pub used_by: Option<PlayerId>,
}

/// The invitation with this hash, revoked and used ones too.
pub fn find(conn: &mut Conn, hash: &str) -> QueryResult<Option<InviteRow>> {
    invites::table
        .filter(invites::hash.eq(hash))
        .select(InviteRow::as_select())
        .first(conn)
        .optional()
}

/// The invitations of a game, oldest first, revoked and used ones too.
pub fn list(conn: &mut Conn, game: GameId) -> QueryResult<Vec<InviteRow>> {
    invites::table
        .filter(invites::game_id.eq(game))
        .order(invites::id)
        .select(InviteRow::as_select())
        .load(conn)
}
