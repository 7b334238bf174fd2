//! What the client has seen: `If-Match` for changes, `If-None-Match` for reads (RFC 9110, section 13).

use super::Extract;
use crate::api::answers::Made;
use crate::api::problem::{Flaw, Kind, Problem};
use crate::api::reply;
use actix_web::body::MessageBody;
use actix_web::dev::Payload;
use actix_web::http::header::{HeaderName, IF_MATCH, IF_NONE_MATCH};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;

/// No game has this revision, so that it is always stale.
const NEVER: i64 = -1;

/// The revision that `If-Match` names, if there is such a header.
///
/// An ETag of ours is `"<revision>.<hash>"` and only its revision counts; a proxy may have made it weak
/// (`W/"…"`). Of several the highest counts, since revisions never fall. Tags that are not ours match
/// nothing, so that a header without any of ours is always stale. `*` names no revision. What is no list
/// of entity tags at all is refused with 422.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IfMatch(Option<i64>);

impl IfMatch {
    /// The revision the client saw, as named by the header or by a member of the body.
    ///
    /// # Errors
    /// Two different revisions.
    pub fn or(self, member: Option<i64>) -> Result<Option<i64>, Problem> {
        match (self.0, member) {
            (Some(header), Some(member)) if header != member => {
                let flaw = Flaw::in_body("/revision", "is another revision than If-Match names");
                Err(Problem::of_flaws(Kind::InvalidBody, vec![flaw]))
            }
            (header, member) => Ok(header.or(member)),
        }
    }
}

impl Extract for IfMatch {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<IfMatch, Problem> {
        let Some(header) = joined(request, IF_MATCH) else {
            return Ok(IfMatch(None));
        };
        if header.trim() == "*" {
            return Ok(IfMatch(None));
        }
        let tags = tags(&header).ok_or_else(|| {
            let flaw = Flaw::in_header("If-Match", "is no list of entity tags");
            Problem::of_flaws(Kind::InvalidHeader, vec![flaw])
        })?;
        let seen = tags.iter().filter_map(|tag| reply::revision_of(tag)).max();
        Ok(IfMatch(Some(seen.unwrap_or(NEVER))))
    }
}

/// What the client knows already, from `If-None-Match`; a header that makes no sense is passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// Whatever there is.
    Anything,
    /// Answers with one of these tags.
    Tags(Vec<String>),
}

impl Known {
    /// Does the client know the answer with this tag?
    pub fn is(&self, tag: &str) -> bool {
        match self {
            Known::Anything => true,
            Known::Tags(tags) => tags.iter().any(|known| known == tag),
        }
    }

    /// The answer 200 with this body, or 304 if the client knows it. `revision` is the game's, or 0 where
    /// there is none.
    ///
    /// # Errors
    /// A body that doesn't serialise, which is a fault of ours.
    pub fn reply(&self, revision: i64, body: &impl Serialize) -> Result<HttpResponse, Problem> {
        Ok(self.made(Made::of(revision, body)?))
    }

    /// The same with an answer that was made before.
    pub fn made(&self, made: Made) -> HttpResponse {
        self.answer(&made.tag, "application/json", made.body)
    }

    /// The same with a picture.
    pub fn picture(&self, revision: i64, svg: String) -> HttpResponse {
        self.answer(&reply::tag(revision, svg.as_bytes()), "image/svg+xml", svg)
    }

    fn answer(
        &self,
        tag: &str,
        content_type: &'static str,
        body: impl MessageBody + 'static,
    ) -> HttpResponse {
        match self.is(tag) {
            true => reply::not_modified(tag),
            false => reply::tagged(tag, content_type, body),
        }
    }
}

impl Extract for Known {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Known, Problem> {
        let header = joined(request, IF_NONE_MATCH).unwrap_or_default();
        Ok(match header.trim() {
            "*" => Known::Anything,
            list => Known::Tags(tags(list).unwrap_or_default()),
        })
    }
}

/// All lines of a header as one; text that is none of ASCII makes no sense and is kept as such.
fn joined(request: &HttpRequest, name: HeaderName) -> Option<String> {
    let lines: Vec<&str> = request
        .headers()
        .get_all(name)
        .map(|line| line.to_str().unwrap_or("?"))
        .collect();
    (!lines.is_empty()).then(|| lines.join(","))
}

/// The opaque parts of a list of entity tags, weak or strong; `None` if it is no such list.
fn tags(list: &str) -> Option<Vec<String>> {
    let mut tags = Vec::new();
    let mut rest = list.trim();
    while !rest.is_empty() {
        let opened = rest.strip_prefix("W/").unwrap_or(rest).strip_prefix('"')?;
        let (tag, after) = opened.split_once('"')?;
        tags.push(reply::plain_tag(tag).to_owned());
        rest = after.trim_start();
        if !rest.is_empty() {
            rest = rest.strip_prefix(',')?.trim_start();
        }
    }
    Some(tags)
}
