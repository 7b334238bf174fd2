//! In which form a client wants to follow a log, and how long it likes to wait.

use super::{Extract, elements};
use crate::api::problem::{Flaw, Kind, Problem};
use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::http::header::ACCEPT;
use std::time::Duration;

/// The longest that an answer is held, in seconds.
const LONGEST_WAIT: u64 = 60;

/// The form of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Server-sent events, as browsers read them.
    ServerSent,
    /// One JSON object per line.
    Lines,
}

impl Form {
    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Form::ServerSent => "text/event-stream",
            Form::Lines => "application/x-ndjson",
        }
    }

    /// What is sent when there is nothing to say; clients pass it over.
    pub fn sign_of_life(self) -> &'static str {
        match self {
            Form::ServerSent => ": here\n\n",
            Form::Lines => "\n",
        }
    }
}

/// How a client wants to follow a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wants {
    /// As a stream, or as a page.
    pub stream: Option<Form>,
    /// How long the answer may be held until there is something on it (RFC 7240).
    pub wait: Option<Duration>,
    /// The last item that a stream has brought.
    pub last_event: Option<i64>,
}

impl Extract for Wants {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Wants, Problem> {
        Ok(Wants {
            stream: form(request),
            wait: wait(request),
            last_event: last_event(request)?,
        })
    }
}

/// The first of our forms that the client names; a page unless that is a stream.
fn form(request: &HttpRequest) -> Option<Form> {
    for range in elements(request.headers(), ACCEPT) {
        let media_type = range.split(';').next().unwrap_or_default().trim();
        for form in [Form::ServerSent, Form::Lines] {
            if media_type.eq_ignore_ascii_case(form.media_type()) {
                return Some(form);
            }
        }
        if media_type.eq_ignore_ascii_case("application/json") {
            return None;
        }
    }
    None
}

/// How long `Prefer: wait=SECONDS` lets the answer be held. What can't be understood is no preference.
pub fn wait(request: &HttpRequest) -> Option<Duration> {
    elements(request.headers(), "prefer").find_map(|preference| {
        let (name, value) = preference.split_once('=')?;
        let seconds: u64 = value.trim().trim_matches('"').parse().ok()?;
        let named = name.trim().eq_ignore_ascii_case("wait");
        named.then(|| Duration::from_secs(seconds.min(LONGEST_WAIT)))
    })
}

fn last_event(request: &HttpRequest) -> Result<Option<i64>, Problem> {
    let Some(sent) = request.headers().get("last-event-id") else {
        return Ok(None);
    };
    let number = sent.to_str().ok().and_then(|text| text.parse().ok());
    match number {
        Some(number) if number >= 0 => Ok(Some(number)),
        Some(_) | None => {
            let flaw = Flaw::in_header("Last-Event-ID", "is no number of an event");
            Err(Problem::of_flaws(Kind::InvalidHeader, vec![flaw]))
        }
    }
}
