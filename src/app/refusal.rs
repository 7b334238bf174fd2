//! Why a use-case did not do what it was asked. `api::problem` gives each its code and status.

use crate::engine::Seat;
use crate::model::{Scope, Status};
use crate::store;

/// What a use-case gives.
pub type Result<T> = std::result::Result<T, Refusal>;

/// A refusal: nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The request names no account and needs one.
    #[error("this needs a token")]
    Unauthenticated,
    /// The token is unknown, expired or revoked.
    #[error("the token is unknown, expired or revoked")]
    InvalidToken,
    /// The token lacks a scope.
    #[error("the token lacks the scope {}", .0.name())]
    LacksScope(Scope),
    /// Only the operator makes accounts here.
    #[error("accounts are made by the operator of this service")]
    RegistrationClosed,
    /// Only the owner of the game may do this.
    #[error("only the owner of the game may do this")]
    NotOwner,
    /// Only a player who holds a seat of the game may do this.
    #[error("only a player with a seat in this game may do this")]
    NotSeated,
    /// There is no such thing, or none for the caller.
    #[error("there is no such {0}")]
    NotFound(&'static str),
    /// The request says something that has no meaning.
    #[error("{detail}")]
    Malformed {
        /// JSON Pointer into the body; `None` if it is not in the body.
        pointer: Option<String>,
        /// What is wrong.
        detail: String,
    },
    /// The idempotency key belongs to another request.
    #[error("this Idempotency-Key was used for another request")]
    KeyReused,
    /// The idempotency key is too short, too long or has other characters than visible ASCII.
    #[error("{0}")]
    BadKey(&'static str),
    /// The service sends no mail.
    #[error("this service sends no mail")]
    MailOff,
    /// The account, or all together for that address, have asked for as many confirming mails as may be sent in a day.
    #[error("no more mails are sent to confirm an address today")]
    TooManyMails,
    /// The request has to name the revision it was made for.
    #[error("name the revision you saw, in the body or as If-Match")]
    RevisionRequired {
        /// The current one.
        revision: i64,
    },
    /// The game has moved on since the revision that the request names.
    #[error("the game is at revision {revision} by now")]
    Stale {
        /// The current one.
        revision: i64,
    },
    /// It is not for this seat to decide now.
    #[error("it is not your turn")]
    NotAwaited {
        /// The current revision.
        revision: i64,
        /// Who is waited for.
        awaiting: Vec<Seat>,
    },
    /// The game is in another state than the request needs.
    #[error("the game is {}", .status.word())]
    WrongStatus {
        /// Where it stands.
        status: Status,
        /// The current revision.
        revision: i64,
    },
    /// Somebody holds that seat, or no seat is free.
    #[error("{0}")]
    SeatTaken(&'static str),
    /// The caller has left this game for good.
    #[error("you have left this game for good")]
    LeftForGood,
    /// The holiday would take more days than there are.
    #[error("{0}")]
    NoHoliday(String),
    /// The caller holds a seat of this game already.
    #[error("you hold a seat in this game already")]
    AlreadySeated,
    /// The owner can't leave a seat that holds the offer.
    #[error("the owner keeps a seat; withdraw the offer instead")]
    OwnerStays,
    /// There is nothing of the caller's own that can be taken back to there.
    #[error("{why}")]
    NotUndoable {
        /// The current revision.
        revision: i64,
        /// What stands in the way.
        why: &'static str,
    },
    /// Another seat has that colour.
    #[error("another seat has that colour")]
    ColourTaken,
    /// The table has free seats.
    #[error("the table is not full")]
    NotFull,
    /// Somebody has that name, or one that looks like it.
    #[error("somebody has that name, or one that looks like it")]
    NameTaken,
    /// The account has as many of these as it may have.
    #[error("{0}")]
    TooMany(&'static str),
    /// The webhook is told nothing at present.
    #[error("the webhook is disabled: enable it first")]
    WebhookDisabled,
    /// The actions are of another game than the one they were sent to.
    #[error("this is a game of {0}")]
    WrongGame(&'static str),
    /// The rules forbid it.
    #[error("{detail}")]
    Illegal {
        /// The stable name of the rule.
        rule: &'static str,
        /// JSON Pointer into the body.
        pointer: String,
        /// What is wrong.
        detail: String,
        /// The current revision, where there is a game.
        revision: Option<i64>,
    },
    /// Something follows an action that draws or reveals.
    #[error("an action that draws or reveals something ends its batch")]
    BatchPastUnknown {
        /// JSON Pointer to the first action that came too late.
        pointer: String,
        /// The current revision.
        revision: i64,
    },
    /// The caller listens to as many streams as anybody may.
    #[error("{0}")]
    TooManyStreams(&'static str),
    /// There is too much to do right now.
    #[error("too much is going on, try again")]
    Busy,
    /// The database does not answer.
    #[error("the database does not answer")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A fault of ours.
    #[error("something went wrong on our side")]
    Internal(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<store::Error> for Refusal {
    fn from(error: store::Error) -> Refusal {
        match error {
            store::Error::Busy => Refusal::Busy,
            store::Error::Unavailable(source) => Refusal::Unavailable(source.into()),
            store::Error::Fault(source) => Refusal::Internal(source.into()),
        }
    }
}

/// A member of the body that has no meaning.
pub(super) fn malformed(pointer: &str, detail: &str) -> Refusal {
    Refusal::Malformed {
        pointer: Some(pointer.to_owned()),
        detail: detail.to_owned(),
    }
}
