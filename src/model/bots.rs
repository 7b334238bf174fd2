//! Players that are programs of the service, and the accounts under which they sit at tables.

use super::PlayerId;
use super::choices::{UnknownWord, words};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use utoipa::ToSchema;
use uuid::Uuid;

words!(
    /// A player that is a program of the service. It sees what its seat may see and nothing else.
    Bot {
        /// Takes any action.
        Random = "random",
        /// Takes what promises most at once.
        Steady = "steady",
        /// Looks ahead, for a second or so.
        Strong = "strong",
    }
);

/// What all accounts of bots begin with; the last byte tells them apart.
const ACCOUNTS: u128 = 0x0000_0000_0000_7000_8000_0000_0000_b000;

impl Bot {
    /// The account under which the bot sits at tables, at several of them and in several seats of one. The database holds
    /// it from the start.
    pub fn account(self) -> PlayerId {
        let number = match self {
            Bot::Random => 1,
            Bot::Steady => 2,
            Bot::Strong => 3,
        };
        PlayerId(Uuid::from_u128(ACCOUNTS + number))
    }

    /// The bot of this account, if it is one's.
    pub fn of(player: PlayerId) -> Option<Bot> {
        Bot::ALL.iter().copied().find(|bot| bot.account() == player)
    }

    /// The name of the account.
    pub fn name(self) -> &'static str {
        match self {
            Bot::Random => "Bot (random)",
            Bot::Steady => "Bot (steady)",
            Bot::Strong => "Bot (strong)",
        }
    }
}
