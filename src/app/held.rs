//! All that is held on a player, for them to take away. It is read in portions: an account may have much, and it is never
//! in memory as a whole.
//!
//! Each list begins after `None` and goes on after the last item that came; an empty portion is its end.

use super::accounts::{player_seen, token_seen};
use super::holidays::Holiday;
use super::record::Record;
use super::refusal::Result;
use super::render;
use super::seen::{GameListed, PlayerSeen, TokenSeen};
use super::webhooks::deliveries::{DeliverySeen, delivery_seen};
use super::{App, Caller};
use crate::engine::Seat;
use crate::model::{
    DeliveryId, DeliveryStatus, GameId, MailId, MailKind, Moment, PlayerId, TokenId, WebhookId,
};
use crate::store::mails::MailRow;
use crate::store::messages::MessageRow;
use crate::store::notes::NoteRow;
use crate::store::seats::NamedSeat;
use crate::store::{
    Conn, QueryResult, deliveries, holidays, mails, messages, mutes, notes, seats, tokens,
};

/// So many items are read at once.
const PORTION: i64 = 100;

/// A game in which a player holds a seat or has one kept free.
pub struct GameHeld {
    /// The game, as in a list.
    pub game: GameListed,
    /// Does the player own it?
    pub owner: bool,
    /// What the player has added to the randomness of the game.
    pub entropy: Option<String>,
    /// When the player sat down.
    pub seated_at: Option<Moment>,
}

/// A message that a player has sent.
pub struct MessageHeld {
    /// Where.
    pub game: GameId,
    /// Its number there.
    pub number: i64,
    /// The seat they held then.
    pub seat: Seat,
    /// What they said.
    pub text: String,
    /// When.
    pub at: Moment,
}

/// What a player has noted about a game.
pub struct NotesHeld {
    /// Which game.
    pub game: GameId,
    /// The notes.
    pub text: String,
    /// When they were written.
    pub updated_at: Moment,
}

/// Whom a player does not want to hear in a game.
pub struct MuteHeld {
    /// Which game.
    pub game: GameId,
    /// Whom.
    pub player: PlayerSeen,
    /// The seat they held when they were muted.
    pub seat: Seat,
}

/// A mail to a player, of which only this is kept.
pub struct MailHeld {
    /// Which one.
    pub id: MailId,
    /// What it was for.
    pub kind: MailKind,
    /// The game of which it told.
    pub game: Option<GameId>,
    /// What became of it.
    pub status: DeliveryStatus,
    /// When it was planned.
    pub created_at: Moment,
}

impl App {
    /// All holidays of the caller, those of the past too.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn holidays_held(&self, caller: &Caller) -> Result<Vec<Holiday>> {
        let player = caller.player;
        let find = move |conn: &mut Conn| holidays::of_player(conn, player);
        let rows = self.0.store.read(find).await?;
        let seen = rows.iter().map(|row| Holiday {
            from: row.from_at,
            until: row.until_at,
        });
        Ok(seen.collect())
    }

    /// The caller's tokens, oldest first, also those that open nothing any more.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn tokens_held(
        &self,
        caller: &Caller,
        after: Option<TokenId>,
    ) -> Result<Vec<TokenSeen>> {
        let player = caller.player;
        let find = move |conn: &mut Conn| tokens::all(conn, player, after, PORTION);
        let rows = self.0.store.read(find).await?;
        Ok(rows.iter().map(token_seen).collect())
    }

    /// The games in which the caller holds a seat or has one kept free.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn games_held(
        &self,
        caller: &Caller,
        after: Option<GameId>,
    ) -> Result<Vec<GameHeld>> {
        let player = caller.player;
        let app = self.clone();
        let find = move |conn: &mut Conn| games_of(&app, conn, player, after);
        let records = self.0.store.read(find).await?;
        let held = records.iter().map(|record| game_held(record, caller));
        Ok(held.collect())
    }

    /// What the caller has said, game by game.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn messages_held(
        &self,
        caller: &Caller,
        after: Option<(GameId, i64)>,
    ) -> Result<Vec<MessageHeld>> {
        let player = caller.player;
        let find = move |conn: &mut Conn| messages::of_player(conn, player, after, PORTION);
        let rows = self.0.store.read(find).await?;
        Ok(rows.into_iter().map(message_held).collect())
    }

    /// The caller's notes.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn notes_held(
        &self,
        caller: &Caller,
        after: Option<GameId>,
    ) -> Result<Vec<NotesHeld>> {
        let player = caller.player;
        let find = move |conn: &mut Conn| notes::of_player(conn, player, after, PORTION);
        let rows = self.0.store.read(find).await?;
        let held = rows.into_iter().map(|row: NoteRow| NotesHeld {
            game: row.game_id,
            text: row.text,
            updated_at: row.at,
        });
        Ok(held.collect())
    }

    /// Whom the caller does not want to hear, game by game.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn mutes_held(
        &self,
        caller: &Caller,
        after: Option<(GameId, PlayerId)>,
    ) -> Result<Vec<MuteHeld>> {
        let player = caller.player;
        let find = move |conn: &mut Conn| mutes::in_all_games(conn, player, after, PORTION);
        let rows = self.0.store.read(find).await?;
        let held = rows.iter().map(|(row, name)| MuteHeld {
            game: row.game_id,
            player: player_seen(row.muted_id, Some(name)),
            seat: Seat(row.seat as u8),
        });
        Ok(held.collect())
    }

    /// The mails to the caller that are remembered, oldest first.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn mails_held(
        &self,
        caller: &Caller,
        after: Option<MailId>,
    ) -> Result<Vec<MailHeld>> {
        let player = caller.player;
        let find = move |conn: &mut Conn| mails::of_player(conn, player, after, PORTION);
        let rows = self.0.store.read(find).await?;
        let held = rows.into_iter().map(|row: MailRow| MailHeld {
            id: row.id,
            kind: row.kind,
            game: row.game_id,
            status: row.status,
            created_at: row.created_at,
        });
        Ok(held.collect())
    }

    /// What the caller's webhooks were told, oldest first.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn deliveries_held(
        &self,
        caller: &Caller,
        after: Option<DeliveryId>,
    ) -> Result<Vec<(WebhookId, DeliverySeen)>> {
        let player = caller.player;
        let find = move |conn: &mut Conn| deliveries::of_player(conn, player, after, PORTION);
        let rows = self.0.store.read(find).await?;
        let held = rows.iter().map(|row| (row.webhook_id, delivery_seen(row)));
        Ok(held.collect())
    }
}

/// The next games of a player, in the order of their ids.
fn games_of(
    app: &App,
    conn: &mut Conn,
    player: PlayerId,
    after: Option<GameId>,
) -> QueryResult<Vec<Record>> {
    let ids = seats::games_of(conn, player, after, PORTION)?;
    let mut records = app.records_of(conn, &ids)?;
    records.sort_by_key(|record| record.row.id);
    Ok(records)
}

fn game_held(record: &Record, caller: &Caller) -> GameHeld {
    let own = |seat: &&NamedSeat| seat.row.player_id == Some(caller.player);
    let seat = record.seats.iter().find(own).map(|seat| &seat.row);
    GameHeld {
        game: render::listed(record, Some(caller)),
        owner: record.row.state.owner_id == Some(caller.player),
        entropy: seat.and_then(|seat| seat.entropy.clone()),
        seated_at: seat.and_then(|seat| seat.taken_at),
    }
}

fn message_held(message: MessageRow) -> MessageHeld {
    MessageHeld {
        game: message.said.game_id,
        number: message.number,
        seat: Seat(message.said.seat as u8),
        // Whose author is known has its text: both are erased together.
        text: message.said.text.unwrap_or_default(),
        at: message.said.at,
    }
}
