//! Refusals as clients see them: `application/problem+json` (RFC 9457).
//!
//! A handler, an extractor or a layer makes a [`Problem`]; the [envelope](super::envelope) alone turns it
//! into an answer, since it knows the request, and logs what caused it. An error of any other origin is
//! turned into the problem for its status there, so that no answer of 400 or above looks otherwise.

pub mod page;
mod refused;
pub mod table;

pub use table::{Class, Kind};

use crate::engine::Seat;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use std::error::Error;
use std::fmt;
use utoipa::ToSchema;

/// The media type of every answer of 400 or above.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// Why a request was not served.
#[derive(Debug)]
pub struct Problem(Box<Particulars>);

#[derive(Debug)]
struct Particulars {
    kind: Kind,
    detail: String,
    rule: Option<&'static str>,
    pointer: Option<String>,
    revision: Option<i64>,
    awaiting: Vec<Seat>,
    errors: Vec<Flaw>,
    headers: Vec<(HeaderName, HeaderValue)>,
    source: Option<Box<dyn Error + Send + Sync>>,
}

/// One thing that is wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Flaw {
    /// Where in the body, as JSON Pointer (RFC 6901).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// Which parameter of the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
    /// Which header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// What is wrong there.
    pub detail: String,
}

impl Flaw {
    /// A flaw of the body.
    pub fn in_body(pointer: impl Into<String>, detail: impl Into<String>) -> Flaw {
        Flaw {
            pointer: Some(pointer.into()),
            parameter: None,
            header: None,
            detail: detail.into(),
        }
    }

    /// A flaw of the query.
    pub fn in_query(parameter: impl Into<String>, detail: impl Into<String>) -> Flaw {
        Flaw {
            pointer: None,
            parameter: Some(parameter.into()),
            header: None,
            detail: detail.into(),
        }
    }

    /// A flaw of the headers.
    pub fn in_header(header: impl Into<String>, detail: impl Into<String>) -> Flaw {
        Flaw {
            pointer: None,
            parameter: None,
            header: Some(header.into()),
            detail: detail.into(),
        }
    }
}

/// Why a request was not served, as RFC 9457 has it.
#[derive(Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct Body {
    /// A page that tells what this kind of problem means.
    #[serde(rename = "type")]
    #[schema(format = "uri")]
    pub type_uri: String,
    /// What this kind of problem is called.
    pub title: &'static str,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// What is wrong this time, for a person to read.
    pub detail: String,
    /// The path of the request.
    #[schema(format = "uri-reference")]
    pub instance: String,
    /// The kind of problem, stable, for a program to decide by.
    pub code: &'static str,
    /// The stable name of the rule that is broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// JSON Pointer (RFC 6901) into the body of the request, to what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The game's revision now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0)]
    pub revision: Option<i64>,
    /// The seats that the game waits for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub awaiting: Vec<Seat>,
    /// Everything that was found wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub errors: Vec<Flaw>,
}

impl Problem {
    /// A problem of this kind. The detail is one sentence without a full stop, for a person to read; it
    /// repeats nothing that the caller may not know.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Problem {
        Problem(Box::new(Particulars {
            kind,
            detail: detail.into(),
            rule: None,
            pointer: None,
            revision: None,
            awaiting: Vec::new(),
            errors: Vec::new(),
            headers: Vec::new(),
            source: None,
        }))
    }

    /// A problem of this kind made of all the flaws that were found; the first gives detail and pointer.
    pub fn of_flaws(kind: Kind, flaws: Vec<Flaw>) -> Problem {
        let mut problem = Problem::new(kind, kind.row().title);
        if let Some(first) = flaws.first() {
            problem.0.detail = describe(first);
            problem.0.pointer = first.pointer.clone();
        }
        problem.0.errors = flaws;
        problem
    }

    /// A fault of ours, with what caused it, which is logged and not shown.
    pub fn internal(source: impl Into<Box<dyn Error + Send + Sync>>) -> Problem {
        let detail = "something went wrong on our side";
        Problem::new(Kind::Internal, detail).caused_by(source)
    }

    /// Points into the body of the request.
    pub fn at(mut self, pointer: impl Into<String>) -> Problem {
        self.0.pointer = Some(pointer.into());
        self
    }

    /// Names the game's revision now.
    pub fn now_at(mut self, revision: i64) -> Problem {
        self.0.revision = Some(revision);
        self
    }

    /// Adds a header to the answer.
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Problem {
        self.0.headers.push((name, value));
        self
    }

    /// Says when to try again.
    pub fn retry_after(self, seconds: u64) -> Problem {
        self.with_header(
            actix_web::http::header::RETRY_AFTER,
            HeaderValue::from(seconds),
        )
    }

    /// Remembers what caused it, for the log.
    pub fn caused_by(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Problem {
        self.0.source = Some(source.into());
        self
    }

    /// What kind of problem it is.
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// The headers that belong to its answer.
    pub fn headers(&self) -> &[(HeaderName, HeaderValue)] {
        &self.0.headers
    }

    /// The body of the answer to a request for `path`; `public_url` is where the service is found.
    pub fn body(&self, public_url: &str, path: &str) -> Body {
        let it = &self.0;
        let row = it.kind.row();
        Body {
            type_uri: format!("{public_url}/problems/{}", row.code),
            title: row.title,
            status: row.status,
            detail: it.detail.clone(),
            instance: path.to_owned(),
            code: row.code,
            rule: it.rule,
            pointer: it.pointer.clone(),
            revision: it.revision,
            awaiting: it.awaiting.clone(),
            errors: it.errors.clone(),
        }
    }

    /// The line for the log: what went wrong and everything that caused it. Of a mistake of the client's only the code is
    /// told: the detail may quote what was sent.
    pub fn story(&self) -> String {
        let row = self.0.kind.row();
        let mut story = match row.class {
            Class::Load | Class::Server => format!("{}: {}", row.code, self.0.detail),
            Class::Identity | Class::Request | Class::Missing | Class::State | Class::Rules => {
                row.code.to_owned()
            }
        };
        let mut cause = self.0.source.as_ref().map(|source| &**source as &dyn Error);
        while let Some(error) = cause {
            story = format!("{story}: {error}");
            cause = error.source();
        }
        story
    }
}

fn describe(flaw: &Flaw) -> String {
    let place = match (&flaw.pointer, &flaw.parameter, &flaw.header) {
        (Some(pointer), _, _) if pointer.is_empty() => "the body",
        (Some(place), _, _) | (_, Some(place), _) | (_, _, Some(place)) => place,
        (None, None, None) => "the request",
    };
    format!("{place} {}", flaw.detail)
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.detail)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.0.kind.status()
    }

    /// Only the status: the envelope writes the rest.
    fn error_response(&self) -> HttpResponse {
        HttpResponse::new(self.status_code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_problem_shows_what_applies_and_nothing_else() {
        let problem =
            Problem::new(Kind::StaleRevision, "the game is at revision 42 by now").now_at(42);
        let body =
            serde_json::to_value(problem.body("http://placa.example", "/v1/games/7/actions"));
        assert_eq!(
            body.unwrap(),
            json!({
                "type": "http://placa.example/problems/stale_revision",
                "title": "Stale revision",
                "status": 412,
                "detail": "the game is at revision 42 by now",
                "instance": "/v1/games/7/actions",
                "code": "stale_revision",
                "revision": 42,
            })
        );
    }

    #[test]
    fn the_first_flaw_gives_detail_and_pointer() {
        let flaws = vec![
            Flaw::in_body("/seats", "must be an integer"),
            Flaw::in_body("", "has the unknown member x"),
        ];
        let body = Problem::of_flaws(Kind::InvalidBody, flaws.clone()).body("", "/");
        assert_eq!(body.detail, "/seats must be an integer");
        assert_eq!(body.pointer.as_deref(), Some("/seats"));
        assert_eq!(body.errors, flaws);
    }

    #[test]
    fn a_cause_is_told_to_the_log_and_not_to_the_client() {
        let problem = Problem::internal("the disk is full");
        let body = serde_json::to_string(&problem.body("", "/")).unwrap();
        assert!(!body.contains("disk"));
        assert!(problem.story().ends_with(": the disk is full"));
    }
}
