//! When players are on holiday: intervals that never overlap, in which their clocks stand still.

use super::conn::Conn;
use super::schema::holidays;
use crate::model::{Moment, PlayerId};
use diesel::prelude::*;

/// A row of `holidays`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = holidays)]
pub struct HolidayRow {
    /// Whose.
    pub player_id: PlayerId,
    /// The first instant of it.
    pub from_at: Moment,
    /// The first instant after it.
    pub until_at: Moment,
}

/// The holidays of a player, in order.
pub fn of_player(conn: &mut Conn, player: PlayerId) -> QueryResult<Vec<HolidayRow>> {
    holidays::table
        .filter(holidays::player_id.eq(player))
        .order(holidays::from_at)
        .select(HolidayRow::as_select())
        .load(conn)
}

/// The holidays of many players that end after an instant, each player's in order.
pub fn of_players(
    conn: &mut Conn,
    players: &[PlayerId],
    after: Moment,
) -> QueryResult<Vec<HolidayRow>> {
    holidays::table
        .filter(holidays::player_id.eq_any(players))
        .filter(holidays::until_at.gt(after))
        .order((holidays::player_id, holidays::from_at))
        .select(HolidayRow::as_select())
        .load(conn)
}

/// Adds a holiday.
pub fn insert(conn: &mut Conn, row: HolidayRow) -> QueryResult<()> {
    diesel::insert_into(holidays::table)
        .values(row)
        .execute(conn)?;
    Ok(())
}

/// Lets a holiday end at another instant.
pub fn end(conn: &mut Conn, row: HolidayRow, at: Moment) -> QueryResult<()> {
    diesel::update(holidays::table.find((row.player_id, row.from_at)))
        .set(holidays::until_at.eq(at))
        .execute(conn)?;
    Ok(())
}

/// Takes a holiday back.
pub fn remove(conn: &mut Conn, row: HolidayRow) -> QueryResult<()> {
    diesel::delete(holidays::table.find((row.player_id, row.from_at))).execute(conn)?;
    Ok(())
}

/// Forgets all holidays of a player.
pub fn remove_all(conn: &mut Conn, player: PlayerId) -> QueryResult<()> {
    diesel::delete(holidays::table.filter(holidays::player_id.eq(player))).execute(conn)?;
    Ok(())
}
