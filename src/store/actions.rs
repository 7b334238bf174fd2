//! The log of a game, one row per revision: the truth about it.

use super::conn::Conn;
use super::schema::actions;
use crate::model::choices::UnknownWord;
use crate::model::{GameId, Moment};
use diesel::prelude::*;
use std::str::FromStr;

/// A row of `actions`.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = actions, treat_none_as_default_value = false)]
pub struct ActionRow {
    /// The game.
    pub game_id: GameId,
    /// The revision that this made, from 1.
    pub revision: i64,
    /// What sort of change it was.
    pub kind: ActionKind,
    /// Who acted; `None` if nobody did.
    pub seat: Option<i16>,
    /// The action as JSON.
    pub body: String,
    /// What was drawn, as JSON.
    pub outcomes: String,
    /// What happened, whole, as JSON.
    pub events: String,
    /// The hash of the position after it.
    pub hash: String,
    /// The seat that may take it back.
    pub undo_seat: Option<i16>,
    /// When it happened.
    pub at: Moment,
}

/// What sort of change a revision was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// The table was set up.
    Start,
    /// A seat acted.
    Action,
    /// The game's default action was taken for a seat that nobody decided for.
    Fallback,
    /// Actions were taken back.
    Undo,
    /// The holder of a seat left for good.
    Resignation,
    /// The game ended for a reason that is none of its rules.
    End,
}

impl ActionKind {
    /// The word it is stored as.
    pub fn word(self) -> &'static str {
        match self {
            ActionKind::Start => "start",
            ActionKind::Action => "action",
            ActionKind::Fallback => "fallback",
            ActionKind::Undo => "undo",
            ActionKind::Resignation => "resignation",
            ActionKind::End => "end",
        }
    }
}

impl FromStr for ActionKind {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<ActionKind, UnknownWord> {
        match text {
            "start" => Ok(ActionKind::Start),
            "action" => Ok(ActionKind::Action),
            "fallback" => Ok(ActionKind::Fallback),
            "undo" => Ok(ActionKind::Undo),
            "resignation" => Ok(ActionKind::Resignation),
            "end" => Ok(ActionKind::End),
            _ => Err(UnknownWord),
        }
    }
}

/// At most `limit` revisions after one, in order.
pub fn range(conn: &mut Conn, game: GameId, after: i64, limit: i64) -> QueryResult<Vec<ActionRow>> {
    actions::table
        .filter(actions::game_id.eq(game))
        .filter(actions::revision.gt(after))
        .order(actions::revision)
        .limit(limit)
        .select(ActionRow::as_select())
        .load(conn)
}

/// All revisions from one on, in order.
pub fn since(conn: &mut Conn, game: GameId, first: i64) -> QueryResult<Vec<ActionRow>> {
    actions::table
        .filter(actions::game_id.eq(game))
        .filter(actions::revision.ge(first))
        .order(actions::revision)
        .select(ActionRow::as_select())
        .load(conn)
}

/// One revision.
pub fn find(conn: &mut Conn, game: GameId, revision: i64) -> QueryResult<Option<ActionRow>> {
    actions::table
        .find((game, revision))
        .select(ActionRow::as_select())
        .first(conn)
        .optional()
}
