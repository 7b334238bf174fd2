//! The answers of 400 and above in the document, written from the table of problems.
//!
//! A handler's own annotation names the codes that are particular to it: a response of that status whose
//! description lists them, `description = "not_awaited, wrong_status"`. What follows from the operation's
//! form (it needs a token, takes a body, has a query …) is added by rule.

use super::REF;
use crate::api::problem::{Kind, MEDIA_TYPE};
use actix_web::http::StatusCode;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Writes the refusals of an operation.
///
/// # Panics
/// If its annotation names a code that the table does not have, or not with that status.
pub fn write(path: &str, method: &str, operation: &mut Value) {
    let mut kinds = implied(path, method, operation);
    kinds.extend(declared(operation));
    let mut by_status: BTreeMap<u16, Vec<Kind>> = BTreeMap::new();
    for kind in Kind::ALL.iter().filter(|kind| kinds.contains(kind)) {
        by_status.entry(kind.row().status).or_default().push(*kind);
    }
    let responses = &mut operation["responses"];
    for (status, kinds) in by_status {
        responses[status.to_string()] = response(status, &kinds);
    }
}

fn response(status: u16, kinds: &[Kind]) -> Value {
    let line = |kind: &Kind| format!("* `{}`: {}", kind.row().code, kind.row().meaning);
    let lines: Vec<String> = kinds.iter().map(line).collect();
    let mut response = json!({
        "description": lines.join("\n"),
        "content": {MEDIA_TYPE: {"schema": {"$ref": format!("{REF}Problem")}}},
    });
    let header = match status {
        401 => Some((
            "WWW-Authenticate",
            "Which kind of token is asked for.",
            "string",
        )),
        429 | 503 => Some(("Retry-After", "Seconds to wait.", "integer")),
        _ => None,
    };
    if let Some((name, description, kind)) = header {
        response["headers"] = json!({
            name: {"description": description, "schema": {"type": kind}},
        });
    }
    response
}

/// The codes that the operation's own annotation lists.
fn declared(operation: &Value) -> Vec<Kind> {
    let responses = operation["responses"].as_object().into_iter().flatten();
    let refusals = responses.filter(|(status, _)| is_refusal(status));
    let mut kinds = Vec::new();
    for (status, response) in refusals {
        for code in response["description"]
            .as_str()
            .unwrap_or_default()
            .split(", ")
        {
            let kind: Kind = code
                .parse()
                .unwrap_or_else(|_| panic!("no problem is called {code:?}"));
            assert_eq!(
                kind.row().status.to_string(),
                *status,
                "the status of {code}"
            );
            kinds.push(kind);
        }
    }
    kinds
}

/// The refusals that follow from the operation's form.
fn implied(path: &str, method: &str, operation: &Value) -> Vec<Kind> {
    let mut kinds = vec![
        Kind::NotAcceptable,
        Kind::UriTooLong,
        Kind::RateLimited,
        Kind::Internal,
        Kind::Busy,
        Kind::Unavailable,
    ];
    kinds.extend(of_identity(operation));
    if operation.get("requestBody").is_some() {
        kinds.extend([
            Kind::TooSlow,
            Kind::PayloadTooLarge,
            Kind::UnsupportedMediaType,
            Kind::MalformedJson,
            Kind::InvalidBody,
        ]);
    }
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    for parameter in parameters {
        match (parameter["in"].as_str(), parameter["name"].as_str()) {
            (Some("query"), Some("cursor")) => kinds.extend([Kind::InvalidQuery, Kind::BadCursor]),
            (Some("query"), _) => kinds.push(Kind::InvalidQuery),
            (Some("header"), Some("If-Match")) => kinds.push(Kind::InvalidHeader),
            _ => {}
        }
    }
    if path.contains('{') {
        kinds.push(Kind::NotFound);
    }
    if method == "post" {
        kinds.extend([Kind::BadIdempotencyKey, Kind::KeyReused]);
    }
    kinds
}

/// `security` lists the ways to come in; an empty one is without a token.
fn of_identity(operation: &Value) -> Vec<Kind> {
    let ways = operation["security"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let is_open = |way: &Value| way.as_object().is_none_or(Map::is_empty);
    match (ways.iter().any(is_open), ways.iter().all(is_open)) {
        (_, true) => Vec::new(),
        (true, false) => vec![Kind::InvalidToken],
        (false, false) => vec![Kind::Unauthenticated, Kind::InvalidToken, Kind::LacksScope],
    }
}

/// Is this the status of a problem?
pub fn is_refusal(status: &str) -> bool {
    status
        .parse::<StatusCode>()
        .is_ok_and(|status| status.is_client_error() || status.is_server_error())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_from_the_form_is_added_to_what_is_declared() {
        let mut operation = json!({
            "security": [{"bearer": ["play"]}],
            "requestBody": {},
            "responses": {
                "201": {"description": "Done."},
                "409": {"description": "wrong_status, not_awaited"},
            },
        });
        write("/v1/games/{id}/actions", "post", &mut operation);
        let responses = operation["responses"].as_object().unwrap();
        let statuses: Vec<&str> = responses.keys().map(String::as_str).collect();
        let expected = [
            "201", "401", "403", "404", "406", "408", "409", "413", "414", "415", "422", "429",
            "500", "503",
        ];
        assert_eq!(statuses, expected);
        let conflict = responses["409"]["description"].as_str().unwrap();
        assert!(conflict.starts_with("* `not_awaited`: The game waits for somebody else."));
        assert!(conflict.contains("\n* `wrong_status`: "));
    }

    #[test]
    fn an_open_operation_without_body_or_query_refuses_little() {
        let mut operation = json!({"security": [{}], "responses": {"200": {"description": "It."}}});
        write("/v1/catalogue", "get", &mut operation);
        let responses = operation["responses"].as_object().unwrap();
        let statuses: Vec<&str> = responses.keys().map(String::as_str).collect();
        assert_eq!(statuses, ["200", "406", "414", "429", "500", "503"]);
    }

    #[test]
    #[should_panic(expected = "the status of not_awaited")]
    fn a_code_under_another_status_stops_the_build() {
        let mut operation = json!({"responses": {"422": {"description": "not_awaited"}}});
        write("/v1/x", "get", &mut operation);
    }
}
