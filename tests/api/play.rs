//! Acting: turns, revisions, batches, undo, looking back.

use crate::client::{Answer, Client};
use crate::server::{Server, on_both};
use crate::whole_games::{play_on, play_on_by, started};
use serde_json::{Value, json};
use sha2::Digest;
use std::thread;

/// Two players at a new table of Castellers, the one whose turn it is first, and the path of the game.
pub fn table(server: &Server) -> (Client, Client, String) {
    let anna = server.stranger().register("Anna");
    let biel = server.stranger().register("Biel");
    let path = started("castellers", &[anna.clone(), biel.clone()]);
    match anna.get(&path).expect(200)["awaiting"] == json!([0]) {
        true => (anna, biel, path),
        false => (biel, anna, path),
    }
}

pub fn actions(revision: i64, actions: &[Value]) -> Value {
    json!({"game": "castellers", "revision": revision, "actions": actions})
}

fn recruit() -> Value {
    json!({"type": "recruit"})
}

fn act(player: &Client, path: &str, body: &Value) -> Answer {
    player.post(&format!("{path}/actions"), body)
}

/// An action of this kind from the list of legal ones.
fn legal(player: &Client, path: &str, kind: &str) -> Value {
    let legal = player.get(&format!("{path}/legal-actions")).expect(200);
    let found = legal["actions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|action| action["type"] == kind);
    found
        .unwrap_or_else(|| panic!("no {kind} in {legal}"))
        .clone()
}

on_both! {
    fn an_action_makes_a_revision_and_says_what_happened(place: &Place) {
        let server = Server::start(place);
        let (first, second, path) = table(&server);
        let answer = act(&first, &path, &actions(1, &[recruit()]));
        let acted = answer.expect(201);
        assert_eq!(acted["revision"], 2);
        assert_eq!(acted["game"]["revision"], 2);
        assert_eq!(acted["events"][0]["game"], "castellers");
        assert!(acted["events"][0]["event"]["type"].is_string());
        assert_eq!(acted["game"]["view"], first.get(&path).expect(200)["view"]);
        let history = second.get(&format!("{path}/actions?after=1")).expect(200);
        assert_eq!(history["items"].as_array().unwrap().len(), 1);
        assert_eq!(history["items"][0]["action"], recruit());
        assert_eq!(history["items"][0]["events"], acted["events"]);
        assert_eq!(history["items"][0]["kind"], "action");
        assert_eq!(history["next"], Value::Null);
    }

    fn an_undo_restores_the_exact_state_or_is_refused(place: &Place) {
        let server = Server::start(place);
        let table: Vec<Client> = ["Anna", "Biel", "Carla"].iter().map(|name| server.stranger().register(name)).collect();
        for (slug, least) in [("castellers", 1), ("castell", 6), ("el_grande", 6)] {
            let path = started(slug, &table);
            let views = || -> Vec<Value> { table.iter().map(|player| player.get(&path).expect(200)["view"].clone()).collect() };
            let (mut dice, mut undone, mut refused) = (99, 0, 0);
            for _ in 0..80 {
                if undone >= least && refused >= 6 {
                    break;
                }
                let before = (views(), table[0].get(&path).expect(200));
                let Some(seat) = before.1["awaiting"][0].as_u64() else { break };
                let player = &table[seat as usize];
                play_on_by(&mut dice, &path, &table, 1);
                let after = player.get(&path).expect(200);
                let revision = after["revision"].as_i64().unwrap();
                let undo = json!({"revision": revision, "to": revision - 1});
                let answer = player.post(&format!("{path}/undo"), &undo);
                if after["undoable"] == true {
                    assert_eq!(answer.expect(201)["revision"], revision + 1, "no revision comes twice");
                    assert_eq!(views(), before.0, "{slug}");
                    let now = table[0].get(&path).expect(200);
                    assert_eq!((&now["awaiting"], &now["status"]), (&before.1["awaiting"], &before.1["status"]));
                    undone += 1;
                    // And on, or the game would stand still.
                    play_on_by(&mut dice, &path, &table, 1);
                } else {
                    assert!(answer.status == 409, "{}", answer.text);
                    refused += 1;
                    assert_eq!(player.get(&path).expect(200)["revision"], revision);
                }
            }
            assert!(undone >= least && refused > 0, "{slug}: {undone} actions were taken back, {refused} were not");
        }
    }

    fn twenty_posts_with_one_revision_make_one_step(place: &Place) {
        let server = Server::start(place);
        let (first, _, path) = table(&server);
        let answers: Vec<Answer> = thread::scope(|scope| {
            let threads: Vec<_> = (0..20).map(|_| scope.spawn(|| act(&first, &path, &actions(1, &[recruit()])))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
        for answer in answers.iter().filter(|answer| answer.status != 201) {
            assert_eq!(answer.refused(412, "stale_revision")["revision"], 2);
        }
        assert_eq!(first.get(&path).expect(200)["revision"], 2);
        let history = first.get(&format!("{path}/actions")).expect(200);
        assert_eq!(history["items"].as_array().unwrap().len(), 2);
    }

    fn who_is_not_waited_for_is_refused_and_nothing_changes(place: &Place) {
        let server = Server::start(place);
        let (first, second, path) = table(&server);
        let tag = first.get(&path).header("etag");
        let refusal = act(&second, &path, &actions(1, &[recruit()])).refused(409, "not_awaited");
        assert_eq!(refusal["revision"], 1);
        let watcher = server.stranger().register("Watcher");
        act(&watcher, &path, &actions(1, &[recruit()])).refused(403, "not_seated");
        act(&server.stranger(), &path, &actions(1, &[recruit()])).refused(401, "unauthenticated");
        assert_eq!(second.get(&format!("{path}/legal-actions")).expect(200)["actions"], json!([]));
        assert_eq!(first.get(&path).header("etag"), tag);
    }

    fn a_revision_is_named_in_the_body_or_as_if_match(place: &Place) {
        let server = Server::start(place);
        let (first, _, path) = table(&server);
        let body = json!({"game": "castellers", "actions": [recruit()]});
        act(&first, &path, &body).refused(428, "revision_required");
        act(&first, &path, &actions(0, &[recruit()])).refused(412, "stale_revision");
        act(&first, &path, &actions(2, &[recruit()])).refused(412, "stale_revision");
        let tag = first.get(&path).header("etag");
        assert!(tag.starts_with("\"1."), "{tag}");
        let with_tag = |body: &Value, tag: &str| first.post_with(&format!("{path}/actions"), &[("if-match", tag)], body);
        with_tag(&actions(2, &[recruit()]), &tag).refused(422, "invalid_body");
        with_tag(&body, "\"7.000000000000000000000000\"").refused(412, "stale_revision");
        assert_eq!(with_tag(&body, &format!("W/{tag}")).expect(201)["revision"], 2);
        with_tag(&body, &tag).refused(412, "stale_revision");
    }

    fn a_batch_is_taken_whole_or_not_at_all(place: &Place) {
        let server = Server::start(place);
        let (first, second, path) = table(&server);
        let raise = legal(&first, &path, "raise");
        // The same piece can't be raised twice out of a set that holds it once: at most one of these is legal.
        let thrice = actions(1, &[raise.clone(), raise.clone(), raise.clone()]);
        let refused = act(&first, &path, &thrice);
        assert!(refused.status == 422 || refused.status == 409, "{}", refused.text);
        assert_eq!(refused.json()["revision"], 1);
        assert_eq!(first.get(&path).expect(200)["revision"], 1);
        let checked = first.post(&format!("{path}/actions/check"), &actions(1, &[raise.clone(), json!({"type": "pass"})])).expect(200);
        assert_eq!(checked["legal"], true);
        assert_eq!(first.get(&path).expect(200)["revision"], 1);
        let acted = act(&first, &path, &actions(1, &[raise, json!({"type": "pass"})])).expect(201);
        assert_eq!(acted["revision"], 3);
        assert_eq!(acted["events"], checked["events"]);
        assert!(!second.get(&format!("{path}/legal-actions")).expect(200)["actions"].as_array().unwrap().is_empty());
    }

    fn nothing_follows_a_draw_in_its_batch_whatever_came_out(place: &Place) {
        let server = Server::start(place);
        let (first, _, path) = table(&server);
        for second in [recruit(), json!({"type": "pass"})] {
            let body = actions(1, &[recruit(), second]);
            let refusal = act(&first, &path, &body).refused(422, "batch_past_unknown");
            assert_eq!(refusal["pointer"], "/actions/1");
            first.post(&format!("{path}/actions/check"), &body).refused(422, "batch_past_unknown");
        }
        let checked = first.post(&format!("{path}/actions/check"), &actions(1, &[recruit()])).expect(200);
        assert_eq!(checked["events"], json!([]));
        assert_eq!(first.get(&path).expect(200)["revision"], 1);
    }

    fn an_illegal_action_names_its_rule_and_changes_nothing(place: &Place) {
        let server = Server::start(place);
        let (first, _, path) = table(&server);
        let known: Vec<Value> = first.get("/v1/catalogue/castellers").expect(200)["rules"].as_array().unwrap().iter()
            .map(|rule| rule["name"].clone()).collect();
        let tag = first.get(&path).header("etag");
        let fall = json!({"type": "fall", "castell": 0, "column": 0});
        for check in ["", "/check"] {
            let refusal = first.post(&format!("{path}/actions{check}"), &actions(1, std::slice::from_ref(&fall))).refused(422, "illegal");
            assert!(known.contains(&refusal["rule"]), "{refusal}");
            assert_eq!(refusal["revision"], 1);
            assert!(refusal["pointer"].as_str().unwrap().starts_with("/actions/0"));
        }
        assert_eq!(first.get(&path).header("etag"), tag);
    }

    fn own_actions_of_this_turn_are_taken_back_and_draws_are_not(place: &Place) {
        let server = Server::start(place);
        let (first, second, path) = table(&server);
        let undo = |player: &Client, revision: i64, to: i64| player.post(&format!("{path}/undo"), &json!({"revision": revision, "to": to}));
        let start = first.get(&path).expect(200);
        assert_eq!(start["undoable"], false);
        undo(&first, 1, 0).refused(422, "invalid_body");
        let raised = act(&first, &path, &actions(1, &[legal(&first, &path, "raise")])).expect(201);
        assert_eq!(raised["game"]["undoable"], true);
        assert_eq!(second.get(&path).expect(200)["undoable"], false);
        undo(&second, 2, 1).refused(409, "not_undoable");
        let back = undo(&first, 2, 1).expect(201);
        assert_eq!(back["revision"], 3);
        assert_eq!(back["game"]["view"], start["view"]);
        assert_eq!(back["game"]["undoable"], false);
        undo(&first, 2, 1).refused(412, "stale_revision");
        undo(&first, 3, 1).refused(409, "not_undoable");
        assert_eq!(first.get(&format!("{path}?revision=2")).expect(200)["view"], raised["game"]["view"]);

        let again = act(&first, &path, &actions(3, &[legal(&first, &path, "raise")])).expect(201);
        assert_eq!(again["game"]["view"], raised["game"]["view"]);
        assert_eq!(undo(&first, 4, 1).expect(201)["game"]["view"], start["view"]);
        let recruited = act(&first, &path, &actions(5, &[recruit()])).expect(201);
        assert_eq!(recruited["game"]["undoable"], false);
        undo(&first, 6, 5).refused(409, "not_undoable");
        let history = first.get(&format!("{path}/actions")).expect(200);
        let kinds: Vec<&str> = history["items"].as_array().unwrap().iter().map(|item| item["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["start", "action", "undo", "action", "undo", "action"]);
        assert_eq!(history["items"][2]["to"], 1);
    }

    fn every_past_revision_can_be_seen(place: &Place) {
        let server = Server::start(place);
        let (first, second, path) = table(&server);
        let players = match first.get(&path).expect(200)["you"] == 0 {
            true => [first.clone(), second.clone()],
            false => [second.clone(), first.clone()],
        };
        let mut seen = vec![first.get(&path).expect(200)];
        for _ in 0..70 {
            let before = seen.last().unwrap()["revision"].clone();
            let now = play_on(&path, &players, 1);
            if now["revision"] == before {
                break;
            }
            seen.push(first.get(&path).expect(200));
        }
        assert!(seen.len() > 40);
        for then in &seen {
            let again = first.get(&format!("{path}?revision={}", then["revision"])).expect(200);
            for member in ["revision", "view", "awaiting"] {
                assert_eq!(again[member], then[member]);
            }
        }
        assert!(first.get(&format!("{path}?revision=0")).expect(200).get("view").is_none());
        first.get(&format!("{path}?revision=1000")).refused(404, "not_found");
        first.get(&format!("{path}?revision=-1")).refused(422, "invalid_query");
    }

    fn a_read_is_conditional_and_belongs_to_its_reader(place: &Place) {
        let server = Server::start(place);
        let (first, second, path) = table(&server);
        let answer = first.get(&path);
        let tag = answer.header("etag");
        assert_eq!(answer.header("vary").to_lowercase(), "authorization, accept-encoding");
        assert_eq!(answer.header("cache-control"), "private, no-cache");
        let again = first.get_with(&path, &[("if-none-match", &tag)]);
        assert_eq!((again.status, again.text.as_str()), (304, ""));
        assert_eq!(first.get_with(&path, &[("if-none-match", &format!("W/{tag}"))]).status, 304);
        assert_ne!(second.get(&path).header("etag"), tag);
        let gzip = [("accept-encoding", "gzip")];
        let zipped = first.send_unheld("GET", &path, &gzip, b"").unwrap().header("etag");
        assert_ne!(zipped, tag);
        assert_eq!(first.get_with(&path, &[("if-none-match", &zipped)]).status, 304);
        act(&first, &path, &actions(1, &[recruit()])).expect(201);
        assert_eq!(first.get_with(&path, &[("if-none-match", &tag)]).status, 200);
    }

    fn after_the_end_nothing_can_be_done(place: &Place) {
        let server = Server::start(place);
        let (first, second, path) = table(&server);
        let players = match first.get(&path).expect(200)["you"] == 0 {
            true => [first.clone(), second.clone()],
            false => [second.clone(), first.clone()],
        };
        let mut revision = 1;
        while first.get(&path).expect(200)["status"] == "running" {
            let game = first.get(&path).expect(200);
            let seat = game["awaiting"][0].as_u64().unwrap() as usize;
            revision = act(&players[seat], &path, &actions(revision, &[json!({"type": "pass"})])).expect(201)["revision"].as_i64().unwrap();
        }
        let end = first.get(&path).expect(200);
        assert_eq!(end["status"], "finished");
        assert_eq!(end["outcome"]["reason"], "deadlock");
        assert_eq!(end["awaiting"], json!([]));
        for player in &players {
            let refusal = act(player, &path, &actions(revision, &[recruit()])).refused(409, "wrong_status");
            assert_eq!(refusal["revision"], revision);
        }
        assert_eq!(first.get(&path).expect(200), end);
        let secret = hex::decode(end["dealing"]["server_seed"].as_str().unwrap()).unwrap();
        let commitment = hex::encode(sha2::Sha256::digest(secret));
        assert_eq!(end["dealing"]["commitment"], commitment.as_str());
        assert_eq!(first.get(&format!("{path}?revision=0")).expect(200)["status"], "open");
    }
}
