//! Whom the players of a game don't want to hear.

use super::conn::{Conn, each};
use super::schema::{mutes, players};
use crate::model::{GameId, PlayerId};
use diesel::prelude::*;

/// A row of `mutes`.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = mutes)]
pub struct MuteRow {
    /// The game.
    pub game_id: GameId,
    /// Who doesn't want to hear.
    pub player_id: PlayerId,
    /// Whom.
    pub muted_id: PlayerId,
    /// The seat they held when they were muted.
    pub seat: i16,
}

/// The mutes of a player in a game, each with the name of who is muted.
pub fn of_player(
    conn: &mut Conn,
    game: GameId,
    player: PlayerId,
) -> QueryResult<Vec<(MuteRow, String)>> {
    mutes::table
        .inner_join(players::table.on(players::id.eq(mutes::muted_id)))
        .filter(mutes::game_id.eq(game))
        .filter(mutes::player_id.eq(player))
        .order(mutes::muted_id)
        .select((MuteRow::as_select(), players::name))
        .load(conn)
}

/// At most `limit` mutes of a player in all games after one, each with the name of who is muted.
pub fn in_all_games(
    conn: &mut Conn,
    player: PlayerId,
    after: Option<(GameId, PlayerId)>,
    limit: i64,
) -> QueryResult<Vec<(MuteRow, String)>> {
    let mut query = mutes::table
        .inner_join(players::table.on(players::id.eq(mutes::muted_id)))
        .filter(mutes::player_id.eq(player))
        .order((mutes::game_id, mutes::muted_id))
        .limit(limit)
        .select((MuteRow::as_select(), players::name))
        .into_boxed();
    if let Some((game, muted)) = after {
        let later = mutes::game_id.eq(game).and(mutes::muted_id.gt(muted));
        query = query.filter(mutes::game_id.gt(game).or(later));
    }
    query.load(conn)
}

/// Mutes somebody, or notes the seat where they are muted again.
pub fn put(conn: &mut Conn, mute: &MuteRow) -> QueryResult<()> {
    each!(conn, c => diesel::insert_into(mutes::table)
        .values(mute)
        .on_conflict((mutes::game_id, mutes::player_id, mutes::muted_id))
        .do_update()
        .set(mutes::seat.eq(mute.seat))
        .execute(c))?;
    Ok(())
}

/// Lets a player hear these again.
pub fn remove(
    conn: &mut Conn,
    game: GameId,
    player: PlayerId,
    muted: &[PlayerId],
) -> QueryResult<()> {
    let mutes = mutes::table
        .filter(mutes::game_id.eq(game))
        .filter(mutes::player_id.eq(player))
        .filter(mutes::muted_id.eq_any(muted));
    diesel::delete(mutes).execute(conn)?;
    Ok(())
}

/// Forgets whom a player has muted and who has muted them, in all games.
pub fn remove_all(conn: &mut Conn, player: PlayerId) -> QueryResult<()> {
    let mutes = mutes::table.filter(mutes::player_id.eq(player).or(mutes::muted_id.eq(player)));
    diesel::delete(mutes).execute(conn)?;
    Ok(())
}
