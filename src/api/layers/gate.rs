//! The layer that turns requests away before anybody reads them: too long, too many, or asking for a form
//! of answer that there is none of.

use super::{farewell, route};
use crate::api::extract::elements;
use crate::api::limits::{Standing, Traffic};
use crate::api::problem::{Kind, Problem};
use crate::api::wiring::Wiring;
use crate::model::PlayerId;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{ACCEPT, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest};
use std::net::{IpAddr, Ipv4Addr};

/// The longest path and query together, in bytes.
const LONGEST_URI: usize = 8 * 1024;
/// The most that all headers may have together, in bytes.
const LARGEST_HEADERS: usize = 32 * 1024;

/// How the buckets stand that the request took from.
#[derive(Default)]
struct Taken(Vec<Standing>);

/// Lets a request in or turns it away, and tells the client how its buckets stand.
pub async fn gate(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let mut response = match admit(request.request()) {
        Ok(()) => next.call(request).await?.map_into_boxed_body(),
        Err(problem) => request.error_response(problem),
    };
    let taken = response.request().extensions_mut().remove::<Taken>();
    if let Some(Taken(standings)) = taken {
        show(&standings, response.headers_mut());
    }
    farewell::announce(&mut response);
    Ok(response)
}

fn admit(request: &HttpRequest) -> Result<(), Problem> {
    let uri = request.uri().path_and_query();
    if uri.is_some_and(|uri| uri.as_str().len() > LONGEST_URI) {
        let detail = format!("path and query may have at most {LONGEST_URI} bytes");
        return Err(Problem::new(Kind::UriTooLong, detail));
    }
    let size = |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len();
    if request.headers().iter().map(size).sum::<usize>() > LARGEST_HEADERS {
        let detail = format!("the headers may have at most {LARGEST_HEADERS} bytes");
        return Err(Problem::new(Kind::HeadersTooLarge, detail));
    }
    // What the document does not know is a page, a probe or nothing: that is neither counted nor negotiated.
    let wiring = Wiring::of(request);
    let pattern = route::pattern(request);
    if pattern.starts_with("/v1/") {
        charge_address(wiring, request, &pattern)?;
    }
    match wiring.contract.operation(request.method(), &pattern) {
        Some(operation) if !accepts_any(request.headers(), &operation.produces) => {
            let detail = format!("the answer comes as {}", operation.produces.join(" or "));
            Err(Problem::new(Kind::NotAcceptable, detail))
        }
        Some(_) | None => Ok(()),
    }
}

fn charge_address(wiring: &Wiring, request: &HttpRequest, pattern: &str) -> Result<(), Problem> {
    let traffic = Traffic::of(request.method(), pattern);
    let address = address(request, wiring.proxies);
    note(request, wiring.limits.take_from_address(address, traffic))
}

/// Takes the request from its account's bucket.
///
/// # Errors
/// 429 if the bucket is empty.
pub fn charge_account(request: &HttpRequest, player: PlayerId) -> Result<(), Problem> {
    let pattern = route::pattern(request);
    let traffic = Traffic::of(request.method(), &pattern);
    let limits = &Wiring::of(request).limits;
    note(request, limits.take_from_account(player, traffic))
}

fn note(request: &HttpRequest, standing: Option<Standing>) -> Result<(), Problem> {
    let Some(standing) = standing else {
        return Ok(());
    };
    let (policy, wait) = (standing.policy, standing.wait);
    let mut extensions = request.extensions_mut();
    match extensions.get_mut::<Taken>() {
        Some(taken) => taken.0.push(standing),
        None => {
            extensions.insert(Taken(vec![standing]));
        }
    }
    match wait {
        Some(seconds) => {
            let detail = format!("the limit {policy} is reached for {seconds} seconds");
            Err(Problem::new(Kind::RateLimited, detail).retry_after(seconds))
        }
        None => Ok(()),
    }
}

/// The client's address: that of the connection, or what the outermost of our own proxies saw.
pub fn address(request: &HttpRequest, proxies: usize) -> IpAddr {
    let peer = request.peer_addr().map(|peer| peer.ip());
    let forwarded = request.headers().get_all("x-forwarded-for");
    // Places count here, and so do those that are empty.
    let seen: Vec<&str> = forwarded
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .collect();
    let claimed = proxies
        .checked_sub(1)
        .and_then(|last| seen.iter().rev().nth(last));
    let claimed = claimed.and_then(|address| address.trim().parse().ok());
    claimed
        .or(peer)
        .unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

/// RateLimit header fields for HTTP, draft-ietf-httpapi-ratelimit-headers.
fn show(standings: &[Standing], headers: &mut HeaderMap) {
    let list = |item: fn(&Standing) -> String| {
        let items: Vec<String> = standings.iter().map(item).collect();
        HeaderValue::from_str(&items.join(", "))
    };
    let policies = list(|it| format!("\"{}\";q={};w={}", it.policy, it.quota, it.window));
    let states = list(|it| format!("\"{}\";r={};t={}", it.policy, it.remaining, it.reset));
    if let (Ok(policies), Ok(states)) = (policies, states) {
        headers.insert(HeaderName::from_static("ratelimit-policy"), policies);
        headers.insert(HeaderName::from_static("ratelimit"), states);
    }
}

/// Does the client take one of these media types? Who doesn't say takes anything, and what has no body
/// can't be of the wrong type.
fn accepts_any(headers: &HeaderMap, produces: &[String]) -> bool {
    let ranges = || elements(headers, ACCEPT);
    if produces.is_empty() || ranges().next().is_none() {
        return true;
    }
    ranges().any(|range| produces.iter().any(|media_type| covers(range, media_type)))
}

fn covers(range: &str, media_type: &str) -> bool {
    let mut parts = range.split(';').map(str::trim);
    let wanted = parts.next().unwrap_or_default().to_ascii_lowercase();
    let refused = parts.any(|parameter| {
        parameter
            .strip_prefix("q=")
            .is_some_and(|quality| quality.parse() == Ok(0.0))
    });
    let fits = match wanted.strip_suffix('*') {
        Some("*/") => true,
        Some(family) => media_type.starts_with(family),
        None => media_type == wanted,
    };
    fits && !refused
}

#[cfg(test)]
mod tests;
