//! What shows that the rules are kept. The worked examples lie in `tests/games/castellers/`, where a player can read them.

mod cases;
mod data;
mod laws;
mod sentences;
mod shape;
mod table;
mod variants;
