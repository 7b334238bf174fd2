//! Bodies against the document's own schemas; a general validator must agree on which are valid.

use super::*;
use crate::api::openapi;
use crate::api::testing::{games::GAMES, handlers};
use serde_json::json;

fn schemas() -> Map<String, Value> {
    let document = openapi::document(GAMES, (handlers::ROUTES.document)());
    document["components"]["schemas"]
        .as_object()
        .unwrap()
        .clone()
}

/// A body, the component it should be, and the places where it is wrong.
fn cases() -> Vec<(&'static str, Value, &'static [&'static str])> {
    let act = |action: Value| json!({"game": "pebbles", "actions": [action]});
    vec![
        ("OfferGame", json!({"game": "pebbles", "seats": 2}), &[]),
        (
            "OfferGame",
            json!({"game": "shells", "seats": 4, "options": {"heap": 50}, "title": "x", "visibility": "private",
                "start": "by_owner", "clock": {"kind": "none"}, "absence": "forfeit"}),
            &[],
        ),
        ("OfferGame", json!([]), &[""]),
        ("OfferGame", json!(null), &[""]),
        ("OfferGame", json!({}), &["/game"]),
        ("OfferGame", json!({"seats": 2}), &["/game"]),
        (
            "OfferGame",
            json!({"game": "chess", "seats": 2}),
            &["/game"],
        ),
        ("OfferGame", json!({"game": 1, "seats": 2}), &["/game"]),
        ("OfferGame", json!({"game": "pebbles"}), &["/seats"]),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": 1}),
            &["/seats"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": 5}),
            &["/seats"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": "2"}),
            &["/seats"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": 2.5}),
            &["/seats"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": true}),
            &["/seats"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": null}),
            &["/seats"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": [2]}),
            &["/seats"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": 2, "colour": 1}),
            &["/colour"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": 2, "a/b~": 1}),
            &["/a~1b~0"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": 2, "options": null}),
            &["/options"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": 2, "options": {"heap": 51}}),
            &["/options/heap"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": 2, "options": {"heaps": 5}}),
            &["/options/heaps"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": 2, "title": ""}),
            &["/title"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": 2, "title": "é".repeat(80)}),
            &[],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": 2, "title": "é".repeat(81)}),
            &["/title"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": 2, "visibility": "Public"}),
            &["/visibility"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": 2, "clock": {"kind": "fast"}}),
            &["/clock/kind"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": 2, "clock": {}}),
            &["/clock/kind"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": 2, "clock": {"kind": "none", "x": 1}}),
            &["/clock/x"],
        ),
        (
            "OfferGame",
            json!({"game": "pebbles", "seats": 0, "x": 1, "title": 3}),
            &["/seats", "/title", "/x"],
        ),
        ("SubmitActions", act(json!({"type": "pass"})), &[]),
        (
            "SubmitActions",
            act(json!({"type": "take", "count": 3})),
            &[],
        ),
        (
            "SubmitActions",
            act(json!({"type": "mark", "places": [1, 65_535], "note": "12345678"})),
            &[],
        ),
        ("SubmitActions", act(json!("pass")), &["/actions/0"]),
        ("SubmitActions", act(json!({})), &["/actions/0/type"]),
        (
            "SubmitActions",
            act(json!({"type": "fly"})),
            &["/actions/0/type"],
        ),
        (
            "SubmitActions",
            act(json!({"type": "pass", "count": 1})),
            &["/actions/0/count"],
        ),
        (
            "SubmitActions",
            act(json!({"type": "take"})),
            &["/actions/0/count"],
        ),
        (
            "SubmitActions",
            act(json!({"type": "take", "count": 4})),
            &["/actions/0/count"],
        ),
        (
            "SubmitActions",
            act(json!({"type": "take", "count": -1})),
            &["/actions/0/count"],
        ),
        (
            "SubmitActions",
            act(json!({"type": "mark", "places": []})),
            &["/actions/0/places"],
        ),
        (
            "SubmitActions",
            act(json!({"type": "mark", "places": [1, 2, 3, 4]})),
            &["/actions/0/places"],
        ),
        (
            "SubmitActions",
            act(json!({"type": "mark", "places": [1, "2"]})),
            &["/actions/0/places/1"],
        ),
        (
            "SubmitActions",
            act(json!({"type": "mark", "places": [1, 65_536]})),
            &["/actions/0/places/1"],
        ),
        (
            "SubmitActions",
            act(json!({"type": "mark", "places": [1], "note": null})),
            &["/actions/0/note"],
        ),
        (
            "SubmitActions",
            json!({"game": "pebbles", "actions": []}),
            &["/actions"],
        ),
        (
            "SubmitActions",
            json!({"game": "pebbles", "actions": {}}),
            &["/actions"],
        ),
        (
            "SubmitActions",
            json!({"game": "pebbles", "actions": vec![json!({"type": "pass"}); 32]}),
            &[],
        ),
        (
            "SubmitActions",
            json!({"game": "pebbles", "actions": vec![json!({"type": "pass"}); 33]}),
            &["/actions"],
        ),
        (
            "SubmitActions",
            json!({"game": "pebbles", "revision": -1, "actions": [{"type": "pass"}]}),
            &["/revision"],
        ),
        (
            "SubmitActions",
            json!({"game": "pebbles", "revision": 1e30, "actions": [{"type": "pass"}]}),
            &["/revision"],
        ),
    ]
}

#[test]
fn every_flaw_is_found_at_its_place() {
    let schemas = schemas();
    for (component, body, expected) in cases() {
        let flaws = flaws(&schemas, &schemas[component], &body);
        let mut places: Vec<&str> = flaws
            .iter()
            .filter_map(|flaw| flaw.pointer.as_deref())
            .collect();
        places.sort_unstable();
        assert_eq!(places, expected, "{body}: {flaws:?}");
    }
}

#[test]
fn a_general_validator_agrees() {
    let schemas = schemas();
    for (component, body, expected) in cases() {
        let schema = json!({
            "$ref": format!("#/components/schemas/{component}"),
            "components": {"schemas": schemas},
        });
        let validator = jsonschema::validator_for(&schema).unwrap();
        // To JSON Schema a number without a fraction is an integer however large; to a 64-bit member it is not.
        let is_huge = body["revision"].as_f64().is_some_and(|it| it > 1e20);
        assert_eq!(
            validator.is_valid(&body) && !is_huge,
            expected.is_empty(),
            "{body}"
        );
    }
}

#[test]
fn a_flaw_says_what_would_be_right() {
    let schemas = schemas();
    let detail = |body: Value| {
        flaws(&schemas, &schemas["OfferGame"], &body)[0]
            .detail
            .clone()
    };
    assert_eq!(
        detail(json!({"game": "x"})),
        "must be one of \"pebbles\", \"shells\""
    );
    assert_eq!(
        detail(json!({"game": "shells", "seats": 9})),
        "must be at most 4"
    );
    assert_eq!(
        detail(json!({"game": "shells", "seats": "9"})),
        "must be an integer of 64 bits"
    );
    let unknown = detail(json!({"game": "shells", "seats": 3, "seat": 3}));
    assert!(unknown.starts_with("is unknown; known are: absence, clock, game"));
}

#[test]
fn no_more_flaws_are_listed_than_are_of_use() {
    let schemas = schemas();
    let body = json!({"game": "pebbles", "actions": vec![json!({"type": "fly"}); 32]});
    assert_eq!(
        flaws(&schemas, &schemas["SubmitActions"], &body).len(),
        MOST_FLAWS
    );
}
