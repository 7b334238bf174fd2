//! Mail: addresses that their owners confirm, tokens for those who lost theirs, and word of the games that wait.
//!
//! What is asked for and what is planned becomes a row; the mail is written when it is sent, from what is true by then.

mod address;
mod letters;
pub mod post;
pub mod sending;

use super::accounts::{bad_name, make_room, token_row, token_seen};
use super::kept::{Kept, open, sealed};
use super::names::Name;
use super::once::{Answered, Once};
use super::refusal::{Refusal, Result, malformed};
use super::seen::{Profile, TokenMade};
use super::token::{Opens, Token};
use super::{App, Caller, secret};
use crate::model::moment::{DAY, HOUR};
use crate::model::{DeliveryStatus, GameId, MailId, MailKind, Moment, PlayerId, Scopes, TurnMail};
use crate::store::mailboxes::{self, MailboxRow};
use crate::store::mails::{self, MailRow};
use crate::store::{Conn, QueryResult, players, tokens};
use address::Address;
use post::Post;
use tokio::sync::Notify;

/// How many confirming mails an account may ask for in a day, and so many may be asked for to one address.
const MOST_CONFIRMATIONS: i64 = 5;
/// How many recovery mails go to an address in an hour; what is asked for beyond is not sent.
const MOST_RECOVERIES: i64 = 3;
/// When the daily mails are sent, in milliseconds of the day in UTC.
const DAILY_AT: i64 = 6 * HOUR;
/// How long mails about turns are remembered, in milliseconds.
const KEPT: i64 = 30 * DAY;

/// What sending mail needs.
pub(super) struct Mail {
    /// `None` if the service sends no mail.
    post: Option<Post>,
    public_url: String,
    /// There may be something to send.
    wake: Notify,
}

impl Mail {
    /// Nothing is to be sent yet.
    pub fn new(post: Option<Post>, public_url: String) -> Mail {
        Mail {
            post,
            public_url,
            wake: Notify::new(),
        }
    }

    /// Does the service send mail?
    pub fn is_on(&self) -> bool {
        self.post.is_some()
    }

    /// There may be something to send.
    pub fn wake(&self) {
        self.wake.notify_one();
    }
}

/// Where a player gets mail, for nobody else's eyes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailboxSeen {
    /// The confirmed address.
    pub email: Option<String>,
    /// An address that is yet to be confirmed.
    pub pending: Option<String>,
    /// When the player wants to hear of turns.
    pub turns: TurnMail,
}

/// What is to be different about an account; `None` stays as it is.
#[derive(Clone, Debug, Default)]
pub struct MeChange {
    /// The name.
    pub name: Option<String>,
    /// The address; empty for none.
    pub email: Option<String>,
    /// When to hear of turns.
    pub turns: Option<TurnMail>,
}

/// What came of a change.
enum Changed {
    Done,
    NameTaken,
    TooManyMails,
    Gone,
}

/// What a link in a mail has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// An address is confirmed.
    Confirmed,
    /// There are no more mails about turns.
    Unsubscribed,
}

impl App {
    /// Where the caller gets mail.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn mailbox(&self, caller: &Caller) -> Result<MailboxSeen> {
        let player = caller.player;
        let find = move |conn: &mut Conn| mailboxes::find(conn, player);
        let row = self.0.store.read(find).await?;
        Ok(MailboxSeen {
            email: row.as_ref().and_then(|row| row.address.clone()),
            pending: row.as_ref().and_then(|row| row.pending.clone()),
            turns: row.map_or(TurnMail::Off, |row| row.turns),
        })
    }

    /// Changes the caller's account, all of it or nothing. A new address gets a mail that confirms it; until then the former
    /// one stays.
    ///
    /// # Errors
    /// A name that can be none or that is taken; text that is no address; too many mails asked for; a service that sends
    /// none.
    pub async fn change_me(&self, caller: &Caller, change: MeChange) -> Result<Profile> {
        let name = change.name.as_deref().map(Name::new).transpose();
        let name = name.map_err(bad_name)?;
        let email = match change.email.as_deref() {
            Some("") => Some(None),
            Some(text) => {
                self.must_mail()?;
                let address = Address::read(text).map_err(|why| malformed("/email", why))?;
                Some(Some(address))
            }
            None => None,
        };
        if change.turns.is_some_and(|turns| turns != TurnMail::Off) {
            self.must_mail()?;
        }
        let (player, now) = (caller.player, self.0.clock.now());
        let unsubscribe = Token::new(Opens::Unsubscribing, &secret()?);
        let work = move |conn: &mut Conn| {
            if !players::hold_alone(conn, player)? {
                return Ok(Changed::Gone);
            }
            let mut row = mailboxes::find(conn, player)?
                .unwrap_or_else(|| empty(player, unsubscribe.text(), now));
            let wanted = email.as_ref().and_then(Option::as_ref);
            let unconfirmed = wanted.filter(|it| row.address_key.as_ref() != Some(&it.key));
            if let Some(address) = unconfirmed
                && !may_confirm(conn, player, address, now)?
            {
                return Ok(Changed::TooManyMails);
            }
            if let Some(name) = name
                && !players::rename(conn, player, &name.shown, &name.key)?
            {
                return Ok(Changed::NameTaken);
            }
            if let Some(address) = unconfirmed {
                mails::insert(conn, &confirming(player, address, now))?;
            }
            if email.is_some() || change.turns.is_some() {
                write(&mut row, email, change.turns, now);
                mailboxes::put(conn, &row)?;
            }
            Ok(Changed::Done)
        };
        match self.0.store.write(work).await? {
            Changed::Done => {
                self.forget_people();
                self.0.mail.wake();
                self.profile(caller.player).await
            }
            Changed::NameTaken => Err(Refusal::NameTaken),
            Changed::TooManyMails => Err(Refusal::TooManyMails),
            Changed::Gone => Err(Refusal::InvalidToken),
        }
    }

    /// Asks for a mail with a token to those who confirmed this address. Whether anybody has is found out afterwards, so
    /// that nothing about the answer tells.
    ///
    /// # Errors
    /// Text that is no address; a service that sends no mail.
    pub async fn recover(&self, email: &str) -> Result<()> {
        self.must_mail()?;
        let address = Address::read(email).map_err(|why| malformed("/email", why))?;
        let now = self.0.clock.now();
        let row = MailRow {
            address_key: Some(address.key.clone()),
            ..due(MailKind::Recovery, now)
        };
        let work = move |conn: &mut Conn| {
            let since = now.plus_millis(-HOUR);
            let asked = mails::asked_to(conn, MailKind::Recovery, &address.key, since)?;
            match asked < MOST_RECOVERIES {
                true => mails::insert(conn, &row),
                false => Ok(()),
            }
        };
        self.0.store.write(work).await?;
        self.0.mail.wake();
        Ok(())
    }

    /// Gives a token that may be used for everything for one that was mailed, which may be used once. With as many tokens as
    /// an account may have, the one that was used longest ago ends.
    ///
    /// # Errors
    /// [`Refusal::NotFound`] if it is unknown, used or too old, or the address has been given up meanwhile; a reused key.
    pub async fn redeem(&self, token: &str, once: Option<&Once>) -> Result<Answered<TokenMade>> {
        if let Some(kept) = self.kept(once).await? {
            return open(once, &kept);
        }
        let mailed = Token::read(Opens::LostAccount, token).ok_or_else(no_link)?;
        let now = self.0.clock.now();
        let find = {
            let hash = mailed.hash();
            move |conn: &mut Conn| mailboxes::link_owner(conn, MailKind::Recovery, &hash)
        };
        let player = self.0.store.read(find).await?.ok_or_else(no_link)?;
        let fresh = Token::new(Opens::Account, &secret()?);
        let row = token_row(player, &fresh, "recovery", Scopes::all(), None, now);
        let made = TokenMade {
            made: token_seen(&row),
            token: fresh.text().to_owned(),
        };
        let answer = once.map(|once| sealed(once, &made, now));
        let work = move |conn: &mut Conn| {
            let is_there = players::hold_alone(conn, player)?;
            let link = mailboxes::use_link(conn, MailKind::Recovery, &mailed.hash(), now)?;
            let mailbox = mailboxes::find(conn, player)?;
            let (Some(link), Some(mailbox)) = (link, mailbox) else {
                return Ok(None);
            };
            if !is_there || mailbox.address_key.as_ref() != Some(&link.address_key) {
                return Ok(None);
            }
            make_room(conn, player, now)?;
            tokens::insert(conn, &row).map(Some)
        };
        match self.keep(answer, once, work).await? {
            Kept::Done(Some(())) => Ok(Answered::new(made)),
            Kept::Done(None) => Err(no_link()),
            Kept::Before(kept) => open(once, &kept),
        }
    }

    /// Does what a link in a mail is for; whoever has the link may.
    ///
    /// # Errors
    /// [`Refusal::NotFound`] if it is unknown, used or too old.
    pub async fn follow_link(&self, token: &str) -> Result<Followed> {
        let now = self.0.clock.now();
        let confirms = Token::read(Opens::Address, token);
        let unsubscribes = Token::read(Opens::Unsubscribing, token);
        let work = move |conn: &mut Conn| match (confirms, unsubscribes) {
            (Some(token), _) => {
                Ok(confirm(conn, &token.hash(), now)?.then_some(Followed::Confirmed))
            }
            (None, Some(token)) => {
                Ok(mailboxes::unsubscribe(conn, token.text())?.then_some(Followed::Unsubscribed))
            }
            (None, None) => Ok(None),
        };
        self.0.store.write(work).await?.ok_or_else(no_link)
    }

    /// Forgets mails and links that are of no use any more.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn forget_old_mails(&self) -> Result<usize> {
        let now = self.0.clock.now();
        let purge = move |conn: &mut Conn| {
            mailboxes::purge_links(conn, now)?;
            mails::purge(conn, now.plus_millis(-DAY), now.plus_millis(-KEPT))
        };
        Ok(self.0.store.write(purge).await?)
    }

    /// Refuses if the service sends no mail.
    fn must_mail(&self) -> Result<()> {
        match self.0.mail.is_on() {
            true => Ok(()),
            false => Err(Refusal::MailOff),
        }
    }
}

/// What a turn is planned as.
pub(super) fn of_turn(
    mailbox: &MailboxRow,
    (game, seat, since): (GameId, i16, Moment),
    now: Moment,
) -> MailRow {
    let due_at = match mailbox.turns {
        TurnMail::Off => None,
        TurnMail::AtOnce => Some(now),
        TurnMail::Daily => Some(next_daily(now)),
    };
    MailRow {
        player_id: Some(mailbox.player_id),
        game_id: Some(game),
        seat: Some(seat),
        since: Some(since),
        due_at,
        ..due(MailKind::Turn, now)
    }
}

/// The next time of day at which daily mails are sent.
fn next_daily(now: Moment) -> Moment {
    let today = now.0 - now.0.rem_euclid(DAY) + DAILY_AT;
    match now.0 < today {
        true => Moment(today),
        false => Moment(today + DAY),
    }
}

/// Confirms the address that a link was sent to, if its player still wants it.
fn confirm(conn: &mut Conn, hash: &str, now: Moment) -> QueryResult<bool> {
    let Some(owner) = mailboxes::link_owner(conn, MailKind::Confirm, hash)? else {
        return Ok(false);
    };
    let is_there = players::hold_alone(conn, owner)?;
    let link = mailboxes::use_link(conn, MailKind::Confirm, hash, now)?;
    let (true, Some(link), Some(mut row)) = (is_there, link, mailboxes::find(conn, owner)?) else {
        return Ok(false);
    };
    let key = row.pending.as_deref().map(address::key);
    if key.as_ref() != Some(&link.address_key) {
        return Ok(false);
    }
    (row.address, row.address_key) = (row.pending.take(), key);
    row.told_from = now;
    mailboxes::put(conn, &row)?;
    Ok(true)
}

/// May this account ask for another confirming mail to this address?
fn may_confirm(
    conn: &mut Conn,
    player: PlayerId,
    address: &Address,
    now: Moment,
) -> QueryResult<bool> {
    let since = now.plus_millis(-DAY);
    let own = mails::asked_by(conn, MailKind::Confirm, player, since)?;
    let there = mails::asked_to(conn, MailKind::Confirm, &address.key, since)?;
    Ok(own < MOST_CONFIRMATIONS && there < MOST_CONFIRMATIONS)
}

fn empty(player_id: PlayerId, unsubscribe: &str, now: Moment) -> MailboxRow {
    MailboxRow {
        player_id,
        address: None,
        address_key: None,
        pending: None,
        turns: TurnMail::Off,
        told_from: now,
        unsubscribe: unsubscribe.to_owned(),
    }
}

/// Changes a mailbox; an address that is confirmed already stays so.
fn write(
    row: &mut MailboxRow,
    email: Option<Option<Address>>,
    turns: Option<TurnMail>,
    now: Moment,
) {
    match email {
        Some(Some(address)) if row.address_key.as_ref() == Some(&address.key) => {
            (row.address, row.pending) = (Some(address.written), None);
        }
        Some(Some(address)) => row.pending = Some(address.written),
        Some(None) => (row.address, row.address_key, row.pending) = (None, None, None),
        None => {}
    }
    if let Some(turns) = turns {
        if row.turns == TurnMail::Off {
            row.told_from = now;
        }
        row.turns = turns;
    }
}

fn confirming(player: PlayerId, address: &Address, now: Moment) -> MailRow {
    MailRow {
        player_id: Some(player),
        address_key: Some(address.key.clone()),
        ..due(MailKind::Confirm, now)
    }
}

/// A mail that is due at once and names nobody yet.
fn due(kind: MailKind, now: Moment) -> MailRow {
    MailRow {
        id: MailId::new(),
        kind,
        player_id: None,
        address_key: None,
        game_id: None,
        seat: None,
        since: None,
        status: DeliveryStatus::Pending,
        attempts: 0,
        due_at: Some(now),
        lease_until: None,
        created_at: now,
    }
}

fn no_link() -> Refusal {
    Refusal::NotFound("mailed token, or it was used, or is too old")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn daily_mails_are_sent_at_six() {
        let at = |text: &str| text.parse::<Moment>().unwrap();
        for (now, next) in [
            ("2027-03-01T05:59:59.999Z", "2027-03-01T06:00:00.000Z"),
            ("2027-03-01T06:00:00.000Z", "2027-03-02T06:00:00.000Z"),
            ("2027-03-01T23:00:00.000Z", "2027-03-02T06:00:00.000Z"),
        ] {
            assert_eq!(next_daily(at(now)), at(next), "{now}");
        }
    }
}
