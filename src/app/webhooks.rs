//! Webhooks: a player's own programs are told what happens in their games, signed as Standard Webhooks 1.0 says.

pub mod address;
pub mod deliveries;
mod planning;
mod post;
pub mod sending;
mod signing;

use super::kept::{Kept, open, sealed};
use super::once::{Answered, Once};
use super::refusal::{Refusal, Result, malformed};
use super::{App, Caller};
use crate::model::moment::DAY;
use crate::model::{Disabled, Happening, Happenings, Moment, Outward, WebhookId};
use crate::store::webhooks::{self, WebhookRow};
use crate::store::{Conn, deliveries as stored, players};
use address::{Guard, Target};
use sending::OnTheirWay;
use serde::{Deserialize, Serialize};
use signing::new_secret;
use tokio::sync::Notify;
use ureq::Agent;

/// How many webhooks an account may have.
const MOST: usize = 10;
/// How long a former secret signs too, in milliseconds.
const ROTATION: i64 = DAY;

/// What telling webhooks needs.
pub(super) struct Hooks {
    public_url: String,
    guard: Guard,
    agent: Agent,
    on_their_way: OnTheirWay,
    /// There may be something to tell.
    wake: Notify,
}

impl Hooks {
    /// Nothing is on its way yet.
    pub fn new(outward: Outward) -> Hooks {
        let guard = Guard::new(outward.allow);
        Hooks {
            public_url: outward.public_url,
            agent: post::agent(guard.clone()),
            guard,
            on_their_way: OnTheirWay::default(),
            wake: Notify::new(),
        }
    }

    /// There may be something to tell.
    pub fn wake(&self) {
        self.wake.notify_one();
    }
}

/// A webhook as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookSeen {
    /// Which one.
    pub id: WebhookId,
    /// Where messages are sent.
    pub url: String,
    /// What it is told.
    pub events: Vec<Happening>,
    /// The secret, this once.
    pub secret: Option<String>,
    /// Until when the secret before it signs too.
    pub former_until: Option<Moment>,
    /// Why it is told nothing; `None` while it is.
    pub disabled: Option<Disabled>,
    /// When it was made.
    pub created_at: Moment,
}

/// What is to be different about a webhook; `None` stays as it is.
pub struct WebhookChange {
    /// Where messages are sent.
    pub url: Option<String>,
    /// What it is told.
    pub events: Option<Vec<Happening>>,
    /// Whether it is told anything.
    pub enabled: Option<Enabled>,
    /// Whether it gets a new secret.
    pub secret: Secret,
}

/// Whether a webhook is told anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enabled {
    /// It is.
    Yes,
    /// It is not, and what it has not been told is dropped.
    No,
}

/// What becomes of a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret {
    /// It stays.
    Keep,
    /// It is replaced, and signs too for a day.
    Rotate,
}

impl App {
    /// The caller's webhooks, oldest first.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn webhooks(&self, caller: &Caller) -> Result<Vec<WebhookSeen>> {
        let player = caller.player;
        let rows = self
            .0
            .store
            .read(move |conn| webhooks::of_player(conn, player))
            .await?;
        Ok(rows.iter().map(|row| self.webhook_seen(row)).collect())
    }

    /// One of the caller's webhooks.
    ///
    /// # Errors
    /// [`Refusal::NotFound`] if they have no such webhook.
    pub async fn webhook(&self, caller: &Caller, id: WebhookId) -> Result<WebhookSeen> {
        let player = caller.player;
        let found = self
            .0
            .store
            .read(move |conn| webhooks::find(conn, player, id))
            .await?;
        let row = found.ok_or_else(no_webhook)?;
        Ok(self.webhook_seen(&row))
    }

    /// Makes a webhook. Its secret is shown this once.
    ///
    /// # Errors
    /// An address that can't be used, too many webhooks, a reused key.
    pub async fn make_webhook(
        &self,
        caller: &Caller,
        url: &str,
        events: &[Happening],
        once: Option<&Once>,
    ) -> Result<Answered<WebhookSeen>> {
        if let Some(kept) = self.kept(once).await? {
            return open(once, &kept);
        }
        let target = self.target(url)?;
        let (player, now) = (caller.player, self.0.clock.now());
        let row = WebhookRow {
            id: WebhookId::new(),
            player_id: player,
            url: target.url,
            host: target.host,
            events: Happenings::of(events),
            secret: new_secret()?,
            former_secret: None,
            former_until: None,
            disabled: None,
            failing_since: None,
            told_from: now,
            created_at: now,
        };
        let made = WebhookSeen {
            secret: Some(row.secret.clone()),
            ..self.webhook_seen(&row)
        };
        let answer = once.map(|once| sealed(once, &made, now));
        let work = move |conn: &mut Conn| {
            // So that of many who ask at once each counts the others'.
            let is_there = players::hold_alone(conn, player)?;
            if !is_there || webhooks::of_player(conn, player)?.len() >= MOST {
                return Ok(None);
            }
            webhooks::insert(conn, &row).map(Some)
        };
        match self.keep(answer, once, work).await? {
            Kept::Done(Some(())) => Ok(Answered::new(made)),
            Kept::Done(None) if self.is_gone(player).await? => Err(Refusal::InvalidToken),
            Kept::Done(None) => Err(Refusal::TooMany("an account has at most 10 webhooks")),
            Kept::Before(kept) => open(once, &kept),
        }
    }

    /// Changes one of the caller's webhooks; a new secret is shown this once.
    ///
    /// # Errors
    /// No such webhook, an address that can't be used.
    pub async fn change_webhook(
        &self,
        caller: &Caller,
        id: WebhookId,
        change: WebhookChange,
    ) -> Result<WebhookSeen> {
        let target = change
            .url
            .as_deref()
            .map(|url| self.target(url))
            .transpose()?;
        let fresh = match change.secret {
            Secret::Keep => None,
            Secret::Rotate => Some(new_secret()?),
        };
        let (player, now) = (caller.player, self.0.clock.now());
        let shown = fresh.clone();
        let work = move |conn: &mut Conn| {
            let Some(mut row) = webhooks::find(conn, player, id)? else {
                return Ok(None);
            };
            if let Some(target) = target {
                (row.url, row.host) = (target.url, target.host);
            }
            if let Some(events) = change.events {
                row.events = Happenings::of(&events);
            }
            if let Some(fresh) = fresh {
                row.former_secret = Some(std::mem::replace(&mut row.secret, fresh));
                row.former_until = Some(now.plus_millis(ROTATION));
            }
            if let Some(enabled) = change.enabled {
                enable(&mut row, enabled, now);
            }
            webhooks::update(conn, &row)?;
            if row.disabled.is_some() {
                stored::drop_all(conn, id)?;
            }
            Ok(Some(row))
        };
        let row = self.0.store.write(work).await?.ok_or_else(no_webhook)?;
        Ok(WebhookSeen {
            secret: shown,
            ..self.webhook_seen(&row)
        })
    }

    /// Takes one of the caller's webhooks away, and what is known of its deliveries.
    ///
    /// # Errors
    /// [`Refusal::NotFound`] if they have no such webhook.
    pub async fn remove_webhook(&self, caller: &Caller, id: WebhookId) -> Result<()> {
        let player = caller.player;
        let removed = self
            .0
            .store
            .write(move |conn| webhooks::remove(conn, player, id))
            .await?;
        match removed {
            true => Ok(()),
            false => Err(no_webhook()),
        }
    }

    fn target(&self, url: &str) -> Result<Target> {
        Target::read(url, &self.0.hooks.guard).map_err(|why| malformed("/url", why.0))
    }

    fn webhook_seen(&self, row: &WebhookRow) -> WebhookSeen {
        let now = self.0.clock.now();
        WebhookSeen {
            id: row.id,
            url: row.url.clone(),
            events: row.events.list(),
            secret: None,
            former_until: row.former_until.filter(|until| now < *until),
            disabled: row.disabled,
            created_at: row.created_at,
        }
    }
}

fn no_webhook() -> Refusal {
    Refusal::NotFound("webhook")
}

/// Lets a webhook be told things, or nothing any more.
fn enable(row: &mut WebhookRow, enabled: Enabled, now: Moment) {
    match (enabled, row.disabled) {
        (Enabled::Yes, Some(_)) => {
            row.disabled = None;
            row.failing_since = None;
            row.told_from = now;
        }
        (Enabled::No, None) => row.disabled = Some(Disabled::ByOwner),
        (Enabled::Yes, None) | (Enabled::No, Some(_)) => {}
    }
}
