//! What no linter of OpenAPI documents looks at and generated clients depend on.

use super::{REF, Schemas, operations, tidy};
use crate::api::shape;
use crate::api::testing::{contract, games::GAMES, handlers};
use crate::api::{Contract, ROUTES};
use crate::engine::games;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Everything that is wrong with a document, one line each.
fn complaints(document: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for (name, schema) in schemas {
        of_schema(name, schema, &mut found);
    }
    of_references(document, schemas, &mut found);
    let mut ids = BTreeSet::new();
    for (path, method, operation) in operations(document) {
        let place = format!("{method} {path}");
        of_operation(&place, operation, &mut found);
        of_schema(&place, operation, &mut found);
        let id = operation["operationId"].as_str().unwrap_or_default();
        let camel = id.starts_with(|c: char| c.is_ascii_lowercase())
            && id.chars().all(|c| c.is_ascii_alphanumeric());
        if !camel || !ids.insert(id) {
            found.push(format!(
                "{place}: the operation id {id:?} is not camelCase or not unique"
            ));
        }
    }
    found
}

fn of_schema(place: &str, value: &Value, found: &mut Vec<String>) {
    if let Some(variants) = value["oneOf"].as_array() {
        let mut targets: Vec<&Value> = variants.iter().map(|it| &it["$ref"]).collect();
        let mapping = value["discriminator"]["mapping"].as_object();
        let mut mapped: Vec<&Value> = mapping.into_iter().flat_map(|it| it.values()).collect();
        targets.sort_by_key(|target| target.to_string());
        mapped.sort_by_key(|target| target.to_string());
        if variants.iter().any(|it| it["$ref"].is_null()) || targets != mapped {
            found.push(format!(
                "{place}: a union needs named variants and a complete mapping"
            ));
        }
    }
    for other in ["allOf", "anyOf", "not"] {
        if value.get(other).is_some_and(Value::is_array) {
            found.push(format!("{place}: {other} is not for generators"));
        }
    }
    if value["format"] == "int32" && (value["maximum"].is_null() || value["minimum"].is_null()) {
        found.push(format!("{place}: an int32 needs its bounds"));
    }
    let format = value["format"].as_str().unwrap_or_default();
    if format.contains("int") && !["int32", "int64"].contains(&format) {
        found.push(format!("{place}: few generators know the format {format}"));
    }
    match value {
        Value::Object(members) => members.iter().for_each(|(name, it)| {
            of_schema(&format!("{place}/{name}"), it, found);
        }),
        Value::Array(items) => items.iter().for_each(|it| of_schema(place, it, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Every reference leads somewhere, every component is used, and unions choose by constants.
fn of_references(document: &Value, schemas: &Schemas, found: &mut Vec<String>) {
    let used = tidy::reachable(schemas, [&document["paths"]]);
    for name in schemas.keys().filter(|name| !used.contains(*name)) {
        found.push(format!("{name}: nothing refers to it"));
    }
    let text = document.to_string();
    for target in text.split(&format!("\"$ref\":\"{REF}")).skip(1) {
        let name = target.split('"').next().unwrap_or_default();
        if !schemas.contains_key(name) {
            found.push(format!("{name}: referred to and not there"));
        }
    }
    for (name, schema) in schemas {
        let tag = schema["discriminator"]["propertyName"]
            .as_str()
            .unwrap_or_default();
        let mapping = schema["discriminator"]["mapping"].as_object();
        for (word, target) in mapping.into_iter().flatten() {
            let variant = shape::resolve(schemas, &json!({"$ref": target})).clone();
            let required = variant["required"].as_array().cloned().unwrap_or_default();
            if variant["properties"][tag]["const"] != *word || !required.contains(&json!(tag)) {
                found.push(format!("{name}: the variant {word} lacks its constant tag"));
            }
        }
    }
}

fn of_operation(place: &str, operation: &Value, found: &mut Vec<String>) {
    let mut need = |holds: bool, what: &str| {
        if !holds {
            found.push(format!("{place}: {what}"));
        }
    };
    need(
        operation["tags"]
            .as_array()
            .is_some_and(|tags| tags.len() == 1),
        "one tag",
    );
    need(operation["summary"].is_string(), "a summary");
    need(operation["description"].is_string(), "a description");
    need(operation["security"].is_array(), "who may call it");
    let responses = operation["responses"].as_object().unwrap();
    need(
        responses
            .values()
            .all(|response| response["description"] != ""),
        "a description of every response",
    );
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let schema = &parameter["schema"];
        need(
            schema["type"].is_string() || schema["$ref"].is_string(),
            "a parameter of one type",
        );
        need(
            parameter["description"].is_string(),
            "a description of every parameter",
        );
    }
}

#[test]
fn the_document_is_fit_for_generators() {
    let games: Vec<_> = games::on_offer().collect();
    for document in [
        super::document(GAMES, (handlers::ROUTES.document)()),
        super::document(&games, (ROUTES.document)()),
    ] {
        assert_eq!(complaints(&document), [""; 0]);
    }
}

/// What should be complained of, and how to spoil a document so that it is.
type Spoiler = (&'static str, fn(&mut Value));

/// Proof that the complaints are made: each of these spoils one thing.
#[test]
fn every_spoilt_document_is_complained_of() {
    let good = super::document(GAMES, (handlers::ROUTES.document)());
    let spoilers: [Spoiler; 9] = [
        ("complete mapping", |it| {
            it["components"]["schemas"]["GameView"]["discriminator"]["mapping"] = json!({});
        }),
        ("complete mapping", |it| {
            it["components"]["schemas"]["GameView"]["oneOf"][0] = json!({"type": "object"});
        }),
        ("constant tag", |it| {
            it["components"]["schemas"]["PebblesView"]["properties"]["game"] =
                json!({"type": "string"});
        }),
        ("needs its bounds", |it| {
            it["components"]["schemas"]["Seat"]["maximum"] = Value::Null;
        }),
        ("nothing refers to it", |it| {
            it["components"]["schemas"]["Orphan"] = json!({});
        }),
        ("referred to and not there", |it| {
            it["components"]["schemas"]["Seat"] =
                json!({"items": {"$ref": format!("{REF}Nobody")}});
        }),
        ("not unique", |it| {
            it["paths"]["/healthz"]["get"]["operationId"] = json!("checkReady");
        }),
        ("a summary", |it| {
            it["paths"]["/healthz"]["get"]["summary"] = Value::Null;
        }),
        ("a parameter of one type", |it| {
            it["paths"]["/v1/games"]["get"]["parameters"][0]["schema"] =
                json!({"type": ["string", "null"]});
        }),
    ];
    for (expected, spoil) in spoilers {
        let mut document = good.clone();
        spoil(&mut document);
        let found = complaints(&document);
        assert!(
            found.iter().any(|it| it.contains(expected)),
            "{expected}: {found:?}"
        );
    }
}

#[test]
fn every_game_is_in_every_union() {
    let document = super::document(GAMES, (handlers::ROUTES.document)());
    let schemas = &document["components"]["schemas"];
    for (union, pebbles) in [
        ("OfferGame", "OfferPebbles"),
        ("GameOptions", "PebblesOptionsInForce"),
        ("GameView", "PebblesView"),
        ("GameEvent", "PebblesGameEvent"),
        ("SubmitActions", "SubmitPebblesActions"),
        ("LegalActions", "PebblesLegalActions"),
        ("HistoryItem", "PebblesHistoryItem"),
    ] {
        let mapping = schemas[union]["discriminator"]["mapping"]
            .as_object()
            .unwrap();
        assert_eq!(mapping.keys().collect::<Vec<_>>(), ["pebbles", "shells"]);
        assert_eq!(mapping["pebbles"], format!("{REF}{pebbles}"));
        assert_eq!(
            schemas[pebbles]["properties"]["game"],
            json!({"type": "string", "const": "pebbles"})
        );
    }
    assert_eq!(
        schemas["OfferPebbles"]["required"],
        json!(["game", "seats"])
    );
    assert_eq!(
        schemas["PebblesOptionsInForce"]["required"],
        json!(["game", "heap"])
    );
    assert_eq!(schemas["OfferPebbles"]["properties"]["seats"]["maximum"], 4);
    let take = &schemas["PebblesActionTake"];
    assert_eq!(take["additionalProperties"], false);
    assert_eq!(take["required"], json!(["type", "count"]));
    assert_eq!(
        schemas["PebblesEventTaken"].get("additionalProperties"),
        None
    );
}

#[test]
fn requests_use_only_what_is_checked() {
    let document = super::document(GAMES, (handlers::ROUTES.document)());
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let bodies: Vec<&Value> = operations(&document)
        .map(|(_, _, it)| &it["requestBody"])
        .collect();
    let requests = tidy::reachable(schemas, bodies);
    assert!(requests.contains("PebblesActionMark"));
    for name in requests {
        unchecked(&name, &schemas[&name]);
    }
}

/// Keywords that say nothing about what is valid.
const REMARKS: &[&str] = &["description", "title", "default", "examples"];

fn unchecked(place: &str, schema: &Value) {
    for (keyword, value) in schema.as_object().unwrap() {
        let known =
            shape::KEYWORDS.contains(&keyword.as_str()) || REMARKS.contains(&keyword.as_str());
        assert!(
            known,
            "{place} uses {keyword}, which requests are not checked for"
        );
        match keyword.as_str() {
            "properties" => value
                .as_object()
                .unwrap()
                .iter()
                .for_each(|(name, it)| unchecked(name, it)),
            "items" => unchecked(place, value),
            "additionalProperties" if value.is_object() => unchecked(place, value),
            _ => {}
        }
    }
}

#[test]
fn the_contract_of_the_service_can_be_made() {
    let on_offer = games::on_offer().count();
    assert_eq!(Contract::current().catalogue().items.len(), on_offer);
    assert_eq!(contract().catalogue().items.len(), GAMES.len());
}

/// utoipa makes one schema of two types that share a name, without a word.
#[test]
fn no_two_types_with_a_schema_share_a_name() {
    let mut seen = BTreeSet::new();
    for file in sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))) {
        let text = fs::read_to_string(&file).unwrap();
        for part in text.split("#[derive(").skip(1) {
            let (derived, after) = part.split_once(")]").unwrap();
            let name = after
                .split_once("pub struct ")
                .or_else(|| after.split_once("pub enum "))
                .and_then(|(_, name)| name.split(|c: char| !c.is_alphanumeric()).next());
            if derived.contains("ToSchema") && !after.starts_with("\n#[schema(as") {
                let name = name.unwrap_or_default().to_owned();
                assert!(name.is_empty() || seen.insert(name), "{part} in {file:?}");
            }
        }
    }
    assert!(seen.contains("CatalogueEntry"));
}

/// The sources, without what is there for tests only.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let all = entries.flat_map(|path| match path.is_dir() {
        true if path.ends_with("testing") => Vec::new(),
        true => sources(&path),
        false => vec![path],
    });
    all.filter(|path| path.extension().is_some_and(|it| it == "rs"))
        .collect()
}
