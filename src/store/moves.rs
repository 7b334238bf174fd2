//! Many moves in one statement of PostgreSQL: a chain of data-modifying parts over arrays, one row per element. It
//! takes a single round trip and is planned once.

use super::actions::{ActionKind, ActionRow};
use super::answers::{AnswerKind, AnswerRow};
use super::commit::{Committed, Expected, GameCommit};
use super::conn::Conn;
use super::games;
use super::notices::NoticeRow;
use super::snapshots::SnapshotRow;
use super::waits::WaitRow;
use crate::model::{GameId, Moment, PlayerId, Status};
use diesel::connection::SimpleConnection;
use diesel::pg::{Pg, PgConnection};
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{Array, BigInt, Bool, Nullable, SmallInt, Text};
use std::collections::HashSet;
use std::marker::PhantomData;

/// What the statement writes.
struct Moves<'a> {
    moves: MoveArrays<'a>,
    answers: AnswerArrays<'a>,
    actions: ActionArrays<'a>,
    snapshots: SnapshotArrays<'a>,
    waits: WaitArrays<'a>,
    notices: NoticeArrays<'a>,
}

/// How the statement is to be planned on a new connection: once, for any number of moves, with joins in memory. Left to itself
/// PostgreSQL plans it anew each time, which takes as long as to write some moves, and where it does not, it takes the arrays for
/// so short that it joins them by loops.
const PLANNING: &str = "
    SET plan_cache_mode = force_generic_plan;
    SET enable_nestloop = off;
    SET enable_mergejoin = off;
    SET enable_seqscan = off;
    SET jit = off;
";

/// Prepares a new connection for the statement. It should be used for games only.
pub(super) fn prepare(conn: &mut Conn) -> QueryResult<()> {
    match conn {
        Conn::Postgres(conn) => conn.batch_execute(PLANNING),
        Conn::Sqlite(_) => Ok(()),
    }
}

/// Is this a change that the statement can write: of a game that exists, without seats, invitations, messages and
/// standing answers?
pub(super) fn is_move(commit: &GameCommit) -> bool {
    matches!(commit.expected, Expected::Version(_))
        && commit.seats.is_empty()
        && commit.invites.is_empty()
        && commit.standings.is_empty()
        && commit.message.is_none()
}

/// Writes moves of different games, with different keys; says of each what became of it.
pub(super) fn write(
    conn: &mut PgConnection,
    commits: &[&GameCommit],
) -> QueryResult<Vec<Committed>> {
    let answers = commits
        .iter()
        .filter_map(|commit| Some((commit.game, commit.answer.as_ref()?)));
    let waits = commits.iter().filter_map(|commit| commit.waits.as_ref());
    let moves = Moves {
        moves: MoveArrays::of(commits.iter().copied()),
        answers: AnswerArrays::of(answers),
        actions: ActionArrays::of(commits.iter().flat_map(|commit| &commit.actions)),
        snapshots: SnapshotArrays::of(commits.iter().filter_map(|c| c.snapshot.as_ref())),
        waits: WaitArrays::of(waits.flatten()),
        notices: NoticeArrays::of(commits.iter().filter_map(|c| c.notice.as_ref())),
    };
    let done: HashSet<GameId> = moves.write(conn)?.into_iter().collect();
    let committed = |commit: &&GameCommit| {
        if done.contains(&commit.game) {
            Committed::Done
        } else {
            Committed::Stale
        }
    };
    Ok(commits.iter().map(committed).collect())
}

impl Moves<'_> {
    /// Writes them; says which games it changed.
    fn write(&self, conn: &mut PgConnection) -> QueryResult<Vec<GameId>> {
        let pictured = !self.snapshots.game_id.is_empty();
        let awaited = self.moves.renews_waits.contains(&true);
        match (pictured, awaited) {
            (false, false) => Statement::<false, false>(self).load(conn),
            (false, true) => Statement::<false, true>(self).load(conn),
            (true, false) => Statement::<true, false>(self).load(conn),
            (true, true) => Statement::<true, true>(self).load(conn),
        }
    }
}

/// The statement and its arrays. Most moves come without a picture of the position, and many leave those who are waited for as
/// they are: a part that would have nothing to do takes as long as to write some moves, and is left out.
struct Statement<'a, const PICTURED: bool, const AWAITED: bool>(&'a Moves<'a>);

impl<const PICTURED: bool, const AWAITED: bool> QueryFragment<Pg>
    for Statement<'_, PICTURED, AWAITED>
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("WITH ");
        self.0.moves.walk(&mut out)?;
        self.0.answers.walk(&mut out)?;
        self.0.actions.walk(&mut out)?;
        self.0.notices.walk(&mut out)?;
        out.push_sql(include_str!("moves/games.sql"));
        if PICTURED {
            self.0.snapshots.walk(&mut out)?;
            out.push_sql(include_str!("moves/snapshots.sql"));
        }
        if AWAITED {
            self.0.waits.walk(&mut out)?;
            out.push_sql(include_str!("moves/waits.sql"));
        }
        out.push_sql(include_str!("moves/log.sql"));
        Ok(())
    }
}

impl<const PICTURED: bool, const AWAITED: bool> QueryId for Statement<'_, PICTURED, AWAITED> {
    type QueryId = Statement<'static, PICTURED, AWAITED>;

    // The text of each form never varies, so that it stays prepared.
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl<const PICTURED: bool, const AWAITED: bool> Query for Statement<'_, PICTURED, AWAITED> {
    type SqlType = Text;
}

impl<const PICTURED: bool, const AWAITED: bool> RunQueryDsl<PgConnection>
    for Statement<'_, PICTURED, AWAITED>
{
}

/// A table of arrays: the column that holds the game, then name, SQL type, Rust type and source of every other.
macro_rules! arrays {
    ($name:ident, $row:ty, $table:literal {
        $game:ident = $get_game:expr;
        $($column:ident: $sql:ty = $type:ty, $get:expr;)+
    }) => {
        struct $name<'a> {
            $game: Vec<GameId>,
            $($column: Vec<$type>,)+
            rows: PhantomData<&'a ()>,
        }

        impl<'a> $name<'a> {
            fn of(rows: impl Iterator<Item = $row> + Clone) -> $name<'a> {
                $name {
                    $game: rows.clone().map($get_game).collect(),
                    $($column: rows.clone().map($get).collect(),)+
                    rows: PhantomData,
                }
            }

            /// Writes `table (columns) AS (SELECT * FROM unnest(arrays)),`.
            fn walk<'b>(&'b self, out: &mut AstPass<'_, 'b, Pg>) -> QueryResult<()> {
                let columns = [stringify!($game), $(stringify!($column)),+].join(", ");
                out.push_sql(concat!($table, " ("));
                out.push_sql(&columns);
                out.push_sql(") AS (SELECT * FROM unnest(");
                out.push_bind_param::<Array<Text>, _>(&self.$game)?;
                $(
                    out.push_sql(", ");
                    out.push_bind_param::<Array<$sql>, _>(&self.$column)?;
                )+
                out.push_sql(")),\n");
                Ok(())
            }
        }
    };
}

arrays!(MoveArrays, &'a GameCommit, "move" {
    id = |commit| commit.game;
    version: Nullable<BigInt> = Option<i64>, expected_version;
    renews_waits: Bool = bool, |commit| commit.waits.is_some();
    status: Text = Status, |commit| commit.change.status;
    owner_id: Nullable<Text> = Option<PlayerId>, |commit| commit.change.owner_id;
    seat_count: SmallInt = i16, |commit| commit.change.seat_count;
    free_seats: SmallInt = i16, |commit| commit.change.free_seats;
    revision: BigInt = i64, |commit| commit.change.revision;
    phase_since: BigInt = i64, |commit| commit.change.phase_since;
    draws: BigInt = i64, |commit| commit.change.draws;
    outcome: Nullable<Text> = Option<&'a str>, |commit| commit.change.outcome.as_deref();
    suspended_reason: Nullable<Text> = Option<&'a str>,
        |commit| commit.change.suspended_reason.as_deref();
    undo_seat: Nullable<SmallInt> = Option<i16>, |commit| commit.change.undo_seat;
    attendance: Nullable<Text> = Option<&'a str>, |commit| commit.change.attendance.as_deref();
    rematch_id: Nullable<Text> = Option<GameId>, |commit| commit.change.rematch_id;
    events: BigInt = i64, |commit| commit.change.events;
    started_at: Nullable<BigInt> = Option<Moment>, |commit| commit.change.started_at;
    updated_at: BigInt = Moment, |commit| commit.change.updated_at;
    step: BigInt = i64, |commit| games::step(commit.change.updated_at);
});

arrays!(AnswerArrays, (GameId, &'a AnswerRow), "answer" {
    of_move = |(game, _)| game;
    scope: Text = &'a str, |(_, row)| row.scope.as_str();
    key_hash: Text = &'a str, |(_, row)| row.key_hash.as_str();
    fingerprint: Text = &'a str, |(_, row)| row.fingerprint.as_str();
    kind: Text = AnswerKind, |(_, row)| row.kind;
    game_id: Nullable<Text> = Option<GameId>, |(_, row)| row.game_id;
    first_revision: Nullable<BigInt> = Option<i64>, |(_, row)| row.first_revision;
    revision: Nullable<BigInt> = Option<i64>, |(_, row)| row.revision;
    seat: Nullable<SmallInt> = Option<i16>, |(_, row)| row.seat;
    sealed: Nullable<Text> = Option<&'a str>, |(_, row)| row.sealed.as_deref();
    at: BigInt = Moment, |(_, row)| row.at;
});

arrays!(ActionArrays, &'a ActionRow, "action" {
    game_id = |row| row.game_id;
    revision: BigInt = i64, |row| row.revision;
    kind: Text = ActionKind, |row| row.kind;
    seat: Nullable<SmallInt> = Option<i16>, |row| row.seat;
    body: Text = &'a str, |row| row.body.as_str();
    outcomes: Text = &'a str, |row| row.outcomes.as_str();
    events: Text = &'a str, |row| row.events.as_str();
    hash: Text = &'a str, |row| row.hash.as_str();
    undo_seat: Nullable<SmallInt> = Option<i16>, |row| row.undo_seat;
    at: BigInt = Moment, |row| row.at;
});

arrays!(SnapshotArrays, &'a SnapshotRow, "snapshot" {
    game_id = |row| row.game_id;
    revision: BigInt = i64, |row| row.revision;
    position: Text = &'a str, |row| row.position.as_str();
});

arrays!(WaitArrays, &'a WaitRow, "wait" {
    game_id = |row| row.game_id;
    seat: SmallInt = i16, |row| row.seat;
    player_id: Nullable<Text> = Option<PlayerId>, |row| row.player_id;
    since: BigInt = Moment, |row| row.since;
    deadline: Nullable<BigInt> = Option<Moment>, |row| row.deadline;
    asks: Text = &'a str, |row| row.asks.as_str();
});

arrays!(NoticeArrays, &'a NoticeRow, "notice" {
    game_id = |row| row.game_id;
    first: BigInt = i64, |row| row.first;
    last: BigInt = i64, |row| row.last;
    from_revision: BigInt = i64, |row| row.from_revision;
    to_revision: BigInt = i64, |row| row.to_revision;
    body: Text = &'a str, |row| row.body.as_str();
    at: BigInt = Moment, |row| row.at;
});

/// `None`, which equals no version, for a game that is new.
fn expected_version(commit: &GameCommit) -> Option<i64> {
    match commit.expected {
        Expected::Version(version) => Some(version),
        Expected::New(_) => None,
    }
}
