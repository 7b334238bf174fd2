//! Tickets: a browser can't send a token with the request that opens a stream, and a token must not stand in an address.

use super::kept::{Kept, open, sealed};
use super::once::{Answered, Once};
use super::refusal::{Refusal, Result};
use super::token::{Opens, Token};
use super::{App, Caller, secret};
use crate::model::Moment;
use crate::store::Conn;
use crate::store::tickets::{self, TicketRow};
use crate::store::tokens;
use serde::{Deserialize, Serialize};

/// How long a ticket may be used, in milliseconds.
const GOOD_FOR: i64 = 60_000;

/// A new ticket, which is shown this once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TicketMade {
    /// The ticket.
    pub ticket: String,
    /// Until when it may be used.
    pub expires_at: Moment,
}

impl App {
    /// Makes a ticket. It opens one stream, as the token would that asks for it, and may be used for that stream again
    /// for a minute.
    ///
    /// # Errors
    /// A reused key.
    pub async fn make_ticket(
        &self,
        caller: &Caller,
        once: Option<&Once>,
    ) -> Result<Answered<TicketMade>> {
        if let Some(kept) = self.kept(once).await? {
            return open(once, &kept);
        }
        let now = self.0.clock.now();
        let ticket = Token::new(Opens::Stream, &secret()?);
        let row = TicketRow {
            hash: ticket.hash(),
            token_id: caller.token,
            made_at: now,
            opens: None,
        };
        let made = TicketMade {
            ticket: ticket.text().to_owned(),
            expires_at: now.plus_millis(GOOD_FOR),
        };
        let answer = once.map(|once| sealed(once, &made, now));
        let work = move |conn: &mut Conn| tickets::insert(conn, &row).map(Some);
        match self.keep(answer, once, work).await? {
            Kept::Done(_) => Ok(Answered::new(made)),
            Kept::Before(kept) => open(once, &kept),
        }
    }

    /// Who opens a stream with this ticket.
    ///
    /// # Errors
    /// [`Refusal::InvalidToken`] if it is unknown, too old, was used for another stream, or the token is no good any more.
    pub async fn with_ticket(&self, ticket: &str, path: &str) -> Result<Caller> {
        let ticket = Token::read(Opens::Stream, ticket).ok_or(Refusal::InvalidToken)?;
        let (hash, path) = (ticket.hash(), path.to_owned());
        let made_after = self.0.clock.now().plus_millis(-GOOD_FOR);
        let found = self
            .0
            .store
            .write(
                move |conn| match tickets::open(conn, &hash, &path, made_after)? {
                    Some(token) => tokens::of_id(conn, token),
                    None => Ok(None),
                },
            )
            .await?;
        self.holder(found)
    }

    /// Is the token still good that somebody showed when they began to listen?
    ///
    /// # Errors
    /// [`Refusal::InvalidToken`] if it is not.
    pub async fn still_there(&self, caller: &Caller) -> Result<Caller> {
        let id = caller.token;
        let found = self
            .0
            .store
            .read(move |conn| tokens::of_id(conn, id))
            .await?;
        self.holder(found)
    }

    /// Forgets the tickets that can't be used any more.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn forget_old_tickets(&self) -> Result<usize> {
        let before = self.0.clock.now().plus_millis(-GOOD_FOR);
        let purge = move |conn: &mut Conn| tickets::purge(conn, before);
        Ok(self.0.store.write(purge).await?)
    }
}
