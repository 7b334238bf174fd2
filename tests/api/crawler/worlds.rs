//! Two worlds that differ in one secret answer everybody alike who may not know it, in every byte and every header, at
//! every operation of the document that changes nothing.

use super::document::{Document, Places};
use super::visit;
use crate::client::{Answer, Client};
use crate::secrets::{Scene, start, worlds};
use crate::server::{Place, StoodStill};
use serde_json::{Value, json};
use std::cell::Cell;

/// Durations are never alike, and counts of what everybody does are no secret.
const METRICS: &str = "/metrics";

/// Those who sit at the table.
const SEATS: [&str; 3] = ["seat 0", "seat 1", "seat 2"];

/// Those who have no seat, and the tokens that open nothing any more.
struct Onlookers(Vec<(&'static str, Client)>);

impl Onlookers {
    /// Lets them come before the worlds part.
    fn at(place: &Place, scene: &Scene) -> Onlookers {
        let server = StoodStill::at(place, start());
        let didac = server.stranger().register("Dídac");
        let anna = scene.table[0].at(&server.base);
        let [revoked, expired] = ["revoked", "expired"].map(|label| {
            let wanted =
                json!({"label": label, "scopes": ["read"], "expires_at": "2027-03-01T09:00:30Z"});
            anna.post("/v1/me/tokens", &wanted).expect(201)
        });
        let id = revoked["info"]["id"].as_str().unwrap();
        assert_eq!(anna.delete(&format!("/v1/me/tokens/{id}")).status, 204);
        let with = |made: &Value| anna.with_token(made["token"].as_str().unwrap());
        Onlookers(vec![
            ("spectator", didac),
            ("stranger", server.stranger()),
            ("revoked token", with(&revoked)),
            ("expired token", with(&expired)),
        ])
    }

    fn and_table(&self, scene: &Scene, base: &str) -> Vec<(&'static str, Client)> {
        let seats = SEATS.into_iter().zip(scene.table.iter().cloned());
        let others = self.0.iter().map(|(role, who)| (*role, who.at(base)));
        seats.chain(others).collect()
    }
}

/// What is the same about an answer if nothing else is: not when it came, nor whether its connection stays open, for which a
/// body that nobody has read yet decides.
fn bytes(answer: &Answer) -> String {
    let headers = answer
        .headers
        .iter()
        .filter(|(name, _)| *name != "date" && *name != "connection");
    let mut lines: Vec<String> = headers
        .map(|(name, value)| format!("{name}: {value:?}"))
        .collect();
    lines.sort();
    format!("{}\n{}\n\n{}", answer.status, lines.join("\n"), answer.text)
}

/// Everything that everybody is told in a world: who, at which operation, what.
fn told(scene: &Scene, roles: &[(&'static str, Client)]) -> Vec<(&'static str, String, String)> {
    let document = Document::committed();
    let nothing = uuid::Uuid::nil().to_string();
    let places = Places::from([
        ("id", scene.path.rsplit('/').next().unwrap().to_owned()),
        ("game", "el_grande".to_owned()),
        ("seat", "1".to_owned()),
        ("player", scene.table[0].id.clone()),
        ("webhook", nothing),
    ]);
    let mut all = Vec::new();
    for operation in document.operations() {
        if !operation.reads() || operation.path == METRICS {
            continue;
        }
        for (role, who) in roles {
            let answer = visit(&document, &places, &operation, who);
            let asked = format!("{} {}", operation.method, operation.path);
            all.push((*role, asked, bytes(&answer)));
        }
    }
    all
}

/// Lets two worlds part by a secret of one role, and makes sure that nobody else is told; that role must be told
/// somewhere, unless the secret shows to nobody at all before it works.
#[track_caller]
fn only_one_is_told(
    place: &Place,
    scene: &Scene,
    who: &'static str,
    part: impl Fn(&Scene, usize),
) -> usize {
    let onlookers = Onlookers::at(place, scene);
    let mut own = 0;
    worlds(place, scene, |[(here, one), (there, other)]| {
        let everybody = [(here, &one), (there, &other)]
            .map(|(server, scene)| onlookers.and_table(scene, &server.base));
        part(&one, 0);
        part(&other, 1);
        let [ours, theirs] = [(&one, &everybody[0]), (&other, &everybody[1])]
            .map(|(scene, roles)| told(scene, roles));
        assert_eq!(ours.len(), theirs.len());
        for (ours, theirs) in ours.iter().zip(&theirs) {
            if ours.0 == who {
                own += usize::from(ours != theirs);
            } else {
                assert_eq!(ours, theirs);
            }
        }
    });
    own
}

/// A game of El Grande in which all choose in secret.
fn secret_choice(place: &Place) -> Scene {
    Scene::found(place, |path, table| {
        let seen = table[0].get(path).expect(200);
        let legal = table[0].get(&format!("{path}/legal-actions")).expect(200);
        seen["awaiting"].as_array().unwrap().len() == 3
            && legal["actions"].as_array().unwrap().len() > 1
    })
}

#[test]
fn a_disk_is_seen_by_who_chose_it_and_nobody_else() {
    let place = Place::sqlite();
    let scene = secret_choice(&place);
    let told = only_one_is_told(&place, &scene, "seat 0", |scene, world| {
        let disk = scene.legal(0)["actions"][world].clone();
        scene.act(0, &disk).expect(201);
    });
    assert!(told > 0, "who chose sees the own choice");
}

#[test]
fn notes_mutes_and_private_games_are_seen_by_their_owner_and_nobody_else() {
    let place = Place::sqlite();
    let scene = secret_choice(&place);
    type Part = fn(&Client, &str);
    let secrets: [(&str, Part); 4] = [
        ("a note", |who, path| {
            who.put(&format!("{path}/notes"), &json!({"text": "they bluff"}))
                .expect(200);
        }),
        ("a mute", |who, path| {
            assert_eq!(who.put(&format!("{path}/mutes/1"), &json!({})).status, 204);
        }),
        ("a private game", |who, _| {
            let offer = json!({"game": "castell", "seats": 2, "visibility": "private"});
            who.post("/v1/games", &offer).expect(201);
        }),
        ("a webhook", |who, _| {
            let hook = json!({"url": "https://placa.example/hook", "events": ["your_turn"]});
            who.post("/v1/me/webhooks", &hook).expect(201);
        }),
    ];
    for (secret, part) in secrets {
        let told = only_one_is_told(&place, &scene, "seat 0", |scene, world| {
            if world == 0 {
                part(&scene.table[0], &scene.path);
            }
        });
        assert!(told > 0, "{secret} is seen by its owner");
    }
}

#[test]
fn a_standing_answer_is_seen_by_nobody_else() {
    let place = Place::sqlite();
    let answer = |legal: &Value| {
        let standing = legal["standing"].as_array().unwrap().clone();
        standing
            .into_iter()
            .find(|answer| answer["type"] == "pass_all")
    };
    let holder = Cell::new(0);
    let scene = Scene::found(&place, |path, table| {
        let may = |player: &Client| {
            answer(&player.get(&format!("{path}/legal-actions")).expect(200)).is_some()
        };
        let found = table.iter().position(may);
        holder.set(found.unwrap_or_default());
        found.is_some()
    });
    let seat = holder.get();
    only_one_is_told(&place, &scene, SEATS[seat], |scene, world| {
        if world == 0 {
            let pass_all = answer(&scene.legal(seat)).unwrap();
            scene.act(seat, &pass_all).expect(201);
        }
    });
}
