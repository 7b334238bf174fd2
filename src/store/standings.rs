//! Standing answers: what a seat said beforehand. They are private to the seat and no part of the log.

use super::conn::Conn;
use super::schema::standings;
use crate::model::GameId;
use diesel::prelude::*;

/// A row of `standings`.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = standings)]
pub struct StandingRow {
    /// The game.
    pub game_id: GameId,
    /// The seat that said so.
    pub seat: i16,
    /// What it said, as JSON.
    pub body: String,
}

/// The standing answers of a game, by seat.
pub fn of_game(conn: &mut Conn, game: GameId) -> QueryResult<Vec<StandingRow>> {
    standings::table
        .filter(standings::game_id.eq(game))
        .order(standings::seat)
        .select(StandingRow::as_select())
        .load(conn)
}
