//! Several servers of one database, and one that wants to be the only one.

use crate::server::{Place, Server, StoodStill, on_both};
use crate::whole_games::{pick, started};
use placa::model::Moment;
use serde_json::json;
use std::process::Command;

on_both! {
    fn a_game_played_through_two_servers_in_turn_goes_on_as_on_one(place: &Place) {
        let start: Moment = "2026-03-01T12:00:00Z".parse().unwrap();
        let servers = [StoodStill::at(place, start), StoodStill::at(place, start)];
        let stranger = servers[0].stranger();
        let table = [stranger.register("Anna"), stranger.register("Biel")];
        let path = started("el_grande", &table);
        let dice = &mut 7;
        for turn in 0..60 {
            let here = &servers[turn % 2].base;
            let seen = table[0].at(here).get(&path).expect(200);
            let Some(seat) = seen["awaiting"].as_array().unwrap().first() else {
                break;
            };
            let player = table[seat.as_u64().unwrap() as usize].at(here);
            let legal = player.get(&format!("{path}/legal-actions")).expect(200);
            assert_eq!(legal["revision"], seen["revision"]);
            let action = pick(legal["actions"].as_array().unwrap(), dice);
            let body = json!({"game": "el_grande", "revision": legal["revision"], "actions": [action]});
            let key = format!("turn-{turn}");
            let first = player.post_with(&format!("{path}/actions"), &[("idempotency-key", &key)], &body);
            let told = first.expect(201);
            // Who was told of it finds it on the other server too, and there the same key gives the same answer.
            let there = &servers[(turn + 1) % 2].base;
            let again = player.at(there).post_with(&format!("{path}/actions"), &[("idempotency-key", &key)], &body);
            assert_eq!(again.expect(201)["revision"], told["revision"]);
            assert_eq!(again.header("idempotency-replayed"), "true");
            assert_eq!(player.at(there).get(&path).expect(200)["revision"], told["revision"]);
        }
    }

    fn a_token_revoked_on_one_server_opens_nothing_on_another_after_a_second(place: &Place) {
        let start: Moment = "2026-03-01T12:00:00Z".parse().unwrap();
        let (near, far) = (StoodStill::at(place, start), StoodStill::at(place, start));
        let anna = near.stranger().register("Anna");
        let made = anna.post("/v1/me/tokens", &json!({"label": "lost", "scopes": ["read"]})).expect(201);
        let lost = anna.with_token(made["token"].as_str().unwrap());
        lost.get("/v1/me").expect(200);
        lost.at(&far.base).get("/v1/me").expect(200);
        anna.delete(&format!("/v1/me/tokens/{}", made["info"]["id"].as_str().unwrap())).expect(204);
        lost.get("/v1/me").refused(401, "invalid_token");
        far.pass(1);
        lost.at(&far.base).get("/v1/me").refused(401, "invalid_token");
    }

    fn a_new_name_shows_at_once_in_games_that_were_just_read(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let offered = anna.post("/v1/games", &json!({"game": "castell", "seats": 2})).expect(201);
        let path = format!("/v1/games/{}", offered["id"].as_str().unwrap());
        anna.get(&path).expect(200);
        let name = format!("{} again", anna.name);
        anna.patch("/v1/me", &json!({"name": name})).expect(200);
        assert_eq!(anna.get(&path).expect(200)["owner"]["name"], name.as_str());
    }

    fn a_single_server_shows_what_was_just_done(place: &Place) {
        let server = Server::start_with(place, &[("PLACA_SINGLE_SERVER", "true")]);
        let table = [server.stranger().register("Anna"), server.stranger().register("Biel")];
        let path = started("castellers", &table);
        for _ in 0..20 {
            let seen = table[0].get(&path).expect(200);
            let seat = seen["awaiting"][0].as_u64().unwrap() as usize;
            let legal = table[seat].get(&format!("{path}/legal-actions")).expect(200);
            let action = &legal["actions"][0];
            let body = json!({"game": "castellers", "revision": legal["revision"], "actions": [action]});
            let told = table[seat].post(&format!("{path}/actions"), &body).expect(201);
            for reader in &table {
                assert_eq!(reader.get(&path).expect(200)["revision"], told["revision"]);
            }
        }
    }
}

#[test]
fn beside_a_single_server_no_other_starts() {
    let place = Place::postgres();
    let _only = Server::start_with(&place, &[("PLACA_SINGLE_SERVER", "true")]);
    for flags in [&[][..], &["--single-server"]] {
        let refused = Command::new(env!("CARGO_BIN_EXE_placa"))
            .args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--database",
                &place.url(),
            ])
            .args(flags)
            .output()
            .unwrap();
        assert!(!refused.status.success());
        let complaint = String::from_utf8(refused.stderr).unwrap();
        assert!(complaint.contains("--single-server"), "{complaint}");
    }
}
