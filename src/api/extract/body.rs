//! The body of a request: JSON, held against the document before anything is made of it.

use super::Extract;
use super::strict::{self, Malformed};
use crate::api::problem::{Flaw, Kind, Problem};
use crate::api::wiring::Wiring;
use actix_web::dev::Payload;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use actix_web::web::BytesMut;
use actix_web::{HttpMessage, HttpRequest};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::time::Duration;
use tokio::time::timeout;
use utoipa::ToSchema;

/// The largest body, in bytes.
pub const LARGEST: usize = 64 * 1024;
/// How long a body may take to arrive.
const SLOWEST: Duration = Duration::from_secs(20);

/// A body of this type, as the component of its name describes it.
pub struct Body<T>(pub T);

/// A body that may be left out, which means the same as `{}`.
pub struct OptionalBody<T>(pub T);

/// What a body was, for requests that may be repeated: SHA-256 of its JSON, members in order, without
/// white space.
#[derive(Clone, Copy)]
pub(super) struct Fingerprint(pub [u8; 32]);

impl<T: DeserializeOwned + ToSchema> Extract for Body<T> {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Body<T>, Problem> {
        must_be_json(request)?;
        let text = read(request, payload).await?;
        parse(request, &text).map(Body)
    }
}

impl<T: DeserializeOwned + ToSchema> Extract for OptionalBody<T> {
    async fn extract(
        request: &HttpRequest,
        payload: &mut Payload,
    ) -> Result<OptionalBody<T>, Problem> {
        let text = read(request, payload).await?;
        if text.is_empty() {
            return fit(request, Value::Object(Map::new())).map(OptionalBody);
        }
        must_be_json(request)?;
        parse(request, &text).map(OptionalBody)
    }
}

fn must_be_json(request: &HttpRequest) -> Result<(), Problem> {
    let unsupported = |detail: &str| Err(Problem::new(Kind::UnsupportedMediaType, detail));
    if request.headers().contains_key(CONTENT_ENCODING) {
        return unsupported("bodies are taken uncompressed, without Content-Encoding");
    }
    let sent = request.headers().get(CONTENT_TYPE);
    let mut parts = sent
        .and_then(|sent| sent.to_str().ok())
        .unwrap_or_default()
        .split(';')
        .map(str::trim);
    let is_json = parts
        .next()
        .is_some_and(|essence| essence.eq_ignore_ascii_case("application/json"));
    let is_utf8 = parts.all(|parameter| {
        parameter.split_once('=').is_none_or(|(name, value)| {
            !name.eq_ignore_ascii_case("charset")
                || value.trim_matches('"').eq_ignore_ascii_case("utf-8")
        })
    });
    match is_json && is_utf8 {
        true => Ok(()),
        false => unsupported("send Content-Type: application/json, in UTF-8"),
    }
}

async fn read(request: &HttpRequest, payload: &mut Payload) -> Result<BytesMut, Problem> {
    let announced = request
        .headers()
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > LARGEST as u64) {
        return Err(too_large());
    }
    match timeout(SLOWEST, collect(payload)).await {
        Ok(body) => body,
        Err(_) => {
            let detail = format!("the body took more than {} seconds", SLOWEST.as_secs());
            Err(Problem::new(Kind::TooSlow, detail))
        }
    }
}

async fn collect(payload: &mut Payload) -> Result<BytesMut, Problem> {
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|error| {
            Problem::new(Kind::BadRequest, "the body broke off").caused_by(error.to_string())
        })?;
        if body.len() + chunk.len() > LARGEST {
            return Err(too_large());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

fn too_large() -> Problem {
    let detail = format!("the body may have at most {LARGEST} bytes");
    Problem::new(Kind::PayloadTooLarge, detail)
}

fn parse<T: DeserializeOwned + ToSchema>(request: &HttpRequest, text: &[u8]) -> Result<T, Problem> {
    let value = strict::read(text).map_err(|Malformed { pointer, detail }| {
        Problem::of_flaws(Kind::MalformedJson, vec![Flaw::in_body(pointer, detail)])
    })?;
    fit(request, value)
}

/// Makes a `T` of a value that fits the document.
fn fit<T: DeserializeOwned + ToSchema>(request: &HttpRequest, value: Value) -> Result<T, Problem> {
    let digest = Sha256::digest(value.to_string());
    request.extensions_mut().insert(Fingerprint(digest.into()));
    let contract = &Wiring::of(request).contract;
    let flaws = contract.flaws_of_body(&T::name(), &value);
    if !flaws.is_empty() {
        return Err(Problem::of_flaws(Kind::InvalidBody, flaws));
    }
    T::deserialize(value).map_err(|error| {
        Problem::of_flaws(
            Kind::InvalidBody,
            vec![Flaw::in_body("", error.to_string())],
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;
    use futures_util::stream;

    #[actix_web::test]
    async fn a_body_that_does_not_come_is_not_waited_for_for_ever() {
        tokio::time::pause();
        let request = TestRequest::post().to_http_request();
        let mut payload: Payload = Payload::Stream {
            payload: Box::pin(stream::pending()),
        };
        let problem = read(&request, &mut payload).await.unwrap_err();
        assert_eq!(problem.kind(), Kind::TooSlow);
    }
}
