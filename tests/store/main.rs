//! The store, on both databases.

#[path = "../support/mod.rs"]
mod support;

mod accounts;
mod commits;
mod fixture;
mod lists;
mod loss;
mod tables;
