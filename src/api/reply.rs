//! Answers below 400.

use super::problem::Problem;
use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, ETAG, LOCATION, VARY};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// What a handler gives.
pub type Reply = Result<HttpResponse, Problem>;

/// An answer belongs to who asked: caches ask again every time, and by whom.
const PRIVATE: [(actix_web::http::header::HeaderName, &str); 2] = [
    (VARY, "Authorization"),
    (CACHE_CONTROL, "private, no-cache"),
];

/// The opaque part of the ETag of a body: `<revision>.<hash>`.
pub fn tag(revision: i64, body: &[u8]) -> String {
    let digest = Sha256::digest(body);
    format!("{revision}.{}", hex::encode(&digest[..12]))
}

/// The revision in the opaque part of an ETag; `None` if the tag is not ours.
pub fn revision_of(tag: &str) -> Option<i64> {
    let (revision, hash) = tag.split_once('.')?;
    let is_ours = hash.len() == 24 && hash.bytes().all(|b| b.is_ascii_hexdigit());
    let digits = revision.bytes().all(|b| b.is_ascii_digit());
    (is_ours && digits).then(|| revision.parse().ok())?
}

/// 200 with a JSON body and its tag.
pub fn tagged(tag: &str, body: Vec<u8>) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    for header in PRIVATE {
        response.insert_header(header);
    }
    response
        .insert_header((ETAG, format!("\"{tag}\"")))
        .content_type("application/json")
        .body(body)
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
pub fn created(location: &str, body: &impl Serialize) -> HttpResponse {
    HttpResponse::Created()
        .insert_header((LOCATION, location))
        .insert_header((CACHE_CONTROL, "no-store"))
        .json(body)
}

/// 204: it is done and there is nothing to say.
pub fn gone() -> HttpResponse {
    HttpResponse::NoContent().finish()
}
