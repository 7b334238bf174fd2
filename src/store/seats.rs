//! The seats of games and who holds them.

use super::conn::Conn;
use super::schema::{players, seats};
use crate::model::{GameId, Moment, PlayerId};
use diesel::prelude::*;

/// A row of `seats`.
#[derive(
    Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable, Identifiable, AsChangeset,
)]
#[diesel(table_name = seats, primary_key(game_id, seat))]
#[diesel(treat_none_as_default_value = false, treat_none_as_null = true)]
pub struct SeatRow {
    /// The game.
    pub game_id: GameId,
    /// The seat's number, from 0.
    pub seat: i16,
    /// Who holds it.
    pub player_id: Option<PlayerId>,
    /// Its colour.
    pub colour: Option<String>,
    /// What its holder adds to the seed.
    pub entropy: Option<String>,
    /// When it was taken.
    pub taken_at: Option<Moment>,
    /// Who alone may take it, while nobody holds it.
    pub reserved_for: Option<PlayerId>,
}

/// A seat with its holder's name, which is `None` for a free seat and for a deleted account.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct NamedSeat {
    /// The seat.
    pub row: SeatRow,
    /// The holder's name.
    pub name: Option<String>,
}

/// Seats with the names of their holders.
#[diesel::dsl::auto_type]
fn named() -> _ {
    let of_seat = seats::player_id.eq(players::id.nullable());
    seats::table.left_join(players::table.on(of_seat.and(players::deleted_at.is_null())))
}

/// The seats of a game, in order.
pub fn of_game(conn: &mut Conn, game: GameId) -> QueryResult<Vec<NamedSeat>> {
    named()
        .filter(seats::game_id.eq(game))
        .order(seats::seat)
        .select((SeatRow::as_select(), players::name.nullable()))
        .load(conn)
}

/// The seats of many games, by game and in order.
pub fn of_games(conn: &mut Conn, games: &[GameId]) -> QueryResult<Vec<NamedSeat>> {
    named()
        .filter(seats::game_id.eq_any(games))
        .order((seats::game_id, seats::seat))
        .select((SeatRow::as_select(), players::name.nullable()))
        .load(conn)
}

/// At most `limit` games after one in which a player holds a seat or has one kept free, in the order of their ids.
pub fn games_of(
    conn: &mut Conn,
    player: PlayerId,
    after: Option<GameId>,
    limit: i64,
) -> QueryResult<Vec<GameId>> {
    let own = seats::player_id
        .eq(player)
        .or(seats::reserved_for.eq(player));
    let mut query = seats::table
        .filter(own)
        .select(seats::game_id)
        .distinct()
        .order(seats::game_id)
        .limit(limit)
        .into_boxed();
    if let Some(game) = after {
        query = query.filter(seats::game_id.gt(game));
    }
    query.load(conn)
}
