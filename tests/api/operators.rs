//! What an operator can do from the command line, while the service goes on.

use crate::broken::vandalise;
use crate::client::Client;
use crate::play::table;
use crate::server::{Place, Server, on_both};
use crate::whole_games::{history_is_gapless, play_on, started};
use placa::app::verify::verify;
use serde_json::{Value, json};
use std::process::{Command, Output};

/// Runs the program on the database of a place.
fn placa(place: &Place, words: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_placa"));
    program.args(words).env("DATABASE_URL", place.url());
    program.output().expect("it starts")
}

fn said(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8(text).unwrap()
}

/// What a command says that has to succeed.
#[track_caller]
fn done(place: &Place, words: &[&str]) -> String {
    let output = placa(place, words);
    assert!(output.status.success(), "{words:?}: {}", said(&output));
    said(&output)
}

/// What a command says that can't do what it is asked for.
#[track_caller]
fn unable(place: &Place, words: &[&str]) -> String {
    let output = placa(place, words);
    assert_eq!(
        output.status.code(),
        Some(2),
        "{words:?}: {}",
        said(&output)
    );
    said(&output)
}

fn id(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

fn status(reader: &Client, path: &str) -> Value {
    reader.get(path).expect(200)["status"].clone()
}

on_both! {
    fn an_audit_finds_the_games_that_come_to_something_else(place: &Place) {
        let server = Server::start(place);
        let players: Vec<Client> = ["Anna", "Biel"].iter().map(|name| server.stranger().register(name)).collect();
        assert!(done(place, &["audit"]).contains("0 games hold, 0 break, 0 have not begun."));
        let paths: Vec<String> = ["castellers", "castell", "el_grande"].iter().map(|game| started(game, &players)).collect();
        for path in &paths {
            play_on(path, &players, 20);
        }
        play_on(&paths[0], &players, u64::MAX);
        players[0].post("/v1/games", &json!({"game": "castell", "seats": 2})).expect(201);
        assert!(done(place, &["audit", "--jobs", "2"]).contains("3 games hold, 0 break, 1 have not begun."));

        let (first, second) = (id(&paths[1]), id(&paths[2]));
        vandalise(place, &format!("UPDATE actions SET hash = 'no' WHERE game_id = '{first}' AND revision = 7"));
        vandalise(place, &format!("DELETE FROM actions WHERE game_id = '{second}' AND revision = 9"));
        let found = placa(place, &["audit"]);
        assert_eq!(found.status.code(), Some(1));
        let found = said(&found);
        assert!(found.contains(&format!("{first} breaks at revision 7: the position is another one")), "{found}");
        assert!(found.contains(&format!("{second} breaks at revision 9: the log lacks it")), "{found}");
        assert!(found.contains("1 games hold, 2 break, 1 have not begun."), "{found}");
        // Nothing was changed by asking.
        assert_eq!(status(&players[0], &paths[1]), "running");
    }

    fn a_game_is_suspended_read_resumed_and_cancelled(place: &Place) {
        let server = Server::start(place);
        let (first, second, path) = table(&server);
        let game = id(&path);
        unable(place, &["admin", "resume", game]);
        done(place, &["admin", "suspend", game, "--reason", "under repair"]);
        let seen = first.get(&path).expect(200);
        assert_eq!((&seen["status"], &seen["suspended_reason"]), (&json!("suspended"), &json!("under repair")));
        let recruit = crate::play::actions(1, &[json!({"type": "recruit"})]);
        first.post(&format!("{path}/actions"), &recruit).refused(409, "wrong_status");
        let record = second.get(&format!("{path}/record")).expect(200);
        assert_eq!((&record["complete"], &record["status"]), (&json!(false), &json!("suspended")));
        assert_eq!(record["log"].as_array().unwrap().len(), 1);
        let listed = done(place, &["admin", "list", "--status", "suspended"]);
        assert!(listed.contains(game) && listed.contains("under repair") && listed.contains("1 games."), "{listed}");

        done(place, &["admin", "resume", game]);
        first.post(&format!("{path}/actions"), &recruit).expect(201);
        assert_eq!(first.get("/v1/me/turns").expect(200)["items"].as_array().unwrap().len(), 1);
        done(place, &["admin", "cancel", game]);
        assert_eq!(status(&second, &path), "cancelled");
        let record = second.get(&format!("{path}/record")).text;
        assert_eq!(verify(&record).unwrap().outcome, None);
        assert!(unable(place, &["admin", "cancel", game]).contains("the game is cancelled"));

        let offered = first.post("/v1/games", &json!({"game": "castell", "seats": 2})).expect(201);
        done(place, &["admin", "cancel", offered["id"].as_str().unwrap()]);
        assert_eq!(status(&first, &format!("/v1/games/{}", offered["id"].as_str().unwrap())), "cancelled");
        unable(place, &["admin", "cancel", &uuid::Uuid::now_v7().to_string()]);
    }

    fn a_game_that_can_not_be_played_on_is_cancelled_with_a_record_that_holds(place: &Place) {
        let server = Server::start(place);
        let players: Vec<Client> = ["Anna", "Biel"].iter().map(|name| server.stranger().register(name)).collect();
        let path = started("castellers", &players);
        play_on(&path, &players, 3);
        done(place, &["admin", "suspend", id(&path)]);
        done(place, &["admin", "cancel", id(&path)]);
        let record = players[0].get(&format!("{path}/record")).text;
        let verified = verify(&record).unwrap();
        assert_eq!((verified.revisions, verified.outcome), (4, None));
    }

    fn players_get_new_tokens_lose_old_ones_and_are_erased(place: &Place) {
        let server = Server::start(place);
        let (anna, biel, path) = table(&server);
        anna.post(&format!("{path}/messages"), &json!({"text": "bon dia"})).expect(201);
        let made = done(place, &["admin", "token", &anna.name.to_uppercase()]);
        let again = anna.with_token(made.trim());
        assert_eq!(again.get("/v1/me").expect(200)["id"], anna.id);
        done(place, &["admin", "revoke", &anna.name]);
        for revoked in [&anna, &again] {
            // Another process has revoked it: the server looks again within a second, long before the rate is spent.
            while revoked.get("/v1/me").status == 200 {}
            revoked.get("/v1/me").refused(401, "invalid_token");
        }
        biel.get("/v1/me").expect(200);
        done(place, &["admin", "erase", &anna.name]);
        biel.get(&format!("/v1/players/{}", anna.id)).refused(404, "not_found");
        let messages = biel.get(&format!("{path}/messages")).expect(200);
        assert!(!messages.to_string().contains("bon dia"));
        assert_eq!(status(&biel, &path), "finished");
        for task in ["token", "revoke", "erase"] {
            assert!(unable(place, &["admin", task, &anna.name]).contains("there is no such player"));
            unable(place, &["admin", task, "Nobody at all"]);
        }
        assert!(done(place, &["admin", "retention"]).contains("0 answers"));
    }
}

/// A game in the midst of which `back_up` makes a copy, from which it goes on.
fn goes_on_from_a_copy(place: &Place, back_up: impl FnOnce() -> Place) {
    let server = Server::start(place);
    let players: Vec<Client> = ["Anna", "Biel"]
        .iter()
        .map(|name| server.stranger().register(name))
        .collect();
    let path = started("castellers", &players);
    let before = play_on(&path, &players, 10);
    let restored = back_up();
    play_on(&path, &players, 10);
    server.kill();

    assert!(done(&restored, &["audit"]).contains("1 games hold, 0 break"));
    let server = Server::start(&restored);
    let players: Vec<Client> = players.iter().map(|one| one.at(&server.base)).collect();
    assert_eq!(players[0].get(&path).expect(200), before);
    let end = play_on(&path, &players, u64::MAX);
    history_is_gapless(&path, &players[1], end["revision"].as_i64().unwrap());
}

#[test]
fn a_backup_made_in_use_is_a_database_on_which_every_game_goes_on() {
    let place = Place::sqlite();
    goes_on_from_a_copy(&place, || {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("placa.db");
        let to = copy.to_str().unwrap();
        done(&place, &["backup", to]);
        assert!(unable(&place, &["backup", to]).contains("is there already"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        Place::Sqlite(folder)
    });
}

/// A program of PostgreSQL's client, on PATH or where Debian has it.
fn of_postgres(name: &str) -> Command {
    let versions = std::fs::read_dir("/usr/lib/postgresql");
    let all = versions.into_iter().flatten().flatten();
    let there = all.map(|version| version.path().join("bin").join(name));
    let newest = there.filter(|path| path.is_file()).max();
    Command::new(newest.unwrap_or_else(|| name.into()))
}

#[test]
fn a_dump_made_in_use_is_restored_as_the_readme_says_and_every_game_goes_on() {
    let readme = include_str!("../../README.md");
    for command in [
        "pg_dump --format=custom",
        "pg_restore --clean --if-exists --dbname=",
    ] {
        assert!(readme.contains(command), "{command}");
    }
    let place = Place::postgres();
    goes_on_from_a_copy(&place, || {
        let folder = tempfile::tempdir().unwrap();
        let dump = folder.path().join("placa.dump");
        let mut dumping = of_postgres("pg_dump");
        dumping
            .args(["--format=custom", &place.url(), "--file"])
            .arg(&dump);
        assert!(dumping.status().unwrap().success());
        let restored = Place::postgres();
        let mut restoring = of_postgres("pg_restore");
        let to = format!("--dbname={}", restored.url());
        restoring.args(["--clean", "--if-exists", &to]).arg(&dump);
        assert!(restoring.status().unwrap().success());
        restored
    });
}

#[test]
fn tools_make_no_database_and_change_none_of_another_version() {
    let place = Place::sqlite();
    for words in [
        &["audit"][..],
        &["backup", "/nowhere/copy.db"],
        &["admin", "list"],
    ] {
        assert!(
            unable(&place, words).contains("there is no database"),
            "{words:?}"
        );
    }
    let Place::Sqlite(folder) = &place else {
        panic!("a file")
    };
    let file = folder.path().join("placa.db");
    std::fs::write(&file, "").unwrap();
    assert!(unable(&place, &["admin", "list"]).contains("older version"));
    let postgres = Place::postgres();
    assert!(unable(&postgres, &["audit"]).contains("older version"));
    assert!(unable(&postgres, &["backup", "/tmp/none"]).contains("pg_dump"));
}
