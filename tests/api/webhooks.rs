//! Webhooks: what a player's own program is told, at a time that the tests set.

mod own;

use crate::client::Client;
use crate::receiver::{Receiver, Told};
use crate::server::{Server, StoodStill, on_both};
use crate::whole_games::{play_on, started};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use placa::clock::Clock;
use placa::model::Moment;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::thread;

const HOUR: u64 = 60 * 60;
const DAY: u64 = 24 * HOUR;
const ALL: [&str; 3] = ["your_turn", "game_changed", "game_ended"];

fn start() -> Moment {
    "2027-03-01T09:00:00.000Z".parse().unwrap()
}

fn players(stranger: &Client) -> Vec<Client> {
    ["Anna", "Biel"]
        .iter()
        .map(|name| stranger.register(name))
        .collect()
}

/// A webhook of somebody's, as it was shown when it was made.
fn webhook(owner: &Client, receiver: &Receiver, events: &[&str]) -> Value {
    let body = json!({"url": receiver.url, "events": events});
    owner.post("/v1/me/webhooks", &body).expect(201)
}

fn path_of(webhook: &Value) -> String {
    format!("/v1/me/webhooks/{}", webhook["id"].as_str().unwrap())
}

fn deliveries(owner: &Client, webhook: &Value) -> Vec<Value> {
    let path = format!("{}/deliveries?limit=100", path_of(webhook));
    owner.get(&path).expect(200)["items"]
        .as_array()
        .unwrap()
        .clone()
}

/// Does a signature of the message verify with a secret? Written from the specifications alone: HMAC (RFC 2104) over
/// `id.timestamp.body`, one of the signatures in the header after `v1,`.
fn verifies(told: &Told, secret: &str) -> bool {
    let key = STANDARD
        .decode(secret.strip_prefix("whsec_").unwrap())
        .unwrap();
    assert!((24..=64).contains(&key.len()), "{} bytes", key.len());
    let mut block = [0; 64];
    block[..key.len()].copy_from_slice(&key);
    let signed = format!(
        "{}.{}.{}",
        told.id(),
        told.headers["webhook-timestamp"],
        told.body
    );
    let inner = Sha256::new()
        .chain_update(block.map(|byte| byte ^ 0x36))
        .chain_update(signed);
    let outer = Sha256::new()
        .chain_update(block.map(|byte| byte ^ 0x5c))
        .chain_update(inner.finalize());
    let wanted = format!("v1,{}", STANDARD.encode(outer.finalize()));
    told.headers["webhook-signature"]
        .split(' ')
        .any(|one| one == wanted)
}

fn awaited(path: &str, reader: &Client) -> usize {
    reader.get(path).expect(200)["awaiting"][0]
        .as_u64()
        .unwrap() as usize
}

/// Plays on until it is somebody else's turn. A second passes after each action.
fn end_turn(server: &StoodStill, path: &str, table: &[Client]) {
    let before = awaited(path, &table[0]);
    while awaited(path, &table[0]) == before {
        play_on(path, table, 1);
        server.pass(1);
    }
}

fn kinds(told: &[Told]) -> Vec<String> {
    told.iter().map(Told::kind).collect()
}

on_both! {
    fn a_message_is_signed_thin_and_true(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger());
        let receiver = Receiver::start();
        let made = webhook(&table[0], &receiver, &ALL);
        let path = started("castellers", &table);
        server.pass(7);
        server.tell_webhooks();
        let told = receiver.told();
        assert!(!told.is_empty());
        for one in &told {
            assert!(verifies(one, made["secret"].as_str().unwrap()), "{one:?}");
            assert_eq!(one.path, "/hook");
            assert_eq!(one.headers["content-type"], "application/json");
            assert_eq!(one.headers["webhook-timestamp"], (start().plus_millis(7_000).0 / 1_000).to_string());
            let message = one.json();
            let data = message["data"].as_object().unwrap();
            assert_eq!(message.as_object().unwrap().keys().collect::<Vec<_>>(), ["data", "timestamp", "type"]);
            assert_eq!(data.keys().collect::<Vec<_>>(), ["game", "game_id", "revision", "seat", "url"]);
            assert_eq!(message["timestamp"], start().to_string());
            assert_eq!(data["url"], format!("http://placa.test{path}"));
            assert_eq!(data["game"], "castellers");
            assert_eq!(data["seat"], 0);
        }
        let turns = kinds(&told).iter().filter(|kind| *kind == "game.your_turn").count();
        assert_eq!(turns, usize::from(awaited(&path, &table[0]) == 0));
        assert!(told.iter().any(|one| one.kind() == "game.changed" && one.json()["data"]["revision"] == 1));
        let ids: BTreeSet<String> = told.iter().map(Told::id).collect();
        assert_eq!(ids.len(), told.len());
        for delivery in deliveries(&table[0], &made) {
            assert_eq!(delivery["status"], "delivered", "{delivery}");
            assert_eq!(delivery["attempts"], 1);
            assert_eq!(delivery["last_status"], 204);
            assert!(ids.contains(delivery["id"].as_str().unwrap()));
        }
        server.tell_webhooks();
        assert!(receiver.told().is_empty(), "nothing is told twice");
    }

    fn a_turn_is_told_once_and_only_while_it_lasts(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger());
        let receivers = [Receiver::start(), Receiver::start()];
        let hooks = [0, 1].map(|seat| webhook(&table[seat], &receivers[seat], &["your_turn"]));
        let path = started("castellers", &table);
        for _ in 0..6 {
            server.pass(1);
            server.tell_webhooks();
            let mover = awaited(&path, &table[0]);
            let told = receivers[mover].told();
            assert_eq!(kinds(&told), ["game.your_turn"]);
            assert_eq!(told[0].json()["data"]["seat"], mover);
            assert_eq!(told[0].json()["data"]["revision"], table[0].get(&path).expect(200)["revision"]);
            assert!(receivers[1 - mover].told().is_empty());
            end_turn(&server, &path, &table);
        }
        // Planned while it was true, and no longer true when it would be sent.
        let mover = awaited(&path, &table[0]);
        server.plan_webhooks();
        end_turn(&server, &path, &table);
        server.send_webhooks();
        assert!(receivers[mover].told().is_empty());
        let last = deliveries(&table[mover], &hooks[mover])[0].clone();
        assert_eq!((&last["status"], &last["attempts"]), (&json!("dropped"), &json!(0)), "{last}");
        assert!(last["next_attempt_at"].is_null());
        table[mover].post(&format!("{}/deliveries/{}/redeliver", path_of(&hooks[mover]), last["id"].as_str().unwrap()), &json!({})).expect(200);
        server.send_webhooks();
        assert!(receivers[mover].told().is_empty(), "it is asked for in vain");
    }

    fn only_what_was_chosen_and_happens_afterwards_is_told(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger());
        let receiver = Receiver::start();
        let path = started("castellers", &table);
        server.pass(1);
        webhook(&table[0], &receiver, &["game_ended"]);
        server.tell_webhooks();
        play_on(&path, &table, 3);
        server.tell_webhooks();
        assert!(receiver.told().is_empty());
        let other = started("castellers", &table[1..].iter().chain(&[server.stranger().register("Cesca")]).cloned().collect::<Vec<_>>());
        table[1].post(&format!("{other}/resignation"), &json!({})).expect(204);
        table[1].post(&format!("{path}/resignation"), &json!({})).expect(204);
        server.tell_webhooks();
        let told = receiver.told();
        assert_eq!(kinds(&told), ["game.ended"]);
        assert!(path.ends_with(told[0].json()["data"]["game_id"].as_str().unwrap()));
        table[0].post(&format!("{path}/rematch"), &json!({})).expect(201);
        server.tell_webhooks();
        assert!(receiver.told().is_empty(), "a game ends once");
        let offer = table[0].post("/v1/games", &json!({"game": "castell", "seats": 2})).expect(201);
        table[0].delete(&format!("/v1/games/{}", offer["id"].as_str().unwrap())).expect(204);
        server.tell_webhooks();
        assert_eq!(kinds(&receiver.told()), ["game.ended"]);
    }

    fn of_talk_is_told_who_hears_it(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger());
        let path = started("castellers", &table);
        server.pass(1);
        let receivers = [Receiver::start(), Receiver::start()];
        for (player, receiver) in table.iter().zip(&receivers) {
            webhook(player, receiver, &["message", "game_changed", "game_ended"]);
        }
        let silent = Receiver::start();
        webhook(&table[0], &silent, &["game_changed"]);
        let say = |seat: usize| table[seat].post(&format!("{path}/messages"), &json!({"text": "a secret word"})).expect(201);
        let told = || {
            server.tell_webhooks();
            [&receivers[0], &receivers[1], &silent].map(Receiver::told)
        };
        say(1);
        let [heard, own, silence] = told();
        assert_eq!(kinds(&heard), ["game.message"]);
        assert_eq!(heard[0].json()["data"]["seat"], 0);
        assert!(!heard[0].body.contains("secret word"), "{}", heard[0].body);
        assert_eq!((own.len(), silence.len()), (0, 0));
        assert_eq!(table[0].put(&format!("{path}/mutes/1"), &json!({})).status, 204);
        say(1);
        assert_eq!(told().map(|told| told.len()), [0, 0, 0]);
        say(0);
        assert_eq!(told().map(|told| kinds(&told)), [vec![], vec!["game.message".to_owned()], vec![]]);
        table[1].post(&format!("{path}/resignation"), &json!({})).expect(204);
        told();
        assert_eq!(table[0].delete(&format!("{path}/mutes/1")).status, 204);
        say(0);
        assert_eq!(told().map(|told| kinds(&told))[0], Vec::<String>::new(), "the game ended once, and not again with what is said after it");
    }

    fn after_a_rotation_both_secrets_sign_for_a_day(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        let receiver = Receiver::start();
        let made = webhook(&anna, &receiver, &ALL);
        let path = path_of(&made);
        let rotated = anna.patch(&path, &json!({"rotate_secret": true})).expect(200);
        assert_eq!(rotated["former_secret_until"], start().plus_millis(DAY as i64 * 1_000).to_string());
        let (old, new) = (made["secret"].as_str().unwrap(), rotated["secret"].as_str().unwrap());
        let test = |count| {
            anna.post(&format!("{path}/test"), &json!({})).expect(201);
            server.tell_webhooks();
            let told = receiver.told();
            assert_eq!(kinds(&told), ["webhook.test"]);
            assert_eq!(told[0].headers["webhook-signature"].split(' ').count(), count);
            assert!(verifies(&told[0], new));
            verifies(&told[0], old)
        };
        assert!(test(2));
        server.pass(DAY - 1);
        assert!(test(2));
        server.pass(1);
        assert!(!test(1));
        assert!(anna.get(&path).expect(200)["former_secret_until"].is_null());
        assert!(!anna.get(&path).text.contains("whsec_"));
        assert!(!anna.get("/v1/me/webhooks").text.contains("whsec_"));
    }

    fn what_fails_is_tried_again_over_three_days_and_then_given_up(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger());
        let receiver = Receiver::start();
        let path = started("castellers", &table);
        server.pass(1);
        let made = webhook(&table[0], &receiver, &["game_changed"]);
        play_on(&path, &table, 1);
        let mut ids = BTreeSet::new();
        for (attempt, wait) in [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].into_iter().enumerate() {
            receiver.answer_with([500, 404, 302, 199][attempt % 4]);
            server.tell_webhooks();
            ids.extend(receiver.told().iter().map(Told::id));
            let delivery = &deliveries(&table[0], &made)[0];
            assert_eq!(delivery["status"], "pending");
            assert_eq!(delivery["attempts"], attempt + 1);
            server.pass(wait * 89 / 100);
            server.tell_webhooks();
            assert!(receiver.told().is_empty(), "not before its time");
            server.pass(wait * 22 / 100 + 1);
        }
        server.tell_webhooks();
        ids.extend(receiver.told().iter().map(Told::id));
        let delivery = deliveries(&table[0], &made)[0].clone();
        assert_eq!(delivery["status"], "failed");
        assert_eq!(delivery["attempts"], 10);
        assert!(path.ends_with(delivery["game_id"].as_str().unwrap()));
        assert!(delivery["next_attempt_at"].is_null());
        assert_eq!(ids, BTreeSet::from([delivery["id"].as_str().unwrap().to_owned()]), "it is the same message");
        receiver.answer_with(200);
        let again = format!("{}/deliveries/{}/redeliver", path_of(&made), delivery["id"].as_str().unwrap());
        assert_eq!(table[0].post(&again, &json!({})).expect(200)["status"], "pending");
        server.tell_webhooks();
        assert_eq!(receiver.told()[0].id(), delivery["id"].as_str().unwrap());
        assert_eq!(deliveries(&table[0], &made)[0]["status"], "delivered");
    }

    fn who_is_gone_or_does_not_answer_for_five_days_is_told_nothing_more(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger());
        let receiver = Receiver::start();
        let path = started("castellers", &table);
        server.pass(1);
        let made = webhook(&table[0], &receiver, &["game_changed"]);
        let seen = || table[0].get(&path_of(&made)).expect(200);
        receiver.answer_with(410);
        play_on(&path, &table, 1);
        server.tell_webhooks();
        assert_eq!(seen()["disabled_because"], "gone");
        assert_eq!(deliveries(&table[0], &made)[0]["status"], "failed");
        table[0].post(&format!("{}/test", path_of(&made)), &json!({})).refused(409, "webhook_disabled");
        play_on(&path, &table, 1);
        server.pass(1);
        receiver.answer_with(200);
        assert_eq!(table[0].patch(&path_of(&made), &json!({"enabled": true})).expect(200)["disabled_because"], Value::Null);
        receiver.told();
        server.tell_webhooks();
        assert!(receiver.told().is_empty(), "what happened meanwhile is not told afterwards");
        receiver.answer_with(503);
        for day in 0..6 {
            assert_eq!(seen()["enabled"], true, "after {day} days");
            play_on(&path, &table, 1);
            server.tell_webhooks();
            server.pass(DAY);
        }
        assert_eq!(seen()["disabled_because"], "failing");
        assert!(deliveries(&table[0], &made).iter().all(|one| one["status"] != "pending"));
    }

    fn redirects_are_not_followed_and_answers_not_swallowed(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        let (receiver, elsewhere) = (Receiver::start(), Receiver::start());
        let made = webhook(&anna, &receiver, &ALL);
        let test = || {
            anna.post(&format!("{}/test", path_of(&made)), &json!({})).expect(201);
            server.tell_webhooks();
            let last = deliveries(&anna, &made)[0].clone();
            (last["status"].clone(), last["last_status"].clone(), last["last_error"].clone())
        };
        receiver.redirect_to(&elsewhere.url);
        assert_eq!(test(), (json!("failed"), json!(307), Value::Null));
        assert!(elsewhere.told().is_empty());
        receiver.say("Who are you?\r\n\r\n");
        assert_eq!(test(), (json!("failed"), Value::Null, json!("no_http")));
        receiver.say("");
        assert_eq!(test(), (json!("failed"), Value::Null, json!("no_connection")));
        receiver.say(&format!("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{}", "x".repeat(10_000_000)));
        assert_eq!(test(), (json!("delivered"), json!(200), Value::Null));
    }

    fn two_servers_tell_everything_once(place: &Place) {
        if place.url().starts_with("sqlite") {
            return;
        }
        let servers = [StoodStill::at(place, start()), StoodStill::at(place, start())];
        let table = players(&servers[0].stranger());
        let receiver = Receiver::start();
        let made = webhook(&table[0], &receiver, &ALL);
        for _ in 0..4 {
            play_on(&started("el_grande", &table), &table, 10);
        }
        thread::scope(|scope| {
            for server in &servers {
                scope.spawn(|| {
                    for _ in 0..3 {
                        server.tell_webhooks();
                    }
                });
            }
        });
        servers[0].tell_webhooks();
        let told = receiver.told();
        let ids: BTreeSet<String> = told.iter().map(Told::id).collect();
        assert_eq!(told.len(), ids.len());
        let listed = deliveries(&table[0], &made);
        assert!(listed.iter().all(|one| one["status"] != "pending"));
        let delivered = listed.iter().filter(|one| one["status"] == "delivered").count();
        assert_eq!(delivered, ids.len());
        let changes = told.iter().filter(|one| one.kind() == "game.changed").count();
        // The seat taken with the start, and ten actions.
        assert_eq!(changes, 4 * 11);
    }

    fn nothing_is_lost_when_the_service_is_killed(place: &Place) {
        let receiver = Receiver::start();
        let server = Server::start_with(place, &[("PLACA_WEBHOOK_ALLOW", "127.0.0.0/8")]);
        let table = players(&server.stranger());
        webhook(&table[0], &receiver, &["game_changed"]);
        let path = started("el_grande", &table);
        play_on(&path, &table, 40);
        server.kill();
        // Whatever was on its way then is free again after a minute.
        let later = Clock::system().now().plus_millis(120_000);
        let server = StoodStill::at(place, later);
        server.tell_webhooks();
        let seen = table[0].at(&server.base).get(&path).expect(200);
        let last = seen["revision"].as_i64().unwrap();
        let revisions: BTreeSet<i64> = receiver.told().iter().map(|one| one.json()["data"]["revision"].as_i64().unwrap()).collect();
        assert!(last > 40, "{last}");
        assert_eq!(revisions, (1..=last).collect(), "every change is told");
    }
}
