//! The catalogue: one line per game.

pub mod castell;
pub mod castellers;
pub mod el_grande;

use super::game::{Adapter, Game};

/// Every game on offer. A corrected ruleset is a line of its own, after the one it replaces: the older one
/// goes on serving the games that started under it.
static CATALOGUE: &[&dyn Game] = &[
    &Adapter::<castellers::Castellers>::new(),
    &Adapter::<castell::Castell>::new(),
    &Adapter::<el_grande::ElGrande>::new(),
];

/// Every ruleset, oldest first within a game.
pub fn all() -> impl Iterator<Item = &'static dyn Game> {
    CATALOGUE.iter().copied()
}

/// The ruleset that new games of this name start under.
pub fn offered(slug: &str) -> Option<&'static dyn Game> {
    all().filter(|game| game.meta().slug == slug).last()
}

/// The newest ruleset of every game, in the order of the catalogue.
pub fn on_offer() -> impl Iterator<Item = &'static dyn Game> {
    all().filter(|game| {
        offered(game.meta().slug).is_some_and(|newest| newest.meta().ruleset == game.meta().ruleset)
    })
}

/// The game of a ruleset that a stored game is pinned to.
pub fn ruleset(name: &str) -> Option<&'static dyn Game> {
    all().find(|game| game.meta().ruleset == name)
}
