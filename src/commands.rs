//! What the program does besides serving. Each command reports to people on standard output, what went wrong on
//! standard error, and says by how it ends what came of it.

mod admin;
mod audit;
mod backup;
pub mod ladder;
mod series;
pub mod simulate;
mod verify;

pub use ladder::Ladder;
pub use simulate::Simulate;

use crate::app::App;
use crate::clock::Clock;
use crate::config::{DatabaseUrl, Tool};
use crate::model::{House, Outward, Thinking};
use crate::observability;
use crate::store::{OpenError, Settings, Store};
use std::process::ExitCode;
use std::time::Duration;

/// Does what was asked for.
pub fn run(tool: &Tool) -> ExitCode {
    observability::start("warn");
    match tool {
        Tool::Verify(asked) => verify::run(asked),
        Tool::Audit(asked) => audit::run(asked),
        Tool::Backup(asked) => backup::run(asked),
        Tool::Admin(asked) => admin::run(asked),
    }
}

/// Ends with a complaint, as somebody who could not do what was asked for.
fn unable(error: impl std::fmt::Display) -> ExitCode {
    eprintln!("placa: {error}");
    ExitCode::from(2)
}

/// The use-cases over a database that is there already, and so many connections to it.
fn open(database: &DatabaseUrl, connections: u32) -> Result<App, OpenError> {
    let settings = Settings {
        connections,
        ..Settings::default()
    };
    let store = Store::open_as_it_is(&database.0, settings)?;
    let outward = Outward {
        public_url: String::new(),
        allow: Vec::new(),
    };
    // Nobody is served, so no bot thinks.
    let thinking = Thinking {
        budget: Duration::ZERO,
        at_once: 1,
    };
    Ok(App::new(
        store,
        None,
        Clock::system(),
        House::default(),
        outward,
        thinking,
        // Nor is anything mailed.
        None,
    ))
}
