//! The OpenAPI document: what utoipa derives from handlers and types, with the unions over all games and
//! what holds everywhere added by rule, in the form that code generators do well with.

mod examples;
mod habits;
mod hoist;
#[cfg(test)]
pub mod lint;
mod older;
pub mod refusals;
pub mod tidy;
pub mod unions;

use super::{problem, record};
use crate::engine::Game;
use crate::model::{Absence, Clock, StartRule, TableEvent, Visibility};
use serde_json::{Map, Value};
use std::str::FromStr;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

/// Component schemas by name.
pub type Schemas = Map<String, Value>;

/// A version of OpenAPI in which the document is to be had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// 3.1.0: the contract.
    #[default]
    Current,
    /// 3.0.3: the same for generators that know nothing newer.
    Older,
}

/// A version that the document is not to be had in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the document is to be had in 3.1 and 3.0")]
pub struct UnknownVersion;

impl FromStr for Version {
    type Err = UnknownVersion;

    fn from_str(text: &str) -> Result<Version, UnknownVersion> {
        match text {
            "3.1" => Ok(Version::Current),
            "3.0" => Ok(Version::Older),
            _ => Err(UnknownVersion),
        }
    }
}

/// How a component is referred to.
pub const REF: &str = "#/components/schemas/";

/// What the document says apart from paths.
#[derive(OpenApi)]
#[openapi(
    info(
        // Plain letters: generators name their packages by it.
        title = "Placa",
        description = "Persistent board games over HTTP: offer a table, take a seat, ask what is legal, act, \
            come back tomorrow. Every answer of 400 or above is a problem (RFC 9457) with a stable `code`. \
            Unknown members in answers are to be tolerated; unknown members in requests are refused. A new \
            kind of action, event or status comes with a new ruleset or version of the API.",
        license(name = "MIT", identifier = "MIT"),
        contact(name = "Plaça")
    ),
    servers((url = "/", description = "This server")),
    tags(
        (name = "catalogue", description = "The games on offer."),
        (name = "players", description = "Accounts and their tokens."),
        (name = "games", description = "Offering, finding, joining and leaving games."),
        (name = "play", description = "Acting in a game and following it."),
        (name = "talk", description = "What players say to each other, and what they note for themselves."),
        (name = "webhooks", description = "Being told what happens by requests to one's own server."),
        (name = "operations", description = "For those who run the service."),
    ),
    components(schemas(problem::Body, record::Draw, Visibility, StartRule, Clock, Absence, TableEvent)),
    modifiers(&Bearer)
)]
struct Base;

/// The one way to say who asks.
struct Bearer;

impl Modify for Bearer {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("A token of a player: `plc_…`."))
            .build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
    }
}

/// The document for these games and these routes.
///
/// # Panics
/// If two types share a name, or a route declares a problem that the table doesn't have: the tests assemble
/// every document that is ever served.
pub fn document(games: &[&'static dyn Game], routes: utoipa::openapi::OpenApi) -> Value {
    let derived = Base::openapi().merge_from(routes);
    let mut document = serde_json::to_value(derived).expect("a document serialises");
    let mut schemas = take_schemas(&mut document);
    unions::add_unions(&mut schemas, games);
    hoist::hoist(&mut schemas);
    for schema in schemas.values_mut() {
        tidy::absent_members_are_never_null(schema);
        tidy::drop_property_names(schema);
        tidy::bound_numbers(schema);
    }
    let named = schemas.clone();
    for schema in schemas.values_mut() {
        tidy::write_out_nullable_scalars(&named, schema);
    }
    for (path, method, operation) in operations_mut(&mut document) {
        let parameters = operation
            .get_mut("parameters")
            .and_then(Value::as_array_mut);
        tidy::parameters_are_never_null(parameters.map_or(&mut [], Vec::as_mut_slice));
        tidy::bodies_are_never_null(operation);
        tidy::open_to_all_is_said_plainly(operation);
        tidy::bound_numbers(operation);
        habits::write(path, method, operation);
        refusals::write(path, method, operation);
        examples::write(operation);
    }
    let bodies: Vec<&Value> = operations(&document)
        .map(|(_, _, operation)| &operation["requestBody"])
        .collect();
    let requests = tidy::reachable(&schemas, bodies);
    tidy::close_requests_and_open_answers(&mut schemas, &requests);
    let used = tidy::reachable(&schemas, [&document["paths"]]);
    schemas.retain(|name, _| used.contains(name));
    document["components"]["schemas"] = Value::Object(schemas);
    document
}

/// The document as it is sent in a version.
///
/// # Panics
/// If the document says what 3.0 can't; the tests render every document that is ever served.
pub fn text(document: &Value, version: Version) -> String {
    match version {
        Version::Current => format!("{document:#}\n"),
        Version::Older => format!("{:#}\n", older::render(document)),
    }
}

fn take_schemas(document: &mut Value) -> Schemas {
    match document["components"]["schemas"].take() {
        Value::Object(schemas) => schemas,
        _ => Schemas::new(),
    }
}

/// Every operation: path, method in lower case, and what the document says of it.
pub fn operations(document: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    let paths = document["paths"].as_object().into_iter().flatten();
    paths.flat_map(|(path, item)| {
        let methods = item.as_object().into_iter().flatten();
        methods.map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

fn operations_mut(document: &mut Value) -> impl Iterator<Item = (&str, &str, &mut Value)> {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    paths.into_iter().flatten().flat_map(|(path, item)| {
        let methods = item.as_object_mut().into_iter().flatten();
        methods.map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

/// `big_stone` as a type's name: `BigStone`.
fn pascal(word: &str) -> String {
    let parts = word.split(|c: char| !c.is_ascii_alphanumeric());
    let capital = |part: &str| {
        let mut chars = part.chars();
        let first = chars.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(chars).collect::<String>()
    };
    parts.map(capital).collect()
}
