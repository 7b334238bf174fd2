//! The service through its public door, on both databases. Tests speak in roles: Anna and Biel sit at the
//! table, a watcher looks on, a stranger has no account.

#[path = "../support/mod.rs"]
mod support;

mod accounts;
mod bad_input;
mod board;
mod bots;
mod broken;
mod client;
mod conforms;
mod crash;
mod events;
mod idempotency;
mod leaving;
mod lobby;
mod mail;
mod operators;
mod play;
mod post_office;
mod privacy;
mod receiver;
mod records;
mod secrets;
mod server;
mod servers;
mod several;
mod stream;
mod talk;
mod time;
mod webhooks;
mod whole_games;
