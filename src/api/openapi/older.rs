//! The document in OpenAPI 3.0.3, for generators that know nothing newer.
//!
//! It says the same with fewer words: what 3.1 says by JSON Schema 2020-12 is said by 3.0's own dialect. Two
//! things differ by intent. Problems stand under `application/json`, since some generators read bodies under
//! no other name; they are sent as `application/problem+json` all the same. And operations don't name the scopes
//! they need, which 3.0 forbids for bearer tokens.

use super::operations_mut;
use crate::api::problem::MEDIA_TYPE;
use serde_json::{Map, Value, json};

/// The 3.0.3 rendering of a document of [`super::document`].
///
/// # Panics
/// If a member may be null and is not a scalar, or has several types: the document's own lint forbids both.
pub fn render(document: &Value) -> Value {
    let mut document = document.clone();
    document["openapi"] = json!("3.0.3");
    if let Some(info) = document.get_mut("info") {
        render_info(info);
    }
    for (_, _, operation) in operations_mut(&mut document) {
        forget_scopes(operation);
        render_responses(operation);
    }
    each_schema(&mut document, &mut render_schema);
    document
}

fn render_info(info: &mut Value) {
    let spdx = info["license"]["identifier"].take();
    if let (Some(id), Some(license)) = (spdx.as_str(), info["license"].as_object_mut()) {
        license.remove("identifier");
        let page = format!("https://spdx.org/licenses/{id}.html");
        license.insert("url".to_owned(), json!(page));
    }
    let description = info["description"].as_str().unwrap_or_default();
    info["description"] = json!(format!(
        "{description}\n\nThis is the rendering in OpenAPI 3.0.3 of `/openapi.json`, which says more. Problems \
         stand here under `application/json` for the sake of generators; they are sent as `{MEDIA_TYPE}`."
    ));
}

fn forget_scopes(operation: &mut Value) {
    let ways = operation.get_mut("security").and_then(Value::as_array_mut);
    let schemes = ways
        .into_iter()
        .flatten()
        .filter_map(Value::as_object_mut)
        .flatten();
    schemes.for_each(|(_, scopes)| *scopes = json!([]));
}

fn render_responses(operation: &mut Value) {
    let responses = operation
        .get_mut("responses")
        .and_then(Value::as_object_mut);
    for (_, response) in responses.into_iter().flatten() {
        let content = response.get_mut("content").and_then(Value::as_object_mut);
        if let Some(content) = content
            && let Some(problem) = content.remove(MEDIA_TYPE)
        {
            content.insert("application/json".to_owned(), problem);
        }
    }
}

/// Looks at every schema, inner ones first. Samples are no schemas, and what lies in `properties` is named by us.
fn each_schema(value: &mut Value, look: &mut dyn FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                match (name.as_str(), &mut *member) {
                    ("example" | "examples" | "default" | "enum" | "const", _) => {}
                    ("properties" | "schemas", Value::Object(named)) => {
                        named.values_mut().for_each(|it| each_schema(it, look));
                    }
                    _ => each_schema(member, look),
                }
            }
            look(members);
        }
        Value::Array(items) => items.iter_mut().for_each(|item| each_schema(item, look)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn render_schema(schema: &mut Map<String, Value>) {
    if let Some(only) = schema.remove("const") {
        schema.insert("enum".to_owned(), json!([only]));
    }
    if let Some(Value::Array(kinds)) = schema.get("type") {
        let (null, kinds): (Vec<Value>, Vec<Value>) =
            kinds.iter().cloned().partition(|kind| kind == "null");
        let [kind] = kinds.as_slice() else {
            panic!("a schema of several types: {kinds:?}");
        };
        schema.insert("nullable".to_owned(), json!(!null.is_empty()));
        schema.insert("type".to_owned(), kind.clone());
    }
    if schema.len() > 1
        && let Some(target) = schema.remove("$ref")
    {
        schema.insert("allOf".to_owned(), json!([{"$ref": target}]));
    }
    if let Some(Value::Array(samples)) = schema.get("examples") {
        let first = samples.first().cloned();
        schema.remove("examples");
        if let Some(first) = first {
            schema.insert("example".to_owned(), first);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(schema: Value) -> Value {
        let document = json!({"openapi": "3.1.0", "components": {"schemas": {"It": schema}}});
        render(&document)["components"]["schemas"]["It"].clone()
    }

    #[test]
    fn schemas_are_said_in_the_older_dialect() {
        let cases = [
            (json!({"const": "a"}), json!({"enum": ["a"]})),
            (
                json!({"type": ["integer", "null"], "minimum": 1}),
                json!({"type": "integer", "nullable": true, "minimum": 1}),
            ),
            (
                json!({"type": ["string", "null"], "enum": ["a", null]}),
                json!({"type": "string", "nullable": true, "enum": ["a", null]}),
            ),
            (json!({"$ref": "#/x"}), json!({"$ref": "#/x"})),
            (
                json!({"$ref": "#/x", "description": "It."}),
                json!({"allOf": [{"$ref": "#/x"}], "description": "It."}),
            ),
            (json!({"examples": [1, 2]}), json!({"example": 1})),
            (
                json!({"properties": {"const": {"const": "a"}}}),
                json!({"properties": {"const": {"enum": ["a"]}}}),
            ),
            (
                json!({"default": {"$ref": "no reference", "const": 1}}),
                json!({"default": {"$ref": "no reference", "const": 1}}),
            ),
        ];
        for (newer, older) in cases {
            assert_eq!(rendered(newer), older);
        }
    }

    #[test]
    #[should_panic(expected = "several types")]
    fn what_the_older_dialect_cannot_say_stops_the_build() {
        rendered(json!({"type": ["integer", "string"]}));
    }

    #[test]
    fn licence_problems_and_scopes_are_as_the_older_version_has_them() {
        let problem = json!({"schema": {"$ref": "#/components/schemas/Problem"}});
        let rendered = render(&json!({
            "openapi": "3.1.0",
            "info": {"description": "Games.", "license": {"name": "MIT", "identifier": "MIT"}},
            "paths": {"/x": {"get": {
                "security": [{}, {"bearer": ["read"]}],
                "responses": {"404": {"content": {MEDIA_TYPE: problem.clone()}}},
            }}},
        }));
        let info = &rendered["info"];
        assert_eq!(
            info["license"],
            json!({"name": "MIT", "url": "https://spdx.org/licenses/MIT.html"})
        );
        assert!(info["description"].as_str().unwrap().starts_with("Games."));
        assert_eq!(
            rendered["paths"]["/x"]["get"],
            json!({
                "security": [{}, {"bearer": []}],
                "responses": {"404": {"content": {"application/json": problem}}},
            })
        );
    }
}
