//! What the program does besides serving: games among its own bots, for those who want to know how strong they are and how
//! balanced the games.

pub mod ladder;
mod series;
pub mod simulate;

pub use ladder::Ladder;
pub use simulate::Simulate;
