//! Unions as code generators want them.
//!
//! For an enum with a serde tag utoipa writes a `oneOf` of nameless objects, each with the tag as a string
//! of one possible value. Generators do well with something else: every variant a component of its own,
//! the tag a required `const`, and a discriminator with a complete mapping.

use super::{REF, Schemas, pascal};
use serde_json::{Map, Value, json};

/// Gives every tagged union among the components named variants, called after the union and the tag's
/// value: `CastellersActionRecruit`.
///
/// # Panics
/// If a variant's name is taken by something else: two types share a name, which no client could bear.
pub fn hoist(schemas: &mut Schemas) {
    let names: Vec<String> = schemas.keys().cloned().collect();
    for name in names {
        let Some(union) = Union::read(schemas, &name) else {
            continue;
        };
        let mut one_of = Vec::new();
        let mut mapping = Map::new();
        for (word, mut variant) in union.variants {
            let component = format!("{name}{}", pascal(&word));
            let target = format!("{REF}{component}");
            tag(&mut variant, &union.tag, &word);
            add(schemas, component, variant);
            one_of.push(json!({"$ref": target}));
            mapping.insert(word, json!(target));
        }
        schemas[&name]["oneOf"] = Value::Array(one_of);
        schemas[&name]["discriminator"] = json!({"propertyName": union.tag, "mapping": mapping});
    }
}

/// Adds a component.
///
/// # Panics
/// If its name is taken by another one.
pub fn add(schemas: &mut Schemas, name: String, schema: Value) {
    if let Some(there) = schemas.get(&name) {
        assert!(*there == schema, "two schemas are called {name}");
    }
    schemas.insert(name, schema);
}

/// Makes the tag of a variant a required constant.
pub fn tag(variant: &mut Value, name: &str, word: &str) {
    variant["properties"][name] = json!({"type": "string", "const": word});
    let mut required = vec![json!(name)];
    if let Some(others) = variant["required"].as_array() {
        required.extend(others.iter().filter(|other| *other != name).cloned());
    }
    variant["required"] = Value::Array(required);
}

/// A union whose variants have no names yet.
struct Union {
    tag: String,
    /// The tag's value and the object, for each variant.
    variants: Vec<(String, Value)>,
}

impl Union {
    /// Reads a component; `None` if it is no such union.
    fn read(schemas: &Schemas, name: &str) -> Option<Union> {
        let variants: Vec<Value> = schemas[name]["oneOf"]
            .as_array()?
            .iter()
            .map(|variant| merged(schemas, variant))
            .collect();
        let tag = words(variants.first()?)
            .find(|(tag, _)| variants.iter().all(|other| word(other, tag).is_some()))?
            .0
            .to_owned();
        let variants = variants
            .into_iter()
            .filter_map(|variant| Some((word(&variant, &tag)?.to_owned(), variant)))
            .collect();
        Some(Union { tag, variants })
    }
}

/// Every required string of one possible value, with that value.
fn words(object: &Value) -> impl Iterator<Item = (&str, &str)> {
    let properties = object["properties"].as_object().into_iter().flatten();
    properties.filter_map(move |(name, _)| Some((name.as_str(), word(object, name)?)))
}

fn word<'v>(object: &'v Value, name: &str) -> Option<&'v str> {
    let required = object["required"].as_array()?.iter().any(|it| it == name);
    match object["properties"][name]["enum"].as_array()?.as_slice() {
        [only] if required => only.as_str(),
        _ => None,
    }
}

/// A variant that wraps a struct is written as both together: make one object of them.
fn merged(schemas: &Schemas, variant: &Value) -> Value {
    let Some(parts) = variant["allOf"].as_array() else {
        return variant.clone();
    };
    let mut whole = json!({"type": "object"});
    let mut properties = Map::new();
    let mut required = Vec::new();
    for part in parts {
        let part = super::super::shape::resolve(schemas, part);
        properties.extend(part["properties"].as_object().cloned().unwrap_or_default());
        required.extend(part["required"].as_array().cloned().unwrap_or_default());
        if let Some(description) = part.get("description") {
            whole["description"] = description.clone();
        }
    }
    if let Some(description) = variant.get("description") {
        whole["description"] = description.clone();
    }
    whole["properties"] = Value::Object(properties);
    whole["required"] = Value::Array(required);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;
    use utoipa::{PartialSchema, ToSchema};

    /// Something that moves.
    #[derive(Serialize, ToSchema)]
    struct Cart {
        wheels: u8,
    }

    /// A union of all forms.
    #[derive(Serialize, ToSchema)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    #[expect(dead_code, reason = "only its schema is of interest")]
    enum Thing {
        /// Wraps a struct.
        Cart(Cart),
        /// Has members of its own.
        BigStone { weight: u32 },
        /// Has none.
        Nothing {},
    }

    fn schemas() -> Schemas {
        let mut schemas = Schemas::new();
        for (name, schema) in [("Cart", Cart::schema()), ("Thing", Thing::schema())] {
            schemas.insert(name.to_owned(), serde_json::to_value(schema).unwrap());
        }
        schemas
    }

    #[test]
    fn every_variant_gets_a_name_and_a_constant_tag() {
        let mut schemas = schemas();
        hoist(&mut schemas);
        let target = |name: &str| format!("{REF}{name}");
        assert_eq!(
            schemas["Thing"],
            json!({
                "description": "A union of all forms.",
                "oneOf": [
                    {"$ref": target("ThingCart")},
                    {"$ref": target("ThingBigStone")},
                    {"$ref": target("ThingNothing")},
                ],
                "discriminator": {"propertyName": "kind", "mapping": {
                    "cart": target("ThingCart"),
                    "big_stone": target("ThingBigStone"),
                    "nothing": target("ThingNothing"),
                }},
            })
        );
        assert_eq!(schemas["ThingCart"]["required"], json!(["kind", "wheels"]));
        assert_eq!(schemas["ThingCart"]["properties"]["kind"]["const"], "cart");
        assert_eq!(schemas["ThingNothing"]["required"], json!(["kind"]));
    }

    #[test]
    #[should_panic(expected = "two schemas are called ThingCart")]
    fn a_name_that_is_taken_stops_the_build() {
        let mut schemas = schemas();
        schemas.insert("ThingCart".to_owned(), json!({"type": "string"}));
        hoist(&mut schemas);
    }
}
