//! What a webhook can be told, and what came of telling it.

use super::choices::{UnknownWord, words};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use utoipa::ToSchema;

words!(
    /// Something of which a webhook is told.
    Happening {
        /// A game has begun to wait for the player.
        YourTurn = "your_turn",
        /// Something happened in a game in which the player holds a seat, other than talk.
        GameChanged = "game_changed",
        /// A game in which the player holds a seat has ended, or was withdrawn.
        GameEnded = "game_ended",
        /// Somebody else said something in a game in which the player holds a seat, and is not muted by them.
        Message = "message",
        /// The player tries the webhook out.
        Test = "test",
    }
);

impl Happening {
    /// What it is called in the message: the member `type` of Standard Webhooks.
    pub fn type_of_message(self) -> &'static str {
        match self {
            Happening::YourTurn => "game.your_turn",
            Happening::GameChanged => "game.changed",
            Happening::GameEnded => "game.ended",
            Happening::Message => "game.message",
            Happening::Test => "webhook.test",
        }
    }

    fn bit(self) -> i16 {
        match self {
            Happening::YourTurn => 1,
            Happening::GameChanged => 2,
            Happening::GameEnded => 4,
            Happening::Test => 8,
            Happening::Message => 16,
        }
    }
}

/// What a webhook is told of; of tests always.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Happenings(i16);

impl Happenings {
    /// These, and tests.
    pub fn of(chosen: &[Happening]) -> Happenings {
        let bits = chosen.iter().map(|happening| happening.bit());
        Happenings(bits.fold(Happening::Test.bit(), |all, bit| all | bit))
    }

    /// As stored: your turn 1, game changed 2, game ended 4, test 8, message 16. Bits without a meaning are dropped.
    pub fn from_bits(bits: i16) -> Happenings {
        let chosen = Happening::ALL.iter().filter(|one| bits & one.bit() != 0);
        Happenings::of(&chosen.copied().collect::<Vec<_>>())
    }

    /// As stored.
    pub fn bits(self) -> i16 {
        self.0
    }

    /// Is it among them?
    pub fn include(self, happening: Happening) -> bool {
        self.0 & happening.bit() != 0
    }

    /// They, in their usual order.
    pub fn list(self) -> Vec<Happening> {
        let all = Happening::ALL.iter().copied();
        all.filter(|happening| self.include(*happening)).collect()
    }
}

words!(
    /// What became of a delivery.
    DeliveryStatus {
        /// It is tried now, or will be.
        Pending = "pending",
        /// The receiver answered with success.
        Delivered = "delivered",
        /// Every attempt failed.
        Failed = "failed",
        /// It was not sent any more: it was true no longer, or the webhook was disabled.
        Dropped = "dropped",
    }
);

words!(
    /// Why a webhook is told nothing.
    Disabled {
        /// Its owner wants it so.
        ByOwner = "by_owner",
        /// The receiver answered that it is gone for good (status 410).
        Gone = "gone",
        /// Nothing got through for five days.
        Failing = "failing",
    }
);

words!(
    /// Why an attempt failed where no answer came.
    Trouble {
        /// The host has no address.
        UnknownHost = "unknown_host",
        /// The host has an address in a network that webhooks may not reach.
        ForbiddenAddress = "forbidden_address",
        /// No connection came about, or it broke.
        NoConnection = "no_connection",
        /// The host's certificate is not good, or there was no agreement on encryption.
        Tls = "tls",
        /// No answer came in time.
        Timeout = "timeout",
        /// What came was no answer in HTTP.
        NoHttp = "no_http",
    }
);
