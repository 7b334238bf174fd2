//! What webhooks were told, as their owners see it, and what they ask for.

use super::{no_webhook, planning};
use crate::app::kept::{Kept, open, sealed};
use crate::app::once::{Answered, Once};
use crate::app::refusal::{Refusal, Result};
use crate::app::seen::Page;
use crate::app::{App, Caller};
use crate::model::{DeliveryId, DeliveryStatus, GameId, Happening, Moment, Trouble, WebhookId};
use crate::store::deliveries::{self, DeliveryRow};
use crate::store::{Conn, QueryResult, webhooks};
use serde::{Deserialize, Serialize};

/// Something that a webhook was told, or is to be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliverySeen {
    /// Which one: `webhook-id`.
    pub id: DeliveryId,
    /// What it tells.
    pub event: Happening,
    /// The game that it tells of.
    pub game_id: Option<GameId>,
    /// What became of it.
    pub status: DeliveryStatus,
    /// How often it was tried since it was last asked for.
    pub attempts: i16,
    /// The status that the receiver answered last.
    pub last_status: Option<i16>,
    /// Why there was no answer at the last attempt.
    pub last_error: Option<Trouble>,
    /// When it is tried next.
    pub next_attempt_at: Option<Moment>,
    /// When it was planned.
    pub created_at: Moment,
}

impl App {
    /// One page of what a webhook was told, newest first, from before a delivery.
    ///
    /// # Errors
    /// No such webhook.
    pub async fn deliveries(
        &self,
        caller: &Caller,
        webhook: WebhookId,
        before: Option<DeliveryId>,
        limit: usize,
    ) -> Result<Page<DeliverySeen>> {
        let player = caller.player;
        let found = self
            .0
            .store
            .read(move |conn| match webhooks::find(conn, player, webhook)? {
                Some(_) => deliveries::list(conn, webhook, before, limit as i64 + 1).map(Some),
                None => Ok(None),
            })
            .await?;
        let rows = found.ok_or_else(no_webhook)?;
        Ok(Page::cut(rows, limit).show(|row| Some(delivery_seen(&row))))
    }

    /// Sends a test to a webhook, once.
    ///
    /// # Errors
    /// No such webhook, one that is disabled, a reused key.
    pub async fn test_webhook(
        &self,
        caller: &Caller,
        webhook: WebhookId,
        once: Option<&Once>,
    ) -> Result<Answered<DeliverySeen>> {
        if let Some(kept) = self.kept(once).await? {
            return open(once, &kept);
        }
        self.must_be_enabled(caller, webhook).await?;
        let row = planning::test_of(webhook, self.0.clock.now());
        let seen = delivery_seen(&row);
        let work = move |conn: &mut Conn| deliveries::insert(conn, &row).map(Some);
        self.ask_for(seen, once, work).await
    }

    /// Lets a delivery be tried again at once, under the same id. Of a turn that is over nobody is told even so.
    ///
    /// # Errors
    /// No such webhook or delivery, a webhook that is disabled, a reused key.
    pub async fn redeliver(
        &self,
        caller: &Caller,
        webhook: WebhookId,
        id: DeliveryId,
        once: Option<&Once>,
    ) -> Result<Answered<DeliverySeen>> {
        if let Some(kept) = self.kept(once).await? {
            return open(once, &kept);
        }
        self.must_be_enabled(caller, webhook).await?;
        let found = self
            .0
            .store
            .read(move |conn| deliveries::find(conn, webhook, id))
            .await?;
        let row = found.ok_or(Refusal::NotFound("delivery"))?;
        let now = self.0.clock.now();
        let seen = delivery_seen(&DeliveryRow {
            status: DeliveryStatus::Pending,
            attempts: 0,
            due_at: Some(now),
            ..row
        });
        let work = move |conn: &mut Conn| {
            let planned = deliveries::plan_again(conn, webhook, id, now)?;
            Ok(planned.then_some(()))
        };
        self.ask_for(seen, once, work).await
    }

    /// Lets something be delivered that the owner asks for.
    async fn ask_for(
        &self,
        seen: DeliverySeen,
        once: Option<&Once>,
        work: impl FnOnce(&mut Conn) -> QueryResult<Option<()>> + Send + 'static,
    ) -> Result<Answered<DeliverySeen>> {
        let answer = once.map(|once| sealed(once, &seen, self.0.clock.now()));
        match self.keep(answer, once, work).await? {
            Kept::Done(Some(())) => {
                self.0.hooks.wake();
                Ok(Answered::new(seen))
            }
            Kept::Done(None) => Err(Refusal::NotFound("delivery")),
            Kept::Before(kept) => open(once, &kept),
        }
    }

    async fn must_be_enabled(&self, caller: &Caller, id: WebhookId) -> Result<()> {
        match self.webhook(caller, id).await?.disabled {
            None => Ok(()),
            Some(_) => Err(Refusal::WebhookDisabled),
        }
    }
}

pub(in crate::app) fn delivery_seen(row: &DeliveryRow) -> DeliverySeen {
    DeliverySeen {
        id: row.id,
        event: row.event,
        game_id: row.game_id,
        status: row.status,
        attempts: row.attempts,
        last_status: row.last_status,
        last_error: row.last_error,
        next_attempt_at: row.due_at,
        created_at: row.created_at,
    }
}
