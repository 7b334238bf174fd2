//! The record of a game: what may be in it when, and that nothing in it can be changed unnoticed.

use crate::client::Client;
use crate::server::{Server, on_both};
use crate::whole_games::{pick, started};
use placa::app::verify::{Unverified, verify};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

const GAMES: [&str; 3] = ["castellers", "castell", "el_grande"];

fn table(server: &Server, count: usize) -> Vec<Client> {
    let names = ["Anna", "Biel", "Cesca", "Dídac", "Eva"];
    let names = names.iter().take(count);
    names.map(|name| server.stranger().register(name)).collect()
}

fn record(reader: &Client, path: &str) -> Value {
    reader.get(&format!("{path}/record")).expect(200)
}

/// Plays to the end, and takes back now and then what can be taken back.
fn play_in_doubt(path: &str, table: &[Client]) {
    let (mut dice, mut taken_back) = (7, 0);
    loop {
        let before = play_step(&mut dice, path, table, pick);
        let Some((seat, seen)) = before else { break };
        let now = table[seat].get(path).expect(200);
        if now["undoable"] == true && taken_back < 8 {
            let undo = json!({"revision": now["revision"], "to": seen["revision"]});
            table[seat].post(&format!("{path}/undo"), &undo).expect(201);
            taken_back += 1;
        }
    }
    assert_eq!(taken_back, 8, "there was enough that could be taken back");
}

/// Plays on until the end, or until so many actions were taken. Nobody passes who can do anything else, so that
/// games are long and cards and castellers are drawn.
fn play_on(path: &str, table: &[Client], actions: u64) {
    let mut dice = 0x9e37_79b9;
    for _ in 0..actions {
        if play_step(&mut dice, path, table, pick_busily).is_none() {
            return;
        }
    }
}

fn pick_busily(actions: &[Value], dice: &mut u64) -> Value {
    let passes = |action: &&Value| action["type"] == "pass";
    let busy: Vec<Value> = actions.iter().filter(|it| !passes(it)).cloned().collect();
    match busy.is_empty() {
        true => pick(actions, dice),
        false => pick(&busy, dice),
    }
}

/// How to choose among legal actions.
type Pick = fn(&[Value], &mut u64) -> Value;

/// One action; says whose, and how the game stood before it. `None` at the end.
fn play_step(dice: &mut u64, path: &str, table: &[Client], pick: Pick) -> Option<(usize, Value)> {
    let seen = table[0].get(path).expect(200);
    let seat = seen["awaiting"].as_array().unwrap().first()?.as_u64()? as usize;
    let legal = table[seat]
        .get(&format!("{path}/legal-actions"))
        .expect(200);
    let action = pick(legal["actions"].as_array().unwrap(), dice);
    let body = json!({"game": seen["game"], "revision": seen["revision"], "actions": [action]});
    table[seat]
        .post(&format!("{path}/actions"), &body)
        .expect(201);
    Some((seat, seen))
}

/// All of a game's history as somebody may know it.
fn history(reader: &Client, path: &str) -> Vec<Value> {
    let mut items = Vec::new();
    loop {
        let page = reader
            .get(&format!("{path}/actions?limit=100&after={}", items.len()))
            .expect(200);
        items.extend(page["items"].as_array().unwrap().clone());
        if page["next"].is_null() {
            return items;
        }
    }
}

/// Runs a program on a record given on its standard input.
fn run(program: &mut Command, record: &str) -> Output {
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("piped");
    // It may end before it has read everything.
    let _ = input.write_all(record.as_bytes());
    drop(input);
    child.wait_with_output().expect("it ends")
}

fn by_program(record: &str) -> Output {
    run(
        Command::new(env!("CARGO_BIN_EXE_placa")).args(["verify", "-"]),
        record,
    )
}

fn by_python(record: &str) -> Output {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verify_record.py");
    run(Command::new("python3").args([script, "-"]), record)
}

/// Where a record breaks.
#[track_caller]
fn breaks(record: &Value) -> String {
    match verify(&record.to_string()) {
        Err(Unverified::Broken { place, .. }) => place,
        other => panic!("{other:?}"),
    }
}

/// A record with one thing changed.
fn with(record: &Value, pointer: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut changed = record.clone();
    let part = changed.pointer_mut(pointer);
    change(part.unwrap_or_else(|| panic!("the record has {pointer}")));
    assert_ne!(&changed, record, "{pointer}");
    changed
}

/// Another value of the same sort.
fn other(value: &mut Value) {
    *value = match value.take() {
        Value::Number(number) => json!(number.as_i64().unwrap() + 1),
        Value::String(text) if text.starts_with('0') => json!(text.replacen('0', "1", 1)),
        Value::String(text) => json!(format!("0{}", text.chars().skip(1).collect::<String>())),
        Value::Bool(known) => json!(!known),
        sort => panic!("{sort}"),
    };
}

on_both! {
    fn during_play_a_record_tells_what_the_caller_may_know_and_no_more(place: &Place) {
        let server = Server::start(place);
        let players = table(&server, 3);
        for game in GAMES {
            let path = started(game, &players);
            play_on(&path, &players, 12);
            for reader in [&players[0], &players[1], &server.stranger()] {
                let told = record(reader, &path);
                assert_eq!(told["complete"], false);
                let seen = reader.get(&path).expect(200);
                for member in ["id", "game", "ruleset", "status", "revision", "options", "seats", "you", "dealing"] {
                    assert_eq!(told[member], seen[member], "{member}");
                }
                assert_eq!(told["log"].as_array().unwrap(), &history(reader, &path));
                for secret in ["server_seed", "\"hash\"", "\"draws\""] {
                    assert!(!told.to_string().contains(secret), "{secret}");
                }
                assert_eq!(verify(&told.to_string()), Err(Unverified::Incomplete));
            }
        }
    }

    fn after_the_end_a_record_is_complete_the_same_for_everybody_and_holds(place: &Place) {
        let server = Server::start(place);
        let players = table(&server, 3);
        for game in GAMES {
            let path = started(game, &players);
            play_on(&path, &players, u64::MAX);
            let answer = players[0].get(&format!("{path}/record"));
            let told = answer.expect(200);
            assert_eq!(told["complete"], true);
            for reader in [&players[1], &server.stranger()] {
                assert_eq!(reader.get(&format!("{path}/record")).text, answer.text);
            }
            let known = [("if-none-match", &*answer.header("etag"))];
            assert_eq!(players[2].get_with(&format!("{path}/record"), &known).status, 304);

            let verified = verify(&answer.text).unwrap();
            assert_eq!(json!(verified.revisions), told["revision"]);
            assert_eq!(json!(verified.outcome), told["outcome"]);
            assert!(verified.draws > 0);
            let python = by_python(&answer.text);
            assert!(python.status.success(), "{}", String::from_utf8_lossy(&python.stderr));
            let said = String::from_utf8(python.stdout).unwrap();
            assert!(said.contains(&format!("{} draws follow", verified.draws)), "{said}");
        }
    }

    fn records_hold_of_games_with_contributions_undo_resignation_and_annulment(place: &Place) {
        let server = Server::start(place);
        let players = table(&server, 3);
        for game in ["castell", "castellers"] {
            let path = started(game, &players[..2]);
            play_in_doubt(&path, &players);
            let told = record(&players[0], &path);
            assert!(told["log"].as_array().unwrap().iter().any(|item| item["kind"] == "undo"));
            assert_eq!(verify(&told.to_string()).unwrap().outcome.unwrap().places.len(), 2);
        }

        let offered = players[0].post("/v1/games", &json!({"game": "el_grande", "seats": 3})).expect(201);
        let path = format!("/v1/games/{}", offered["id"].as_str().unwrap());
        players[1].post(&format!("{path}/seats"), &json!({"entropy": "sal i pebre"})).expect(201);
        let entropy = json!({"entropy": "çà, 7 cops"});
        assert_eq!(players[1].put(&format!("{path}/seats/1/entropy"), &entropy).status, 204);
        players[2].post(&format!("{path}/seats"), &json!({})).expect(201);
        play_on(&path, &players, 12);
        for leaver in [&players[0], &players[2]] {
            assert_eq!(leaver.post(&format!("{path}/resignation"), &json!({})).status, 204);
        }
        let told = record(&players[1], &path);
        assert_eq!(told["dealing"]["contributions"], json!([{"seat": 1, "entropy": "çà, 7 cops"}]));
        assert_eq!(verify(&told.to_string()).unwrap().outcome.unwrap().reason, "resignation");
        assert!(by_python(&told.to_string()).status.success());
        let stayed = with(&told, "/seats/2/presence", |presence| *presence = json!("present"));
        assert_eq!(breaks(&stayed), "outcome");
        let salted = with(&told, "/dealing/contributions/0/entropy", other);
        assert_eq!(breaks(&salted), "revision 1, draws");
        assert_eq!(by_python(&salted.to_string()).status.code(), Some(1));

        let path = started("castellers", &players);
        play_on(&path, &players, 5);
        for player in &players {
            player.post(&format!("{path}/cancellation"), &json!({})).expect(200);
        }
        let told = record(&players[1], &path);
        assert_eq!((&told["status"], told.get("outcome")), (&json!("cancelled"), None));
        assert_eq!(verify(&told.to_string()).unwrap().outcome, None);
    }

    fn an_offer_has_a_record_without_secrets_and_a_withdrawn_one_stays_closed(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let offered = anna.post("/v1/games", &json!({"game": "castell", "seats": 2})).expect(201);
        let path = format!("/v1/games/{}", offered["id"].as_str().unwrap());
        let told = record(&anna, &path);
        assert_eq!((&told["complete"], &told["log"]), (&json!(false), &json!([])));
        assert_eq!(anna.delete(&path).status, 204);
        let told = record(&anna, &path);
        assert_eq!(told["complete"], false);
        assert_eq!(told["dealing"].get("server_seed"), None);
    }
}

#[test]
fn whatever_is_changed_in_a_record_is_found_where_it_was_changed() {
    let place = crate::server::Place::sqlite();
    let server = Server::start(&place);
    let players = table(&server, 2);
    for game in GAMES {
        let path = started(game, &players);
        play_on(&path, &players, u64::MAX);
        let told = record(&players[0], &path);
        let log = told["log"].as_array().unwrap();
        let last = log.len() - 1;
        let drawing = log
            .iter()
            .rposition(|item| item["draws"] != json!([]))
            .unwrap();

        for pointer in ["/dealing/server_seed", "/dealing/commitment"] {
            assert_eq!(breaks(&with(&told, pointer, other)), "dealing/server_seed");
        }
        assert_eq!(breaks(&with(&told, "/id", other)), "revision 1, draws");
        let added = with(&told, "/dealing/contributions", |all| {
            *all = json!([{"seat": 1, "entropy": "late"}]);
        });
        assert_eq!(breaks(&added), "revision 1, draws");
        for (pointer, place) in [
            (
                format!("/log/{drawing}/draws/0/drawn"),
                format!("revision {}, draws", drawing + 1),
            ),
            (
                format!("/log/{drawing}/draws/0/of"),
                format!("revision {}, draws", drawing + 1),
            ),
            (
                format!("/log/{last}/hash"),
                format!("revision {}, hash", last + 1),
            ),
            ("/log/7/hash".to_owned(), "revision 8, hash".to_owned()),
            ("/log/7/revision".to_owned(), "revision 8".to_owned()),
            ("/revision".to_owned(), "revision".to_owned()),
            ("/outcome/places/1/score".to_owned(), "outcome".to_owned()),
            ("/outcome/places/0/place".to_owned(), "outcome".to_owned()),
            ("/outcome/reason".to_owned(), "outcome".to_owned()),
            ("/seats/1/seat".to_owned(), "seats".to_owned()),
        ] {
            assert_eq!(breaks(&with(&told, &pointer, other)), place, "{pointer}");
        }
        let events = |item: &Value| !item["events"].as_array().unwrap().is_empty();
        let eventful = log.iter().rposition(events).unwrap();
        let silent = with(&told, &format!("/log/{eventful}/events"), |events| {
            *events = json!([])
        });
        assert_eq!(
            breaks(&silent),
            format!("revision {}, events", eventful + 1)
        );
        let shorter = with(&told, "/log", |log| {
            log.as_array_mut().unwrap().pop();
        });
        assert_eq!(breaks(&shorter), "revision");
        let gap = with(&told, "/log", |log| {
            log.as_array_mut().unwrap().remove(4);
        });
        assert_eq!(breaks(&gap), "revision 5");
        let annulled = with(&told, "/status", |status| *status = json!("cancelled"));
        assert_eq!(breaks(&annulled), "status");
        let left = with(&told, "/seats/0/presence", |presence| {
            *presence = json!("resigned")
        });
        assert_eq!(breaks(&left), "seats");
        let acted = log
            .iter()
            .position(|item| item["kind"] == "action")
            .unwrap();
        let by_other = with(&told, &format!("/log/{acted}/seat"), |seat| {
            *seat = json!(1 - seat.as_u64().unwrap());
        });
        assert_eq!(breaks(&by_other), format!("revision {}", acted + 1));
        let nothing = with(&told, &format!("/log/{acted}"), |item| {
            item.as_object_mut().unwrap().remove("action");
        });
        assert_eq!(breaks(&nothing), format!("revision {}", acted + 1));
    }
}

#[test]
fn a_draw_can_not_be_taken_back_in_a_record_either() {
    let place = crate::server::Place::sqlite();
    let server = Server::start(&place);
    let players = table(&server, 2);
    let path = started("castellers", &players);
    play_on(&path, &players, u64::MAX);
    let told = record(&players[0], &path);
    let log = told["log"].as_array().unwrap();
    let drawing = 1 + log[1..]
        .iter()
        .position(|item| item["draws"] != json!([]))
        .unwrap();
    let taken_back = with(&told, "/log", |log| {
        let log = log.as_array_mut().unwrap();
        let mut undo = log[drawing].clone();
        undo["kind"] = json!("undo");
        undo["to"] = json!(drawing);
        undo["revision"] = json!(drawing + 2);
        undo["hash"] = log[drawing - 1]["hash"].clone();
        undo["draws"] = json!([]);
        undo["events"] = json!([]);
        log.insert(drawing + 1, undo);
    });
    assert_eq!(breaks(&taken_back), format!("revision {}", drawing + 2));
}

#[test]
fn the_command_says_by_its_end_what_a_record_is_worth() {
    let place = crate::server::Place::sqlite();
    let server = Server::start(&place);
    let players = table(&server, 2);
    let path = started("castellers", &players);
    let unfinished = record(&players[0], &path);
    play_on(&path, &players, u64::MAX);
    let whole = record(&players[0], &path);
    let tampered = with(&whole, "/log/3/hash", other);
    let unknown = with(&whole, "/ruleset", |it| *it = json!("castellers/99"));
    let newer = with(&whole, "/form", |it| *it = json!("placa-record/99"));
    let deep = "[".repeat(100_000);
    let ended = |record: &str| by_program(record).status.code().unwrap();
    assert_eq!(ended(&whole.to_string()), 0);
    assert_eq!(ended(&tampered.to_string()), 1);
    for unfit in [
        &unfinished.to_string(),
        &unknown.to_string(),
        &newer.to_string(),
        &deep,
        "{}",
        "",
        "hello",
    ] {
        assert_eq!(ended(unfit), 2, "{unfit:.40}");
    }
    let told = String::from_utf8(by_program(&tampered.to_string()).stdout).unwrap();
    assert!(told.contains("revision 4, hash"), "{told}");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("record.json");
    std::fs::write(&file, whole.to_string()).unwrap();
    let mut verify = Command::new(env!("CARGO_BIN_EXE_placa"));
    assert!(verify.arg("verify").arg(&file).status().unwrap().success());
    let mut missing = Command::new(env!("CARGO_BIN_EXE_placa"));
    let missing = missing.arg("verify").arg(folder.path().join("none"));
    assert_eq!(missing.status().unwrap().code(), Some(2));
}
