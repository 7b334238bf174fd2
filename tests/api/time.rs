//! Clocks, absence and holidays, at a time that the tests set.

mod absence;
mod holidays;

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

/// Plays on until the game waits for every player at once and each could do one thing or another: a choice that is none
/// can't be missed.
fn until_all_have_a_choice(path: &str, table: &[Client]) {
    let has_a_choice = |player: &Client| {
        let legal = player.get(&format!("{path}/legal-actions")).expect(200);
        legal["actions"].as_array().unwrap().len() > 1
    };
    let mut dice = 5;
    while !table.iter().all(has_a_choice) {
        let seat = awaited(path, table);
        act(path, &table[seat], &mut dice);
    }
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

    fn every_clock_runs_down_whatever_happens(place: &Place) {
        let mut dice = 77;
        let mut throw = |n: u64| {
            dice = u64::wrapping_add(u64::wrapping_mul(dice, 6_364_136_223_846_793_005), 1);
            (dice >> 33) % n
        };
        let bank = |reserve: u64, increment: u64, cap: u64, days: u64| {
            json!({"kind": "bank", "reserve": reserve, "increment": increment, "cap": cap, "holiday_days": days})
        };
        let mut at = 0;
        // The clock, the most seconds of a turn, and the days for which holidays may stop it.
        for (clock, most, days) in [
            (json!({"kind": "per_turn", "seconds": 3_600, "holiday_days": 0}), 3_600, 0),
            (json!({"kind": "per_turn", "seconds": 600, "holiday_days": 3}), 600, 3),
            (bank(3_600, 0, 3_600, 2), 3_600, 2),
            (bank(1_200, 300, 7_200, 1), 7_200, 1),
        ] {
            let mut server = StoodStill::at(place, start().plus_millis(at * 1_000));
            let mut table = players(&server.stranger(), 2);
            let more = json!({"clock": clock, "options": {"deadlock_end": false}});
            let path = game(&table, "castellers", &more);
            let mut acted = 7;
            let look = |server: &StoodStill, table: &[Client], at: i64| {
                server.look_at_clocks();
                let seen = table[0].get(&path).expect(200);
                for deadline in seen["deadlines"].as_array().unwrap() {
                    let end: Moment = deadline["at"].as_str().unwrap().parse().unwrap();
                    let left = end.since(start()) / 1_000 - at;
                    assert!(left > 0 && left <= most + days * DAY as i64, "{left} s are left: {seen}");
                }
                seen["status"] == "running"
            };
            for _ in 0..60 {
                if !look(&server, &table, at) {
                    break;
                }
                let someone = &table[throw(2) as usize];
                match throw(7) {
                    0 => {
                        let until = after(at as u64 + 3_600 + throw(3 * DAY));
                        let planned = someone.post("/v1/me/holidays", &json!({"until": until})).status;
                        assert!([201, 409].contains(&planned));
                    }
                    1 => drop(someone.delete("/v1/me/holidays").expect(204)),
                    2 => {
                        drop(server);
                        at += throw(7_200) as i64;
                        server = StoodStill::at(place, start().plus_millis(at * 1_000));
                        table = table.iter().map(|player| player.at(&server.base)).collect();
                    }
                    3 | 4 => {
                        let seen = table[0].get(&path).expect(200);
                        let seat = seen["awaiting"][0].as_u64().unwrap() as usize;
                        act(&path, &table[seat], &mut acted);
                    }
                    _ => {
                        let seconds = throw(1_800);
                        server.pass(seconds);
                        at += seconds as i64;
                    }
                }
            }
            // Left alone it ends: after so many deadlines at the latest both are taken over.
            let mut looks = 0;
            while look(&server, &table, at) {
                looks += 1;
                assert!(looks < 40, "{}", table[0].get(&path).text);
                let seen = table[0].get(&path).expect(200);
                let next: Moment = seen["deadline"].as_str().unwrap().parse().unwrap();
                let seconds = next.since(start()) / 1_000 - at;
                server.pass(seconds as u64);
                at += seconds;
            }
            for player in &table {
                player.delete("/v1/me/holidays").expect(204);
            }
        }
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
