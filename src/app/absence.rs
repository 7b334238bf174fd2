//! What happens when the clock of a seat runs out. It happens by itself, and before any request is judged that meets an
//! overdue game.

use super::announce::{AtTable, announce};
use super::attendance::Attendance;
use super::batch::Batch;
use super::once::Once;
use super::record::{Record, Table};
use super::refusal::{Refusal, Result};
use super::running::Running;
use super::{App, Caller, TRIES};
use crate::engine::Seat;
use crate::model::{Absence, GameId, Moment, Status, TableEvent};
use crate::store::waits::{self, WaitRow};
use crate::store::{Committed, Conn};
use futures_util::{StreamExt, stream};
use std::sync::Arc;

/// How many overdue games are looked for at once.
const PORTION: i64 = 100;
/// In how many games something is done at once.
const AT_ONCE: usize = 16;
/// Why a game is suspended that can't go on by itself.
const STUCK: &str = "what is to follow by itself can't be done";

impl App {
    /// A game that the caller may know of, in which no clock has run out.
    ///
    /// # Errors
    /// As for any game that somebody asks for.
    pub(super) async fn timely_record(
        &self,
        id: GameId,
        caller: &Caller,
        once: Option<&Once>,
    ) -> Result<Record> {
        for _ in 0..TRIES {
            let record = self.record(id, Some(caller), once).await?;
            match overdue(&record, self.0.clock.now()) {
                Some(wait) if record.game().is_some() => self.run_out(&record, wait).await?,
                // Without its rules nothing can be done here, and whoever asks is told so.
                Some(_) | None => return Ok(record),
            }
        }
        Err(Refusal::Busy)
    }

    /// The game as it was last known here, if the caller may know of it and nobody's clock has run out.
    pub(super) fn recent(&self, id: GameId, caller: &Caller) -> Option<Arc<Record>> {
        let record = self.0.records.get(id, self.0.clock.running())?;
        let in_time = overdue(&record, self.0.clock.now()).is_none();
        (in_time && record.is_visible_to(Some(caller))).then_some(record)
    }

    /// Goes by the clock of the database, so that several servers agree on the time.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn follow_the_database(&self) -> Result<()> {
        let before = self.0.clock.now();
        if let Some(theirs) = self.0.store.time().await? {
            self.0.clock.follow(before, theirs, self.0.clock.now());
        }
        Ok(())
    }

    /// Acts for every seat whose clock has run out, once for each and the longest overdue first, and says when the next
    /// clock will; `None` if none is running that has not run out. A game that gives trouble is left for the next time.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn keep_time(&self) -> Result<Option<Moment>> {
        let mut after = None;
        let now = self.0.clock.now();
        loop {
            let due = self
                .0
                .store
                .read(move |conn| waits::due(conn, now, after, PORTION))
                .await?;
            let Some(last) = due.last() else {
                break;
            };
            after = Some(*last);
            let mut games: Vec<GameId> = due.into_iter().map(|(_, id)| id).collect();
            games.dedup();
            let games = games.into_iter().map(|id| self.keep_time_or_suspend(id));
            stream::iter(games)
                .for_each_concurrent(AT_ONCE, |game| game)
                .await;
        }
        let next = move |conn: &mut Conn| waits::next_deadline(conn, now);
        Ok(self.0.store.read(next).await?)
    }

    /// Acts for one seat of a game, in a task of its own: whatever happens in there, the other games go on. A game in
    /// which it can't be done is suspended, so that it does not hold up anybody for ever.
    async fn keep_time_or_suspend(&self, id: GameId) {
        let app = self.clone();
        let fault = match tokio::spawn(async move { app.keep_time_of(id).await }).await {
            Ok(Ok(())) => return,
            Ok(Err(Refusal::Internal(fault))) => fault.to_string(),
            Ok(Err(refusal)) => {
                log::warn!("game {id} is not kept in time: {refusal}");
                return;
            }
            Err(panic) => panic.to_string(),
        };
        if let Err(refusal) = self.suspend_stuck(id, &fault).await {
            log::error!("game {id} can't be suspended: {refusal}");
        }
    }

    /// Suspends a running game that can't go on by itself.
    pub(super) async fn suspend_stuck(&self, id: GameId, fault: &str) -> Result<()> {
        match self.any_record(id, None).await? {
            Some(record) if record.row.state.status == Status::Running => {
                self.suspend(&record, STUCK, fault).await
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Acts for every seat of a game whose clock has run out.
    async fn keep_time_of(&self, id: GameId) -> Result<()> {
        for _ in 0..TRIES {
            let Some(record) = self.any_record(id, None).await? else {
                break;
            };
            match overdue(&record, self.0.clock.now()) {
                Some(wait) if record.game().is_some() => self.run_out(&record, wait).await?,
                Some(_) | None => break,
            }
        }
        Ok(())
    }

    /// The clock of a seat has run out, unless a holiday has begun meanwhile. If somebody else wrote first nothing
    /// happens.
    async fn run_out(&self, record: &Record, wait: &WaitRow) -> Result<()> {
        let now = self.0.clock.now();
        let attendance = record.attendance()?;
        let seat = Seat(wait.seat as u8);
        let deadline = record.deadline(&attendance, seat, wait.since);
        if deadline.is_none_or(|deadline| deadline > now) {
            self.renew_deadlines(record).await?;
            return Ok(());
        }
        let Table::Set(running) = self.table(record).await? else {
            // It is suspended just now, and waits for nobody any more; or another server knows its rules.
            return Ok(());
        };
        let mut batch = Batch::new(record, running)?;
        let late = late_together(record, &batch.running, &attendance, deadline);
        absent(&mut batch, record, seat, &late)?;
        batch.follow_up(record)?;
        self.commit_quietly(record, &batch, None).await?;
        Ok(())
    }

    /// Writes the deadlines of a game as they are by now. Even if none has moved this makes every change stale that was
    /// prepared before.
    pub(super) async fn renew_deadlines(&self, record: &Record) -> Result<Committed> {
        let attendance = record.attendance()?;
        let renewed = |wait: &WaitRow| WaitRow {
            deadline: record.deadline(&attendance, Seat(wait.seat as u8), wait.since),
            ..wait.clone()
        };
        let waits: Vec<WaitRow> = record.waits.iter().map(renewed).collect();
        let now = self.0.clock.now();
        let mut commit = record.commit(now);
        commit.change.updated_at = record.row.state.updated_at;
        if waits != record.waits {
            let moved = AtTable::all(TableEvent::DeadlinesMoved {});
            announce(&mut commit, now, &[moved], &[])?;
        }
        commit.waits = Some(waits);
        self.commit(commit).await
    }
}

/// The seat whose clock ran out first.
fn overdue(record: &Record, now: Moment) -> Option<&WaitRow> {
    if record.row.state.status != Status::Running {
        return None;
    }
    let late = |wait: &&WaitRow| wait.deadline.is_some_and(|deadline| deadline <= now);
    record
        .waits
        .iter()
        .filter(late)
        .min_by_key(|wait| wait.deadline)
}

/// What the offer says shall happen when a seat misses its deadline, or several the same one.
fn absent(batch: &mut Batch, record: &Record, seat: Seat, late: &[Seat]) -> Result<()> {
    let policy = record.row.offer.absence;
    if policy != Absence::Cancel && is_forced(&batch.running, seat) {
        // Nobody need be there for a decision that is none.
        return batch.fall_back(seat);
    }
    match policy {
        Absence::Cancel => {
            batch.annul();
            Ok(())
        }
        Absence::Forfeit => {
            batch.forfeit(record, late);
            Ok(())
        }
        Absence::Bot => {
            batch.take_over(seat);
            Ok(())
        }
        Absence::Fallback => {
            let own = batch.attendance.of_mut(seat);
            own.missed += 1;
            if own.missed >= record.row.offer.takeover_after {
                batch.take_over(seat);
                return Ok(());
            }
            batch.fall_back(seat)
        }
    }
}

/// The seats that miss the very same deadline, as it is by now: none of them may win by being looked at last. Who has
/// nothing to decide misses nothing.
fn late_together(
    record: &Record,
    running: &Running,
    attendance: &Attendance,
    deadline: Option<Moment>,
) -> Vec<Seat> {
    let late = |wait: &WaitRow| {
        let seat = Seat(wait.seat as u8);
        let missed = record.deadline(attendance, seat, wait.since) == deadline;
        (missed && !is_forced(running, seat)).then_some(seat)
    };
    record.waits.iter().filter_map(late).collect()
}

/// Is there only one thing that the seat could do?
fn is_forced(running: &Running, seat: Seat) -> bool {
    let (complete, actions) = running.game.candidates(&running.position, seat);
    complete && actions.len() == 1
}
