//! The rules of the games: pure functions over plain data.
//!
//! Nothing in here knows a clock, a database, a socket or a log. A game is one type that implements
//! [`rules::Rules`]; everybody else speaks to it through the object-safe face [`game::Game`], which
//! [`games::all`] lists. The only source of randomness is [`chance::Chance`].

pub mod bag;
pub mod bot;
pub mod chance;
pub mod dealing;
pub mod game;
pub mod games;
pub mod ladder;
pub mod law;
pub mod picture;
pub mod replay;
pub mod rules;
pub mod score;
pub mod search;
pub mod seat;
#[cfg(test)]
mod tests;
pub mod turn;

pub use bag::Bag;
pub use bot::{Luck, Mind, Strategy};
pub use chance::Chance;
pub use game::{Action, Fault, Game, Malformed, Position, Refusal, Step};
pub use rules::{Candidates, Illegal, Meta, Named, Rules};
pub use score::{Outcome, Place, Score, ScoreItem};
pub use seat::{Seat, Watcher};
pub use turn::{Phase, Turn, Waiting};
