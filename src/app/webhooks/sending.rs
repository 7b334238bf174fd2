//! Telling webhooks what is due, and noting what came of it.

use super::post::{self, Message};
use super::signing::signatures;
use crate::app::App;
use crate::app::refusal::Result;
use crate::app::running::internal;
use crate::model::moment::{DAY, HOUR, MINUTE, SECOND};
use crate::model::{DeliveryStatus, Disabled, Happening, Moment, Trouble, WebhookId};
use crate::store::deliveries::{self, DeliveryRow, Settled};
use crate::store::webhooks::{self, WebhookRow};
use crate::store::{Conn, QueryResult};
use rand::RngExt;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many messages are sent at once.
pub const AT_ONCE: usize = 16;
/// How many of them to one host.
const TO_ONE_HOST: usize = 2;
/// How many due deliveries are looked at, to find some whose hosts are free.
const LOOKED_AT: i64 = 64;
/// How long a server has a delivery to itself, in milliseconds: longer than any attempt takes.
const LEASE: i64 = 60_000;

/// How long to wait after each failed attempt, about, in milliseconds: three days together.
const RETRIES: [i64; 9] = [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
];
/// How long nothing may get through before a webhook is disabled, in milliseconds.
const FAILING: i64 = 5 * DAY;
/// How long deliveries are kept, in milliseconds.
const KEPT: i64 = 30 * DAY;

/// How many messages are on their way to which host.
#[derive(Default)]
pub struct OnTheirWay(Mutex<HashMap<String, usize>>);

impl OnTheirWay {
    fn all(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        // Whoever panicked left the map whole: it is changed by single calls.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The hosts to which nothing more may be sent now.
    fn busy(&self) -> Vec<String> {
        let all = self.all();
        let busy = all.iter().filter(|(_, count)| **count >= TO_ONE_HOST);
        busy.map(|(host, _)| host.clone()).collect()
    }
}

/// A message on its way to a host, which counts until it is dropped.
struct Way {
    app: App,
    host: String,
}

impl Way {
    /// `None` if as many are on their way there as may be.
    fn to(app: &App, host: &str) -> Option<Way> {
        let mut all = app.0.hooks.on_their_way.all();
        let count = all.entry(host.to_owned()).or_insert(0);
        if *count >= TO_ONE_HOST {
            return None;
        }
        *count += 1;
        Some(Way {
            app: app.clone(),
            host: host.to_owned(),
        })
    }
}

impl Drop for Way {
    fn drop(&mut self) {
        let mut all = self.app.0.hooks.on_their_way.all();
        if let Some(count) = all.get_mut(&self.host) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.host);
            }
        }
    }
}

/// A delivery that this server has to itself for a while.
pub struct Leased {
    delivery: DeliveryRow,
    webhook: WebhookRow,
    /// Until when.
    until: Moment,
    way: Way,
}

/// What a receiver answered, or why it did not.
type Answer = std::result::Result<u16, Trouble>;

impl App {
    /// Takes deliveries that are due, at most so many; what is true no longer is dropped.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn take_deliveries(&self, most: usize) -> Result<Vec<Leased>> {
        let (now, busy) = (self.0.clock.now(), self.0.hooks.on_their_way.busy());
        let most = most.min(AT_ONCE);
        if most == 0 {
            return Ok(Vec::new());
        }
        let due = self
            .0
            .store
            .read(move |conn| deliveries::due(conn, now, &busy, LOOKED_AT))
            .await?;
        let until = now.plus_millis(LEASE);
        let free = due.into_iter().filter_map(|(delivery, webhook)| {
            let way = Way::to(self, &webhook.host)?;
            Some(Leased {
                delivery,
                webhook,
                until,
                way,
            })
        });
        let wanted: Vec<Leased> = free.take(most).collect();
        if wanted.is_empty() {
            return Ok(wanted);
        }
        let take = move |conn: &mut Conn| {
            let mut taken = Vec::new();
            for leased in wanted {
                if take(conn, &leased, now)? {
                    taken.push(leased);
                }
            }
            Ok(taken)
        };
        Ok(self.0.store.write(take).await?)
    }

    /// Tries to deliver, and notes what came of it.
    ///
    /// # Errors
    /// Those of the database; the delivery is tried again then when its lease is over.
    pub async fn deliver(&self, leased: Leased) -> Result<()> {
        let Leased {
            delivery,
            webhook,
            until,
            way,
        } = leased;
        let now = self.0.clock.now();
        let (id, timestamp) = (delivery.id.to_string(), now.0.div_euclid(SECOND));
        let message = Message {
            url: webhook.url.clone(),
            signature: signatures(&secrets(&webhook, now), &id, timestamp, &delivery.body)?,
            id,
            timestamp,
            body: delivery.body.clone(),
        };
        let agent = self.0.hooks.agent.clone();
        let answer = tokio::task::spawn_blocking(move || post::post(&agent, &message))
            .await
            .map_err(internal)?;
        drop(way);
        let settled = settled(&delivery, answer, self.0.clock.now());
        let settle = move |conn: &mut Conn| deliveries::settle(conn, delivery.id, until, settled);
        if self.0.store.write(settle).await? {
            // In a transaction of its own, which takes the webhook first: so no two wait for each other.
            let follow = move |conn: &mut Conn| follow(conn, webhook.id, settled, now);
            self.0.store.write(follow).await?;
        }
        Ok(())
    }

    /// Comes back when there may be something to tell webhooks.
    pub async fn something_to_tell(&self) {
        self.0.hooks.wake.notified().await;
    }

    /// Forgets the deliveries of more than thirty days ago.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn forget_old_deliveries(&self) -> Result<usize> {
        let before = self.0.clock.now().plus_millis(-KEPT);
        let purge = move |conn: &mut Conn| deliveries::purge(conn, before);
        Ok(self.0.store.write(purge).await?)
    }
}

/// Takes a delivery, unless somebody else has it or it is true no longer.
fn take(conn: &mut Conn, leased: &Leased, now: Moment) -> QueryResult<bool> {
    let row = &leased.delivery;
    if let (Some(game), Some(seat), Some(since)) = (row.game_id, row.seat, row.since)
        && !deliveries::is_still_true(conn, leased.webhook.player_id, (game, seat, since))?
    {
        deliveries::drop_one(conn, row.id)?;
        return Ok(false);
    }
    deliveries::lease(conn, row.id, now, leased.until)
}

/// The secrets that sign now, the newest first.
fn secrets(webhook: &WebhookRow, now: Moment) -> Vec<String> {
    let former = webhook.former_secret.clone();
    let still = former.filter(|_| webhook.former_until.is_some_and(|until| now < until));
    [Some(webhook.secret.clone()), still]
        .into_iter()
        .flatten()
        .collect()
}

/// What an answer makes of a delivery. A test is tried once: somebody waits to see it.
fn settled(delivery: &DeliveryRow, answer: Answer, now: Moment) -> Settled {
    let (last_status, last_error) = match answer {
        Ok(status) => (Some(status as i16), None),
        Err(trouble) => (None, Some(trouble)),
    };
    let is_last = delivery.event == Happening::Test || answer == Ok(GONE);
    // The row shows how often it had been tried before.
    let retry = RETRIES.get(delivery.attempts as usize).filter(|_| !is_last);
    let (status, due_at) = match (answer, retry) {
        (Ok(200..=299), _) => (DeliveryStatus::Delivered, None),
        (_, Some(wait)) => (DeliveryStatus::Pending, Some(now.plus_millis(about(*wait)))),
        (_, None) => (DeliveryStatus::Failed, None),
    };
    Settled {
        status,
        last_status,
        last_error,
        due_at,
    }
}

/// The status by which a receiver says that it is gone for good.
const GONE: u16 = 410;

/// So many milliseconds, up to a tenth more or less, so that not all try again at once.
pub(in crate::app) fn about(millis: i64) -> i64 {
    rand::rng().random_range(millis - millis / 10..=millis + millis / 10)
}

/// Notes what follows from an attempt for the webhook.
fn follow(conn: &mut Conn, id: WebhookId, settled: Settled, now: Moment) -> QueryResult<()> {
    if settled.status == DeliveryStatus::Delivered {
        return webhooks::note_success(conn, id);
    }
    let since = webhooks::note_failure(conn, id, now)?;
    let is_gone = settled.last_status == Some(GONE as i16);
    let is_failing = since.is_some_and(|since| now.since(since) >= FAILING);
    let why = match (is_gone, is_failing) {
        (true, _) => Disabled::Gone,
        (false, true) => Disabled::Failing,
        (false, false) => return Ok(()),
    };
    webhooks::disable(conn, id, why)?;
    deliveries::drop_all(conn, id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retries_are_spread_over_about_three_days() {
        let all: i64 = RETRIES.iter().sum();
        assert!((3 * DAY..4 * DAY).contains(&all), "{all}");
        assert!(RETRIES.is_sorted());
        for wait in RETRIES {
            let waits: Vec<i64> = (0..100).map(|_| about(wait)).collect();
            let near = wait * 9 / 10..=wait * 11 / 10;
            assert!(waits.iter().all(|one| near.contains(one)), "{waits:?}");
            assert!(waits.iter().any(|one| *one != waits[0]), "{waits:?}");
        }
    }
}
