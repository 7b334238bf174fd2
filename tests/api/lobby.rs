//! Offers, seats, starts and lists.

use crate::client::Client;
use crate::server::{Server, on_both};
use serde_json::{Value, json};
use std::thread;

fn offer(owner: &Client, body: Value) -> String {
    let offered = owner.post("/v1/games", &body).expect(201);
    format!("/v1/games/{}", offered["id"].as_str().unwrap())
}

fn castellers(seats: u8) -> Value {
    json!({"game": "castellers", "seats": seats})
}

fn together<T: Send>(clients: &[Client], act: impl Fn(&Client) -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let threads: Vec<_> = clients
            .iter()
            .map(|client| scope.spawn(|| act(client)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    })
}

on_both! {
    fn an_offer_has_its_defaults_and_its_owner_sits_at_seat_0(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let answer = anna.post("/v1/games", &castellers(3));
        let game = answer.expect(201);
        let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
        assert_eq!(answer.header("location"), path);
        assert_eq!(game["status"], "open");
        assert_eq!(game["revision"], 0);
        assert_eq!(game["visibility"], "public");
        assert_eq!(game["start"], "when_full");
        assert_eq!(game["absence"], "fallback");
        assert_eq!(game["clock"], json!({"kind": "none"}));
        assert_eq!(game["you"], 0);
        assert_eq!(game["options"]["game"], "castellers");
        assert_eq!(game["seats"][0]["player"]["id"], anna.id.as_str());
        assert_eq!(game["seats"][1], json!({"seat": 1}));
        assert_eq!(game["seats"].as_array().unwrap().len(), 3);
        assert_eq!(game["awaiting"], json!([]));
        assert!(game.get("view").is_none() && game.get("outcome").is_none());
        assert_eq!(game["dealing"]["contributions"], json!([]));
        assert_eq!(game["dealing"]["commitment"].as_str().unwrap().len(), 64);
        assert_eq!(server.stranger().get(&path).expect(200)["you"], Value::Null);
    }

    fn of_fifty_who_want_the_last_seat_exactly_one_gets_it(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let path = offer(&anna, castellers(2));
        let crowd: Vec<Client> = (0..50).map(|n| server.stranger().register(&format!("Joiner {n}"))).collect();
        let answers = together(&crowd, |client| client.post(&format!("{path}/seats"), &json!({})));
        let won = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(won, 1);
        for answer in answers.iter().filter(|answer| answer.status != 201) {
            assert_eq!(answer.status, 409, "{}", answer.text);
            let code = answer.json()["code"].clone();
            assert!(code == "seat_taken" || code == "wrong_status", "{code}");
        }
        let game = anna.get(&path).expect(200);
        assert_eq!(game["status"], "running");
        assert_eq!(game["revision"], 1);
        let history = anna.get(&format!("{path}/actions")).expect(200);
        assert_eq!(history["items"].as_array().unwrap().len(), 1);
    }

    fn seats_taken_at_once_are_all_taken(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let path = offer(&anna, json!({"game": "castellers", "seats": 4, "start": "by_owner"}));
        let others: Vec<Client> = (0..3).map(|n| server.stranger().register(&format!("Other {n}"))).collect();
        let answers = together(&others, |client| client.post(&format!("{path}/seats"), &json!({})).expect(201));
        let mut seats: Vec<u64> = answers.iter().map(|answer| answer["seat"].as_u64().unwrap()).collect();
        seats.sort_unstable();
        assert_eq!(seats, [1, 2, 3]);
        let game = anna.get(&path).expect(200);
        let colours: std::collections::BTreeSet<String> = game["seats"].as_array().unwrap().iter()
            .map(|seat| seat["colour"].as_str().unwrap().to_owned()).collect();
        assert_eq!(colours.len(), 4);
        assert_eq!(game["status"], "open");
    }

    fn an_account_has_one_seat_and_a_seat_one_account(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let biel = server.stranger().register("Biel");
        let path = offer(&anna, castellers(3));
        let seats = format!("{path}/seats");
        anna.post(&seats, &json!({"seat": 1})).refused(409, "already_seated");
        biel.post(&seats, &json!({"seat": 0})).refused(409, "seat_taken");
        biel.post(&seats, &json!({"seat": 3})).refused(422, "invalid_body");
        biel.post(&seats, &json!({"colour": "puce"})).refused(422, "invalid_body");
        let annas = anna.get(&path).expect(200)["seats"][0]["colour"].clone();
        biel.post(&seats, &json!({"colour": annas})).refused(409, "colour_taken");
        assert_eq!(biel.post(&seats, &json!({"seat": 2})).expect(201), json!({"seat": 2}));
        server.stranger().post(&seats, &json!({})).refused(401, "unauthenticated");
    }

    fn seats_are_left_and_freed_before_the_start(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let biel = server.stranger().register("Biel");
        let carla = server.stranger().register("Carla");
        let path = offer(&anna, json!({"game": "castellers", "seats": 2, "start": "by_owner"}));
        let seat = format!("{path}/seats/1");
        anna.delete(&seat).refused(404, "not_found");
        biel.post(&format!("{path}/seats"), &json!({})).expect(201);
        carla.delete(&seat).refused(403, "not_owner");
        assert_eq!(biel.delete(&seat).status, 204);
        carla.post(&format!("{path}/seats"), &json!({})).expect(201);
        assert_eq!(anna.delete(&seat).status, 204);
        anna.delete(&format!("{path}/seats/0")).refused(409, "owner_stays");
        anna.delete(&format!("{path}/seats/7")).refused(404, "not_found");
        assert_eq!(anna.get(&path).expect(200)["seats"][1], json!({"seat": 1}));
    }

    fn colours_and_entropy_belong_to_the_holder_until_the_start(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let biel = server.stranger().register("Biel");
        let path = offer(&anna, castellers(2));
        let colours = anna.get("/v1/catalogue/castellers").expect(200)["colours"].clone();
        let last = colours.as_array().unwrap().last().unwrap().clone();
        assert_eq!(anna.patch(&format!("{path}/seats/0"), &json!({"colour": last})).status, 204);
        biel.patch(&format!("{path}/seats/0"), &json!({"colour": last})).refused(403, "not_seated");
        anna.patch(&format!("{path}/seats/0"), &json!({"colour": "puce"})).refused(422, "invalid_body");
        let entropy = format!("{path}/seats/0/entropy");
        assert_eq!(anna.put(&entropy, &json!({"entropy": "first"})).status, 204);
        assert_eq!(anna.put(&entropy, &json!({"entropy": "my dice say 4 2 6"})).status, 204);
        biel.put(&entropy, &json!({"entropy": "mine"})).refused(403, "not_seated");
        anna.put(&entropy, &json!({"entropy": ""})).refused(422, "invalid_body");
        let before = anna.get(&path).expect(200);
        assert_eq!(before["seats"][0]["colour"], last);
        assert_eq!(before["dealing"]["contributions"], json!([{"seat": 0, "entropy": "my dice say 4 2 6"}]));
        biel.post(&format!("{path}/seats"), &json!({"entropy": "a\nb"})).refused(422, "invalid_body");
        biel.post(&format!("{path}/seats"), &json!({"entropy": "and mine 1 1 3"})).expect(201);
        anna.put(&entropy, &json!({"entropy": "too late"})).refused(409, "wrong_status");
        let after = anna.get(&path).expect(200);
        assert_eq!(after["dealing"]["contributions"], json!([
            {"seat": 0, "entropy": "my dice say 4 2 6"},
            {"seat": 1, "entropy": "and mine 1 1 3"},
        ]));
        assert_eq!(after["dealing"]["commitment"], before["dealing"]["commitment"]);
    }

    fn the_owner_starts_a_full_table_or_a_smaller_one(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let biel = server.stranger().register("Biel");
        let path = offer(&anna, json!({"game": "castellers", "seats": 4, "start": "by_owner"}));
        let start = format!("{path}/start");
        anna.post(&start, &json!({})).refused(409, "not_full");
        biel.post(&format!("{path}/seats"), &json!({"seat": 3})).expect(201);
        biel.post(&start, &json!({})).refused(403, "not_owner");
        let game = anna.send("POST", &start, &[], b"").expect(200);
        assert_eq!(game["status"], "running");
        assert_eq!(game["revision"], 1);
        assert_eq!(game["seats"].as_array().unwrap().len(), 2);
        assert_eq!(game["seats"][1]["player"]["id"], biel.id.as_str());
        assert_eq!(biel.get(&path).expect(200)["you"], 1);
        anna.post(&start, &json!({})).refused(409, "wrong_status");
    }

    fn an_offer_is_withdrawn_by_its_owner_before_the_start(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let biel = server.stranger().register("Biel");
        let path = offer(&anna, castellers(2));
        biel.delete(&path).refused(403, "not_owner");
        assert_eq!(anna.delete(&path).status, 204);
        anna.delete(&path).refused(409, "wrong_status");
        biel.post(&format!("{path}/seats"), &json!({})).refused(409, "wrong_status");
        assert_eq!(anna.get(&path).expect(200)["status"], "cancelled");
    }

    fn lists_are_filtered_and_walked_by_cursor_while_they_grow(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let mut offered: Vec<String> = (0..7).map(|_| offer(&anna, castellers(2))).collect();
        let mine = format!("/v1/games?player={}", anna.id);
        let mut seen = Vec::new();
        let mut next = format!("{mine}&limit=3");
        loop {
            let answer = anna.get(&next);
            let page = answer.expect(200);
            for item in page["items"].as_array().unwrap() {
                seen.push(format!("/v1/games/{}", item["id"].as_str().unwrap()));
            }
            let Some(cursor) = page["next"].as_str() else {
                assert_eq!(answer.header("link"), "");
                break;
            };
            assert!(answer.header("link").ends_with("; rel=\"next\""));
            next = format!("{mine}&limit=3&cursor={cursor}");
            // Whatever comes meanwhile is newer and changes nothing about what follows.
            offer(&anna, castellers(2));
        }
        offered.reverse();
        assert_eq!(seen, offered);

        let count = |query: &str| anna.get(&format!("/v1/games?player={}&limit=100{query}", anna.id)).expect(200)["items"].as_array().unwrap().len();
        let all = count("");
        assert_eq!(count("&open=true"), all);
        assert_eq!(count("&status=running"), 0);
        assert_eq!(count("&game=castellers"), all);
        let biel = server.stranger().register("Biel");
        biel.post(&format!("{}/seats", offered[0]), &json!({})).expect(201);
        assert_eq!(count("&open=true"), all - 1);
        assert_eq!(count("&status=running"), 1);
        let awaited = count(&format!("&awaiting={}", anna.id)) + count(&format!("&awaiting={}", biel.id));
        assert_eq!(awaited, 1);
        let oldest = anna.get(&format!("{mine}&sort=waiting&limit=1")).expect(200);
        assert_eq!(format!("/v1/games/{}", oldest["items"][0]["id"].as_str().unwrap()), *offered.last().unwrap());
    }
}
