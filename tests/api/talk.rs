//! Table talk.

mod own;

use crate::broken::vandalise;
use crate::client::{Answer, Client};
use crate::play::table;
use crate::server::{Server, on_both};
use crate::stream::Stream;
use crate::whole_games::{play_on, started};
use serde_json::{Value, json};
use std::thread;

fn say(who: &Client, path: &str, text: &str) -> Answer {
    who.post(&format!("{path}/messages"), &json!({ "text": text }))
}

/// What somebody reads: number and text of each message.
fn heard(who: &Client, path: &str) -> Vec<(i64, String)> {
    let page = who.get(&format!("{path}/messages?limit=100")).expect(200);
    assert_eq!(page["next"], Value::Null);
    let items = page["items"].as_array().unwrap();
    let line = |item: &Value| {
        let text = item["text"].as_str().unwrap_or("(erased)");
        (item["number"].as_i64().unwrap(), text.to_owned())
    };
    items.iter().map(line).collect()
}

fn numbers(who: &Client, path: &str) -> Vec<i64> {
    heard(who, path)
        .into_iter()
        .map(|(number, _)| number)
        .collect()
}

/// An open table of Castellers at which Anna has seat 0 and the others sit in order, as a path.
fn open_table(anna: &Client, others: &[&Client], offer: &Value) -> String {
    let mut whole = json!({"game": "castellers", "seats": 4});
    let members = offer.as_object().unwrap().clone();
    whole.as_object_mut().unwrap().extend(members);
    let offered = anna.post("/v1/games", &whole).expect(201);
    let path = format!("/v1/games/{}", offered["id"].as_str().unwrap());
    for other in others {
        let taken = other.post(&format!("{path}/seats"), &json!({}));
        taken.expect(201);
    }
    path
}

/// A problem without what differs from request to request.
fn bare(mut problem: Value) -> Value {
    problem["instance"] = Value::Null;
    problem
}

/// Two who play, in the order of their seats.
fn in_order(one: &Client, other: &Client, path: &str) -> [Client; 2] {
    match one.get(path).expect(200)["you"] == 0 {
        true => [one.clone(), other.clone()],
        false => [other.clone(), one.clone()],
    }
}

on_both! {
    fn who_sits_at_the_table_talks_and_whoever_sees_the_game_reads(place: &Place) {
        let server = Server::start(place);
        let (anna, biel, path) = table(&server);
        let (watcher, stranger) = (server.stranger().register("Watcher"), server.stranger());
        assert_eq!(stranger.get(&format!("{path}/messages")).expect(200), json!({"items": [], "next": null}));

        let answer = say(&anna, &path, "  Bona sort!\n");
        let first = answer.expect(201);
        let you = anna.get(&path).expect(200)["you"].clone();
        assert_eq!((&first["number"], &first["seat"], &first["text"]), (&json!(1), &you, &json!("Bona sort!")));
        assert_eq!(first["player"], json!({"id": anna.id, "name": anna.name}));
        assert_eq!(stranger.get(&answer.header("location")).expect(200)["items"], json!([first]));
        assert_eq!(say(&biel, &path, "Igualment").expect(201)["number"], 2);
        for who in [&anna, &biel, &watcher, &stranger] {
            let items = who.get(&format!("{path}/messages")).expect(200)["items"].clone();
            assert_eq!((&items[0], items.as_array().unwrap().len()), (&first, 2));
        }

        say(&watcher, &path, "Me too").refused(403, "not_seated");
        say(&stranger, &path, "And me").refused(401, "unauthenticated");
        let nowhere = format!("/v1/games/{}", uuid::Uuid::now_v7());
        say(&anna, &nowhere, "Anybody?").refused(404, "not_found");
        let reader = watcher.post("/v1/me/tokens", &json!({"label": "a program", "scopes": ["read"]})).expect(201);
        let reader = watcher.with_token(reader["token"].as_str().unwrap());
        say(&reader, &path, "Beep").refused(403, "lacks_scope");
        assert_eq!(numbers(&reader, &path), [1, 2]);
    }

    fn text_comes_back_exactly(place: &Place) {
        let server = Server::start(place);
        let (anna, biel, path) = table(&server);
        let longest = "é".repeat(2_000);
        let texts = [
            "<script>alert('x')</script> \"><svg/onload=alert(1)>",
            "one\ntwo\n\n  four",
            "שלום, עולם! مرحبا بالعالم",
            "می‌خواهم 👩‍👩‍👧‍👦 ❤️ 🏰 10\u{202f}000\u{a0}€",
            "' OR 1=1; -- %s {} \\u0000 \\",
            longest.as_str(),
        ];
        for (number, text) in (1..).zip(texts) {
            let message = say(&anna, &path, text).expect(201);
            assert_eq!((&message["number"], &message["text"]), (&json!(number), &json!(text)));
        }
        let read: Vec<String> = heard(&biel, &path).into_iter().map(|(_, text)| text).collect();
        assert_eq!(read, texts);
        assert_eq!(say(&anna, &path, "e\u{301}s\r\naixi\u{300}").expect(201)["text"], "és\naixì");
    }

    fn what_is_no_message_is_refused_and_leaves_no_gap(place: &Place) {
        let server = Server::start(place);
        let (anna, biel, path) = table(&server);
        let to = format!("{path}/messages");
        for (body, pointer) in [
            (json!({"text": ""}), "/text"),
            (json!({"text": " \n\u{a0} "}), "/text"),
            (json!({"text": "\u{200d}\u{fe0f}"}), "/text"),
            (json!({"text": "x".repeat(2_001)}), "/text"),
            (json!({"text": "x".repeat(20_000)}), "/text"),
            (json!({"text": "a\tb"}), "/text"),
            (json!({"text": "a\u{1b}[31m"}), "/text"),
            (json!({"text": "a\u{202e}b"}), "/text"),
            (json!({"text": "a\u{200b}b"}), "/text"),
            (json!({"text": null}), "/text"),
            (json!({"text": 7}), "/text"),
            (json!({"text": ["x"]}), "/text"),
            (json!({"text": "x", "seat": 1}), "/seat"),
            (json!({}), "/text"),
            (json!("x"), ""),
        ] {
            let problem = anna.post(&to, &body).refused(422, "invalid_body");
            assert_eq!(problem["pointer"], pointer, "{body:.60}: {problem}");
        }
        anna.send("POST", &to, &[("content-type", "text/plain")], b"hello").refused(415, "unsupported_media_type");
        for no_text in ["\\ud800", "\\u0000"] {
            let body = format!("{{\"text\":\"{no_text}\"}}");
            anna.send("POST", &to, &[("content-type", "application/json")], body.as_bytes()).refused(422, "malformed_json");
        }
        for query in ["after=-1", "after=x", "limit=0", "limit=101", "cursor=x", "after=1&after=2"] {
            anna.get(&format!("{to}?{query}")).refused(422, "invalid_query");
        }
        assert_eq!(heard(&biel, &path), []);
        assert_eq!(say(&anna, &path, "x").expect(201)["number"], 1);
    }

    fn what_was_said_is_paged_and_polled_by_number(place: &Place) {
        let server = Server::start(place);
        let (anna, biel, path) = table(&server);
        for n in 1..=5 {
            say(&anna, &path, &n.to_string()).expect(201);
        }
        let mut at = format!("{path}/messages?limit=2");
        let mut read = Vec::new();
        loop {
            let answer = biel.get(&at);
            let page = answer.expect(200);
            let items = page["items"].as_array().unwrap();
            read.extend(items.iter().map(|item| item["number"].as_i64().unwrap()));
            let link = answer.header("link");
            let Some(next) = page["next"].as_str() else {
                assert_eq!(link, "");
                break;
            };
            at = format!("{path}/messages?after={next}&limit=2");
            assert_eq!(link, format!("<{at}>; rel=\"next\""));
        }
        assert_eq!(read, [1, 2, 3, 4, 5]);

        let poll = format!("{path}/messages?after=5");
        let answer = biel.get(&poll);
        assert_eq!(answer.expect(200), json!({"items": [], "next": null}));
        let seen = answer.header("etag");
        assert_eq!(biel.get_with(&poll, &[("if-none-match", &seen)]).status, 304);
        say(&anna, &path, "6").expect(201);
        let news = biel.get_with(&poll, &[("if-none-match", &seen)]).expect(200);
        assert_eq!(news["items"][0]["number"], 6);
        assert_eq!(biel.get(&format!("{path}/messages?after={}", i64::MAX)).expect(200)["items"], json!([]));
    }

    fn there_is_talk_before_the_start_and_after_the_end_but_not_where_nothing_took_place(place: &Place) {
        let server = Server::start(place);
        let (anna, biel) = (server.stranger().register("Anna"), server.stranger().register("Biel"));
        let open = open_table(&anna, &[], &json!({}));
        say(&anna, &open, "Who joins?").expect(201);
        assert_eq!(anna.delete(&open).status, 204);
        say(&anna, &open, "Nobody").refused(409, "wrong_status");
        assert_eq!(heard(&biel, &open), [(1, "Who joins?".to_owned())]);

        let players = [anna.clone(), biel.clone()];
        let path = started("castellers", &players);
        say(&anna, &path, "Here we go").expect(201);
        assert_eq!(play_on(&path, &players, u64::MAX)["status"], "finished");
        assert_eq!(say(&biel, &path, "Well played").expect(201)["number"], 2);
        let other = started("castellers", &players);
        vandalise(place, &format!("UPDATE games SET status = 'suspended' WHERE id = '{}'", other.rsplit('/').next().unwrap()));
        assert_eq!(say(&biel, &other, "What now?").expect(201)["number"], 1);
    }

    fn talk_is_no_part_of_the_game(place: &Place) {
        let server = Server::start(place);
        let (anna, biel, path) = table(&server);
        let before: Vec<Answer> = [&anna, &biel].map(|who| who.get(&path)).into();
        say(&anna, &path, "Your turn soon").expect(201);
        anna.put(&format!("{path}/notes"), &json!({"text": "go for the tower"})).expect(200);
        let seat = biel.get(&path).expect(200)["you"].clone();
        assert_eq!(anna.put(&format!("{path}/mutes/{seat}"), &json!({})).status, 204);
        for (who, before) in [&anna, &biel].into_iter().zip(before) {
            let now = who.get_with(&path, &[("if-none-match", &before.header("etag"))]);
            assert_eq!(now.status, 304, "{}", now.text);
        }
        let submitted = crate::play::actions(1, &[json!({"type": "recruit"})]);
        assert_eq!(anna.post(&format!("{path}/actions"), &submitted).expect(201)["revision"], 2);
    }

    fn what_is_said_has_its_place_among_the_events_and_is_not_repeated_there(place: &Place) {
        let server = Server::start(place);
        let (anna, biel, path) = table(&server);
        let log = format!("{path}/events?limit=100");
        let events = |who: &Client| who.get(&log).expect(200)["items"].as_array().unwrap().clone();
        let before = events(&anna);
        let revision = anna.get(&path).expect(200)["revision"].clone();
        let seats = [&anna, &biel].map(|who| who.get(&path).expect(200)["you"].clone());
        let mut stream = Stream::events(&server.base, &biel, &format!("{path}/events"), Some(before.len() as i64));
        assert_eq!(biel.put(&format!("{path}/mutes/{}", seats[0]), &json!({})).status, 204);

        let said = say(&anna, &path, "a secret word").expect(201);
        say(&biel, &path, "another").expect(201);
        let event = |after: usize, number: i64| json!({
            "id": before.len() + after, "revision": revision, "seat": seats[number as usize - 1], "game": "table",
            "event": {"type": "said", "number": number},
        });
        let now = events(&anna);
        assert_eq!(now[..before.len()], before);
        for (after, number) in [(1, 1), (2, 2)] {
            let mut item = now[before.len() + after - 1].clone();
            item.as_object_mut().unwrap().remove("at");
            assert_eq!(item, event(after, number));
        }
        assert_eq!(now[before.len()]["at"], said["at"]);
        for who in [&biel, &server.stranger()] {
            assert_eq!(events(who), now, "who has muted the author knows no less and no more than that they spoke");
        }
        for item in &now[before.len()..] {
            assert_eq!(stream.item(), (item["id"].as_i64().unwrap(), item.clone()));
        }
        let feed = loop {
            let feed = biel.get("/v1/me/events?limit=100").expect(200)["items"].clone();
            let last = feed.as_array().unwrap().last().unwrap().clone();
            if last["last_event"] == json!(now.len()) {
                break last;
            }
        };
        assert_eq!((&feed["revision"], &feed["first_event"]), (&revision, &json!(now.len())));

        play_on(&path, &in_order(&anna, &biel, &path), 1);
        let after: Vec<i64> = events(&anna).iter().map(|item| item["id"].as_i64().unwrap()).collect();
        assert!(after.len() > now.len());
        assert_eq!(after, (1..=after.len() as i64).collect::<Vec<_>>());
    }

    fn talk_and_moves_at_once_lose_nothing(place: &Place) {
        let server = Server::start(place);
        let (anna, biel, path) = table(&server);
        let players = in_order(&anna, &biel, &path);
        thread::scope(|scope| {
            for who in &players {
                scope.spawn(|| for n in 0..15 {
                    say(who, &path, &n.to_string()).expect(201);
                });
            }
            play_on(&path, &players, 10);
        });
        let log = anna.get(&format!("{path}/events?limit=100")).expect(200);
        let items = log["items"].as_array().unwrap();
        let ids: Vec<i64> = items.iter().map(|item| item["id"].as_i64().unwrap()).collect();
        assert_eq!(ids, (1..=ids.len() as i64).collect::<Vec<_>>());
        let said: Vec<i64> = items.iter().filter_map(|item| item["event"]["number"].as_i64()).collect();
        assert_eq!(said, (1..=30).collect::<Vec<_>>());
        assert!(items.is_sorted_by_key(|item| item["revision"].as_i64()));
        let revision = anna.get(&path).expect(200)["revision"].as_i64().unwrap();
        assert_eq!(anna.get(&format!("{path}/actions?limit=100")).expect(200)["items"].as_array().unwrap().len() as i64, revision);
    }

    fn a_message_is_sent_once_however_often_it_is_asked_for(place: &Place) {
        let server = Server::start(place);
        let (anna, biel, path) = table(&server);
        let to = format!("{path}/messages");
        let send = |who: &Client, key: &str, text: &str| who.post_with(&to, &[("idempotency-key", key)], &json!({"text": text}));
        let first = send(&anna, "one", "Hello");
        first.expect(201);
        say(&biel, &path, "Hello yourself").expect(201);
        send(&anna, "one", "Goodbye").refused(422, "idempotency_key_reused");
        assert_eq!(send(&biel, "one", "Hello").expect(201)["number"], 3);
        send(&anna, "two", "\u{200b}").refused(422, "invalid_body");
        assert_eq!(send(&anna, "two", "Hello").expect(201)["number"], 4);

        let answers: Vec<Answer> = thread::scope(|scope| {
            let threads: Vec<_> = (0..20).map(|_| scope.spawn(|| send(&anna, "storm", "Only once"))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        for answer in &answers {
            assert_eq!((answer.expect(201), answer.header("location")), (answers[0].json(), answers[0].header("location")));
        }
        let anew = answers.iter().filter(|answer| answer.header("idempotency-replayed") != "true").count();
        assert_eq!(anew, 1);
        assert_eq!(numbers(&biel, &path), [1, 2, 3, 4, 5]);

        server.kill();
        let server = Server::start(place);
        let again = send(&anna.at(&server.base), "one", "Hello");
        assert_eq!((again.status, &again.text, again.header("location")), (201, &first.text, first.header("location")));
        assert_eq!(again.header("idempotency-replayed"), "true");
        assert_eq!(numbers(&biel.at(&server.base), &path), [1, 2, 3, 4, 5]);
    }

    fn of_many_who_talk_at_once_on_two_servers_each_gets_a_number(place: &Place) {
        let servers = [Server::start(place), Server::start(place)];
        let (anna, biel, path) = table(&servers[0]);
        let at_once: Vec<i64> = thread::scope(|scope| {
            let threads: Vec<_> = (0..20).map(|n: usize| {
                let (who, path) = ([&anna, &biel][n / 2 % 2].at(&servers[n % 2].base), &path);
                scope.spawn(move || say(&who, path, &n.to_string()).expect(201)["number"].as_i64().unwrap())
            }).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let mut sorted = at_once.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (1..=20).collect::<Vec<i64>>());
        for (number, text) in heard(&biel, &path) {
            assert_eq!(at_once[text.parse::<usize>().unwrap()], number);
        }
    }

    fn a_player_says_so_much_in_a_game_and_no_more(place: &Place) {
        let server = Server::start(place);
        let (anna, biel, path) = table(&server);
        let (game, player) = (path.rsplit('/').next().unwrap(), &anna.id);
        vandalise(place, &format!(
            "INSERT INTO messages (game_id, number, seat, player_id, at)
            WITH RECURSIVE said(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM said WHERE number < 1999)
            SELECT '{game}', number, 0, '{player}', 0 FROM said"
        ));
        let send = |key| anna.post_with(&format!("{path}/messages"), &[("idempotency-key", key)], &json!({"text": "The last"}));
        assert_eq!(send("last").expect(201)["number"], 2_000);
        send("late").refused(409, "too_many");
        assert_eq!(send("last").expect(201)["number"], 2_000);
        assert_eq!(say(&biel, &path, "I am still here").expect(201)["number"], 2_001);
    }

    fn at_a_private_game_of_others_there_is_nothing_to_be_found(place: &Place) {
        let server = Server::start(place);
        let (anna, biel) = (server.stranger().register("Anna"), server.stranger().register("Biel"));
        let path = open_table(&anna, &[], &json!({"visibility": "private"}));
        say(&anna, &path, "Alone").expect(201);
        anna.put(&format!("{path}/notes"), &json!({"text": "secret"})).expect(200);
        let nowhere = format!("/v1/games/{}", uuid::Uuid::now_v7());
        let asks: [(&str, &str, Option<Value>); 8] = [
            ("GET", "/messages", None),
            ("GET", "/messages?after=1&limit=1", None),
            ("POST", "/messages", Some(json!({"text": "Knock"}))),
            ("GET", "/mutes", None),
            ("PUT", "/mutes/0", None),
            ("DELETE", "/mutes/0", None),
            ("GET", "/notes", None),
            ("PUT", "/notes", Some(json!({"text": "Knock"}))),
        ];
        for (method, below, body) in &asks {
            let body = body.as_ref().map(Value::to_string).unwrap_or_default();
            let ask = |path: &str| biel.send(method, &format!("{path}{below}"), &[("content-type", "application/json")], body.as_bytes());
            let (one, none) = (ask(&path), ask(&nowhere));
            assert_eq!(bare(one.refused(404, "not_found")), bare(none.refused(404, "not_found")), "{method} {below}");
            assert_eq!(one.text.len(), none.text.len());
        }
        server.stranger().get(&format!("{path}/messages")).refused(404, "not_found");
        assert_eq!(heard(&anna, &path), [(1, "Alone".to_owned())]);
    }

    fn a_deleted_account_leaves_numbers_and_nothing_it_said_or_noted(place: &Place) {
        let server = Server::start(place);
        let (anna, biel, path) = table(&server);
        for (who, text) in [(&anna, "1"), (&biel, "2"), (&anna, "3")] {
            say(who, &path, text).expect(201);
        }
        biel.put(&format!("{path}/notes"), &json!({"text": "secret"})).expect(200);
        let seat = biel.get(&path).expect(200)["you"].clone();
        assert_eq!(anna.put(&format!("{path}/mutes/{seat}"), &json!({})).status, 204);
        assert_eq!(anna.delete("/v1/me").status, 204);
        let page = server.stranger().get(&format!("{path}/messages")).expect(200);
        for (item, gone) in page["items"].as_array().unwrap().iter().zip([true, false, true]) {
            assert_eq!(item["text"].is_null(), gone, "{item}");
            assert_eq!(item.get("player").is_none(), gone, "{item}");
        }
        assert_eq!(heard(&biel, &path), [(1, "(erased)".to_owned()), (2, "2".to_owned()), (3, "(erased)".to_owned())]);
        assert_eq!(say(&biel, &path, "Where are you?").expect(201)["number"], 4);
        biel.put(&format!("{path}/mutes/{}", 1 - seat.as_i64().unwrap()), &json!({})).refused(404, "not_found");
    }

    fn an_account_that_is_deleted_while_it_talks_leaves_no_text(place: &Place) {
        let server = Server::start(place);
        for _ in 0..4 {
            let (anna, biel, path) = table(&server);
            let seat = anna.get(&path).expect(200)["you"].clone();
            thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| say(&biel, &path, "x"));
                    scope.spawn(|| biel.put(&format!("{path}/notes"), &json!({"text": "x"})));
                    scope.spawn(|| biel.put(&format!("{path}/mutes/{seat}"), &json!({})));
                }
                scope.spawn(|| assert_eq!(biel.delete("/v1/me").status, 204));
            });
            let heard = heard(&anna, &path);
            assert!(heard.iter().all(|(_, text)| text == "(erased)"), "{heard:?}");
            assert_eq!(heard.iter().map(|(number, _)| *number).collect::<Vec<_>>(), (1..=heard.len() as i64).collect::<Vec<_>>());
        }
    }
}
