//! Tests of the rules of Castell. The data of the examples lies in `tests/games/castell/`.

mod census;
mod laws;
mod planner;
mod play;
