//! What commits announce. A notice is written with its commit; afterwards it gets its number in the feed of all games,
//! so that whoever has read up to a number has missed nothing.

use super::conn::{Conn, Task, alone, each};
use super::schema::{notices, seats};
use crate::model::{GameId, Moment, PlayerId};
use diesel::dsl::max;
use diesel::prelude::*;
use diesel::sql_query;

/// A row of `notices`.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = notices, treat_none_as_default_value = false)]
pub struct NoticeRow {
    /// The game.
    pub game_id: GameId,
    /// The number of its first event in the log of the game, from 1.
    pub first: i64,
    /// The number of its last event.
    pub last: i64,
    /// The revision before it.
    pub from_revision: i64,
    /// The revision after it.
    pub to_revision: i64,
    /// What happened at the table beside the logged revisions, as JSON.
    pub body: String,
    /// When.
    pub at: Moment,
    /// Its place in the feed, once it has one.
    pub number: Option<i64>,
}

/// The notices of a game that have events after a number, in order.
pub fn of_game(
    conn: &mut Conn,
    game: GameId,
    after: i64,
    limit: i64,
) -> QueryResult<Vec<NoticeRow>> {
    notices::table
        .filter(notices::game_id.eq(game))
        .filter(notices::last.gt(after))
        .order(notices::first)
        .limit(limit)
        .select(NoticeRow::as_select())
        .load(conn)
}

/// The numbered notices of the games in which a player holds a seat, after a number and in order.
pub fn of_player(
    conn: &mut Conn,
    player: PlayerId,
    after: i64,
    limit: i64,
) -> QueryResult<Vec<NoticeRow>> {
    let own = seats::table
        .filter(seats::game_id.eq(notices::game_id))
        .filter(seats::player_id.eq(player));
    notices::table
        .filter(notices::number.gt(after))
        .filter(diesel::dsl::exists(own))
        .order(notices::number)
        .limit(limit)
        .select(NoticeRow::as_select())
        .load(conn)
}

/// The last number of the feed; 0 while it is empty.
pub fn last_number(conn: &mut Conn) -> QueryResult<i64> {
    let last: Option<i64> = notices::table.select(max(notices::number)).first(conn)?;
    Ok(last.unwrap_or(0))
}

/// The games that the feed names after a number, with the players who sit at them, and the last number of it.
pub fn named_since(
    conn: &mut Conn,
    after: i64,
) -> QueryResult<(i64, Vec<(GameId, Option<PlayerId>)>)> {
    let last = last_number(conn)?;
    let named = notices::table
        .left_join(seats::table.on(seats::game_id.eq(notices::game_id)))
        .filter(notices::number.gt(after))
        .filter(notices::number.le(last))
        .select((notices::game_id, seats::player_id.nullable()))
        .distinct()
        .load(conn)?;
    Ok((last, named))
}

/// Gives the notices that have none their numbers, at most `limit` at a time; how many there were. With several servers
/// one at a time does so; `None` says that another one is at it, perhaps without having seen what came last.
pub fn number(conn: &mut Conn, limit: i64) -> QueryResult<Option<usize>> {
    if !alone(conn, Task::Number)? {
        return Ok(None);
    }
    // In the order of each game; between games any order will do.
    let statement = format!(
        "UPDATE notices SET number = next.number
        FROM (
            SELECT game_id, first, row_number() OVER (ORDER BY game_id, first)
                + (SELECT coalesce(max(number), 0) FROM notices) AS number
            FROM (
                SELECT game_id, first FROM notices WHERE number IS NULL
                ORDER BY game_id, first LIMIT {limit}
            ) AS waiting
        ) AS next
        WHERE notices.game_id = next.game_id AND notices.first = next.first"
    );
    each!(conn, c => sql_query(statement).execute(c)).map(Some)
}
