//! Writing the mails that are due from what is true now, sending them, and noting what came of it.

use super::letters::{self, Letter, Waiting};
use super::post::{Post, Sent};
use super::{DAY, HOUR};
use crate::app::App;
use crate::app::refusal::Result;
use crate::app::running::internal;
use crate::app::token::{Opens, Token};
use crate::app::webhooks::sending::about;
use crate::engine::games as catalogue;
use crate::model::{DeliveryStatus, GameId, MailKind, Moment, TurnMail};
use crate::store::mailboxes::{self, LinkRow, MailboxRow};
use crate::store::mails::{self, MailRow};
use crate::store::{Conn, QueryResult, deliveries, games, players};
use rand::RngExt;

/// How many mails are sent at once.
pub const MAILS_AT_ONCE: usize = 4;
/// How many due mails are looked at.
const LOOKED_AT: i64 = 64;
/// How many turns one mail tells of.
const MOST_TURNS: i64 = 100;
/// How many accounts of one address one mail recovers.
const MOST_ACCOUNTS: i64 = 5;
/// How long a server has a mail to itself, in milliseconds: longer than any attempt takes.
const LEASE: i64 = 5 * 60 * 1_000;
/// How long a link that confirms an address may be used, in milliseconds.
const CONFIRM_WITHIN: i64 = DAY;
/// How long a token that recovers an account may be used, in milliseconds.
const RECOVER_WITHIN: i64 = HOUR;

/// How long to wait after each failed attempt, about, in milliseconds.
const RETRIES: [i64; 7] = [
    60_000,
    5 * 60_000,
    30 * 60_000,
    2 * HOUR,
    4 * HOUR,
    8 * HOUR,
    12 * HOUR,
];

/// A mail that this server has to itself for a while: its letter, and what it stands for.
pub struct Envelope {
    letter: Letter,
    /// One row, or the turns that it tells of.
    rows: Vec<MailRow>,
    until: Moment,
}

/// What a letter is written with.
struct Desk {
    public_url: String,
    now: Moment,
    until: Moment,
}

impl App {
    /// Writes mails that are due, at most so many; what is true no longer is dropped.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn take_mails(&self, most: usize) -> Result<Vec<Envelope>> {
        if !self.0.mail.is_on() || most == 0 {
            return Ok(Vec::new());
        }
        let now = self.0.clock.now();
        let find = move |conn: &mut Conn| mails::due(conn, now, LOOKED_AT);
        let due = self.0.store.read(find).await?;
        if due.is_empty() {
            return Ok(Vec::new());
        }
        let desk = Desk {
            public_url: self.0.mail.public_url.clone(),
            now,
            until: now.plus_millis(LEASE),
        };
        let write = move |conn: &mut Conn| {
            let mut written = Vec::new();
            for row in due {
                if written.len() < most {
                    written.extend(desk.write(conn, row)?);
                }
            }
            Ok(written)
        };
        Ok(self.0.store.write(write).await?)
    }

    /// Tries to send a mail, and notes what came of it.
    ///
    /// # Errors
    /// Those of the database; the mail is sent again then when its lease is over.
    pub async fn send_mail(&self, envelope: Envelope) -> Result<()> {
        let Some(post) = self.0.mail.post.clone() else {
            return Ok(());
        };
        let Envelope {
            letter,
            rows,
            until,
        } = envelope;
        let sent = tokio::task::spawn_blocking(move || Post::send(&post, &letter));
        let sent = sent.await.map_err(internal)?;
        let now = self.0.clock.now();
        let settle = move |conn: &mut Conn| {
            rows.iter()
                .try_for_each(|row| mails::settle(conn, row.id, until, settled(row, sent, now)))
        };
        Ok(self.0.store.write(settle).await?)
    }

    /// Comes back when there may be a mail to send.
    pub async fn something_to_mail(&self) {
        self.0.mail.wake.notified().await;
    }
}

/// What an attempt makes of a mail.
fn settled(row: &MailRow, sent: Sent, now: Moment) -> (DeliveryStatus, Option<Moment>) {
    // The row shows how often it had been tried before.
    match (sent, RETRIES.get(row.attempts as usize)) {
        (Sent::Taken, _) => (DeliveryStatus::Delivered, None),
        (Sent::NotNow, Some(wait)) => {
            (DeliveryStatus::Pending, Some(now.plus_millis(about(*wait))))
        }
        (Sent::NotNow, None) | (Sent::Refused, _) => (DeliveryStatus::Failed, None),
    }
}

impl Desk {
    /// Takes a mail and writes it; `None` if somebody else has it or it is true no longer.
    fn write(&self, conn: &mut Conn, row: MailRow) -> QueryResult<Option<Envelope>> {
        match row.kind {
            MailKind::Confirm => self.confirming(conn, row),
            MailKind::Recovery => self.recovering(conn, row),
            MailKind::Turn => self.of_turns(conn, row),
        }
    }

    fn confirming(&self, conn: &mut Conn, row: MailRow) -> QueryResult<Option<Envelope>> {
        let mailbox = match row.player_id {
            Some(player) => mailboxes::find(conn, player)?,
            None => None,
        };
        let wanted = mailbox.and_then(|mailbox| Some((mailbox.player_id, mailbox.pending?)));
        let wanted = wanted.filter(|(_, to)| Some(super::address::key(to)) == row.address_key);
        let Some((player, to)) = wanted else {
            return self.dropped(conn, &row);
        };
        if !self.taken(conn, &row)? {
            return Ok(None);
        }
        let token = new_token(Opens::Address);
        mailboxes::add_link(
            conn,
            &LinkRow {
                hash: token.hash(),
                kind: MailKind::Confirm,
                player_id: player,
                address_key: super::address::key(&to),
                until_at: self.now.plus_millis(CONFIRM_WITHIN),
            },
        )?;
        let said = letters::confirming(&self.link(&token), &self.public_url);
        Ok(Some(self.envelope(to, said, None, vec![row])))
    }

    fn recovering(&self, conn: &mut Conn, row: MailRow) -> QueryResult<Option<Envelope>> {
        let key = row.address_key.clone().unwrap_or_default();
        let owners = mailboxes::at_address(conn, &key, MOST_ACCOUNTS)?;
        let Some(to) = owners.first().and_then(|(owner, _)| owner.address.clone()) else {
            return self.dropped(conn, &row);
        };
        if !self.taken(conn, &row)? {
            return Ok(None);
        }
        let mut accounts = Vec::new();
        for (owner, name) in owners {
            let token = new_token(Opens::LostAccount);
            mailboxes::add_link(
                conn,
                &LinkRow {
                    hash: token.hash(),
                    kind: MailKind::Recovery,
                    player_id: owner.player_id,
                    address_key: key.clone(),
                    until_at: self.now.plus_millis(RECOVER_WITHIN),
                },
            )?;
            accounts.push((name, token.text().to_owned()));
        }
        let said = letters::recovering(&accounts, &self.public_url);
        Ok(Some(self.envelope(to, said, None, vec![row])))
    }

    /// Everything that the player is due to be told of, in one mail.
    fn of_turns(&self, conn: &mut Conn, row: MailRow) -> QueryResult<Option<Envelope>> {
        let reader = match row.player_id {
            Some(player) => (mailboxes::find(conn, player)?, players::find(conn, player)?),
            None => (None, None),
        };
        let (Some(mailbox), Some(player)) = reader else {
            return self.dropped(conn, &row);
        };
        let (TurnMail::AtOnce | TurnMail::Daily, Some(to)) = (mailbox.turns, &mailbox.address)
        else {
            return self.dropped(conn, &row);
        };
        let rows = self.true_turns(conn, &mailbox)?;
        let ids: Vec<GameId> = rows.iter().filter_map(|row| row.game_id).collect();
        let waiting: Vec<Waiting> = games::of_ids(conn, &ids)?
            .iter()
            .filter_map(|game| {
                Some(Waiting {
                    game: catalogue::ruleset(&game.offer.ruleset)?.meta().title,
                    url: format!("{}/#/games/{}", self.public_url, game.id),
                })
            })
            .collect();
        if waiting.is_empty() {
            return Ok(None);
        }
        let unsubscribe = format!("{}/mail/{}", self.public_url, mailbox.unsubscribe);
        let said = letters::of_turns(&player.name, &waiting, &unsubscribe);
        Ok(Some(self.envelope(
            to.clone(),
            said,
            Some(unsubscribe),
            rows,
        )))
    }

    /// Takes the turns of which a player is due to be told and for which games still wait; drops the others.
    fn true_turns(&self, conn: &mut Conn, mailbox: &MailboxRow) -> QueryResult<Vec<MailRow>> {
        let player = mailbox.player_id;
        let mut taken = Vec::new();
        for row in mails::due_turns(conn, player, self.now, MOST_TURNS)? {
            let (Some(game), Some(seat), Some(since)) = (row.game_id, row.seat, row.since) else {
                continue;
            };
            if !deliveries::is_still_true(conn, player, (game, seat, since))? {
                mails::drop_one(conn, row.id)?;
            } else if self.taken(conn, &row)? {
                taken.push(row);
            }
        }
        Ok(taken)
    }

    fn taken(&self, conn: &mut Conn, row: &MailRow) -> QueryResult<bool> {
        mails::lease(conn, row.id, self.now, self.until)
    }

    fn dropped(&self, conn: &mut Conn, row: &MailRow) -> QueryResult<Option<Envelope>> {
        mails::drop_one(conn, row.id)?;
        Ok(None)
    }

    fn link(&self, token: &Token) -> String {
        format!("{}/mail/{}", self.public_url, token.text())
    }

    fn envelope(
        &self,
        to: String,
        (subject, text): (String, String),
        unsubscribe: Option<String>,
        rows: Vec<MailRow>,
    ) -> Envelope {
        Envelope {
            letter: Letter {
                id: rows[0].id,
                to,
                at: self.now,
                subject,
                text,
                unsubscribe,
            },
            rows,
            until: self.until,
        }
    }
}

/// A token that nobody can guess: from the generator that the system seeds.
fn new_token(opens: Opens) -> Token {
    Token::new(opens, &rand::rng().random())
}
