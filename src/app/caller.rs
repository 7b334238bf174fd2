//! Who asks.

use crate::model::{PlayerId, Scopes, TokenId};

/// An account that has shown a good token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The account.
    pub player: PlayerId,
    /// Its name.
    pub name: String,
    /// The token it showed.
    pub token: TokenId,
    /// What that token may be used for.
    pub scopes: Scopes,
}
