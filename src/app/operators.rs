//! What those who run the service may do to games and accounts, beside what players may.

use super::accounts::NewToken;
use super::announce::{AtTable, announce};
use super::batch::Batch;
use super::ending::CANCELLED;
use super::names::Name;
use super::record::{Record, Table, no_game};
use super::refusal::{Refusal, Result, malformed};
use super::running::internal;
use super::{App, Caller, TRIES};
use crate::engine::Turn;
use crate::model::{GameId, Scope, Scopes, Status, TableEvent, TokenId};
use crate::store::games::{self, GameRow};
use crate::store::{Committed, players, tokens};

impl App {
    /// At most `limit` games after one, whoever may see them, in the order in which they were offered.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn every_game(
        &self,
        status: Option<Status>,
        after: Option<GameId>,
        limit: i64,
    ) -> Result<Vec<GameRow>> {
        Ok(self
            .0
            .store
            .read(move |conn| games::all(conn, status, after, limit))
            .await?)
    }

    /// Suspends a running game: it can be read but not played.
    ///
    /// # Errors
    /// No such game, or none that runs.
    pub async fn suspend_game(&self, id: GameId, why: &str) -> Result<()> {
        for _ in 0..TRIES {
            let record = self.operated(id).await?;
            record.must_be(Status::Running)?;
            if self.suspended(&record, why).await? == Committed::Done {
                return Ok(());
            }
        }
        Err(Refusal::Busy)
    }

    /// Lets a suspended game go on where it stood, with the clock of the present turn begun anew.
    ///
    /// # Errors
    /// No such game, none that is suspended, or one whose log still leads nowhere.
    pub async fn resume_game(&self, id: GameId) -> Result<()> {
        for _ in 0..TRIES {
            let mut record = self.operated(id).await?;
            record.must_be(Status::Suspended)?;
            let running = self.running_at(&record, record.revision()).await?;
            let running = running.map_err(internal)?;
            if matches!(running.turn, Turn::Over(_)) {
                return Err(internal("the game is over, and cannot go on"));
            }
            let now = self.0.clock.now();
            record.row.state.status = Status::Running;
            self.learn_holidays(&mut record).await?;
            let mut commit = record.commit(now);
            commit.change.suspended_reason = None;
            let attendance = record.attendance()?;
            commit.waits = Some(record.waits_for(&running, &[], &attendance, now));
            announce(
                &mut commit,
                now,
                &[AtTable::all(TableEvent::Resumed {})],
                &[],
            )?;
            if self.commit(commit).await? == Committed::Done {
                return Ok(());
            }
        }
        Err(Refusal::Busy)
    }

    /// Annuls a game that is not over, or withdraws an offer.
    ///
    /// # Errors
    /// No such game, or one that is over.
    pub async fn cancel_game(&self, id: GameId) -> Result<()> {
        for _ in 0..TRIES {
            let record = self.operated(id).await?;
            let done = match record.row.state.status {
                Status::Finished | Status::Cancelled => return Err(record.wrong_status()),
                Status::Open => self.closed(&record, TableEvent::Withdrawn {}).await?,
                Status::Running | Status::Suspended => match self.table(&record).await? {
                    Table::Set(running) => {
                        let mut batch = Batch::new(&record, running)?;
                        batch.annul();
                        self.commit_quietly(&record, &batch, None).await?
                    }
                    Table::Empty | Table::Broken => {
                        let reason = CANCELLED.to_owned();
                        self.closed(&record, TableEvent::Ended { reason }).await?
                    }
                },
            };
            if done {
                return Ok(());
            }
        }
        Err(Refusal::Busy)
    }

    /// Makes a token for the account of this name, as for somebody who has lost theirs.
    ///
    /// # Errors
    /// No such account, or one with as many tokens as anybody may have.
    pub async fn token_for(&self, name: &str) -> Result<String> {
        let caller = self.account_named(name).await?;
        let wanted = NewToken {
            label: "from the operator".to_owned(),
            scopes: Scope::ALL.to_vec(),
            expires_at: None,
        };
        let made = self.make_token(&caller, wanted, None).await?;
        Ok(made.value.token)
    }

    /// Ends every token of the account of this name.
    ///
    /// # Errors
    /// No such account.
    pub async fn revoke_tokens_of(&self, name: &str) -> Result<()> {
        let caller = self.account_named(name).await?;
        let now = self.0.clock.now();
        self.0
            .store
            .write(move |conn| tokens::revoke_all(conn, caller.player, now))
            .await?;
        Ok(())
    }

    /// Deletes the account of this name, as its holder could.
    ///
    /// # Errors
    /// No such account.
    pub async fn erase(&self, name: &str) -> Result<()> {
        let caller = self.account_named(name).await?;
        self.delete_account(&caller).await
    }

    /// The living account of this name, as a caller who may do everything.
    async fn account_named(&self, name: &str) -> Result<Caller> {
        let name = Name::new(name).map_err(|why| malformed("/name", why))?;
        let found = self
            .0
            .store
            .read(move |conn| players::find_by_name_key(conn, &name.key))
            .await?;
        match found {
            Some(player) if player.deleted_at.is_none() => Ok(Caller {
                player: player.id,
                name: player.name,
                token: TokenId::new(),
                scopes: Scopes::all(),
            }),
            Some(_) | None => Err(Refusal::NotFound("player")),
        }
    }

    async fn operated(&self, id: GameId) -> Result<Record> {
        self.any_record(id, None).await?.ok_or_else(no_game)
    }

    /// Ends a game that has no position to end with. False if somebody else wrote first.
    pub(super) async fn closed(&self, record: &Record, event: TableEvent) -> Result<bool> {
        let now = self.0.clock.now();
        let mut commit = record.commit(now);
        commit.change.status = Status::Cancelled;
        commit.change.suspended_reason = None;
        commit.waits = Some(Vec::new());
        announce(&mut commit, now, &[AtTable::all(event)], &[])?;
        Ok(self.commit(commit).await? == Committed::Done)
    }
}
