//! Each rule finds what it is for, and nothing is found where nothing breaks.

use crate::breaking::{changes, may_break};
use serde_json::{Value, json};

fn document() -> Value {
    let reference = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    json!({
        "paths": {"/games/{id}": {"post": {
            "operationId": "act",
            "tags": ["play"],
            "security": [{}, {"bearer": ["read"]}],
            "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 100}}],
            "requestBody": {"required": false, "content": {"application/json": {"schema": reference("Ask")}}},
            "responses": {
                "200": {
                    "headers": {"ETag": {}},
                    "content": {"application/json": {"schema": reference("Answer")}},
                },
                "404": {"content": {"application/problem+json": {"schema": {"type": "object"}}}},
            },
        }}},
        "components": {"schemas": {
            "Ask": {
                "type": "object", "additionalProperties": false, "required": ["move"],
                "properties": {
                    "move": reference("Move"),
                    "label": {"type": "string", "minLength": 1, "maxLength": 10},
                    "colour": {"type": "string", "enum": ["red", "blue"]},
                },
            },
            "Move": {
                "oneOf": [reference("MovePass"), reference("MoveTake")],
                "discriminator": {"propertyName": "type", "mapping": {
                    "pass": "#/components/schemas/MovePass", "take": "#/components/schemas/MoveTake",
                }},
            },
            "MovePass": {"type": "object", "required": ["type"], "properties": {"type": {"const": "pass"}}},
            "MoveTake": {
                "type": "object", "required": ["type", "count"],
                "properties": {"type": {"const": "take"}, "count": {"type": "integer", "format": "int32", "minimum": 1}},
            },
            "Answer": {
                "type": "object", "required": ["last", "status"],
                "properties": {
                    "last": reference("Move"),
                    "status": {"type": "string", "enum": ["open", "over"]},
                    "before": {"type": "array", "items": reference("Answer")},
                    "note": {"type": "string", "maxLength": 10},
                },
            },
        }},
    })
}

/// What is found, and a change that is to be found so. Places are JSON Pointers below the operation or the components.
#[test]
fn every_breaking_change_is_found() {
    let operation = "/paths/~1games~1{id}/post";
    let schemas = "/components/schemas";
    let take = json!({"oneOf": [], "discriminator": {"propertyName": "type", "mapping": {"take": "#/components/schemas/MoveTake"}}});
    let third = json!({"propertyName": "type", "mapping": {
        "pass": "#/components/schemas/MovePass", "take": "#/components/schemas/MoveTake", "jump": "#/components/schemas/MovePass",
    }});
    let cases = [
        ("is gone", "/paths".to_owned(), json!({})),
        (
            "another operationId",
            format!("{operation}/operationId"),
            json!("move"),
        ),
        ("another tag", format!("{operation}/tags"), json!(["games"])),
        (
            "needs a token",
            format!("{operation}/security"),
            json!([{"bearer": ["read"]}]),
        ),
        (
            "no longer content",
            format!("{operation}/security"),
            json!([{}, {"bearer": ["play"]}]),
        ),
        ("is gone", format!("{operation}/parameters"), json!([])),
        (
            "maximum",
            format!("{operation}/parameters/0/schema/maximum"),
            json!(50),
        ),
        (
            "has become required",
            format!("{operation}/parameters/0/required"),
            json!(true),
        ),
        (
            "is new and required",
            format!("{operation}/parameters/0"),
            json!({"name": "other", "in": "query", "required": true, "schema": {}}),
        ),
        (
            "needs its body",
            format!("{operation}/requestBody/required"),
            json!(true),
        ),
        (
            "may no longer be",
            format!("{operation}/requestBody/content"),
            json!({}),
        ),
        (
            "200 is gone",
            format!("{operation}/responses"),
            json!({"404": {}}),
        ),
        (
            "no longer comes as",
            format!("{operation}/responses/200/content"),
            json!({}),
        ),
        (
            "header ETag",
            format!("{operation}/responses/200/headers"),
            json!({}),
        ),
        (
            "a new way to succeed",
            format!("{operation}/responses/202"),
            json!({}),
        ),
        (
            "label is gone",
            format!("{schemas}/Ask/properties"),
            json!({"move": {"$ref": "#/components/schemas/Move"}, "colour": {"type": "string", "enum": ["red", "blue"]}}),
        ),
        (
            "label has become required",
            format!("{schemas}/Ask/required"),
            json!(["move", "label"]),
        ),
        (
            "maxLength",
            format!("{schemas}/Ask/properties/label/maxLength"),
            json!(9),
        ),
        (
            "minLength",
            format!("{schemas}/Ask/properties/label/minLength"),
            json!(2),
        ),
        (
            "another pattern",
            format!("{schemas}/Ask/properties/label/pattern"),
            json!("^a"),
        ),
        (
            "was",
            format!("{schemas}/Ask/properties/label/type"),
            json!("integer"),
        ),
        (
            "no longer takes \"blue\"",
            format!("{schemas}/Ask/properties/colour/enum"),
            json!(["red"]),
        ),
        (
            "only some words",
            format!("{schemas}/Ask/properties/label/enum"),
            json!(["a"]),
        ),
        ("is no longer taken", format!("{schemas}/Move"), take),
        (
            "(jump) is one that clients don't know",
            format!("{schemas}/Move/discriminator"),
            third,
        ),
        (
            "another member",
            format!("{schemas}/Move/discriminator/propertyName"),
            json!("kind"),
        ),
        (
            "format",
            format!("{schemas}/MoveTake/properties/count/format"),
            json!("int64"),
        ),
        (
            "minimum",
            format!("{schemas}/MoveTake/properties/count/minimum"),
            json!(2),
        ),
        (
            "was \"pass\"",
            format!("{schemas}/MovePass/properties/type/const"),
            json!("skip"),
        ),
        (
            "last may be absent",
            format!("{schemas}/Answer/required"),
            json!(["status"]),
        ),
        (
            "was",
            format!("{schemas}/Answer/properties/note/type"),
            json!(["string", "null"]),
        ),
        (
            "which clients don't know",
            format!("{schemas}/Answer/properties/status/enum"),
            json!(["open", "over", "paused"]),
        ),
        (
            "is called",
            format!("{schemas}/Answer/properties/last"),
            json!({"$ref": "#/components/schemas/MovePass"}),
        ),
    ];
    for (expected, place, change) in cases {
        let mut changed = document();
        set(&mut changed, &place, change);
        let found = changes(&document(), &changed);
        assert!(
            found.iter().any(|it| it.contains(expected)),
            "{place}: {expected}: {found:#?}"
        );
    }
}

#[test]
fn what_breaks_nobody_is_not_found() {
    let operation = "/paths/~1games~1{id}/post";
    let schemas = "/components/schemas";
    for (place, change) in [
        (
            "/paths/~1new".to_owned(),
            json!({"get": {"operationId": "new"}}),
        ),
        (format!("{operation}/description"), json!("Better words.")),
        (
            format!("{operation}/parameters/1"),
            json!({"name": "after", "in": "query", "schema": {}}),
        ),
        (
            format!("{operation}/parameters/0/schema/maximum"),
            json!(200),
        ),
        (format!("{operation}/security"), json!([])),
        (format!("{operation}/responses/409"), json!({})),
        (format!("{schemas}/Ask/required"), json!([])),
        (
            format!("{schemas}/Ask/properties/extra"),
            json!({"type": "string"}),
        ),
        (
            format!("{schemas}/Ask/properties/label/maxLength"),
            json!(20),
        ),
        (
            format!("{schemas}/Ask/properties/label/minLength"),
            json!(0),
        ),
        (
            format!("{schemas}/Ask/properties/colour/enum"),
            json!(["red", "blue", "green"]),
        ),
        (
            format!("{schemas}/Answer/properties/extra"),
            json!({"type": "string"}),
        ),
        (
            format!("{schemas}/Answer/required"),
            json!(["last", "status", "note"]),
        ),
        (
            format!("{schemas}/Answer/properties/status/enum"),
            json!(["open"]),
        ),
    ] {
        let mut changed = document();
        set(&mut changed, &place, change);
        assert_eq!(changes(&document(), &changed), [""; 0], "{place}");
    }
    assert_eq!(changes(&document(), &document()), [""; 0]);
}

#[test]
fn the_leading_number_of_the_version_allows_to_break() {
    for (released, current, expected) in [
        ("0.1.0", "0.1.9", false),
        ("0.1.0", "0.2.0", true),
        ("1.2.0", "1.3.0", false),
        ("1.2.0", "2.0.0", true),
    ] {
        assert_eq!(
            may_break(released, current),
            expected,
            "{released} {current}"
        );
    }
}

/// Sets what a JSON Pointer leads to, or adds it to what is there.
fn set(document: &mut Value, place: &str, value: Value) {
    if let Some(there) = document.pointer_mut(place) {
        *there = value;
        return;
    }
    let (parent, name) = place.rsplit_once('/').unwrap();
    let name = name.replace("~1", "/");
    match document.pointer_mut(parent).unwrap() {
        Value::Array(items) => items.push(value),
        parent => parent[name] = value,
    }
}
