//! Games: what was offered, and where it stands.

use super::conn::Conn;
use super::schema::{games, seats, waits};
use crate::model::{Absence, GameId, Moment, PlayerId, StartRule, Status, Visibility};
use diesel::dsl::exists;
use diesel::prelude::*;
use std::collections::HashMap;

/// A row of `games`.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = games)]
pub struct GameRow {
    /// The game.
    pub id: GameId,
    /// How many times the row was written; what a commit compares.
    pub version: i64,
    /// What was offered.
    #[diesel(embed)]
    pub offer: NewGame,
    /// Where it stands.
    #[diesel(embed)]
    pub state: GameChange,
}

/// What is fixed about a game once it is offered.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = games, treat_none_as_default_value = false)]
pub struct NewGame {
    /// Its name in the catalogue.
    pub game: String,
    /// The ruleset it is pinned to.
    pub ruleset: String,
    /// What its owner calls it.
    pub title: Option<String>,
    /// Who may see it.
    pub visibility: Visibility,
    /// When it starts.
    pub start_rule: StartRule,
    /// The options, complete, as JSON.
    pub options: String,
    /// The clock as JSON.
    pub clock: String,
    /// What happens when a clock runs out.
    pub absence: Absence,
    /// After how many deadlines missed in a row a seat is taken over.
    pub takeover_after: i16,
    /// The server's part of the seed: a secret until the end.
    pub server_seed: String,
    /// What was published about that seed at the offer.
    pub commitment: String,
    /// When it was offered.
    pub created_at: Moment,
}

/// Everything about a game that changes; a commit writes all of it.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = games, treat_none_as_default_value = false, treat_none_as_null = true)]
pub struct GameChange {
    /// Where the game stands.
    pub status: Status,
    /// Who may start it, withdraw it and free its seats.
    pub owner_id: Option<PlayerId>,
    /// How many seats the table has.
    pub seat_count: i16,
    /// How many of them nobody holds.
    pub free_seats: i16,
    /// The number of logged changes.
    pub revision: i64,
    /// The revision at which the present phase began.
    pub phase_since: i64,
    /// How many draws were made.
    pub draws: i64,
    /// The outcome as JSON, once there is one.
    pub outcome: Option<String>,
    /// Why it is suspended, while it is.
    pub suspended_reason: Option<String>,
    /// The seat that may take back the last action.
    pub undo_seat: Option<i16>,
    /// Who is there and how much time they have, as JSON; nothing has been noted while it is `None`.
    pub attendance: Option<String>,
    /// The game that the same table plays next.
    pub rematch_id: Option<GameId>,
    /// How many events have happened.
    pub events: i64,
    /// When it started.
    pub started_at: Option<Moment>,
    /// When it last changed.
    pub updated_at: Moment,
}

/// Which games to list; all conditions hold together.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Who asks: public games are listed, and those private ones in which this player holds a seat or has one kept free.
    pub caller: Option<PlayerId>,
    /// Its name in the catalogue.
    pub game: Option<String>,
    /// Where it stands.
    pub status: Option<Status>,
    /// Somebody who holds a seat.
    pub player: Option<PlayerId>,
    /// Somebody whom the game waits for.
    pub awaiting: Option<PlayerId>,
    /// Only with a free seat. Without a status these are games that have not started.
    pub open: bool,
}

/// In which order to list games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Those offered last come first.
    Newest,
    /// Those that have not changed for the longest time come first.
    Waiting,
}

/// Where a page of games ended: the last game's `created_at` or, for [`Sort::Waiting`], `updated_at`, and its id.
pub type After = (Moment, GameId);

/// The game with this id.
pub fn find(conn: &mut Conn, id: GameId) -> QueryResult<Option<GameRow>> {
    games::table
        .find(id)
        .select(GameRow::as_select())
        .first(conn)
        .optional()
}

/// The versions of the games with these ids.
pub(super) fn versions(conn: &mut Conn, ids: &[GameId]) -> QueryResult<HashMap<GameId, i64>> {
    let versions: Vec<(GameId, i64)> = games::table
        .filter(games::id.eq_any(ids))
        .select((games::id, games::version))
        .load(conn)?;
    Ok(versions.into_iter().collect())
}

/// At most `limit` games after one, whoever may see them, in the order of their ids.
pub fn all(
    conn: &mut Conn,
    status: Option<Status>,
    after: Option<GameId>,
    limit: i64,
) -> QueryResult<Vec<GameRow>> {
    let mut query = games::table
        .select(GameRow::as_select())
        .order(games::id)
        .limit(limit)
        .into_boxed();
    if let Some(status) = status {
        query = query.filter(games::status.eq(status));
    }
    if let Some(after) = after {
        query = query.filter(games::id.gt(after));
    }
    query.load(conn)
}

/// How many games there are.
pub fn count(conn: &mut Conn) -> QueryResult<i64> {
    games::table.count().get_result(conn)
}

/// The games with these ids, in no particular order.
pub fn of_ids(conn: &mut Conn, ids: &[GameId]) -> QueryResult<Vec<GameRow>> {
    games::table
        .filter(games::id.eq_any(ids))
        .select(GameRow::as_select())
        .load(conn)
}

/// The running games against a clock in which a player holds a seat.
pub fn running_by_clock(conn: &mut Conn, player: PlayerId) -> QueryResult<Vec<GameId>> {
    games::table
        .filter(games::status.eq(Status::Running))
        .filter(games::clock.not_like("%\"none\"%"))
        .filter(exists(held_by(player)))
        .order(games::id)
        .select(games::id)
        .load(conn)
}

/// How many games are written anew by one statement: SQLite takes each id as a value of its own, and not any number of them.
const RENEWED_AT_ONCE: usize = 1_000;

/// Writes all games anew that a player owns or holds a seat of, since it shows in them who the player is: whoever has kept
/// one finds out by its version.
pub(super) fn renew_of(conn: &mut Conn, player: PlayerId) -> QueryResult<()> {
    // Always in the same order, so that two servers never wait for each other.
    let own = games::table
        .filter(exists(held_by(player)).or(games::owner_id.eq(player)))
        .order(games::id)
        .select(games::id);
    let ids: Vec<GameId> = match conn {
        Conn::Postgres(conn) => own.for_no_key_update().load(conn)?,
        Conn::Sqlite(conn) => own.load(conn)?,
    };
    for some in ids.chunks(RENEWED_AT_ONCE) {
        diesel::update(games::table.filter(games::id.eq_any(some)))
            .set(games::version.eq(games::version + 1))
            .execute(conn)?;
    }
    Ok(())
}

/// The seats of games that have not started that are kept free for a player.
pub fn kept_free(conn: &mut Conn, player: PlayerId) -> QueryResult<Vec<(GameId, i16)>> {
    seats::table
        .inner_join(games::table)
        .filter(seats::reserved_for.eq(player))
        .filter(games::status.eq(Status::Open))
        .select((seats::game_id, seats::seat))
        .load(conn)
}

/// At most `limit` games after a place in the order.
///
/// A game that changes while the pages of [`Sort::Waiting`] are read moves to the end: it may come twice, none is
/// left out.
pub fn list(
    conn: &mut Conn,
    filter: &Filter,
    sort: Sort,
    after: Option<After>,
    limit: i64,
) -> QueryResult<Vec<GameRow>> {
    let mut query = games::table
        .select(GameRow::as_select())
        .limit(limit)
        .into_boxed();

    let public = games::visibility.eq(Visibility::Public);
    query = match filter.caller {
        None => query.filter(public),
        Some(caller) => query.filter(
            public
                .or(exists(held_by(caller)))
                .or(exists(kept_for(caller))),
        ),
    };
    if let Some(game) = &filter.game {
        query = query.filter(games::game.eq(game.clone()));
    }
    if let Some(player) = filter.player {
        query = query.filter(exists(held_by(player)));
    }
    if let Some(player) = filter.awaiting {
        let awaited = waits::table
            .filter(waits::game_id.eq(games::id))
            .filter(waits::player_id.eq(player));
        query = query.filter(exists(awaited));
    }
    if filter.open {
        query = query
            .filter(games::free_seats.gt(0))
            .filter(exists(free_for(filter.caller)));
    }
    if let Some(status) = filter.status.or(filter.open.then_some(Status::Open)) {
        query = query.filter(games::status.eq(status));
    }

    // `le` says no more than the rest does, but an index can begin there.
    query = match (sort, after) {
        (Sort::Newest, Some((at, id))) => query
            .filter(games::created_at.le(at))
            .filter(games::created_at.lt(at).or(games::id.lt(id))),
        (Sort::Waiting, Some((at, id))) => query
            .filter(games::step.ge(step(at)))
            .filter(games::updated_at.ge(at))
            .filter(games::updated_at.gt(at).or(games::id.gt(id))),
        (Sort::Newest | Sort::Waiting, None) => query,
    };
    match sort {
        Sort::Newest => query.order((games::created_at.desc(), games::id.desc())),
        // Of one step there are few, which are sorted as they are read.
        Sort::Waiting => query.order((games::step.asc(), games::updated_at.asc(), games::id.asc())),
    }
    .load(conn)
}

/// In which step an instant lies. An index holds the steps in which games last changed, and not the instants, so that
/// a move rarely has to change it.
pub(super) fn step(at: Moment) -> i64 {
    const MILLIS: i64 = 5 * 60 * 1_000;
    at.0.div_euclid(MILLIS)
}

/// The seats of a game that nobody holds and that are not kept free for anybody else.
#[diesel::dsl::auto_type]
fn free_for(player: Option<PlayerId>) -> _ {
    let kept_for_nobody_else = seats::reserved_for
        .is_null()
        .or(seats::reserved_for.eq(player));
    seats::table
        .filter(seats::game_id.eq(games::id))
        .filter(seats::player_id.is_null())
        .filter(kept_for_nobody_else)
}

/// The seats of a game that are kept free for a player.
#[diesel::dsl::auto_type]
fn kept_for(player: PlayerId) -> _ {
    seats::table
        .filter(seats::game_id.eq(games::id))
        .filter(seats::reserved_for.eq(player))
}

/// The seats of a game that a player holds.
#[diesel::dsl::auto_type]
fn held_by(player: PlayerId) -> _ {
    seats::table
        .filter(seats::game_id.eq(games::id))
        .filter(seats::player_id.eq(player))
}
