//! Who waits for news, and how it reaches them.
//!
//! A commit writes its notice; afterwards notices are numbered, in the order in which whoever reads the feed will see
//! them, and those who wait are woken. Nobody is told anything here but that there is something to read: what it is they
//! read themselves, from what is committed.

use super::App;
use super::refusal::{Refusal, Result};
use crate::model::{GameId, PlayerId};
use crate::store::bell::Bell;
use crate::store::{Conn, notices};
use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, watch};

/// How many notices are numbered in one transaction.
const PORTION: i64 = 1_000;

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

/// How much of the news has been spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// All that had been committed.
    Whole,
    /// As much as is spread at once: there may be more.
    InPart,
    /// Another server was at it, perhaps before the last commits: it has to be looked again.
    ByAnother,
}

/// Who waits for what.
pub(super) struct News {
    /// Rings for other servers.
    bell: Option<Arc<Bell>>,
    /// Somebody has committed something.
    some: Notify,
    /// Up to which number of the feed all have been woken.
    seen: AtomicI64,
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
            seen: AtomicI64::new(0),
            waiting: Mutex::default(),
            ears: Mutex::default(),
            closing: watch::channel(false).0,
        }
    }

    /// Something was committed.
    pub fn there_is_some(&self) {
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

    /// Forgets what nobody waits for any more.
    fn tidy(&self) {
        self.all().retain(|_, sender| sender.receiver_count() > 0);
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

    /// Numbers what has been committed, here or by other servers, wakes those who wait for it, and lets other servers know.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn spread_news(&self) -> Result<Spread> {
        let number = |conn: &mut Conn| notices::number(conn, PORTION);
        let numbered = self.0.store.write(number).await?;
        if numbered.is_some_and(|numbered| numbered > 0)
            && let Some(bell) = &self.0.news.bell
        {
            bell.ring();
        }
        let seen = self.0.news.seen.load(Ordering::SeqCst);
        let (last, named) = self
            .0
            .store
            .read(move |conn| notices::named_since(conn, seen))
            .await?;
        if last > seen {
            let games = named.iter().map(|(game, _)| Topic::Game(*game));
            let players = named
                .iter()
                .filter_map(|(_, player)| player.map(Topic::Player));
            self.0.news.wake(games.chain(players));
            self.0.news.seen.store(last, Ordering::SeqCst);
            self.0.hooks.wake();
        }
        Ok(match numbered {
            Some(numbered) if numbered as i64 == PORTION => Spread::InPart,
            Some(_) => Spread::Whole,
            None => Spread::ByAnother,
        })
    }

    /// Rings for other servers and listens to them, until the connection for that is lost.
    ///
    /// # Errors
    /// Why they can't be heard any more.
    pub async fn listen_to_others(&self, bell: &Bell) -> Result<Infallible> {
        Ok(bell.attend(|| self.0.news.there_is_some()).await?)
    }

    /// What other servers ring when there is news; `None` where no other server can be.
    pub fn bell(&self) -> Option<Arc<Bell>> {
        self.0.news.bell.clone()
    }

    /// Begins with the news from now on.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn begin_news(&self) -> Result<()> {
        let last = self.0.store.read(notices::last_number).await?;
        self.0.news.seen.fetch_max(last, Ordering::SeqCst);
        Ok(())
    }

    /// Forgets what nobody waits for any more.
    pub fn tidy_news(&self) {
        self.0.news.tidy();
    }
}
