//! Doing a thing once, however often it is asked for.

use crate::client::{Answer, Client};
use crate::play::{actions, table};
use crate::server::{Server, on_both};
use serde_json::{Value, json};
use std::thread;

fn keyed(client: &Client, path: &str, key: &str, body: &Value) -> Answer {
    client.post_with(path, &[("idempotency-key", key)], body)
}

#[track_caller]
fn replays(first: &Answer, again: &Answer) {
    assert_eq!(again.text, first.text);
    assert_eq!(again.status, first.status);
    assert_eq!(again.header("location"), first.header("location"));
    assert_eq!(first.header("idempotency-replayed"), "");
    assert_eq!(again.header("idempotency-replayed"), "true");
}

on_both! {
    fn a_move_is_answered_again_also_after_a_restart_and_later_moves(place: &Place) {
        let server = Server::start(place);
        let (first, _, path) = table(&server);
        let path = format!("{path}/actions");
        let body = actions(1, &[json!({"type": "recruit"})]);
        let answer = keyed(&first, &path, "one", &body);
        answer.expect(201);
        replays(&answer, &keyed(&first, &path, "one", &body));
        keyed(&first, &path, "one", &actions(2, &[json!({"type": "recruit"})])).refused(422, "idempotency_key_reused");
        keyed(&first, &path, "two", &body).refused(412, "stale_revision");
        server.kill();
        let server = Server::start(place);
        let first = first.at(&server.base);
        replays(&answer, &keyed(&first, &path, "one", &body));
        assert_eq!(first.get(&format!("{path}?after=0")).expect(200)["items"].as_array().unwrap().len(), 2);
    }

    fn twenty_at_once_with_one_key_act_once_and_answer_alike(place: &Place) {
        let server = Server::start(place);
        let (first, _, path) = table(&server);
        let body = actions(1, &[json!({"type": "recruit"})]);
        let answers: Vec<Answer> = thread::scope(|scope| {
            let send = || keyed(&first, &format!("{path}/actions"), "storm", &body);
            let threads: Vec<_> = (0..20).map(|_| scope.spawn(send)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        for answer in &answers {
            assert_eq!(answer.expect(201), answers[0].json());
        }
        let anew = answers.iter().filter(|answer| answer.header("idempotency-replayed") != "true").count();
        assert_eq!(anew, 1);
        assert_eq!(first.get(&path).expect(200)["revision"], 2);
    }

    fn a_check_is_answered_again_too(place: &Place) {
        let server = Server::start(place);
        let (first, _, path) = table(&server);
        let body = actions(1, &[json!({"type": "pass"})]);
        let check = format!("{path}/actions/check");
        let answer = keyed(&first, &check, "check", &body);
        assert_eq!(answer.expect(200)["legal"], true);
        first.post(&format!("{path}/actions"), &body).expect(201);
        first.post(&check, &body).refused(412, "stale_revision");
        replays(&answer, &keyed(&first, &check, "check", &body));
    }

    fn a_refusal_leaves_nothing_behind_its_key(place: &Place) {
        let server = Server::start(place);
        let (first, second, path) = table(&server);
        let path = format!("{path}/actions");
        let body = actions(1, &[json!({"type": "recruit"})]);
        keyed(&second, &path, "early", &body).refused(409, "not_awaited");
        let passed = actions(1, &[json!({"type": "pass"})]);
        first.post(&path, &passed).expect(201);
        keyed(&second, &path, "early", &actions(2, &[json!({"type": "recruit"})])).expect(201);
    }

    fn keys_of_different_accounts_have_nothing_to_do_with_each_other(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let biel = server.stranger().register("Biel");
        let body = json!({"game": "castellers", "seats": 2});
        let one = keyed(&anna, "/v1/games", "key", &body);
        let two = keyed(&biel, "/v1/games", "key", &body);
        assert_ne!(one.expect(201)["id"], two.expect(201)["id"]);
        replays(&one, &keyed(&anna, "/v1/games", "key", &body));
        keyed(&anna, "/v1/games", "key", &json!({"game": "castellers", "seats": 3})).refused(422, "idempotency_key_reused");
        let path = format!("/v1/games/{}/seats", one.json()["id"].as_str().unwrap());
        keyed(&anna, &path, "key", &json!({})).refused(422, "idempotency_key_reused");
        let seated = keyed(&biel, &path, "seat", &json!({}));
        assert_eq!(seated.expect(201), json!({"seat": 1}));
        replays(&seated, &keyed(&biel, &path, "seat", &json!({})));
    }

    fn a_registration_is_answered_again_with_the_same_token(place: &Place) {
        let server = Server::start(place);
        let stranger = server.stranger();
        let body = json!({"name": "Once Only"});
        let key = "a-key-of-at-least-thirty-two-characters";
        let answer = keyed(&stranger, "/v1/players", key, &body);
        let token = answer.expect(201)["token"].as_str().unwrap().to_owned();
        replays(&answer, &keyed(&stranger, "/v1/players", key, &body));
        stranger.with_token(&token).get("/v1/me").expect(200);
        keyed(&stranger, "/v1/players", "short", &json!({"name": "Other"})).refused(422, "bad_idempotency_key");
        keyed(&stranger, "/v1/players", key, &json!({"name": "Other"})).refused(422, "idempotency_key_reused");
        stranger.post("/v1/players", &body).refused(409, "name_taken");
        let answers: Vec<Answer> = thread::scope(|scope| {
            let send = || keyed(&stranger, "/v1/players", "another-key-of-at-least-thirty-two-characters", &json!({"name": "Many At Once"}));
            let threads: Vec<_> = (0..10).map(|_| scope.spawn(send)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        for answer in &answers {
            assert_eq!(answer.expect(201), answers[0].json());
        }
    }
}
