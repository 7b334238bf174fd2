//! The client that progenitor makes.
#![allow(clippy::all, unused_imports)]

include!(concat!(env!("OUT_DIR"), "/client.rs"));
