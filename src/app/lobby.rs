//! Offering a game, starting it, withdrawing it.

use super::announce::{AtTable, announce};
use super::attendance::Attendance;
use super::kept::{open, sealed};
use super::names::must_be_a_line;
use super::once::{Answered, Once};
use super::pace::must_make_sense;
use super::record::{Record, Table};
use super::refusal::{Refusal, Result, malformed};
use super::render::{self, Shown};
use super::rows::{apply_running, free_seat, log_row, nobody_yet, seat_rows};
use super::running::{Running, internal};
use super::seats::sit_down;
use super::seen::GameSeen;
use super::{App, Caller, TRIES, secret};
use crate::engine::dealing::ServerSeed;
use crate::engine::{Game, Illegal, Seat, games};
use crate::model::{Absence, Clock, GameId, Moment, StartRule, Status, TableEvent, Visibility};
use crate::store::games::{GameChange, GameRow, NewGame};
use crate::store::seats::NamedSeat;
use crate::store::snapshots::SnapshotRow;
use crate::store::{Committed, Expected, GameCommit};
use serde_json::Value;

/// In how many games that have not started an account may sit.
const MOST_WAITING: usize = 100;

/// A game somebody wants to offer.
pub struct Offer {
    /// The slug of a game on offer.
    pub game: String,
    /// How many seats.
    pub seats: u8,
    /// Options, those not named having their defaults.
    pub options: Option<Value>,
    /// What to call it.
    pub title: Option<String>,
    /// Who may see it.
    pub visibility: Visibility,
    /// When it starts.
    pub start: StartRule,
    /// How long players have.
    pub clock: Clock,
    /// What happens when they take longer.
    pub absence: Absence,
    /// After how many deadlines missed in a row a seat is taken over.
    pub takeover_after: u8,
}

impl App {
    /// Offers a game; the caller takes seat 0.
    ///
    /// # Errors
    /// A number of seats that the game does not have, options that it does not know or admit, a reused key.
    pub async fn offer(
        &self,
        caller: &Caller,
        offer: &Offer,
        once: Option<&Once>,
    ) -> Result<Answered<GameSeen>> {
        if let Some(kept) = self.kept(once).await? {
            return open(once, &kept);
        }
        let game = games::offered(&offer.game).ok_or(Refusal::NotFound("game"))?;
        if let Err(refusal) = self.must_have_room(caller).await {
            return self.refused(refusal, once).await;
        }
        must_make_sense(offer.clock, self.0.house.least_seconds)
            .map_err(|(pointer, detail)| malformed(&format!("/clock{pointer}"), &detail))?;
        let record = new_record(game, caller, offer, self.0.clock.now())?;
        let seen = render::game(&record, &Table::Empty, Some(caller), Shown::Now)?;
        let row = &record.row;
        let mut commit =
            GameCommit::new(row.id, Expected::New(row.offer.clone()), row.state.clone());
        commit.seats = seat_rows(&record);
        commit.answer = once.map(|once| sealed(once, &seen, row.state.updated_at));
        match self.commit(commit).await? {
            Committed::Done => {
                self.leave_if_gone(caller).await?;
                Ok(Answered::new(seen))
            }
            // Ids do not collide: the same request was at work at the same time and is answered by now.
            Committed::Stale => match self.kept(once).await? {
                Some(kept) => open(once, &kept),
                None => Err(Refusal::Busy),
            },
        }
    }

    /// The game as the caller may see it at one of its revisions.
    ///
    /// # Errors
    /// [`Refusal::NotFound`] for no game, a private game of others, or a revision that there is not.
    pub async fn game_at(
        &self,
        caller: Option<&Caller>,
        id: GameId,
        revision: i64,
    ) -> Result<GameSeen> {
        let record = self.record(id, caller, None).await?;
        self.seen_at(&record, caller, revision).await
    }

    /// The owner withdraws an offer that has not started.
    ///
    /// # Errors
    /// Not the owner, or started already.
    pub async fn withdraw(&self, caller: &Caller, id: GameId) -> Result<()> {
        for _ in 0..TRIES {
            let record = self.record(id, Some(caller), None).await?;
            must_own(&record, caller)?;
            record.must_be(Status::Open)?;
            if self.closed(&record, TableEvent::Withdrawn {}).await? {
                return Ok(());
            }
        }
        Err(Refusal::Busy)
    }

    /// The owner starts a full table, or one with free seats where the game can do with fewer: those are
    /// removed, and the seats close up clockwise.
    ///
    /// # Errors
    /// Not the owner, not open, too few players, options that do not fit so many seats.
    pub async fn start(
        &self,
        caller: &Caller,
        id: GameId,
        once: Option<&Once>,
    ) -> Result<Answered<GameSeen>> {
        for _ in 0..TRIES {
            let mut record = self.record(id, Some(caller), once).await?;
            if let Some(kept) = &record.kept {
                return open(once, kept);
            }
            must_own(&record, caller)?;
            record.must_be(Status::Open)?;
            close_up(&mut record)?;
            let now = self.0.clock.now();
            let mut commit = record.commit(now);
            let running = deal(&mut record, &mut commit, now, &[])?;
            let table = Table::Set(running);
            let seen = render::game(&record, &table, Some(caller), Shown::Now)?;
            commit.answer = once.map(|once| sealed(once, &seen, now));
            if self.commit_table(commit, table).await? {
                return Ok(Answered::new(seen));
            }
        }
        Err(Refusal::Busy)
    }

    /// Refuses a caller who sits in as many games that have not started as anybody may.
    pub(super) async fn must_have_room(&self, caller: &Caller) -> Result<()> {
        let waiting = self.own_games(caller, Status::Open).await?;
        match waiting.len() < MOST_WAITING {
            true => Ok(()),
            false => Err(Refusal::TooMany(
                "an account sits in at most 100 games that have not started",
            )),
        }
    }
}

/// Refuses everybody but the owner.
pub(super) fn must_own(record: &Record, caller: &Caller) -> Result<()> {
    match record.row.state.owner_id == Some(caller.player) {
        true => Ok(()),
        false => Err(Refusal::NotOwner),
    }
}

/// Starts the game: `record` and `commit` become what they are afterwards. All seats are taken; `table` is what led to
/// it.
pub(super) fn deal(
    record: &mut Record,
    commit: &mut GameCommit,
    now: Moment,
    table: &[AtTable],
) -> Result<Running> {
    let game = record
        .game()
        .ok_or_else(|| internal(format!("no ruleset {}", record.row.offer.ruleset)))?;
    let seats = record.seat_count();
    let options = record.row.offer.options.clone();
    admit(game, &options, seats)?;
    let (running, logged) = Running::start(game, &options, seats, record.seed()?)?;

    let change = &mut commit.change;
    change.status = Status::Running;
    change.seat_count = i16::from(seats);
    change.free_seats = 0;
    change.started_at = Some(now);
    apply_running(change, &running)?;
    commit.seats = seat_rows(record);
    commit.snapshot = Some(SnapshotRow {
        game_id: record.row.id,
        revision: logged.revision,
        position: logged.saved.clone(),
    });
    let attendance = Attendance::fresh(record.clock()?, seats);
    record.waits = record.waits_for(&running, &[], &attendance, now);
    commit.waits = Some(record.waits.clone());
    commit.actions = vec![log_row(record.row.id, &logged, now)?];
    announce(commit, now, table, &[logged])?;
    record.row.state = commit.change.clone();
    Ok(running)
}

/// Takes the free seats away, if the game can do with fewer.
fn close_up(record: &mut Record) -> Result<()> {
    let taken = |seat: &NamedSeat| seat.row.player_id.is_some();
    if record.seats.iter().all(taken) {
        return Ok(());
    }
    let game = games::ruleset(&record.row.offer.ruleset).ok_or(Refusal::NotFull)?;
    let count = record.seats.iter().filter(|seat| taken(seat)).count() as u8;
    if !game.meta().shrinks || !game.meta().seats.contains(&count) {
        return Err(Refusal::NotFull);
    }
    record.seats.retain(taken);
    for (number, seat) in (0..).zip(&mut record.seats) {
        seat.row.seat = number;
    }
    Ok(())
}

fn new_record(
    game: &'static dyn Game,
    caller: &Caller,
    offer: &Offer,
    now: Moment,
) -> Result<Record> {
    let meta = game.meta();
    if !meta.seats.contains(&offer.seats) {
        let (least, most) = (meta.seats.start(), meta.seats.end());
        let detail = format!("{} has {least} to {most} seats", meta.title);
        return Err(malformed("/seats", &detail));
    }
    if let Some(title) = &offer.title {
        must_be_a_line(title).map_err(|detail| malformed("/title", detail))?;
    }
    let options = game
        .options(offer.options.as_ref())
        .map_err(|error| malformed("/options", &error.to_string()))?;
    admit(game, options.get(), offer.seats)?;
    let server_seed = ServerSeed(secret()?);
    let id = GameId::new();
    let row = GameRow {
        id,
        version: 0,
        offer: NewGame {
            game: meta.slug.to_owned(),
            ruleset: meta.ruleset.to_owned(),
            title: offer.title.clone(),
            visibility: offer.visibility,
            start_rule: offer.start,
            options: options.get().to_owned(),
            clock: serde_json::to_string(&offer.clock).map_err(internal)?,
            absence: offer.absence,
            takeover_after: i16::from(offer.takeover_after),
            server_seed: hex::encode(server_seed.0),
            commitment: server_seed.commitment(),
            created_at: now,
        },
        state: GameChange {
            owner_id: Some(caller.player),
            free_seats: i16::from(offer.seats) - 1,
            ..nobody_yet(offer.seats, now)
        },
    };
    let seats = Seat::all(offer.seats).map(|seat| free_seat(id, seat));
    let mut record = Record::bare(row, seats.collect());
    sit_down(&mut record.seats[0], caller, now);
    record.seats[0].row.colour = Some(meta.colours[0].to_owned());
    Ok(record)
}

fn admit(game: &dyn Game, options: &str, seats: u8) -> Result<()> {
    let admitted = game.admits(options, seats).map_err(internal)?;
    admitted.map_err(
        |Illegal {
             rule,
             pointer,
             detail,
         }| Refusal::Illegal {
            rule,
            pointer: format!("/options{pointer}"),
            detail,
            revision: None,
        },
    )
}

#[cfg(test)]
mod tests;
