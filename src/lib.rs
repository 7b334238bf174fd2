//! Plaça: persistent board games over HTTP.
//!
//! ARCHITECTURE.md at the root of the repository shows the rooms of this house and who may enter which.

pub mod api;
pub mod app;
pub mod clock;
pub mod commands;
pub mod config;
pub use placa_engine as engine;
pub mod model;
pub mod observability;
pub mod startup;
pub mod store;
