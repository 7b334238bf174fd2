//! What shows that the rules hold.

mod laws;
mod play;
mod table;
