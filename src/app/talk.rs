//! Table talk: what players say to each other at a game, whom they don't want to hear, and what they note for themselves.
//!
//! None of it is part of the game, so that none of it changes the game's revision or ETag; what is said has its place among the
//! events.

use super::accounts::player_seen;
use super::announce::{AtTable, announce};
use super::kept::referring;
use super::once::{Answered, Once};
use super::record::Record;
use super::refusal::{Refusal, Result, malformed};
use super::running::internal;
use super::seen::{Page, PlayerSeen};
use super::text::in_form;
use super::{App, Caller, TRIES};
use crate::engine::Seat;
use crate::model::{GameId, Moment, PlayerId, Status, TableEvent};
use crate::store::answers::AnswerRow;
use crate::store::messages::{self, MessageRow, NamedMessage, Said};
use crate::store::mutes::{self, MuteRow};
use crate::store::notes::{self, NoteRow};
use crate::store::{Committed, Conn, QueryResult, players};

/// The most characters of a message.
const LONGEST_MESSAGE: usize = 2_000;
/// The most characters of a player's notes about a game.
const LONGEST_NOTES: usize = 10_000;
/// How many messages a player may send in a game: nobody ends the talk of the others.
const MOST_MESSAGES: i64 = 2_000;

/// A message as its readers see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageSeen {
    /// Its number in the game, from 1.
    pub number: i64,
    /// The seat its author held then.
    pub seat: Seat,
    /// Its author; `None` once that account is deleted.
    pub player: Option<PlayerSeen>,
    /// The text; `None` once the author's account is deleted.
    pub text: Option<String>,
    /// When.
    pub at: Moment,
}

/// Somebody whom a player does not want to hear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MuteSeen {
    /// The seat they hold, or held when they were muted if they have left the table. By it they are heard again.
    pub seat: Seat,
    /// Who it is.
    pub player: PlayerSeen,
}

/// What a player has noted about a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotesSeen {
    /// The text; empty if there is none.
    pub text: String,
    /// When it was written.
    pub updated_at: Option<Moment>,
}

impl App {
    /// The caller says something to the table.
    ///
    /// # Errors
    /// Nothing to be seen, too long, characters that disturb; no such game, no seat in it, a game that never took place,
    /// too many messages; a reused key.
    pub async fn say(
        &self,
        caller: &Caller,
        id: GameId,
        text: &str,
        once: Option<&Once>,
    ) -> Result<Answered<MessageSeen>> {
        let text = in_form(text, LONGEST_MESSAGE).map_err(bad_text)?;
        if text.is_empty() {
            return Err(bad_text(
                "a message has at least one visible character".to_owned(),
            ));
        }
        for _ in 0..TRIES {
            let record = self.record(id, Some(caller), once).await?;
            if let Some(kept) = &record.kept {
                return self.said_before(kept).await;
            }
            if let Some(said) = self.try_to_say(&record, caller, &text, once).await? {
                return Ok(Answered::new(said));
            }
            if self.is_gone(caller.player).await? {
                return Err(Refusal::InvalidToken);
            }
        }
        Err(Refusal::Busy)
    }

    /// Says something under the next number; `None` if somebody else wrote first, or the caller's account is deleted.
    async fn try_to_say(
        &self,
        record: &Record,
        caller: &Caller,
        text: &str,
        once: Option<&Once>,
    ) -> Result<Option<MessageSeen>> {
        let seat = must_sit(record, caller)?;
        must_be_a_table(record)?;
        let (id, player, now) = (record.row.id, caller.player, self.0.clock.now());
        let so_far = move |conn: &mut Conn| messages::so_far(conn, id, player);
        let so_far = self.0.store.read(so_far).await?;
        if so_far.own >= MOST_MESSAGES {
            return Err(Refusal::TooMany(
                "a player sends at most 2000 messages in a game",
            ));
        }
        let number = so_far.last + 1;
        let mut commit = record.commit(now);
        // What is said is no change of the game.
        commit.change.updated_at = record.row.state.updated_at;
        commit.message = Some(MessageRow {
            number,
            said: Said {
                game_id: id,
                seat: i16::from(seat.0),
                player_id: Some(player),
                text: Some(text.to_owned()),
                at: now,
            },
        });
        commit.answer = once.map(|once| referring(once, id, number, now));
        let event = AtTable::to(seat, TableEvent::Said { number });
        announce(&mut commit, now, &[event], &[])?;
        let done = self.commit(commit).await? == Committed::Done;
        Ok(done.then(|| MessageSeen {
            number,
            seat,
            player: Some(player_seen(player, Some(&caller.name))),
            text: Some(text.to_owned()),
            at: now,
        }))
    }

    /// One page of what was said at a game after a message, without what the caller does not want to hear.
    ///
    /// # Errors
    /// No such game.
    pub async fn messages(
        &self,
        caller: Option<&Caller>,
        id: GameId,
        after: i64,
        limit: u8,
    ) -> Result<Page<MessageSeen>> {
        self.record(id, caller, None).await?;
        let reader = caller.map(|caller| caller.player);
        let wanted = i64::from(limit) + 1;
        let rows = self
            .0
            .store
            .read(move |conn| messages::range(conn, id, reader, after, wanted))
            .await?;
        Ok(Page::cut(rows, usize::from(limit)).show(|row| Some(message_seen(row))))
    }

    /// The caller does not want to hear whoever holds a seat. The mute is of that player: it goes with them from seat to
    /// seat, and does not touch who holds the seat after them.
    ///
    /// # Errors
    /// No such game, no seat in it, no such seat, the caller's own, one that nobody holds.
    pub async fn mute(&self, caller: &Caller, id: GameId, seat: Seat) -> Result<()> {
        let record = self.record(id, Some(caller), None).await?;
        must_be_of_another(&record, caller, seat)?;
        let muted_id = holder(&record, seat)?;
        let row = MuteRow {
            game_id: id,
            player_id: caller.player,
            muted_id,
            seat: i16::from(seat.0),
        };
        self.of_the_living(caller, move |conn| {
            // Who is deleted meanwhile says nothing any more.
            if players::hold(conn, muted_id)? {
                mutes::put(conn, &row)?;
            }
            Ok(())
        })
        .await
    }

    /// The caller wants to hear again who is muted under a seat.
    ///
    /// # Errors
    /// No such game; nobody muted there and no seat in the game, no such seat, or the caller's own.
    pub async fn unmute(&self, caller: &Caller, id: GameId, seat: Seat) -> Result<()> {
        let record = self.record(id, Some(caller), None).await?;
        let mutes = self.mutes_in(&record, caller).await?;
        let there = mutes.iter().filter(|mute| mute.seat == seat);
        let all: Vec<PlayerId> = there.map(|mute| mute.player.id).collect();
        // Who sits there now comes before those who were muted there and have left.
        let present = |player: &&PlayerId| record.seat_of(**player) == Some(seat);
        let muted = match all.iter().find(present) {
            Some(present) => vec![*present],
            None => all,
        };
        if muted.is_empty() {
            return must_be_of_another(&record, caller, seat);
        }
        let player = caller.player;
        let work = move |conn: &mut Conn| mutes::remove(conn, id, player, &muted);
        Ok(self.0.store.write(work).await?)
    }

    /// Whom the caller does not want to hear, by seat.
    ///
    /// # Errors
    /// No such game.
    pub async fn mutes(&self, caller: &Caller, id: GameId) -> Result<Vec<MuteSeen>> {
        let record = self.record(id, Some(caller), None).await?;
        self.mutes_in(&record, caller).await
    }

    /// What the caller has noted about a game in which they hold a seat.
    ///
    /// # Errors
    /// No such game, no seat in it.
    pub async fn notes(&self, caller: &Caller, id: GameId) -> Result<NotesSeen> {
        let record = self.record(id, Some(caller), None).await?;
        must_sit(&record, caller)?;
        let player = caller.player;
        let found = self
            .0
            .store
            .read(move |conn| notes::find(conn, id, player))
            .await?;
        Ok(found.map_or_else(NotesSeen::default, |row| NotesSeen {
            text: row.text,
            updated_at: Some(row.at),
        }))
    }

    /// The caller notes something about a game in which they hold a seat, in place of what they noted before.
    ///
    /// # Errors
    /// Too long, characters that disturb; no such game, no seat in it.
    pub async fn take_notes(&self, caller: &Caller, id: GameId, text: &str) -> Result<NotesSeen> {
        let text = in_form(text, LONGEST_NOTES).map_err(bad_text)?;
        let record = self.record(id, Some(caller), None).await?;
        must_sit(&record, caller)?;
        let (player, now) = (caller.player, self.0.clock.now());
        if text.is_empty() {
            let work = move |conn: &mut Conn| notes::remove(conn, id, player);
            self.0.store.write(work).await?;
            return Ok(NotesSeen::default());
        }
        let row = NoteRow {
            game_id: id,
            player_id: player,
            text: text.clone(),
            at: now,
        };
        self.of_the_living(caller, move |conn| notes::put(conn, &row))
            .await?;
        Ok(NotesSeen {
            text,
            updated_at: Some(now),
        })
    }

    /// The answer that was given to a message before, made again from the message.
    async fn said_before(&self, kept: &AnswerRow) -> Result<Answered<MessageSeen>> {
        let (Some(id), Some(number)) = (kept.game_id, kept.revision) else {
            return Err(internal("a kept answer to a message names no message"));
        };
        let found = self
            .0
            .store
            .read(move |conn| messages::find(conn, id, number))
            .await?;
        let found = found.ok_or_else(|| internal("a kept answer names a message that is none"))?;
        Ok(Answered::again(message_seen(found)))
    }

    async fn mutes_in(&self, record: &Record, caller: &Caller) -> Result<Vec<MuteSeen>> {
        let (id, player) = (record.row.id, caller.player);
        let rows = self
            .0
            .store
            .read(move |conn| mutes::of_player(conn, id, player))
            .await?;
        let seen = |(row, name): &(MuteRow, String)| MuteSeen {
            seat: record.seat_of(row.muted_id).unwrap_or(Seat(row.seat as u8)),
            player: player_seen(row.muted_id, Some(name)),
        };
        let mut mutes: Vec<MuteSeen> = rows.iter().map(seen).collect();
        mutes.sort_by_key(|mute| mute.seat);
        Ok(mutes)
    }

    /// Writes something of the caller's, unless their account is deleted: what is written after that would stay.
    async fn of_the_living(
        &self,
        caller: &Caller,
        work: impl FnOnce(&mut Conn) -> QueryResult<()> + Send + 'static,
    ) -> Result<()> {
        let player = caller.player;
        let done = self
            .0
            .store
            .write(move |conn| match players::hold(conn, player)? {
                true => work(conn).map(Some),
                false => Ok(None),
            })
            .await?;
        done.ok_or(Refusal::InvalidToken)
    }
}

/// The caller's seat; refuses who has none.
fn must_sit(record: &Record, caller: &Caller) -> Result<Seat> {
    record.must_seat(caller.player)
}

/// Refuses to talk at a table that never came about or was dissolved.
fn must_be_a_table(record: &Record) -> Result<()> {
    match record.row.state.status {
        Status::Open | Status::Running | Status::Finished | Status::Suspended => Ok(()),
        Status::Cancelled => Err(record.wrong_status()),
    }
}

/// Refuses unless the caller has a seat and this is another one of the table.
fn must_be_of_another(record: &Record, caller: &Caller, seat: Seat) -> Result<()> {
    let own = must_sit(record, caller)?;
    if seat.0 >= record.seat_count() {
        return Err(Refusal::NotFound("seat"));
    }
    match seat == own {
        true => Err(Refusal::Malformed {
            pointer: None,
            detail: "this is your own seat".to_owned(),
        }),
        false => Ok(()),
    }
}

/// The living account that holds a seat of the table.
fn holder(record: &Record, seat: Seat) -> Result<PlayerId> {
    let held = &record.seats[seat.index()];
    held.row
        .player_id
        .filter(|_| held.name.is_some())
        .ok_or(Refusal::NotFound("player in that seat"))
}

fn message_seen(message: NamedMessage) -> MessageSeen {
    let said = message.row.said;
    MessageSeen {
        number: message.row.number,
        seat: Seat(said.seat as u8),
        player: said
            .player_id
            .map(|id| player_seen(id, message.name.as_deref())),
        text: said.text,
        at: said.at,
    }
}

fn bad_text(detail: String) -> Refusal {
    malformed("/text", &detail)
}
