//! Small things in the document that utoipa leaves and that matter to generators and validators.

use super::{REF, Schemas};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Numbers get formats that every generator knows and bounds that hold all values and no others.
///
/// utoipa writes the Rust width (`u-int8`, kebab-cased) where the feature for it is on.
pub fn bound_numbers(value: &mut Value) {
    let bounds: Option<(&str, i64, i64)> = match value["format"].as_str().unwrap_or_default() {
        "int8" => Some(("int32", i8::MIN.into(), i8::MAX.into())),
        "int16" => Some(("int32", i16::MIN.into(), i16::MAX.into())),
        "int32" => Some(("int32", i32::MIN.into(), i32::MAX.into())),
        "int64" => Some(("int64", i64::MIN, i64::MAX)),
        "u-int8" | "uint8" => Some(("int32", 0, u8::MAX.into())),
        "u-int16" | "uint16" => Some(("int32", 0, u16::MAX.into())),
        "u-int32" | "uint32" => Some(("int64", 0, u32::MAX.into())),
        "u-int64" | "uint64" => Some(("int64", 0, i64::MAX)),
        _ => None,
    };
    if let Some((format, least, most)) = bounds {
        value["format"] = json!(format);
        let mut bound = |name: &str, bound: i64, outermost: i64| {
            if value.get(name).is_none() && bound != outermost {
                value[name] = json!(bound);
            }
        };
        bound("minimum", least, i64::MIN);
        bound("maximum", most, i64::MAX);
    }
    let is_sample = |name: &str| ["example", "examples", "default"].contains(&name);
    match value {
        Value::Object(members) => members
            .iter_mut()
            .filter(|(name, _)| !is_sample(name))
            .for_each(|(_, member)| bound_numbers(member)),
        Value::Array(items) => items.iter_mut().for_each(bound_numbers),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A parameter can't be null on the wire, whatever `Option` made of it.
pub fn parameters_are_never_null(parameters: &mut [Value]) {
    for parameter in parameters {
        never_null(&mut parameter["schema"]);
    }
}

/// A body that may be left out is not null when it is.
pub fn bodies_are_never_null(operation: &mut Value) {
    let Some(body) = operation.get_mut("requestBody") else {
        return;
    };
    let content = body.get_mut("content").and_then(Value::as_object_mut);
    let schemas = content
        .into_iter()
        .flatten()
        .map(|(_, media)| &mut media["schema"]);
    let mut is_optional = false;
    for schema in schemas {
        if let Some(target) = or_null(schema) {
            *schema = target.clone();
            is_optional = true;
        }
    }
    body["required"] = json!(!is_optional);
}

/// What needs no token lists no way to come in: a list of the one way without any means the same, but some generators
/// ask for a token then.
pub fn open_to_all_is_said_plainly(operation: &mut Value) {
    if operation["security"] == json!([{}]) {
        operation["security"] = json!([]);
    }
}

/// A member that may be absent is never null: it is absent. Only what is always there may be null.
pub fn absent_members_are_never_null(value: &mut Value) {
    let required = value["required"].as_array().cloned().unwrap_or_default();
    let members = value.get_mut("properties").and_then(Value::as_object_mut);
    for (name, schema) in members.into_iter().flatten() {
        if !required.iter().any(|it| it == name) {
            never_null(schema);
        }
    }
    each_inner(value, &mut absent_members_are_never_null);
}

fn never_null(schema: &mut Value) {
    if let Some(kinds) = schema.get_mut("type").and_then(Value::as_array_mut) {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_slice() {
            schema["type"] = only.clone();
        }
    }
    if let Some(target) = or_null(schema) {
        *schema = target.clone();
    }
}

/// A number or word that is named and may be null is written out, since generators stumble over a union
/// with null. Objects are never null here: they are absent.
pub fn write_out_nullable_scalars(schemas: &Schemas, value: &mut Value) {
    if let Some(target) = or_null(value) {
        let mut scalar = super::super::shape::resolve(schemas, target).clone();
        let kind = scalar["type"].clone();
        if kind.is_string() && kind != "object" && kind != "array" {
            scalar["type"] = json!([kind, "null"]);
            if let Some(words) = scalar.get_mut("enum").and_then(Value::as_array_mut) {
                words.push(Value::Null);
            }
            if let Some(description) = target.get("description") {
                scalar["description"] = description.clone();
            }
            *value = scalar;
            return;
        }
    }
    each_inner(value, &mut |inner| {
        write_out_nullable_scalars(schemas, inner)
    });
}

/// The other one of a union of two of which one is null.
fn or_null(schema: &Value) -> Option<&Value> {
    match schema["oneOf"].as_array()?.as_slice() {
        [other, null] | [null, other] if null["type"] == "null" => Some(other),
        _ => None,
    }
}

/// For maps utoipa writes that member names are strings, which says nothing.
pub fn drop_property_names(value: &mut Value) {
    if let Some(members) = value.as_object_mut() {
        members.remove("propertyNames");
    }
    each_inner(value, &mut drop_property_names);
}

/// What a request may hold is closed, so that a mistyped member is found; answers are open, since they
/// may gain members.
pub fn close_requests_and_open_answers(schemas: &mut Schemas, requests: &BTreeSet<String>) {
    for (name, schema) in schemas.iter_mut() {
        match requests.contains(name) {
            true => close(schema),
            false => open(schema),
        }
    }
}

fn close(value: &mut Value) {
    if value["properties"].is_object() && value.get("additionalProperties").is_none() {
        value["additionalProperties"] = json!(false);
    }
    each_inner(value, &mut close);
}

fn open(value: &mut Value) {
    if let Some(members) = value.as_object_mut()
        && members.get("additionalProperties") == Some(&json!(false))
    {
        members.remove("additionalProperties");
    }
    each_inner(value, &mut open);
}

/// The components that a part of the document refers to, directly or through others.
pub fn reachable<'v>(
    schemas: &Schemas,
    from: impl IntoIterator<Item = &'v Value>,
) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<String> = from.into_iter().flat_map(targets).collect();
    while let Some(name) = open.pop() {
        if let Some(schema) = schemas.get(&name)
            && found.insert(name)
        {
            open.extend(targets(schema));
        }
    }
    found
}

/// The components that this refers to directly.
fn targets(value: &Value) -> Vec<String> {
    match value {
        Value::Object(members) => members.iter().flat_map(target_or_inner).collect(),
        Value::Array(items) => items.iter().flat_map(targets).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

fn target_or_inner((name, member): (&String, &Value)) -> Vec<String> {
    match member.as_str().and_then(|at| at.strip_prefix(REF)) {
        Some(target) if name == "$ref" => vec![target.to_owned()],
        _ => targets(member),
    }
}

/// Looks at everything that lies directly in this.
pub fn each_inner(value: &mut Value, look: &mut dyn FnMut(&mut Value)) {
    match value {
        Value::Object(members) => members.values_mut().for_each(look),
        Value::Array(items) => items.iter_mut().for_each(look),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_width_gets_its_bounds() {
        let cases = [
            (
                "u-int8",
                json!({"format": "int32", "minimum": 0, "maximum": 255}),
            ),
            (
                "uint16",
                json!({"format": "int32", "minimum": 0, "maximum": 65_535}),
            ),
            (
                "u-int32",
                json!({"format": "int64", "minimum": 0, "maximum": 4_294_967_295u32}),
            ),
            ("u-int64", json!({"format": "int64", "minimum": 0})),
            (
                "int8",
                json!({"format": "int32", "minimum": -128, "maximum": 127}),
            ),
            ("int64", json!({"format": "int64"})),
            ("date-time", json!({"format": "date-time"})),
        ];
        for (format, expected) in cases {
            let mut schema = json!({"format": format});
            bound_numbers(&mut schema);
            assert_eq!(schema, expected);
        }
        let mut narrow = json!({"items": {"format": "u-int8", "minimum": 1, "maximum": 3}});
        bound_numbers(&mut narrow);
        assert_eq!(
            narrow,
            json!({"items": {"format": "int32", "minimum": 1, "maximum": 3}})
        );
    }

    #[test]
    fn a_named_scalar_that_may_be_null_is_written_out() {
        let mut schemas = Schemas::new();
        schemas.insert("Seat".to_owned(), json!({"type": "integer", "maximum": 4}));
        schemas.insert("Word".to_owned(), json!({"type": "string", "enum": ["a"]}));
        schemas.insert("Thing".to_owned(), json!({"type": "object"}));
        let or_null =
            |name: &str| json!({"oneOf": [{"$ref": format!("{REF}{name}")}, {"type": "null"}]});
        let written = |name| {
            let mut value = or_null(name);
            write_out_nullable_scalars(&schemas, &mut value);
            value
        };
        assert_eq!(
            written("Seat"),
            json!({"type": ["integer", "null"], "maximum": 4})
        );
        assert_eq!(
            written("Word"),
            json!({"type": ["string", "null"], "enum": ["a", null]})
        );
        assert_eq!(written("Thing"), or_null("Thing"));
    }

    #[test]
    fn a_member_that_may_be_absent_is_never_null() {
        let target = json!({"$ref": format!("{REF}Clock")});
        let members = json!({
            "word": {"type": ["string", "null"]},
            "clock": {"oneOf": [{"type": "null"}, target]},
            "always": {"type": ["string", "null"]},
        });
        let mut schema = json!({"properties": members, "required": ["always"]});
        absent_members_are_never_null(&mut schema);
        assert_eq!(
            schema["properties"],
            json!({"word": {"type": "string"}, "clock": target, "always": {"type": ["string", "null"]}})
        );
    }

    #[test]
    fn a_body_that_may_be_left_out_is_said_to_be_optional() {
        let schema = |schema: Value| json!({"content": {"application/json": {"schema": schema}}});
        let start = json!({"$ref": format!("{REF}Start")});
        let or_null = json!({"oneOf": [{"type": "null"}, start]});
        for (given, required) in [(start.clone(), true), (or_null, false)] {
            let mut operation = json!({"requestBody": schema(given)});
            bodies_are_never_null(&mut operation);
            let mut expected = schema(start.clone());
            expected["required"] = json!(required);
            assert_eq!(operation, json!({"requestBody": expected}));
        }
        let mut bare = json!({"responses": {}});
        bodies_are_never_null(&mut bare);
        assert_eq!(bare, json!({"responses": {}}));
    }

    #[test]
    fn only_what_nobody_needs_a_token_for_is_open_to_all() {
        for (ways, plainly) in [
            (json!([{}]), json!([])),
            (
                json!([{}, {"bearer": ["read"]}]),
                json!([{}, {"bearer": ["read"]}]),
            ),
        ] {
            let mut operation = json!({ "security": ways });
            open_to_all_is_said_plainly(&mut operation);
            assert_eq!(operation["security"], plainly);
        }
    }

    #[test]
    fn requests_are_closed_and_answers_are_open() {
        let object =
            json!({"type": "object", "properties": {"a": {"type": "object", "properties": {}}}});
        let mut schemas = Schemas::new();
        schemas.insert(
            "Ask".to_owned(),
            json!({"allOf": [{"$ref": format!("{REF}Inner")}]}),
        );
        schemas.insert("Inner".to_owned(), object.clone());
        schemas.insert("Answer".to_owned(), object.clone());
        schemas["Answer"]["additionalProperties"] = json!(false);
        let body = json!({"schema": {"$ref": format!("{REF}Ask")}});
        let requests = reachable(&schemas, [&body]);
        close_requests_and_open_answers(&mut schemas, &requests);
        assert_eq!(schemas["Inner"]["additionalProperties"], false);
        assert_eq!(
            schemas["Inner"]["properties"]["a"]["additionalProperties"],
            false
        );
        assert_eq!(schemas["Answer"], object);
    }
}
