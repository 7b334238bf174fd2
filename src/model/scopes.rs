//! What a token may be used for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One thing a token may be used for.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// See what the player may see.
    Read,
    /// Offer and join games, and act in them.
    Play,
    /// Change the account and its tokens.
    Manage,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Scope; 3] = [Scope::Read, Scope::Play, Scope::Manage];

    fn bit(self) -> i16 {
        match self {
            Scope::Read => 1,
            Scope::Play => 2,
            Scope::Manage => 4,
        }
    }

    /// The name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Manage => "manage",
        }
    }
}

/// A set of scopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scopes(i16);

impl Scopes {
    /// Every scope there is.
    pub fn all() -> Scopes {
        Scopes::of(&Scope::ALL)
    }

    /// These scopes.
    pub fn of(scopes: &[Scope]) -> Scopes {
        Scopes(scopes.iter().fold(0, |bits, scope| bits | scope.bit()))
    }

    /// As stored: read 1, play 2, manage 4. Bits without a meaning are dropped.
    pub fn from_bits(bits: i16) -> Scopes {
        Scopes(bits & Scopes::all().0)
    }

    /// As stored.
    pub fn bits(self) -> i16 {
        self.0
    }

    /// Is this scope among them?
    pub fn allow(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// Are all of these scopes also among `others`?
    pub fn within(self, others: Scopes) -> bool {
        self.0 & !others.0 == 0
    }

    /// The scopes, in their usual order.
    pub fn list(self) -> Vec<Scope> {
        Scope::ALL
            .into_iter()
            .filter(|scope| self.allow(*scope))
            .collect()
    }
}
