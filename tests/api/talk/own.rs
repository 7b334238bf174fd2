//! What players keep to themselves: whom they have muted, and their notes.

use super::{numbers, open_table, say};
use crate::client::{Answer, Client};
use crate::play::table;
use crate::server::{Server, on_both};
use serde_json::{Value, json};
use std::thread;

on_both! {
    fn who_is_muted_is_left_out_for_who_muted_them_and_never_learns(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let biel = server.stranger().register("Biel");
        let watcher = server.stranger().register("Watcher");
        let path = open_table(&anna, &[&biel], &json!({}));
        let mutes = format!("{path}/mutes");
        for (who, text) in [(&anna, "1"), (&biel, "2"), (&anna, "3"), (&biel, "4")] {
            say(who, &path, text).expect(201);
        }
        let seen: Vec<Answer> = [&biel, &watcher].map(|who| who.get(&format!("{path}/messages"))).into();
        assert_eq!(anna.get(&mutes).expect(200), json!({"items": [], "next": null}));
        for _ in 0..2 {
            let muted = anna.put(&format!("{mutes}/1"), &json!({}));
            assert_eq!((muted.status, muted.text.as_str()), (204, ""));
        }
        let listed = anna.get(&mutes);
        assert_eq!(listed.expect(200)["items"], json!([{"seat": 1, "player": {"id": biel.id, "name": biel.name}}]));
        assert_eq!(anna.get_with(&mutes, &[("if-none-match", &listed.header("etag"))]).status, 304);
        assert_eq!(numbers(&anna, &path), [1, 3]);
        let first = anna.get(&format!("{path}/messages?limit=1")).expect(200);
        assert_eq!(first["next"], "1");
        let second = anna.get(&format!("{path}/messages?limit=1&after=1")).expect(200);
        assert_eq!((&second["items"][0]["number"], &second["next"]), (&json!(3), &Value::Null));

        for (who, seen) in [&biel, &watcher].into_iter().zip(seen) {
            let now = who.get(&format!("{path}/messages"));
            assert_eq!((&now.text, now.header("etag")), (&seen.text, seen.header("etag")));
            assert_eq!(who.get(&mutes).expect(200)["items"], json!([]));
        }
        assert_eq!(say(&biel, &path, "5").expect(201)["number"], 5);
        assert_eq!(numbers(&anna, &path), [1, 3]);
        server.kill();

        let server = Server::start(place);
        let anna = anna.at(&server.base);
        assert_eq!(numbers(&anna, &path), [1, 3]);
        for _ in 0..2 {
            assert_eq!(anna.delete(&format!("{mutes}/1")).status, 204);
        }
        assert_eq!(anna.get(&mutes).expect(200)["items"], json!([]));
        assert_eq!(numbers(&anna, &path), [1, 2, 3, 4, 5]);
    }

    fn only_others_at_ones_own_table_are_muted(place: &Place) {
        let server = Server::start(place);
        let (anna, biel, watcher) = (server.stranger().register("Anna"), server.stranger().register("Biel"), server.stranger().register("Watcher"));
        let path = open_table(&anna, &[&biel], &json!({}));
        let mute = |who: &Client, seat: &str| who.put(&format!("{path}/mutes/{seat}"), &json!({}));
        let unmute = |who: &Client, seat: &str| who.delete(&format!("{path}/mutes/{seat}"));
        for change in [&mute as &dyn Fn(&Client, &str) -> Answer, &unmute] {
            change(&anna, "0").refused(422, "invalid_request");
            for nothing in ["4", "9", "255", "256", "-1", "01", "x"] {
                change(&anna, nothing).refused(404, "not_found");
            }
            change(&watcher, "1").refused(403, "not_seated");
            change(&server.stranger(), "1").refused(401, "unauthenticated");
        }
        mute(&anna, "2").refused(404, "not_found");
        assert_eq!(unmute(&anna, "2").status, 204);
        server.stranger().get(&format!("{path}/mutes")).refused(401, "unauthenticated");
        assert_eq!(anna.get(&format!("{path}/mutes")).expect(200)["items"], json!([]));
    }

    fn a_mute_goes_with_the_player_and_not_with_the_seat(place: &Place) {
        let server = Server::start(place);
        let (anna, biel, carla) = (server.stranger().register("Anna"), server.stranger().register("Biel"), server.stranger().register("Carla"));
        let path = open_table(&anna, &[&biel], &json!({}));
        let mutes = format!("{path}/mutes");
        let muted = || anna.get(&mutes).expect(200)["items"].clone();
        say(&biel, &path, "from seat 1").expect(201);
        assert_eq!(anna.put(&format!("{mutes}/1"), &json!({})).status, 204);

        assert_eq!(biel.delete(&format!("{path}/seats/1")).status, 204);
        carla.post(&format!("{path}/seats"), &json!({"seat": 1})).expect(201);
        say(&carla, &path, "from seat 1 too").expect(201);
        assert_eq!(numbers(&anna, &path), [2]);
        assert_eq!(muted(), json!([{"seat": 1, "player": {"id": biel.id, "name": biel.name}}]));

        biel.post(&format!("{path}/seats"), &json!({"seat": 3})).expect(201);
        say(&biel, &path, "from seat 3").expect(201);
        assert_eq!(numbers(&anna, &path), [2]);
        assert_eq!(muted(), json!([{"seat": 3, "player": {"id": biel.id, "name": biel.name}}]));
        assert_eq!(anna.delete(&format!("{mutes}/1")).status, 204);
        assert_eq!(numbers(&anna, &path), [2]);

        assert_eq!(biel.delete(&format!("{path}/seats/3")).status, 204);
        assert_eq!(anna.put(&format!("{mutes}/1"), &json!({})).status, 204);
        assert_eq!(numbers(&anna, &path), [0; 0]);
        assert_eq!(muted().as_array().unwrap().len(), 2);
        assert_eq!(anna.delete(&format!("{mutes}/1")).status, 204);
        assert_eq!(muted()[0]["player"]["id"], json!(biel.id), "who sits there now is heard again first");
        assert_eq!(numbers(&anna, &path), [2]);
        assert_eq!(anna.delete(&format!("{mutes}/1")).status, 204);
        assert_eq!((muted(), numbers(&anna, &path)), (json!([]), vec![1, 2, 3]));
    }

    fn a_mute_stays_with_the_player_when_seats_close_up(place: &Place) {
        let server = Server::start(place);
        let (anna, biel, carla) = (server.stranger().register("Anna"), server.stranger().register("Biel"), server.stranger().register("Carla"));
        let path = open_table(&anna, &[&biel, &carla], &json!({"start": "by_owner"}));
        say(&carla, &path, "from seat 2").expect(201);
        assert_eq!(anna.put(&format!("{path}/mutes/2"), &json!({})).status, 204);
        assert_eq!(biel.delete(&format!("{path}/seats/1")).status, 204);
        anna.post(&format!("{path}/start"), &json!({})).expect(200);
        assert_eq!(anna.get(&format!("{path}/mutes")).expect(200)["items"][0]["seat"], 1);
        say(&carla, &path, "from seat 1").expect(201);
        assert_eq!(numbers(&anna, &path), [0; 0]);
        assert_eq!(anna.delete(&format!("{path}/mutes/1")).status, 204);
        let items = anna.get(&format!("{path}/messages")).expect(200)["items"].clone();
        assert_eq!((&items[0]["seat"], &items[1]["seat"]), (&json!(2), &json!(1)));
    }

    fn notes_are_for_nobody_else_and_not_for_who_takes_the_seat_over(place: &Place) {
        let server = Server::start(place);
        let (anna, biel, carla) = (server.stranger().register("Anna"), server.stranger().register("Biel"), server.stranger().register("Carla"));
        let path = open_table(&anna, &[&biel], &json!({}));
        let notes = format!("{path}/notes");
        let none = json!({"text": "", "updated_at": null});
        assert_eq!(biel.get(&notes).expect(200), none);
        let text = "a plan\nشيء سري <b>";
        let taken = biel.put(&notes, &json!({"text": text})).expect(200);
        assert_eq!(taken["text"], text);
        assert!(taken["updated_at"].is_string());
        let shown = biel.get(&notes);
        assert_eq!(shown.expect(200), taken);
        assert_eq!(biel.get_with(&notes, &[("if-none-match", &shown.header("etag"))]).status, 304);
        assert_eq!(anna.get(&notes).expect(200), none);
        carla.get(&notes).refused(403, "not_seated");
        carla.put(&notes, &json!({"text": "x"})).refused(403, "not_seated");
        server.stranger().get(&notes).refused(401, "unauthenticated");
        for who in [&anna, &carla, &server.stranger()] {
            for below in ["", "/messages", "?revision=0"] {
                assert!(!who.get(&format!("{path}{below}")).text.contains("a plan"));
            }
        }

        assert_eq!(biel.delete(&format!("{path}/seats/1")).status, 204);
        carla.post(&format!("{path}/seats"), &json!({"seat": 1})).expect(201);
        assert_eq!(carla.get(&notes).expect(200), none);
        biel.get(&notes).refused(403, "not_seated");
        carla.put(&notes, &json!({"text": "hers"})).expect(200);
        biel.post(&format!("{path}/seats"), &json!({})).expect(201);
        assert_eq!(biel.get(&notes).expect(200), taken);
        server.kill();

        let server = Server::start(place);
        let biel = biel.at(&server.base);
        assert_eq!(biel.get(&notes).expect(200), taken);
        assert_eq!(biel.put(&notes, &json!({"text": " \n"})).expect(200), none);
        assert_eq!(biel.get(&notes).expect(200), none);
        assert_eq!(carla.at(&server.base).get(&notes).expect(200)["text"], "hers");
    }

    fn notes_that_can_not_be_kept_are_refused_and_change_nothing(place: &Place) {
        let server = Server::start(place);
        let (anna, _, path) = table(&server);
        let notes = format!("{path}/notes");
        let longest = "é".repeat(10_000);
        let taken = anna.put(&notes, &json!({"text": longest})).expect(200);
        assert_eq!(taken["text"], longest.as_str());
        for (body, pointer) in [
            (json!({"text": "x".repeat(10_001)}), "/text"),
            (json!({"text": "a\u{202e}b"}), "/text"),
            (json!({"text": null}), "/text"),
            (json!({"text": "x", "seat": 0}), "/seat"),
            (json!({}), "/text"),
        ] {
            let problem = anna.put(&notes, &body).refused(422, "invalid_body");
            assert_eq!(problem["pointer"], pointer, "{problem}");
        }
        anna.put(&notes, &json!({"text": "x".repeat(70_000)})).refused(413, "payload_too_large");
        assert_eq!(anna.get(&notes).expect(200), taken);
        let texts = ["one", "two", "three", "four"];
        thread::scope(|scope| {
            for text in texts {
                let (anna, notes) = (&anna, &notes);
                scope.spawn(move || anna.put(notes, &json!({"text": text})).expect(200));
            }
        });
        let last = anna.get(&notes).expect(200)["text"].clone();
        assert!(texts.iter().any(|text| last == *text), "{last}");
    }
}
