//! The same table again, with the seats moved on by one.

use super::announce::{AtTable, announce};
use super::kept::{open, sealed};
use super::lobby::deal;
use super::once::{Answered, Once};
use super::record::{Record, Table};
use super::refusal::{Refusal, Result};
use super::render::{self, Shown};
use super::rows::{free_seat, nobody_yet, seat_rows};
use super::seats::{sit_down, sit_down_as};
use super::seen::GameSeen;
use super::{App, Caller, TRIES, secret};
use crate::engine::Seat;
use crate::engine::dealing::ServerSeed;
use crate::model::{Bot, GameId, Moment, StartRule, Status, TableEvent};
use crate::store::games::{GameChange, GameRow, NewGame};
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
            let seat = record.must_seat(caller.player)?;
            if !matches!(
                record.row.state.status,
                Status::Finished | Status::Cancelled
            ) || record.revision() == 0
            {
                return Err(record.wrong_status());
            }
            let seen = match self.named_before(&record).await? {
                Some((_, Some(offered))) => self.join_again(caller, offered, seat, once).await?,
                named => {
                    self.must_have_room(caller).await?;
                    let next = match named {
                        Some((next, _)) => Some(next),
                        None => self.name_next(&record).await?,
                    };
                    match next {
                        Some(next) => self.offer_again(caller, &record, next, seat, once).await?,
                        None => None,
                    }
                }
            };
            if let Some(seen) = seen {
                self.leave_if_gone(caller).await?;
                return Ok(Answered::new(seen));
            }
        }
        Err(Refusal::Busy)
    }

    /// Where the table plays next, as somebody has named it before, unless that game came to nothing. There is none yet
    /// if naming it was all they came to.
    async fn named_before(&self, record: &Record) -> Result<Option<(GameId, Option<Record>)>> {
        let Some(next) = record.row.state.rematch_id else {
            return Ok(None);
        };
        match self.any_record(next, None).await? {
            Some(offered) if offered.row.state.status == Status::Cancelled => Ok(None),
            offered => Ok(Some((next, offered))),
        }
    }

    /// Names the game that the table plays next: one for all who ask. `None` if somebody else wrote first.
    async fn name_next(&self, record: &Record) -> Result<Option<GameId>> {
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

    /// Nobody has asked before.
    async fn offer_again(
        &self,
        caller: &Caller,
        before: &Record,
        id: GameId,
        seat: Seat,
        once: Option<&Once>,
    ) -> Result<Option<GameSeen>> {
        let now = self.0.clock.now();
        let mut record = again(before, id, now)?;
        let own = seat.next(before.seat_count());
        sit_down(&mut record.seats[own.index()], caller, now);
        record.row.state.owner_id = Some(caller.player);
        record.row.state.free_seats -= 1;
        let new = Expected::New(record.row.offer.clone());
        let mut commit = GameCommit::new(id, new, record.row.state.clone());
        commit.seats = seat_rows(&record);
        // Bots are always willing.
        let starts =
            commit.change.free_seats == 0 && record.row.offer.start_rule == StartRule::WhenFull;
        let table = match starts {
            true => Table::Set(deal(&mut record, &mut commit, now, &[])?),
            false => Table::Empty,
        };
        let seen = render::game(&record, &table, Some(caller), Shown::Now)?;
        commit.answer = once.map(|once| sealed(once, &seen, now));
        let done = self.commit_table(commit, table).await?;
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
        let table = self.begun(&mut record, &mut commit, own, now).await?;
        let seen = render::game(&record, &table, Some(caller), Shown::Now)?;
        commit.answer = once.map(|once| sealed(once, &seen, now));
        let done = self.commit_table(commit, table).await?;
        Ok(done.then_some(seen))
    }
}

/// The same table again, nobody seated yet.
fn again(before: &Record, id: GameId, now: Moment) -> Result<Record> {
    let server_seed = ServerSeed(secret()?);
    let count = before.seat_count();
    let mut seats: Vec<NamedSeat> = Seat::all(count).map(|seat| free_seat(id, seat)).collect();
    for (seat, old) in Seat::all(count).zip(&before.seats) {
        let new = &mut seats[seat.next(count).index()];
        new.row.colour.clone_from(&old.row.colour);
        match old.row.player_id.and_then(Bot::of) {
            Some(bot) => sit_down_as(new, bot.account(), bot.name(), now),
            // An account that is gone has no name.
            None => new.row.reserved_for = old.row.player_id.filter(|_| old.name.is_some()),
        }
    }
    let free = seats.iter().filter(|seat| seat.row.player_id.is_none());
    let free_seats = free.count() as i16;
    let row = GameRow {
        id,
        version: 0,
        offer: NewGame {
            server_seed: hex::encode(server_seed.0),
            commitment: server_seed.commitment(),
            created_at: now,
            ..before.row.offer.clone()
        },
        state: GameChange {
            free_seats,
            ..nobody_yet(count, now)
        },
    };
    Ok(Record::bare(row, seats))
}
