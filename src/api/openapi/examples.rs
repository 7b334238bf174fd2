//! Examples in the document: recorded from answers of the service, and played again by a test
//! (`tests/api/examples.rs`), so that none of them can grow old.

use serde_json::{Map, Value};
use std::sync::LazyLock;

/// What was recorded, by `operationId`: the body that was sent, the status that was answered, and the body of the answer.
static RECORDED: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    let text = include_str!("../../../openapi/examples.json");
    serde_json::from_str(text).expect("the recorded examples are JSON")
});

/// Adds to an operation what was recorded of it, if anything was.
pub fn write(operation: &mut Value) {
    let id = operation["operationId"].as_str().unwrap_or_default();
    let Some(recorded) = RECORDED.get(id) else {
        return;
    };
    add(operation.get_mut("requestBody"), &recorded["request"]);
    let status = recorded["status"].to_string();
    let response = operation["responses"].get_mut(status);
    add(response, &recorded["response"]);
}

fn add(body: Option<&mut Value>, example: &Value) {
    let content = body.and_then(|body| body.get_mut("content"));
    if let Some(content) = content
        && let Some(media_type) = content.get_mut("application/json")
        && !example.is_null()
    {
        media_type["example"] = example.clone();
    }
}
