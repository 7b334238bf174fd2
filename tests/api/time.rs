//! Clocks, absence and holidays, at a time that the tests set.

use crate::client::Client;
use crate::server::{Place, Server, StoodStill, on_both};
use crate::whole_games::{history_is_gapless, pick};
use placa::model::Moment;
use serde_json::{Value, json};

/// A Monday in March.
const START: &str = "2027-03-01T09:00:00.000Z";
const DAY: u64 = 24 * 60 * 60;

fn start() -> Moment {
    START.parse().unwrap()
}

/// An instant so many seconds after the start.
fn after(seconds: u64) -> String {
    start().plus_millis(seconds as i64 * 1_000).to_string()
}

fn players(stranger: &Client, count: usize) -> Vec<Client> {
    ["Anna", "Biel", "Cesca", "Dídac", "Eulàlia"][..count]
        .iter()
        .map(|name| stranger.register(name))
        .collect()
}

/// A new game that these play, the first of them at seat 0; gives its path.
fn game(table: &[Client], game: &str, more: &Value) -> String {
    let mut offer = json!({"game": game, "seats": table.len()});
    for (name, value) in more.as_object().unwrap() {
        offer[name] = value.clone();
    }
    let offered = table[0].post("/v1/games", &offer).expect(201);
    let path = format!("/v1/games/{}", offered["id"].as_str().unwrap());
    for player in &table[1..] {
        player
            .post(&format!("{path}/seats"), &json!({}))
            .expect(201);
    }
    path
}

fn per_turn(seconds: u64) -> Value {
    json!({"clock": {"kind": "per_turn", "seconds": seconds}})
}

fn awaited(path: &str, table: &[Client]) -> usize {
    let seen = table[0].get(path).expect(200);
    seen["awaiting"][0]
        .as_u64()
        .expect("somebody is waited for") as usize
}

/// Whoever is waited for takes some legal action, which need not end their turn.
fn act(path: &str, player: &Client, dice: &mut u64) -> Value {
    let legal = player.get(&format!("{path}/legal-actions")).expect(200);
    let action = pick(legal["actions"].as_array().unwrap(), dice);
    let body = json!({"game": legal["game"], "revision": legal["revision"], "actions": [action]});
    player.post(&format!("{path}/actions"), &body).expect(201)
}

/// Acts for a player until the game waits for somebody else or is over.
fn finish_turn(path: &str, player: &Client, seat: usize, dice: &mut u64) {
    loop {
        let seen = act(path, player, dice)["game"].clone();
        if !seen["awaiting"].as_array().unwrap().contains(&json!(seat)) {
            return;
        }
    }
}

/// Takes a turn of Castellers that no draw splits into two.
fn pass(path: &str, player: &Client) {
    let revision = player.get(path).expect(200)["revision"].clone();
    let body = json!({"game": "castellers", "revision": revision, "actions": [{"type": "pass"}]});
    player.post(&format!("{path}/actions"), &body).expect(201);
}

/// Takes a turn of Castellers that gains a casteller, to its end; gives the game after it.
fn recruit(path: &str, player: &Client) -> Value {
    let revision = player.get(path).expect(200)["revision"].clone();
    let body =
        json!({"game": "castellers", "revision": revision, "actions": [{"type": "recruit"}]});
    let mut seen = player.post(&format!("{path}/actions"), &body).expect(201)["game"].clone();
    while player.get(&format!("{path}/legal-actions")).expect(200)["actions"][0]["type"] == "fall" {
        seen = act(path, player, &mut 1)["game"].clone();
    }
    seen
}

fn kinds(path: &str, reader: &Client) -> Vec<String> {
    let page = reader.get(&format!("{path}/actions?limit=100")).expect(200);
    let kind = |item: &Value| item["kind"].as_str().unwrap().to_owned();
    page["items"].as_array().unwrap().iter().map(kind).collect()
}

on_both! {
    fn a_clock_gives_every_turn_its_deadline(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let path = game(&table, "castellers", &per_turn(3_600));
        let first = awaited(&path, &table);
        let seen = table[0].get(&path).expect(200);
        assert_eq!(seen["deadline"], json!(after(3_600)));
        assert_eq!(seen["deadlines"], json!([{"seat": first, "at": after(3_600)}]));
        assert_eq!(seen["clock"], json!({"kind": "per_turn", "seconds": 3_600, "holiday_days": 30}));
        let tag = table[1].get(&path).header("etag");
        server.pass(1_000);
        assert_eq!(table[1].get(&path).header("etag"), tag, "a deadline is an instant, not a rest of time");
        finish_turn(&path, &table[first], first, &mut 7);
        let seen = table[0].get(&path).expect(200);
        assert_eq!(seen["deadline"], json!(after(4_600)));
        assert_eq!(seen["deadlines"][0]["seat"], 1 - first as u64);
    }

    fn the_deadline_that_is_shown_is_the_moment_the_server_acts(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let path = game(&table, "castellers", &per_turn(60));
        let first = awaited(&path, &table);
        server.pass(59);
        server.look_at_clocks();
        assert_eq!(table[0].get(&path).expect(200)["revision"], 1);
        server.pass(1);
        server.look_at_clocks();
        let seen = table[0].get(&path).expect(200);
        assert_eq!(seen["revision"], 2);
        assert_eq!(seen["awaiting"], json!([1 - first]));
        assert_eq!(seen["deadline"], json!(after(120)));
        let history = table[0].get(&format!("{path}/actions?after=1")).expect(200);
        assert_eq!(history["items"][0]["kind"], "fallback");
        assert_eq!(history["items"][0]["seat"], first);
        assert_eq!(history["items"][0]["at"], json!(after(60)));
        assert_eq!(seen["seats"][first]["presence"], "present");
    }

    fn a_request_that_meets_an_overdue_game_is_judged_after_the_default_action(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let path = game(&table, "castellers", &per_turn(60));
        let first = awaited(&path, &table);
        server.pass(61);
        let body = json!({"game": "castellers", "revision": 1, "actions": [{"type": "recruit"}]});
        let late = table[first].post(&format!("{path}/actions"), &body);
        assert_eq!(late.refused(412, "stale_revision")["revision"], 2);
        let body = json!({"game": "castellers", "revision": 2, "actions": [{"type": "recruit"}]});
        table[1 - first].post(&format!("{path}/actions"), &body).expect(201);
        assert_eq!(kinds(&path, &table[0]), ["start", "fallback", "action"]);
    }

    fn a_game_that_all_have_left_alone_is_scored_and_ends(place: &Place) {
        let server = StoodStill::at(place, start());
        for (slug, seats) in [("castellers", 3), ("castell", 3), ("el_grande", 4)] {
            let table = players(&server.stranger(), seats);
            let path = game(&table, slug, &per_turn(60));
            server.go_on(60 * 3 * seats as u64 + 60);
            let seen = table[0].get(&path).expect(200);
            assert_eq!(seen["status"], "finished", "{slug}");
            assert_eq!(seen["outcome"]["reason"], "abandoned");
            assert_eq!(seen["deadline"], Value::Null);
            assert_eq!(seen["awaiting"], json!([]));
            assert_eq!(seen["outcome"]["places"].as_array().unwrap().len(), seats);
            for seat in seen["seats"].as_array().unwrap() {
                assert_eq!(seat["presence"], "absent");
            }
            let revision = seen["revision"].as_i64().unwrap();
            history_is_gapless(&path, &table[0], revision);
            let tag = table[0].get(&path).header("etag");
            server.pass(400 * DAY);
            server.look_at_clocks();
            assert_eq!(table[0].get(&path).header("etag"), tag, "a game that has ended stays as it is");
            let before = table[0].get(&format!("{path}?revision={}", revision - 1)).expect(200);
            assert_eq!(before["status"], "running");
        }
    }

    fn a_game_goes_on_around_the_absent(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 3);
        let path = game(&table, "castellers", &per_turn(60));
        let mut dice = 11;
        let mut turns = 0;
        for _ in 0..10_000 {
            let seen = table[0].get(&path).expect(200);
            if seen["status"] != "running" {
                break;
            }
            if seen["awaiting"] == json!([0]) {
                act(&path, &table[0], &mut dice);
                turns += 1;
            } else {
                server.go_on(60);
            }
        }
        let seen = table[0].get(&path).expect(200);
        assert_eq!(seen["status"], "finished", "{seen}");
        assert_ne!(seen["outcome"]["reason"], "abandoned");
        assert!(turns > 5);
        assert_eq!(seen["seats"][0]["presence"], "present");
        assert_eq!(seen["seats"][1]["presence"], "absent");
    }

    fn after_three_missed_deadlines_nobody_waits_for_a_seat_until_its_holder_is_back(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let path = game(&table, "castellers", &per_turn(60));
        let (here, gone) = (0, 1);
        while table[here].get(&path).expect(200)["seats"][gone]["presence"] == "present" {
            match awaited(&path, &table) {
                seat if seat == here => drop(recruit(&path, &table[here])),
                _ => server.go_on(60),
            }
        }
        assert_eq!(kinds(&path, &table[0]).iter().filter(|kind| *kind == "fallback").count(), 3);
        let seen = recruit(&path, &table[here]);
        assert_eq!(seen["awaiting"], json!([here]), "the absent seat is played on at once");
        let turns = table[gone].get("/v1/me/turns").expect(200);
        assert_eq!(turns["items"], json!([]));
        let seen = table[gone].post(&format!("{path}/return"), &json!({})).expect(200);
        assert_eq!(seen["seats"][gone]["presence"], "present");
        recruit(&path, &table[here]);
        assert_eq!(awaited(&path, &table), gone);
        server.go_on(60);
        assert_eq!(table[here].get(&path).expect(200)["seats"][gone]["presence"], "present", "it is counted anew");
    }

    fn deadlines_that_passed_while_the_server_was_down_are_met_once_each(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 3);
        let paths: Vec<String> = (0..3).map(|_| game(&table, "castellers", &per_turn(60))).collect();
        drop(server);
        let later = start().plus_millis(10 * 24 * 60 * 60 * 1_000);
        let server = StoodStill::at(place, later);
        let reader = table[0].at(&server.base);
        server.look_at_clocks();
        server.look_at_clocks();
        for path in &paths {
            let seen = reader.get(path).expect(200);
            assert_eq!(seen["revision"], 2, "one default action, not ten days of them");
            assert_eq!(seen["deadline"], json!(later.plus_millis(60_000).to_string()));
        }
    }

    fn with_several_servers_each_deadline_is_met_once(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let path = game(&table, "castellers", &per_turn(60));
        let others: Vec<StoodStill> = (0..3).map(|_| StoodStill::at(place, start())).collect();
        for other in &others {
            other.pass(60);
        }
        std::thread::scope(|scope| {
            for other in &others {
                scope.spawn(|| other.look_at_clocks());
            }
        });
        assert_eq!(table[0].get(&path).expect(200)["revision"], 2);
    }

    fn an_exhausted_bank_leaves_only_what_each_turn_adds(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let clock = json!({"kind": "bank", "reserve": 600, "increment": 60, "cap": 700, "holiday_days": 0});
        let path = game(&table, "castellers", &json!({"clock": clock, "options": {"deadlock_end": false}}));
        let first = awaited(&path, &table);
        assert_eq!(table[0].get(&path).expect(200)["deadline"], json!(after(600)));
        server.pass(200);
        pass(&path, &table[first]);
        assert_eq!(table[0].get(&path).expect(200)["deadline"], json!(after(800)));
        server.pass(10);
        pass(&path, &table[1 - first]);
        assert_eq!(table[0].get(&path).expect(200)["deadline"], json!(after(210 + 600 - 200 + 60)));
        pass(&path, &table[first]);
        assert_eq!(table[0].get(&path).expect(200)["deadline"], json!(after(210 + 650)));
        server.go_on(650);
        // The other one took no time for the last turn, and had 460 seconds before the 60 came to it.
        assert_eq!(table[0].get(&path).expect(200)["deadline"], json!(after(860 + 520)));
    }

    fn what_can_be_taken_back_gains_no_time(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let (mut dice, mut found) = (41, None);
        while found.is_none() {
            let path = game(&table, "castell", &per_turn(3_600));
            let seat = awaited(&path, &table);
            let deadline = table[0].get(&path).expect(200)["deadline"].clone();
            server.pass(1);
            let seen = act(&path, &table[seat], &mut dice)["game"].clone();
            found = (seen["undoable"] == true).then_some((path, seat, deadline, seen));
        }
        let (path, seat, deadline, seen) = found.expect("the loop ends with it");
        assert_eq!(seen["deadline"], deadline);
        server.pass(1);
        let undo = json!({"revision": seen["revision"], "to": seen["revision"].as_i64().unwrap() - 1});
        let undone = table[seat].post(&format!("{path}/undo"), &undo).expect(201);
        assert_eq!(undone["game"]["deadline"], deadline);
    }

    fn several_waited_for_at_once_have_a_clock_each(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 3);
        let path = game(&table, "el_grande", &per_turn(600));
        let mut dice = 17;
        let together = loop {
            let seen = table[0].get(&path).expect(200);
            assert_eq!(seen["status"], "running", "some phase waits for several");
            let awaiting = seen["awaiting"].as_array().unwrap().clone();
            if awaiting.len() == 3 {
                break seen;
            }
            let seat = awaiting[0].as_u64().unwrap() as usize;
            server.pass(1);
            act(&path, &table[seat], &mut dice);
        };
        let instants: Vec<&Value> = together["deadlines"].as_array().unwrap().iter().map(|it| &it["at"]).collect();
        assert_eq!(instants.len(), 3);
        assert!(instants.iter().all(|at| **at == *instants[0]));
        server.pass(100);
        let seen = act(&path, &table[1], &mut dice)["game"].clone();
        assert_eq!(seen["deadlines"].as_array().unwrap().len(), 2);
        assert_eq!(seen["deadline"], *instants[0], "the others gain nothing by it");
        server.go_on(500);
        let seen = table[0].get(&path).expect(200);
        assert!(seen["revision"].as_i64().unwrap() >= together["revision"].as_i64().unwrap() + 3);
    }

    fn a_holiday_stops_the_clock_and_ending_it_lets_it_go_on(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let path = game(&table, "castellers", &per_turn(3_600));
        let seat = awaited(&path, &table);
        let holiday = json!({"from": after(1_800), "until": after(1_800 + 5 * DAY)});
        let holidays = table[seat].post("/v1/me/holidays", &holiday).expect(201);
        assert_eq!(holidays["left_seconds"], json!(25 * DAY));
        assert_eq!(holidays["holiday"], holiday);
        assert_eq!(table[0].get(&path).expect(200)["deadline"], json!(after(3_600 + 5 * DAY)));
        server.pass(1_800 + 2 * DAY);
        server.look_at_clocks();
        assert_eq!(table[0].get(&path).expect(200)["revision"], 1);
        table[seat].delete("/v1/me/holidays").expect(204);
        table[seat].delete("/v1/me/holidays").expect(204);
        assert_eq!(table[0].get(&path).expect(200)["deadline"], json!(after(3_600 + 2 * DAY)));
        assert_eq!(table[seat].get("/v1/me/holidays").expect(200)["left_seconds"], json!(28 * DAY));
        server.go_on(1_800);
        let seen = table[0].get(&path).expect(200);
        assert_eq!((&seen["revision"], &seen["awaiting"]), (&json!(2), &json!([1 - seat])));
    }

    fn a_holiday_is_no_longer_than_the_budget_and_no_game_stands_still_longer_than_it_allows(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let clock = json!({"kind": "per_turn", "seconds": 3_600, "holiday_days": 2});
        let path = game(&table, "castellers", &json!({"clock": clock}));
        let seat = awaited(&path, &table);
        let ask = |body: Value| table[seat].post("/v1/me/holidays", &body);
        let tag = table[seat].get("/v1/me/holidays").header("etag");
        ask(json!({"until": after(30 * DAY + 1)})).refused(409, "no_holiday");
        ask(json!({"until": after(0)})).refused(422, "invalid_body");
        ask(json!({"until": after(3_599)})).refused(422, "invalid_body");
        ask(json!({"until": "9999-01-01T00:00:00Z"})).refused(422, "invalid_body");
        ask(json!({"from": "2027-02-01T00:00:00Z", "until": after(DAY)})).refused(422, "invalid_body");
        ask(json!({"from": "2029-02-01T00:00:00Z", "until": "2029-02-02T00:00:00Z"})).refused(422, "invalid_body");
        ask(json!({"until": "whenever"})).refused(422, "invalid_body");
        ask(json!({"until": after(DAY), "why": "sun"})).refused(422, "invalid_body");
        assert_eq!(table[seat].get("/v1/me/holidays").header("etag"), tag);
        ask(json!({"until": after(30 * DAY)})).expect(201);
        ask(json!({"until": after(DAY)})).refused(409, "no_holiday");
        assert_eq!(table[0].get(&path).expect(200)["deadline"], json!(after(3_600 + 2 * DAY)));
        server.pass(3_600 + 2 * DAY);
        server.look_at_clocks();
        assert_eq!(table[0].get(&path).expect(200)["revision"], 2);
    }

    fn what_happens_to_the_absent_is_chosen_at_the_offer(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 3);
        let offer = |absence: &str| {
            let mut more = per_turn(60);
            more["absence"] = json!(absence);
            game(&table, "castellers", &more)
        };
        let (cancel, forfeit, bot) = (offer("cancel"), offer("forfeit"), offer("bot"));
        let first = awaited(&forfeit, &table);
        let lost = awaited(&bot, &table);
        server.go_on(60);

        let seen = table[0].get(&cancel).expect(200);
        assert_eq!(seen["status"], "cancelled");
        assert!(seen.get("outcome").is_none());
        assert!(seen["dealing"].get("server_seed").is_none());
        assert_eq!(kinds(&cancel, &table[0]), ["start", "end"]);

        let reader = &table[(first + 1) % 3];
        let seen = reader.get(&forfeit).expect(200);
        assert_eq!(seen["seats"][first]["presence"], "resigned");
        assert!(seen["seats"][first].get("player").is_none());
        assert_eq!(kinds(&forfeit, reader)[..2], ["start", "resignation"]);
        server.go_on(60);
        let seen = reader.get(&forfeit).expect(200);
        assert_eq!(seen["status"], "finished");
        assert_eq!(seen["outcome"]["reason"], "resignation");

        let seen = table[0].get(&bot).expect(200);
        assert_eq!(seen["seats"][lost]["presence"], "absent");
        assert_eq!(kinds(&bot, &table[0])[1], "fallback");
    }

    fn a_game_that_starts_during_a_holiday_knows_of_it(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        for player in &table {
            player.post("/v1/me/holidays", &json!({"until": after(5 * DAY)})).expect(201);
        }
        server.pass(DAY);
        let path = game(&table, "castellers", &per_turn(3_600));
        assert_eq!(table[0].get(&path).expect(200)["deadline"], json!(after(5 * DAY + 3_600)));
    }

    fn of_two_holidays_planned_at_once_there_is_one(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        let planned: Vec<u16> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|n| {
                let anna = anna.clone();
                let holiday = json!({"from": after(60 + n), "until": after(20 * DAY)});
                scope.spawn(move || anna.post("/v1/me/holidays", &holiday).status)
            }).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(planned.iter().filter(|status| **status == 201).count(), 1, "{planned:?}");
        assert!(planned.iter().all(|status| [201, 409].contains(status)), "{planned:?}");
        assert!(anna.get("/v1/me/holidays").expect(200)["left_seconds"].as_u64().unwrap() >= 10 * DAY);
    }

    fn a_holiday_that_ends_early_is_known_to_every_game_at_once(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let paths: Vec<String> = (0..6).map(|_| game(&table, "castellers", &per_turn(3_600))).collect();
        table[0].post("/v1/me/holidays", &json!({"until": after(10 * DAY)})).expect(201);
        std::thread::scope(|scope| {
            scope.spawn(|| table[0].delete("/v1/me/holidays").expect(204));
            for path in &paths {
                let biel = &table[1];
                scope.spawn(move || biel.post(&format!("{path}/cancellation"), &json!({})).expect(200));
            }
        });
        for path in &paths {
            assert_eq!(table[0].get(path).expect(200)["deadline"], json!(after(3_600)));
        }
    }

    fn of_two_who_miss_the_same_deadline_neither_wins(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let mut more = per_turn(600);
        more["absence"] = json!("forfeit");
        let path = game(&table, "el_grande", &more);
        let mut dice = 5;
        let both = |seen: &Value| seen["awaiting"].as_array().unwrap().len() == 2;
        while !both(&table[0].get(&path).expect(200)) {
            let seat = awaited(&path, &table);
            act(&path, &table[seat], &mut dice);
        }
        server.pass(600);
        server.look_at_clocks();
        let seen = table[0].get(&path).expect(200);
        assert_eq!((&seen["status"], &seen["outcome"]["reason"]), (&json!("finished"), &json!("abandoned")));
        let history = table[0].get(&format!("{path}/actions?limit=100&after={}", seen["revision"].as_i64().unwrap() - 3)).expect(200);
        let told: Vec<(&Value, &Value)> = history["items"].as_array().unwrap().iter().map(|item| (&item["kind"], &item["reason"])).collect();
        assert_eq!(told, [(&json!("resignation"), &json!("clock")), (&json!("resignation"), &json!("clock")), (&json!("end"), &json!("abandoned"))]);
    }

    fn who_is_on_holiday_is_not_late_together_with_others(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let mut more = per_turn(600);
        more["absence"] = json!("forfeit");
        let path = game(&table, "el_grande", &more);
        let mut dice = 5;
        while table[0].get(&path).expect(200)["awaiting"].as_array().unwrap().len() < 2 {
            let seat = awaited(&path, &table);
            act(&path, &table[seat], &mut dice);
        }
        table[0].post("/v1/me/holidays", &json!({"from": after(300), "until": after(DAY)})).expect(201);
        server.pass(600);
        server.look_at_clocks();
        let seen = table[0].get(&path).expect(200);
        assert_eq!((&seen["status"], &seen["outcome"]["reason"]), (&json!("finished"), &json!("resignation")));
        assert_eq!(seen["outcome"]["places"][0]["place"], 1);
    }

    fn a_decision_that_is_none_is_no_absence(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 5);
        for absence in ["forfeit", "bot", "fallback"] {
            let mut more = per_turn(600);
            more["absence"] = json!(absence);
            more["takeover_after"] = json!(1);
            let path = game(&table, "el_grande", &more);
            let mut dice = 13;
            // The last of five players to take one of five cards has no choice.
            let forced = loop {
                let seat = awaited(&path, &table);
                let legal = table[seat].get(&format!("{path}/legal-actions")).expect(200);
                if legal["complete"] == true && legal["actions"].as_array().unwrap().len() == 1 {
                    break seat;
                }
                act(&path, &table[seat], &mut dice);
            };
            let before = table[0].get(&path).expect(200)["revision"].as_i64().unwrap();
            server.go_on(600);
            let seen = table[0].get(&path).expect(200);
            assert_eq!(seen["seats"][forced]["presence"], "present", "{absence}");
            assert_eq!(seen["revision"], json!(before + 1));
        }
    }

    fn the_same_key_at_once_plans_one_holiday(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        let holiday = json!({"until": after(DAY)});
        for round in 0..6 {
            let key = format!("holiday-{round}");
            let planned: Vec<u16> = std::thread::scope(|scope| {
                let plan = || anna.post_with("/v1/me/holidays", &[("idempotency-key", &key)], &holiday).status;
                let threads: Vec<_> = (0..6).map(|_| scope.spawn(plan)).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert_eq!(planned, [201; 6]);
            anna.delete("/v1/me/holidays").expect(204);
        }
    }

    fn a_substitute_of_the_absence_policy_plays_until_the_player_is_back(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let mut more = per_turn(60);
        more["absence"] = json!("bot");
        let path = game(&table, "castellers", &more);
        let gone = awaited(&path, &table);
        server.go_on(60);
        let seen = recruit(&path, &table[1 - gone]);
        assert_eq!((&seen["seats"][gone]["presence"], &seen["awaiting"]), (&json!("absent"), &json!([1 - gone])));
        table[gone].post(&format!("{path}/return"), &json!({})).expect(200);
        recruit(&path, &table[1 - gone]);
        assert_eq!(awaited(&path, &table), gone);
    }

    fn to_come_back_without_having_been_away_changes_nothing(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let path = game(&table, "castellers", &per_turn(60));
        let gone = awaited(&path, &table);
        let mut missed = 0;
        while table[0].get(&path).expect(200)["seats"][gone]["presence"] == "present" {
            assert!(missed < 3, "coming back is no way to be waited for for ever");
            if awaited(&path, &table) == gone {
                let tag = table[gone].get(&path).header("etag");
                table[gone].post(&format!("{path}/return"), &json!({})).expect(200);
                assert_eq!(table[gone].get(&path).header("etag"), tag);
                server.go_on(60);
                missed += 1;
            } else {
                recruit(&path, &table[1 - gone]);
            }
        }
    }

    fn an_absent_player_does_not_agree_to_annul(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let mut more = per_turn(60);
        more["absence"] = json!("bot");
        let path = game(&table, "castellers", &more);
        let gone = awaited(&path, &table);
        table[gone].post(&format!("{path}/cancellation"), &json!({})).expect(200);
        server.go_on(60);
        let seen = table[1 - gone].post(&format!("{path}/cancellation"), &json!({})).expect(200);
        assert_eq!((&seen["status"], &seen["cancellation"]), (&json!("running"), &json!([1 - gone])));
    }

    fn who_agreed_to_annul_need_not_wait_for_one_who_leaves(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 3);
        let path = game(&table, "castellers", &json!({}));
        for player in &table[..2] {
            player.post(&format!("{path}/cancellation"), &json!({})).expect(200);
        }
        table[2].post(&format!("{path}/resignation"), &json!({})).expect(204);
        assert_eq!(table[0].get(&path).expect(200)["status"], "cancelled");
    }

    fn the_inbox_lists_the_longest_waiting_first(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        assert_eq!(table[0].get("/v1/me/turns").expect(200)["items"], json!([]));
        let mut mine = Vec::new();
        for slug in ["castellers", "castell", "el_grande", "castellers"] {
            let mut more = per_turn(3_600);
            if slug == "castellers" {
                more["options"] = json!({"deadlock_end": false});
            }
            mine.push(game(&table, slug, &more));
        }
        // All are made to wait for seat 0, the first one last.
        mine.rotate_left(1);
        let mut dice = 23;
        for path in &mine {
            server.pass(10);
            for waits in [0, 1] {
                while awaited(path, &table) == waits {
                    act(path, &table[waits], &mut dice);
                }
            }
        }
        let turns = table[0].get("/v1/me/turns?limit=100").expect(200);
        let items = turns["items"].as_array().unwrap();
        let listed: Vec<String> = items.iter().map(|it| format!("/v1/games/{}", it["game"]["id"].as_str().unwrap())).collect();
        assert_eq!(listed, mine);
        for item in items {
            assert_eq!(item["seat"], 0);
            assert_eq!(item["deadline"], item["game"]["deadline"]);
            let decisions = table[0].get(&format!("/v1/catalogue/{}", item["game"]["game"].as_str().unwrap())).expect(200)["decisions"].clone();
            assert!(decisions.as_array().unwrap().iter().any(|it| it["name"] == item["asks"]), "{item}");
        }
        let (mut next, mut walked) = ("/v1/me/turns?limit=1".to_owned(), 0);
        loop {
            let page = table[0].get(&next).expect(200);
            walked += page["items"].as_array().unwrap().len();
            match page["next"].as_str() {
                Some(cursor) => next = format!("/v1/me/turns?limit=1&cursor={cursor}"),
                None => break,
            }
        }
        assert_eq!(walked, mine.len());
        server.stranger().get("/v1/me/turns").refused(401, "unauthenticated");
    }

    fn a_clock_or_policy_that_makes_no_sense_is_refused(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        let bank = |reserve: i64, increment: i64, cap: i64| {
            json!({"kind": "bank", "reserve": reserve, "increment": increment, "cap": cap})
        };
        for (member, value, pointer) in [
            ("clock", json!({"kind": "per_turn", "seconds": 0}), "/clock/seconds"),
            ("clock", json!({"kind": "per_turn", "seconds": -5}), "/clock/seconds"),
            ("clock", json!({"kind": "per_turn", "seconds": 59}), "/clock/seconds"),
            ("clock", json!({"kind": "per_turn", "seconds": 1_000_000_000_000_i64}), "/clock/seconds"),
            ("clock", json!({"kind": "per_turn", "seconds": 60.5}), "/clock/seconds"),
            ("clock", json!({"kind": "per_turn"}), "/clock/seconds"),
            ("clock", json!({"kind": "per_turn", "seconds": 60, "holiday_days": 367}), "/clock/holiday_days"),
            ("clock", bank(0, 0, 0), "/clock/reserve"),
            ("clock", bank(59, 0, 100), "/clock/reserve"),
            ("clock", bank(600, 0, 599), "/clock/cap"),
            ("clock", bank(600, -1, 600), "/clock/increment"),
            ("clock", json!({"kind": "hourglass"}), "/clock/kind"),
            ("absence", json!("shrug"), "/absence"),
            ("takeover_after", json!(0), "/takeover_after"),
            ("takeover_after", json!(11), "/takeover_after"),
        ] {
            let mut offer = json!({"game": "castellers", "seats": 2});
            offer[member] = value;
            let refusal = anna.post("/v1/games", &offer).refused(422, "invalid_body");
            let pointers: Vec<&Value> = std::iter::once(&refusal["pointer"])
                .chain(refusal["errors"].as_array().into_iter().flatten().map(|error| &error["pointer"]))
                .collect();
            assert!(pointers.contains(&&json!(pointer)), "{offer}: {refusal}");
        }
        assert_eq!(anna.get("/v1/games").expect(200)["items"], json!([]));
    }
}

/// The one test that watches the real clock: nobody asks the game for anything until it is over.
#[test]
fn the_program_ends_an_abandoned_game_by_itself() {
    let place = Place::sqlite();
    let server = Server::start_with(&place, &[("PLACA_MIN_TURN_SECONDS", "1")]);
    let table = players(&server.stranger(), 2);
    let path = game(&table, "castellers", &per_turn(1));
    let id = path.rsplit('/').next().unwrap();
    let list = format!("/v1/games?status=finished&player={}", table[0].id);
    let end = std::time::Instant::now() + std::time::Duration::from_secs(60);
    // A list reads no game and moves none on.
    while table[0].get(&list).expect(200)["items"] == json!([]) {
        assert!(
            std::time::Instant::now() < end,
            "the game {id} goes on for ever"
        );
        std::thread::yield_now();
    }
    let seen = table[0].get(&path).expect(200);
    assert_eq!(seen["outcome"]["reason"], "abandoned");
}
