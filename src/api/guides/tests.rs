//! What the guides show is what the service takes and gives.

use super::*;
use crate::api::Contract;
use crate::api::openapi::Version;
use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A block of code: what it is said to be, and its text.
struct Block {
    guide: &'static str,
    kind: String,
    text: String,
}

fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    for guide in GUIDES {
        let mut open: Option<Block> = None;
        for event in Parser::new_ext(guide.text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))) => {
                    open = Some(Block {
                        guide: guide.slug,
                        kind: kind.to_string(),
                        text: String::new(),
                    });
                }
                Event::Text(text) => {
                    if let Some(block) = &mut open {
                        block.text.push_str(&text);
                    }
                }
                Event::End(TagEnd::CodeBlock) => blocks.extend(open.take()),
                _ => {}
            }
        }
    }
    blocks
}

fn document() -> Value {
    serde_json::from_slice(&Contract::current().text(Version::Current)).unwrap()
}

/// The examples that name their schema, with it.
fn examples() -> Vec<(Block, String, Value)> {
    let named = blocks().into_iter().filter_map(|block| {
        let schema = block.kind.strip_prefix("json ")?.to_owned();
        let value = serde_json::from_str(&block.text)
            .unwrap_or_else(|error| panic!("{}: {error}\n{}", block.guide, block.text));
        Some((block, schema, value))
    });
    named.collect()
}

#[test]
fn every_example_fits_its_schema() {
    let document = document();
    let examples = examples();
    assert!(examples.len() > 40, "the examples are found");
    for (block, schema, value) in examples {
        let wanted = json!({
            "$ref": format!("#/components/schemas/{schema}"),
            "components": document["components"],
        });
        let validator = jsonschema::validator_for(&wanted).unwrap();
        let flaws: Vec<String> = validator
            .iter_errors(&value)
            .map(|flaw| flaw.to_string())
            .collect();
        assert!(flaws.is_empty(), "{}: {value}: {flaws:?}", block.guide);
    }
}

#[test]
fn every_action_of_every_game_is_shown() {
    let document = document();
    let examples = examples();
    for (_, actions) in document["components"]["schemas"]
        .as_object()
        .unwrap()
        .iter()
        .filter(|(name, _)| name.ends_with("Action") || *name == "ElGrandePlan")
    {
        let Some(mapping) = actions["discriminator"]["mapping"].as_object() else {
            continue;
        };
        for (kind, schema) in mapping {
            let name = schema.as_str().unwrap().rsplit('/').next().unwrap();
            let shown = examples.iter().any(|(_, of, value)| {
                name.starts_with(of.as_str()) && value["type"] == kind.as_str()
            });
            assert!(shown, "{name} is not shown");
        }
    }
}

#[test]
fn every_request_is_one_of_the_contract() {
    let document = document();
    let paths = document["paths"].as_object().unwrap();
    let requests: Vec<Block> = blocks()
        .into_iter()
        .filter(|block| block.kind == "http")
        .collect();
    assert!(requests.len() > 10, "the requests are found");
    for block in requests {
        let mut words = block.text.split_whitespace();
        let (method, path) = (words.next().unwrap(), words.next().unwrap());
        if path.starts_with("https://") {
            continue;
        }
        let path = path.split('?').next().unwrap();
        let method = method.to_lowercase();
        assert!(paths[path].get(&method).is_some(), "{method} {path}");
    }
}

#[test]
fn every_path_and_every_code_in_the_text_exists() {
    let document = document();
    let known: BTreeSet<String> = Kind::ALL
        .iter()
        .map(|kind| kind.row().code.to_owned())
        .collect();
    for guide in GUIDES {
        for event in Parser::new_ext(guide.text, Options::ENABLE_TABLES) {
            let Event::Code(code) = event else { continue };
            if let Some((status, word)) = code.split_once(' ')
                && status.len() == 3
                && status.chars().all(|c| c.is_ascii_digit())
            {
                assert!(known.contains(word), "{}: {word}", guide.slug);
            }
            let path = code.split_whitespace().find(|word| word.starts_with("/v1"));
            if let Some(path) = path {
                let path = path.split('?').next().unwrap();
                let exists = document["paths"].as_object().unwrap().keys().any(|known| {
                    let known: Vec<&str> = known.split('/').collect();
                    let given: Vec<&str> = path.split('/').collect();
                    known.len() == given.len()
                        && known
                            .iter()
                            .zip(&given)
                            .all(|(a, b)| a == b || (a.starts_with('{') && !b.is_empty()))
                });
                assert!(exists, "{}: {path}", guide.slug);
            }
        }
    }
}

#[test]
fn every_link_leads_somewhere() {
    for guide in GUIDES {
        for event in Parser::new_ext(guide.text, Options::ENABLE_TABLES) {
            let Event::Start(Tag::Link { dest_url, .. }) = event else {
                continue;
            };
            let exists =
                GUIDES.iter().any(|other| *dest_url == *other.slug) || *dest_url == *"/problems";
            assert!(exists, "{}: {dest_url}", guide.slug);
        }
    }
}
