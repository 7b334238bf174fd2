//! Bots act as everybody does: by a batch, committed if the game still is as it was seen. They know of a position what
//! their seat may know.

use super::batch::Batch;
use super::record::{Record, Table};
use super::refusal::{Refusal, Result};
use super::running::{Running, internal};
use super::{App, TRIES, secret};
use crate::engine::chance::Seed;
use crate::engine::{Action, Luck, Mind, Seat};
use crate::model::{Bot, GameId, PlayerId, Thinking};
use crate::store::waits::{self, WaitRow};
#[cfg(target_os = "linux")]
use rustix::process::setpriority_process;
use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use tokio::sync::{Notify, Semaphore, oneshot};

/// How many games are looked for at once.
const PORTION: i64 = 100;
/// For how long a game may wait for a bot before a server looks after it that has not made it wait: another one is at it.
const OTHERS_TRY_FIRST: Duration = Duration::from_secs(5);
/// In how many games bots that don't look ahead decide at once.
const QUICK_AT_ONCE: usize = 2;
/// The niceness of searches, the largest there is.
#[cfg(target_os = "linux")]
const NICEST: i32 = 19;

/// The games that wait for bots, and what thinking for them may cost.
pub(super) struct Bots {
    thinking: Thinking,
    games: Mutex<Games>,
    some: Notify,
    searches: Semaphore,
    quick: Semaphore,
}

/// The games that wait for bots, as far as this server knows.
#[derive(Default)]
struct Games {
    /// They wait, and nobody here is at it.
    wanted: HashSet<GameId>,
    /// Bots are at it.
    played: HashSet<GameId>,
}

impl Bots {
    /// No game waits yet.
    pub fn new(thinking: Thinking) -> Bots {
        Bots {
            thinking,
            games: Mutex::default(),
            some: Notify::new(),
            searches: Semaphore::new(thinking.at_once.into()),
            quick: Semaphore::new(QUICK_AT_ONCE),
        }
    }

    /// Notes a game that waits for these players, some of whom may be bots.
    pub fn committed(&self, game: GameId, waits_for: &[PlayerId]) {
        let waits = waits_for.iter().any(|player| Bot::of(*player).is_some());
        if waits && !self.games().played.contains(&game) {
            self.games().wanted.insert(game);
            self.some.notify_one();
        }
    }

    fn games(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Who is to decide.
pub(super) fn players_waited_for(waits: &[WaitRow]) -> Vec<PlayerId> {
    waits.iter().filter_map(|wait| wait.player_id).collect()
}

impl App {
    /// Comes back when a game has come to wait for a bot.
    pub async fn bots_wanted(&self) {
        self.0.bots.some.notified().await;
    }

    /// Looks for games that have waited for bots for so long that no other server can be at it.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn look_for_bots(&self, waiting_for: Duration) -> Result<()> {
        let millis = i64::try_from(waiting_for.as_millis()).unwrap_or(i64::MAX);
        let since = self.0.clock.now().plus_millis(-millis);
        let accounts: Vec<PlayerId> = Bot::ALL.iter().map(|bot| bot.account()).collect();
        let waiting = self
            .0
            .store
            .read(move |conn| waits::of_any(conn, &accounts, since, PORTION))
            .await?;
        let mut games = self.0.bots.games();
        let Games { wanted, played } = &mut *games;
        wanted.extend(waiting.into_iter().filter(|game| !played.contains(game)));
        Ok(())
    }

    /// Looks for games that other servers have left waiting.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn look_for_forgotten_bots(&self) -> Result<()> {
        self.look_for_bots(OTHERS_TRY_FIRST).await
    }

    /// The games that wait for bots and that nobody here is at; somebody has to be from now on, by [`App::play_as_bots`].
    pub fn take_games_for_bots(&self) -> Vec<GameId> {
        let mut games = self.0.bots.games();
        let taken: Vec<GameId> = games.wanted.drain().collect();
        games.played.extend(&taken);
        taken
    }

    /// Plays on in a game for as long as it waits for bots, in a task of its own: whatever happens in there, the other games
    /// go on. A game in which it can't be done is suspended, so that it does not hold up anybody for ever.
    pub async fn play_as_bots(&self, id: GameId) {
        let app = self.clone();
        let played = match tokio::spawn(async move { app.play_on(id).await }).await {
            Ok(Err(Refusal::Internal(fault))) => self.suspend_stuck(id, &fault.to_string()).await,
            Ok(played) => played,
            Err(panic) => self.suspend_stuck(id, &panic.to_string()).await,
        };
        self.0.bots.games().played.remove(&id);
        // Somebody may have made it wait after the last look.
        match played.and(self.any_record(id, None).await) {
            Ok(Some(record)) if record.game().is_some() => {
                let waits_for = players_waited_for(&record.waits);
                self.0.bots.committed(id, &waits_for);
            }
            // Another server knows its rules.
            Ok(Some(_)) | Ok(None) => {}
            Err(refusal) => log::warn!("game {id} still waits for a bot: {refusal}"),
        }
    }

    async fn play_on(&self, id: GameId) -> Result<()> {
        while let Some(record) = self.any_record(id, None).await? {
            let Some((seat, bot)) = bot_waited_for(&record) else {
                break;
            };
            let Table::Set(running) = self.table(&record).await? else {
                break;
            };
            let action = self.decision(&running, seat, bot).await?;
            self.act_as(bot, id, seat, &action, running.revision)
                .await?;
        }
        Ok(())
    }

    /// What a bot decides, on a thread where it holds up nobody.
    async fn decision(&self, running: &Running, seat: Seat, bot: Bot) -> Result<Action> {
        let running = running.clone();
        let mut luck = Luck::new(Seed(secret()?));
        let mut decide = move |mind: Mind| {
            running
                .game
                .decide(&running.position, seat, mind, &mut luck)
        };
        let turn = match bot {
            Bot::Strong => &self.0.bots.searches,
            Bot::Random | Bot::Steady => &self.0.bots.quick,
        };
        let _turn = turn.acquire().await.map_err(internal)?;
        let decided = match bot {
            Bot::Random => soon(move || decide(Mind::Random)).await?,
            Bot::Steady => soon(move || decide(Mind::Steady)).await?,
            Bot::Strong => {
                let (clock, budget) = (self.0.clock.clone(), self.0.bots.thinking.budget);
                let search = move || {
                    let end = clock.running() + budget;
                    decide(Mind::Strong(&mut |_| clock.running() < end))
                };
                behind_all_others(search).await?
            }
        };
        decided.ok_or_else(|| internal("a bot is to decide that is not waited for"))
    }

    /// A bot takes an action that it decided on at a revision. If the game no longer waits for it, nothing happens.
    async fn act_as(
        &self,
        bot: Bot,
        id: GameId,
        seat: Seat,
        action: &Action,
        seen: i64,
    ) -> Result<()> {
        for _ in 0..TRIES {
            let Some(record) = self.any_record(id, None).await? else {
                return Ok(());
            };
            let still = record.waits.iter().any(|wait| {
                wait.seat == i16::from(seat.0) && wait.player_id == Some(bot.account())
            });
            let running = match self.current(&record, Some(seen)).await {
                Ok(running) if still => running,
                Ok(_) | Err(Refusal::Stale { .. } | Refusal::WrongStatus { .. }) => return Ok(()),
                Err(refusal) => return Err(refusal),
            };
            let mut batch = Batch::new(&record, running)?;
            batch.take_as_bot(&record, seat, action)?;
            batch.follow_up(&record)?;
            if self.commit_quietly(&record, &batch, None).await? {
                return Ok(());
            }
        }
        Err(Refusal::Busy)
    }
}

/// Does what takes some milliseconds.
async fn soon<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(internal)
}

/// Does what may take long, on a thread of its own that takes what the others leave of the processors, where the system tells
/// threads apart: play by people is not slowed by it. The thread ends with it, since not everybody may take that back.
async fn behind_all_others<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    let (tell, told) = oneshot::channel();
    let search = move || {
        #[cfg(target_os = "linux")]
        if let Err(error) = setpriority_process(None, NICEST) {
            log::debug!("a search does not step back: {error}");
        }
        // Who no longer waits is not told.
        drop(tell.send(work()));
    };
    let spawned = thread::Builder::new().name("placa-search".to_owned());
    spawned.spawn(search).map_err(internal)?;
    told.await
        .map_err(|_| internal("a search came to no end that can be told"))
}

/// A seat for which a game waits and a bot decides.
fn bot_waited_for(record: &Record) -> Option<(Seat, Bot)> {
    record.waits.iter().find_map(|wait| {
        let bot = wait.player_id.and_then(Bot::of)?;
        Some((Seat(wait.seat as u8), bot))
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::process::getpriority_process;

    #[tokio::test]
    async fn a_search_goes_behind_all_others_and_leaves_them_as_they_are() {
        let own = getpriority_process(None).unwrap();
        let searching = behind_all_others(|| getpriority_process(None).unwrap());
        assert_eq!(searching.await.unwrap(), NICEST);
        assert_eq!(getpriority_process(None).unwrap(), own);
    }

    #[tokio::test]
    async fn a_search_that_panics_is_a_fault_and_no_more() {
        let panic = behind_all_others(|| panic!("a bot that can't decide"));
        assert!(matches!(panic.await, Err(Refusal::Internal(_))));
    }
}
