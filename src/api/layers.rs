//! What every request passes on its way in and every answer on its way out.
//!
//! From the outside: the [`envelope`] (request id, log line, problems, headers that all answers have), the
//! [`gate`] (sizes, rates, what the client accepts), compression, and then the router.

pub mod cors;
pub mod envelope;
pub mod farewell;
pub mod gate;
pub mod request_id;
pub mod route;
