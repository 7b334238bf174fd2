//! What a request, or the clock, comes to before it is committed.

use super::App;
use super::announce::{AtTable, announce};
use super::attendance::Attendance;
use super::ending::{ABANDONED, CANCELLED, RESIGNATION};
use super::record::Record;
use super::refusal::Result;
use super::rows::{apply_running, log_row};
use super::running::{Logged, Running};
use crate::engine::chance::Seed;
use crate::engine::{Action, Seat, Turn};
use crate::model::{Bot, Moment, Presence, Status, TableEvent};
use crate::store::actions::ActionKind;
use crate::store::answers::AnswerRow;
use crate::store::snapshots::SnapshotRow;
use crate::store::{GameCommit, StandingWrite};

/// A position is kept as a snapshot whenever the log has grown by so many revisions.
const SNAPSHOT_EVERY: i64 = 32;

/// More steps than follow by themselves from what one player does. Were it too few, the clock would go on.
const MOST_STEPS: usize = 1_000;

/// How the log says that somebody lost a seat by the clock.
const BY_CLOCK: &str = "clock";

/// What somebody thinks of annulling a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// It should be annulled.
    Annul,
    /// It should go on.
    GoOn,
}

/// What a request, or the clock, comes to.
pub(super) struct Batch {
    /// The position after it.
    pub running: Running,
    /// Where the game stands after it.
    pub status: Status,
    /// What it adds to the log.
    pub log: Vec<Logged>,
    /// What happens at the table beside that.
    pub table: Vec<AtTable>,
    /// What was said beforehand.
    pub standings: Vec<StandingWrite>,
    /// Who is there after it.
    pub attendance: Attendance,
    /// The seats whose turn of the clock is over, though they may be waited for again.
    turned: Vec<Seat>,
    /// The seats that have lost their holder.
    vacated: Vec<Seat>,
    seed: Seed,
}

impl Batch {
    /// Nothing yet.
    ///
    /// # Errors
    /// [`super::Refusal::Internal`] if what is stored of the game can't be read.
    pub fn new(record: &Record, running: Running) -> Result<Batch> {
        Ok(Batch {
            running,
            status: record.row.state.status,
            log: Vec::new(),
            table: Vec::new(),
            standings: Vec::new(),
            attendance: record.attendance()?,
            turned: Vec::new(),
            vacated: Vec::new(),
            seed: record.seed()?,
        })
    }

    /// A player takes an action, or leaves it as a standing answer. Whoever acts is there, and wants to go on.
    ///
    /// # Errors
    /// What the game refuses.
    pub fn take(&mut self, seat: Seat, action: &Action, pointer: &str) -> Result<()> {
        if action.is_standing() {
            self.running
                .game
                .check(&self.running.position, seat, action)
                .map_err(|refusal| self.running.refuse(refusal, pointer))?;
            self.standings.push(StandingWrite {
                seat: i16::from(seat.0),
                body: Some(action.text().to_owned()),
            });
            return Ok(());
        }
        self.step(ActionKind::Action, seat, action, pointer)?;
        self.attend(seat);
        self.attendance.of_mut(seat).missed = 0;
        self.wish_to_annul(seat, Wish::GoOn);
        Ok(())
    }

    /// A bot takes an action, for a seat of its own or in the place of a holder who is gone.
    ///
    /// # Errors
    /// What the game refuses.
    pub fn take_as_bot(&mut self, record: &Record, seat: Seat, action: &Action) -> Result<()> {
        let kind = match record.bot_at(seat) {
            Some(_) => ActionKind::Action,
            None => ActionKind::Fallback,
        };
        self.step(kind, seat, action, "")
    }

    /// The holder of a seat is there again, if they were not.
    pub fn attend(&mut self, seat: Seat) {
        let own = self.attendance.of_mut(seat);
        if own.presence == Presence::Absent {
            own.presence = Presence::Present;
            own.missed = 0;
            self.table.push(AtTable::to(seat, TableEvent::Returned {}));
        }
    }

    /// Nobody waits for the holder of a seat any more.
    pub fn take_over(&mut self, seat: Seat) {
        self.wish_to_annul(seat, Wish::GoOn);
        self.attendance.of_mut(seat).presence = Presence::Absent;
        self.table.push(AtTable::to(seat, TableEvent::TakenOver {}));
    }

    /// What the holder of a seat thinks of annulling the game.
    pub fn wish_to_annul(&mut self, seat: Seat, wish: Wish) {
        let (annuls, event) = match wish {
            Wish::Annul => (true, TableEvent::CancellationAgreed {}),
            Wish::GoOn => (false, TableEvent::CancellationRefused {}),
        };
        let own = self.attendance.of_mut(seat);
        if own.annuls != annuls {
            own.annuls = annuls;
            self.table.push(AtTable::to(seat, event));
        }
    }

    /// The game's default action is taken for a seat that is waited for.
    ///
    /// # Errors
    /// [`super::Refusal::Internal`] if the game does not take its own default.
    pub fn fall_back(&mut self, seat: Seat) -> Result<()> {
        let Some(action) = self.running.game.fallback(&self.running.position, seat) else {
            return Ok(());
        };
        self.step(ActionKind::Fallback, seat, &action, "")
    }

    /// The holder of a seat leaves for good. The seat falls free, unless only one player is left: then the game ends.
    pub fn resign(&mut self, record: &Record, seat: Seat) {
        self.leave(record, &[seat], "");
    }

    /// The holders of these seats have lost them by the clock, all at once.
    pub fn forfeit(&mut self, record: &Record, seats: &[Seat]) {
        self.leave(record, seats, BY_CLOCK);
    }

    fn leave(&mut self, record: &Record, seats: &[Seat], how: &str) {
        for seat in seats {
            self.note(ActionKind::Resignation, Some(*seat), how);
            let left = record.seats[seat.index()].row.player_id;
            self.attendance.left.extend(left);
            let own = self.attendance.of_mut(*seat);
            own.presence = Presence::Resigned;
            own.annuls = false;
            self.standings.push(StandingWrite {
                seat: i16::from(seat.0),
                body: None,
            });
        }
        let stayed = |seat: &Seat| self.attendance.of(*seat).presence != Presence::Resigned;
        let all = || Seat::all(record.seat_count()).filter(stayed);
        let people = all().filter(|seat| record.bot_at(*seat).is_none());
        match (all().count(), people.count()) {
            (1, _) => self.finish(RESIGNATION),
            (_, 0) => self.finish(ABANDONED),
            (_, 1..) => self.vacated.extend(seats),
        }
    }

    /// The game is annulled.
    pub fn annul(&mut self) {
        self.note(ActionKind::End, None, CANCELLED);
        self.status = Status::Cancelled;
    }

    /// What follows by itself: seats answer that have said beforehand what they would, and default actions are taken
    /// for those who are gone.
    ///
    /// # Errors
    /// [`super::Refusal::Internal`] if the game does not take its own default.
    pub fn follow_up(&mut self, record: &Record) -> Result<()> {
        for _ in 0..MOST_STEPS {
            if self.status != Status::Running || matches!(self.running.turn, Turn::Over(_)) {
                break;
            }
            if self.attendance.all_annul(record) {
                self.annul();
                break;
            }
            if self.attendance.all_gone(record) {
                self.finish(ABANDONED);
                break;
            }
            if let Some((seat, action)) = self.said_beforehand(record) {
                self.step(ActionKind::Action, seat, &action, "")?;
                continue;
            }
            let waiting = self.running.turn.seats();
            let left_alone = |seat: &&Seat| {
                let bot = record.played_by(&self.attendance, **seat);
                self.attendance.is_gone(**seat) && bot.is_none()
            };
            let Some(gone) = waiting.iter().find(left_alone) else {
                break;
            };
            self.fall_back(*gone)?;
        }
        self.place();
        Ok(())
    }

    /// Those who left come last in any result.
    fn place(&mut self) {
        if let Turn::Over(outcome) = &self.running.turn {
            self.running.turn = Turn::Over(self.attendance.placed(outcome.clone()));
        }
    }

    /// The game ends where it stands.
    fn finish(&mut self, reason: &str) {
        self.note(ActionKind::End, None, reason);
        let outcome = self.running.game.rank(&self.running.position, reason);
        self.running.turn = Turn::Over(outcome);
    }

    fn step(&mut self, kind: ActionKind, seat: Seat, action: &Action, pointer: &str) -> Result<()> {
        let (running, logged) = self.running.act(self.seed, kind, seat, action, pointer)?;
        if logged.undo_seat.is_none() {
            self.turned.push(seat);
        }
        self.running = running;
        self.log.push(logged);
        Ok(())
    }

    fn note(&mut self, kind: ActionKind, seat: Option<Seat>, body: &str) {
        let (running, logged) = self.running.note(kind, seat, body);
        self.running = running;
        self.log.push(logged);
    }

    /// The answer that a seat which is waited for has given beforehand.
    fn said_beforehand(&self, record: &Record) -> Option<(Seat, Action)> {
        let game = self.running.game;
        self.running.turn.seats().iter().find_map(|seat| {
            let said = self.standing(record, *seat)?;
            let standing = game
                .read_logged(&said)
                .inspect_err(|fault| log::error!("game {}: {fault}", record.row.id))
                .ok()?;
            let action = game.answer(&self.running.position, *seat, &standing)?;
            Some((*seat, action))
        })
    }

    /// What a seat has said beforehand, in this batch or earlier.
    fn standing(&self, record: &Record, seat: Seat) -> Option<String> {
        let number = i16::from(seat.0);
        let now = self.standings.iter().rev().find(|s| s.seat == number);
        match now {
            Some(written) => written.body.clone(),
            None => record
                .standings
                .iter()
                .find(|standing| standing.seat == number)
                .map(|standing| standing.body.clone()),
        }
    }

    /// Is there anything that others can see?
    fn shows(&self, record: &Record) -> Result<bool> {
        Ok(!self.log.is_empty() || self.attendance != record.attendance()?)
    }
}

impl App {
    /// Commits what the clock, or a request that is answered otherwise, came to. False if somebody else wrote first.
    pub(super) async fn commit_quietly(
        &self,
        record: &Record,
        batch: &Batch,
        answer: Option<AnswerRow>,
    ) -> Result<bool> {
        let (mut commit, after) = prepared(record, batch, self.0.clock.now())?;
        commit.answer = answer;
        self.commit_step(commit, after, &batch.running).await
    }
}

/// The commit of a batch, and the record as it is once that has taken place.
///
/// # Errors
/// [`super::Refusal::Internal`] if what is stored can't be read.
pub(super) fn prepared(
    record: &Record,
    batch: &Batch,
    now: Moment,
) -> Result<(GameCommit, Record)> {
    let mut after = record.clone();
    after.kept = None;
    let mut commit = record.commit(now);
    commit.standings.clone_from(&batch.standings);
    if !batch.shows(record)? {
        // Only something was said beforehand: nothing that shows has changed.
        commit.change.updated_at = record.row.state.updated_at;
        return Ok((commit, after));
    }
    commit.change.status = batch.status;
    apply_running(&mut commit.change, &batch.running)?;
    let settled = settled(record, batch, now)?;
    commit.change.attendance = settled.saved(record.clock()?)?;
    let rows = batch
        .log
        .iter()
        .map(|logged| log_row(record.row.id, logged, now));
    commit.actions = rows.collect::<Result<_>>()?;
    commit.snapshot = snapshot(record, batch);
    announce(&mut commit, now, &batch.table, &batch.log)?;
    vacate(&mut commit, &mut after, batch);
    after.waits = match commit.change.status {
        Status::Running => after.waits_for(&batch.running, &batch.turned, &settled, now),
        Status::Open | Status::Finished | Status::Cancelled | Status::Suspended => Vec::new(),
    };
    // What stays as it is need not be written: most turns are several actions.
    commit.waits = (after.waits != record.waits).then(|| after.waits.clone());
    after.row.state = commit.change.clone();
    Ok((commit, after))
}

/// Who is there, with the clocks of all turns settled that are over.
fn settled(record: &Record, batch: &Batch, now: Moment) -> Result<Attendance> {
    let mut attendance = batch.attendance.clone();
    let clock = record.clock()?;
    for wait in &record.waits {
        let seat = Seat(wait.seat as u8);
        if batch.turned.contains(&seat) || !batch.running.turn.awaits(seat) {
            // No clock runs against a bot.
            let Some(deadline) = wait.deadline else {
                continue;
            };
            // What comes after the deadline takes nothing more, neither time nor holidays.
            let end = deadline.min(now);
            let wait = record.wait(&attendance, seat, wait.since);
            attendance.settle(clock, seat, &wait, end);
        }
    }
    Ok(attendance)
}

fn snapshot(record: &Record, batch: &Batch) -> Option<SnapshotRow> {
    let last = batch.log.last()?;
    let over = matches!(batch.running.turn, Turn::Over(_));
    let undone = last.kind == ActionKind::Undo;
    let due = last.revision / SNAPSHOT_EVERY > record.revision() / SNAPSHOT_EVERY;
    (over || undone || due).then(|| SnapshotRow {
        game_id: record.row.id,
        revision: last.revision,
        position: last.saved.clone(),
    })
}

/// Takes the holders out of the seats they have left, and gives the game another owner if its own was among them.
fn vacate(commit: &mut GameCommit, after: &mut Record, batch: &Batch) {
    for seat in &batch.vacated {
        let row = &mut after.seats[seat.index()];
        let left = row.row.player_id.take();
        row.name = None;
        row.row.taken_at = None;
        commit.seats.push(row.row.clone());
        commit.change.free_seats += 1;
        if commit.change.owner_id == left {
            let holders = after.seats.iter().filter_map(|seat| seat.row.player_id);
            let next = holders
                .into_iter()
                .find(|holder| Bot::of(*holder).is_none());
            commit.change.owner_id = next;
        }
    }
}
