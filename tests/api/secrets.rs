//! What is decided in secret shows nowhere: two worlds that differ in nothing else answer everybody else alike, in
//! every byte and every header.
//!
//! The two worlds are two copies of one database, so that all ids, tokens and seeds are the same, and their clocks
//! stand at the same instant.

use crate::client::{Answer, Client};
use crate::server::{Place, StoodStill, on_both};
use crate::whole_games::{play_on_by, started};
use placa::model::Moment;
use serde_json::{Value, json};

const PLAYERS: usize = 3;

pub fn start() -> Moment {
    "2027-03-01T09:00:00.000Z".parse().unwrap()
}

/// A game of El Grande that has come to where a test begins, and those who play it.
pub struct Scene {
    pub path: String,
    pub table: Vec<Client>,
}

impl Scene {
    /// Plays game after game until one comes to where `here` says yes.
    pub fn found(place: &Place, here: impl Fn(&str, &[Client]) -> bool) -> Scene {
        let server = StoodStill::at(place, start());
        let stranger = server.stranger();
        let table: Vec<Client> = ["Anna", "Biel", "Cesca"]
            .iter()
            .map(|name| stranger.register(name))
            .collect();
        let mut dice = 1;
        for _ in 0..10 {
            let path = started("el_grande", &table);
            while play_on_by(&mut dice, &path, &table, 1)["status"] == "running" {
                if here(&path, &table) {
                    return Scene { path, table };
                }
            }
        }
        panic!("ten games never came to it");
    }

    /// The same scene at another server.
    fn at(&self, server: &StoodStill) -> Scene {
        Scene {
            path: self.path.clone(),
            table: self
                .table
                .iter()
                .map(|player| player.at(&server.base))
                .collect(),
        }
    }

    pub fn legal(&self, seat: usize) -> Value {
        self.table[seat]
            .get(&format!("{}/legal-actions", self.path))
            .expect(200)
    }

    pub fn act(&self, seat: usize, action: &Value) -> Answer {
        let revision = self.table[seat].get(&self.path).expect(200)["revision"].clone();
        let body = json!({"game": "el_grande", "revision": revision, "actions": [action]});
        self.table[seat].post(&format!("{}/actions", self.path), &body)
    }

    /// Everything that somebody can read of the game, as bytes.
    fn read_by(&self, reader: &Client) -> Vec<String> {
        let revision = reader.get(&self.path).expect(200)["revision"]
            .as_i64()
            .unwrap();
        let path = &self.path;
        let mut paths = vec![
            path.clone(),
            format!("{path}?revision={revision}"),
            format!("{path}?revision={}", revision - 1),
            format!("{path}/actions?after={}", (revision - 40).max(0)),
            format!("{path}/events?limit=100&after={}", (revision - 20).max(0)),
            format!("{path}/legal-actions"),
            format!("{path}/record"),
            format!("{path}/board.svg"),
            format!("{path}/board.svg?theme=dark&revision={}", revision - 1),
            "/v1/games?sort=waiting".to_owned(),
            "/v1/games?status=running".to_owned(),
        ];
        if reader.token.is_some() {
            paths.extend(["/v1/me/turns", "/v1/me/events", "/v1/me"].map(str::to_owned));
            paths.extend(["messages", "notes", "mutes"].map(|what| format!("{path}/{what}")));
        }
        paths.iter().map(|path| bytes(reader, path)).collect()
    }

    /// What everybody can read but the holder of a seat.
    fn read_by_others(&self, server: &StoodStill, seat: usize) -> Vec<String> {
        let mut all = self.read_by(&server.stranger());
        for (number, player) in self.table.iter().enumerate() {
            if number != seat {
                all.extend(self.read_by(player));
            }
        }
        all
    }
}

/// Status, headers and body of an answer, but for the time at which it was sent and the address it was sent from.
fn bytes(reader: &Client, path: &str) -> String {
    let answer = reader.get_with(path, &[("x-request-id", "the-same-for-both")]);
    answer.expect(200);
    let mut headers: Vec<String> = answer
        .headers
        .iter()
        .filter(|(name, _)| *name != "date")
        .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
        .collect();
    headers.sort();
    format!(
        "{path} {}\n{}\n\n{}",
        answer.status,
        headers.join("\n"),
        answer.text
    )
}

/// The two worlds of a scene, each with its server.
pub fn worlds(place: &Place, scene: &Scene, test: impl FnOnce([(&StoodStill, Scene); 2])) {
    let copy = place.copy();
    let (here, there) = (
        StoodStill::at(place, start()),
        StoodStill::at(&copy, start()),
    );
    here.pass(60);
    there.pass(60);
    let scenes = [(&here, scene.at(&here)), (&there, scene.at(&there))];
    test(scenes);
}

/// How many Veto windows all have passed on in a game.
fn windows_passed(reader: &Client, path: &str) -> usize {
    let mut passed = 0;
    let mut next = json!("0");
    while let Some(after) = next.as_str() {
        let page = reader
            .get(&format!("{path}/actions?limit=100&after={after}"))
            .expect(200);
        let items = page["items"].as_array().unwrap();
        let events = items
            .iter()
            .flat_map(|item| item["events"].as_array().unwrap());
        passed += events
            .filter(|event| event["event"]["type"] == "window_passed")
            .count();
        next = page["next"].clone();
    }
    passed
}

/// Makes sure that two worlds answered alike, and names the first answer in which they did not.
#[track_caller]
fn alike(one: &[String], other: &[String]) {
    assert_eq!(one.len(), other.len());
    for (one, other) in one.iter().zip(other) {
        assert_eq!(one, other);
    }
}

on_both! {
    fn a_secret_choice_shows_nothing_until_all_have_chosen(place: &Place) {
        let scene = Scene::found(place, |path, table| {
            let legal = table[0].get(&format!("{path}/legal-actions")).expect(200);
            table[0].get(path).expect(200)["awaiting"].as_array().unwrap().len() == PLAYERS
                && legal["actions"].as_array().unwrap().len() > 1
        });
        worlds(place, &scene, |[(here, one), (there, other)]| {
            let disks = one.legal(0)["actions"].as_array().unwrap().clone();
            alike(&one.read_by_others(here, 0), &other.read_by_others(there, 0));
            one.act(0, &disks[0]).expect(201);
            other.act(0, &disks[1]).expect(201);
            alike(&one.read_by_others(here, 0), &other.read_by_others(there, 0));
            assert_ne!(one.read_by(&one.table[0]), other.read_by(&other.table[0]), "the chooser sees the own choice");

            let late = |scene: &Scene, disk: &Value| {
                let refused = scene.act(0, disk);
                (refused.status, refused.json()["code"].clone())
            };
            assert_eq!(late(&one, &disks[0]), (409, json!("not_awaited")));
            assert_eq!(late(&one, &disks[1]), (409, json!("not_awaited")));

            let choice = one.legal(1)["actions"][0].clone();
            for scene in [&one, &other] {
                scene.act(1, &choice).expect(201);
            }
            alike(&one.read_by_others(here, 0), &other.read_by_others(there, 0));
            let choice = one.legal(2)["actions"][0].clone();
            for scene in [&one, &other] {
                scene.act(2, &choice).expect(201);
            }
            assert_ne!(one.read_by_others(here, 0), other.read_by_others(there, 0), "now it is out");
        });
    }

    fn a_standing_answer_shows_nothing_and_answers_when_it_is_asked(place: &Place) {
        let holder = |path: &str, table: &[Client]| {
            (0..PLAYERS).find(|seat| {
                let legal = table[*seat].get(&format!("{path}/legal-actions")).expect(200);
                legal["standing"].as_array().unwrap().iter().any(|answer| answer["type"] == "pass_all")
            })
        };
        let scene = Scene::found(place, |path, table| holder(path, table).is_some());
        worlds(place, &scene, |[(here, one), (there, other)]| {
            let seat = holder(&one.path, &one.table).unwrap();
            let legal = one.legal(seat);
            let pass_all = legal["standing"].as_array().unwrap().iter().find(|it| it["type"] == "pass_all").unwrap();
            let before = one.table[seat].get(&one.path);
            let left = one.act(seat, pass_all).expect(201);
            assert_eq!(left["revision"], before.expect(200)["revision"]);
            assert_eq!(left["events"], json!([]));
            let after = one.table[seat].get(&one.path);
            assert_eq!(after.header("etag"), before.header("etag"));
            assert_eq!(after.text, before.text);
            alike(&one.read_by_others(here, seat), &other.read_by_others(there, seat));
            // It can be said again, and be taken back.
            one.act(seat, pass_all).expect(201);
            one.act(seat, &json!({"type": "ask_again"})).expect(201);
            one.act(seat, pass_all).expect(201);
            let mut wrong = pass_all.clone();
            wrong["round"] = json!(wrong["round"].as_u64().unwrap() % 9 + 1);
            assert_eq!(one.act(seat, &wrong).refused(422, "illegal")["rule"], "el_grande.standing.round");
        });
    }

    fn who_has_passed_beforehand_is_not_waited_for(place: &Place) {
        let may_pass = |path: &str, table: &[Client], seat: usize| {
            let legal = table[seat].get(&format!("{path}/legal-actions")).expect(200);
            let standing = legal["standing"].as_array().unwrap().clone();
            standing.into_iter().find(|answer| answer["type"] == "pass_all")
        };
        let server = StoodStill::at(place, start());
        let table: Vec<Client> = ["Anna", "Biel", "Cesca"].iter().map(|name| server.stranger().register(name)).collect();
        let (mut passed, mut dice) = (0, 1);
        for _ in 0..40 {
            let path = started("el_grande", &table);
            while play_on_by(&mut dice, &path, &table, 1)["status"] == "running" {
                // Everybody who holds a Veto passes on every window of the round, as soon as they can.
                for (seat, player) in table.iter().enumerate() {
                    if let Some(answer) = may_pass(&path, &table, seat) {
                        let revision = player.get(&path).expect(200)["revision"].clone();
                        let body = json!({"game": "el_grande", "revision": revision, "actions": [answer]});
                        player.post(&format!("{path}/actions"), &body).expect(201);
                    }
                }
                let turns = table.iter().map(|player| player.get("/v1/me/turns").expect(200));
                let asked = turns.flat_map(|page| page["items"].as_array().unwrap().clone());
                let id = path.rsplit('/').next().unwrap();
                assert!(asked.filter(|turn| turn["game"]["id"] == id).all(|turn| turn["asks"] != "veto"));
            }
            passed += windows_passed(&server.stranger(), &path);
            if passed > 0 {
                return;
            }
        }
        panic!("no Veto window was passed on beforehand");
    }
}
