//! Who waits for news, and how it reaches them.
//!
//! A commit writes its notice; afterwards those who wait are woken. Nobody is told anything here but that there is something
//! to read: what it is they read themselves, from what is committed.

use super::App;
use super::refusal::{Refusal, Result};
use crate::model::{GameId, PlayerId};
use crate::store::bell::Bell;
use crate::store::{Conn, notices};
use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, watch};

/// What somebody can wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// Something happens in a game.
    Game(GameId),
    /// Something happens in a game in which a player sits.
    Player(PlayerId),
}

/// Somebody who waits for news.
pub struct Waiting(watch::Receiver<()>);

impl Waiting {
    /// Comes back when there may be something new since this was made or last came back.
    pub async fn news(&mut self) {
        if self.0.changed().await.is_err() {
            std::future::pending().await
        }
    }
}

/// How many streams an account may listen to at once.
const MOST_STREAMS: usize = 32;
/// How many streams strangers at one address may listen to at once.
const MOST_STRANGERS_STREAMS: usize = 256;

/// Who listens to a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ear {
    /// An account.
    Player(PlayerId),
    /// Strangers at an address.
    Stranger(IpAddr),
}

/// The right to listen to one stream, given back when it is dropped.
pub struct Listening {
    app: App,
    ear: Ear,
}

impl Drop for Listening {
    fn drop(&mut self) {
        let mut ears = self.app.0.news.ears();
        if let Some(count) = ears.get_mut(&self.ear) {
            *count -= 1;
            if *count == 0 {
                ears.remove(&self.ear);
            }
        }
    }
}

/// Who waits for what.
pub(super) struct News {
    /// Rings for other servers.
    bell: Option<Arc<Bell>>,
    /// There may be some.
    some: Notify,
    /// Has anything been committed here that other servers were not told of?
    own: AtomicBool,
    /// Up to which number of the feed all have been woken who wait; `None` if nobody did when it was last looked.
    seen: Mutex<Option<i64>>,
    waiting: Mutex<HashMap<Topic, watch::Sender<()>>>,
    /// How many streams everybody listens to.
    ears: Mutex<HashMap<Ear, usize>>,
    /// Is the service going down?
    closing: watch::Sender<bool>,
}

impl News {
    /// Nobody waits yet.
    pub fn new(bell: Option<Bell>) -> News {
        News {
            bell: bell.map(Arc::new),
            some: Notify::new(),
            own: AtomicBool::new(false),
            seen: Mutex::default(),
            waiting: Mutex::default(),
            ears: Mutex::default(),
            closing: watch::channel(false).0,
        }
    }

    /// Something was committed here.
    pub fn there_is_some(&self) {
        self.own.store(true, Ordering::SeqCst);
        self.some.notify_one();
    }

    fn wait_for(&self, topic: Topic) -> Waiting {
        let mut waiting = self.all();
        let sender = waiting.entry(topic).or_insert_with(|| watch::channel(()).0);
        Waiting(sender.subscribe())
    }

    fn wake(&self, topics: impl Iterator<Item = Topic>) {
        let mut waiting = self.all();
        for topic in topics {
            if let Some(sender) = waiting.get(&topic)
                && sender.send(()).is_err()
            {
                waiting.remove(&topic);
            }
        }
    }

    fn wake_all(&self) {
        for sender in self.all().values() {
            sender.send_replace(());
        }
    }

    /// Forgets what nobody waits for any more.
    fn tidy(&self) {
        self.all().retain(|_, sender| sender.receiver_count() > 0);
    }

    /// Does nobody wait for anything? Whoever begins to after this was asked reads what is committed by then.
    fn is_idle(&self) -> bool {
        self.all().is_empty()
    }

    fn seen(&self) -> MutexGuard<'_, Option<i64>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ears(&self) -> MutexGuard<'_, HashMap<Ear, usize>> {
        self.ears.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn all(&self) -> MutexGuard<'_, HashMap<Topic, watch::Sender<()>>> {
        // Whoever panicked left the map whole: it is changed by single calls.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    /// Waits for news from now on.
    pub fn wait_for(&self, topic: Topic) -> Waiting {
        self.0.news.wait_for(topic)
    }

    /// Lets somebody listen to one more stream.
    ///
    /// # Errors
    /// [`Refusal::TooManyStreams`] if they listen to as many as anybody may.
    pub fn listen(&self, ear: Ear) -> Result<Listening> {
        let (most, detail) = match ear {
            Ear::Player(_) => (
                MOST_STREAMS,
                "an account listens to at most 32 streams at once",
            ),
            Ear::Stranger(_) => (
                MOST_STRANGERS_STREAMS,
                "without a token an address listens to at most 256 streams at once",
            ),
        };
        let mut ears = self.0.news.ears();
        let count = ears.entry(ear).or_insert(0);
        if *count >= most {
            return Err(Refusal::TooManyStreams(detail));
        }
        *count += 1;
        Ok(Listening {
            app: self.clone(),
            ear,
        })
    }

    /// How many streams are open.
    pub fn streams(&self) -> usize {
        self.0.news.ears().values().sum()
    }

    /// Ends all streams, since the service goes down: whoever listens comes again, to wherever it runs then.
    pub fn close_streams(&self) {
        self.0.news.closing.send_replace(true);
    }

    /// Comes back when the service goes down.
    pub async fn closing(&self) {
        let mut closing = self.0.news.closing.subscribe();
        if closing.wait_for(|closing| *closing).await.is_err() {
            std::future::pending().await
        }
    }

    /// Comes back when something has been committed here, or another server has rung.
    pub async fn something_committed(&self) {
        self.0.news.some.notified().await;
    }

    /// Wakes those who wait for what has been committed, here or by other servers, and lets other servers know.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn spread_news(&self) -> Result<()> {
        let news = &self.0.news;
        if news.own.swap(false, Ordering::SeqCst) {
            if let Some(bell) = &news.bell {
                bell.ring();
            }
            self.0.hooks.wake();
        }
        if news.is_idle() {
            *news.seen() = None;
            return Ok(());
        }
        let last = self.0.store.read(notices::last_number).await?;
        let seen = *news.seen();
        match seen {
            Some(seen) if seen < last => self.wake_for(seen, last).await?,
            Some(_) => {}
            // It is not known what is new to those who have come meanwhile.
            None => news.wake_all(),
        }
        *news.seen() = Some(last);
        Ok(())
    }

    /// Wakes those who wait for what the feed names after a number and up to another.
    async fn wake_for(&self, after: i64, last: i64) -> Result<()> {
        let find = move |conn: &mut Conn| notices::named(conn, after, last);
        let named = self.0.store.read(find).await?;
        let games = named.iter().map(|(game, _)| Topic::Game(*game));
        let players = named
            .iter()
            .filter_map(|(_, player)| player.map(Topic::Player));
        self.0.news.wake(games.chain(players));
        Ok(())
    }

    /// Up to which number of the feed those who wait have been told; `None` if nobody waits.
    pub(super) fn told_up_to(&self) -> Option<i64> {
        *self.0.news.seen()
    }

    /// Rings for other servers and listens to them, until the connection for that is lost.
    ///
    /// # Errors
    /// Why they can't be heard any more.
    pub async fn listen_to_others(&self, bell: &Bell) -> Result<Infallible> {
        Ok(bell.attend(|| self.0.news.some.notify_one()).await?)
    }

    /// What other servers ring when there is news; `None` where no other server can be.
    pub fn bell(&self) -> Option<Arc<Bell>> {
        self.0.news.bell.clone()
    }

    /// Forgets what nobody waits for any more.
    pub fn tidy_news(&self) {
        self.0.news.tidy();
    }
}
