//! What test programs share.

pub mod postgres;
mod programs;
