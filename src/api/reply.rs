//! Answers below 400.

use super::problem::Problem;
use crate::app::Answered;
use actix_web::body::MessageBody;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, ETAG, HeaderMap, HeaderName, HeaderValue, LINK, LOCATION, VARY,
};
use actix_web::web::Bytes;
use actix_web::{HttpResponse, HttpResponseBuilder};
use futures_util::Stream;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io;
use std::time::Duration;

/// What a handler gives.
pub type Reply = Result<HttpResponse, Problem>;

/// An answer belongs to who asked: caches ask again every time, and by whom.
const PRIVATE: [(actix_web::http::header::HeaderName, &str); 2] = [
    (VARY, "Authorization, Accept-Encoding"),
    (CACHE_CONTROL, "private, no-cache"),
];

/// The opaque part of the ETag of a body: `<revision>.<hash>`.
pub fn tag(revision: i64, body: &[u8]) -> String {
    let digest = Sha256::digest(body);
    format!("{revision}.{}", hex::encode(&digest[..12]))
}

/// Makes the tag of an answer that was compressed on its way another than that of the plain one, as a strong tag has to
/// be: `"<revision>.<hash>-gzip"`.
pub fn tag_coding(headers: &mut HeaderMap) {
    let coding = headers
        .get(CONTENT_ENCODING)
        .and_then(|it| it.to_str().ok());
    let tag = headers.get(ETAG).and_then(|it| it.to_str().ok());
    let (Some(coding), Some(tag)) = (coding, tag) else {
        return;
    };
    if !CODINGS.contains(&coding) {
        return;
    }
    let tag = format!("{}-{coding}\"", tag.trim_end_matches('"'));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
}

/// The tag of the plain answer, whatever coding it came in.
pub fn plain_tag(tag: &str) -> &str {
    match tag.rsplit_once('-') {
        Some((plain, coding)) if CODINGS.contains(&coding) => plain,
        Some(_) | None => tag,
    }
}

/// The codings in which an answer may be sent.
const CODINGS: [&str; 4] = ["gzip", "br", "deflate", "zstd"];

/// The revision in the opaque part of an ETag; `None` if the tag is not ours.
pub fn revision_of(tag: &str) -> Option<i64> {
    let (revision, hash) = tag.split_once('.')?;
    let is_ours = hash.len() == 24 && hash.bytes().all(|b| b.is_ascii_hexdigit());
    let digits = revision.bytes().all(|b| b.is_ascii_digit());
    (is_ours && digits).then(|| revision.parse().ok())?
}

/// 200 with a body of this type and its tag.
pub fn tagged(
    tag: &str,
    content_type: &'static str,
    body: impl MessageBody + 'static,
) -> HttpResponse {
    known_by(tag, content_type).body(body)
}

/// 200 with a JSON body that is sent as it is made, and its tag.
pub fn streamed(tag: &str, body: impl Stream<Item = io::Result<Bytes>> + 'static) -> HttpResponse {
    known_by(tag, "application/json").streaming(body)
}

/// 200 with a JSON body that is sent as it is made and that no cache may keep.
pub fn streamed_once(body: impl Stream<Item = io::Result<Bytes>> + 'static) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-store"))
        .content_type("application/json")
        .streaming(body)
}

fn known_by(tag: &str, content_type: &'static str) -> HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    for header in PRIVATE {
        response.insert_header(header);
    }
    response
        .insert_header((ETAG, format!("\"{tag}\"")))
        .content_type(content_type);
    response
}

/// 304: it is as the client knows it.
pub fn not_modified(tag: &str) -> HttpResponse {
    let mut response = HttpResponse::NotModified();
    for header in PRIVATE {
        response.insert_header(header);
    }
    response
        .insert_header((ETAG, format!("\"{tag}\"")))
        .finish()
}

/// 200 with a JSON body that no cache may keep.
pub fn done(body: &impl Serialize) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-store"))
        .json(body)
}

/// 201 with a JSON body that no cache may keep, and where the new thing is found.
pub fn made(location: &str, body: &impl Serialize) -> HttpResponse {
    HttpResponse::Created()
        .insert_header((LOCATION, location))
        .insert_header((CACHE_CONTROL, "no-store"))
        .json(body)
}

/// Says of an answer that it was given before, if it was.
pub fn marked<T>(answer: &Answered<T>, mut response: HttpResponse) -> HttpResponse {
    if answer.replayed {
        let name = HeaderName::from_static("idempotency-replayed");
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static("true"));
    }
    response
}

/// Says that the answer was held as long as the client liked to wait.
pub fn waited(response: &mut HttpResponse, wait: Duration) {
    let applied = HeaderValue::from_str(&format!("wait={}", wait.as_secs()));
    if let Ok(applied) = applied {
        let name = HeaderName::from_static("preference-applied");
        response.headers_mut().insert(name, applied);
    }
}

/// Says where a list goes on.
///
/// # Errors
/// An address that can't stand in a header, which is a fault of ours.
pub fn with_next(mut response: HttpResponse, address: Option<String>) -> Reply {
    if let Some(address) = address {
        let link = format!("<{address}>; rel=\"next\"");
        let link = HeaderValue::from_str(&link).map_err(Problem::internal)?;
        response.headers_mut().insert(LINK, link);
    }
    Ok(response)
}

/// 204: it is done and there is nothing to say.
pub fn gone() -> HttpResponse {
    HttpResponse::NoContent().finish()
}
