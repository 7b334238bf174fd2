//! What is held on a player is theirs to take away: all of it, and nothing of anybody else's secrets.

use crate::client::Client;
use crate::play::actions;
use crate::server::{Server, StoodStill, on_both};
use crate::whole_games::started;
use placa::model::Moment;
use serde_json::{Value, json};

const EXPORT: &str = "/v1/me/export";

/// The lists of an export.
const LISTS: [&str; 9] = [
    "holidays",
    "webhooks",
    "tokens",
    "games",
    "messages",
    "notes",
    "mutes",
    "mails",
    "deliveries",
];

fn start() -> Moment {
    "2027-03-01T09:00:00.000Z".parse().unwrap()
}

fn id(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

/// Says, notes and mutes something at a table.
fn leaves_traces(who: &Client, path: &str, mark: &str, other_seat: usize) {
    who.post(
        &format!("{path}/messages"),
        &json!({"text": format!("said by {mark}")}),
    )
    .expect(201);
    who.put(
        &format!("{path}/notes"),
        &json!({"text": format!("noted by {mark}")}),
    )
    .expect(200);
    assert_eq!(
        who.put(&format!("{path}/mutes/{other_seat}"), &json!({}))
            .status,
        204
    );
}

fn items<'v>(export: &'v Value, list: &str) -> &'v [Value] {
    export[list]
        .as_array()
        .unwrap_or_else(|| panic!("{list} of {export}"))
}

on_both! {
    fn an_export_of_somebody_new_has_every_list_and_one_token(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        let answer = anna.get(EXPORT);
        let export = answer.expect(200);
        assert_eq!(answer.header("cache-control"), "no-store");
        assert_eq!((&export["form"], &export["exported_at"]), (&json!("placa-export/1"), &json!("2027-03-01T09:00:00.000Z")));
        assert_eq!((&export["player"]["id"], &export["player"]["name"]), (&json!(anna.id), &json!(anna.name)));
        assert_eq!((&export["email"], &export["turn_mail"]), (&Value::Null, &json!("off")));
        for list in LISTS {
            assert_eq!(items(&export, list).len(), usize::from(list == "tokens"), "{list}");
        }
    }

    fn an_export_has_all_that_is_held_on_its_owner_and_nothing_of_others(place: &Place) {
        let server = StoodStill::at(place, start());
        let (anna, biel) = (server.stranger().register("Anna"), server.stranger().register("Biel"));
        let path = started("castellers", &[anna.clone(), biel.clone()]);
        let offer = json!({"game": "castell", "seats": 2, "visibility": "private", "title": "only mine"});
        let own = anna.post("/v1/games", &offer).expect(201)["id"].clone();
        let added = anna.put(&format!("/v1/games/{}/seats/0/entropy", own.as_str().unwrap()), &json!({"entropy": "salt"}));
        assert_eq!(added.status, 204);
        biel.post("/v1/games", &json!({"game": "castell", "seats": 2, "visibility": "private", "title": "only his"})).expect(201);
        leaves_traces(&anna, &path, "Anna", 1);
        leaves_traces(&biel, &path, "Biel", 0);
        let hook = |url: &str| json!({"url": url, "events": ["your_turn"]});
        let made = anna.post("/v1/me/webhooks", &hook("https://anna.example/hook")).expect(201);
        let webhook = made["id"].as_str().unwrap();
        anna.post(&format!("/v1/me/webhooks/{webhook}/test"), &json!({})).expect(201);
        let his = biel.post("/v1/me/webhooks", &hook("https://biel.example/hook")).expect(201);
        let revoked = anna.post("/v1/me/tokens", &json!({"label": "lost phone", "scopes": ["read"]})).expect(201);
        assert_eq!(anna.delete(&format!("/v1/me/tokens/{}", revoked["info"]["id"].as_str().unwrap())).status, 204);
        anna.post("/v1/me/holidays", &json!({"until": "2027-03-05T09:00:00Z"})).expect(201);
        assert_eq!(anna.delete("/v1/me/holidays").status, 204);
        server.pass(7_200);
        anna.post("/v1/me/holidays", &json!({"until": "2027-03-08T09:00:00Z"})).expect(201);

        let answer = anna.get(EXPORT);
        let export = answer.expect(200);
        let texts = |list: &str, member: &str| -> Vec<Value> {
            items(&export, list).iter().map(|item| item[member].clone()).collect()
        };
        assert_eq!(texts("messages", "text"), [json!("said by Anna")]);
        assert_eq!(texts("notes", "text"), [json!("noted by Anna")]);
        assert_eq!(texts("messages", "game_id"), [json!(id(&path))]);
        assert_eq!(export["mutes"][0]["player"]["id"], biel.id);
        let games: Vec<&Value> = items(&export, "games").iter().map(|game| &game["game"]["id"]).collect();
        assert_eq!(games, [&json!(id(&path)), &own]);
        assert_eq!((&export["games"][0]["owner"], &export["games"][0]["game"]["you"]), (&json!(true), &json!(0)));
        assert!(export["games"][0]["seated_at"].is_string());
        assert_eq!((&export["games"][0]["entropy"], &export["games"][1]["entropy"]), (&Value::Null, &json!("salt")));
        assert_eq!(export["webhooks"][0]["url"], "https://anna.example/hook");
        assert_eq!(export["deliveries"][0]["webhook_id"], webhook);
        assert_eq!(export["deliveries"][0]["delivery"]["event"], "test");
        let labels: Vec<&Value> = items(&export, "tokens").iter().map(|token| &token["token"]["label"]).collect();
        assert_eq!(labels, [&json!("registration"), &json!("lost phone")]);
        assert_eq!((&export["tokens"][0]["revoked_at"], export["tokens"][1]["revoked_at"].is_string()), (&Value::Null, true));
        assert_eq!(items(&export, "holidays").last().unwrap()["until"], "2027-03-08T09:00:00.000Z");

        // Nothing that opens anything, and nothing that is somebody else's.
        let secrets = [
            anna.token.as_deref().unwrap(),
            revoked["token"].as_str().unwrap(),
            made["secret"].as_str().unwrap(),
            biel.token.as_deref().unwrap(),
            his["secret"].as_str().unwrap(),
            "biel.example", "said by Biel", "noted by Biel", "only his", "server_seed", "hash",
        ];
        for secret in secrets {
            assert!(!answer.text.contains(secret), "{secret}");
        }
        // That he has muted her is his secret.
        assert_eq!(items(&export, "mutes").len(), 1);
    }

    fn only_a_token_that_manages_the_account_takes_everything_away(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        server.stranger().get(EXPORT).refused(401, "unauthenticated");
        let lesser = anna.post("/v1/me/tokens", &json!({"label": "bot", "scopes": ["read", "play"]})).expect(201);
        anna.with_token(lesser["token"].as_str().unwrap()).get(EXPORT).refused(403, "lacks_scope");
        assert_eq!(anna.delete("/v1/me").status, 204);
        anna.get(EXPORT).refused(401, "invalid_token");
    }

    fn an_export_of_more_than_a_portion_has_everything_once(place: &Place) {
        let server = Server::start(place);
        let (anna, biel) = (server.stranger().register("Anna"), server.stranger().register("Biel"));
        let mut said = Vec::new();
        for table in 0..3 {
            let path = started("castellers", &[anna.clone(), biel.clone()]);
            for number in 0..90 {
                let text = format!("message {number} at table {table}");
                anna.post(&format!("{path}/messages"), &json!({"text": text})).expect(201);
                said.push(text);
            }
        }
        let mut offered = Vec::new();
        for _ in 0..98 {
            offered.push(anna.post("/v1/games", &json!({"game": "castell", "seats": 2})).expect(201)["id"].clone());
        }
        let export = anna.get(EXPORT).expect(200);
        let texts: Vec<&str> = items(&export, "messages").iter().map(|item| item["text"].as_str().unwrap()).collect();
        assert_eq!(texts, said);
        let games: Vec<&Value> = items(&export, "games").iter().map(|game| &game["game"]["id"]).collect();
        assert_eq!(games.len(), 101);
        assert!(offered.iter().all(|id| games.contains(&id)));
        assert!(games.is_sorted_by_key(|id| id.as_str()));
    }

    fn what_is_erased_is_in_no_export_of_those_who_stay(place: &Place) {
        let server = Server::start(place);
        let (anna, biel) = (server.stranger().register("Anna"), server.stranger().register("Biel"));
        let path = started("castellers", &[anna.clone(), biel.clone()]);
        leaves_traces(&biel, &path, "Biel", 0);
        leaves_traces(&anna, &path, "Anna", 1);
        let seat = anna.get(&path).expect(200)["awaiting"][0].as_u64().unwrap() as usize;
        let legal = [&anna, &biel][seat].get(&format!("{path}/legal-actions")).expect(200);
        [&anna, &biel][seat].post(&format!("{path}/actions"), &actions(1, &[legal["actions"][0].clone()])).expect(201);
        assert_eq!(anna.delete("/v1/me").status, 204);
        let export = biel.get(EXPORT);
        export.expect(200);
        for trace in [&anna.name, &anna.id, "said by Anna", "noted by Anna"] {
            assert!(!export.text.contains(trace), "{trace}");
        }
        assert_eq!(items(&export.json(), "games").len(), 1);
        assert_eq!(items(&export.json(), "mutes").len(), 0);
        // The game of the others stays, whole and verifiable.
        assert_eq!(biel.get(&format!("{path}/record")).expect(200)["complete"], true);
    }
}
