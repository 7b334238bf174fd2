//! `Idempotency-Key`: the same request with the same key gives the first answer again.

use super::Extract;
use super::body::Fingerprint;
use crate::api::problem::Problem;
use crate::app::{Once, Refusal};
use crate::model::PlayerId;
use actix_web::dev::Payload;
use actix_web::http::header::IF_MATCH;
use actix_web::{HttpMessage, HttpRequest};
use sha2::{Digest, Sha256};

/// The longest key, in characters.
const LONGEST: usize = 255;
/// The shortest key where no account keeps strangers' keys apart.
const SHORTEST_WITHOUT_ACCOUNT: usize = 32;

/// A key and the request it came with.
#[derive(Clone, PartialEq, Eq)]
pub struct Key {
    /// The key, 1 to 255 visible ASCII characters. It may open a sealed answer, so it is kept like a secret.
    pub text: String,
    /// Two requests are the same if this is: lower-case hexadecimal SHA-256 over method, path, `If-Match` and
    /// body.
    pub fingerprint: String,
}

impl Key {
    /// The request of somebody without an account, to a route.
    pub fn of_route(self, route: &str) -> Once {
        Once::new(route.to_owned(), &self.text, self.fingerprint)
    }
}

/// The key of a request that comes with a token, if it has one. Extracted after the body.
pub struct MaybeKey(pub Option<Key>);

impl MaybeKey {
    /// The request of an account, if it is to be answered only once.
    pub fn of_account(self, player: PlayerId) -> Option<Once> {
        let key = self.0?;
        Some(Once::new(player.to_string(), &key.text, key.fingerprint))
    }
}

/// The key of a request without an account, if it has one: at least 32 characters. Extracted after the
/// body.
pub struct LongKey(pub Option<Key>);

impl Extract for MaybeKey {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<MaybeKey, Problem> {
        Ok(MaybeKey(key(request)?))
    }
}

impl Extract for LongKey {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<LongKey, Problem> {
        let key = key(request)?;
        if key
            .as_ref()
            .is_some_and(|key| key.text.len() < SHORTEST_WITHOUT_ACCOUNT)
        {
            let detail = "without a token an Idempotency-Key has at least 32 characters";
            return Err(Refusal::BadKey(detail).into());
        }
        Ok(LongKey(key))
    }
}

fn key(request: &HttpRequest) -> Result<Option<Key>, Problem> {
    let mut sent = request.headers().get_all("Idempotency-Key");
    let Some(first) = sent.next() else {
        return Ok(None);
    };
    if sent.next().is_some() {
        return Err(Refusal::BadKey("Idempotency-Key is there twice").into());
    }
    let text = first.to_str().unwrap_or_default();
    let text = unquoted(text);
    let is_visible = text.bytes().all(|b| b.is_ascii_graphic());
    if text.is_empty() || text.len() > LONGEST || !is_visible {
        let detail = "an Idempotency-Key has 1 to 255 visible ASCII characters";
        return Err(Refusal::BadKey(detail).into());
    }
    Ok(Some(Key {
        text: text.to_owned(),
        fingerprint: fingerprint(request),
    }))
}

/// The draft standard has the key as a string of a structured field, in quotes; many send it bare.
fn unquoted(text: &str) -> &str {
    let inner = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    inner.unwrap_or(text)
}

fn fingerprint(request: &HttpRequest) -> String {
    let mut digest = Sha256::new();
    let seen = request.headers().get(IF_MATCH);
    let parts = [
        request.method().as_str().as_bytes(),
        request.path().as_bytes(),
        seen.map_or(b"", |seen| seen.as_bytes()),
    ];
    for part in parts {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    if let Some(Fingerprint(body)) = request.extensions().get() {
        digest.update(body);
    }
    hex::encode(digest.finalize())
}
