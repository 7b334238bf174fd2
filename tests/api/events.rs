//! The event log of a game and the feed of a player: polled, waited for, and streamed.

use crate::client::Client;
use crate::server::{Server, on_both};
use crate::stream::Stream;
use crate::whole_games::{play_on, play_on_by, started};
use serde_json::{Value, json};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

fn players(stranger: &Client, count: usize) -> Vec<Client> {
    ["Anna", "Biel", "Cesca"][..count]
        .iter()
        .map(|name| stranger.register(name))
        .collect()
}

/// All items of a log, walked page by page.
fn walked(reader: &Client, path: &str, limit: usize) -> Vec<Value> {
    let mut items = Vec::new();
    let mut after = "0".to_owned();
    loop {
        let page = reader
            .get(&format!("{path}?after={after}&limit={limit}"))
            .expect(200);
        items.extend(page["items"].as_array().unwrap().clone());
        match page["next"].as_str() {
            Some(next) => after = next.to_owned(),
            None => return items,
        }
    }
}

fn ids(items: &[Value]) -> Vec<i64> {
    items
        .iter()
        .map(|item| item["id"].as_i64().unwrap())
        .collect()
}

/// Takes some action in a game; `None` once nobody answers any more, or the game is over.
fn act_unheld(path: &str, table: &[Client]) -> Option<()> {
    let json = |answer: crate::client::Answer| answer.json();
    let seen = json(table[0].send_unheld("GET", path, &[], b"").ok()?);
    let player = &table[seen["awaiting"][0].as_u64()? as usize];
    let legal = json(
        player
            .send_unheld("GET", &format!("{path}/legal-actions"), &[], b"")
            .ok()?,
    );
    let actions = legal["actions"].as_array()?;
    let action = &actions[legal["revision"].as_u64()? as usize % actions.len()];
    let body = json!({"game": legal["game"], "revision": legal["revision"], "actions": [action]})
        .to_string();
    let headers = [("content-type", "application/json")];
    player
        .send_unheld(
            "POST",
            &format!("{path}/actions"),
            &headers,
            body.as_bytes(),
        )
        .ok()?;
    Some(())
}

/// Plays and talks until the log of the game has so many events; takes actions back and goes on talking after the end, so
/// that there may be more of them than a game has.
fn play_for_events(path: &str, table: &[Client], count: usize) {
    let log = |events: usize| format!("{path}/events?after={events}&limit=1");
    let mut dice = 4;
    for round in 0.. {
        let page = table[0].get(&log(count - 1)).expect(200);
        if !page["items"].as_array().unwrap().is_empty() {
            return;
        }
        let text = json!({"text": round.to_string()});
        let messages = format!("{path}/messages");
        table[round % table.len()]
            .post(&messages, &text)
            .expect(201);
        let seen = play_on_by(&mut dice, path, table, 1);
        let revision = seen["revision"].as_i64().unwrap();
        let undo = json!({"revision": revision, "to": revision - 1});
        for player in table.iter().filter(|_| !dice.is_multiple_of(4)) {
            // Whose action it was, and whether it can be taken back, is for the service to say.
            let answer = player.post(&format!("{path}/undo"), &undo);
            assert!([201, 409, 412].contains(&answer.status), "{}", answer.text);
        }
    }
}

on_both! {
    fn after_a_kill_under_load_all_that_is_committed_is_told(place: &Place) {
        let server = Server::start(place);
        let table = players(&server.stranger(), 3);
        let games: Vec<String> = ["castellers", "castell", "el_grande"].iter().map(|slug| started(slug, &table)).collect();
        thread::scope(|scope| {
            for path in &games {
                let table = &table;
                // Whoever is cut off in the midst of a request has no answer: that is what is tried here.
                scope.spawn(move || while act_unheld(path, table).is_some() {});
            }
            let far = |path: &String| table[0].get(path).expect(200)["revision"].as_i64().unwrap() > 15;
            while !games.iter().all(far) {
                thread::yield_now();
            }
            server.kill();
        });
        let server = Server::start(place);
        let reader = table[0].at(&server.base);
        for path in &games {
            let revision = reader.get(path).expect(200)["revision"].clone();
            let log = walked(&reader, &format!("{path}/events"), 100);
            assert_eq!(ids(&log), (1..=log.len() as i64).collect::<Vec<_>>());
            let id = path.rsplit('/').next().unwrap();
            // What was committed before the end is numbered after it.
            let told = loop {
                let feed = walked(&reader, "/v1/me/events", 100);
                let told: Vec<Value> = feed.into_iter().filter(|item| item["game_id"] == id).collect();
                if told.last().is_some_and(|last| last["revision"] == revision) {
                    break told;
                }
            };
            let mut next = 1;
            for item in &told {
                assert_eq!(item["first_event"], json!(next));
                next = item["last_event"].as_i64().unwrap() + 1;
            }
            assert_eq!(next - 1, log.len() as i64);
        }
    }

    fn the_events_of_a_game_are_numbered_without_gaps_and_alike_for_everybody(place: &Place) {
        let server = Server::start(place);
        let table = players(&server.stranger(), 3);
        for slug in ["castellers", "castell", "el_grande"] {
            let path = started(slug, &table);
            play_on(&path, &table, 40);
            let log = format!("{path}/events");
            let seen: Vec<Vec<Value>> = table.iter().chain([&server.stranger()])
                .map(|reader| walked(reader, &log, 7))
                .collect();
            let count = seen[0].len() as i64;
            assert!(count > 40, "{slug}");
            for items in &seen {
                assert_eq!(ids(items), (1..=count).collect::<Vec<_>>(), "{slug}");
                assert!(items.is_sorted_by_key(|item| item["revision"].as_i64().unwrap()));
            }
            let first: Vec<&Value> = seen[0][..3].iter().map(|item| &item["event"]["type"]).collect();
            assert_eq!(first, ["seat_taken", "seat_taken", "started"]);
            assert_eq!(walked(&table[0], &log, 100), seen[0], "whatever the size of the pages");
            let told = |history: &Value| -> Vec<Value> {
                history["items"].as_array().unwrap().iter()
                    .flat_map(|item| item["events"].as_array().unwrap().clone())
                    .collect()
            };
            let history = told(&table[0].get(&format!("{path}/actions?limit=100")).expect(200));
            let in_game: Vec<Value> = seen[0].iter().filter(|item| item["game"] != "table")
                .map(|item| json!({"game": item["game"], "event": item["event"]}))
                .collect();
            assert_eq!(in_game, history, "{slug}: the log and the history tell the same");
        }
    }

    fn what_happens_at_the_table_is_in_the_log(place: &Place) {
        let server = Server::start(place);
        let table = players(&server.stranger(), 3);
        let offer = json!({"game": "castellers", "seats": 3, "start": "by_owner"});
        let offered = table[0].post("/v1/games", &offer).expect(201);
        let path = format!("/v1/games/{}", offered["id"].as_str().unwrap());
        let log = format!("{path}/events");
        assert_eq!(walked(&table[0], &log, 50), Vec::<Value>::new());
        table[1].post(&format!("{path}/seats"), &json!({})).expect(201);
        table[1].delete(&format!("{path}/seats/1")).expect(204);
        for player in &table[1..] {
            player.post(&format!("{path}/seats"), &json!({})).expect(201);
        }
        table[1].patch(&format!("{path}/seats/1"), &json!({"colour": "yellow"})).expect(204);
        table[0].post(&format!("{path}/start"), &json!({})).expect(200);
        table[0].post(&format!("{path}/cancellation"), &json!({})).expect(200);
        table[0].delete(&format!("{path}/cancellation")).expect(204);
        table[0].delete(&format!("{path}/cancellation")).expect(204);
        table[2].post(&format!("{path}/resignation"), &json!({})).expect(204);
        let at_table: Vec<(Value, Value)> = walked(&table[0], &log, 50).iter()
            .filter(|item| item["game"] == "table" && item["event"]["type"] != "default_taken")
            .map(|item| (item["event"]["type"].clone(), item["seat"].clone()))
            .collect();
        let expected = [
            ("seat_taken", json!(1)), ("seat_left", json!(1)), ("seat_taken", json!(1)), ("seat_taken", json!(2)),
            ("seat_changed", json!(1)), ("started", Value::Null), ("cancellation_agreed", json!(0)),
            ("cancellation_refused", json!(0)), ("resigned", json!(2)),
        ];
        let expected: Vec<(Value, Value)> = expected.into_iter().map(|(kind, seat)| (json!(kind), seat)).collect();
        assert_eq!(at_table, expected);
    }

    fn an_answer_is_held_until_something_happens(place: &Place) {
        let server = Server::start(place);
        let table = players(&server.stranger(), 2);
        let path = started("castellers", &table);
        let count = walked(&table[0], &format!("{path}/events"), 100).len();
        let (log, wait) = (format!("{path}/events?after={count}"), [("prefer", "wait=30")]);
        thread::scope(|scope| {
            let held = scope.spawn(|| server.stranger().get_with(&log, &wait));
            let fed = scope.spawn(|| {
                let end = walked(&table[0], "/v1/me/events", 100).last().map_or(0, |item| item["id"].as_i64().unwrap());
                table[0].get_with(&format!("/v1/me/events?after={end}"), &wait)
            });
            play_on(&path, &table, 1);
            let held = held.join().unwrap();
            assert_eq!(held.header("preference-applied"), "wait=30");
            assert_eq!(held.expect(200)["items"][0]["id"], json!(count + 1));
            let fed = fed.join().unwrap().expect(200);
            // It may have begun to wait only after the action, and has then seen it at once.
            assert!(fed["items"].as_array().unwrap().iter().all(|item| item["game"] == "castellers"), "{fed}");
        });
        let none = table[0].get_with(&format!("{path}/events?after=100000"), &[("prefer", "wait=1")]).expect(200);
        assert_eq!(none["items"], json!([]));
    }

    fn a_game_and_the_inbox_are_held_until_they_are_new(place: &Place) {
        let server = Server::start(place);
        let table = players(&server.stranger(), 2);
        let path = started("castellers", &table);
        let seat = table[0].get(&path).expect(200)["awaiting"][0].as_u64().unwrap() as usize;
        let waits = &table[1 - seat];
        let held = |read: &str, seconds: u32| {
            let tag = waits.get(read).header("etag");
            let wait = format!("wait={seconds}");
            waits.get_with(read, &[("if-none-match", &tag), ("prefer", &wait)])
        };
        for read in [path.as_str(), "/v1/me/turns"] {
            let same = held(read, 1);
            assert_eq!((same.status, same.header("preference-applied").as_str()), (304, "wait=1"));
        }
        let (tag, inbox) = (waits.get(&path).header("etag"), waits.get("/v1/me/turns").header("etag"));
        thread::scope(|scope| {
            let wait = |read: String, tag: String| {
                scope.spawn(move || waits.get_with(&read, &[("if-none-match", &tag), ("prefer", "wait=30")]))
            };
            let (game, turns) = (wait(path.clone(), tag), wait("/v1/me/turns".to_owned(), inbox));
            while table[seat].get(&path).expect(200)["awaiting"] == json!([seat]) {
                play_on(&path, &table, 1);
            }
            assert!(game.join().unwrap().expect(200)["revision"].as_i64().unwrap() > 1);
            assert_eq!(turns.join().unwrap().expect(200)["items"][0]["game"]["id"], path.rsplit('/').next().unwrap());
        });
    }

    fn a_private_game_is_followed_by_those_who_sit_there_only(place: &Place) {
        let server = Server::start(place);
        let table = players(&server.stranger(), 2);
        let offer = json!({"game": "castellers", "seats": 2, "visibility": "private"});
        let offered = table[0].post("/v1/games", &offer).expect(201);
        let log = format!("/v1/games/{}/events", offered["id"].as_str().unwrap());
        table[0].get(&log).expect(200);
        let nothing = "/v1/games/01890000-0000-7000-8000-000000000000/events";
        for accept in ["application/json", "text/event-stream", "application/x-ndjson"] {
            for reader in [&table[1], &server.stranger()] {
                let read = |path: &str| reader.get_with(path, &[("accept", accept), ("x-request-id", "same")]);
                let (private, none) = (read(&log), read(nothing));
                private.refused(404, "not_found");
                let id = |text: &str| text.replace(&log, "").replace(nothing, "");
                assert_eq!(id(&private.text), id(&none.text));
            }
        }
        assert_eq!(table[1].get("/v1/me/events").expect(200)["items"], json!([]));
    }

    fn a_stream_brings_what_polling_brings_and_goes_on_where_it_was_cut(place: &Place) {
        let server = Server::start(place);
        let table = players(&server.stranger(), 3);
        let path = started("el_grande", &table);
        let log = format!("{path}/events");
        let mut stream = Stream::events(&server.base, &table[0], &log, None);
        assert!(stream.status.contains("200"), "{}", stream.status);
        let has = |header: &str| stream.headers.iter().any(|line| line.eq_ignore_ascii_case(header));
        assert!(has("content-type: text/event-stream"), "{:?}", stream.headers);
        assert!(has("x-accel-buffering: no"));
        assert!(!stream.headers.iter().any(|line| line.to_lowercase().starts_with("content-encoding: gzip")));
        assert_eq!(stream.line().unwrap(), "retry: 3000");

        let mut brought = Vec::new();
        // More by hand: PLACA_CUTS=1000 cargo test --test api a_stream_brings
        let cuts: usize = std::env::var("PLACA_CUTS").map_or(12, |cuts| cuts.parse().expect("a number"));
        thread::scope(|scope| {
            let playing = scope.spawn(|| play_for_events(&path, &table, 3 * cuts));
            // Cut it after every few events and go on from the last one that came whole.
            for cut in 0..cuts {
                let last = brought.last().map(|(id, _): &(i64, Value)| *id);
                let mut stream = Stream::events(&server.base, &table[0], &log, last);
                for _ in 0..=cut % 5 {
                    brought.push(stream.item());
                }
            }
            playing.join().unwrap();
        });
        let polled = walked(&table[0], &log, 100);
        let last = brought.last().unwrap().0;
        let mut rest = Stream::open(&server.base, table[0].token.as_deref(), &format!("{log}?after={last}"), "text/event-stream", None);
        while brought.len() < polled.len() {
            brought.push(rest.item());
        }
        let (numbers, items): (Vec<i64>, Vec<Value>) = brought.into_iter().unzip();
        assert_eq!(numbers, ids(&polled));
        assert_eq!(items, polled);

        let mut lines = Stream::open(&server.base, table[0].token.as_deref(), &log, "application/x-ndjson", None);
        let of_lines: Vec<Value> = std::iter::from_fn(|| lines.line())
            .filter(|line| !line.is_empty())
            .take(polled.len())
            .map(|line| serde_json::from_str(&line).unwrap())
            .collect();
        assert_eq!(of_lines, polled);
    }

    fn a_number_beyond_the_end_gives_a_reset(place: &Place) {
        let server = Server::start(place);
        let table = players(&server.stranger(), 2);
        let path = started("castellers", &table);
        let log = format!("{path}/events");
        let end = walked(&table[0], &log, 100).len() as i64;
        let mut stream = Stream::events(&server.base, &table[0], &log, Some(1_000_000));
        let mut seen = Vec::new();
        while seen.last().is_none_or(|line: &String| !line.starts_with("data: ")) {
            seen.push(stream.line().unwrap());
        }
        assert!(seen.contains(&"event: reset".to_owned()), "{seen:?}");
        assert!(seen.contains(&format!("id: {end}")));
        play_on(&path, &table, 1);
        assert_eq!(stream.item().0, end + 1, "it goes on after the end");
        table[0].get_with(&log, &[("last-event-id", "yesterday")]).refused(422, "invalid_header");
        table[0].get(&format!("{log}?after=-1")).refused(422, "invalid_query");
    }

    fn a_ticket_opens_one_stream_in_the_callers_name(place: &Place) {
        let server = Server::start(place);
        let table = players(&server.stranger(), 2);
        let path = started("castellers", &table);
        let log = format!("{path}/events");
        let ticket = |player: &Client| {
            let made = player.post("/v1/me/tickets", &json!({})).expect(201);
            made["ticket"].as_str().unwrap().to_owned()
        };
        server.stranger().post("/v1/me/tickets", &json!({})).refused(401, "unauthenticated");
        let mine = ticket(&table[0]);
        assert!(mine.starts_with("plt_"));
        let open = |ticket: &str, path: &str| Stream::open(&server.base, None, &format!("{path}?ticket={ticket}"), "text/event-stream", None);
        assert!(open(&mine, "/v1/me/events").status.contains("200"));
        assert!(open(&mine, "/v1/me/events").status.contains("200"), "the same stream again");
        assert!(open(&mine, &log).status.contains("401"), "not another one");
        let other = ticket(&table[0]);
        assert_eq!(open(&other, "/v1/me/events").item().1["game"], "castellers");
        let fresh = ticket(&table[0]);
        let (start, last) = fresh.split_at(fresh.len() - 1);
        let mistyped = format!("{start}{}", if last == "x" { "y" } else { "x" });
        for wrong in ["plt_0", &mistyped, table[0].token.as_deref().unwrap()] {
            server.stranger().get(&format!("{log}?ticket={wrong}")).refused(401, "invalid_token");
        }
        // A ticket is worth no more than the token it was made with.
        let token = table[0].post("/v1/me/tokens", &json!({"label": "stream", "scopes": ["read"]})).expect(201);
        let held = table[0].with_token(token["token"].as_str().unwrap());
        let late = ticket(&held);
        table[0].delete(&format!("/v1/me/tokens/{}", token["info"]["id"].as_str().unwrap())).expect(204);
        assert!(open(&late, "/v1/me/events").status.contains("401"));
    }

    fn whoever_loses_the_token_hears_no_more(place: &Place) {
        let server = Server::start(place);
        let table = players(&server.stranger(), 2);
        let path = started("castellers", &table);
        let token = table[0].post("/v1/me/tokens", &json!({"label": "stream", "scopes": ["read"]})).expect(201);
        let held = table[0].with_token(token["token"].as_str().unwrap());
        let log = format!("{path}/events");
        let count = walked(&held, &log, 100).len() as i64;
        let mut stream = Stream::events(&server.base, &held, &log, Some(count));
        table[0].delete(&format!("/v1/me/tokens/{}", token["info"]["id"].as_str().unwrap())).expect(204);
        play_on(&path, &table, 1);
        let mut rest = String::new();
        stream.lines.read_to_string(&mut rest).unwrap();
        assert!(!rest.contains("data: "), "{rest}");
    }

    fn the_feed_names_every_change_of_ones_own_games_in_order(place: &Place) {
        let server = Server::start(place);
        let table = players(&server.stranger(), 3);
        let (first, second) = (started("castellers", &table[..2]), started("el_grande", &table));
        play_on(&first, &table[..2], 2);
        play_on(&second, &table, 5);
        let id = |path: &str| path.rsplit('/').next().unwrap().to_owned();
        let told = |reader: &Client, path: &str| {
            // News is numbered just after it is committed: whoever needs all of it asks until the last is there.
            let last = reader.get(path).expect(200)["revision"].clone();
            loop {
                let items = walked(reader, "/v1/me/events", 3);
                let of_game: Vec<Value> = items.iter().filter(|item| item["game_id"] == json!(id(path))).cloned().collect();
                if of_game.last().is_some_and(|item| item["revision"] == last) {
                    assert!(ids(&items).is_sorted());
                    return of_game;
                }
            }
        };
        for (reader, path) in [(&table[0], &first), (&table[0], &second), (&table[2], &second)] {
            let mut next = 1;
            for item in told(reader, path) {
                assert_eq!(item["first_event"], json!(next), "nothing is missing");
                next = item["last_event"].as_i64().unwrap() + 1;
            }
            assert_eq!(walked(reader, &format!("{path}/events"), 100).len() as i64, next - 1);
        }
        let others = walked(&table[2], "/v1/me/events", 100);
        assert!(others.iter().all(|item| item["game_id"] == json!(id(&second))));
        server.stranger().get("/v1/me/events").refused(401, "unauthenticated");
    }

    fn an_account_listens_to_a_bounded_number_of_streams(place: &Place) {
        let server = Server::start(place);
        let table = players(&server.stranger(), 2);
        let mut open: Vec<Stream> = (0..32).map(|_| Stream::events(&server.base, &table[0], "/v1/me/events", None)).collect();
        assert!(open.iter().all(|stream| stream.status.contains("200")));
        let refused = table[0].get_with("/v1/me/events", &[("accept", "text/event-stream")]);
        refused.refused(429, "too_many_streams");
        assert_eq!(refused.header("retry-after"), "10");
        assert!(Stream::events(&server.base, &table[1], "/v1/me/events", None).status.contains("200"));
        // Polling is no stream.
        table[0].get("/v1/me/events").expect(200);
        open.clear();
    }

    fn whoever_takes_nothing_of_what_is_sent_is_cut_off(place: &Place) {
        let server = Server::start_with(place, &[("PLACA_READER_SECONDS", "1")]);
        let mut socket = TcpStream::connect(server.base.strip_prefix("http://").unwrap()).unwrap();
        socket.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
        // More answers than all buffers on the way take: in the end the server reads no more requests either.
        let ask = "GET /openapi.json HTTP/1.1\r\nHost: placa.test\r\n\r\n".repeat(1_000);
        let cut = loop {
            if let Err(error) = socket.write_all(ask.as_bytes()) {
                break error.kind();
            }
        };
        assert!(matches!(cut, ErrorKind::ConnectionReset | ErrorKind::BrokenPipe), "{cut}");
        server.stranger().get("/v1/catalogue").expect(200);
    }

    fn what_one_server_commits_reaches_the_streams_of_another(place: &Place) {
        let server = Server::start(place);
        if place.url().starts_with("sqlite") {
            return;
        }
        let other = Server::start(place);
        let table = players(&server.stranger(), 2);
        let path = started("castellers", &table);
        let log = format!("{path}/events");
        let count = walked(&table[0], &log, 100).len() as i64;
        let mut stream = Stream::open(&other.base, table[0].token.as_deref(), &log, "text/event-stream", Some(count));
        for _ in 0..3 {
            let seen = play_on(&path, &table, 1);
            let until = |stream: &mut Stream| loop {
                let (_, item) = stream.item();
                if item["revision"] == seen["revision"] {
                    return;
                }
            };
            until(&mut stream);
        }
    }

    fn asked_to_end_the_service_ends_its_streams_and_itself(place: &Place) {
        let server = Server::start(place);
        let table = players(&server.stranger(), 1);
        let mut stream = Stream::events(&server.base, &table[0], "/v1/me/events", None);
        assert_eq!(stream.line().unwrap(), "retry: 3000");
        assert!(server.stop(), "it does not wait for streams until its grace is over");
        assert!(std::iter::from_fn(|| stream.line()).all(|line| !line.starts_with("data: ")));
    }
}
