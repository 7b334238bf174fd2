//! Whatever is sent, nothing panics, no answer is a fault of ours, and every answer is one that the document promises.
//!
//! What is tried is the same at every run. `PROPTEST_CASES=10000` tries more, `PROPTEST_RNG_SEED=7` something else.

mod json;

use crate::client::{Answer, Client};
use crate::server::{Place, StoodStill};
use crate::whole_games::{play_on_by, started};
use json::{Change, any_json, changed};
use placa::app::verify::verify;
use placa::engine::games;
use placa::model::Moment;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngSeed, TestRunner};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::env;

const GAMES: [&str; 3] = ["castellers", "castell", "el_grande"];

/// The largest refusal, in bytes: it may quote what was sent, but not all of it.
const LARGEST_REFUSAL: usize = 64 * 1024;

/// Tries so many things, unless the environment wants another number.
fn runner(cases: u32) -> TestRunner {
    let wanted = ProptestConfig::default();
    let is_set = |name| env::var_os(name).is_some();
    TestRunner::new(ProptestConfig {
        cases: if is_set("PROPTEST_CASES") {
            wanted.cases
        } else {
            cases
        },
        rng_seed: if is_set("PROPTEST_RNG_SEED") {
            wanted.rng_seed
        } else {
            RngSeed::Fixed(1)
        },
        failure_persistence: None,
        ..wanted
    })
}

fn serve(place: &Place) -> (StoodStill, Vec<Client>) {
    let start: Moment = "2027-03-01T09:00:00.000Z".parse().unwrap();
    let server = StoodStill::at(place, start);
    let table = ["Anna", "Biel"].map(|name| server.stranger().register(name));
    (server, table.into())
}

/// Is it an answer that may be given to nonsense?
fn is_no_fault(answer: &Answer) -> Result<(), TestCaseError> {
    prop_assert!(answer.status < 500, "{}: {}", answer.status, answer.text);
    let is_bounded = answer.status < 400 || answer.text.len() <= LARGEST_REFUSAL;
    prop_assert!(is_bounded, "a refusal of {} bytes", answer.text.len());
    Ok(())
}

/// Text as a value in a query.
fn quoted(text: &str) -> String {
    let escape = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(escape).collect()
}

/// Text with one character changed, left out or put in.
fn misspelt(text: &str, place: Index, put: Option<char>) -> String {
    let mut all: Vec<char> = text.chars().collect();
    let place = place.index(all.len().max(1));
    match (put, place % 2) {
        (Some(put), 0) => all.insert(place, put),
        (Some(put), _) => all[place] = put,
        (None, _) => drop(all.remove(place)),
    }
    all.into_iter().collect()
}

#[test]
fn no_action_of_any_game_is_a_fault() {
    let place = Place::sqlite();
    let (_server, table) = serve(&place);
    for game in GAMES {
        let mut path = started(game, &table);
        let (mut dice, mut came, mut pool) = (1, BTreeSet::new(), Vec::new());
        let strategy = (
            any::<Index>(),
            prop::collection::vec(any::<Change>(), 0..4),
            0..6_u8,
        );
        let mut runner = runner(120);
        for _ in 0..runner.config().cases {
            let (which, changes, step) = strategy.new_tree(&mut runner).unwrap().current();
            let seen = table[0].get(&path).expect(200);
            let Some(seat) = seen["awaiting"][0].as_u64() else {
                path = started(game, &table);
                continue;
            };
            let player = &table[seat as usize];
            let legal = player.get(&format!("{path}/legal-actions")).expect(200)["actions"].clone();
            // What was legal once may be no longer.
            pool.extend(legal.as_array().unwrap().iter().take(50).cloned());
            let action = changed(which.get::<Value>(&pool), &changes, &legal);
            let body = json!({"game": game, "revision": seen["revision"], "actions": [action]});
            for below in ["actions/check", "actions"] {
                let answer = player.post(&format!("{path}/{below}"), &body);
                is_no_fault(&answer).unwrap_or_else(|fault| panic!("{body}: {fault}"));
                let code = answer.json()["code"].as_str().unwrap_or("none").to_owned();
                came.insert((answer.status, code));
            }
            if step == 0 {
                play_on_by(&mut dice, &path, &table, 3);
            }
        }
        // Some got as far as the rules, and past them.
        for (status, code) in [(201, "none"), (422, "illegal"), (422, "invalid_body")] {
            assert!(
                came.contains(&(status, code.to_owned())),
                "{game}: {came:?}"
            );
        }
    }
}

#[test]
fn no_body_is_a_fault() {
    let place = Place::sqlite();
    let (_server, table) = serve(&place);
    let path = started("castell", &table);
    let bodies = [
        (
            "POST",
            "/v1/games".to_owned(),
            json!({"game": "castell", "seats": 2, "title": "t", "visibility": "public", "start": "by_owner", "clock": {"kind": "none"}, "options": {}}),
        ),
        ("POST", "/v1/players".to_owned(), json!({"name": "n"})),
        ("PATCH", "/v1/me".to_owned(), json!({"name": "n"})),
        (
            "POST",
            "/v1/me/tokens".to_owned(),
            json!({"label": "l", "scopes": ["read"], "expires_at": "2028-01-01T00:00:00Z"}),
        ),
        (
            "POST",
            "/v1/me/webhooks".to_owned(),
            json!({"url": "https://placa.example/", "events": ["your_turn"]}),
        ),
        (
            "POST",
            "/v1/me/holidays".to_owned(),
            json!({"from": "2027-04-01T00:00:00Z", "until": "2027-04-02T00:00:00Z"}),
        ),
        ("POST", format!("{path}/messages"), json!({"text": "t"})),
        ("PUT", format!("{path}/notes"), json!({"text": "t"})),
        (
            "POST",
            format!("{path}/undo"),
            json!({"revision": 1, "to": 0}),
        ),
        (
            "POST",
            "/v1/recovery/token".to_owned(),
            json!({"token": "plr_"}),
        ),
    ];
    let strategy = (
        any::<Index>(),
        prop::collection::vec(any::<Change>(), 1..4),
        any::<Option<Vec<u8>>>(),
    );
    let json_type = [("content-type", "application/json")];
    let run = runner(300).run(&strategy, |(which, changes, bytes)| {
        let (method, path, good) = which.get(&bodies);
        let text = match bytes {
            Some(bytes) => bytes,
            None => changed(good, &changes, good).to_string().into_bytes(),
        };
        is_no_fault(&table[0].send(method, path, &json_type, &text))
    });
    run.unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn no_cursor_or_number_in_a_query_is_a_fault() {
    let place = Place::sqlite();
    let (server, table) = serve(&place);
    let paths: Vec<String> = (0..3).map(|_| started("castell", &table)).collect();
    let next = |list: &str| table[0].get(&format!("{list}?limit=1")).expect(200)["next"].clone();
    let good: Vec<String> = ["/v1/games", "/v1/me/turns"]
        .iter()
        .filter_map(|list| Some(next(list).as_str()?.to_owned()))
        .collect();
    assert!(!good.is_empty());
    let lists = [
        "/v1/games?cursor=",
        "/v1/me/turns?cursor=",
        "/v1/games?sort=waiting&cursor=",
        "/v1/games?limit=",
        "/v1/games?player=",
        "/v1/me/events?after=",
        "/v1/me/events?ticket=",
    ];
    let of_game = [
        "?revision=",
        "/actions?after=",
        "/actions?limit=",
        "/events?after=",
        "/messages?after=",
        "/board.svg?revision=",
        "/board.svg?theme=",
    ];
    let all: Vec<String> = lists
        .map(str::to_owned)
        .into_iter()
        .chain(of_game.map(|below| format!("{}{below}", paths[0])))
        .collect();
    let strategy = (
        any::<Index>(),
        any::<Index>(),
        any::<Index>(),
        any::<Option<char>>(),
        any::<String>(),
        any::<i64>(),
        0..3_u8,
    );
    let run = runner(300).run(
        &strategy,
        |(which, cursor, place, put, text, number, sort)| {
            let value = match sort {
                0 => misspelt(cursor.get::<String>(&good), place, put),
                1 => number.to_string(),
                _ => text,
            };
            let path = format!("{}{}", which.get(&all), quoted(&value));
            is_no_fault(&table[0].get(&path))?;
            is_no_fault(&server.stranger().get(&path))
        },
    );
    run.unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn no_token_but_a_good_one_opens_anything() {
    let place = Place::sqlite();
    let (server, table) = serve(&place);
    let good = table[0].token.clone().unwrap();
    let strategy = (any::<Index>(), any::<char>(), "[ -~]{0,120}", 0..3_u8);
    let run = runner(300).run(&strategy, |(place, put, text, sort)| {
        let token = match sort {
            0 => misspelt(&good, place, put.is_ascii_graphic().then_some(put)),
            1 => format!("plc_{text}"),
            _ => text,
        };
        prop_assume!(token.trim_matches(' ') != good);
        let answer = server.stranger().with_token(&token).get("/v1/me");
        is_no_fault(&answer)?;
        prop_assert_eq!(answer.status, 401, "{}", token);
        Ok(())
    });
    run.unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn every_idempotency_key_is_taken_once_or_refused() {
    let place = Place::sqlite();
    let (_server, table) = serve(&place);
    let offer = json!({"game": "castell", "seats": 2});
    let run = runner(100).run(&"[ -~]{0,300}", |key| {
        let ask = || table[0].post_with("/v1/games", &[("idempotency-key", &key)], &offer);
        let (first, second) = (ask(), ask());
        is_no_fault(&first)?;
        prop_assert_eq!(first.status, second.status);
        match first.status {
            201 => {
                prop_assert_eq!(&first.json()["id"], &second.json()["id"]);
                prop_assert_eq!(second.header("idempotency-replayed"), "true");
                // Nobody sits in more than a hundred offers.
                let id = first.json()["id"].as_str().unwrap().to_owned();
                prop_assert_eq!(table[0].delete(&format!("/v1/games/{id}")).status, 204);
            }
            status => prop_assert_eq!(status, 422, "{}", first.text),
        }
        Ok(())
    });
    run.unwrap_or_else(|fault| panic!("{fault}"));
}

/// A whole short game as its record, and the text of its positions.
fn records(server: &StoodStill, table: &[Client]) -> Vec<Value> {
    let record = |game: &&str| {
        let (path, mut dice) = (started(game, table), 5);
        play_on_by(&mut dice, &path, table, 12);
        table[1].post(&format!("{path}/resignation"), &json!({}));
        server.stranger().get(&format!("{path}/record")).expect(200)
    };
    GAMES.iter().map(record).collect()
}

#[test]
fn no_record_makes_the_verifier_panic_and_none_that_was_changed_holds_unnoticed() {
    let place = Place::sqlite();
    let (server, table) = serve(&place);
    let records = records(&server, &table);
    for record in &records {
        assert!(verify(&record.to_string()).is_ok(), "{record}");
    }
    let strategy = (
        any::<Index>(),
        prop::collection::vec(any::<Change>(), 1..4),
        any::<Index>(),
    );
    let run = runner(600).run(&strategy, |(which, changes, donor)| {
        let record = which.get(&records);
        let spoilt = changed(record, &changes, donor.get(&records));
        if verify(&spoilt.to_string()).is_ok() {
            // What holds tells the same game: only what follows from nothing may be another.
            for member in ["id", "ruleset", "revision", "status"] {
                prop_assert_eq!(&spoilt[member], &record[member], "{}", member);
            }
            prop_assert_eq!(
                &spoilt["dealing"]["server_seed"],
                &record["dealing"]["server_seed"]
            );
            prop_assert_eq!(
                &spoilt["dealing"]["commitment"],
                &record["dealing"]["commitment"]
            );
            let hashes = |record: &Value| -> Vec<Value> {
                record["log"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|item| item["hash"].clone())
                    .collect()
            };
            prop_assert_eq!(hashes(&spoilt), hashes(record));
        }
        Ok(())
    });
    run.unwrap_or_else(|fault| panic!("{fault}"));
    let run = runner(300).run(&(any_json(), any::<String>()), |(value, text)| {
        prop_assert!(verify(&value.to_string()).is_err());
        prop_assert!(verify(&text).is_err());
        Ok(())
    });
    run.unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn no_stored_position_makes_its_game_panic() {
    for game in games::on_offer() {
        let options = game.options(None).unwrap();
        let seats = *game.meta().seats.end();
        let chance = placa::engine::Chance::dealt(placa::engine::chance::Seed([7; 32]), 0);
        let step = game.setup(options.get(), seats, chance).unwrap();
        let good: Value = serde_json::from_str(&game.save(&step.position)).unwrap();
        let strategy = (
            prop::collection::vec(any::<Change>(), 1..4),
            any::<String>(),
        );
        let run = runner(400).run(&strategy, |(changes, text)| {
            let spoilt = changed(&good, &changes, &good).to_string();
            for text in [spoilt, text] {
                if let Ok(position) = game.load(&text) {
                    // What is read is what was written: nothing is made up.
                    let again: Value = serde_json::from_str(&game.save(&position)).unwrap();
                    prop_assert_eq!(
                        game.save(&game.load(&again.to_string()).unwrap()),
                        game.save(&position)
                    );
                }
            }
            Ok(())
        });
        run.unwrap_or_else(|fault| panic!("{}: {fault}", game.meta().slug));
    }
}
