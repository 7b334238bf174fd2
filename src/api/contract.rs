//! What the API promises, in the form that requests are held against: the OpenAPI document itself.

use super::catalogue::Catalogue;
use super::layers::farewell::Farewell;
use super::openapi::{self, Version};
use super::problem::Flaw;
use super::routes::{ROUTES, Routes};
use super::shape;
use crate::engine::{Game, games};
use actix_web::http::Method;
use actix_web::web::Bytes;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap};

/// The promise: the games on offer and the document.
pub struct Contract {
    catalogue: Catalogue,
    text: Bytes,
    older_text: Bytes,
    schemas: openapi::Schemas,
    operations: HashMap<String, BTreeMap<String, Operation>>,
}

/// What the document says of an operation, as far as requests are held against it.
#[derive(Default)]
pub struct Operation {
    /// The parameters of the query and their schemas.
    pub query: Map<String, Value>,
    /// The media types of its answers below 400.
    pub produces: Vec<String>,
    /// Since when it is deprecated and how long it stays, if it is to go.
    pub farewell: Option<Farewell>,
}

impl Contract {
    /// The contract of this service: every game of the catalogue and every route.
    pub fn current() -> Contract {
        let games: Vec<&'static dyn Game> = games::on_offer().collect();
        Contract::new(&games, &ROUTES)
    }

    /// The contract for these games and routes.
    pub fn new(games: &[&'static dyn Game], routes: &Routes) -> Contract {
        let mut document = openapi::document(games, (routes.document)());
        let text = |version| Bytes::from(openapi::text(&document, version));
        let (text, older_text) = (text(Version::Current), text(Version::Older));
        let mut operations: HashMap<String, BTreeMap<String, Operation>> = HashMap::new();
        for (path, method, operation) in openapi::operations(&document) {
            let methods = operations.entry(path.to_owned()).or_default();
            methods.insert(method.to_ascii_uppercase(), Operation::read(operation));
        }
        let schemas = match document["components"]["schemas"].take() {
            Value::Object(schemas) => schemas,
            _ => Map::new(),
        };
        Contract {
            catalogue: Catalogue::of(games, &schemas),
            text,
            older_text,
            schemas,
            operations,
        }
    }

    /// The games on offer.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The OpenAPI document as it is served in a version.
    pub fn text(&self, version: Version) -> Bytes {
        match version {
            Version::Current => self.text.clone(),
            Version::Older => self.older_text.clone(),
        }
    }

    /// Every path of the document, as a route's pattern, with its methods.
    pub fn paths(&self) -> impl Iterator<Item = (&str, Vec<&str>)> {
        self.operations.iter().map(|(path, methods)| {
            let methods = methods.keys().map(String::as_str).collect();
            (path.as_str(), methods)
        })
    }

    /// What the document says of a method on a route.
    pub fn operation(&self, method: &Method, pattern: &str) -> Option<&Operation> {
        self.operations.get(pattern)?.get(method.as_str())
    }

    /// What is wrong with a body that should be the component of this name.
    pub fn flaws_of_body(&self, component: &str, body: &Value) -> Vec<Flaw> {
        let schema = self.schemas.get(component);
        let schema = schema.expect("a handler documents the body it takes");
        shape::flaws(&self.schemas, schema, body)
    }

    /// What is wrong with a parameter of a query.
    pub fn flaws_of_parameter(&self, name: &str, schema: &Value, value: &Value) -> Vec<Flaw> {
        let flaws = shape::flaws(&self.schemas, schema, value);
        let of_query = |flaw: Flaw| Flaw::in_query(name, flaw.detail);
        flaws.into_iter().map(of_query).collect()
    }

    /// A schema itself, where it may be a reference.
    pub fn resolve<'s>(&'s self, schema: &'s Value) -> &'s Value {
        shape::resolve(&self.schemas, schema)
    }
}

impl Operation {
    fn read(operation: &Value) -> Operation {
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let query = parameters
            .filter(|parameter| parameter["in"] == "query")
            .filter_map(|it| Some((it["name"].as_str()?.to_owned(), it["schema"].clone())))
            .collect();
        let responses = operation["responses"].as_object().into_iter().flatten();
        let mut produces: Vec<String> = responses
            .filter(|(status, _)| !openapi::refusals::is_refusal(status))
            .flat_map(|(_, response)| response["content"].as_object().into_iter().flatten())
            .map(|(media_type, _)| media_type.clone())
            .collect();
        produces.sort();
        produces.dedup();
        Operation {
            query,
            produces,
            farewell: Farewell::read(operation),
        }
    }
}
