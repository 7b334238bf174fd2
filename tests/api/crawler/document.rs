//! The operations of the document, and requests that it allows.

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The document, as a crawler uses it.
pub struct Document(Value);

/// An operation of the document.
pub struct Operation<'d> {
    pub method: String,
    pub path: &'d str,
    pub what: &'d Value,
}

impl Operation<'_> {
    /// Does it change nothing?
    pub fn reads(&self) -> bool {
        self.method == "GET" || self.path.ends_with("/actions/check")
    }

    /// Does it need a token?
    pub fn needs_token(&self) -> bool {
        let ways = self.what["security"].as_array();
        ways.is_some_and(|ways| !ways.is_empty() && ways.iter().all(|way| way["bearer"].is_array()))
    }

    /// Does it look at a token where one comes?
    pub fn looks_at_tokens(&self) -> bool {
        self.what["security"].to_string().contains("bearer")
    }

    /// Takes from who visits what later visits need.
    fn ends_something(&self) -> bool {
        self.path == "/v1/me" && self.method == "DELETE"
    }
}

/// What stands in the places of paths.
pub type Places = BTreeMap<&'static str, String>;

impl Document {
    /// The committed one.
    pub fn committed() -> Document {
        let text = include_str!("../../../openapi/openapi.json");
        Document(serde_json::from_str(text).unwrap())
    }

    /// Every operation; what changes most comes last.
    pub fn operations(&self) -> Vec<Operation<'_>> {
        let paths = self.0["paths"].as_object().unwrap();
        let mut all: Vec<Operation> = paths
            .iter()
            .flat_map(|(path, item)| {
                let methods = item.as_object().unwrap().iter();
                methods.map(move |(method, what)| Operation {
                    method: method.to_uppercase(),
                    path,
                    what,
                })
            })
            .collect();
        all.sort_by_key(|operation| (!operation.reads(), operation.ends_something()));
        all
    }

    /// The path of an operation with something in each place.
    pub fn path(&self, operation: &Operation, places: &Places) -> String {
        let filled = operation.path.split('/').map(|part| {
            match part
                .strip_prefix('{')
                .and_then(|part| part.split('}').next())
            {
                Some(name) => {
                    let known = places.get(name);
                    let known =
                        known.unwrap_or_else(|| panic!("{}: what is {{{name}}}?", operation.path));
                    // Something may follow the place, as the ending of a picture.
                    part.replacen(&format!("{{{name}}}"), known, 1)
                }
                None => part.to_owned(),
            }
        });
        filled.collect::<Vec<_>>().join("/")
    }

    /// A body that the document allows.
    pub fn body(&self, operation: &Operation, places: &Places) -> Option<Value> {
        let content = &operation.what["requestBody"]["content"];
        let schema = &content["application/json"]["schema"];
        content.is_object().then(|| self.sample(schema, "", places))
    }

    fn sample(&self, schema: &Value, member: &str, places: &Places) -> Value {
        if let Some(name) = schema["$ref"].as_str() {
            let name = name.rsplit('/').next().unwrap();
            return self.sample(&self.0["components"]["schemas"][name], member, places);
        }
        if let Some(value) = schema.get("const").or_else(|| schema["enum"].get(0)) {
            return value.clone();
        }
        if let Some(first) = schema["oneOf"].get(0).or_else(|| schema["anyOf"].get(0)) {
            return self.sample(first, member, places);
        }
        let kind = schema["type"]
            .as_str()
            .or_else(|| schema["type"].get(0)?.as_str());
        match kind {
            Some("object") => {
                let required = schema["required"].as_array().into_iter().flatten();
                let members = required.map(|name| {
                    let name = name.as_str().unwrap();
                    (
                        name.to_owned(),
                        self.sample(&schema["properties"][name], name, places),
                    )
                });
                Value::Object(members.collect::<Map<_, _>>())
            }
            Some("array") => {
                let least = schema["minItems"].as_u64().unwrap_or(0);
                (0..least)
                    .map(|_| self.sample(&schema["items"], member, places))
                    .collect()
            }
            Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
            Some("boolean") => json!(true),
            Some("string") => word(schema, member, places),
            _ => json!({}),
        }
    }
}

fn word(schema: &Value, member: &str, places: &Places) -> Value {
    match (schema["format"].as_str(), member) {
        (_, "url") => json!("https://placa.example/hook"),
        (_, "email" | "address") => json!("nobody@placa.example"),
        (Some("uuid"), _) => json!(places["id"]),
        (Some("date-time"), _) => json!("2027-01-01T00:00:00Z"),
        _ => json!("x".repeat(schema["minLength"].as_u64().unwrap_or(1) as usize)),
    }
}
