//! Every operation of the document is visited by everybody there is, and each secret is seen by those alone who may.
//!
//! The visits are made from the document: a new operation is visited as soon as it is in there, and fails this test if
//! the crawler does not know what to put into its path.

mod document;
mod worlds;

use crate::client::{Answer, Client};
use crate::post_office::PostOffice;
use crate::server::{Place, StoodStill};
use diesel::prelude::*;
use diesel::sql_types::Text;
use document::{Document, Operation, Places};
use placa::model::Moment;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Something that not everybody may see, and who may.
struct Canary {
    name: &'static str,
    text: String,
    seen_by: &'static [&'static str],
}

/// Those who sit at the table.
const TABLE: &[&str] = &["owner", "seat holder", "other seat"];

/// Everybody there is, and what there is to find.
struct Scene {
    roles: Vec<(&'static str, Client)>,
    places: Places,
    canaries: Vec<Canary>,
}

#[derive(QueryableByName)]
struct Secret {
    #[diesel(sql_type = Text)]
    text: String,
}

/// What stands in the database and nobody may see.
fn stored(place: &Place, sql: &str) -> String {
    let path = place.url().replacen("sqlite://", "", 1);
    let mut conn = SqliteConnection::establish(&path).unwrap();
    let secret: Secret = diesel::sql_query(sql).get_result(&mut conn).unwrap();
    secret.text
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("text in {value}"))
        .to_owned()
}

/// A private game of three, of which each has something to hide.
fn play_in_private(server: &StoodStill, [anna, biel, carla]: [&Client; 3]) -> (String, Value) {
    let offer =
        json!({"game": "el_grande", "seats": 3, "visibility": "private", "title": "canary title"});
    let id = text(&anna.post("/v1/games", &offer).expect(201)["id"]);
    let path = format!("/v1/games/{id}");
    let invite = || {
        anna.post(&format!("{path}/invites"), &json!({}))
            .expect(201)
    };
    let spare = invite();
    for guest in [biel, carla] {
        guest
            .post(
                &format!("{path}/seats"),
                &json!({"invite": invite()["invite"]}),
            )
            .expect(201);
    }
    anna.post(
        &format!("{path}/messages"),
        &json!({"text": "canary message"}),
    )
    .expect(201);
    for (who, note) in [(anna, "canary of anna"), (biel, "canary of biel")] {
        who.put(&format!("{path}/notes"), &json!({"text": note}))
            .expect(200);
    }
    server.pass(1);
    (id, spare)
}

/// Anna's address is confirmed, Biel's is not; gives what opened and what would open something.
fn exchange_mails(
    server: &StoodStill,
    office: &PostOffice,
    anna: &Client,
    biel: &Client,
) -> [String; 3] {
    let link = |who: &Client, email: &str| {
        who.patch("/v1/me", &json!({"email": email, "turn_mail": "daily"}))
            .expect(200);
        server.send_mails();
        office.one().word("http://placa.test/mail/")
    };
    let confirming = link(anna, "canary.anna@example.org");
    let path = confirming.replacen("http://placa.test", "", 1);
    let form = [("content-type", "application/x-www-form-urlencoded")];
    server
        .stranger()
        .send("POST", &path, &form, b"")
        .expect(200);
    let pending = link(biel, "canary.biel@example.org");
    server
        .stranger()
        .post("/v1/recovery", &json!({"email": "canary.anna@example.org"}))
        .expect(202);
    server.send_mails();
    let recovery = office.one().word("plr_");
    [confirming, pending, recovery].map(|link| link.rsplit('/').next().unwrap().to_owned())
}

impl Scene {
    fn set(place: &Place, server: &StoodStill, office: &PostOffice) -> Scene {
        let [anna, biel, carla, didac, elena] = ["Anna", "Biel", "Carla", "Dídac", "Elena"]
            .map(|name| server.stranger().register(name));
        let (id, spare) = play_in_private(server, [&anna, &biel, &carla]);
        elena
            .post("/v1/games", &json!({"game": "castell", "seats": 2}))
            .expect(201);
        let mailed = exchange_mails(server, office, &anna, &biel);
        let hook = json!({"url": "https://canary.example/hook", "events": ["your_turn"]});
        let hook = anna.post("/v1/me/webhooks", &hook).expect(201);
        let test = format!("/v1/me/webhooks/{}/test", text(&hook["id"]));
        let delivery = anna.post(&test, &json!({})).expect(201);
        let [revoked, expired] = ["revoked", "expired"].map(|label| {
            let wanted = json!({"label": format!("canary {label}"), "scopes": ["read", "play", "manage"],
                "expires_at": "2026-12-01T00:10:00Z"});
            anna.post("/v1/me/tokens", &wanted).expect(201)
        });
        let gone = anna.delete(&format!("/v1/me/tokens/{}", text(&revoked["info"]["id"])));
        assert_eq!(gone.status, 204);
        server.pass(3_600);

        let hidden = |what: &str| stored(place, &format!("SELECT {what}"));
        let nobody = [
            (
                "the seed",
                hidden(&format!("server_seed AS text FROM games WHERE id = '{id}'")),
            ),
            (
                "the hash of a position",
                hidden(&format!("hash AS text FROM actions WHERE game_id = '{id}'")),
            ),
            (
                "what ends mails",
                hidden(&format!(
                    "unsubscribe AS text FROM mailboxes WHERE player_id = '{}'",
                    anna.id
                )),
            ),
            ("the secret of a webhook", text(&hook["secret"])),
            ("a token", anna.token.clone().unwrap()),
            ("another's token", biel.token.clone().unwrap()),
            ("a token that has ended", text(&expired["token"])),
            ("a token that was revoked", text(&revoked["token"])),
            ("an invitation", text(&spare["invite"])),
            ("a link that confirmed", mailed[0].clone()),
            ("a link that would confirm", mailed[1].clone()),
            ("a way back", mailed[2].clone()),
        ];
        let some: [(&'static str, &str, &'static [&'static str]); 8] = [
            ("the title", "canary title", TABLE),
            ("a message", "canary message", TABLE),
            ("a note", "canary of anna", &["owner"]),
            ("another's note", "canary of biel", &["seat holder"]),
            ("an address of mail", "canary.anna@", &["owner"]),
            (
                "an address that is not confirmed",
                "canary.biel@",
                &["seat holder"],
            ),
            ("the address of a webhook", "canary.example", &["owner"]),
            ("the label of a token", "canary expired", &["owner"]),
        ];
        let nobody = nobody.map(|(name, text)| Canary {
            name,
            text,
            seen_by: &[],
        });
        let some = some.map(|(name, text, seen_by)| Canary {
            name,
            text: text.to_owned(),
            seen_by,
        });
        let places = Places::from([
            ("id", id),
            ("game", "el_grande".to_owned()),
            ("seat", "1".to_owned()),
            ("player", anna.id.clone()),
            ("invite", text(&spare["id"])),
            ("token", text(&expired["info"]["id"])),
            ("webhook", text(&hook["id"])),
            ("delivery", text(&delivery["id"])),
        ]);
        Scene {
            roles: vec![
                ("stranger", server.stranger()),
                ("revoked token", anna.with_token(&text(&revoked["token"]))),
                ("expired token", anna.with_token(&text(&expired["token"]))),
                ("spectator", didac),
                ("seat elsewhere", elena),
                ("other seat", carla),
                ("seat holder", biel),
                ("owner", anna),
            ],
            places,
            canaries: nobody.into_iter().chain(some).collect(),
        }
    }

    /// What an answer shows of what not everybody may see.
    fn shown(&self, answer: &Answer) -> Vec<&Canary> {
        let headers = answer.headers.values().map(|value| format!("{value:?}"));
        let all = format!(
            "{}\n{}",
            answer.text,
            headers.collect::<Vec<_>>().join("\n")
        );
        let is_shown = |canary: &&Canary| all.contains(&canary.text);
        self.canaries.iter().filter(is_shown).collect()
    }
}

/// Somebody visits an operation. A stream that goes on is not waited for.
fn visit(document: &Document, places: &Places, operation: &Operation, who: &Client) -> Answer {
    let path = document.path(operation, places);
    let mut headers = vec![("x-request-id", "the-same-for-all")];
    match document.body(operation, places) {
        Some(body) => {
            headers.push(("content-type", "application/json"));
            who.send(
                &operation.method,
                &path,
                &headers,
                body.to_string().as_bytes(),
            )
        }
        None => who.send(&operation.method, &path, &headers, b""),
    }
}

/// Is it somebody whose token is good?
fn is_known(role: &str) -> bool {
    !role.contains("token") && role != "stranger"
}

/// Did the operation itself answer, and nobody before it?
fn was_reached(answer: &Answer) -> bool {
    let code = answer.json()["code"].clone();
    let before = [
        "invalid_body",
        "malformed_json",
        "invalid_query",
        "unsupported_media_type",
        "method_not_allowed",
    ];
    answer.status < 500 && !before.iter().any(|refused| code == *refused)
}

/// What a hand holds is told to who holds it: gives the seats whose hands an answer shows.
fn hands(value: &Value) -> Vec<u64> {
    match value {
        Value::Object(members) => {
            let own = members.get("hand").filter(|hand| hand.is_array());
            let seat = own
                .and_then(|_| members.get("seat"))
                .and_then(Value::as_u64);
            members.values().flat_map(hands).chain(seat).collect()
        }
        Value::Array(items) => items.iter().flat_map(hands).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

#[test]
fn each_secret_is_seen_by_those_alone_who_may_wherever_the_document_leads() {
    let (place, office) = (Place::sqlite(), PostOffice::open());
    let smtp = format!("--smtp={}", office.url);
    let further = [smtp.as_str(), "--mail-from=Plaça <placa@placa.test>"];
    let server = StoodStill::with(
        &place,
        "2026-12-01T00:00:00Z".parse::<Moment>().unwrap(),
        &further,
    );
    let scene = Scene::set(&place, &server, &office);
    let document = Document::committed();
    let mut seen: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut own_hands = BTreeSet::new();
    let mut unreached = Vec::new();
    for operation in document.operations() {
        let mut reached = false;
        for (role, who) in &scene.roles {
            let answer = visit(&document, &scene.places, &operation, who);
            let visited = format!("{} {} as {role}", operation.method, operation.path);
            assert!(answer.status < 500, "{visited}: {}", answer.text);
            if !is_known(role) && operation.needs_token()
                || role.contains("token") && operation.looks_at_tokens()
            {
                assert_eq!(answer.status, 401, "{visited}: {}", answer.text);
            }
            reached |= was_reached(&answer) && (is_known(role) || !operation.needs_token());
            for canary in scene.shown(&answer) {
                // Whoever sits there may end the game, and then its seed is told to those who see it.
                let told = !operation.reads() && TABLE.contains(role) && canary.name == "the seed";
                assert!(
                    told || canary.seen_by.contains(role),
                    "{visited} shows {}",
                    canary.name
                );
                seen.entry(canary.name).or_default().insert(role);
            }
            // What changes things may seat the table anew.
            for seat in hands(&answer.json())
                .into_iter()
                .filter(|_| operation.reads())
            {
                assert_eq!(
                    TABLE.get(seat as usize),
                    Some(role),
                    "{visited} shows a hand"
                );
                own_hands.insert(seat);
            }
        }
        if !reached {
            unreached.push(format!("{} {}", operation.method, operation.path));
        }
    }
    assert_eq!(
        unreached,
        Vec::<String>::new(),
        "nobody got as far as these"
    );
    assert_eq!(
        own_hands,
        BTreeSet::from([0, 1, 2]),
        "everybody sees the own hand"
    );
    for canary in &scene.canaries {
        let by = seen.remove(canary.name).unwrap_or_default();
        let may: BTreeSet<&str> = canary.seen_by.iter().copied().collect();
        assert!(
            by == may || canary.name == "the seed",
            "{} was seen by {by:?}",
            canary.name
        );
    }
}
