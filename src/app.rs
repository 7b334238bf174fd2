//! The use-cases: what players can do, in terms of games, seats and accounts. No status codes here, no SQL.

pub mod names;
pub mod once;
pub mod refusal;

pub use refusal::{Refusal, Result};
