//! What every operation of a kind does alike, written into the document by rule instead of by hand.

use crate::api::layers::farewell::UNTIL;
use serde_json::{Value, json};

/// Writes an operation's habits: every POST can be repeated safely, every GET of the API proper is
/// conditional, every one that is to go says so.
pub fn write(path: &str, method: &str, operation: &mut Value) {
    if operation.get(UNTIL).is_some() {
        say_farewell(operation);
    }
    match method {
        "post" => take(operation, idempotency_key()),
        "get" if path.starts_with("/v1/") && operation["responses"].get("200").is_some() => {
            take(operation, if_none_match());
            let responses = &mut operation["responses"];
            responses["304"] = json!({"description": "It is still as the named ETag says."});
            responses["200"]["headers"]["ETag"] = json!({
                "description": "A strong tag of this answer, for this caller.",
                "schema": {"type": "string"},
            });
        }
        _ => {}
    }
}

fn take(operation: &mut Value, parameter: Value) {
    match operation
        .get_mut("parameters")
        .and_then(Value::as_array_mut)
    {
        Some(parameters) => parameters.push(parameter),
        None => operation["parameters"] = json!([parameter]),
    }
}

fn say_farewell(operation: &mut Value) {
    operation["deprecated"] = json!(true);
    let responses = operation
        .get_mut("responses")
        .and_then(Value::as_object_mut);
    for (_, response) in responses.into_iter().flatten() {
        response["headers"]["Deprecation"] = json!({
            "description": "Since when it is deprecated (RFC 9745).",
            "schema": {"type": "string"},
        });
        response["headers"]["Sunset"] = json!({
            "description": "Until when it is served (RFC 8594).",
            "schema": {"type": "string"},
        });
    }
}

fn idempotency_key() -> Value {
    json!({
        "name": "Idempotency-Key",
        "in": "header",
        "required": false,
        "description": "Makes the request safe to repeat: the same key with the same request gives the first \
            answer again. 1 to 255 visible ASCII characters, at least 32 where no token is sent; kept for at \
            least a day.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 255},
    })
}

fn if_none_match() -> Value {
    json!({
        "name": "If-None-Match",
        "in": "header",
        "required": false,
        "description": "An ETag that is known: if it is still true the answer is 304.",
        "schema": {"type": "string"},
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_post_takes_a_key_and_a_get_is_conditional() {
        let mut post = json!({"parameters": [{"name": "x"}], "responses": {"201": {}}});
        write("/v1/games", "post", &mut post);
        assert_eq!(post["parameters"][1]["name"], "Idempotency-Key");
        let mut get = json!({"responses": {"200": {"description": "It."}}});
        write("/v1/games", "get", &mut get);
        assert_eq!(get["parameters"][0]["name"], "If-None-Match");
        assert!(get["responses"]["304"].is_object());
        assert!(get["responses"]["200"]["headers"]["ETag"].is_object());
        let mut health = json!({"responses": {"200": {"description": "It."}}});
        write("/healthz", "get", &mut health);
        assert_eq!(
            health,
            json!({"responses": {"200": {"description": "It."}}})
        );
    }
}
