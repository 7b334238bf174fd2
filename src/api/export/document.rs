//! The document that is taken away.

use crate::api::game::{GameSummary, SeatPlayer};
use crate::api::holidays::PlannedHoliday;
use crate::api::players::Player;
use crate::api::tokens::TokenInfo;
use crate::api::webhooks::{Delivery, Webhook};
use crate::app::held::{GameHeld, MailHeld, MessageHeld, MuteHeld, NotesHeld};
use crate::app::seen::TokenSeen;
use crate::app::webhooks::deliveries::DeliverySeen;
use crate::engine::Seat;
use crate::model::{DeliveryStatus, GameId, MailKind, Moment, TurnMail, WebhookId};
use serde::Serialize;
use utoipa::ToSchema;

/// All that is held on the caller.
#[derive(Serialize, ToSchema)]
pub struct Export<'a> {
    /// The form of the document: `placa-export/1`.
    #[schema(max_length = 32)]
    pub form: &'static str,
    /// When it was begun. What changes while it is sent may be in it or not.
    #[schema(value_type = String, format = DateTime)]
    pub exported_at: Moment,
    /// The account, as everybody may see it.
    pub player: Player,
    /// The confirmed address of mail.
    #[schema(required = true)]
    pub email: Option<String>,
    /// An address that is yet to be confirmed.
    #[schema(required = true)]
    pub pending_email: Option<String>,
    /// When mails tell of games that begin to wait.
    pub turn_mail: TurnMail,
    /// Every holiday, past and planned.
    pub holidays: Vec<PlannedHoliday>,
    /// The webhooks, without their secrets.
    pub webhooks: Vec<Webhook>,
    /// Every token that was made, without what it opened the account with.
    pub tokens: Vec<ExportedToken>,
    /// The games in which the caller holds a seat or has one kept free. `getRecord` gives each as a whole.
    pub games: Vec<ExportedGame<'a>>,
    /// What the caller has said, game by game.
    pub messages: Vec<ExportedMessage<'a>>,
    /// The caller's notes.
    pub notes: Vec<ExportedNotes<'a>>,
    /// Whom the caller has muted.
    pub mutes: Vec<ExportedMute<'a>>,
    /// The mails to the caller that are remembered; their texts are not.
    pub mails: Vec<ExportedMail>,
    /// What the webhooks were told.
    pub deliveries: Vec<ExportedDelivery>,
}

/// A token, also one that opens nothing any more.
#[derive(Serialize, ToSchema)]
pub struct ExportedToken {
    /// What is known of it.
    pub token: TokenInfo,
    /// When it was revoked; null if it was not.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub revoked_at: Option<Moment>,
}

/// A game of the caller's.
#[derive(Serialize, ToSchema)]
pub struct ExportedGame<'a> {
    /// The game.
    pub game: GameSummary<'a>,
    /// Does the caller own it?
    pub owner: bool,
    /// What the caller has added to the randomness of the game; null where they have added nothing.
    #[schema(required = true)]
    pub entropy: Option<&'a str>,
    /// When the caller sat down; null where they hold no seat.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub seated_at: Option<Moment>,
}

/// A message of the caller's.
#[derive(Serialize, ToSchema)]
pub struct ExportedMessage<'a> {
    /// Where it was sent.
    #[schema(value_type = String, format = "uuid")]
    pub game_id: GameId,
    /// Its number there.
    #[schema(minimum = 1)]
    pub number: i64,
    /// The seat that the caller held then.
    pub seat: Seat,
    /// What was said.
    #[schema(max_length = 2000)]
    pub text: &'a str,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Moment,
}

/// Notes of the caller's.
#[derive(Serialize, ToSchema)]
pub struct ExportedNotes<'a> {
    /// The game that they are about.
    #[schema(value_type = String, format = "uuid")]
    pub game_id: GameId,
    /// What was noted.
    #[schema(max_length = 10000)]
    pub text: &'a str,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Moment,
}

/// Somebody whom the caller has muted.
#[derive(Serialize, ToSchema)]
pub struct ExportedMute<'a> {
    /// In which game.
    #[schema(value_type = String, format = "uuid")]
    pub game_id: GameId,
    /// Whom.
    pub player: SeatPlayer<'a>,
    /// The seat they held when they were muted.
    pub seat: Seat,
}

/// A mail to the caller.
#[derive(Serialize, ToSchema)]
pub struct ExportedMail {
    /// What it was for.
    pub kind: MailKind,
    /// The game of which it told; null for others.
    #[schema(required = true, value_type = Option<String>, format = "uuid")]
    pub game_id: Option<GameId>,
    /// What became of it.
    pub status: DeliveryStatus,
    /// When it was planned.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Moment,
}

/// Something that a webhook of the caller's was told.
#[derive(Serialize, ToSchema)]
pub struct ExportedDelivery {
    /// Which webhook.
    #[schema(value_type = String, format = "uuid")]
    pub webhook_id: WebhookId,
    /// What it was told.
    pub delivery: Delivery,
}

impl From<&TokenSeen> for ExportedToken {
    fn from(held: &TokenSeen) -> ExportedToken {
        ExportedToken {
            token: TokenInfo::from(held.clone()),
            revoked_at: held.revoked_at,
        }
    }
}

impl<'a> From<&'a GameHeld> for ExportedGame<'a> {
    fn from(held: &'a GameHeld) -> ExportedGame<'a> {
        ExportedGame {
            game: GameSummary::from(&held.game),
            owner: held.owner,
            entropy: held.entropy.as_deref(),
            seated_at: held.seated_at,
        }
    }
}

impl<'a> From<&'a MessageHeld> for ExportedMessage<'a> {
    fn from(held: &'a MessageHeld) -> ExportedMessage<'a> {
        ExportedMessage {
            game_id: held.game,
            number: held.number,
            seat: held.seat,
            text: &held.text,
            at: held.at,
        }
    }
}

impl<'a> From<&'a NotesHeld> for ExportedNotes<'a> {
    fn from(held: &'a NotesHeld) -> ExportedNotes<'a> {
        ExportedNotes {
            game_id: held.game,
            text: &held.text,
            updated_at: held.updated_at,
        }
    }
}

impl<'a> From<&'a MuteHeld> for ExportedMute<'a> {
    fn from(held: &'a MuteHeld) -> ExportedMute<'a> {
        ExportedMute {
            game_id: held.game,
            player: SeatPlayer::from(&held.player),
            seat: held.seat,
        }
    }
}

impl From<&MailHeld> for ExportedMail {
    fn from(held: &MailHeld) -> ExportedMail {
        ExportedMail {
            kind: held.kind,
            game_id: held.game,
            status: held.status,
            created_at: held.created_at,
        }
    }
}

impl From<&(WebhookId, DeliverySeen)> for ExportedDelivery {
    fn from((webhook_id, delivery): &(WebhookId, DeliverySeen)) -> ExportedDelivery {
        ExportedDelivery {
            webhook_id: *webhook_id,
            delivery: Delivery::from(delivery.clone()),
        }
    }
}
