//! API tokens, of which only a hash is kept.

use super::conn::Conn;
use super::players::PlayerRow;
use super::schema::{players, tokens};
use crate::model::{Moment, PlayerId, Scopes, TokenId};
use diesel::prelude::*;
use std::collections::HashMap;

/// A row of `tokens`.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = tokens, treat_none_as_default_value = false)]
pub struct TokenRow {
    /// The token's id, which is no secret.
    pub id: TokenId,
    /// Whose it is.
    pub player_id: PlayerId,
    /// What its owner calls it.
    pub label: String,
    /// SHA-256 of the token in lower-case hex.
    pub hash: String,
    /// What it may be used for.
    pub scopes: Scopes,
    /// When it was made.
    pub created_at: Moment,
    /// When it ceases to work, if ever.
    pub expires_at: Option<Moment>,
    /// When it was last used, as far as noted.
    pub last_used_at: Option<Moment>,
    /// When it was revoked.
    pub revoked_at: Option<Moment>,
}

/// A token and whose it is.
pub type Held = (TokenRow, PlayerRow);

/// The tokens with these hashes and whose they are, by hash, revoked and expired ones too.
pub(super) fn held(conn: &mut Conn, hashes: &[String]) -> QueryResult<HashMap<String, Held>> {
    let held: Vec<Held> = tokens::table
        .inner_join(players::table)
        .filter(tokens::hash.eq_any(hashes))
        .select((TokenRow::as_select(), PlayerRow::as_select()))
        .load(conn)?;
    let by_hash = |held: Held| (held.0.hash.clone(), held);
    Ok(held.into_iter().map(by_hash).collect())
}

/// The token with this id and whose it is, revoked and expired ones too.
pub fn of_id(conn: &mut Conn, id: TokenId) -> QueryResult<Option<(TokenRow, PlayerRow)>> {
    tokens::table
        .inner_join(players::table)
        .filter(tokens::id.eq(id))
        .select((TokenRow::as_select(), PlayerRow::as_select()))
        .first(conn)
        .optional()
}

/// Adds a token.
pub fn insert(conn: &mut Conn, token: &TokenRow) -> QueryResult<()> {
    diesel::insert_into(tokens::table)
        .values(token)
        .execute(conn)?;
    Ok(())
}

/// The tokens of a player that are not revoked, newest first.
pub fn list(conn: &mut Conn, player: PlayerId) -> QueryResult<Vec<TokenRow>> {
    tokens::table
        .filter(tokens::player_id.eq(player))
        .filter(tokens::revoked_at.is_null())
        .order(tokens::id.desc())
        .select(TokenRow::as_select())
        .load(conn)
}

/// Revokes one token of a player; says whether there was one to revoke.
pub fn revoke(conn: &mut Conn, player: PlayerId, id: TokenId, at: Moment) -> QueryResult<bool> {
    let token = tokens::table
        .find(id)
        .filter(tokens::player_id.eq(player))
        .filter(tokens::revoked_at.is_null());
    let rows = diesel::update(token)
        .set(tokens::revoked_at.eq(at))
        .execute(conn)?;
    Ok(rows == 1)
}

/// Revokes all tokens of a player.
pub fn revoke_all(conn: &mut Conn, player: PlayerId, at: Moment) -> QueryResult<()> {
    let tokens = tokens::table
        .filter(tokens::player_id.eq(player))
        .filter(tokens::revoked_at.is_null());
    diesel::update(tokens)
        .set(tokens::revoked_at.eq(at))
        .execute(conn)?;
    Ok(())
}

/// Notes when a token was last used.
pub fn touch(conn: &mut Conn, id: TokenId, at: Moment) -> QueryResult<()> {
    diesel::update(tokens::table.find(id))
        .set(tokens::last_used_at.eq(at))
        .execute(conn)?;
    Ok(())
}

/// At most `limit` tokens of a player after one, oldest first, revoked and expired ones too.
pub fn all(
    conn: &mut Conn,
    player: PlayerId,
    after: Option<TokenId>,
    limit: i64,
) -> QueryResult<Vec<TokenRow>> {
    let mut query = tokens::table
        .filter(tokens::player_id.eq(player))
        .order(tokens::id)
        .limit(limit)
        .select(TokenRow::as_select())
        .into_boxed();
    if let Some(after) = after {
        query = query.filter(tokens::id.gt(after));
    }
    query.load(conn)
}
