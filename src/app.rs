//! The use-cases: what players can do, in terms of games, seats and accounts. No status codes here, no SQL.

pub mod caller;
pub mod refusal;
pub mod token;

pub use caller::Caller;
pub use refusal::{Refusal, Result};
pub use token::Token;
