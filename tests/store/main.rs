//! The store, on both databases.

#[path = "../support/mod.rs"]
mod support;

mod accounts;
mod commits;
mod fixture;
mod line;
mod lists;
mod loss;
mod notices;
mod rows;
mod tables;
mod talk;
