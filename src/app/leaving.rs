//! Leaving games, coming back to them, and annulling them together.

use super::batch::{Batch, Wish, prepared};
use super::kept::{open, sealed};
use super::once::{Answered, Once};
use super::record::{Record, Table};
use super::refusal::{Refusal, Result};
use super::render::{self, Shown};
use super::running::Running;
use super::seen::GameSeen;
use super::{App, Caller, TRIES};
use crate::engine::Seat;
use crate::model::{GameId, Status};
use crate::store::{Conn, games};

impl App {
    /// The caller leaves a running game for good. With two players the other one wins; with more the seat is played
    /// on by default actions until somebody else takes it.
    ///
    /// # Errors
    /// No such game, no seat, not running.
    pub async fn resign(
        &self,
        caller: &Caller,
        id: GameId,
        once: Option<&Once>,
    ) -> Result<Answered<()>> {
        for _ in 0..TRIES {
            let record = self.timely_record(id, caller, once).await?;
            if let Some(kept) = &record.kept {
                return open(once, kept);
            }
            let (seat, running) = self.seated(&record, caller).await?;
            let mut batch = Batch::new(&record, running)?;
            batch.resign(&record, seat);
            batch.follow_up(&record)?;
            let answer = once.map(|once| sealed(once, &(), self.0.clock.now()));
            if self.commit_quietly(&record, &batch, answer).await? {
                return Ok(Answered::new(()));
            }
        }
        Err(Refusal::Busy)
    }

    /// The caller is there again after having been taken over for absence. If they were not, nothing happens.
    ///
    /// # Errors
    /// No such game, no seat, not running.
    pub async fn come_back(
        &self,
        caller: &Caller,
        id: GameId,
        once: Option<&Once>,
    ) -> Result<Answered<GameSeen>> {
        self.attend(caller, id, once, |batch, seat| {
            batch.attend(seat);
        })
        .await
    }

    /// The caller agrees that the game be annulled. Once everybody agrees who has not left it is.
    ///
    /// # Errors
    /// No such game, no seat, not running.
    pub async fn agree_to_annul(
        &self,
        caller: &Caller,
        id: GameId,
        once: Option<&Once>,
    ) -> Result<Answered<GameSeen>> {
        self.attend(caller, id, once, |batch, seat| {
            batch.attend(seat);
            batch.wish_to_annul(seat, Wish::Annul);
        })
        .await
    }

    /// The caller no longer agrees that the game be annulled. If they did not, nothing happens.
    ///
    /// # Errors
    /// No such game, no seat, not running.
    pub async fn object_to_annul(&self, caller: &Caller, id: GameId) -> Result<()> {
        let change = |batch: &mut Batch, seat| batch.wish_to_annul(seat, Wish::GoOn);
        self.attend(caller, id, None, change).await.map(|_| ())
    }

    /// Undoes an offer or a seat of an account that was deleted while it was being written: deleting marks the account
    /// before it looks for what to leave, so that one of the two finds it.
    pub(super) async fn leave_if_gone(&self, caller: &Caller) -> Result<()> {
        match self.is_gone(caller.player).await? {
            true => {
                self.leave_offers(caller).await?;
                self.resign_all(caller).await
            }
            false => Ok(()),
        }
    }

    /// Withdraws the caller's offers and leaves those of others, the seats included that are kept free for the caller.
    pub(super) async fn leave_offers(&self, caller: &Caller) -> Result<()> {
        for game in self.own_games(caller, Status::Open).await? {
            let left = match game.you {
                Some(seat) if game.owner != Some(caller.player) => {
                    self.free_seat(caller, game.id, seat).await
                }
                Some(_) | None => self.withdraw(caller, game.id).await,
            };
            unless_changed(left)?;
        }
        let player = caller.player;
        let kept = move |conn: &mut Conn| games::kept_free(conn, player);
        for (id, seat) in self.0.store.read(kept).await? {
            unless_changed(self.free_seat(caller, id, Seat(seat as u8)).await)?;
        }
        Ok(())
    }

    /// Leaves every running game, as somebody whose account goes.
    pub(super) async fn resign_all(&self, caller: &Caller) -> Result<()> {
        for game in self.own_games(caller, Status::Running).await? {
            match self.resign(caller, game.id, None).await {
                Ok(_) => {}
                Err(refusal @ (Refusal::Busy | Refusal::Unavailable(_))) => return Err(refusal),
                // It ended or was left meanwhile, or it can't be played: then nobody waits for the account.
                Err(refusal) => log::debug!("game {} is not left: {refusal}", game.id),
            }
        }
        Ok(())
    }

    /// Changes how the caller's seat attends.
    async fn attend(
        &self,
        caller: &Caller,
        id: GameId,
        once: Option<&Once>,
        change: impl Fn(&mut Batch, Seat),
    ) -> Result<Answered<GameSeen>> {
        for _ in 0..TRIES {
            let record = self.timely_record(id, caller, once).await?;
            if let Some(kept) = &record.kept {
                return open(once, kept);
            }
            let (seat, running) = self.seated(&record, caller).await?;
            let mut batch = Batch::new(&record, running)?;
            change(&mut batch, seat);
            batch.follow_up(&record)?;
            let now = self.0.clock.now();
            let (mut commit, after) = prepared(&record, &batch, now)?;
            let table = Table::Set(batch.running.clone());
            let seen = render::game(&after, &table, Some(caller), Shown::Now)?;
            commit.answer = once.map(|once| sealed(once, &seen, now));
            if self.commit_table(commit, table).await? {
                return Ok(Answered::new(seen));
            }
        }
        Err(Refusal::Busy)
    }

    /// The caller's seat in a running game, and its position.
    async fn seated(&self, record: &Record, caller: &Caller) -> Result<(Seat, Running)> {
        let seat = record.must_seat(caller.player)?;
        Ok((seat, self.playable(record).await?))
    }
}

/// A game that started, was withdrawn or left by others meanwhile needs not be left any more.
fn unless_changed(left: Result<()>) -> Result<()> {
    match left {
        Err(Refusal::WrongStatus { .. } | Refusal::NotOwner | Refusal::NotFound(_)) => Ok(()),
        left => left,
    }
}
