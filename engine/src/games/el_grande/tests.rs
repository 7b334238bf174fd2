//! What shows that the rules hold.

mod cases;
mod laws;
mod play;
mod position;
mod secrets;
mod seed;
mod setup;
mod table;
