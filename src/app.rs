//! The use-cases: what players can do, in terms of games, seats and accounts. No status codes here, no SQL.

mod absence;
pub mod accounts;
mod announce;
mod attendance;
pub mod audit;
mod batch;
pub mod board;
mod bots;
pub mod caller;
mod callers;
pub mod ending;
pub mod events;
pub mod held;
pub mod history;
pub mod holidays;
pub mod invites;
mod kept;
mod leaving;
pub mod lists;
pub mod lobby;
pub mod mail;
pub mod names;
pub mod news;
pub mod once;
pub mod operators;
mod pace;
pub mod play;
pub mod portable;
pub mod position;
pub mod record;
mod records;
pub mod refusal;
mod rematch;
pub mod render;
mod rows;
pub mod running;
pub mod seats;
pub mod seen;
pub mod talk;
mod text;
pub mod tickets;
pub mod token;
pub mod turns;
pub mod undo;
pub mod verify;
mod waits;
pub mod walk;
pub mod watched;
pub mod webhooks;

use crate::clock::Clock;
use crate::model::{GameId, House, Outward, Thinking};
use crate::store::bell::Bell;
use crate::store::{Committed, GameCommit, Store};
use quick_cache::sync::Cache;
use std::sync::Arc;

pub use caller::Caller;
pub use once::{Answered, Once};
pub use refusal::{Refusal, Result};

use bots::{Bots, players_waited_for};
use callers::Callers;
use mail::Mail;
use mail::post::Post;
use news::News;
use record::Record;
use records::Records;
use running::{Running, internal};
use watched::AtHand;
use webhooks::Hooks;

/// Everything the use-cases need, shared by all who ask.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    store: Store,
    clock: Clock,
    house: House,
    news: News,
    hooks: Hooks,
    bots: Bots,
    mail: Mail,
    callers: Callers,
    records: Records,
    /// Decoded positions of games; an entry counts only at the revision it was made for.
    running: Cache<GameId, Running>,
    at_hand: AtHand,
}

/// How many decoded positions are kept; some kilobytes each.
const POSITIONS_KEPT: usize = 4_096;

/// How often a use-case tries again when others wrote first.
const TRIES: usize = 100;

impl App {
    /// The use-cases over a store and a clock; the bell is that of the store's database, and without a
    /// post no mail is sent.
    pub fn new(
        store: Store,
        bell: Option<Bell>,
        clock: Clock,
        house: House,
        outward: Outward,
        thinking: Thinking,
        post: Option<Post>,
    ) -> App {
        App(Arc::new(Inner {
            store,
            clock,
            house,
            news: News::new(bell),
            mail: Mail::new(post, outward.public_url.clone()),
            hooks: Hooks::new(outward),
            bots: Bots::new(thinking),
            callers: Callers::default(),
            records: Records::default(),
            running: Cache::new(POSITIONS_KEPT),
            at_hand: AtHand::default(),
        }))
    }

    /// Writes a change of a game; when it is written, and only then, its news is spread.
    async fn commit(&self, commit: GameCommit) -> Result<Committed> {
        self.commit_to(commit, None).await
    }

    /// As [`App::commit`], where it is known what the game will be like.
    async fn commit_to(&self, commit: GameCommit, after: Option<Record>) -> Result<Committed> {
        let app = self.clone();
        // In a task of its own: who goes away breaks off the request, but not the commit nor what follows from it.
        let task = tokio::spawn(async move { app.write_and_tell(commit, after).await });
        task.await.map_err(internal)?
    }

    async fn write_and_tell(&self, commit: GameCommit, after: Option<Record>) -> Result<Committed> {
        let (id, is_news) = (commit.game, commit.notice.is_some());
        let waits = commit.waits.as_deref();
        let waits_for = waits.map(players_waited_for).unwrap_or_default();
        let mark = self.0.records.mark(id);
        let committed = self.0.store.commit(commit).await;
        let is_done = matches!(committed, Ok(Committed::Done));
        self.0.records.change(id, mark, after.filter(|_| is_done));
        if is_news && is_done {
            self.0.news.there_is_some();
        }
        if is_done {
            self.0.bots.committed(id, &waits_for);
        }
        Ok(committed?)
    }

    /// Is the database there?
    ///
    /// # Errors
    /// [`Refusal::Unavailable`] if it is not.
    pub async fn ready(&self) -> Result<()> {
        Ok(self.0.store.ready().await?)
    }
}

/// Bytes that nobody can guess.
fn secret<const N: usize>() -> Result<[u8; N]> {
    use rand::TryRng;
    let mut bytes = [0; N];
    rand::rngs::SysRng
        .try_fill_bytes(&mut bytes)
        .map_err(internal)?;
    Ok(bytes)
}
