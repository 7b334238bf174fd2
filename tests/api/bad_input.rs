//! Bad input gets an answer that says why, and changes nothing.

use crate::play::{actions, table};
use crate::server::{Server, on_both};
use crate::whole_games::started;
use serde_json::{Value, json};

const JSON: (&str, &str) = ("content-type", "application/json");

on_both! {
    fn a_body_that_is_not_what_is_asked_for_is_pointed_at(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        for (body, pointer) in [
            (json!({"game": "castellers"}), "/seats"),
            (json!({"game": "castellers", "seats": "two"}), "/seats"),
            (json!({"game": "castellers", "seats": 1}), "/seats"),
            (json!({"game": "castellers", "seats": 5}), "/seats"),
            (json!({"game": "castellers", "seats": -1}), "/seats"),
            (json!({"game": "castellers", "seats": 2.5}), "/seats"),
            (json!({"game": "castellers", "seats": 1e300}), "/seats"),
            (json!({"game": "chess", "seats": 2}), "/game"),
            (json!({"game": "castellers", "seats": 2, "rated": true}), "/rated"),
            (json!({"game": "castellers", "seats": 2, "title": ""}), "/title"),
            (json!({"game": "castellers", "seats": 2, "title": "x".repeat(81)}), "/title"),
            (json!({"game": "castellers", "seats": 2, "title": null}), "/title"),
            (json!({"game": "castellers", "seats": 2, "title": "  "}), "/title"),
            (json!({"game": "castellers", "seats": 2, "title": "a\u{1b}[31m"}), "/title"),
            (json!({"game": "castellers", "seats": 2, "visibility": "secret"}), "/visibility"),
            (json!({"game": "castellers", "seats": 2, "options": {"cheat": true}}), "/options/cheat"),
            (json!({"game": "castellers", "seats": 2, "options": []}), "/options"),
            (json!({"game": "castellers", "seats": 2, "clock": {"kind": "sand"}}), "/clock/kind"),
            (json!([]), ""),
            (json!("castellers"), ""),
        ] {
            let problem = anna.post("/v1/games", &body).refused(422, "invalid_body");
            assert_eq!(problem["pointer"], pointer, "{body}: {problem}");
        }
        let page = anna.get(&format!("/v1/games?player={}", anna.id)).expect(200);
        assert_eq!(page["items"], json!([]));
    }

    fn what_is_no_json_is_refused_as_such(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
        let deep_object = format!("{}1{}", "{\"a\":".repeat(1_000), "}".repeat(1_000));
        for body in ["{", "", "{\"game\":\"castellers\",\"game\":\"castellers\",\"seats\":2}", "{\"seats\":NaN}", "nul", "{} {}", &deep, &deep_object, "\u{feff}{}", "{'a':1}"] {
            let answer = anna.send("POST", "/v1/games", &[JSON], body.as_bytes());
            assert_eq!(answer.status, 422, "{body:.40}: {}", answer.text);
        }
        let answer = anna.send("POST", "/v1/games", &[JSON], b"{\"game\":\"castellers\",\"seats\":2,\"title\":\"\xff\"}");
        answer.refused(422, "malformed_json");
        anna.send("POST", "/v1/games", &[("content-type", "text/plain")], b"{}").refused(415, "unsupported_media_type");
        let big = format!("{{\"title\":\"{}\"}}", "x".repeat(1_000_000));
        anna.send("POST", "/v1/games", &[JSON], big.as_bytes()).refused(413, "payload_too_large");
    }

    fn a_tower_that_does_not_stand_is_refused_with_its_rule_and_level(place: &Place) {
        let server = Server::start(place);
        let players = [server.stranger().register("Anna"), server.stranger().register("Biel")];
        let path = started("castell", &players);
        let seat = players[0].get(&path).expect(200)["awaiting"][0].as_u64().unwrap() as usize;
        let player = &players[seat];
        // Whoever has travelled stands in a region, where tiles lie.
        let legal = player.get(&format!("{path}/legal-actions")).expect(200);
        let mut actions = legal["actions"].as_array().unwrap().iter();
        let travel = actions.find(|action| action["type"] == "move").expect("a first move");
        let body = json!({"game": "castell", "revision": 1, "actions": [travel]});
        let seen = player.post(&format!("{path}/actions"), &body).expect(201)["game"].clone();
        let here = &seen["view"]["players"][seat]["pawn"];
        let regions = seen["view"]["regions"].as_array().unwrap();
        let region = regions.iter().find(|region| region["region"] == *here).unwrap();
        let tag = player.get(&path).header("etag");
        for (tower, rule, level) in [
            (json!([]), "castell.tower.levels", ""),
            (json!(vec![[1]; 10_000]), "castell.tower.levels", ""),
            (json!([[0]]), "castell.tower.no_such_size", "/0/0"),
            (json!([[11]]), "castell.tower.no_such_size", "/0/0"),
            (json!([[255]]), "castell.tower.no_such_size", "/0/0"),
            (json!([[]]), "castell.tower.empty_level", "/0"),
            (json!([vec![10; 31]]), "castell.tower.not_owned", "/0/"),
        ] {
            let payload = json!({"type": "perform", "tile": region["tiles"][0]["tile"], "tower": tower});
            let body = json!({"game": "castell", "revision": seen["revision"], "actions": [{"type": "special", "payload": payload}]});
            let refused = player.post(&format!("{path}/actions"), &body).refused(422, "illegal");
            assert_eq!(refused["rule"], rule, "{refused}");
            let pointer = refused["pointer"].as_str().unwrap();
            assert!(pointer.starts_with(&format!("/actions/0/payload/tower{level}")), "{pointer}");
        }
        assert_eq!(player.get(&path).header("etag"), tag);
    }

    fn actions_that_are_none_are_refused_before_the_game_is_looked_for(place: &Place) {
        let server = Server::start(place);
        let (first, _, path) = table(&server);
        let nowhere = format!("/v1/games/{}", uuid::Uuid::now_v7());
        for (action, pointer) in [
            (json!({"type": "fly"}), "/actions/0/type"),
            (json!({"type": "recruit", "times": 3}), "/actions/0/times"),
            (json!({}), "/actions/0/type"),
            (json!("recruit"), "/actions/0"),
            (json!(null), "/actions/0"),
        ] {
            for game in [&path, &nowhere] {
                let problem = first.post(&format!("{game}/actions"), &actions(1, std::slice::from_ref(&action))).refused(422, "invalid_body");
                assert_eq!(problem["pointer"], pointer, "{action}: {problem}");
            }
        }
        let submitted = |body: Value| first.post(&format!("{path}/actions"), &body);
        submitted(actions(1, &[])).refused(422, "invalid_body");
        submitted(actions(1, &vec![json!({"type": "pass"}); 33])).refused(422, "invalid_body");
        submitted(actions(-1, &[json!({"type": "pass"})])).refused(422, "invalid_body");
        assert_eq!(first.get(&path).expect(200)["revision"], 1);
        first.post(&format!("{nowhere}/actions"), &actions(1, &[json!({"type": "pass"})])).refused(404, "not_found");
    }

    fn queries_and_paths_that_make_no_sense_are_refused(place: &Place) {
        let server = Server::start(place);
        let stranger = server.stranger();
        for query in ["limit=0", "limit=101", "limit=-1", "limit=many", "limit=5&limit=5", "colour=red", "status=lost", "sort=random", "open=maybe", "player=anna", "awaiting=1"] {
            let problem = stranger.get(&format!("/v1/games?{query}")).refused(422, "invalid_query");
            assert!(problem["errors"].is_array(), "{problem}");
        }
        stranger.get("/v1/games?game=%00").refused(422, "invalid_query");
        stranger.get("/v1/games?cursor=nonsense").refused(422, "bad_cursor");
        let id = uuid::Uuid::now_v7();
        for path in ["/v1/games/1", "/v1/games/%00", "/v1/games/../games", &format!("/v1/games/{}", id.simple()), "/v1/players/anna", "/v1/catalogue/chess", "/v1", "/nothing", "/v1/games/"] {
            stranger.get(path).refused(404, "not_found");
        }
        let answer = stranger.send("PUT", "/v1/games", &[], b"");
        answer.refused(405, "method_not_allowed");
        assert_eq!(answer.header("allow"), "GET, POST, HEAD, OPTIONS");
    }

    fn every_request_has_an_id_and_browsers_may_ask(place: &Place) {
        let server = Server::start(place);
        let stranger = server.stranger();
        let own = stranger.get_with("/v1/catalogue", &[("x-request-id", "my-id-1")]);
        assert_eq!(own.header("x-request-id"), "my-id-1");
        let made = stranger.get("/v1/catalogue").header("x-request-id");
        assert!(!made.is_empty() && made != stranger.get("/v1/catalogue").header("x-request-id"));
        let preflight = stranger.send("OPTIONS", "/v1/games", &[
            ("origin", "https://client.example"),
            ("access-control-request-method", "POST"),
            ("access-control-request-headers", "authorization,idempotency-key"),
        ], b"");
        assert!(preflight.status == 200 || preflight.status == 204);
        assert_eq!(preflight.header("access-control-allow-origin"), "*");
        assert_eq!(preflight.header("access-control-allow-credentials"), "");
        let shown = stranger.get_with("/v1/catalogue", &[("origin", "https://client.example")]);
        assert_eq!(shown.header("access-control-allow-origin"), "*");
        for name in ["etag", "link", "location", "retry-after", "ratelimit", "idempotency-replayed", "x-request-id"] {
            assert!(shown.header("access-control-expose-headers").to_lowercase().contains(name), "{name}");
        }
        let head = stranger.send("HEAD", "/v1/catalogue", &[], b"");
        assert_eq!((head.status, head.text.as_str()), (200, ""));
    }
}
