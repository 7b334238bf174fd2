//! The service through its public door, on both databases. Tests speak in roles: Anna and Biel sit at the
//! table, a watcher looks on, a stranger has no account.

#[path = "../support/mod.rs"]
mod support;

#[allow(dead_code)] // Here it is only taken down and mended.
#[path = "../store/line.rs"]
mod line;

mod abuse;
mod accounts;
mod bad_input;
mod board;
mod bots;
mod broken;
mod client;
mod conforms;
mod crash;
mod crawler;
mod dealing;
mod events;
mod examples;
mod export;
mod eyes;
mod fuzz;
mod idempotency;
mod leaving;
mod lobby;
mod logs;
mod mail;
mod operation;
mod operators;
mod outage;
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
