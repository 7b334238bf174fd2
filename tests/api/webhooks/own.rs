//! Webhooks are their owner's: made, seen, changed and taken away by nobody else, and nothing else than webhooks.

use super::{ALL, DAY, deliveries, path_of, players, start, webhook};
use crate::client::Client;
use crate::receiver::Receiver;
use crate::server::{StoodStill, on_both};
use serde_json::{Value, json};

/// Every request about a webhook.
fn all_requests(client: &Client, path: &str, delivery: &str) -> Vec<crate::client::Answer> {
    vec![
        client.get(path),
        client.patch(path, &json!({"enabled": false})),
        client.get(&format!("{path}/deliveries")),
        client.post(&format!("{path}/test"), &json!({})),
        client.post(
            &format!("{path}/deliveries/{delivery}/redeliver"),
            &json!({}),
        ),
        client.delete(path),
    ]
}

on_both! {
    fn a_webhook_is_there_for_its_owner_alone(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger());
        let receiver = Receiver::start();
        let made = webhook(&table[0], &receiver, &["your_turn"]);
        assert_eq!(made["events"], json!(["your_turn", "test"]));
        assert_eq!(made["enabled"], true);
        let path = path_of(&made);
        table[0].post(&format!("{path}/test"), &json!({})).expect(201);
        let delivery = deliveries(&table[0], &made)[0]["id"].as_str().unwrap().to_owned();
        let nowhere = format!("/v1/me/webhooks/{}", uuid::Uuid::now_v7());
        for (theirs, none) in all_requests(&table[1], &path, &delivery).iter().zip(all_requests(&table[1], &nowhere, &delivery)) {
            let refused = theirs.refused(404, "not_found");
            assert_eq!(refused["detail"], none.refused(404, "not_found")["detail"]);
        }
        assert_eq!(table[1].get("/v1/me/webhooks").expect(200)["items"], json!([]));
        for answer in all_requests(&server.stranger(), &path, &delivery) {
            answer.refused(401, "unauthenticated");
        }
        let made_here = webhook(&table[1], &receiver, &ALL);
        let other = format!("{}/deliveries/{delivery}/redeliver", path_of(&made_here));
        table[1].post(&other, &json!({})).refused(404, "not_found");
        let mut same = made.clone();
        same.as_object_mut().unwrap().remove("secret");
        assert_eq!(table[0].get(&path).expect(200), same);
        assert_eq!(table[0].get("/v1/me/webhooks").expect(200)["items"], json!([same]));
        table[0].delete(&path).expect(204);
        table[0].get(&path).refused(404, "not_found");
        server.tell_webhooks();
        assert!(receiver.told().is_empty());
    }

    fn a_token_to_read_with_changes_no_webhook(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        let made = webhook(&anna, &Receiver::start(), &ALL);
        let token = anna.post("/v1/me/tokens", &json!({"label": "Reader", "scopes": ["read"]})).expect(201);
        let reader = anna.with_token(token["token"].as_str().unwrap());
        let path = path_of(&made);
        reader.get(&path).expect(200);
        reader.get(&format!("{path}/deliveries")).expect(200);
        reader.post("/v1/me/webhooks", &json!({"url": "https://hooks.example/", "events": ["test"]})).refused(403, "lacks_scope");
        reader.patch(&path, &json!({"rotate_secret": true})).refused(403, "lacks_scope");
        reader.post(&format!("{path}/test"), &json!({})).refused(403, "lacks_scope");
        reader.delete(&path).refused(403, "lacks_scope");
    }

    fn what_can_be_no_webhook_is_refused_with_a_pointer(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        let made = webhook(&anna, &Receiver::start(), &ALL);
        let good = "https://hooks.example/";
        for (body, pointer) in [
            (json!({}), "/url"),
            (json!({"url": good}), "/events"),
            (json!({"url": good, "events": []}), "/events"),
            (json!({"url": good, "events": ["checkmate"]}), "/events/0"),
            (json!({"url": good, "events": "your_turn"}), "/events"),
            (json!({"url": good, "events": ["test"], "secret": "mine"}), "/secret"),
            (json!({"url": 7, "events": ["test"]}), "/url"),
            (json!({"url": "", "events": ["test"]}), "/url"),
            (json!({"url": format!("{good}{}", "x".repeat(2_000)), "events": ["test"]}), "/url"),
            (json!({"url": "hooks.example", "events": ["test"]}), "/url"),
            (json!({"url": "ftp://hooks.example/", "events": ["test"]}), "/url"),
            (json!({"url": "https://anna:secret@hooks.example/", "events": ["test"]}), "/url"),
            (json!({"url": "https://hooks.example:25/", "events": ["test"]}), "/url"),
            (json!({"url": "https://hooks.example/#a", "events": ["test"]}), "/url"),
            (json!({"url": "http://10.0.0.1/", "events": ["test"]}), "/url"),
            (json!({"url": "http://169.254.169.254/latest/", "events": ["test"]}), "/url"),
            (json!({"url": "http://2852039166/", "events": ["test"]}), "/url"),
            (json!({"url": "http://[::ffff:169.254.169.254]/", "events": ["test"]}), "/url"),
            (json!({"url": "http://[::1]/", "events": ["test"]}), "/url"),
        ] {
            let refused = anna.post("/v1/me/webhooks", &body).refused(422, "invalid_body");
            assert_eq!(refused["pointer"], pointer, "{body}: {refused}");
        }
        for (body, pointer) in [
            (json!({"url": "http://192.168.0.1/"}), "/url"),
            (json!({"url": null}), "/url"),
            (json!({"events": []}), "/events"),
            (json!({"enabled": "no"}), "/enabled"),
            (json!({"secret": "mine"}), "/secret"),
        ] {
            let refused = anna.patch(&path_of(&made), &body).refused(422, "invalid_body");
            assert_eq!(refused["pointer"], pointer, "{body}: {refused}");
        }
        let page = anna.get("/v1/me/webhooks").expect(200);
        assert_eq!(page["items"].as_array().unwrap().len(), 1);
        assert_eq!(page["items"][0]["url"], made["url"]);
        let changed = anna.patch(&path_of(&made), &json!({"url": "https://HOOKS.example", "events": ["game_ended"]})).expect(200);
        assert_eq!(changed["url"], "https://hooks.example/");
        assert_eq!(changed["events"], json!(["game_ended", "test"]));
        assert_eq!(changed.get("secret"), None);
    }

    fn a_key_makes_one_webhook_and_shows_its_secret_again(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        let body = json!({"url": Receiver::start().url, "events": ALL});
        let key = [("idempotency-key", "hook-1")];
        let first = anna.post_with("/v1/me/webhooks", &key, &body);
        let again = anna.post_with("/v1/me/webhooks", &key, &body);
        assert_eq!(first.expect(201), again.expect(201));
        assert_eq!(again.header("idempotency-replayed"), "true");
        let made = first.json();
        let test = format!("{}/test", path_of(&made));
        let key = [("idempotency-key", "test-1")];
        let first = anna.post_with(&test, &key, &json!({})).expect(201);
        assert_eq!(anna.post_with(&test, &key, &json!({})).expect(201), first);
        assert_eq!(deliveries(&anna, &made).len(), 1);
        for _ in 1..10 {
            anna.post("/v1/me/webhooks", &body).expect(201);
        }
        anna.post("/v1/me/webhooks", &body).refused(409, "too_many");
        anna.delete(&path_of(&made)).expect(204);
        anna.post("/v1/me/webhooks", &body).expect(201);
    }

    fn disabled_by_its_owner_it_is_told_nothing(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        let receiver = Receiver::start();
        let made = webhook(&anna, &receiver, &ALL);
        anna.post(&format!("{}/test", path_of(&made)), &json!({})).expect(201);
        let seen = anna.patch(&path_of(&made), &json!({"enabled": false})).expect(200);
        assert_eq!((&seen["enabled"], &seen["disabled_because"]), (&json!(false), &json!("by_owner")));
        anna.post("/v1/games", &json!({"game": "castellers", "seats": 2})).expect(201);
        server.tell_webhooks();
        assert!(receiver.told().is_empty());
        let listed = deliveries(&anna, &made);
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0]["status"], "dropped");
        let again = format!("{}/deliveries/{}/redeliver", path_of(&made), listed[0]["id"].as_str().unwrap());
        anna.post(&again, &json!({})).refused(409, "webhook_disabled");
    }

    fn deliveries_are_listed_page_by_page_for_thirty_days(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        let made = webhook(&anna, &Receiver::start(), &ALL);
        let path = path_of(&made);
        let tests: Vec<Value> = (0..5).map(|_| anna.post(&format!("{path}/test"), &json!({})).expect(201)["id"].clone()).collect();
        let mut walked = Vec::new();
        let mut next = format!("{path}/deliveries?limit=2");
        loop {
            let page = anna.get(&next).expect(200);
            walked.extend(page["items"].as_array().unwrap().iter().map(|item| item["id"].clone()));
            let Some(cursor) = page["next"].as_str() else {
                break;
            };
            next = format!("{path}/deliveries?limit=2&cursor={cursor}");
        }
        walked.reverse();
        assert_eq!(walked, tests);
        server.tell_webhooks();
        server.pass(30 * DAY);
        assert_eq!(server.forget_old_deliveries(), 0);
        server.pass(1);
        assert_eq!(server.forget_old_deliveries(), 5);
        assert!(deliveries(&anna, &made).is_empty());
    }

    fn with_the_account_its_webhooks_go(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger());
        let receiver = Receiver::start();
        let made = webhook(&table[0], &receiver, &ALL);
        crate::whole_games::started("castellers", &table);
        server.plan_webhooks();
        assert!(!deliveries(&table[0], &made).is_empty());
        table[0].delete("/v1/me").expect(204);
        server.tell_webhooks();
        assert!(receiver.told().is_empty());
    }
}
