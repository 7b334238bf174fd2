//! Accounts and their tokens.

use crate::server::{Server, on_both};
use serde_json::{Value, json};
use std::thread;

on_both! {
    fn an_account_has_a_public_profile_and_a_token(place: &Place) {
        let server = Server::start(place);
        let stranger = server.stranger();
        let answer = stranger.post("/v1/players", &json!({"name": "  Núria\u{2003}"}));
        let made = answer.expect(201);
        assert_eq!(made["player"]["name"], "Núria");
        let token = made["token"].as_str().unwrap();
        assert!(token.starts_with("plc_") && token.len() == 43);
        assert_eq!(answer.header("cache-control"), "no-store");
        let nuria = stranger.with_token(token);
        let me = nuria.get("/v1/me").expect(200);
        assert_eq!(me["scopes"], json!(["read", "play", "manage"]));
        assert_eq!(stranger.get(&answer.header("location")).expect(200), made["player"]);
        stranger.get("/v1/me").refused(401, "unauthenticated");
    }

    fn names_are_unique_without_regard_to_case_and_look_alikes(place: &Place) {
        let server = Server::start(place);
        let stranger = server.stranger();
        let register = |name: &str| stranger.post("/v1/players", &json!({"name": name}));
        register("Oriol").expect(201);
        for name in ["ORIOL", "0riol", "Οriol", " oriol ", "orioI"] {
            register(name).refused(409, "name_taken");
        }
        for name in ["", "   ", "a\u{200b}b", "a\nb", "\u{202e}abc", "[deleted]", &"x".repeat(41)] {
            let problem = register(name).refused(422, "invalid_body");
            assert_eq!(problem["pointer"], "/name");
        }
        register(&"x".repeat(40)).expect(201);
        register("Straßenkönig").expect(201);
        register("STRASSENKÖNIG").refused(409, "name_taken");
    }

    fn of_ten_who_want_one_name_exactly_one_gets_it(place: &Place) {
        let server = Server::start(place);
        let stranger = server.stranger();
        let statuses: Vec<u16> = thread::scope(|scope| {
            let register = || stranger.post("/v1/players", &json!({"name": "Much Wanted"})).status;
            let threads: Vec<_> = (0..10).map(|_| scope.spawn(register)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1);
        assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 9);
    }

    fn of_many_tokens_and_webhooks_made_at_once_none_are_too_many(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let made_at_once = |path: &str, body: &Value| {
            let statuses: Vec<u16> = thread::scope(|scope| {
                let make = || anna.post(path, body).status;
                let threads: Vec<_> = (0..16).map(|_| scope.spawn(make)).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert!(statuses.iter().all(|status| [201, 409].contains(status)), "{statuses:?}");
            statuses.iter().filter(|status| **status == 201).count()
        };
        let webhook = json!({"url": "https://placa.example/hook", "events": ["your_turn"]});
        assert_eq!(made_at_once("/v1/me/webhooks", &webhook), 10);
        let token = json!({"label": "a program", "scopes": ["read"]});
        for _ in 0..40 {
            anna.post("/v1/me/tokens", &token).expect(201);
        }
        // One was made by registering.
        assert_eq!(made_at_once("/v1/me/tokens", &token), 9);
    }

    fn a_token_may_do_what_it_was_made_for_until_it_is_revoked(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let make = |scopes: Value| anna.post("/v1/me/tokens", &json!({"label": "a program", "scopes": scopes}));
        let made = make(json!(["read"])).expect(201);
        let reader = anna.with_token(made["token"].as_str().unwrap());
        reader.get("/v1/me").expect(200);
        reader.post("/v1/games", &json!({"game": "castellers", "seats": 2})).refused(403, "lacks_scope");
        reader.get("/v1/me/tokens").refused(403, "lacks_scope");
        let manager = anna.with_token(make(json!(["manage"])).expect(201)["token"].as_str().unwrap());
        manager.post("/v1/me/tokens", &json!({"label": "more", "scopes": ["play"]})).refused(403, "lacks_scope");
        make(json!([])).refused(422, "invalid_body");
        make(json!(["admin"])).refused(422, "invalid_body");
        anna.post("/v1/me/tokens", &json!({"label": "late", "scopes": ["read"], "expires_at": "2020-01-01T00:00:00Z"})).refused(422, "invalid_body");

        for expires_at in ["9999-12-31T23:59:59-14:00", "2027-01-01 00:00:00Z", "tomorrow"] {
            let body = json!({"label": "odd", "scopes": ["read"], "expires_at": expires_at});
            assert_eq!(anna.post("/v1/me/tokens", &body).refused(422, "invalid_body")["pointer"], "/expires_at");
        }
        let odd = json!({"label": "a\u{202e}b", "scopes": ["read"]});
        assert_eq!(anna.post("/v1/me/tokens", &odd).refused(422, "invalid_body")["pointer"], "/label");

        let listed = anna.get("/v1/me/tokens").expect(200);
        assert_eq!(listed["items"].as_array().unwrap().len(), 3);
        assert!(!listed.to_string().contains("plc_"));
        let path = format!("/v1/me/tokens/{}", made["info"]["id"].as_str().unwrap());
        assert_eq!(anna.delete(&path).status, 204);
        anna.delete(&path).refused(404, "not_found");
        reader.get("/v1/me").refused(401, "invalid_token");
        let biel = server.stranger().register("Biel");
        let other = format!("/v1/me/tokens/{}", listed["items"][2]["id"].as_str().unwrap());
        biel.delete(&other).refused(404, "not_found");
        for token in ["", "plc_", "nonsense", "plc_0000000000000000000000000000000000000000"] {
            let answer = anna.with_token(token).get("/v1/me");
            assert_eq!(answer.status, 401, "{}", answer.text);
            assert!(answer.header("www-authenticate").starts_with("Bearer"));
        }
    }

    fn a_name_is_changed_and_a_deleted_account_leaves_its_games(place: &Place) {
        let server = Server::start(place);
        let (first, second, path) = crate::play::table(&server);
        let renamed = first.patch("/v1/me", &json!({"name": "Somebody Else"})).expect(200);
        assert_eq!(renamed["name"], "Somebody Else");
        first.patch("/v1/me", &json!({"name": second.name})).refused(409, "name_taken");
        let you = second.get(&path).expect(200)["you"].as_u64().unwrap() as usize;
        let other = second.get(&path).expect(200)["seats"][1 - you]["player"].clone();
        assert_eq!(other["name"], "Somebody Else");

        assert_eq!(first.delete("/v1/me").status, 204);
        first.get("/v1/me").refused(401, "invalid_token");
        server.stranger().get(&format!("/v1/players/{}", first.id)).refused(404, "not_found");
        let game = second.get(&path).expect(200);
        assert_eq!(
            game["seats"][1 - you]["player"],
            json!({"id": uuid::Uuid::nil().to_string(), "name": "[deleted]"})
        );
        let found = second.get(&format!("/v1/games?player={}", first.id)).expect(200);
        assert_eq!(found["items"], json!([]));
        assert_eq!(game["status"], "finished");
        assert_eq!(game["outcome"]["reason"], "resignation");
        server.stranger().post("/v1/players", &json!({"name": "somebody else"})).refused(409, "name_taken");
    }

    fn an_account_that_is_deleted_while_it_offers_and_joins_leaves_nothing_behind(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let offer = json!({"game": "castellers", "seats": 3, "start": "by_owner"});
        for round in 0..5 {
            let biel = server.stranger().register("Biel");
            let offered = anna.post("/v1/games", &offer).expect(201);
            let annas = format!("/v1/games/{}", offered["id"].as_str().unwrap());
            thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| biel.post("/v1/games", &offer));
                }
                scope.spawn(|| biel.post(&format!("{annas}/seats"), &json!({})));
                scope.spawn(|| anna.delete(&format!("{annas}/seats/1")));
                scope.spawn(|| assert_eq!(biel.delete("/v1/me").status, 204));
            });
            let open = server.stranger().get("/v1/games?open=true&limit=100").expect(200);
            assert!(!open.to_string().contains("[deleted]"), "round {round}: {open}");
        }
    }

    fn a_deleted_account_leaves_no_offer_that_nobody_can_start(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let biel = server.stranger().register("Biel");
        let offer = |owner: &crate::client::Client| {
            let offered = owner.post("/v1/games", &json!({"game": "castellers", "seats": 3})).expect(201);
            format!("/v1/games/{}", offered["id"].as_str().unwrap())
        };
        let (annas, biels) = (offer(&anna), offer(&biel));
        anna.post(&format!("{biels}/seats"), &json!({})).expect(201);
        biel.post(&format!("{annas}/seats"), &json!({})).expect(201);
        assert_eq!(anna.delete("/v1/me").status, 204);
        assert_eq!(biel.get(&annas).expect(200)["status"], "cancelled");
        let game = biel.get(&biels).expect(200);
        assert_eq!(game["status"], "open");
        assert_eq!(game["seats"][1], json!({"seat": 1}));
    }
}
