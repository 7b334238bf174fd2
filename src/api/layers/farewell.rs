//! Operations that are to go say so with every answer, in the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594).
//!
//! A handler is marked by its own annotation, `extensions(("x-deprecated-at" = json!("2027-01-01T00:00:00Z")),
//! ("x-sunset" = json!("2027-07-01T00:00:00Z")))`; what the document says besides, and these headers, follow from that.

use super::route;
use crate::api::wiring::Wiring;
use actix_web::body::MessageBody;
use actix_web::dev::ServiceResponse;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use chrono::{DateTime, Utc};
use serde_json::Value;

/// The members of an operation that say since when it is deprecated and until when it is served, as instants.
pub const SINCE: &str = "x-deprecated-at";
/// See [`SINCE`].
pub const UNTIL: &str = "x-sunset";

const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
const SUNSET: HeaderName = HeaderName::from_static("sunset");

/// Since when an operation is deprecated, and until when it is served.
pub struct Farewell {
    since: DateTime<Utc>,
    until: DateTime<Utc>,
}

impl Farewell {
    /// What the document says of an operation; `None` if it is there to stay.
    ///
    /// # Panics
    /// If an operation says only one of since and until when: the tests assemble every document that is ever
    /// served.
    pub fn read(operation: &Value) -> Option<Farewell> {
        let instant = |name: &str| {
            let text = operation[name].as_str().unwrap_or_default();
            text.parse()
                .unwrap_or_else(|_| panic!("a deprecated operation names {name} as an instant"))
        };
        let goes = [SINCE, UNTIL].iter().any(|it| operation.get(it).is_some());
        goes.then(|| Farewell {
            since: instant(SINCE),
            until: instant(UNTIL),
        })
    }

    fn show(&self, headers: &mut HeaderMap) {
        let since = format!("@{}", self.since.timestamp());
        let until = self.until.format("%a, %d %b %Y %H:%M:%S GMT").to_string();
        for (name, text) in [(DEPRECATION, since), (SUNSET, until)] {
            if let Ok(value) = HeaderValue::from_str(&text) {
                headers.insert(name, value);
            }
        }
    }
}

/// Adds the headers to the answer of an operation that is to go.
pub fn announce(response: &mut ServiceResponse<impl MessageBody>) {
    let request = response.request();
    let pattern = route::pattern(request);
    let contract = &Wiring::of(request).clone().contract;
    let operation = contract.operation(request.method(), &pattern);
    if let Some(farewell) = operation.and_then(|it| it.farewell.as_ref()) {
        farewell.show(response.headers_mut());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_deprecated_operation_says_since_when_and_until_when() {
        let operation = json!({
            "x-deprecated-at": "2027-01-01T00:00:00Z",
            "x-sunset": "2027-07-01T12:30:00Z",
        });
        let mut headers = HeaderMap::new();
        Farewell::read(&operation).unwrap().show(&mut headers);
        assert_eq!(headers.get("deprecation").unwrap(), "@1798761600");
        assert_eq!(
            headers.get("sunset").unwrap(),
            "Thu, 01 Jul 2027 12:30:00 GMT"
        );
    }

    #[test]
    fn what_stays_says_nothing() {
        assert!(Farewell::read(&json!({"operationId": "act"})).is_none());
    }

    #[test]
    #[should_panic(expected = "names x-sunset")]
    fn a_deprecated_operation_without_an_end_stops_the_build() {
        let operation = json!({"x-deprecated-at": "2027-01-01T00:00:00Z"});
        Farewell::read(&operation);
    }
}
