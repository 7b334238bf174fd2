//! A game that is read again while nothing of it changes, and who must not get what was made for somebody else.

use crate::client::Client;
use crate::play::{actions, table};
use crate::server::{Server, on_both};
use serde_json::{Value, json};

/// More often than it takes until an answer is kept.
const TIMES: usize = 4;

/// The tag and the body.
fn read(reader: &Client, path: &str) -> (String, Value) {
    let answer = reader.get(path);
    (answer.header("etag"), answer.expect(200))
}

on_both! {
    fn who_reads_again_gets_the_same_and_nobody_what_is_for_others(place: &Place) {
        let server = Server::start(place);
        let (first, second, path) = table(&server);
        let watcher = server.stranger();
        let readers = [&first, &second, &watcher];
        let seen = readers.map(|reader| read(reader, &path));
        let [own, theirs, strangers] = &seen;
        assert_eq!(own.1["you"], own.1["awaiting"][0]);
        assert_eq!(theirs.1["you"], json!(1 - own.1["you"].as_i64().unwrap()));
        assert_eq!(strangers.1["you"], Value::Null);
        for _ in 0..TIMES {
            assert_eq!(readers.map(|reader| read(reader, &path)), seen);
        }
        let known = [("if-none-match", own.0.as_str())];
        assert_eq!(first.get_with(&path, &known).status, 304);
        assert_eq!(second.get_with(&path, &known).status, 200);
    }

    fn what_was_made_before_is_not_given_after_a_change(place: &Place) {
        let server = Server::start(place);
        let (first, second, path) = table(&server);
        let again = || -> (String, Value) {
            let mut all: Vec<_> = (0..TIMES).map(|_| read(&second, &path)).collect();
            all.swap_remove(TIMES - 1)
        };
        let before = again();
        first.patch("/v1/me", &json!({"name": "Another"})).expect(200);
        let renamed = again();
        let seat = before.1["awaiting"][0].as_u64().unwrap() as usize;
        assert_eq!(renamed.1["seats"][seat]["player"]["name"], "Another");
        first.post(&format!("{path}/actions"), &actions(1, &[json!({"type": "recruit"})])).expect(201);
        let moved = again();
        assert_eq!(moved.1["revision"], 2);
        assert!(before.0 != renamed.0 && renamed.0 != moved.0);
        assert_eq!(read(&second, &format!("{path}?revision=1")).1["revision"], 1);
    }

    fn what_its_players_have_read_opens_no_private_game(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let offer = json!({"game": "castellers", "seats": 2, "visibility": "private"});
        let offered = anna.post("/v1/games", &offer).expect(201);
        let path = format!("/v1/games/{}", offered["id"].as_str().unwrap());
        let biel = server.stranger().register("Biel");
        for _ in 0..TIMES {
            anna.get(&path).expect(200);
            for other in [&biel, &server.stranger()] {
                other.get(&path).refused(404, "not_found");
            }
        }
    }
}
