//! Leaving running games, taking over from those who left, annulling games together, and playing once more.

use crate::client::Client;
use crate::server::{Server, on_both};
use crate::whole_games::{history_is_gapless, pick, play_on, started};
use serde_json::{Value, json};
use std::thread;

fn players(server: &Server, count: usize) -> Vec<Client> {
    ["Anna", "Biel", "Cesca", "Dídac"][..count]
        .iter()
        .map(|name| server.stranger().register(name))
        .collect()
}

fn ask(player: &Client, path: &str, what: &str) -> crate::client::Answer {
    player.post(&format!("{path}/{what}"), &json!({}))
}

/// Plays on with whoever sits there now, until the end or for so many actions.
fn seated(path: &str, reader: &Client, all: &[&Client]) -> Vec<Client> {
    let seen = reader.get(path).expect(200);
    let holder = |seat: &Value| {
        let id = seat["player"]["id"].as_str().unwrap_or_default();
        let found = all.iter().find(|player| player.id == id);
        (*found.unwrap_or(&all[0])).clone()
    };
    seen["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(holder)
        .collect()
}

/// What a seat is asked for in a game.
fn asked(path: &str, player: &Client) -> String {
    let id = path.rsplit('/').next().unwrap();
    let turns = player.get("/v1/me/turns?limit=100").expect(200);
    let mut turns = turns["items"].as_array().unwrap().iter();
    let turn = turns.find(|turn| turn["game"]["id"] == id).expect("a turn");
    turn["asks"].as_str().unwrap().to_owned()
}

/// Plays a game to its end; whoever is asked for something new leaves, as long as two stay. What is left comes last.
fn leave_where_it_is_new(path: &str, table: &[Client], left_at: &mut Vec<String>, dice: &mut u64) {
    let mut gone = Vec::new();
    loop {
        let reader = (0..).find(|seat| !gone.contains(seat)).unwrap();
        let seen = table[reader].get(path).expect(200);
        let awaiting = seen["awaiting"].as_array().unwrap();
        let Some(seat) = awaiting.first().map(|seat| seat.as_u64().unwrap() as usize) else {
            assert_eq!(seen["status"], "finished");
            for left in gone {
                let place = seen["outcome"]["places"][left]["place"].as_u64().unwrap();
                assert!(place > 2, "{seen}");
            }
            return;
        };
        assert!(
            !gone.contains(&seat),
            "nobody waits for who has left: {seen}"
        );
        let player = &table[seat];
        let decision = asked(path, player);
        if gone.len() < table.len() - 2 && !left_at.contains(&decision) {
            ask(player, path, "resignation").expect(204);
            left_at.push(decision);
            gone.push(seat);
            continue;
        }
        let legal = player.get(&format!("{path}/legal-actions")).expect(200);
        let action = pick(legal["actions"].as_array().unwrap(), dice);
        let body =
            json!({"game": legal["game"], "revision": legal["revision"], "actions": [action]});
        player.post(&format!("{path}/actions"), &body).expect(201);
    }
}

on_both! {
    fn of_two_the_one_who_stays_wins(place: &Place) {
        let server = Server::start(place);
        let table = players(&server, 2);
        for slug in ["castellers", "el_grande"] {
            let path = started(slug, &table);
            play_on(&path, &table, 2);
            ask(&server.stranger(), &path, "resignation").refused(401, "unauthenticated");
            ask(&server.stranger().register("Watcher"), &path, "resignation").refused(403, "not_seated");
            ask(&table[0], &path, "resignation").expect(204);
            let seen = table[1].get(&path).expect(200);
            assert_eq!(seen["status"], "finished");
            assert_eq!(seen["outcome"]["reason"], "resignation");
            assert_eq!(seen["outcome"]["places"][1]["place"], 1);
            assert_eq!(seen["outcome"]["places"][0]["place"], 2);
            assert_eq!(seen["seats"][0]["player"]["id"], json!(table[0].id), "the table stays as it was");
            ask(&table[0], &path, "resignation").refused(409, "wrong_status");
            ask(&table[1], &path, "cancellation").refused(409, "wrong_status");
            history_is_gapless(&path, &table[1], seen["revision"].as_i64().unwrap());
        }
    }

    fn the_same_key_resigns_once(place: &Place) {
        let server = Server::start(place);
        let table = players(&server, 3);
        let path = started("castellers", &table);
        let resign = || table[0].post_with(&format!("{path}/resignation"), &[("idempotency-key", "leave")], &json!({}));
        assert_eq!(resign().header("idempotency-replayed"), "");
        assert_eq!(resign().header("idempotency-replayed"), "true");
        ask(&table[0], &path, "resignation").refused(403, "not_seated");
        let history = table[1].get(&format!("{path}/actions?limit=100")).expect(200);
        let resigned = history["items"].as_array().unwrap().iter().filter(|item| item["kind"] == "resignation");
        assert_eq!(resigned.count(), 1);
    }

    fn of_three_the_others_play_on_and_who_left_comes_last(place: &Place) {
        let server = Server::start(place);
        let table = players(&server, 3);
        for slug in ["castellers", "el_grande"] {
            let path = started(slug, &table);
            play_on(&path, &table, 12);
            ask(&table[1], &path, "resignation").expect(204);
            let seen = table[0].get(&path).expect(200);
            assert_eq!(seen["status"], "running");
            assert_eq!(seen["seats"][1], json!({"seat": 1, "colour": seen["seats"][1]["colour"], "presence": "resigned"}));
            assert!(!seen["awaiting"].as_array().unwrap().contains(&json!(1)));
            assert_eq!(table[1].get(&path).expect(200)["you"], Value::Null, "who left is a stranger");
            ask(&table[1], &path, "seats").refused(409, "left_for_good");
            let end = play_on(&path, &table, u64::MAX);
            assert_eq!(end["status"], "finished");
            assert_ne!(end["outcome"]["reason"], "resignation");
            assert_eq!(end["outcome"]["places"][1]["place"], 3);
            history_is_gapless(&path, &table[0], end["revision"].as_i64().unwrap());
        }
    }

    fn a_substitute_sees_what_the_seat_sees_and_plays_to_the_end(place: &Place) {
        let server = Server::start(place);
        let table = players(&server, 3);
        let dora = server.stranger().register("Dora");
        let path = started("el_grande", &table);
        play_on(&path, &table, 60);
        let before = table[1].get(&format!("{path}?revision=40")).expect(200);
        let list = "/v1/games?open=true&status=running";
        let listed = |reader: &Client| reader.get(list).expect(200)["items"].as_array().unwrap().len();
        assert_eq!(listed(&dora), 0);
        dora.post(&format!("{path}/seats"), &json!({})).refused(409, "seat_taken");
        ask(&table[1], &path, "resignation").expect(204);
        assert_eq!(listed(&dora), 1);

        dora.post(&format!("{path}/seats"), &json!({"seat": 0})).refused(409, "seat_taken");
        dora.post(&format!("{path}/seats"), &json!({"entropy": "mine"})).refused(422, "invalid_body");
        dora.post(&format!("{path}/seats"), &json!({"colour": "puce"})).refused(422, "invalid_body");
        table[0].post(&format!("{path}/seats"), &json!({})).refused(409, "already_seated");
        assert_eq!(dora.post(&format!("{path}/seats"), &json!({})).expect(201)["seat"], 1);
        assert_eq!(listed(&dora), 0);
        let seen = dora.get(&path).expect(200);
        assert_eq!((&seen["you"], &seen["seats"][1]["presence"]), (&json!(1), &json!("present")));
        let then = dora.get(&format!("{path}?revision=40")).expect(200);
        assert_eq!(then["view"], before["view"], "the substitute looks back as the seat saw it");
        let stranger = table[1].get(&format!("{path}?revision=40")).expect(200);
        assert_eq!(stranger["view"], server.stranger().get(&format!("{path}?revision=40")).expect(200)["view"]);

        let all: Vec<&Client> = table.iter().chain([&dora]).collect();
        let now = seated(&path, &table[0], &all);
        assert_eq!(now[1].id, dora.id);
        let end = play_on(&path, &now, u64::MAX);
        assert_eq!(end["status"], "finished");
    }

    fn who_has_left_a_private_game_gets_the_same_answer_again(place: &Place) {
        let server = Server::start(place);
        let table = players(&server, 3);
        let offer = json!({"game": "castellers", "seats": 3, "visibility": "private"});
        let offered = table[0].post("/v1/games", &offer).expect(201);
        let path = format!("/v1/games/{}", offered["id"].as_str().unwrap());
        for player in &table[1..] {
            let invite = ask(&table[0], &path, "invites").expect(201)["invite"].clone();
            player.post(&format!("{path}/seats"), &json!({"invite": invite})).expect(201);
        }
        let resign = |key: &str| table[1].post_with(&format!("{path}/resignation"), &[("idempotency-key", key)], &json!({}));
        resign("first").expect(204);
        assert_eq!(resign("first").header("idempotency-replayed"), "true");
        resign("second").refused(404, "not_found");
        ask(&table[1], &path, "resignation").refused(404, "not_found");
    }

    fn a_seat_kept_free_for_a_deleted_account_is_free(place: &Place) {
        let server = Server::start(place);
        let table = players(&server, 2);
        let dora = server.stranger().register("Dora");
        let path = started("castellers", &table);
        ask(&table[0], &path, "resignation").expect(204);
        let next = ask(&table[0], &path, "rematch").expect(201)["id"].clone();
        let next = format!("/v1/games/{}", next.as_str().unwrap());
        let listed = |reader: &Client| reader.get("/v1/games?open=true").expect(200)["items"].as_array().unwrap().len();
        assert_eq!((listed(&dora), listed(&table[1])), (0, 1), "only they can take it for whom it is kept");
        table[1].delete("/v1/me").expect(204);
        assert!(dora.get(&next).expect(200)["seats"][0].get("reserved_for").is_none());
        assert_eq!(listed(&dora), 1);
        ask(&dora, &next, "seats").expect(201);
        assert_eq!(dora.get(&next).expect(200)["status"], "running");
    }

    fn who_sits_down_elsewhere_keeps_no_other_seat(place: &Place) {
        let server = Server::start(place);
        let table = players(&server, 4);
        let dora = server.stranger().register("Dora");
        let path = started("castell", &table);
        ask(&table[3], &path, "resignation").expect(204);
        for player in &table[..3] {
            ask(player, &path, "cancellation").expect(200);
        }
        let next = ask(&table[0], &path, "rematch").expect(201)["id"].clone();
        let next = format!("/v1/games/{}", next.as_str().unwrap());
        // The seat that follows on the empty one is nobody's.
        assert_eq!(table[1].post(&format!("{next}/seats"), &json!({"seat": 0})).expect(201)["seat"], 0);
        ask(&table[2], &path, "rematch").expect(201);
        assert_eq!(ask(&dora, &next, "seats").expect(201)["seat"], 2);
        assert_eq!(dora.get(&next).expect(200)["status"], "running");
    }

    fn an_account_that_is_deleted_while_it_sits_down_plays_nowhere(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        for _ in 0..5 {
            let biel = server.stranger().register("Biel");
            let offered = anna.post("/v1/games", &json!({"game": "castellers", "seats": 2})).expect(201);
            let path = format!("/v1/games/{}", offered["id"].as_str().unwrap());
            thread::scope(|scope| {
                scope.spawn(|| biel.send_unheld("POST", &format!("{path}/seats"), &[("content-type", "application/json")], b"{}"));
                scope.spawn(|| biel.delete("/v1/me").expect(204));
            });
            let seen = anna.get(&path).expect(200);
            assert_ne!(seen["status"], "running", "{seen}");
        }
    }

    fn many_who_want_the_free_seat_at_once_fill_it_once(place: &Place) {
        let server = Server::start(place);
        let table = players(&server, 3);
        let path = started("castellers", &table);
        ask(&table[0], &path, "resignation").expect(204);
        let others: Vec<Client> = (0..20).map(|n| server.stranger().register(&format!("Other {n}"))).collect();
        let seated: usize = thread::scope(|scope| {
            let threads: Vec<_> = others.iter()
                .map(|other| scope.spawn(|| usize::from(ask(other, &path, "seats").status == 201)))
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(seated, 1);
        assert_eq!(table[1].get(&path).expect(200)["seats"][0]["presence"], "present");
    }

    fn the_seat_of_a_private_game_is_filled_by_invitation_and_who_left_sees_nothing(place: &Place) {
        let server = Server::start(place);
        let table = players(&server, 3);
        let dora = server.stranger().register("Dora");
        let offer = json!({"game": "castellers", "seats": 3, "visibility": "private"});
        let offered = table[0].post("/v1/games", &offer).expect(201);
        let path = format!("/v1/games/{}", offered["id"].as_str().unwrap());
        let invite = |owner: &Client| ask(owner, &path, "invites").expect(201)["invite"].clone();
        for player in &table[1..] {
            player.post(&format!("{path}/seats"), &json!({"invite": invite(&table[0])})).expect(201);
        }
        ask(&table[0], &path, "invites").refused(409, "wrong_status");
        ask(&table[0], &path, "resignation").expect(204);
        table[0].get(&path).refused(404, "not_found");
        ask(&table[0], &path, "invites").refused(404, "not_found");
        assert_eq!(table[1].get(&path).expect(200)["owner"]["id"], json!(table[1].id), "the game has another owner");
        ask(&dora, &path, "seats").refused(404, "not_found");
        dora.post(&format!("{path}/seats"), &json!({"invite": invite(&table[1])})).expect(201);
        assert_eq!(dora.get(&path).expect(200)["you"], 0);
    }

    fn when_all_but_one_have_left_the_last_one_wins(place: &Place) {
        let server = Server::start(place);
        let table = players(&server, 4);
        let path = started("castellers", &table);
        for leaver in [2, 0, 3] {
            assert_eq!(table[1].get(&path).expect(200)["status"], "running");
            ask(&table[leaver], &path, "resignation").expect(204);
        }
        let seen = table[1].get(&path).expect(200);
        assert_eq!((&seen["status"], &seen["outcome"]["reason"]), (&json!("finished"), &json!("resignation")));
        assert_eq!(seen["outcome"]["places"][1]["place"], 1);
    }

    fn whatever_is_asked_for_a_player_can_leave_and_the_game_goes_on(place: &Place) {
        let server = Server::start(place);
        let table = players(&server, 4);
        let catalogue = table[0].get("/v1/catalogue").expect(200);
        let mut dice = 31;
        for entry in catalogue["items"].as_array().unwrap() {
            let slug = entry["game"].as_str().unwrap();
            let shown = table[0].get(&format!("/v1/catalogue/{slug}")).expect(200);
            let decisions = shown["decisions"].as_array().unwrap();
            let mut left_at = Vec::new();
            for _ in 0..20 {
                if left_at.len() < decisions.len() {
                    leave_where_it_is_new(&started(slug, &table), &table, &mut left_at, &mut dice);
                }
            }
            assert_eq!(left_at.len(), decisions.len(), "{slug}: {left_at:?}");
        }
    }

    fn a_deleted_account_leaves_its_running_games(place: &Place) {
        let server = Server::start(place);
        let table = players(&server, 3);
        let (three, two) = (started("castellers", &table), started("castellers", &table[..2]));
        table[0].delete("/v1/me").expect(204);
        assert_eq!(table[1].get(&two).expect(200)["status"], "finished");
        let seen = table[1].get(&three).expect(200);
        assert_eq!((&seen["status"], &seen["seats"][0]["presence"]), (&json!("running"), &json!("resigned")));
        let end = play_on(&three, &[table[1].clone(), table[1].clone(), table[2].clone()], u64::MAX);
        assert_eq!(end["status"], "finished");
    }

    fn a_game_is_annulled_when_all_agree(place: &Place) {
        let server = Server::start(place);
        let table = players(&server, 3);
        let path = started("castellers", &table);
        ask(&server.stranger().register("Watcher"), &path, "cancellation").refused(403, "not_seated");
        assert_eq!(ask(&table[0], &path, "cancellation").expect(200)["cancellation"], json!([0]));
        assert_eq!(ask(&table[0], &path, "cancellation").expect(200)["cancellation"], json!([0]));
        assert_eq!(ask(&table[1], &path, "cancellation").expect(200)["cancellation"], json!([0, 1]));
        table[1].delete(&format!("{path}/cancellation")).expect(204);
        let seat = table[2].get(&path).expect(200)["awaiting"][0].as_u64().unwrap() as usize;
        play_on(&path, &table, 1);
        let seen = table[2].get(&path).expect(200);
        let agree = seen["cancellation"].as_array().unwrap().clone();
        assert_eq!(agree.contains(&json!(0)), seat != 0, "who acts wants to go on");
        for player in &table {
            ask(player, &path, "cancellation").expect(200);
        }
        let seen = table[0].get(&path).expect(200);
        assert_eq!(seen["status"], "cancelled");
        assert_eq!((&seen["awaiting"], &seen["cancellation"]), (&json!([]), &json!([])));
        assert!(seen.get("outcome").is_none());
        for what in ["cancellation", "resignation", "return"] {
            ask(&table[0], &path, what).refused(409, "wrong_status");
        }
        let revision = seen["revision"].as_i64().unwrap();
        let last = table[0].get(&format!("{path}/actions?after={}", revision - 1)).expect(200)["items"][0].clone();
        assert_eq!((&last["kind"], &last["reason"]), (&json!("end"), &json!("cancelled")));
        let body = json!({"game": "castellers", "revision": revision, "actions": [{"type": "recruit"}]});
        table[0].post(&format!("{path}/actions"), &body).refused(409, "wrong_status");
    }

    fn a_rematch_seats_everybody_one_seat_on(place: &Place) {
        let server = Server::start(place);
        let table = players(&server, 3);
        let dora = server.stranger().register("Dora");
        let path = started("castellers", &table);
        ask(&table[0], &path, "rematch").refused(409, "wrong_status");
        let end = play_on(&path, &table, u64::MAX);
        assert_eq!(end["status"], "finished");
        ask(&dora, &path, "rematch").refused(403, "not_seated");

        let asked = ask(&table[1], &path, "rematch");
        let offered = asked.expect(201);
        let next = format!("/v1/games/{}", offered["id"].as_str().unwrap());
        assert_eq!(asked.header("location"), next);
        assert_ne!(next, path);
        assert_eq!((&offered["status"], &offered["you"]), (&json!("open"), &json!(2)));
        assert_eq!(offered["owner"]["id"], json!(table[1].id));
        assert_eq!(offered["seats"][1]["reserved_for"], json!(table[0].id));
        assert_eq!(table[2].get(&path).expect(200)["rematch"], offered["id"]);
        assert_eq!(ask(&table[1], &path, "rematch").expect(201)["id"], offered["id"], "asked twice it is the same");
        dora.post(&format!("{next}/seats"), &json!({})).refused(409, "seat_taken");
        dora.post(&format!("{next}/seats"), &json!({"seat": 1})).refused(409, "seat_taken");

        assert_eq!(ask(&table[0], &path, "rematch").expect(201)["you"], 1);
        let started = ask(&table[2], &path, "rematch").expect(201);
        assert_eq!((&started["status"], &started["you"]), (&json!("running"), &json!(0)));
        for member in ["options", "clock", "absence", "visibility"] {
            assert_eq!(started[member], end[member], "{member}");
        }
        assert_ne!(started["dealing"]["commitment"], end["dealing"]["commitment"]);
        let colours = |game: &Value| -> Vec<Value> {
            let mut of: Vec<(String, Value)> = game["seats"].as_array().unwrap().iter()
                .map(|seat| (seat["player"]["id"].as_str().unwrap().to_owned(), seat["colour"].clone()))
                .collect();
            of.sort_by(|a, b| a.0.cmp(&b.0));
            of.into_iter().map(|(_, colour)| colour).collect()
        };
        assert_eq!(colours(&started), colours(&end), "everybody keeps their colour");
        let order = [table[2].clone(), table[0].clone(), table[1].clone()];
        assert_eq!(play_on(&next, &order, u64::MAX)["status"], "finished");
    }

    fn all_who_ask_for_a_rematch_at_once_meet_at_one_table(place: &Place) {
        let server = Server::start(place);
        let table = players(&server, 4);
        let path = started("castellers", &table);
        play_on(&path, &table, u64::MAX);
        let ids: Vec<Value> = thread::scope(|scope| {
            let threads: Vec<_> = table.iter()
                .map(|player| scope.spawn(|| ask(player, &path, "rematch").expect(201)["id"].clone()))
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
        let next = format!("/v1/games/{}", ids[0].as_str().unwrap());
        assert_eq!(table[0].get(&next).expect(200)["status"], "running");
    }

    fn a_seat_kept_free_can_be_given_to_somebody_else(place: &Place) {
        let server = Server::start(place);
        let table = players(&server, 2);
        let dora = server.stranger().register("Dora");
        let path = started("castellers", &table);
        ask(&table[0], &path, "resignation").expect(204);
        let offered = ask(&table[0], &path, "rematch").expect(201);
        let next = format!("/v1/games/{}", offered["id"].as_str().unwrap());
        dora.delete(&format!("{next}/seats/0")).refused(403, "not_owner");
        table[0].delete(&format!("{next}/seats/0")).expect(204);
        table[0].delete(&format!("{next}/seats/0")).refused(404, "not_found");
        dora.post(&format!("{next}/seats"), &json!({})).expect(201);
        ask(&table[1], &path, "rematch").refused(409, "wrong_status");
        assert_eq!(dora.get(&next).expect(200)["status"], "running");
    }

    fn a_rematch_that_was_withdrawn_can_be_asked_for_again(place: &Place) {
        let server = Server::start(place);
        let table = players(&server, 2);
        let path = started("castellers", &table);
        ask(&table[0], &path, "resignation").expect(204);
        let first = ask(&table[0], &path, "rematch").expect(201)["id"].clone();
        table[0].delete(&format!("/v1/games/{}", first.as_str().unwrap())).expect(204);
        let second = ask(&table[1], &path, "rematch").expect(201)["id"].clone();
        assert_ne!(second, first);
        assert_eq!(ask(&table[0], &path, "rematch").expect(201)["status"], "running");
    }
}
