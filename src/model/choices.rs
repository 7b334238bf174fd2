//! Where a game stands, and what its owner chose at the offer.

use serde::{Deserialize, Serialize};
use std::str::FromStr;
use utoipa::ToSchema;

/// An enum that is stored and sent as one snake_case word. (The word is a `tt`: wrapped as a `literal` the
/// schema's derive would not see it.)
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:tt),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
        pub enum $name {
            $($(#[$vdoc])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// Every value.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word it is stored and sent as.
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }
        }

        impl FromStr for $name {
            type Err = UnknownWord;

            fn from_str(text: &str) -> Result<$name, UnknownWord> {
                match text {
                    $($word => Ok($name::$variant),)+
                    _ => Err(UnknownWord),
                }
            }
        }
    };
}

pub(super) use words;

/// A word that stands for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown word")]
pub struct UnknownWord;

words!(
    /// Where a game stands.
    Status {
        /// Offered; seats may be taken and left.
        Open = "open",
        /// Being played.
        Running = "running",
        /// Played to its end.
        Finished = "finished",
        /// Withdrawn or annulled.
        Cancelled = "cancelled",
        /// Its position can't be loaded; it can be read but not played.
        Suspended = "suspended",
    }
);

words!(
    /// Who may see a game.
    Visibility {
        /// Everybody.
        Public = "public",
        /// Those who hold a seat, or for whom one is kept free; to everybody else there is no such game.
        Private = "private",
    }
);

words!(
    /// Who may make an account.
    Registration {
        /// Everybody.
        Open = "open",
        /// Nobody but the operator, by `placa admin register`.
        Closed = "closed",
    }
);

words!(
    /// When an offered game starts.
    StartRule {
        /// As soon as every seat is taken.
        WhenFull = "when_full",
        /// When its owner says so.
        ByOwner = "by_owner",
    }
);

words!(
    /// What happens when the clock of a seat runs out. Without a clock nothing does.
    Absence {
        /// The game's default action is taken for the seat.
        Fallback = "fallback",
        /// The `steady` bot plays at once, and until the player returns; so too for a seat whose holder has left for good,
        /// until somebody else takes it.
        Bot = "bot",
        /// The seat resigns.
        Forfeit = "forfeit",
        /// The game is annulled.
        Cancel = "cancel",
    }
);

words!(
    /// Is somebody there who decides for a seat?
    Presence {
        /// Its holder plays.
        Present = "present",
        /// Its holder has missed so many deadlines that default actions are taken for them at once, or a bot plays for
        /// them, until they come back.
        Absent = "absent",
        /// Its holder has left for good. Default actions are taken for the seat, or a bot plays on, until somebody else takes
        /// it.
        Resigned = "resigned",
    }
);

/// How long players have for their turns. A turn of the clock begins when the game comes to wait for a seat, and anew
/// with each of its actions that can't be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// As long as they like.
    None {},
    /// So long for every turn.
    PerTurn {
        /// Seconds for each turn, at most a year. The operator sets the least that is offered.
        #[schema(minimum = 1, maximum = 31_536_000)]
        seconds: u32,
        /// For how many days in all the holidays of its holder may stop the clock of a seat.
        #[serde(default = "holiday_days")]
        #[schema(minimum = 0, maximum = 366, default = 30)]
        holiday_days: u16,
    },
    /// A reserve for the whole game, from which every turn takes what it took.
    Bank {
        /// Seconds that each seat has at the start.
        #[schema(minimum = 1, maximum = 31_536_000)]
        reserve: u32,
        /// Seconds that are added to the reserve after each turn.
        #[schema(minimum = 0, maximum = 31_536_000)]
        increment: u32,
        /// Seconds above which the reserve does not grow; at least `reserve`.
        #[schema(minimum = 1, maximum = 31_536_000)]
        cap: u32,
        /// For how many days in all the holidays of its holder may stop the clock of a seat.
        #[serde(default = "holiday_days")]
        #[schema(minimum = 0, maximum = 366, default = 30)]
        holiday_days: u16,
    },
}

fn holiday_days() -> u16 {
    30
}

#[cfg(test)]
mod tests {
    use super::*;
    use utoipa::PartialSchema;

    #[test]
    fn the_schema_lists_the_words_that_are_sent() {
        let schema = serde_json::to_value(Status::schema()).unwrap();
        let words: Vec<&str> = Status::ALL.iter().map(|status| status.word()).collect();
        assert_eq!(schema["enum"], serde_json::json!(words));
    }
}
