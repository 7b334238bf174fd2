//! What webhooks are told: planned, tried, and what came of it.

use super::conn::{Conn, alone, each};
use super::notices::NoticeRow;
use super::schema::{deliveries, games, mailboxes, notices, planned, seats, waits, webhooks};
use super::waits::WaitRow;
use super::webhooks::WebhookRow;
use crate::model::{
    DeliveryId, DeliveryStatus, GameId, Happening, Moment, PlayerId, Trouble, TurnMail, WebhookId,
};
use diesel::dsl::{exists, not};
use diesel::prelude::*;

/// A row of `deliveries`.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = deliveries, treat_none_as_default_value = false)]
pub struct DeliveryRow {
    /// Which one.
    pub id: DeliveryId,
    /// Who is told.
    pub webhook_id: WebhookId,
    /// What sort of thing.
    pub event: Happening,
    /// The number of the notice that it tells of; `None` for a test.
    pub notice: Option<i64>,
    /// The game that it tells of.
    pub game_id: Option<GameId>,
    /// The seat of the player in that game.
    pub seat: Option<i16>,
    /// Since when the game waits for that seat, if this is what it tells.
    pub since: Option<Moment>,
    /// The message, the same at every attempt.
    pub body: String,
    /// What became of it.
    pub status: DeliveryStatus,
    /// How often it was tried since it was last asked for.
    pub attempts: i16,
    /// The status that the receiver answered last.
    pub last_status: Option<i16>,
    /// Why there was no answer at the last attempt.
    pub last_error: Option<Trouble>,
    /// When it is tried next; `None` if it is not.
    pub due_at: Option<Moment>,
    /// Until when a server has it to itself.
    pub lease_until: Option<Moment>,
    /// When it was planned.
    pub created_at: Moment,
}

/// What came of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, AsChangeset)]
#[diesel(table_name = deliveries, treat_none_as_null = true)]
pub struct Settled {
    /// What has become of the delivery.
    pub status: DeliveryStatus,
    /// The status that the receiver answered.
    pub last_status: Option<i16>,
    /// Why there was no answer.
    pub last_error: Option<Trouble>,
    /// When it is tried again.
    pub due_at: Option<Moment>,
}

/// The number of the feed up to which deliveries have been planned.
pub fn planned_up_to(conn: &mut Conn) -> QueryResult<i64> {
    planned::table.select(planned::number).first(conn)
}

/// Takes the right to plan until the transaction ends; gives the number up to which it has been done, `None` if another
/// server is at it.
pub fn begin_planning(conn: &mut Conn) -> QueryResult<Option<i64>> {
    match alone(conn)? {
        true => planned_up_to(conn).map(Some),
        false => Ok(None),
    }
}

/// Notes up to which number deliveries have been planned.
pub fn end_planning(conn: &mut Conn, number: i64) -> QueryResult<()> {
    diesel::update(planned::table)
        .set(planned::number.eq(number))
        .execute(conn)?;
    Ok(())
}

/// Writes a change and takes it back, to find out whether anything can be written: what changes nothing is not written.
pub fn try_to_write(conn: &mut Conn) -> QueryResult<()> {
    for step in [1, -1] {
        diesel::update(planned::table)
            .set(planned::number.eq(planned::number + step))
            .execute(conn)?;
    }
    Ok(())
}

/// At most `limit` notices between two places of the feed (after the one, up to the other) of which some webhook or
/// reader of mails may want to know, in order.
pub fn unplanned(
    conn: &mut Conn,
    after: i64,
    up_to: i64,
    limit: i64,
) -> QueryResult<Vec<NoticeRow>> {
    let listening = seats::table
        .inner_join(webhooks::table.on(seats::player_id.eq(webhooks::player_id.nullable())))
        .filter(seats::game_id.eq(notices::game_id))
        .filter(webhooks::disabled.is_null());
    let reading = seats::table
        .inner_join(mailboxes::table.on(seats::player_id.eq(mailboxes::player_id.nullable())))
        .filter(seats::game_id.eq(notices::game_id))
        .filter(mailboxes::turns.ne(TurnMail::Off));
    notices::table
        .filter(notices::number.gt(after))
        .filter(notices::number.le(up_to))
        .filter(exists(listening).or(exists(reading)))
        .order(notices::number)
        .limit(limit)
        .select(NoticeRow::as_select())
        .load(conn)
}

/// Whom these games wait for, each with the revision of its game.
pub fn turns(conn: &mut Conn, ids: &[GameId]) -> QueryResult<Vec<(WaitRow, i64)>> {
    waits::table
        .inner_join(games::table.on(games::id.eq(waits::game_id)))
        .filter(waits::game_id.eq_any(ids))
        .select((WaitRow::as_select(), games::revision))
        .load(conn)
}

/// Adds a delivery, unless the same has been planned before.
pub fn insert(conn: &mut Conn, row: &DeliveryRow) -> QueryResult<()> {
    each!(conn, c => diesel::insert_into(deliveries::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(c))?;
    Ok(())
}

/// At most `limit` deliveries that are due and that nobody tries, the longest due first; none to these hosts.
pub fn due(
    conn: &mut Conn,
    now: Moment,
    but_not_to: &[String],
    limit: i64,
) -> QueryResult<Vec<(DeliveryRow, WebhookRow)>> {
    let free = deliveries::lease_until
        .is_null()
        .or(deliveries::lease_until.le(now));
    deliveries::table
        .inner_join(webhooks::table)
        .filter(deliveries::due_at.le(now))
        .filter(free)
        .filter(webhooks::disabled.is_null())
        .filter(webhooks::host.ne_all(but_not_to))
        .order((deliveries::due_at, deliveries::id))
        .limit(limit)
        .select((DeliveryRow::as_select(), WebhookRow::as_select()))
        .load(conn)
}

/// Does the game still wait for the player, in this very turn?
pub fn is_still_true(
    conn: &mut Conn,
    player: PlayerId,
    (game, seat, since): (GameId, i16, Moment),
) -> QueryResult<bool> {
    let wait = waits::table
        .find((game, seat))
        .filter(waits::since.eq(since))
        .filter(waits::player_id.eq(player));
    diesel::select(exists(wait)).get_result(conn)
}

/// Takes a delivery for an attempt; false if it is due no longer or another server has it.
pub fn lease(conn: &mut Conn, id: DeliveryId, now: Moment, until: Moment) -> QueryResult<bool> {
    let free = deliveries::lease_until
        .is_null()
        .or(deliveries::lease_until.le(now));
    let taken = diesel::update(deliveries::table.find(id))
        .filter(deliveries::due_at.le(now))
        .filter(free)
        .set((
            deliveries::lease_until.eq(until),
            deliveries::attempts.eq(deliveries::attempts + 1),
        ))
        .execute(conn)?;
    Ok(taken == 1)
}

/// Writes what came of an attempt, if whoever made it still has the delivery; says whether they have.
pub fn settle(
    conn: &mut Conn,
    id: DeliveryId,
    lease: Moment,
    settled: Settled,
) -> QueryResult<bool> {
    let nobody: Option<Moment> = None;
    let rows = diesel::update(deliveries::table.find(id))
        .filter(deliveries::lease_until.eq(lease))
        .set((settled, deliveries::lease_until.eq(nobody)))
        .execute(conn)?;
    Ok(rows == 1)
}

/// Lets a delivery that is due be dropped.
pub fn drop_one(conn: &mut Conn, id: DeliveryId) -> QueryResult<()> {
    let never: Option<Moment> = None;
    diesel::update(deliveries::table.find(id))
        .filter(deliveries::status.eq(DeliveryStatus::Pending))
        .set((
            deliveries::status.eq(DeliveryStatus::Dropped),
            deliveries::due_at.eq(never),
        ))
        .execute(conn)?;
    Ok(())
}

/// Lets everything be dropped that a webhook has not been told.
pub fn drop_all(conn: &mut Conn, webhook: WebhookId) -> QueryResult<()> {
    let never: Option<Moment> = None;
    let waiting = deliveries::table
        .filter(deliveries::webhook_id.eq(webhook))
        .filter(deliveries::status.eq(DeliveryStatus::Pending));
    diesel::update(waiting)
        .set((
            deliveries::status.eq(DeliveryStatus::Dropped),
            deliveries::due_at.eq(never),
            deliveries::lease_until.eq(never),
        ))
        .execute(conn)?;
    Ok(())
}

/// At most `limit` deliveries of a webhook, newest first, from before one of them.
pub fn list(
    conn: &mut Conn,
    webhook: WebhookId,
    before: Option<DeliveryId>,
    limit: i64,
) -> QueryResult<Vec<DeliveryRow>> {
    let mut query = deliveries::table
        .filter(deliveries::webhook_id.eq(webhook))
        .order(deliveries::id.desc())
        .limit(limit)
        .select(DeliveryRow::as_select())
        .into_boxed();
    if let Some(before) = before {
        query = query.filter(deliveries::id.lt(before));
    }
    query.load(conn)
}

/// At most `limit` deliveries to the webhooks of a player after one, oldest first.
pub fn of_player(
    conn: &mut Conn,
    player: PlayerId,
    after: Option<DeliveryId>,
    limit: i64,
) -> QueryResult<Vec<DeliveryRow>> {
    let mut query = deliveries::table
        .inner_join(webhooks::table)
        .filter(webhooks::player_id.eq(player))
        .order(deliveries::id)
        .limit(limit)
        .select(DeliveryRow::as_select())
        .into_boxed();
    if let Some(after) = after {
        query = query.filter(deliveries::id.gt(after));
    }
    query.load(conn)
}

/// One delivery of a webhook.
pub fn find(
    conn: &mut Conn,
    webhook: WebhookId,
    id: DeliveryId,
) -> QueryResult<Option<DeliveryRow>> {
    deliveries::table
        .find(id)
        .filter(deliveries::webhook_id.eq(webhook))
        .select(DeliveryRow::as_select())
        .first(conn)
        .optional()
}

/// Lets a delivery of a webhook be tried again at once, from the beginning; says whether there is one.
pub fn plan_again(
    conn: &mut Conn,
    webhook: WebhookId,
    id: DeliveryId,
    now: Moment,
) -> QueryResult<bool> {
    let own = deliveries::table
        .find(id)
        .filter(deliveries::webhook_id.eq(webhook));
    let rows = diesel::update(own)
        .set((
            deliveries::status.eq(DeliveryStatus::Pending),
            deliveries::attempts.eq(0),
            deliveries::due_at.eq(now),
        ))
        .execute(conn)?;
    Ok(rows == 1)
}

/// Forgets what was planned before an instant, save the turns that games still wait for: nobody is told of a turn twice.
pub fn purge(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    let going_on = waits::table
        .filter(deliveries::game_id.eq(waits::game_id.nullable()))
        .filter(deliveries::seat.eq(waits::seat.nullable()))
        .filter(deliveries::since.eq(waits::since.nullable()));
    let old = deliveries::table
        .filter(deliveries::created_at.lt(before))
        .filter(not(exists(going_on)));
    diesel::delete(old).execute(conn)
}
