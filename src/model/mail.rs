//! What players get mail about.

use super::choices::{UnknownWord, words};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use utoipa::ToSchema;

words!(
    /// When a player gets a mail about the games that wait for them.
    TurnMail {
        /// Never.
        Off = "off",
        /// Whenever a game begins to wait for them.
        AtOnce = "at_once",
        /// Once a day, about all that began to wait for them since.
        Daily = "daily",
    }
);

words!(
    /// What a mail is for.
    MailKind {
        /// Confirming an address.
        Confirm = "confirm",
        /// Getting a token after losing all of them.
        Recovery = "recovery",
        /// A turn.
        Turn = "turn",
    }
);
