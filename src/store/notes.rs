//! What players note for themselves about a game. Nobody else ever reads it.

use super::conn::{Conn, each};
use super::schema::notes;
use crate::model::{GameId, Moment, PlayerId};
use diesel::prelude::*;

/// A row of `notes`.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = notes, primary_key(game_id, player_id))]
pub struct NoteRow {
    /// The game.
    pub game_id: GameId,
    /// Whose: of a player and not of a seat, so that who takes the seat over does not find them.
    pub player_id: PlayerId,
    /// The text, never empty.
    pub text: String,
    /// When it was written.
    pub at: Moment,
}

/// The notes of a player about a game.
pub fn find(conn: &mut Conn, game: GameId, player: PlayerId) -> QueryResult<Option<NoteRow>> {
    notes::table
        .find((game, player))
        .select(NoteRow::as_select())
        .first(conn)
        .optional()
}

/// The notes of a player about at most `limit` games after one, by game.
pub fn of_player(
    conn: &mut Conn,
    player: PlayerId,
    after: Option<GameId>,
    limit: i64,
) -> QueryResult<Vec<NoteRow>> {
    let mut query = notes::table
        .filter(notes::player_id.eq(player))
        .order(notes::game_id)
        .limit(limit)
        .select(NoteRow::as_select())
        .into_boxed();
    if let Some(game) = after {
        query = query.filter(notes::game_id.gt(game));
    }
    query.load(conn)
}

/// Writes notes in place of those before.
pub fn put(conn: &mut Conn, note: &NoteRow) -> QueryResult<()> {
    each!(conn, c => diesel::insert_into(notes::table)
        .values(note)
        .on_conflict((notes::game_id, notes::player_id))
        .do_update()
        .set(note)
        .execute(c))?;
    Ok(())
}

/// Removes the notes of a player about a game.
pub fn remove(conn: &mut Conn, game: GameId, player: PlayerId) -> QueryResult<()> {
    diesel::delete(notes::table.find((game, player))).execute(conn)?;
    Ok(())
}

/// Removes the notes of a player about all games.
pub fn remove_all(conn: &mut Conn, player: PlayerId) -> QueryResult<()> {
    diesel::delete(notes::table.filter(notes::player_id.eq(player))).execute(conn)?;
    Ok(())
}
