//! Browsers of all origins may use the API: without credentials of their own, a token being all that counts.

use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD,
    HeaderMap, HeaderValue, ORIGIN,
};
use actix_web::{HttpResponse, HttpResponseBuilder};

const METHODS: &str = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
const TAKEN: &str = "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Prefer, \
    Last-Event-ID, X-Request-Id";
const EXPOSED: &str = "ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, \
    Idempotency-Replayed, X-Request-Id, Deprecation, Sunset";
/// Seconds for which a browser need not ask again; more is more than browsers keep.
const REMEMBERED: &str = "7200";

/// Does a browser ask what it may send?
pub fn is_preflight(request: &ServiceRequest) -> bool {
    let headers = request.headers();
    request.method() == Method::OPTIONS
        && headers.contains_key(ORIGIN)
        && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD)
}

/// What a browser may send: everything that the API knows.
pub fn preflight() -> HttpResponse {
    let mut response: HttpResponseBuilder = HttpResponse::NoContent();
    response
        .insert_header((ACCESS_CONTROL_ALLOW_METHODS, METHODS))
        .insert_header((ACCESS_CONTROL_ALLOW_HEADERS, TAKEN))
        .insert_header((ACCESS_CONTROL_MAX_AGE, REMEMBERED))
        .finish()
}

/// Lets the pages of all origins see an answer.
pub fn open(headers: &mut HeaderMap) {
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(
        ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static(EXPOSED),
    );
}
