//! The same table again, with the seats moved on by one.

use super::announce::{AtTable, announce};
use super::kept::{open, sealed};
use super::lobby::deal;
use super::once::{Answered, Once};
use super::record::{Record, Table};
use super::refusal::{Refusal, Result};
use super::render::{self, Shown};
use super::rows::{free_seat, nobody_yet, seat_rows};
use super::seats::sit_down;
use super::seen::GameSeen;
use super::{App, Caller, TRIES, secret};
use crate::engine::Seat;
use crate::engine::dealing::ServerSeed;
use crate::model::{GameId, Moment, StartRule, Status, TableEvent};
use crate::store::games::{GameRow, NewGame};
use crate::store::seats::NamedSeat;
use crate::store::{Committed, Expected, GameCommit};

impl App {
    /// The caller wants to play a game that has ended once more. The first who does offers it: the same game with the
    /// same options, everybody one seat on, each seat kept free for the one who had the seat before it. Whoever of
    /// them wants it too takes that seat, and when all have, it starts.
    ///
    /// # Errors
    /// No such game, no seat, not ended, the rematch has started without the caller.
    pub async fn rematch(
        &self,
        caller: &Caller,
        id: GameId,
        once: Option<&Once>,
    ) -> Result<Answered<GameSeen>> {
        for _ in 0..TRIES {
            let record = self.record(id, Some(caller), once).await?;
            if let Some(kept) = &record.kept {
                return open(once, kept);
            }
            let seat = record.seat_of(caller.player).ok_or(Refusal::NotSeated)?;
            if !matches!(
                record.row.state.status,
                Status::Finished | Status::Cancelled
            ) || record.revision() == 0
            {
                return Err(record.wrong_status());
            }
            let Some(next) = self.next_game(caller, &record).await? else {
                continue;
            };
            let seen = match self.any_record(next, None).await? {
                Some(offered) => self.join_again(caller, offered, seat, once).await?,
                None => self.offer_again(caller, &record, next, seat, once).await?,
            };
            if let Some(seen) = seen {
                self.leave_if_gone(caller).await?;
                return Ok(Answered::new(seen));
            }
        }
        Err(Refusal::Busy)
    }

    /// The id under which the table plays next: one for all who ask, and another one if that game came to nothing.
    /// `None` if somebody else wrote first.
    async fn next_game(&self, caller: &Caller, record: &Record) -> Result<Option<GameId>> {
        if let Some(next) = record.row.state.rematch_id
            && !self.came_to_nothing(next).await?
        {
            return Ok(Some(next));
        }
        self.must_have_room(caller).await?;
        let next = GameId::new();
        let now = self.0.clock.now();
        let mut commit = record.commit(now);
        commit.change.updated_at = record.row.state.updated_at;
        commit.change.rematch_id = Some(next);
        let offered = AtTable::all(TableEvent::RematchOffered { id: next });
        announce(&mut commit, now, &[offered], &[])?;
        let done = self.commit(commit).await? == Committed::Done;
        Ok(done.then_some(next))
    }

    async fn came_to_nothing(&self, id: GameId) -> Result<bool> {
        let record = self.any_record(id, None).await?;
        Ok(record.is_some_and(|record| record.row.state.status == Status::Cancelled))
    }

    /// Nobody has asked before.
    async fn offer_again(
        &self,
        caller: &Caller,
        before: &Record,
        id: GameId,
        seat: Seat,
        once: Option<&Once>,
    ) -> Result<Option<GameSeen>> {
        self.must_have_room(caller).await?;
        let now = self.0.clock.now();
        let mut record = again(before, id, now)?;
        let own = seat.next(before.seat_count());
        sit_down(&mut record.seats[own.index()], caller, now);
        record.row.state.owner_id = Some(caller.player);
        record.row.state.free_seats -= 1;
        let seen = render::game(&record, &Table::Empty, Some(caller), Shown::Now)?;
        let new = Expected::New(record.row.offer.clone());
        let mut commit = GameCommit::new(id, new, record.row.state.clone());
        commit.seats = seat_rows(&record);
        commit.answer = once.map(|once| sealed(once, &seen, now));
        let done = self.commit(commit).await? == Committed::Done;
        Ok(done.then_some(seen))
    }

    /// Somebody has asked before: the caller joins them.
    async fn join_again(
        &self,
        caller: &Caller,
        mut record: Record,
        seat: Seat,
        once: Option<&Once>,
    ) -> Result<Option<GameSeen>> {
        if record.seat_of(caller.player).is_some() {
            let seen = self.seen(&record, Some(caller)).await?;
            let answer = once.map(|once| sealed(once, &seen, self.0.clock.now()));
            self.keep(answer, once, |_| Ok(Some(()))).await?;
            return Ok(Some(seen));
        }
        record.must_be(Status::Open)?;
        let own = seat.next(record.seat_count());
        let kept = record.seats[own.index()].row.reserved_for;
        if kept != Some(caller.player) {
            return Err(Refusal::SeatTaken("your seat is no longer kept free"));
        }
        self.must_have_room(caller).await?;
        let now = self.0.clock.now();
        let mut commit = record.commit(now);
        sit_down(&mut record.seats[own.index()], caller, now);
        self.learn_holidays(&mut record).await?;
        commit.change.free_seats -= 1;
        commit.seats = vec![record.seats[own.index()].row.clone()];
        record.row.state = commit.change.clone();
        let starts =
            commit.change.free_seats == 0 && record.row.offer.start_rule == StartRule::WhenFull;
        let taken = [AtTable::to(own, TableEvent::SeatTaken {})];
        let table = match starts {
            true => Table::Set(deal(&mut record, &mut commit, now, &taken)?),
            false => {
                announce(&mut commit, now, &taken, &[])?;
                Table::Empty
            }
        };
        let seen = render::game(&record, &table, Some(caller), Shown::Now)?;
        commit.answer = once.map(|once| sealed(once, &seen, now));
        if self.commit(commit).await? == Committed::Stale {
            return Ok(None);
        }
        self.remember(&record, table);
        Ok(Some(seen))
    }
}

/// The same table again, nobody seated yet.
fn again(before: &Record, id: GameId, now: Moment) -> Result<Record> {
    let server_seed = ServerSeed(secret()?);
    let count = before.seat_count();
    let mut seats: Vec<NamedSeat> = Seat::all(count).map(|seat| free_seat(id, seat)).collect();
    for (seat, old) in Seat::all(count).zip(&before.seats) {
        let row = &mut seats[seat.next(count).index()].row;
        // An account that is gone has no name.
        row.reserved_for = old.row.player_id.filter(|_| old.name.is_some());
        row.colour.clone_from(&old.row.colour);
    }
    let row = GameRow {
        id,
        version: 0,
        offer: NewGame {
            server_seed: hex::encode(server_seed.0),
            commitment: server_seed.commitment(),
            created_at: now,
            ..before.row.offer.clone()
        },
        state: nobody_yet(count, now),
    };
    Ok(Record {
        row,
        seats,
        waits: Vec::new(),
        standings: Vec::new(),
        holidays: Vec::new(),
        kept: None,
    })
}
