//! Answers kept for requests that may come again.

use super::conn::{Conn, each};
use super::schema::answers;
use crate::model::choices::UnknownWord;
use crate::model::{GameId, Moment};
use diesel::prelude::*;
use std::str::FromStr;

/// A row of `answers`.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = answers, treat_none_as_default_value = false)]
pub struct AnswerRow {
    /// Within what the key is unique: an account, or a route.
    pub scope: String,
    /// The hash of the idempotency key.
    pub key_hash: String,
    /// What the request was, to tell another one under the same key.
    pub fingerprint: String,
    /// How the answer is kept.
    pub kind: AnswerKind,
    /// The game of a move or message.
    pub game_id: Option<GameId>,
    /// The first revision that a move made.
    pub first_revision: Option<i64>,
    /// The last revision that a move made, or the number of a message.
    pub revision: Option<i64>,
    /// The seat that moved.
    pub seat: Option<i16>,
    /// A sealed answer.
    pub sealed: Option<String>,
    /// When it was given.
    pub at: Moment,
}

/// How an answer is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// Whole, under a key that only the asker has.
    Sealed,
    /// As the place in the log from which it is made again.
    Move,
    /// As the number of the message from which it is made again.
    Message,
}

impl AnswerKind {
    /// The word it is stored as.
    pub fn word(self) -> &'static str {
        match self {
            AnswerKind::Sealed => "sealed",
            AnswerKind::Move => "move",
            AnswerKind::Message => "message",
        }
    }
}

impl FromStr for AnswerKind {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<AnswerKind, UnknownWord> {
        match text {
            "sealed" => Ok(AnswerKind::Sealed),
            "move" => Ok(AnswerKind::Move),
            "message" => Ok(AnswerKind::Message),
            _ => Err(UnknownWord),
        }
    }
}

/// The answer kept for a key.
pub fn find(conn: &mut Conn, scope: &str, key_hash: &str) -> QueryResult<Option<AnswerRow>> {
    answers::table
        .find((scope, key_hash))
        .select(AnswerRow::as_select())
        .first(conn)
        .optional()
}

/// Keeps an answer unless one is kept for its key; says whether it did. For what changes no game: an answer about
/// a game goes with its commit.
pub fn insert(conn: &mut Conn, answer: &AnswerRow) -> QueryResult<bool> {
    let rows = each!(conn, c => diesel::insert_into(answers::table)
        .values(answer)
        .on_conflict_do_nothing()
        .execute(c))?;
    Ok(rows == 1)
}

/// Forgets the answer kept for a key.
pub fn remove(conn: &mut Conn, scope: &str, key_hash: &str) -> QueryResult<usize> {
    diesel::delete(answers::table.find((scope, key_hash))).execute(conn)
}

/// When the oldest answer was given.
pub fn oldest(conn: &mut Conn) -> QueryResult<Option<Moment>> {
    answers::table
        .select(answers::at)
        .order(answers::at)
        .first(conn)
        .optional()
}

/// Forgets the answers given before an instant; says how many.
pub fn purge(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    diesel::delete(answers::table.filter(answers::at.lt(before))).execute(conn)
}
