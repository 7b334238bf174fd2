//! The mails that are to be sent: planned, tried, and what came of it.

use super::conn::{Conn, each};
use super::schema::{mails, waits};
use crate::model::{DeliveryStatus, GameId, MailId, MailKind, Moment, PlayerId};
use diesel::dsl::{exists, not};
use diesel::prelude::*;

/// A row of `mails`.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = mails, treat_none_as_default_value = false)]
pub struct MailRow {
    /// Which one.
    pub id: MailId,
    /// What it is for.
    pub kind: MailKind,
    /// Whose mailbox it goes to; `None` where only an address was given.
    pub player_id: Option<PlayerId>,
    /// The address that it is about.
    pub address_key: Option<String>,
    /// The game that waits, if it tells of a turn.
    pub game_id: Option<GameId>,
    /// The seat that it waits for.
    pub seat: Option<i16>,
    /// Since when.
    pub since: Option<Moment>,
    /// What became of it.
    pub status: DeliveryStatus,
    /// How often it was tried.
    pub attempts: i16,
    /// When it is tried next; `None` if it is not.
    pub due_at: Option<Moment>,
    /// Until when a server has it to itself.
    pub lease_until: Option<Moment>,
    /// When it was planned.
    pub created_at: Moment,
}

/// Adds a mail, unless its turn has been planned before.
pub fn insert(conn: &mut Conn, row: &MailRow) -> QueryResult<()> {
    each!(conn, c => diesel::insert_into(mails::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(c))?;
    Ok(())
}

/// At most `limit` mails that are due and that nobody tries, the longest due first.
pub fn due(conn: &mut Conn, now: Moment, limit: i64) -> QueryResult<Vec<MailRow>> {
    let free = mails::lease_until.is_null().or(mails::lease_until.le(now));
    mails::table
        .filter(mails::due_at.le(now))
        .filter(free)
        .order((mails::due_at, mails::id))
        .limit(limit)
        .select(MailRow::as_select())
        .load(conn)
}

/// The turns of which a player is due to be told, at most `limit`, oldest first.
pub fn due_turns(
    conn: &mut Conn,
    player: PlayerId,
    now: Moment,
    limit: i64,
) -> QueryResult<Vec<MailRow>> {
    mails::table
        .filter(mails::player_id.eq(player))
        .filter(mails::kind.eq(MailKind::Turn))
        .filter(mails::due_at.le(now))
        .order(mails::id)
        .limit(limit)
        .select(MailRow::as_select())
        .load(conn)
}

/// Takes a mail for an attempt; false if it is due no longer or another server has it.
pub fn lease(conn: &mut Conn, id: MailId, now: Moment, until: Moment) -> QueryResult<bool> {
    let free = mails::lease_until.is_null().or(mails::lease_until.le(now));
    let taken = diesel::update(mails::table.find(id))
        .filter(mails::due_at.le(now))
        .filter(free)
        .set((
            mails::lease_until.eq(until),
            mails::attempts.eq(mails::attempts + 1),
        ))
        .execute(conn)?;
    Ok(taken == 1)
}

/// Writes what came of an attempt, if whoever made it still has the mail.
pub fn settle(
    conn: &mut Conn,
    id: MailId,
    lease: Moment,
    (status, due_at): (DeliveryStatus, Option<Moment>),
) -> QueryResult<()> {
    let nobody: Option<Moment> = None;
    diesel::update(mails::table.find(id))
        .filter(mails::lease_until.eq(lease))
        .set((
            mails::status.eq(status),
            mails::due_at.eq(due_at),
            mails::lease_until.eq(nobody),
        ))
        .execute(conn)?;
    Ok(())
}

/// Lets a mail that is due be dropped.
pub fn drop_one(conn: &mut Conn, id: MailId) -> QueryResult<()> {
    let never: Option<Moment> = None;
    diesel::update(mails::table.find(id))
        .filter(mails::status.eq(DeliveryStatus::Pending))
        .set((
            mails::status.eq(DeliveryStatus::Dropped),
            mails::due_at.eq(never),
        ))
        .execute(conn)?;
    Ok(())
}

/// How many mails of a kind have been asked for since an instant for an account.
pub fn asked_by(
    conn: &mut Conn,
    kind: MailKind,
    player: PlayerId,
    since: Moment,
) -> QueryResult<i64> {
    mails::table
        .filter(mails::player_id.eq(player))
        .filter(mails::kind.eq(kind))
        .filter(mails::created_at.gt(since))
        .count()
        .get_result(conn)
}

/// How many mails of a kind have been asked for since an instant to an address.
pub fn asked_to(
    conn: &mut Conn,
    kind: MailKind,
    address_key: &str,
    since: Moment,
) -> QueryResult<i64> {
    mails::table
        .filter(mails::address_key.eq(address_key))
        .filter(mails::kind.eq(kind))
        .filter(mails::created_at.gt(since))
        .count()
        .get_result(conn)
}

/// At most `limit` mails to a player after one, oldest first.
pub fn of_player(
    conn: &mut Conn,
    player: PlayerId,
    after: Option<MailId>,
    limit: i64,
) -> QueryResult<Vec<MailRow>> {
    let mut query = mails::table
        .filter(mails::player_id.eq(player))
        .order(mails::id)
        .limit(limit)
        .select(MailRow::as_select())
        .into_boxed();
    if let Some(after) = after {
        query = query.filter(mails::id.gt(after));
    }
    query.load(conn)
}

/// Takes away what was planned for a player.
pub fn remove_all(conn: &mut Conn, player: PlayerId) -> QueryResult<()> {
    diesel::delete(mails::table.filter(mails::player_id.eq(player))).execute(conn)?;
    Ok(())
}

/// Forgets the mails that name an address and were planned before an instant, and those of turns from before another,
/// save the turns that games still wait for: nobody is told of a turn twice.
pub fn purge(conn: &mut Conn, named_before: Moment, turns_before: Moment) -> QueryResult<usize> {
    let going_on = waits::table
        .filter(mails::game_id.eq(waits::game_id.nullable()))
        .filter(mails::seat.eq(waits::seat.nullable()))
        .filter(mails::since.eq(waits::since.nullable()));
    let turns = mails::table
        .filter(mails::created_at.lt(turns_before))
        .filter(mails::kind.eq(MailKind::Turn))
        .filter(not(exists(going_on)));
    let named = mails::table
        .filter(mails::created_at.lt(named_before))
        .filter(mails::kind.ne(MailKind::Turn));
    Ok(diesel::delete(turns).execute(conn)? + diesel::delete(named).execute(conn)?)
}
