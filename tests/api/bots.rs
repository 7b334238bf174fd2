//! Programs of the service play: nobody has to wait for others.

use crate::client::Client;
use crate::server::{Server, StoodStill, on_both};
use crate::whole_games::{history_is_gapless, pick};
use placa::model::Moment;
use serde_json::{Value, json};

const BOTS: [&str; 3] = ["random", "steady", "strong"];

fn start() -> Moment {
    "2027-03-01T09:00:00.000Z".parse().unwrap()
}

/// A game that Anna offers and in which these bots take the other seats; gives its path.
fn game_against(anna: &Client, game: &str, bots: &[&str], more: &Value) -> String {
    let mut offer = json!({"game": game, "seats": bots.len() + 1});
    for (name, value) in more.as_object().unwrap() {
        offer[name] = value.clone();
    }
    let offered = anna.post("/v1/games", &offer).expect(201);
    let path = format!("/v1/games/{}", offered["id"].as_str().unwrap());
    for (seat, bot) in (1..).zip(bots) {
        let seated = anna
            .post(&format!("{path}/seats"), &json!({"bot": bot}))
            .expect(201);
        assert_eq!(seated["seat"], seat);
    }
    path
}

/// Anna takes some legal action.
fn act(path: &str, anna: &Client, dice: &mut u64) {
    let legal = anna.get(&format!("{path}/legal-actions")).expect(200);
    let action = pick(legal["actions"].as_array().unwrap(), dice);
    let body = json!({"game": legal["game"], "revision": legal["revision"], "actions": [action]});
    anna.post(&format!("{path}/actions"), &body).expect(201);
}

/// Anna plays on until the end, and so do the bots whenever they are waited for.
fn play_on(server: &StoodStill, path: &str, anna: &Client) -> Value {
    let mut dice = 17;
    loop {
        server.let_bots_play();
        let seen = anna.get(path).expect(200);
        if seen["status"] != "running" {
            return seen;
        }
        assert_eq!(
            seen["awaiting"],
            json!([0]),
            "no bot is waited for any more"
        );
        act(path, anna, &mut dice);
    }
}

fn history(path: &str, reader: &Client) -> Vec<Value> {
    let page = reader.get(&format!("{path}/actions?limit=100")).expect(200);
    page["items"].as_array().unwrap().clone()
}

on_both! {
    fn a_lone_newcomer_plays_every_game_against_bots_to_its_end(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        for game in ["castellers", "castell", "el_grande"] {
            let path = game_against(&anna, game, &["steady", "random"], &json!({}));
            let seen = anna.get(&path).expect(200);
            assert_eq!(seen["status"], "running", "it starts as soon as the table is full");
            for (seat, bot) in [(1, "steady"), (2, "random")] {
                let at = &seen["seats"][seat];
                assert_eq!(at["bot"], bot);
                assert_eq!(at["player"]["name"], format!("Bot ({bot})"));
                let profile = anna.get(&format!("/v1/players/{}", at["player"]["id"].as_str().unwrap())).expect(200);
                assert_eq!(profile["name"], at["player"]["name"]);
            }
            assert!(seen["seats"][0].get("bot").is_none());
            let end = play_on(&server, &path, &anna);
            assert_eq!(end["status"], "finished", "{game}");
            assert_ne!(end["outcome"]["reason"], "abandoned");
            history_is_gapless(&path, &server.stranger(), end["revision"].as_i64().unwrap());
            for item in &history(&path, &anna)[1..] {
                assert_eq!(item["kind"], "action", "bots act as everybody does");
            }
        }
    }

    fn only_the_owner_seats_and_unseats_bots_and_only_those_there_are(place: &Place) {
        let server = StoodStill::at(place, start());
        let (anna, biel) = (server.stranger().register("Anna"), server.stranger().register("Biel"));
        let offered = anna.post("/v1/games", &json!({"game": "castellers", "seats": 4})).expect(201);
        let path = format!("/v1/games/{}", offered["id"].as_str().unwrap());
        let seats = format!("{path}/seats");
        biel.post(&seats, &json!({"bot": "steady"})).refused(403, "not_owner");
        server.stranger().post(&seats, &json!({"bot": "steady"})).refused(401, "unauthenticated");
        for bad in [json!({"bot": "clever"}), json!({"bot": null}), json!({"bot": 1}),
            json!({"bot": "steady", "entropy": "x"}), json!({"bot": "steady", "invite": "x"}),
            json!({"bot": "steady", "seat": 4}), json!({"bot": "steady", "colour": "mauve"})] {
            assert_eq!(anna.post(&seats, &bad).status, 422, "{bad}");
        }
        anna.post(&seats, &json!({"bot": "steady", "seat": 0})).refused(409, "seat_taken");
        let key = [("idempotency-key", "one-bot-only-however-often-it-is-asked")];
        let body = json!({"bot": "steady", "seat": 2, "colour": "yellow"});
        for _ in 0..2 {
            assert_eq!(anna.post_with(&seats, &key, &body).expect(201)["seat"], 2);
        }
        assert_eq!(anna.post(&seats, &json!({"bot": "steady"})).expect(201)["seat"], 1);
        biel.delete(&format!("{seats}/2")).refused(403, "not_owner");
        anna.delete(&format!("{seats}/2")).expect(204);
        anna.delete(&format!("{seats}/2")).refused(404, "not_found");
        let seen = anna.get(&path).expect(200);
        assert_eq!((&seen["status"], &seen["seats"][1]["bot"]), (&json!("open"), &json!("steady")));
        assert!(seen["seats"][2].get("player").is_none());
        anna.post(&format!("{path}/start"), &json!({})).expect(200);
        anna.post(&seats, &json!({"bot": "steady"})).refused(409, "seat_taken");
    }

    fn nobody_takes_the_name_of_a_bot(place: &Place) {
        let server = StoodStill::at(place, start());
        for name in ["Bot (steady)", "bot (STRONG)", "B0t (human)", "Bot (x"] {
            server.stranger().post("/v1/players", &json!({"name": name})).refused(422, "invalid_body");
        }
        server.stranger().register("Bot");
    }

    fn a_game_that_only_bots_are_left_in_ends(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        for (bots, reason) in [(&["steady"][..], "resignation"), (&["steady", "random"], "abandoned")] {
            let path = game_against(&anna, "castellers", bots, &json!({}));
            anna.post(&format!("{path}/resignation"), &json!({})).expect(204);
            let seen = anna.get(&path).expect(200);
            assert_eq!((&seen["status"], &seen["outcome"]["reason"]), (&json!("finished"), &json!(reason)));
            assert_eq!(seen["outcome"]["places"][0]["place"], bots.len() + 1, "who leaves comes last");
        }
    }

    fn bots_agree_to_annul_and_to_play_again(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        let path = game_against(&anna, "el_grande", &["steady", "random"], &json!({}));
        let seen = anna.post(&format!("{path}/cancellation"), &json!({})).expect(200);
        assert_eq!(seen["status"], "cancelled");
        let again = anna.post(&format!("{path}/rematch"), &json!({})).expect(201);
        assert_eq!(again["status"], "running", "nobody has to be waited for");
        let bots: Vec<&Value> = again["seats"].as_array().unwrap().iter().map(|seat| &seat["bot"]).collect();
        assert_eq!(bots, [&json!("random"), &Value::Null, &json!("steady")], "everybody sits one seat on");
        let next = format!("/v1/games/{}", again["id"].as_str().unwrap());
        let same = anna.post(&format!("{path}/rematch"), &json!({})).expect(201);
        assert_eq!(same["id"], again["id"]);
        server.let_bots_play();
        assert_eq!(anna.get(&next).expect(200)["awaiting"], json!([1]));
    }

    fn the_owner_gives_a_seat_that_somebody_left_to_a_bot(place: &Place) {
        let server = StoodStill::at(place, start());
        let names = ["Anna", "Biel", "Cesca"];
        let table: Vec<Client> = names.iter().map(|name| server.stranger().register(name)).collect();
        let offered = table[0].post("/v1/games", &json!({"game": "castell", "seats": 3})).expect(201);
        let path = format!("/v1/games/{}", offered["id"].as_str().unwrap());
        for player in &table[1..] {
            player.post(&format!("{path}/seats"), &json!({})).expect(201);
        }
        table[1].post(&format!("{path}/resignation"), &json!({})).expect(204);
        table[0].post(&format!("{path}/seats"), &json!({"bot": "steady", "entropy": "x"})).refused(422, "invalid_body");
        assert_eq!(table[0].post(&format!("{path}/seats"), &json!({"bot": "steady"})).expect(201)["seat"], 1);
        let seen = table[0].get(&path).expect(200);
        assert_eq!((&seen["seats"][1]["bot"], &seen["seats"][1]["presence"]), (&json!("steady"), &json!("present")));
        table[0].post(&format!("{path}/resignation"), &json!({})).expect(204);
        let seen = table[2].get(&path).expect(200);
        assert_eq!((&seen["status"], &seen["owner"]["id"]), (&json!("running"), &json!(table[2].id)), "no bot owns a game");
    }

    fn no_clock_runs_against_a_bot(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        let clock = json!({"clock": {"kind": "per_turn", "seconds": 60}, "absence": "forfeit"});
        let path = game_against(&anna, "el_grande", &["random", "steady", "random"], &clock);
        let seen = anna.get(&path).expect(200);
        for deadline in seen["deadlines"].as_array().unwrap() {
            assert_eq!(deadline["seat"], 0);
        }
        if seen["awaiting"] != json!([0]) {
            server.pass(1_000);
            server.look_at_clocks();
            assert_eq!(anna.get(&path).expect(200)["revision"], seen["revision"]);
        }
        server.let_bots_play();
        let seen = anna.get(&path).expect(200);
        assert_eq!(seen["awaiting"], json!([0]));
        assert_eq!(seen["deadlines"].as_array().unwrap().len(), 1);
    }

    fn the_steady_bot_plays_for_the_absent_until_they_are_back(place: &Place) {
        let server = StoodStill::at(place, start());
        let names = ["Anna", "Biel"];
        let table: Vec<Client> = names.iter().map(|name| server.stranger().register(name)).collect();
        let offer = json!({"game": "castell", "seats": 2, "absence": "bot", "clock": {"kind": "per_turn", "seconds": 60}});
        let offered = table[0].post("/v1/games", &offer).expect(201);
        let path = format!("/v1/games/{}", offered["id"].as_str().unwrap());
        table[1].post(&format!("{path}/seats"), &json!({})).expect(201);
        let gone = table[0].get(&path).expect(200)["awaiting"][0].as_u64().unwrap() as usize;
        server.pass(60);
        server.look_at_clocks();
        let seen = table[0].get(&path).expect(200);
        assert_eq!((&seen["awaiting"], &seen["seats"][gone]["presence"]), (&json!([gone]), &json!("absent")));
        assert_eq!(seen["seats"][gone]["player"]["id"], json!(table[gone].id), "the seat stays theirs");
        assert_eq!(table[gone].get("/v1/me/turns").expect(200)["items"], json!([]));
        server.let_bots_play();
        assert_eq!(table[0].get(&path).expect(200)["awaiting"], json!([1 - gone]));
        let log = history(&path, &table[0]);
        assert!(log.len() > 2 && log[1..].iter().all(|item| item["kind"] == "fallback" && item["seat"] == gone));
        assert_ne!(log[1]["action"]["type"], "end_turn", "a substitute plays");
        table[gone].post(&format!("{path}/return"), &json!({})).expect(200);
        let mut dice = 3;
        while table[0].get(&path).expect(200)["awaiting"] == json!([1 - gone]) {
            act(&path, &table[1 - gone], &mut dice);
        }
        server.let_bots_play();
        assert_eq!(table[0].get(&path).expect(200)["awaiting"], json!([gone]), "they are waited for again");
    }

    fn bots_go_on_after_a_kill_where_they_stood(place: &Place) {
        let server = Server::start_with(place, &[("PLACA_BOT_BUDGET", "1")]);
        let anna = server.stranger().register("Anna");
        let paths: Vec<String> = BOTS.iter().map(|bot| game_against(&anna, "castell", &[bot, "steady"], &json!({}))).collect();
        server.kill();
        let server = Server::start_with(place, &[("PLACA_BOT_BUDGET", "1")]);
        let anna = anna.at(&server.base);
        let mut dice = 29;
        for path in &paths {
            // How many actions Anna has before the bots' turn is up to the dice.
            for _ in 0..24 {
                wait_for_anna(path, &anna);
                act(path, &anna, &mut dice);
            }
            let revision = anna.get(path).expect(200)["revision"].as_i64().unwrap();
            assert!(revision > 1 + 24, "the bots have moved: {revision}");
        }
    }
}

/// Comes back when the bots have done what they have to.
fn wait_for_anna(path: &str, anna: &Client) {
    let mut seen = anna.get(path);
    while seen.expect(200)["awaiting"] != json!([0]) {
        let tag = seen.header("etag");
        let next = anna.get_with(path, &[("prefer", "wait=30"), ("if-none-match", &tag)]);
        assert_eq!(next.status, 200, "the bots don't move");
        seen = next;
    }
}
