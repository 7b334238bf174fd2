//! Where players get mail, and the tokens that were mailed to them.

use super::conn::Conn;
use super::schema::{mail_links, mailboxes, players, seats};
use crate::model::{GameId, MailKind, Moment, PlayerId, TurnMail};
use diesel::prelude::*;

/// A row of `mailboxes`.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = mailboxes, treat_none_as_default_value = false)]
pub struct MailboxRow {
    /// Whose.
    pub player_id: PlayerId,
    /// The confirmed address.
    pub address: Option<String>,
    /// What its spellings have in common.
    pub address_key: Option<String>,
    /// An address that is yet to be confirmed.
    pub pending: Option<String>,
    /// When the player wants to hear of turns.
    pub turns: TurnMail,
    /// The player hears of turns from then on.
    pub told_from: Moment,
    /// The token by which anybody who has a mail can end such mails.
    pub unsubscribe: String,
}

/// A row of `mail_links`.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = mail_links, treat_none_as_default_value = false)]
pub struct LinkRow {
    /// SHA-256 of the token in lower-case hex.
    pub hash: String,
    /// What it is for.
    pub kind: MailKind,
    /// The account.
    pub player_id: PlayerId,
    /// The address to which it was sent.
    pub address_key: String,
    /// Until when it may be used.
    pub until_at: Moment,
}

/// The mailbox of a player.
pub fn find(conn: &mut Conn, player: PlayerId) -> QueryResult<Option<MailboxRow>> {
    mailboxes::table
        .find(player)
        .select(MailboxRow::as_select())
        .first(conn)
        .optional()
}

/// Writes all of a mailbox. Whoever does so holds the player alone.
pub fn put(conn: &mut Conn, row: &MailboxRow) -> QueryResult<()> {
    diesel::delete(mailboxes::table.find(row.player_id)).execute(conn)?;
    diesel::insert_into(mailboxes::table)
        .values(row)
        .execute(conn)?;
    Ok(())
}

/// The mailboxes with this confirmed address, at most `limit`, each with the name of its living account.
pub fn at_address(
    conn: &mut Conn,
    address_key: &str,
    limit: i64,
) -> QueryResult<Vec<(MailboxRow, String)>> {
    mailboxes::table
        .inner_join(players::table)
        .filter(mailboxes::address_key.eq(address_key))
        .filter(players::deleted_at.is_null())
        .order(mailboxes::player_id)
        .limit(limit)
        .select((MailboxRow::as_select(), players::name))
        .load(conn)
}

/// The mailboxes whose owners sit in these games and want to hear of turns, with game and seat.
pub fn at_games(conn: &mut Conn, games: &[GameId]) -> QueryResult<Vec<(GameId, i16, MailboxRow)>> {
    seats::table
        .inner_join(mailboxes::table.on(seats::player_id.eq(mailboxes::player_id.nullable())))
        .filter(seats::game_id.eq_any(games))
        .filter(mailboxes::address.is_not_null())
        .filter(mailboxes::turns.ne(TurnMail::Off))
        .order((seats::game_id, seats::seat))
        .select((seats::game_id, seats::seat, MailboxRow::as_select()))
        .load(conn)
}

/// Ends mails about turns for whoever got this token; says whether anybody did.
pub fn unsubscribe(conn: &mut Conn, token: &str) -> QueryResult<bool> {
    let own = mailboxes::table.filter(mailboxes::unsubscribe.eq(token));
    let rows = diesel::update(own)
        .set(mailboxes::turns.eq(TurnMail::Off))
        .execute(conn)?;
    Ok(rows == 1)
}

/// Adds a token that is mailed.
pub fn add_link(conn: &mut Conn, row: &LinkRow) -> QueryResult<()> {
    diesel::insert_into(mail_links::table)
        .values(row)
        .execute(conn)?;
    Ok(())
}

/// The account that a mailed token is for; `None` if there is no such token.
pub fn link_owner(conn: &mut Conn, kind: MailKind, hash: &str) -> QueryResult<Option<PlayerId>> {
    mail_links::table
        .find(hash)
        .filter(mail_links::kind.eq(kind))
        .select(mail_links::player_id)
        .first(conn)
        .optional()
}

/// Uses a mailed token up, and with it all others for the same; `None` if it is unknown, used or too old.
pub fn use_link(
    conn: &mut Conn,
    kind: MailKind,
    hash: &str,
    now: Moment,
) -> QueryResult<Option<LinkRow>> {
    let found = mail_links::table
        .find(hash)
        .filter(mail_links::kind.eq(kind))
        .filter(mail_links::until_at.gt(now))
        .select(LinkRow::as_select())
        .first(conn)
        .optional()?;
    let Some(link) = found else {
        return Ok(None);
    };
    // Of two who use it at once the second finds nothing to delete.
    let used = diesel::delete(mail_links::table.find(hash)).execute(conn)?;
    if used == 0 {
        return Ok(None);
    }
    let others = mail_links::table
        .filter(mail_links::player_id.eq(link.player_id))
        .filter(mail_links::kind.eq(kind));
    diesel::delete(others).execute(conn)?;
    Ok(Some(link))
}

/// Takes a player's mailbox away, and the tokens that were mailed to them.
pub fn remove(conn: &mut Conn, player: PlayerId) -> QueryResult<()> {
    diesel::delete(mail_links::table.filter(mail_links::player_id.eq(player))).execute(conn)?;
    diesel::delete(mailboxes::table.find(player)).execute(conn)?;
    Ok(())
}

/// Forgets the mailed tokens that can't be used any more.
pub fn purge_links(conn: &mut Conn, now: Moment) -> QueryResult<usize> {
    diesel::delete(mail_links::table.filter(mail_links::until_at.le(now))).execute(conn)
}
