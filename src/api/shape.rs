//! Does a value have the shape that the OpenAPI document promises to take?
//!
//! This checks the part of JSON Schema that the document uses for requests, and knows two things that a
//! general validator does not: a union with a discriminator is judged by the branch that its tag names,
//! and `1.0` is not an integer. So every flaw is found at its own place.

use super::extract::strict::pointer;
use super::problem::Flaw;
use crate::model::{GameId, Moment};
use serde_json::{Map, Value};

/// Flaws beyond these are not listed: who sends so many knows enough.
const MOST_FLAWS: usize = 16;

/// The keywords that are understood. The document may use others only where they say nothing about what
/// is valid.
#[cfg(test)]
pub(super) const KEYWORDS: &[&str] = &[
    "$ref",
    "oneOf",
    "discriminator",
    "type",
    "const",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "format",
];

/// What is wrong with the value, at most 16 flaws, none if it fits. `components` are the schemas that
/// `schema` refers to.
pub fn flaws(components: &Map<String, Value>, schema: &Value, value: &Value) -> Vec<Flaw> {
    let mut check = Check {
        components,
        path: Vec::new(),
        flaws: Vec::new(),
    };
    check.value(schema, value);
    check.flaws.truncate(MOST_FLAWS);
    check.flaws
}

/// The schema itself, where a schema may be a reference to a component.
pub fn resolve<'s>(components: &'s Map<String, Value>, schema: &'s Value) -> &'s Value {
    let name = schema["$ref"]
        .as_str()
        .and_then(|at| at.strip_prefix("#/components/schemas/"));
    match name.and_then(|name| components.get(name)) {
        Some(target) => resolve(components, target),
        None => schema,
    }
}

struct Check<'s> {
    components: &'s Map<String, Value>,
    path: Vec<String>,
    flaws: Vec<Flaw>,
}

impl<'s> Check<'s> {
    fn wrong(&mut self, detail: impl Into<String>) {
        self.flaws.push(Flaw::in_body(pointer(&self.path), detail));
    }

    fn within(&mut self, step: impl Into<String>, look: impl FnOnce(&mut Self)) {
        if self.flaws.len() < MOST_FLAWS {
            self.path.push(step.into());
            look(self);
            self.path.pop();
        }
    }

    fn value(&mut self, schema: &'s Value, value: &Value) {
        let schema = resolve(self.components, schema);
        if let Some(branches) = schema["oneOf"].as_array() {
            return self.union(&schema["discriminator"], branches, value);
        }
        if !self.has_type(&schema["type"], value) {
            return;
        }
        if let Some(only) = schema.get("const")
            && only != value
        {
            return self.wrong(format!("must be {only}"));
        }
        if let Some(words) = schema["enum"].as_array()
            && !words.contains(value)
        {
            return self.wrong(one_of(words));
        }
        match value {
            Value::Object(members) => self.object(schema, members),
            Value::Array(items) => self.list(schema, items),
            Value::String(text) => self.text(schema, text),
            Value::Number(number) => self.number(schema, number.as_f64().unwrap_or(f64::NAN)),
            Value::Null | Value::Bool(_) => {}
        }
    }

    /// A union is judged by the branch that its tag names.
    fn union(&mut self, discriminator: &Value, branches: &'s [Value], value: &Value) {
        if !value.is_object() {
            return self.wrong("must be an object");
        }
        let tag = discriminator["propertyName"].as_str().unwrap_or_default();
        let mapping = &discriminator["mapping"];
        let named = value[tag].as_str().and_then(|word| mapping.get(word));
        let branch = branches
            .iter()
            .find(|branch| named.is_some_and(|name| branch["$ref"] == *name));
        match branch {
            Some(branch) => self.value(branch, value),
            None if value.get(tag).is_none() => self.within(tag, |at| at.wrong("is missing")),
            None => {
                let words = mapping.as_object().into_iter().flat_map(Map::keys);
                let words: Vec<Value> = words.cloned().map(Value::String).collect();
                self.within(tag, |at| at.wrong(one_of(&words)));
            }
        }
    }

    fn has_type(&mut self, allowed: &Value, value: &Value) -> bool {
        let names: Vec<&str> = match allowed {
            Value::String(name) => vec![name],
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            _ => return true,
        };
        let fits = names.iter().any(|name| match *name {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64(),
            "number" => value.is_number(),
            "string" => value.is_string(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            _ => false,
        });
        if !fits {
            let article = |name: &&str| match *name {
                "null" => "null".to_owned(),
                "integer" => "an integer of 64 bits".to_owned(),
                "array" | "object" => format!("an {name}"),
                name => format!("a {name}"),
            };
            let names: Vec<String> = names.iter().map(article).collect();
            self.wrong(format!("must be {}", names.join(" or ")));
        }
        fits
    }

    fn object(&mut self, schema: &'s Value, members: &Map<String, Value>) {
        let no_properties = Map::new();
        let required = schema["required"].as_array().into_iter().flatten();
        for name in required.filter_map(Value::as_str) {
            if !members.contains_key(name) {
                self.within(name, |at| at.wrong("is missing"));
            }
        }
        let known = schema["properties"].as_object();
        let known_names = known.unwrap_or(&no_properties);
        for (name, member) in members {
            match (
                known.and_then(|known| known.get(name)),
                &schema["additionalProperties"],
            ) {
                (Some(schema), _) => self.within(name, |at| at.value(schema, member)),
                (None, Value::Bool(false)) => {
                    let names = known_names.keys().cloned().collect::<Vec<_>>().join(", ");
                    self.within(name, |at| {
                        at.wrong(format!("is unknown; known are: {names}"));
                    });
                }
                (None, others @ Value::Object(_)) => {
                    self.within(name, |at| at.value(others, member));
                }
                (None, _) => {}
            }
        }
    }

    fn list(&mut self, schema: &'s Value, items: &[Value]) {
        self.in_range(schema, "Items", items.len(), "items");
        if schema["uniqueItems"] == true
            && (1..items.len()).any(|at| items[..at].contains(&items[at]))
        {
            self.wrong("must not hold anything twice");
        }
        for (at, item) in items.iter().enumerate() {
            self.within(at.to_string(), |check| check.value(&schema["items"], item));
        }
    }

    fn text(&mut self, schema: &Value, text: &str) {
        self.in_range(schema, "Length", text.chars().count(), "characters");
        if schema["format"] == "date-time" && text.parse::<Moment>().is_err() {
            self.wrong("must be an instant as in RFC 3339, in the years 1970 to 9999: 2026-12-01T09:00:00Z");
        }
        if schema["format"] == "uuid" && text.parse::<GameId>().is_err() {
            self.wrong("must be an id as the API gives them: a UUID in lower case with hyphens");
        }
    }

    fn in_range(&mut self, schema: &Value, what: &str, count: usize, unit: &str) {
        if let Some(least) = schema[format!("min{what}")].as_u64()
            && (count as u64) < least
        {
            self.wrong(format!("must have at least {least} {unit}"));
        }
        if let Some(most) = schema[format!("max{what}")].as_u64()
            && (count as u64) > most
        {
            self.wrong(format!("must have at most {most} {unit}"));
        }
    }

    fn number(&mut self, schema: &Value, number: f64) {
        if let Some(least) = schema["minimum"].as_f64()
            && number < least
        {
            self.wrong(format!("must be at least {}", schema["minimum"]));
        }
        if let Some(most) = schema["maximum"].as_f64()
            && number > most
        {
            self.wrong(format!("must be at most {}", schema["maximum"]));
        }
    }
}

fn one_of(words: &[Value]) -> String {
    let words: Vec<String> = words.iter().map(Value::to_string).collect();
    match words.as_slice() {
        [] => "must not be there".to_owned(),
        [only] => format!("must be {only}"),
        _ => format!("must be one of {}", words.join(", ")),
    }
}

#[cfg(test)]
mod tests;
