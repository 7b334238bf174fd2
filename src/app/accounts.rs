//! Accounts and their tokens.

use super::callers::Known;
use super::kept::{Kept, open, sealed};
use super::names::{DELETED, Name, must_be_a_line};
use super::once::{Answered, Once};
use super::refusal::{Refusal, Result, malformed};
use super::seen::{PlayerSeen, Profile, Registered, TokenMade, TokenSeen};
use super::token::{Opens, Token};
use super::{App, Caller, secret};
use crate::model::{Moment, PlayerId, Registration, Scope, Scopes, TokenId};
use crate::store::players::{self, PlayerRow};
use crate::store::tokens::{self, TokenRow};
use crate::store::{
    Conn, QueryResult, holidays, mailboxes, mails, messages, mutes, notes, webhooks,
};
use futures_util::future::join_all;
use uuid::Uuid;

/// How many working tokens an account may have.
const MOST_TOKENS: usize = 50;

/// How exactly the last use of a token is noted, in milliseconds: a write per use would cost more than it tells.
const TOUCH_MILLIS: i64 = 60_000;

/// How many tokens in use are looked up at once, so that those who ask for others find room beside them.
const RENEWED_AT_ONCE: usize = 256;

/// A token to be made.
pub struct NewToken {
    /// What its owner calls it.
    pub label: String,
    /// What it may be used for.
    pub scopes: Vec<Scope>,
    /// When it shall end by itself.
    pub expires_at: Option<Moment>,
}

impl App {
    /// Makes an account for whoever wants one, with a first token that may be used for everything.
    ///
    /// # Errors
    /// A name that can be none or that is taken; a key that was used for another request;
    /// [`Refusal::RegistrationClosed`] where only the operator makes accounts.
    pub async fn register(&self, name: &str, once: Option<&Once>) -> Result<Answered<Registered>> {
        match self.0.house.registration {
            Registration::Open => self.make_account(name, once).await,
            Registration::Closed => Err(Refusal::RegistrationClosed),
        }
    }

    /// Makes an account with a first token that may be used for everything.
    ///
    /// # Errors
    /// A name that can be none or that is taken; a key that was used for another request.
    pub async fn make_account(
        &self,
        name: &str,
        once: Option<&Once>,
    ) -> Result<Answered<Registered>> {
        let name = Name::new(name).map_err(bad_name)?;
        let now = self.0.clock.now();
        let player = PlayerRow {
            id: PlayerId::new(),
            name: name.shown,
            name_key: name.key,
            created_at: now,
            deleted_at: None,
        };
        let token = Token::new(Opens::Account, &secret()?);
        let row = token_row(player.id, &token, "registration", Scopes::all(), None, now);
        let registered = Registered {
            player: profile(&player),
            token: token.text().to_owned(),
        };
        let answer = once.map(|once| sealed(once, &registered, now));
        let work = move |conn: &mut Conn| {
            if !players::insert(conn, &player)? {
                return Ok(None);
            }
            tokens::insert(conn, &row)?;
            Ok(Some(()))
        };
        match self.keep(answer, once, work).await? {
            Kept::Done(Some(())) => Ok(Answered::new(registered)),
            Kept::Done(None) => Err(Refusal::NameTaken),
            Kept::Before(kept) => open(once, &kept),
        }
    }

    /// Whose token this is.
    ///
    /// # Errors
    /// [`Refusal::InvalidToken`] if it opens nothing now.
    pub async fn authenticate(&self, token: &Token) -> Result<Caller> {
        let hash = token.hash();
        let (now, running) = (self.0.clock.now(), self.0.clock.running());
        match self.0.callers.get(&hash, now, running) {
            Some(caller) => Ok(caller),
            None => self.look_up(hash).await,
        }
    }

    /// Looks tokens up again that are in use, together and before somebody has to wait for it.
    pub async fn renew_callers(&self) {
        for some in self.0.callers.take_ageing().chunks(RENEWED_AT_ONCE) {
            let renewed = some.iter().map(async |hash| {
                // Whoever asks the next time is told why not.
                drop(self.look_up(hash.clone()).await);
            });
            join_all(renewed).await;
        }
    }

    /// Whose token has this hash by now.
    async fn look_up(&self, hash: String) -> Result<Caller> {
        let (now, looked_up) = (self.0.clock.now(), self.0.clock.running());
        let found = self.0.store.token(hash.clone()).await?;
        let row = found.as_ref().map(|(token, _)| token);
        let used = row.and_then(|token| token.last_used_at);
        let expires_at = row.and_then(|token| token.expires_at);
        let caller = self
            .holder(found)
            .inspect_err(|_| self.0.callers.drop(&hash))?;
        let known = Known {
            caller: caller.clone(),
            expires_at,
            looked_up,
        };
        self.0.callers.keep(hash, known);
        if used.map_or(i64::MAX, |at| now.since(at)) >= TOUCH_MILLIS {
            self.note_use(caller.token, now).await;
        }
        Ok(caller)
    }

    /// Forgets who was who, and what they may do.
    pub(super) fn forget_people(&self) {
        self.0.callers.forget();
        self.0.records.forget();
    }

    /// Whom a stored token stands for now.
    ///
    /// # Errors
    /// [`Refusal::InvalidToken`] if there is none, or it opens nothing now.
    pub(super) fn holder(&self, found: Option<(TokenRow, PlayerRow)>) -> Result<Caller> {
        let (token, player) = found.ok_or(Refusal::InvalidToken)?;
        let now = self.0.clock.now();
        let expired = token.expires_at.is_some_and(|end| end <= now);
        if expired || token.revoked_at.is_some() || player.deleted_at.is_some() {
            return Err(Refusal::InvalidToken);
        }
        Ok(Caller {
            player: player.id,
            name: player.name,
            token: token.id,
            scopes: token.scopes,
        })
    }

    /// Notes when a token was used. Whoever used it is not held up if that fails.
    async fn note_use(&self, token: TokenId, now: Moment) {
        let noted = self
            .0
            .store
            .write(move |conn| tokens::touch(conn, token, now))
            .await;
        if let Err(error) = noted {
            log::warn!("the use of a token could not be noted: {error}");
        }
    }

    /// What everybody may know of a player.
    ///
    /// # Errors
    /// [`Refusal::NotFound`] if there is no such account, or none any more.
    pub async fn profile(&self, id: PlayerId) -> Result<Profile> {
        let found = self
            .0
            .store
            .read(move |conn| players::find(conn, id))
            .await?;
        match found {
            Some(player) if player.deleted_at.is_none() => Ok(profile(&player)),
            Some(_) | None => Err(Refusal::NotFound("player")),
        }
    }

    /// Deletes the caller's account: its tokens end, its name stays reserved, its seats in games that have started
    /// become anonymous. Its offers are withdrawn, and its seats in other offers are free again. What it said loses
    /// text and author; its notes, mutes, webhooks and address go.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn delete_account(&self, caller: &Caller) -> Result<()> {
        self.leave_offers(caller).await?;
        self.resign_all(caller).await?;
        let (id, now) = (caller.player, self.0.clock.now());
        self.0
            .store
            .write(move |conn| {
                players::mark_deleted(conn, id, now)?;
                holidays::remove_all(conn, id)?;
                tokens::revoke_all(conn, id, now)?;
                messages::erase(conn, id)?;
                notes::remove_all(conn, id)?;
                mutes::remove_all(conn, id)?;
                webhooks::remove_all(conn, id)?;
                mails::remove_all(conn, id)?;
                mailboxes::remove(conn, id)
            })
            .await?;
        self.forget_people();
        // What was offered or taken while the account was still good.
        self.leave_offers(caller).await?;
        self.resign_all(caller).await
    }

    /// The caller's tokens that are not revoked, newest first.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn tokens(&self, caller: &Caller) -> Result<Vec<TokenSeen>> {
        let id = caller.player;
        let rows = self
            .0
            .store
            .read(move |conn| tokens::list(conn, id))
            .await?;
        Ok(rows.iter().map(token_seen).collect())
    }

    /// Makes another token. It may be used for nothing that the caller's own may not be used for.
    ///
    /// # Errors
    /// A scope that the caller lacks, an end in the past, too many tokens, a reused key.
    pub async fn make_token(
        &self,
        caller: &Caller,
        wanted: NewToken,
        once: Option<&Once>,
    ) -> Result<Answered<TokenMade>> {
        if let Some(kept) = self.kept(once).await? {
            return open(once, &kept);
        }
        if let Some(scope) = wanted.scopes.iter().find(|s| !caller.scopes.allow(**s)) {
            return Err(Refusal::LacksScope(*scope));
        }
        must_be_a_line(&wanted.label).map_err(|detail| malformed("/label", detail))?;
        let now = self.0.clock.now();
        if wanted.expires_at.is_some_and(|end| end <= now) {
            return Err(malformed("/expires_at", "a token ends in the future"));
        }
        let token = Token::new(Opens::Account, &secret()?);
        let scopes = Scopes::of(&wanted.scopes);
        let player = caller.player;
        let row = token_row(
            player,
            &token,
            &wanted.label,
            scopes,
            wanted.expires_at,
            now,
        );
        let made = TokenMade {
            made: token_seen(&row),
            token: token.text().to_owned(),
        };
        let answer = once.map(|once| sealed(once, &made, now));
        let work = move |conn: &mut Conn| {
            // So that of many who ask at once each counts the others'.
            if !players::hold_alone(conn, player)? {
                return Ok(None);
            }
            if working(conn, player, now)?.len() >= MOST_TOKENS {
                return Ok(None);
            }
            tokens::insert(conn, &row).map(Some)
        };
        match self.keep(answer, once, work).await? {
            Kept::Done(Some(())) => Ok(Answered::new(made)),
            Kept::Done(None) if self.is_gone(player).await? => Err(Refusal::InvalidToken),
            Kept::Done(None) => Err(Refusal::TooMany("an account has at most 50 tokens")),
            Kept::Before(kept) => open(once, &kept),
        }
    }

    /// Ends one of the caller's tokens.
    ///
    /// # Errors
    /// [`Refusal::NotFound`] if the caller has no such token, or had it revoked before.
    pub async fn revoke_token(&self, caller: &Caller, token: TokenId) -> Result<()> {
        let (player, now) = (caller.player, self.0.clock.now());
        let revoked = self
            .0
            .store
            .write(move |conn| tokens::revoke(conn, player, token, now))
            .await?;
        self.forget_people();
        match revoked {
            true => Ok(()),
            false => Err(Refusal::NotFound("token")),
        }
    }
}

/// A player as everybody sees them. Of a deleted account nothing is known, and all deleted accounts look alike.
pub(super) fn player_seen(id: PlayerId, name: Option<&str>) -> PlayerSeen {
    match name {
        Some(name) => PlayerSeen {
            id,
            name: name.to_owned(),
        },
        None => PlayerSeen {
            id: PlayerId(Uuid::nil()),
            name: DELETED.to_owned(),
        },
    }
}

/// The tokens of an account that may be used now.
fn working(conn: &mut Conn, player: PlayerId, now: Moment) -> QueryResult<Vec<TokenRow>> {
    let mut working = tokens::list(conn, player)?;
    working.retain(|token| token.expires_at.is_none_or(|end| now < end));
    Ok(working)
}

/// Lets an account have one more token: if it has as many as it may, the one that was used longest ago ends.
pub(super) fn make_room(conn: &mut Conn, player: PlayerId, now: Moment) -> QueryResult<()> {
    let working = working(conn, player, now)?;
    let used = |token: &&TokenRow| token.last_used_at.unwrap_or(token.created_at);
    if working.len() >= MOST_TOKENS
        && let Some(idle) = working.iter().min_by_key(used)
    {
        tokens::revoke(conn, player, idle.id, now)?;
    }
    Ok(())
}

pub(super) fn bad_name(detail: &'static str) -> Refusal {
    malformed("/name", detail)
}

fn profile(player: &PlayerRow) -> Profile {
    Profile {
        id: player.id,
        name: player.name.clone(),
        created_at: player.created_at,
    }
}

pub(super) fn token_row(
    player_id: PlayerId,
    token: &Token,
    label: &str,
    scopes: Scopes,
    expires_at: Option<Moment>,
    created_at: Moment,
) -> TokenRow {
    TokenRow {
        id: TokenId::new(),
        player_id,
        label: label.to_owned(),
        hash: token.hash(),
        scopes,
        created_at,
        expires_at,
        last_used_at: None,
        revoked_at: None,
    }
}

pub(super) fn token_seen(row: &TokenRow) -> TokenSeen {
    TokenSeen {
        id: row.id,
        label: row.label.clone(),
        scopes: row.scopes.list(),
        created_at: row.created_at,
        expires_at: row.expires_at,
        last_used_at: row.last_used_at,
        revoked_at: row.revoked_at,
    }
}
