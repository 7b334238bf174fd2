//! The unions over all games, made from the catalogue: a new game changes nothing here.
//!
//! Each is a `oneOf` of named objects, one per game, told apart by the member `game`.

use super::hoist::{add, tag};
use super::{REF, Schemas};
use crate::api::unions::TABLE;
use crate::engine::{Game, Meta};
use serde_json::{Map, Value, json};

/// At most so many actions in one request.
pub const MOST_ACTIONS: usize = 32;
/// At most so many characters in the title of a game.
pub const LONGEST_TITLE: usize = 80;

/// A game's own types, by their component names.
struct Types {
    meta: &'static Meta,
    options: String,
    action: String,
    event: String,
    view: String,
}

/// A union: its name and description, and for each game the variant's name and schema.
struct Union {
    name: &'static str,
    description: &'static str,
    variant: fn(&Schemas, &Types) -> (String, Value),
    /// One more variant that is of no game: the value of its tag, its name and its schema.
    beside: Option<fn() -> (&'static str, String, Value)>,
}

const UNIONS: &[Union] = &[
    Union {
        name: "OfferGame",
        description: "A game to be offered.",
        variant: offer,
        beside: None,
    },
    Union {
        name: "GameOptions",
        description: "The options that a game is played with, every one of them.",
        variant: options_in_force,
        beside: None,
    },
    Union {
        name: "GameView",
        description: "What the caller may see of the table.",
        variant: view,
        beside: None,
    },
    Union {
        name: "GameEvent",
        description: "Something that happened in a game, as the caller may know it.",
        variant: event,
        beside: None,
    },
    Union {
        name: "SubmitActions",
        description: "Actions to be taken in order, all of them or none.",
        variant: submit,
        beside: None,
    },
    Union {
        name: "LegalActions",
        description: "What the caller may do now.",
        variant: legal,
        beside: None,
    },
    Union {
        name: "EventItem",
        description: "An event in the log of a game, as the caller may know it: one of the game, or one at its table.",
        variant: event_item,
        beside: Some(table_event_item),
    },
    Union {
        name: "HistoryItem",
        description: "What made a revision, as the caller may know it.",
        variant: history,
        beside: None,
    },
    Union {
        name: "RecordItem",
        description: "What made a revision, in the record of a game.",
        variant: record_item,
        beside: None,
    },
];

/// Adds the types of all games and the unions over them.
///
/// # Panics
/// If two games give different types the same name.
pub fn add_unions(schemas: &mut Schemas, games: &[&'static dyn Game]) {
    let types: Vec<Types> = games.iter().map(|game| types(schemas, *game)).collect();
    for union in UNIONS {
        let mut one_of = Vec::new();
        let mut mapping = Map::new();
        let of_games = types.iter().map(|types| {
            let (name, variant) = (union.variant)(schemas, types);
            (types.meta.slug, name, variant)
        });
        let mut variants: Vec<_> = of_games.collect();
        variants.extend(union.beside.map(|beside| beside()));
        for (slug, name, mut variant) in variants {
            tag(&mut variant, "game", slug);
            variant["type"] = json!("object");
            let target = json!(format!("{REF}{name}"));
            schemas.insert(name, variant);
            one_of.push(json!({"$ref": target}));
            mapping.insert(slug.to_owned(), target);
        }
        let schema = json!({
            "description": union.description,
            "oneOf": one_of,
            "discriminator": {"propertyName": "game", "mapping": mapping},
        });
        schemas.insert(union.name.to_owned(), schema);
    }
}

fn types(schemas: &mut Schemas, game: &dyn Game) -> Types {
    let own = game.schemas();
    let named = [&own.options, &own.action, &own.event, &own.view];
    let mut all: Vec<_> = named.iter().map(|it| (&it.name, &it.schema)).collect();
    all.extend(own.components.iter().map(|(name, schema)| (name, schema)));
    for (name, schema) in all {
        let schema = serde_json::to_value(schema).expect("a schema serialises");
        add(schemas, name.clone(), schema);
    }
    Types {
        meta: game.meta(),
        options: own.options.name,
        action: own.action.name,
        event: own.event.name,
        view: own.view.name,
    }
}

fn refer(name: &str) -> Value {
    json!({"$ref": format!("{REF}{name}")})
}

fn revision() -> Value {
    json!({"type": "integer", "format": "int64", "minimum": 0})
}

fn instant() -> Value {
    json!({"type": "string", "format": "date-time"})
}

fn offer(_: &Schemas, types: &Types) -> (String, Value) {
    let schema = json!({
        "description": format!("A game of {} to be offered.", types.meta.title),
        "required": ["seats"],
        "properties": {
            "seats": {
                "type": "integer", "format": "int32",
                "description": "How many seats the table has.",
                "minimum": types.meta.seats.start(), "maximum": types.meta.seats.end(),
            },
            "options": refer(&types.options),
            "title": {
                "type": "string",
                "description": "What its players call it.",
                "minLength": 1, "maxLength": LONGEST_TITLE,
            },
            "visibility": refer("Visibility"),
            "start": refer("StartRule"),
            "clock": refer("Clock"),
            "absence": refer("Absence"),
            "takeover_after": {
                "type": "integer", "format": "int32", "minimum": 1, "maximum": 10, "default": 3,
                "description": "After how many deadlines missed in a row a seat is taken over, where the absence policy takes default actions. A decision with one possible action does not count as missed.",
            },
        },
    });
    (format!("Offer{}", types.meta.type_name), schema)
}

fn options_in_force(schemas: &Schemas, types: &Types) -> (String, Value) {
    let mut schema = schemas[&types.options].clone();
    let members = schema["properties"].as_object().into_iter().flatten();
    schema["required"] = members.map(|(name, _)| json!(name)).collect();
    schema["description"] = json!(format!("The options of a game of {}.", types.meta.title));
    (format!("{}OptionsInForce", types.meta.type_name), schema)
}

/// The view is used nowhere else, so it keeps its name and gains the member `game`.
fn view(schemas: &Schemas, types: &Types) -> (String, Value) {
    (types.view.clone(), schemas[&types.view].clone())
}

fn event(_: &Schemas, types: &Types) -> (String, Value) {
    let schema = json!({
        "description": format!("Something that happened in a game of {}.", types.meta.title),
        "required": ["event"],
        "properties": {"event": refer(&types.event)},
    });
    (game_event(types), schema)
}

fn game_event(types: &Types) -> String {
    format!("{}GameEvent", types.meta.type_name)
}

fn submit(_: &Schemas, types: &Types) -> (String, Value) {
    let mut seen = revision();
    seen["description"] =
        json!("The revision the actions were chosen on; If-Match may carry it instead.");
    let schema = json!({
        "description": format!("Actions in a game of {}.", types.meta.title),
        "required": ["actions"],
        "properties": {
            "revision": seen,
            "actions": {
                "type": "array", "items": refer(&types.action),
                "minItems": 1, "maxItems": MOST_ACTIONS,
            },
        },
    });
    (format!("Submit{}Actions", types.meta.type_name), schema)
}

fn legal(_: &Schemas, types: &Types) -> (String, Value) {
    let schema = json!({
        "description": format!("What the caller may do now in a game of {}.", types.meta.title),
        "required": ["revision", "seat", "complete", "actions", "standing"],
        "properties": {
            "revision": revision(),
            "seat": {
                "type": ["integer", "null"], "format": "int32", "minimum": 0, "maximum": 4,
                "description": "The caller's seat.",
            },
            "complete": {
                "type": "boolean",
                "description": "Are these all legal actions, or only a useful part of them?",
            },
            "actions": {
                "type": "array", "items": refer(&types.action),
                "description": "Each can be submitted as it is. Empty if the caller is not waited for.",
            },
            "standing": {
                "type": "array", "items": refer(&types.action),
                "description": "Standing answers that the caller may leave, whoever is waited for: what to say to questions that others' actions raise. Leaving one changes no revision.",
            },
        },
    });
    (format!("{}LegalActions", types.meta.type_name), schema)
}

fn event_item(_: &Schemas, types: &Types) -> (String, Value) {
    let description = format!("An event in the log of a game of {}.", types.meta.title);
    (
        format!("{}EventItem", types.meta.type_name),
        log_item(&description, &types.event),
    )
}

fn table_event_item() -> (&'static str, String, Value) {
    let description = "Something that happened at the table of a game.";
    let schema = log_item(description, "TableEvent");
    (TABLE, "TableEventItem".to_owned(), schema)
}

fn log_item(description: &str, event: &str) -> Value {
    json!({
        "description": description,
        "required": ["id", "revision", "at", "event"],
        "properties": {
            "id": {
                "type": "integer", "format": "int64", "minimum": 1,
                "description": "Its number in the log of the game: 1, 2, 3 … without gaps, the same for everybody.",
            },
            "revision": revision(),
            "seat": {
                "type": "integer", "format": "int32", "minimum": 0, "maximum": 4,
                "description": "Who did it, or whom it happened to; absent where nobody did.",
            },
            "at": instant(),
            "event": refer(event),
        },
    })
}

fn history(_: &Schemas, types: &Types) -> (String, Value) {
    let schema = json!({
        "description": format!("What made a revision of a game of {}.", types.meta.title),
        "required": ["revision", "kind", "events", "at"],
        "properties": {
            "revision": revision(),
            "kind": {
                "type": "string", "enum": ["start", "action", "fallback", "undo", "resignation", "end"],
                "description": "Was the table set up, did a seat act, was the default action taken for a seat that nobody decided for, were actions taken back, did somebody leave for good, or did the game end for a reason that is none of its rules?",
            },
            "seat": {
                "type": "integer", "format": "int32", "minimum": 0, "maximum": 4,
                "description": "Who acted or left, or for whom the default was taken; absent where nobody did.",
            },
            "action": refer(&types.action),
            "to": {
                "type": "integer", "format": "int64", "minimum": 0,
                "description": "The revision whose position an undo went back to.",
            },
            "reason": {
                "type": "string", "maxLength": 64,
                "description": "Why the game ended, where no action ended it: `abandoned`, `resignation` or `cancelled`. Of a resignation: `clock`, where the clock brought it about.",
            },
            "events": {"type": "array", "items": refer(&game_event(types))},
            "at": instant(),
        },
    });
    (format!("{}HistoryItem", types.meta.type_name), schema)
}

fn record_item(schemas: &Schemas, types: &Types) -> (String, Value) {
    let (_, mut schema) = history(schemas, types);
    schema["properties"]["draws"] = json!({
        "type": "array", "items": refer("Draw"),
        "description": "What was drawn, in order. In a complete record only.",
    });
    schema["properties"]["hash"] = json!({
        "type": "string", "minLength": 64, "maxLength": 64,
        "description": "SHA-256 of the position after it, lower-case hexadecimal. In a complete record only: before the end it would tell what is hidden.",
    });
    (format!("{}RecordItem", types.meta.type_name), schema)
}
