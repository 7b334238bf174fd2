//! A client that knows nothing but `legal-actions` plays every game of the catalogue to its end.

use crate::client::Client;
use crate::server::{Server, on_both};
use serde_json::{Value, json};

on_both! {
    fn a_client_that_knows_only_legal_actions_plays_every_game_at_every_table(place: &Place) {
        let server = Server::start(place);
        let stranger = server.stranger();
        let catalogue = stranger.get("/v1/catalogue").expect(200);
        let players: Vec<Client> = (0..5).map(|n| stranger.register(&format!("Player {n}"))).collect();
        for entry in catalogue["items"].as_array().unwrap() {
            let (least, most) = (&entry["seats"]["min"], &entry["seats"]["max"]);
            for seats in least.as_u64().unwrap()..=most.as_u64().unwrap() {
                let table = &players[..seats as usize];
                let game = started(entry["game"].as_str().unwrap(), table);
                let end = play_on(&game, table, u64::MAX);
                assert_eq!(end["status"], "finished");
                let places = end["outcome"]["places"].as_array().unwrap();
                assert_eq!(places.len(), seats as usize);
                history_is_gapless(&game, &stranger, end["revision"].as_i64().unwrap());
                assert!(table[0].get(&format!("{game}/legal-actions")).expect(200)["actions"].as_array().unwrap().is_empty());
            }
        }
    }
}

/// The path of a new game at which these sit, the first of them at seat 0.
pub fn started(game: &str, table: &[Client]) -> String {
    let offer = json!({"game": game, "seats": table.len()});
    let offered = table[0].post("/v1/games", &offer).expect(201);
    let path = format!("/v1/games/{}", offered["id"].as_str().unwrap());
    for (seat, player) in table.iter().enumerate().skip(1) {
        let taken = player
            .post(&format!("{path}/seats"), &json!({}))
            .expect(201);
        assert_eq!(taken["seat"], seat);
    }
    assert_eq!(table[0].get(&path).expect(200)["status"], "running");
    path
}

/// Plays on by legal actions until the end, or until so many actions were taken; gives the game as seat 0 sees it.
pub fn play_on(path: &str, table: &[Client], actions: u64) -> Value {
    play_on_by(&mut 0x9e37_79b9, path, table, actions)
}

/// Plays on as [`play_on`] does, by these dice.
pub fn play_on_by(dice: &mut u64, path: &str, table: &[Client], actions: u64) -> Value {
    for _ in 0..actions {
        let seen = table[0].get(path).expect(200);
        let Some(seat) = seen["awaiting"].as_array().unwrap().first() else {
            return seen;
        };
        let player = &table[seat.as_u64().unwrap() as usize];
        let legal = player.get(&format!("{path}/legal-actions")).expect(200);
        let action = pick(legal["actions"].as_array().unwrap(), dice);
        let submitted = json!({
            "game": legal["game"],
            "revision": legal["revision"],
            "actions": [action],
        });
        player
            .post(&format!("{path}/actions"), &submitted)
            .expect(201);
    }
    table[0].get(path).expect(200)
}

/// Evenly among the kinds of action, then among those of the kind.
pub fn pick(actions: &[Value], dice: &mut u64) -> Value {
    let mut throw = |n: usize| {
        *dice = dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*dice >> 33) as usize % n
    };
    let mut kinds: Vec<&Value> = actions.iter().map(|action| &action["type"]).collect();
    kinds.dedup();
    let kind = kinds[throw(kinds.len())].clone();
    let of_kind: Vec<&Value> = actions
        .iter()
        .filter(|action| action["type"] == kind)
        .collect();
    of_kind[throw(of_kind.len())].clone()
}

/// The history has every revision once, in order.
pub fn history_is_gapless(path: &str, reader: &Client, revision: i64) {
    let mut after = 0;
    loop {
        let page = reader
            .get(&format!("{path}/actions?after={after}&limit=100"))
            .expect(200);
        for item in page["items"].as_array().unwrap() {
            assert_eq!(item["revision"], after + 1);
            after += 1;
        }
        if page["next"].is_null() {
            break;
        }
    }
    assert_eq!(after, revision);
}
