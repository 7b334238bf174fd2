//! Acting in a game: the one path by which positions change.

use super::batch::{Batch, prepared};
use super::history::told;
use super::kept::{Kept, open, sealed};
use super::once::{Answered, Once};
use super::record::{Record, Table};
use super::refusal::{Refusal, Result, malformed};
use super::render::{self, Shown};
use super::running::{Logged, Running};
use super::seen::{Acted, LegalActions};
use super::{App, Caller, TRIES};
use crate::engine::{Action, Game, Malformed, Seat, games};
use crate::model::{GameId, Moment, Status};
use crate::store::answers::{AnswerKind, AnswerRow};
use serde_json::Value;
use serde_json::value::RawValue;

/// Actions somebody wants to take, all or none.
pub struct Act {
    /// The slug of the game they are meant for.
    pub game: String,
    /// The revision the caller saw, if they said so.
    pub revision: Option<i64>,
    /// The actions as JSON.
    pub actions: Vec<Value>,
}

impl App {
    /// Takes actions, all or none.
    ///
    /// # Errors
    /// In this order: actions that are none of the named game, no such game, a reused key, no seat, no revision
    /// named, a stale one, not running, another game, not waited for, against the rules.
    pub async fn act(
        &self,
        caller: &Caller,
        id: GameId,
        act: &Act,
        once: Option<&Once>,
    ) -> Result<Answered<Acted>> {
        must_read(act)?;
        if let Some(acted) = self.act_at_once(caller, id, act, once).await? {
            return Ok(Answered::new(acted));
        }
        for _ in 0..TRIES {
            let record = self.timely_record(id, caller, once).await?;
            if let Some(kept) = &record.kept {
                return self.acted_before(&record, caller, kept).await;
            }
            let (seat, mut batch) = self.try_batch(&record, caller, act).await?;
            batch.follow_up(&record)?;
            let acted = self.commit_batch(&record, caller, seat, &batch, once);
            if let Some(acted) = acted.await? {
                return Ok(Answered::new(acted));
            }
        }
        Err(Refusal::Busy)
    }

    /// Takes actions in the game as it was last known here, without asking the database first: the commit takes place only
    /// if the game still is so, and only if no answer is kept for the key. `None` if not, or if the actions would be refused,
    /// since that may be so for what was known only.
    async fn act_at_once(
        &self,
        caller: &Caller,
        id: GameId,
        act: &Act,
        once: Option<&Once>,
    ) -> Result<Option<Acted>> {
        let Some(record) = self.recent(id, caller) else {
            return Ok(None);
        };
        let Ok((seat, mut batch)) = self.try_batch(&record, caller, act).await else {
            return Ok(None);
        };
        if batch.follow_up(&record).is_err() {
            return Ok(None);
        }
        self.commit_batch(&record, caller, seat, &batch, once).await
    }

    /// Commits what a request came to, and only then tells; `None` if somebody else wrote first.
    pub(super) async fn commit_batch(
        &self,
        record: &Record,
        caller: &Caller,
        seat: Seat,
        batch: &Batch,
        once: Option<&Once>,
    ) -> Result<Option<Acted>> {
        let now = self.0.clock.now();
        let (mut commit, after) = prepared(record, batch, now)?;
        commit.answer = once.map(|once| move_answer(once, record, seat, batch, now));
        // All that can fail is done before the commit: a move that was taken is never answered by a refusal.
        let table = Table::Set(batch.running.clone());
        let acted = Acted {
            revision: batch.running.revision,
            events: events(record, caller, &batch.log)?,
            game: render::game(&after, &table, Some(caller), Shown::Now)?,
        };
        let done = self.commit_step(commit, after, &batch.running).await?;
        Ok(done.then_some(acted))
    }

    /// Would these actions be taken? Nothing changes. The events that come back end before the first draw or reveal,
    /// and what others have said beforehand does not show in them.
    ///
    /// # Errors
    /// As [`App::act`].
    pub async fn check(
        &self,
        caller: &Caller,
        id: GameId,
        act: &Act,
        once: Option<&Once>,
    ) -> Result<Answered<Vec<Box<RawValue>>>> {
        must_read(act)?;
        let record = self.timely_record(id, caller, once).await?;
        if let Some(kept) = &record.kept {
            return open(once, kept);
        }
        let (_, batch) = self.try_batch(&record, caller, act).await?;
        let known: Vec<Logged> = batch
            .log
            .into_iter()
            .take_while(|logged| !logged.past_unknown)
            .collect();
        let events = events(&record, caller, &known)?;
        let Some(asked) = once else {
            return Ok(Answered::new(events));
        };
        let answer = sealed(asked, &events, self.0.clock.now());
        match self.keep(Some(answer), once, |_| Ok(Some(()))).await? {
            Kept::Done(_) => Ok(Answered::new(events)),
            Kept::Before(kept) => open(once, &kept),
        }
    }

    /// What the caller may do now.
    ///
    /// # Errors
    /// No such game.
    pub async fn legal_actions(&self, caller: Option<&Caller>, id: GameId) -> Result<LegalActions> {
        let record = self.record(id, caller, None).await?;
        let seat = record.seat_of_caller(caller);
        let (complete, actions, standing) = match (self.table(&record).await?, seat) {
            (Table::Set(running), Some(seat)) if record.row.state.status == Status::Running => {
                let (game, position) = (running.game, &running.position);
                let (complete, actions) = game.candidates(position, seat);
                (complete, actions, game.standing_answers(position, seat))
            }
            (Table::Set(_) | Table::Empty | Table::Broken, _) => (true, Vec::new(), Vec::new()),
        };
        Ok(LegalActions {
            game: record.row.offer.game.clone(),
            revision: record.revision(),
            seat,
            complete,
            actions,
            standing,
        })
    }

    async fn try_batch(
        &self,
        record: &Record,
        caller: &Caller,
        act: &Act,
    ) -> Result<(Seat, Batch)> {
        let seat = record.must_seat(caller.player)?;
        let running = self.current(record, act.revision).await?;
        if running.game.meta().slug != act.game {
            return Err(Refusal::WrongGame(running.game.meta().title));
        }
        let before = running.clone();
        let mut batch = Batch::new(record, running)?;
        for (index, action) in act.actions.iter().enumerate() {
            let pointer = format!("/actions/{index}");
            if batch.log.last().is_some_and(|last| last.past_unknown) {
                return Err(Refusal::BatchPastUnknown {
                    pointer,
                    revision: record.revision(),
                });
            }
            let action = read(batch.running.game, action, &pointer)?;
            batch
                .take(seat, &action, &pointer)
                .map_err(|refusal| as_it_stands(refusal, &before))?;
        }
        Ok((seat, batch))
    }

    /// The position as it stands, if the caller saw it and it can be played.
    pub(super) async fn current(&self, record: &Record, seen: Option<i64>) -> Result<Running> {
        let revision = record.revision();
        let seen = seen.ok_or(Refusal::RevisionRequired { revision })?;
        let good = seen == revision
            || (record.row.state.status == Status::Running
                && seen >= record.row.state.phase_since
                && seen < revision);
        if !good {
            return Err(Refusal::Stale { revision });
        }
        self.playable(record).await
    }
}

/// Refuses what is no action of the named game, before the game is even looked for.
fn must_read(act: &Act) -> Result<()> {
    let Some(game) = games::offered(&act.game) else {
        return Err(malformed("/game", "there is no such game"));
    };
    for (index, action) in act.actions.iter().enumerate() {
        read(game, action, &format!("/actions/{index}"))?;
    }
    Ok(())
}

fn read(game: &dyn Game, action: &Value, pointer: &str) -> Result<Action> {
    game.read(action)
        .map_err(|Malformed(detail)| malformed(pointer, &detail))
}

/// In a refused batch nothing has happened: what holds is how the game stood before it.
fn as_it_stands(refusal: Refusal, before: &Running) -> Refusal {
    match refusal {
        // A batch may come to the end of the turn or of the game; the game itself has not.
        Refusal::NotAwaited { .. } | Refusal::WrongStatus { .. } => Refusal::NotAwaited {
            revision: before.revision,
            awaiting: before.turn.seats().to_vec(),
        },
        Refusal::Illegal {
            rule,
            pointer,
            detail,
            ..
        } => Refusal::Illegal {
            rule,
            pointer,
            detail,
            revision: Some(before.revision),
        },
        other => other,
    }
}

/// A move is kept as its place in the log.
fn move_answer(once: &Once, record: &Record, seat: Seat, batch: &Batch, at: Moment) -> AnswerRow {
    AnswerRow {
        scope: once.scope().to_owned(),
        key_hash: once.key_hash().to_owned(),
        fingerprint: once.fingerprint().to_owned(),
        kind: AnswerKind::Move,
        game_id: Some(record.row.id),
        first_revision: Some(record.revision() + 1),
        revision: Some(batch.running.revision),
        seat: Some(i16::from(seat.0)),
        sealed: None,
        at,
    }
}

/// What happened, as the caller may know it.
fn events(record: &Record, caller: &Caller, log: &[Logged]) -> Result<Vec<Box<RawValue>>> {
    let Some(game) = record.game() else {
        return Ok(Vec::new());
    };
    let watcher = record.watcher(Some(caller));
    log.iter()
        .flat_map(|logged| &logged.events)
        .map(|event| told(game, event.get(), watcher))
        .collect()
}
