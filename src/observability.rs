//! What those who run the service get to see of it.

use std::panic::{self, PanicHookInfo};

/// Begins to log, to standard error, what passes `filter`, and logs panics like everything else.
pub fn start(filter: &str) {
    env_logger::Builder::new().parse_filters(filter).init();
    panic::set_hook(Box::new(|info| log::error!("{}", describe(info))));
}

/// Where it happened, and the message if it is a fixed one. A message that was put together may hold what a
/// player keeps secret; the place is enough to find it.
fn describe(info: &PanicHookInfo<'_>) -> String {
    let place = info.location().map(ToString::to_string).unwrap_or_default();
    match info.payload().downcast_ref::<&'static str>() {
        Some(message) => format!("panic at {place}: {message}"),
        None => format!("panic at {place}"),
    }
}
