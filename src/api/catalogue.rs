//! The games on offer.

use super::extract::{Id, InOrder, Known, path::Named};
use super::openapi::{REF, Schemas, tidy};
use super::reply::Reply;
use super::wiring::Wiring;
use crate::app::Refusal;
use crate::app::ending::REASONS;
use crate::engine::{self, Game};
use actix_web::{get, web};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A game on offer.
#[derive(Serialize, ToSchema)]
pub struct CatalogueEntry {
    /// Its name in the API.
    pub game: &'static str,
    /// The title on the box.
    pub title: &'static str,
    /// Who designed it.
    pub designer: String,
    /// The version of the rules that new games start under.
    pub ruleset: &'static str,
    /// How many may play.
    pub seats: SeatRange,
    /// May the owner start with fewer seats than were offered?
    pub shrinks: bool,
    /// The colours of the seats; a seat that names none gets the first that is free.
    pub colours: &'static [&'static str],
    /// What can be chosen at the offer.
    pub options: OptionsOnOffer,
    /// What we ruled where the printed rules are silent.
    pub rulings: Vec<NamedText>,
    /// The rules that an action can break, by the names that refusals use.
    pub rules: Vec<NamedText>,
    /// The reasons for which a game ends.
    pub reasons: Vec<NamedText>,
    /// The sorts of decisions that a seat can be asked for.
    pub decisions: Vec<NamedText>,
}

/// How many may play.
#[derive(Serialize, ToSchema)]
pub struct SeatRange {
    /// At least.
    pub min: u8,
    /// At most.
    pub max: u8,
}

/// What can be chosen at the offer.
#[derive(Serialize, ToSchema)]
pub struct OptionsOnOffer {
    /// JSON Schema (2020-12) of the member `options` of an offer.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub schema: Value,
    /// What holds where nothing is chosen.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub defaults: Box<RawValue>,
}

/// A stable name and what it stands for.
#[derive(Serialize, ToSchema)]
pub struct NamedText {
    /// The name.
    pub name: &'static str,
    /// One sentence.
    pub text: &'static str,
}

/// The games on offer, all of them.
#[derive(Serialize, ToSchema)]
pub struct Catalogue {
    /// The games.
    pub items: Vec<CatalogueEntry>,
    /// Nothing comes after them.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// A game of the catalogue, named in a path.
pub struct Slug(String);

impl Named for Slug {
    const PLACE: &'static str = "game";
    const NOUN: &'static str = "game";

    fn named(text: &str) -> Option<Slug> {
        Some(Slug(text.to_owned()))
    }
}

/// List the games on offer.
///
/// All that a client needs to offer one: how many may play, the options with their schema and defaults, the
/// rules by name.
#[utoipa::path(tag = "catalogue", operation_id = "listCatalogue", security(()),
    responses((status = 200, description = "The games on offer.", body = Catalogue)))]
#[get("/v1/catalogue")]
pub async fn list_games_on_offer(
    wiring: web::Data<Wiring>,
    InOrder((known,)): InOrder<(Known,)>,
) -> Reply {
    known.reply(0, wiring.contract.catalogue())
}

/// Show a game on offer.
///
/// The same as in the list of all.
#[utoipa::path(tag = "catalogue", operation_id = "showCatalogueEntry", security(()),
    params(("game" = String, Path, description = "The game's name in the API.")),
    responses((status = 200, description = "The game.", body = CatalogueEntry)))]
#[get("/v1/catalogue/{game}")]
pub async fn show_game_on_offer(
    wiring: web::Data<Wiring>,
    InOrder((slug, known)): InOrder<(Id<Slug>, Known)>,
) -> Reply {
    let mut games = wiring.contract.catalogue().items.iter();
    let game = games.find(|entry| entry.game == slug.0.0);
    known.reply(0, game.ok_or(Refusal::NotFound(Slug::NOUN))?)
}

impl Catalogue {
    /// The catalogue of these games; `schemas` are the document's components.
    pub fn of(games: &[&'static dyn Game], schemas: &Schemas) -> Catalogue {
        Catalogue {
            items: games.iter().map(|game| entry(*game, schemas)).collect(),
            next: None,
        }
    }
}

fn entry(game: &'static dyn Game, schemas: &Schemas) -> CatalogueEntry {
    let meta = game.meta();
    CatalogueEntry {
        game: meta.slug,
        title: meta.title,
        designer: meta.designers.join(" and "),
        ruleset: meta.ruleset,
        seats: SeatRange {
            min: *meta.seats.start(),
            max: *meta.seats.end(),
        },
        shrinks: meta.shrinks,
        colours: meta.colours,
        options: OptionsOnOffer {
            schema: alone(schemas, &game.schemas().options.name),
            defaults: game
                .options(None)
                .expect("a game's defaults are options of it"),
        },
        rulings: texts(meta.rulings),
        rules: texts(meta.rules),
        reasons: reasons(meta.reasons),
        decisions: texts(meta.decisions),
    }
}

/// A game's own reasons, and those of the house that are none of them.
fn reasons(own: &'static [engine::Named]) -> Vec<NamedText> {
    let of_the_house = |it: &NamedText| own.iter().all(|named| named.name != it.name);
    let mut all = texts(own);
    all.extend(texts(REASONS).into_iter().filter(of_the_house));
    all
}

fn texts(named: &'static [engine::Named]) -> Vec<NamedText> {
    let text = |it: &engine::Named| NamedText {
        name: it.name,
        text: it.text,
    };
    named.iter().map(text).collect()
}

/// A component as a JSON Schema that stands alone.
fn alone(schemas: &Schemas, name: &str) -> Value {
    let root = json!({"$ref": format!("{REF}{name}")});
    let mut parts = tidy::reachable(schemas, [&root]);
    parts.remove(name);
    let mut schema = schemas.get(name).cloned().unwrap_or_default();
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    for part in parts {
        schema["$defs"][&part] = schemas[&part].clone();
    }
    refer_within(&mut schema);
    schema
}

fn refer_within(value: &mut Value) {
    if let Value::String(text) = value
        && let Some(name) = text.strip_prefix(REF)
    {
        *text = format!("#/$defs/{name}");
    }
    tidy::each_inner(value, &mut refer_within);
}

#[cfg(test)]
mod tests;
