//! What webhooks and readers of mails are to be told: planned from the numbered feed, in the transaction that notes how far it was read.
//!
//! So nothing that was committed is passed over, whenever a server ends, and nothing is planned twice.

use crate::app::App;
use crate::app::announce::AtTable;
use crate::app::mail;
use crate::app::record::decode;
use crate::app::refusal::Result;
use crate::engine::Seat;
use crate::model::{
    DeliveryId, DeliveryStatus, GameId, Happening, Moment, PlayerId, Status, TableEvent, WebhookId,
};
use crate::store::actions::{self, ActionKind, ActionRow};
use crate::store::deliveries::{self, DeliveryRow};
use crate::store::games::{self, GameRow};
use crate::store::notices::{self, NoticeRow};
use crate::store::waits::WaitRow;
use crate::store::webhooks::{self, WebhookRow};
use crate::store::{Conn, QueryResult, mailboxes, mails, messages};
use serde::Serialize;

/// How many notices are planned for in one transaction.
const PORTION: i64 = 256;
/// How far the feed may go on with nothing for any webhook before that is noted: a write each time would cost more.
const SLACK: i64 = 100;

/// A message: thin, so that it tells nobody what they may not know. Whoever wants to know more asks the API.
#[derive(Serialize)]
struct Message<D> {
    r#type: &'static str,
    timestamp: Moment,
    data: D,
}

impl<D: Serialize> Message<D> {
    fn text(happening: Happening, timestamp: Moment, data: D) -> String {
        let message = Message {
            r#type: happening.type_of_message(),
            timestamp,
            data,
        };
        serde_json::to_string(&message).expect("a message has nothing but text and numbers")
    }
}

#[derive(Serialize)]
struct AboutGame<'a> {
    game_id: GameId,
    game: &'a str,
    revision: i64,
    seat: i16,
    url: String,
}

#[derive(Serialize)]
struct AboutWebhook {
    webhook_id: WebhookId,
}

impl App {
    /// Plans what webhooks are to be told of what has been numbered. Says whether there may be more.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn plan_deliveries(&self) -> Result<bool> {
        if !self.0.store.read(is_there_anything).await? {
            return Ok(false);
        }
        let (public_url, now) = (self.0.hooks.public_url.clone(), self.0.clock.now());
        let plan = move |conn: &mut Conn| plan(conn, &public_url, now);
        let more = self.0.store.write(plan).await?;
        self.0.mail.wake();
        Ok(more)
    }
}

/// The delivery of a test.
pub fn test_of(webhook: WebhookId, now: Moment) -> DeliveryRow {
    let about = AboutWebhook {
        webhook_id: webhook,
    };
    DeliveryRow {
        body: Message::text(Happening::Test, now, about),
        ..empty(webhook, Happening::Test, now)
    }
}

fn is_there_anything(conn: &mut Conn) -> QueryResult<bool> {
    let after = deliveries::planned_up_to(conn)?;
    let last = notices::last_number(conn)?;
    Ok(last - after >= SLACK || !deliveries::unplanned(conn, after, last, 1)?.is_empty())
}

fn plan(conn: &mut Conn, public_url: &str, now: Moment) -> QueryResult<bool> {
    let Some(after) = deliveries::begin_planning(conn)? else {
        return Ok(false);
    };
    // What has a number by now has it for good, and so has all before it.
    let last = notices::last_number(conn)?;
    let notices = deliveries::unplanned(conn, after, last, PORTION)?;
    let mut ids: Vec<GameId> = notices.iter().map(|notice| notice.game_id).collect();
    ids.sort();
    ids.dedup();
    let plan = Plan {
        public_url,
        now,
        games: games::of_ids(conn, &ids)?,
        turns: deliveries::turns(conn, &ids)?,
    };
    let webhooks = webhooks::at_games(conn, &ids)?;
    let mailboxes = mailboxes::at_games(conn, &ids)?;
    for notice in &notices {
        let happened = happened(notice);
        let said = said(&happened);
        let told = webhooks
            .iter()
            .filter(|(game, _, webhook)| *game == notice.game_id && webhook.told_from <= notice.at);
        for (_, seat, webhook) in told {
            if let Some(said) = said
                && !hears(conn, notice.game_id, said, *seat, webhook.player_id)?
            {
                continue;
            }
            for row in plan.of(notice, &happened, *seat, webhook) {
                deliveries::insert(conn, &row)?;
            }
        }
        let told = mailboxes
            .iter()
            .filter(|(game, _, mailbox)| *game == notice.game_id && mailbox.told_from <= notice.at);
        for (_, seat, mailbox) in told {
            if let Some((wait, _)) = plan.turn(notice, *seat, mailbox.player_id)
                && !has_acted(conn, notice, *seat)?
            {
                let turn = (notice.game_id, *seat, wait.since);
                mails::insert(conn, &mail::of_turn(mailbox, turn, now))?;
            }
        }
    }
    let is_full = notices.len() as i64 == PORTION;
    let end = notices.last().filter(|_| is_full);
    deliveries::end_planning(conn, end.and_then(|end| end.number).unwrap_or(last))?;
    Ok(is_full)
}

/// What is known of the games that the feed names.
struct Plan<'a> {
    public_url: &'a str,
    now: Moment,
    games: Vec<GameRow>,
    turns: Vec<(WaitRow, i64)>,
}

impl Plan<'_> {
    /// How the game of a notice waits for a player in their seat, if it does.
    fn turn(&self, notice: &NoticeRow, seat: i16, player: PlayerId) -> Option<&(WaitRow, i64)> {
        self.turns.iter().find(|(wait, _)| {
            wait.game_id == notice.game_id && wait.seat == seat && wait.player_id == Some(player)
        })
    }

    /// What a webhook is told because of a notice.
    fn of(
        &self,
        notice: &NoticeRow,
        happened: &[AtTable],
        seat: i16,
        webhook: &WebhookRow,
    ) -> Vec<DeliveryRow> {
        let Some(game) = self.games.iter().find(|game| game.id == notice.game_id) else {
            return Vec::new();
        };
        let row = |event, revision, at, since| {
            let about = AboutGame {
                game_id: game.id,
                game: &game.offer.game,
                revision,
                seat,
                url: format!("{}/v1/games/{}", self.public_url, game.id),
            };
            DeliveryRow {
                notice: notice.number,
                game_id: Some(game.id),
                seat: Some(seat),
                since,
                body: Message::text(event, at, about),
                ..empty(webhook.id, event, self.now)
            }
        };
        let waits = self.turn(notice, seat, webhook.player_id);
        let turn = waits.map(|(wait, revision)| {
            row(Happening::YourTurn, *revision, wait.since, Some(wait.since))
        });
        let news = match said(happened) {
            Some(_) => Happening::Message,
            None => Happening::GameChanged,
        };
        let news = row(news, notice.to_revision, notice.at, None);
        let ended = ends(game, notice, happened)
            .then(|| row(Happening::GameEnded, notice.to_revision, notice.at, None));
        let all = [turn, Some(news), ended].into_iter().flatten();
        all.filter(|row| webhook.events.include(row.event))
            .collect()
    }
}

/// Does the notice tell of an action of this seat's own? Whoever acts and has to go on needs no mail.
fn has_acted(conn: &mut Conn, notice: &NoticeRow, seat: i16) -> QueryResult<bool> {
    let count = notice.to_revision - notice.from_revision;
    let rows = actions::range(conn, notice.game_id, notice.from_revision, count)?;
    let own = |row: &ActionRow| row.kind == ActionKind::Action && row.seat == Some(seat);
    Ok(rows.iter().any(own))
}

/// What the notice says has happened at the table.
fn happened(notice: &NoticeRow) -> Vec<AtTable> {
    decode("notice", &notice.body).unwrap_or_default()
}

/// Who said what, if that is what happened: the seat and the number of the message.
fn said(happened: &[AtTable]) -> Option<(Seat, i64)> {
    happened.iter().find_map(|at_table| {
        let TableEvent::Said { number } = at_table.event else {
            return None;
        };
        Some((at_table.seat?, number))
    })
}

/// Does the player in a seat want to know of what was said? Not if they said it themselves or don't want to hear its author.
fn hears(
    conn: &mut Conn,
    game: GameId,
    (author, number): (Seat, i64),
    seat: i16,
    player: PlayerId,
) -> QueryResult<bool> {
    Ok(i16::from(author.0) != seat && messages::is_heard(conn, game, player, number)?)
}

/// Does the notice tell that the game is over? A rematch is offered after the end, and people talk on.
fn ends(game: &GameRow, notice: &NoticeRow, happened: &[AtTable]) -> bool {
    let is_over = match game.state.status {
        Status::Finished | Status::Cancelled => true,
        Status::Open | Status::Running | Status::Suspended => false,
    };
    let comes_after = |at_table: &AtTable| {
        matches!(
            at_table.event,
            TableEvent::RematchOffered { .. } | TableEvent::Said { .. }
        )
    };
    is_over && notice.to_revision == game.state.revision && !happened.iter().any(comes_after)
}

/// A delivery that is due at once and says nothing yet.
fn empty(webhook_id: WebhookId, event: Happening, now: Moment) -> DeliveryRow {
    DeliveryRow {
        id: DeliveryId::new(),
        webhook_id,
        event,
        notice: None,
        game_id: None,
        seat: None,
        since: None,
        body: String::new(),
        status: DeliveryStatus::Pending,
        attempts: 0,
        last_status: None,
        last_error: None,
        due_at: Some(now),
        lease_until: None,
        created_at: now,
    }
}
