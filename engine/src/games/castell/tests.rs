//! Tests of the rules of Castell. The data of the examples lies in `tests/games/castell/`.

mod cases;
mod census;
mod data;
mod laws;
mod planner;
mod play;
mod sentences;
mod setup;
mod table;
mod towers;
