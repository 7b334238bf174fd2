//! Invitations: each opens one seat of a private game to whoever has its link.

use super::kept::{open, sealed};
use super::lobby::must_own;
use super::once::{Answered, Once};
use super::record::Record;
use super::refusal::{Refusal, Result};
use super::seen::{InviteMade, InviteSeen};
use super::token::{Opens, Token};
use super::{App, Caller, TRIES, secret};
use crate::model::{GameId, InviteId, Status};
use crate::store::Committed;
use crate::store::invites::{self, InviteRow};

/// How many invitations that are neither used nor revoked a game may have.
const MOST_INVITES: usize = 20;
/// How many invitations a game may have in all.
const MOST_INVITES_EVER: usize = 200;

impl App {
    /// The owner makes an invitation.
    ///
    /// # Errors
    /// Not the owner, not open, too many.
    pub async fn invite(
        &self,
        caller: &Caller,
        id: GameId,
        once: Option<&Once>,
    ) -> Result<Answered<InviteMade>> {
        for _ in 0..TRIES {
            let record = self.record(id, Some(caller), once).await?;
            if let Some(kept) = &record.kept {
                return open(once, kept);
            }
            must_own(&record, caller)?;
            must_have_room(&record)?;
            let now = self.0.clock.now();
            let rows = self.invite_rows(id).await?;
            let live = |row: &&InviteRow| row.used_at.is_none() && row.revoked_at.is_none();
            if rows.iter().filter(live).count() >= MOST_INVITES {
                return Err(Refusal::TooMany("a game has at most 20 open invitations"));
            }
            if rows.len() >= MOST_INVITES_EVER {
                return Err(Refusal::TooMany(
                    "a game has at most 200 invitations in all",
                ));
            }
            let token = Token::new(Opens::Seat, &secret()?);
            let row = InviteRow {
                game_id: id,
                id: InviteId::new(),
                hash: token.hash(),
                created_at: now,
                revoked_at: None,
                used_at: None,
                used_by: None,
            };
            let made = InviteMade {
                made: invite_seen(&row),
                token: token.text().to_owned(),
            };
            let mut commit = record.commit(now);
            // Invitations are the owner's own affair: what others see of the game stays as it is.
            commit.change.updated_at = record.row.state.updated_at;
            commit.invites = vec![row];
            commit.answer = once.map(|once| sealed(once, &made, now));
            if self.commit(commit).await? == Committed::Done {
                return Ok(Answered::new(made));
            }
        }
        Err(Refusal::Busy)
    }

    /// The invitations of a game, oldest first.
    ///
    /// # Errors
    /// Not the owner.
    pub async fn invitations(&self, caller: &Caller, id: GameId) -> Result<Vec<InviteSeen>> {
        let record = self.record(id, Some(caller), None).await?;
        must_own(&record, caller)?;
        let rows = self.invite_rows(id).await?;
        Ok(rows.iter().map(invite_seen).collect())
    }

    /// The owner revokes an invitation.
    ///
    /// # Errors
    /// Not the owner, no such invitation, used or revoked before.
    pub async fn revoke_invite(&self, caller: &Caller, id: GameId, invite: InviteId) -> Result<()> {
        for _ in 0..TRIES {
            let record = self.record(id, Some(caller), None).await?;
            must_own(&record, caller)?;
            let row = self
                .invite_rows(id)
                .await?
                .into_iter()
                .find(|row| row.id == invite && row.revoked_at.is_none() && row.used_at.is_none())
                .ok_or(Refusal::NotFound("invitation"))?;
            let now = self.0.clock.now();
            let mut commit = record.commit(now);
            // Invitations are the owner's own affair: what others see of the game stays as it is.
            commit.change.updated_at = record.row.state.updated_at;
            commit.invites = vec![InviteRow {
                revoked_at: Some(now),
                ..row
            }];
            if self.commit(commit).await? == Committed::Done {
                return Ok(());
            }
        }
        Err(Refusal::Busy)
    }

    async fn invite_rows(&self, id: GameId) -> Result<Vec<InviteRow>> {
        Ok(self
            .0
            .store
            .read(move |conn| invites::list(conn, id))
            .await?)
    }
}

/// Refuses invitations to a table that nobody can sit down at.
fn must_have_room(record: &Record) -> Result<()> {
    match record.row.state.status {
        Status::Running if record.row.state.free_seats > 0 => Ok(()),
        Status::Open => Ok(()),
        Status::Running | Status::Finished | Status::Cancelled | Status::Suspended => {
            Err(record.wrong_status())
        }
    }
}

fn invite_seen(row: &InviteRow) -> InviteSeen {
    InviteSeen {
        id: row.id,
        created_at: row.created_at,
        revoked_at: row.revoked_at,
        used_at: row.used_at,
    }
}
