//! Opaque ids: UUIDv7, made by us, never authority.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use uuid::Uuid;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl $name {
            /// A new id, larger than those made before it.
            pub fn new() -> $name {
                $name(Uuid::now_v7())
            }
        }

        impl Default for $name {
            fn default() -> $name {
                $name::new()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.as_hyphenated().fmt(f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl FromStr for $name {
            type Err = NoId;

            /// Reads the one form that ids are written in: lower case, with hyphens.
            fn from_str(text: &str) -> Result<$name, NoId> {
                let id = Uuid::try_parse(text).map_err(|_| NoId)?;
                if id.as_hyphenated().to_string() != text {
                    return Err(NoId);
                }
                Ok($name(id))
            }
        }
    };
}

/// Text that is no id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an id")]
pub struct NoId;

id!(
    /// A game.
    GameId
);
id!(
    /// A player's account.
    PlayerId
);
id!(
    /// An API token; the id is no secret.
    TokenId
);
id!(
    /// An invitation; the id is no secret.
    InviteId
);
id!(
    /// A webhook; the id is no secret.
    WebhookId
);
id!(
    /// Something that a webhook was told: the same id at every attempt.
    DeliveryId
);
id!(
    /// A mail; the id is no secret.
    MailId
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_canonical_form_is_an_id() {
        let id = GameId::new();
        assert_eq!(id.to_string().parse(), Ok(id));
        for other in [
            id.to_string().to_uppercase().replace('-', "A"),
            id.0.as_simple().to_string(),
            id.0.as_braced().to_string(),
            String::new(),
            "1".to_owned(),
        ] {
            assert_eq!(other.parse::<GameId>(), Err(NoId), "{other}");
        }
    }
}
