//! Changing a game's own row on SQLite by a statement that stays prepared. Those of the query builder may differ each time, so
//! that they are prepared each time, which took longer than to write the row.

use super::games::{GameChange, step};
use crate::model::GameId;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Nullable, SmallInt, Text};
use diesel::sqlite::{Sqlite, SqliteConnection};

/// The statement. It changes no row if the game has another version.
struct Change<'a> {
    game: GameId,
    version: i64,
    next: i64,
    step: i64,
    change: &'a GameChange,
}

/// Changes a game if it has this version; says how many rows that were.
pub(super) fn change(
    conn: &mut SqliteConnection,
    game: GameId,
    version: i64,
    change: &GameChange,
) -> QueryResult<usize> {
    let statement = Change {
        game,
        version,
        next: version + 1,
        step: step(change.updated_at),
        change,
    };
    statement.execute(conn)
}

impl QueryFragment<Sqlite> for Change<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        macro_rules! set {
            ($($column:ident: $sql:ty,)+) => {
                $(
                    out.push_sql(concat!(", ", stringify!($column), " = "));
                    out.push_bind_param::<$sql, _>(&self.change.$column)?;
                )+
            };
        }
        out.push_sql("UPDATE games SET version = ");
        out.push_bind_param::<BigInt, _>(&self.next)?;
        out.push_sql(", step = ");
        out.push_bind_param::<BigInt, _>(&self.step)?;
        set! {
            status: Text,
            owner_id: Nullable<Text>,
            seat_count: SmallInt,
            free_seats: SmallInt,
            revision: BigInt,
            phase_since: BigInt,
            draws: BigInt,
            outcome: Nullable<Text>,
            suspended_reason: Nullable<Text>,
            undo_seat: Nullable<SmallInt>,
            attendance: Nullable<Text>,
            rematch_id: Nullable<Text>,
            events: BigInt,
            started_at: Nullable<BigInt>,
            updated_at: BigInt,
        }
        out.push_sql(" WHERE id = ");
        out.push_bind_param::<Text, _>(&self.game)?;
        out.push_sql(" AND version = ");
        out.push_bind_param::<BigInt, _>(&self.version)
    }
}

impl QueryId for Change<'_> {
    type QueryId = Change<'static>;

    // The text never varies.
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl RunQueryDsl<SqliteConnection> for Change<'_> {}
