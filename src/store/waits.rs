//! Whom games wait for.

use super::conn::Conn;
use super::schema::waits;
use crate::model::{GameId, Moment, PlayerId};
use diesel::prelude::*;

/// A row of `waits`.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = waits, treat_none_as_default_value = false)]
pub struct WaitRow {
    /// The game.
    pub game_id: GameId,
    /// The seat it waits for.
    pub seat: i16,
    /// Who decides for that seat: its holder, or the bot that plays for them.
    pub player_id: Option<PlayerId>,
    /// Since when.
    pub since: Moment,
    /// Until when, if there is a clock.
    pub deadline: Option<Moment>,
    /// What sort of decision it waits for, a word of the game's own.
    pub asks: String,
}

/// Whom a game waits for, by seat.
pub fn of_game(conn: &mut Conn, game: GameId) -> QueryResult<Vec<WaitRow>> {
    waits::table
        .filter(waits::game_id.eq(game))
        .order(waits::seat)
        .select(WaitRow::as_select())
        .load(conn)
}

/// Whom many games wait for, by game and seat.
pub fn of_games(conn: &mut Conn, games: &[GameId]) -> QueryResult<Vec<WaitRow>> {
    waits::table
        .filter(waits::game_id.eq_any(games))
        .order((waits::game_id, waits::seat))
        .select(WaitRow::as_select())
        .load(conn)
}

/// What waits for a player, the longest-waiting first: at most `limit` after a place in that order.
pub fn of_player(
    conn: &mut Conn,
    player: PlayerId,
    after: Option<(Moment, GameId)>,
    limit: i64,
) -> QueryResult<Vec<WaitRow>> {
    let mut query = waits::table
        .filter(waits::player_id.eq(player))
        .order((waits::since, waits::game_id))
        .limit(limit)
        .select(WaitRow::as_select())
        .into_boxed();
    if let Some((since, game)) = after {
        query = query
            .filter(waits::since.ge(since))
            .filter(waits::since.gt(since).or(waits::game_id.gt(game)));
    }
    query.load(conn)
}

/// Where a deadline stands in the order in which they are met: its instant and the game.
pub type Due = (Moment, GameId);

/// The games in which a deadline has passed by `now`, the longest overdue first: at most `limit` after a place in that
/// order.
pub fn due(conn: &mut Conn, now: Moment, after: Option<Due>, limit: i64) -> QueryResult<Vec<Due>> {
    let mut query = waits::table
        .filter(waits::deadline.le(now))
        .order((waits::deadline, waits::game_id))
        .limit(limit)
        .select((waits::deadline.assume_not_null(), waits::game_id))
        .into_boxed();
    if let Some((deadline, game)) = after {
        query = query
            .filter(waits::deadline.ge(deadline))
            .filter(waits::deadline.gt(deadline).or(waits::game_id.gt(game)));
    }
    query.load(conn)
}

/// The games that have waited since an instant or longer for one of these players, the longest-waiting first.
pub fn of_any(
    conn: &mut Conn,
    players: &[PlayerId],
    since: Moment,
    limit: i64,
) -> QueryResult<Vec<GameId>> {
    waits::table
        .filter(waits::player_id.eq_any(players))
        .filter(waits::since.le(since))
        .order((waits::since, waits::game_id))
        .limit(limit)
        .select(waits::game_id)
        .load(conn)
}

/// The first deadline after an instant.
pub fn next_deadline(conn: &mut Conn, now: Moment) -> QueryResult<Option<Moment>> {
    waits::table
        .filter(waits::deadline.gt(now))
        .order(waits::deadline)
        .select(waits::deadline.assume_not_null())
        .first(conn)
        .optional()
}
