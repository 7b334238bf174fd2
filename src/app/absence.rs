//! What happens when the clock of a seat runs out. It happens by itself, and before any request is judged that meets an
//! overdue game.

use super::announce::{AtTable, announce};
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

/// How many overdue games are looked for at once.
const PORTION: i64 = 100;

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
                Some(wait) => self.run_out(&record, wait).await?,
                None => return Ok(record),
            }
        }
        Err(Refusal::Busy)
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
            for (_, id) in due {
                // A game of its own task: whatever happens in there, the other games go on.
                let app = self.clone();
                match tokio::spawn(async move { app.keep_time_of(id).await }).await {
                    Ok(Ok(())) => {}
                    Ok(Err(refusal)) => log::error!("game {id} can't be kept in time: {refusal}"),
                    Err(panic) => log::error!("game {id} can't be kept in time: {panic}"),
                }
            }
        }
        let next = move |conn: &mut Conn| waits::next_deadline(conn, now);
        Ok(self.0.store.read(next).await?)
    }

    /// Acts for one seat of a game whose clock has run out, if there is one.
    async fn keep_time_of(&self, id: GameId) -> Result<()> {
        match self.any_record(id, None).await? {
            Some(record) => match overdue(&record, self.0.clock.now()) {
                Some(wait) => self.run_out(&record, wait).await,
                None => Ok(()),
            },
            None => Ok(()),
        }
    }

    /// The clock of a seat has run out, unless a holiday has begun meanwhile. If somebody else wrote first nothing
    /// happens.
    async fn run_out(&self, record: &Record, wait: &WaitRow) -> Result<()> {
        let now = self.0.clock.now();
        let attendance = record.attendance()?;
        let seat = Seat(wait.seat as u8);
        let deadline = record.deadline(&attendance, seat, wait.since);
        if deadline.is_none_or(|deadline| deadline > now) {
            return self.renew_deadlines(record).await;
        }
        let running = match self.table(record).await? {
            Table::Set(running) => running,
            Table::Empty | Table::Broken => return self.without_a_position(record).await,
        };
        let mut batch = Batch::new(record, running)?;
        absent(&mut batch, record, seat)?;
        batch.follow_up(record)?;
        self.commit_quietly(record, &batch, None).await?;
        Ok(())
    }

    /// Writes the deadlines of a game as they are by now.
    pub(super) async fn renew_deadlines(&self, record: &Record) -> Result<()> {
        let attendance = record.attendance()?;
        let renewed = |wait: &WaitRow| WaitRow {
            deadline: record.deadline(&attendance, Seat(wait.seat as u8), wait.since),
            ..wait.clone()
        };
        let waits: Vec<WaitRow> = record.waits.iter().map(renewed).collect();
        if waits == record.waits {
            return Ok(());
        }
        let now = self.0.clock.now();
        let mut commit = record.commit(now);
        commit.change.updated_at = record.row.state.updated_at;
        commit.waits = Some(waits);
        let moved = AtTable::all(TableEvent::DeadlinesMoved {});
        announce(&mut commit, now, &[moved], &[])?;
        match self.commit(commit).await? {
            Committed::Done | Committed::Stale => Ok(()),
        }
    }

    /// A game whose rules this server does not know keeps its clocks for one that does.
    async fn without_a_position(&self, record: &Record) -> Result<()> {
        let why = format!("game {} waits for a server that can load it", record.row.id);
        match record.game() {
            None => Err(Refusal::Internal(why.into())),
            // It was suspended just now, and waits for nobody any more.
            Some(_) => Ok(()),
        }
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

/// What the offer says shall happen when a seat misses its deadline.
fn absent(batch: &mut Batch, record: &Record, seat: Seat) -> Result<()> {
    match record.row.offer.absence {
        Absence::Cancel => {
            batch.annul();
            Ok(())
        }
        Absence::Forfeit => {
            batch.resign(record, seat);
            Ok(())
        }
        Absence::Bot => {
            batch.take_over(seat);
            Ok(())
        }
        Absence::Fallback => {
            let own = batch.attendance.of_mut(seat);
            if !is_forced(&batch.running, seat) {
                own.missed += 1;
            }
            if own.missed >= record.row.offer.takeover_after {
                batch.take_over(seat);
                return Ok(());
            }
            batch.fall_back(seat)
        }
    }
}

/// Is there only one thing that the seat could do? Nobody need be there for that.
fn is_forced(running: &Running, seat: Seat) -> bool {
    let (complete, actions) = running.game.candidates(&running.position, seat);
    complete && actions.len() == 1
}
