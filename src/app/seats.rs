//! Taking seats and leaving them, their colours, and what each adds to the randomness of the game.

use super::announce::{AtTable, announce};
use super::attendance::SeatAttendance;
use super::kept::{open, sealed};
use super::lobby::{deal, must_own};
use super::names::must_be_a_line;
use super::once::{Answered, Once};
use super::record::{Record, Table, no_game};
use super::refusal::{Refusal, Result, malformed};
use super::rows::free_seat;
use super::token::{Opens, Token};
use super::{App, Caller, TRIES};
use crate::engine::Seat;
use crate::model::{Bot, GameId, Moment, PlayerId, StartRule, Status, TableEvent};
use crate::store::invites::{self, InviteRow};
use crate::store::seats::{NamedSeat, SeatRow};
use crate::store::{Committed, GameCommit};
use serde::{Deserialize, Serialize};

/// How somebody wants to sit down.
#[derive(Default)]
pub struct Wish {
    /// Where; the first free seat otherwise.
    pub seat: Option<Seat>,
    /// In which colour; the first free one otherwise.
    pub colour: Option<String>,
    /// The invitation that opens a seat of a private game.
    pub invite: Option<String>,
    /// What the seat adds to the randomness of the deal; who takes the last seat has no other time to say so.
    pub entropy: Option<String>,
}

/// The seat somebody got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// Its number.
    pub seat: Seat,
}

impl App {
    /// The caller takes a seat. If it was the last one of a game that starts when it is full, the game
    /// starts with it. In a running game it is one whose holder has left: the caller plays on for it.
    ///
    /// # Errors
    /// No such game (also for a private game without a good invitation), not open, seated already, the seat or the
    /// colour taken, a seat or colour that there is not.
    pub async fn take_seat(
        &self,
        caller: &Caller,
        id: GameId,
        wish: &Wish,
        once: Option<&Once>,
    ) -> Result<Answered<Seated>> {
        if let Some(entropy) = &wish.entropy {
            must_be_a_line(entropy).map_err(|detail| malformed("/entropy", detail))?;
        }
        for _ in 0..TRIES {
            let mut record = self.any_record(id, once).await?.ok_or_else(no_game)?;
            let invite = self.invitation(&record, wish).await?;
            if !record.is_visible_to(Some(caller)) && invite.is_none() {
                return Err(no_game());
            }
            record.same_request(once)?;
            if let Some(kept) = &record.kept {
                return open(once, kept);
            }
            let seat = choose(&record, caller, wish)?;
            let now = self.0.clock.now();
            match record.row.state.status {
                Status::Open => {
                    self.must_have_room(caller).await?;
                    dress(&mut record, seat, wish)?;
                }
                Status::Running => must_take_as_it_is(&record, seat, wish)?,
                Status::Finished | Status::Cancelled | Status::Suspended => {
                    return Err(record.wrong_status());
                }
            }
            sit_down(&mut record.seats[seat.index()], caller, now);
            self.learn_holidays(&mut record).await?;
            let mut commit = record.commit(now);
            commit.change.free_seats -= 1;
            commit.seats = changed_by(&mut record, caller, seat);
            commit.invites = used(invite, caller, now);
            let table = self.begun(&mut record, &mut commit, seat, now).await?;
            let seated = Seated { seat };
            commit.answer = once.map(|once| sealed(once, &seated, now));
            if self.commit_table(commit, table).await? {
                self.leave_if_gone(caller).await?;
                return Ok(Answered::new(seated));
            }
        }
        Err(Refusal::Busy)
    }

    /// What becomes of the game when a seat has been taken: it starts if it was the last one, and goes on with a
    /// substitute if it has started.
    pub(super) async fn begun(
        &self,
        record: &mut Record,
        commit: &mut GameCommit,
        seat: Seat,
        now: Moment,
    ) -> Result<Table> {
        let taken = [AtTable::to(seat, TableEvent::SeatTaken {})];
        match (record.row.state.status, record.row.offer.start_rule) {
            (Status::Running, _) => {
                let table = self.table(record).await?;
                substitute(record, commit, seat, &table, now)?;
                announce(commit, now, &taken, &[])?;
                Ok(table)
            }
            (_, StartRule::WhenFull) if commit.change.free_seats == 0 => {
                Ok(Table::Set(deal(record, commit, now, &taken)?))
            }
            (_, StartRule::WhenFull | StartRule::ByOwner) => {
                announce(commit, now, &taken, &[])?;
                Ok(Table::Empty)
            }
        }
    }

    /// The owner gives a free seat to a bot. Otherwise as [`App::take_seat`]: the game starts if it was the last one, and
    /// in a running game the bot plays on for a holder who has left.
    ///
    /// # Errors
    /// No such game, not the owner, not open, the seat or the colour taken, a seat or colour that there is not.
    pub async fn seat_bot(
        &self,
        caller: &Caller,
        id: GameId,
        bot: Bot,
        wish: &Wish,
        once: Option<&Once>,
    ) -> Result<Answered<Seated>> {
        if wish.invite.is_some() {
            return Err(malformed("/invite", "a bot needs no invitation"));
        }
        if wish.entropy.is_some() {
            return Err(malformed("/entropy", "a bot adds nothing to the deal"));
        }
        for _ in 0..TRIES {
            let mut record = self.record(id, Some(caller), once).await?;
            if let Some(kept) = &record.kept {
                return open(once, kept);
            }
            must_own(&record, caller)?;
            let seat = free_for(&record, None, wish)?;
            let now = self.0.clock.now();
            match record.row.state.status {
                Status::Open => dress(&mut record, seat, wish)?,
                Status::Running => must_take_as_it_is(&record, seat, wish)?,
                Status::Finished | Status::Cancelled | Status::Suspended => {
                    return Err(record.wrong_status());
                }
            }
            sit_down_as(
                &mut record.seats[seat.index()],
                bot.account(),
                bot.name(),
                now,
            );
            let mut commit = record.commit(now);
            commit.change.free_seats -= 1;
            commit.seats = vec![record.seats[seat.index()].row.clone()];
            let table = self.begun(&mut record, &mut commit, seat, now).await?;
            let seated = Seated { seat };
            commit.answer = once.map(|once| sealed(once, &seated, now));
            if self.commit_table(commit, table).await? {
                return Ok(Answered::new(seated));
            }
        }
        Err(Refusal::Busy)
    }

    /// The holder leaves a seat, or the owner frees one, before the start; so too a seat that is kept free for somebody.
    /// The owner's own seat is given up by withdrawing the offer.
    ///
    /// # Errors
    /// Neither holder nor owner, not open, no such seat, a seat that is free.
    pub async fn free_seat(&self, caller: &Caller, id: GameId, seat: Seat) -> Result<()> {
        for _ in 0..TRIES {
            let mut record = self.record(id, Some(caller), None).await?;
            let row = &held(&record, seat)?.row;
            let (holder, kept_for) = (row.player_id, row.reserved_for);
            if holder.or(kept_for) != Some(caller.player) {
                must_own(&record, caller)?;
            }
            record.must_be(Status::Open)?;
            match holder {
                None if kept_for.is_some() => {}
                None => return Err(Refusal::NotFound("player in that seat")),
                Some(holder) if Some(holder) == record.row.state.owner_id => {
                    return Err(Refusal::OwnerStays);
                }
                Some(_) => {}
            }
            record.seats[seat.index()] = free_seat(id, seat);
            let now = self.0.clock.now();
            let mut commit = record.commit(now);
            commit.change.free_seats += i16::from(holder.is_some());
            commit.seats = vec![record.seats[seat.index()].row.clone()];
            let left = AtTable::to(seat, TableEvent::SeatLeft {});
            announce(&mut commit, now, &[left], &[])?;
            if self.commit(commit).await? == Committed::Done {
                return Ok(());
            }
        }
        Err(Refusal::Busy)
    }

    /// The holder of a seat takes another colour, before the start.
    ///
    /// # Errors
    /// Not the caller's seat, not open, a colour that there is not or that is taken.
    pub async fn recolour(
        &self,
        caller: &Caller,
        id: GameId,
        seat: Seat,
        wanted: &str,
    ) -> Result<()> {
        self.change_own_seat(caller, id, seat, |record| paint(record, seat, Some(wanted)))
            .await
    }

    /// The holder of a seat adds to the randomness of the deal, before the start; what they added before is
    /// replaced.
    ///
    /// # Errors
    /// Not the caller's seat, not open.
    pub async fn set_entropy(
        &self,
        caller: &Caller,
        id: GameId,
        seat: Seat,
        entropy: &str,
    ) -> Result<()> {
        must_be_a_line(entropy).map_err(|detail| malformed("/entropy", detail))?;
        self.change_own_seat(caller, id, seat, |record| {
            record.seats[seat.index()].row.entropy = Some(entropy.to_owned());
            Ok(())
        })
        .await
    }

    async fn change_own_seat(
        &self,
        caller: &Caller,
        id: GameId,
        seat: Seat,
        change: impl Fn(&mut Record) -> Result<()>,
    ) -> Result<()> {
        for _ in 0..TRIES {
            let mut record = self.record(id, Some(caller), None).await?;
            if held(&record, seat)?.row.player_id != Some(caller.player) {
                return Err(Refusal::NotSeated);
            }
            record.must_be(Status::Open)?;
            change(&mut record)?;
            let now = self.0.clock.now();
            let mut commit = record.commit(now);
            commit.seats = vec![record.seats[seat.index()].row.clone()];
            let changed = AtTable::to(seat, TableEvent::SeatChanged {});
            announce(&mut commit, now, &[changed], &[])?;
            if self.commit(commit).await? == Committed::Done {
                return Ok(());
            }
        }
        Err(Refusal::Busy)
    }

    /// The good invitation to this very game that the wish holds.
    async fn invitation(&self, record: &Record, wish: &Wish) -> Result<Option<InviteRow>> {
        let Some(token) = wish
            .invite
            .as_deref()
            .and_then(|text| Token::read(Opens::Seat, text))
        else {
            return Ok(None);
        };
        let hash = token.hash();
        let found = self
            .0
            .store
            .read(move |conn| invites::find(conn, &hash))
            .await?;
        Ok(found.filter(|invite| {
            invite.game_id == record.row.id
                && invite.revoked_at.is_none()
                && invite.used_at.is_none()
        }))
    }
}

fn held(record: &Record, seat: Seat) -> Result<&NamedSeat> {
    record
        .seats
        .get(seat.index())
        .ok_or(Refusal::NotFound("seat"))
}

fn must_be_there(record: &Record, wish: &Wish) -> Result<()> {
    match wish.seat {
        Some(seat) if seat.0 >= record.seat_count() => {
            Err(malformed("/seat", "the table has no such seat"))
        }
        Some(_) | None => Ok(()),
    }
}

fn choose(record: &Record, caller: &Caller, wish: &Wish) -> Result<Seat> {
    must_be_there(record, wish)?;
    if record.seat_of(caller.player).is_some() {
        return Err(Refusal::AlreadySeated);
    }
    if !matches!(record.row.state.status, Status::Open | Status::Running) {
        return Err(record.wrong_status());
    }
    if record.attendance()?.left.contains(&caller.player) {
        return Err(Refusal::LeftForGood);
    }
    free_for(record, Some(caller.player), wish)
}

/// The seat that is wished for, if it is free for this player or, without one, for anybody.
fn free_for(record: &Record, player: Option<PlayerId>, wish: &Wish) -> Result<Seat> {
    must_be_there(record, wish)?;
    if !matches!(record.row.state.status, Status::Open | Status::Running) {
        return Err(record.wrong_status());
    }
    let row = |seat: &Seat| &record.seats[seat.index()].row;
    let kept_for_me = |seat: &Seat| player.is_some() && row(seat).reserved_for == player;
    let free = |seat: &Seat| {
        row(seat).player_id.is_none() && (row(seat).reserved_for.is_none() || kept_for_me(seat))
    };
    let all = || Seat::all(record.seat_count());
    match wish.seat {
        Some(seat) if free(&seat) => Ok(seat),
        Some(seat) if row(&seat).player_id.is_none() => {
            Err(Refusal::SeatTaken("that seat is kept free for somebody"))
        }
        Some(_) => Err(Refusal::SeatTaken("somebody holds that seat")),
        None => all()
            .find(kept_for_me)
            .or_else(|| all().find(free))
            .ok_or(Refusal::SeatTaken("no seat is free")),
    }
}

/// A seat of a running game keeps its colour, and what it added to the deal.
fn must_take_as_it_is(record: &Record, seat: Seat, wish: &Wish) -> Result<()> {
    let colour = &record.seats[seat.index()].row.colour;
    if wish.colour.is_some() && wish.colour != *colour {
        return Err(malformed(
            "/colour",
            "a seat of a running game keeps its colour",
        ));
    }
    match wish.entropy {
        Some(_) => Err(malformed("/entropy", "the game has been dealt")),
        None => Ok(()),
    }
}

/// A seat that is being taken before the start gets its colour, and what it adds to the deal.
fn dress(record: &mut Record, seat: Seat, wish: &Wish) -> Result<()> {
    paint(record, seat, wish.colour.as_deref())?;
    let row = &mut record.seats[seat.index()].row;
    row.entropy.clone_from(&wish.entropy);
    Ok(())
}

/// The caller holds this seat from now on.
pub(super) fn sit_down(seat: &mut NamedSeat, caller: &Caller, now: Moment) {
    sit_down_as(seat, caller.player, &caller.name, now);
}

/// The player of this name holds this seat from now on.
pub(super) fn sit_down_as(seat: &mut NamedSeat, player: PlayerId, name: &str, now: Moment) {
    seat.row.player_id = Some(player);
    seat.row.taken_at = Some(now);
    seat.row.reserved_for = None;
    seat.name = Some(name.to_owned());
}

/// The seats that change when the caller has sat down: theirs, and any other that was kept free for them.
fn changed_by(record: &mut Record, caller: &Caller, seat: Seat) -> Vec<SeatRow> {
    let mut changed = vec![record.seats[seat.index()].row.clone()];
    for other in &mut record.seats {
        if other.row.reserved_for == Some(caller.player) {
            other.row.reserved_for = None;
            changed.push(other.row.clone());
        }
    }
    changed
}

/// Somebody plays on for a seat whose holder has left.
fn substitute(
    record: &mut Record,
    commit: &mut GameCommit,
    seat: Seat,
    table: &Table,
    now: Moment,
) -> Result<()> {
    let clock = record.clock()?;
    let mut attendance = record.attendance()?;
    *attendance.of_mut(seat) = SeatAttendance::fresh(clock);
    commit.change.attendance = attendance.saved(clock)?;
    if let Table::Set(running) = table {
        commit.waits = Some(record.waits_for(running, &[], &attendance, now));
    }
    Ok(())
}

fn used(invite: Option<InviteRow>, caller: &Caller, now: Moment) -> Vec<InviteRow> {
    let used = |invite| InviteRow {
        used_at: Some(now),
        used_by: Some(caller.player),
        ..invite
    };
    invite.into_iter().map(used).collect()
}

/// Gives a seat the wanted colour, or the first one that no other seat has.
fn paint(record: &mut Record, seat: Seat, wanted: Option<&str>) -> Result<()> {
    let Some(game) = record.game() else {
        return Err(record.wrong_status());
    };
    let others = || {
        record
            .seats
            .iter()
            .filter(|other| other.row.seat != i16::from(seat.0))
    };
    let taken = |colour: &str| others().any(|other| other.row.colour.as_deref() == Some(colour));
    let colours = game.meta().colours;
    let colour = match wanted {
        Some(wanted) if !colours.contains(&wanted) => {
            let detail = format!("the colours are {}", colours.join(", "));
            return Err(malformed("/colour", &detail));
        }
        Some(wanted) => Some(wanted).filter(|wanted| !taken(wanted)),
        None => colours.iter().copied().find(|colour| !taken(colour)),
    };
    let colour = colour.ok_or(Refusal::ColourTaken)?.to_owned();
    record.seats[seat.index()].row.colour = Some(colour);
    Ok(())
}
