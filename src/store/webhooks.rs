//! Webhooks: where a player's own programs want to be told what happens.

use super::conn::Conn;
use super::schema::{players, seats, webhooks};
use crate::model::{Disabled, GameId, Happenings, Moment, PlayerId, WebhookId};
use diesel::prelude::*;

/// A row of `webhooks`.
#[derive(
    Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable, Identifiable, AsChangeset,
)]
#[diesel(table_name = webhooks)]
#[diesel(treat_none_as_default_value = false, treat_none_as_null = true)]
pub struct WebhookRow {
    /// Which one.
    pub id: WebhookId,
    /// Whose.
    pub player_id: PlayerId,
    /// Where messages are sent.
    pub url: String,
    /// The host in it.
    pub host: String,
    /// What it is told.
    pub events: Happenings,
    /// The secret that messages are signed with, as its owner got it.
    pub secret: String,
    /// The secret before that.
    pub former_secret: Option<String>,
    /// Until when the former one signs too.
    pub former_until: Option<Moment>,
    /// Why it is told nothing; `None` while it is.
    pub disabled: Option<Disabled>,
    /// Since when nothing has got through; `None` after a success.
    pub failing_since: Option<Moment>,
    /// It is told what happens from then on.
    pub told_from: Moment,
    /// When it was made.
    pub created_at: Moment,
}

/// Adds a webhook.
pub fn insert(conn: &mut Conn, row: &WebhookRow) -> QueryResult<()> {
    diesel::insert_into(webhooks::table)
        .values(row)
        .execute(conn)?;
    Ok(())
}

/// The webhooks of a player, oldest first.
pub fn of_player(conn: &mut Conn, player: PlayerId) -> QueryResult<Vec<WebhookRow>> {
    webhooks::table
        .filter(webhooks::player_id.eq(player))
        .order(webhooks::id)
        .select(WebhookRow::as_select())
        .load(conn)
}

/// One webhook of a player.
pub fn find(conn: &mut Conn, player: PlayerId, id: WebhookId) -> QueryResult<Option<WebhookRow>> {
    webhooks::table
        .find(id)
        .filter(webhooks::player_id.eq(player))
        .select(WebhookRow::as_select())
        .first(conn)
        .optional()
}

/// Writes all of a webhook.
pub fn update(conn: &mut Conn, row: &WebhookRow) -> QueryResult<()> {
    diesel::update(webhooks::table.find(row.id))
        .set(row)
        .execute(conn)?;
    Ok(())
}

/// Takes a webhook of a player away, with its deliveries; says whether there was one.
pub fn remove(conn: &mut Conn, player: PlayerId, id: WebhookId) -> QueryResult<bool> {
    let own = webhooks::table
        .find(id)
        .filter(webhooks::player_id.eq(player));
    Ok(diesel::delete(own).execute(conn)? == 1)
}

/// Takes all webhooks of a player away, with their deliveries.
pub fn remove_all(conn: &mut Conn, player: PlayerId) -> QueryResult<()> {
    diesel::delete(webhooks::table.filter(webhooks::player_id.eq(player))).execute(conn)?;
    Ok(())
}

/// The webhooks that are told what happens in these games: those of the players who sit there, with game and seat. One
/// that was made while its account was being deleted is none of them.
pub fn at_games(conn: &mut Conn, games: &[GameId]) -> QueryResult<Vec<(GameId, i16, WebhookRow)>> {
    seats::table
        .inner_join(webhooks::table.on(seats::player_id.eq(webhooks::player_id.nullable())))
        .inner_join(players::table.on(players::id.eq(webhooks::player_id)))
        .filter(players::deleted_at.is_null())
        .filter(seats::game_id.eq_any(games))
        .filter(webhooks::disabled.is_null())
        .order((seats::game_id, seats::seat, webhooks::id))
        .select((seats::game_id, seats::seat, WebhookRow::as_select()))
        .load(conn)
}

/// Notes that something got through.
pub fn note_success(conn: &mut Conn, id: WebhookId) -> QueryResult<()> {
    let nothing: Option<Moment> = None;
    let failing = webhooks::table
        .find(id)
        .filter(webhooks::failing_since.is_not_null());
    diesel::update(failing)
        .set(webhooks::failing_since.eq(nothing))
        .execute(conn)?;
    Ok(())
}

/// Notes that an attempt failed; gives since when all have.
pub fn note_failure(conn: &mut Conn, id: WebhookId, now: Moment) -> QueryResult<Option<Moment>> {
    let good = webhooks::table
        .find(id)
        .filter(webhooks::failing_since.is_null());
    diesel::update(good)
        .set(webhooks::failing_since.eq(now))
        .execute(conn)?;
    let since: Option<Option<Moment>> = webhooks::table
        .find(id)
        .select(webhooks::failing_since)
        .first(conn)
        .optional()?;
    Ok(since.flatten())
}

/// Lets a webhook be told nothing any more.
pub fn disable(conn: &mut Conn, id: WebhookId, why: Disabled) -> QueryResult<()> {
    let enabled = webhooks::table
        .find(id)
        .filter(webhooks::disabled.is_null());
    diesel::update(enabled)
        .set(webhooks::disabled.eq(why))
        .execute(conn)?;
    Ok(())
}
