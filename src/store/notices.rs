//! What commits announce, each with a number in the feed of all games.
//!
//! Whoever gives numbers holds the row of the last one until what it wrote can be seen, so that whoever has read up to a
//! number has missed nothing. That row is taken last in a transaction: nobody waits for anything while holding it.

use super::conn::Conn;
use super::schema::{feed, notices, seats};
use crate::model::{GameId, Moment, PlayerId};
use diesel::prelude::*;

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
    /// Its place in the feed, which it gets when it is written.
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
    feed::table.select(feed::number).first(conn)
}

/// The games that the feed names after a number and up to another, with the players who sit at them.
pub fn named(
    conn: &mut Conn,
    after: i64,
    last: i64,
) -> QueryResult<Vec<(GameId, Option<PlayerId>)>> {
    notices::table
        .left_join(seats::table.on(seats::game_id.eq(notices::game_id)))
        .filter(notices::number.gt(after))
        .filter(notices::number.le(last))
        .select((notices::game_id, seats::player_id.nullable()))
        .distinct()
        .load(conn)
}

/// Writes notices with the next numbers, in this order and as the last thing that the open transaction does.
pub(super) fn write(conn: &mut Conn, rows: &[&NoticeRow]) -> QueryResult<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let count = rows.len() as i64;
    diesel::update(feed::table)
        .set(feed::number.eq(feed::number + count))
        .execute(conn)?;
    let last = last_number(conn)?;
    for (row, number) in rows.iter().zip(last - count + 1..) {
        let row = NoticeRow {
            number: Some(number),
            ..(*row).clone()
        };
        diesel::insert_into(notices::table)
            .values(&row)
            .execute(conn)?;
    }
    Ok(())
}
