//! What the players of a game say to each other.

use super::conn::Conn;
use super::schema::{messages, mutes, players};
use crate::model::{GameId, Moment, PlayerId};
use diesel::dsl::{exists, max, not};
use diesel::prelude::*;

/// A row of `messages`.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = messages)]
pub struct MessageRow {
    /// Its number in the game, from 1 and without gaps.
    pub number: i64,
    /// What was said, and by whom.
    #[diesel(embed)]
    pub said: Said,
}

/// What is said, beside its number.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = messages, treat_none_as_default_value = false)]
pub struct Said {
    /// The game.
    pub game_id: GameId,
    /// The seat its author held then.
    pub seat: i16,
    /// Its author; `None` once erased.
    pub player_id: Option<PlayerId>,
    /// The text; `None` once erased.
    pub text: Option<String>,
    /// When.
    pub at: Moment,
}

/// A message with its author's name, which is `None` once erased.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct NamedMessage {
    /// The message.
    pub row: MessageRow,
    /// The author's name.
    pub name: Option<String>,
}

/// What a message of a game comes after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoFar {
    /// The number of the game's last message; 0 while there is none.
    pub last: i64,
    /// How many of them are of one author.
    pub own: i64,
}

/// What a message of this author in this game would come after.
pub fn so_far(conn: &mut Conn, game: GameId, author: PlayerId) -> QueryResult<SoFar> {
    let here = messages::table.filter(messages::game_id.eq(game));
    let last: Option<i64> = here.select(max(messages::number)).first(conn)?;
    let own = here
        .filter(messages::player_id.eq(author))
        .count()
        .get_result(conn)?;
    Ok(SoFar {
        last: last.unwrap_or(0),
        own,
    })
}

/// Adds a message.
pub(super) fn insert(conn: &mut Conn, message: &MessageRow) -> QueryResult<()> {
    let row = (messages::number.eq(message.number), &message.said);
    diesel::insert_into(messages::table)
        .values(row)
        .execute(conn)?;
    Ok(())
}

/// One message.
pub fn find(conn: &mut Conn, game: GameId, number: i64) -> QueryResult<Option<NamedMessage>> {
    messages::table
        .left_join(players::table.on(messages::player_id.eq(players::id.nullable())))
        .filter(messages::game_id.eq(game))
        .filter(messages::number.eq(number))
        .select((MessageRow::as_select(), players::name.nullable()))
        .first(conn)
        .optional()
}

/// Is this message's author not muted by this reader?
pub fn is_heard(conn: &mut Conn, game: GameId, reader: PlayerId, number: i64) -> QueryResult<bool> {
    let next = range(conn, game, Some(reader), number - 1, 1)?;
    Ok(next.first().is_some_and(|found| found.row.number == number))
}

/// At most `limit` messages after a number, in order, without those of players whom the reader has muted.
pub fn range(
    conn: &mut Conn,
    game: GameId,
    reader: Option<PlayerId>,
    after: i64,
    limit: i64,
) -> QueryResult<Vec<NamedMessage>> {
    let mut query = messages::table
        .left_join(players::table.on(messages::player_id.eq(players::id.nullable())))
        .filter(messages::game_id.eq(game))
        .filter(messages::number.gt(after))
        .order(messages::number)
        .limit(limit)
        .select((MessageRow::as_select(), players::name.nullable()))
        .into_boxed();
    if let Some(reader) = reader {
        let muted = mutes::table
            .filter(mutes::game_id.eq(messages::game_id))
            .filter(mutes::player_id.eq(reader))
            .filter(messages::player_id.eq(mutes::muted_id.nullable()));
        query = query.filter(not(exists(muted)));
    }
    query.load(conn)
}

/// At most `limit` messages of a player after a place, by game and in order.
pub fn of_player(
    conn: &mut Conn,
    player: PlayerId,
    after: Option<(GameId, i64)>,
    limit: i64,
) -> QueryResult<Vec<MessageRow>> {
    let mut query = messages::table
        .filter(messages::player_id.eq(player))
        .order((messages::game_id, messages::number))
        .limit(limit)
        .select(MessageRow::as_select())
        .into_boxed();
    if let Some((game, number)) = after {
        let later = messages::game_id.eq(game).and(messages::number.gt(number));
        query = query.filter(messages::game_id.gt(game).or(later));
    }
    query.load(conn)
}

/// Takes text and author from all messages of a player. They keep their places.
pub fn erase(conn: &mut Conn, player: PlayerId) -> QueryResult<()> {
    let nobody: Option<PlayerId> = None;
    let nothing: Option<String> = None;
    diesel::update(messages::table.filter(messages::player_id.eq(player)))
        .set((messages::player_id.eq(nobody), messages::text.eq(nothing)))
        .execute(conn)?;
    Ok(())
}
