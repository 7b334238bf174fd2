//! Every operation of the document is visited by everybody there is, and each secret is seen by those alone who may.
//!
//! The visits are made from the document: a new operation is visited as soon as it is in there, and fails this test if
//! the crawler does not know what to put into its path.

use crate::client::{Answer, Client};
use crate::server::{Place, StoodStill};
use diesel::prelude::*;
use diesel::sql_types::Text;
use placa::model::Moment;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Something that not everybody may see, and who may.
struct Canary {
    name: &'static str,
    text: String,
    seen_by: &'static [&'static str],
}

/// An operation of the document.
struct Operation<'d> {
    method: String,
    path: &'d str,
    what: &'d Value,
}

impl Operation<'_> {
    fn reads(&self) -> bool {
        self.method == "GET"
    }

    /// Takes from who visits what later visits need.
    fn ends_something(&self) -> bool {
        self.path == "/v1/me" && self.method == "DELETE"
    }
}

/// Everybody there is, and what there is to find.
struct Scene {
    roles: Vec<(&'static str, Client)>,
    places: BTreeMap<&'static str, String>,
    canaries: Vec<Canary>,
    document: Value,
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

impl Scene {
    fn set(place: &Place, server: &StoodStill) -> Scene {
        let [anna, biel, carla, didac] =
            ["Anna", "Biel", "Carla", "Dídac"].map(|name| server.stranger().register(name));
        let offer = json!({"game": "el_grande", "seats": 2, "visibility": "private", "title": "canary title"});
        let id = text(&anna.post("/v1/games", &offer).expect(201)["id"]);
        let path = format!("/v1/games/{id}");
        let invite = anna
            .post(&format!("{path}/invites"), &json!({}))
            .expect(201);
        let spare = anna
            .post(&format!("{path}/invites"), &json!({}))
            .expect(201);
        biel.post(
            &format!("{path}/seats"),
            &json!({"invite": invite["invite"]}),
        )
        .expect(201);
        let elsewhere = carla
            .post("/v1/games", &json!({"game": "castell", "seats": 2}))
            .expect(201);
        assert!(elsewhere["id"].is_string());
        anna.post(
            &format!("{path}/messages"),
            &json!({"text": "canary message"}),
        )
        .expect(201);
        for (who, note) in [(&anna, "canary of anna"), (&biel, "canary of biel")] {
            who.put(&format!("{path}/notes"), &json!({"text": note}))
                .expect(200);
        }
        let hook = json!({"url": "https://canary.example/hook", "events": ["your_turn"]});
        let hook = anna.post("/v1/me/webhooks", &hook).expect(201);
        let delivery = anna
            .post(
                &format!("/v1/me/webhooks/{}/test", text(&hook["id"])),
                &json!({}),
            )
            .expect(201);
        let [revoked, expired] = ["revoked", "expired"].map(|label| {
            let wanted = json!({"label": format!("canary {label}"), "scopes": ["read", "play", "manage"],
                "expires_at": "2026-12-01T00:10:00Z"});
            anna.post("/v1/me/tokens", &wanted).expect(201)
        });
        assert_eq!(
            anna.delete(&format!("/v1/me/tokens/{}", text(&revoked["id"])))
                .status,
            204
        );
        server.pass(3_600);

        let of_game = |what: &str| {
            stored(
                place,
                &format!("SELECT {what} AS text FROM games WHERE id = '{id}'"),
            )
        };
        let seal = stored(
            place,
            &format!("SELECT hash AS text FROM actions WHERE game_id = '{id}'"),
        );
        let secret_of_hook = text(&hook["secret"]);
        let nobody = [
            ("the seed", of_game("server_seed")),
            ("the hash of a position", seal),
            ("the secret of a webhook", secret_of_hook),
            ("a token", anna.token.clone().unwrap()),
            ("another's token", biel.token.clone().unwrap()),
            ("a token that has ended", text(&expired["token"])),
            ("an invitation", text(&spare["invite"])),
        ];
        let mut canaries: Vec<Canary> = nobody
            .into_iter()
            .map(|(name, text)| Canary {
                name,
                text,
                seen_by: &[],
            })
            .collect();
        let some: [(&'static str, &str, &'static [&'static str]); 6] = [
            ("the title", "canary title", &["owner", "seat holder"]),
            ("a message", "canary message", &["owner", "seat holder"]),
            ("a note", "canary of anna", &["owner"]),
            ("another's note", "canary of biel", &["seat holder"]),
            ("the address of a webhook", "canary.example", &["owner"]),
            ("the label of a token", "canary expired", &["owner"]),
        ];
        canaries.extend(some.map(|(name, text, seen_by)| Canary {
            name,
            text: text.to_owned(),
            seen_by,
        }));
        let places = BTreeMap::from([
            ("id", id),
            ("game", "el_grande".to_owned()),
            ("seat", "1".to_owned()),
            ("player", anna.id.clone()),
            ("invite", text(&spare["id"])),
            ("token", text(&expired["id"])),
            ("webhook", text(&hook["id"])),
            ("delivery", text(&delivery["id"])),
        ]);
        Scene {
            roles: vec![
                ("stranger", server.stranger()),
                ("revoked token", anna.with_token(&text(&revoked["token"]))),
                ("expired token", anna.with_token(&text(&expired["token"]))),
                ("spectator", didac),
                ("seat elsewhere", carla),
                ("seat holder", biel),
                ("owner", anna),
            ],
            places,
            canaries,
            document: serde_json::from_str(include_str!("../../openapi/openapi.json")).unwrap(),
        }
    }

    /// Every operation; what changes most comes last.
    fn operations(&self) -> Vec<Operation<'_>> {
        let paths = self.document["paths"].as_object().unwrap();
        let mut all: Vec<Operation> = paths
            .iter()
            .flat_map(|(path, item)| {
                let methods = item.as_object().unwrap().iter();
                methods.map(move |(method, what)| Operation {
                    method: method.to_uppercase(),
                    path,
                    what,
                })
            })
            .collect();
        all.sort_by_key(|operation| (!operation.reads(), operation.ends_something()));
        all
    }

    /// The path of an operation with something of the scene in each place.
    fn path(&self, operation: &Operation) -> String {
        let filled = operation.path.split('/').map(|part| {
            match part
                .strip_prefix('{')
                .and_then(|part| part.split('}').next())
            {
                Some(name) => {
                    let known = self.places.get(name);
                    let known =
                        known.unwrap_or_else(|| panic!("{}: what is {{{name}}}?", operation.path));
                    // Something may follow the place, as the ending of a picture.
                    part.replacen(&format!("{{{name}}}"), known, 1)
                }
                None => part.to_owned(),
            }
        });
        filled.collect::<Vec<_>>().join("/")
    }

    /// A body that the document allows.
    fn body(&self, operation: &Operation) -> Option<Value> {
        let content = &operation.what["requestBody"]["content"];
        content
            .is_object()
            .then(|| self.sample(&content["application/json"]["schema"], ""))
    }

    fn sample(&self, schema: &Value, member: &str) -> Value {
        if let Some(name) = schema["$ref"].as_str() {
            let name = name.rsplit('/').next().unwrap();
            return self.sample(&self.document["components"]["schemas"][name], member);
        }
        if let Some(value) = schema.get("const").or_else(|| schema["enum"].get(0)) {
            return value.clone();
        }
        if let Some(first) = schema["oneOf"].get(0).or_else(|| schema["anyOf"].get(0)) {
            return self.sample(first, member);
        }
        let kind = schema["type"]
            .as_str()
            .or_else(|| schema["type"].get(0)?.as_str());
        match kind {
            Some("object") => {
                let required = schema["required"].as_array().into_iter().flatten();
                let members = required.map(|name| {
                    let name = name.as_str().unwrap();
                    (
                        name.to_owned(),
                        self.sample(&schema["properties"][name], name),
                    )
                });
                Value::Object(members.collect::<Map<_, _>>())
            }
            Some("array") => {
                let least = schema["minItems"].as_u64().unwrap_or(0);
                (0..least)
                    .map(|_| self.sample(&schema["items"], member))
                    .collect()
            }
            Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
            Some("boolean") => json!(true),
            Some("string") => self.word(schema, member),
            _ => json!({}),
        }
    }

    fn word(&self, schema: &Value, member: &str) -> Value {
        match (schema["format"].as_str(), member) {
            (_, "url") => json!("https://placa.example/hook"),
            (_, "email" | "address") => json!("nobody@placa.example"),
            (Some("uuid"), _) => json!(self.places["id"]),
            (Some("date-time"), _) => json!("2027-01-01T00:00:00Z"),
            _ => json!("x".repeat(schema["minLength"].as_u64().unwrap_or(1) as usize)),
        }
    }

    /// What an answer shows of what not everybody may see.
    fn shown(&self, answer: &Answer) -> Vec<&Canary> {
        let headers: Vec<String> = answer
            .headers
            .values()
            .map(|value| format!("{value:?}"))
            .collect();
        let all = format!("{}\n{}", answer.text, headers.join("\n"));
        self.canaries
            .iter()
            .filter(|canary| all.contains(&canary.text))
            .collect()
    }

    /// Somebody visits an operation. A stream that goes on is not waited for.
    fn visit(&self, operation: &Operation, who: &Client) -> Answer {
        let path = self.path(operation);
        match self.body(operation) {
            Some(body) => who.send(
                &operation.method,
                &path,
                &[("content-type", "application/json")],
                body.to_string().as_bytes(),
            ),
            None => who.send(&operation.method, &path, &[], b""),
        }
    }
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

#[test]
fn each_secret_is_seen_by_those_alone_who_may_wherever_the_document_leads() {
    let place = Place::sqlite();
    let server = StoodStill::at(&place, "2026-12-01T00:00:00Z".parse::<Moment>().unwrap());
    let scene = Scene::set(&place, &server);
    let mut seen: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut unreached = Vec::new();
    for operation in scene.operations() {
        let mut reached = false;
        for (role, who) in &scene.roles {
            let answer = scene.visit(&operation, who);
            let visited = format!("{} {} as {role}", operation.method, operation.path);
            assert!(answer.status < 500, "{visited}: {}", answer.text);
            let good = !role.contains("token") && *role != "stranger";
            if operation.what["security"].to_string().contains("bearer") && role.contains("token") {
                assert_eq!(answer.status, 401, "{visited}: {}", answer.text);
            }
            reached |= was_reached(&answer)
                && (good || !operation.what["security"].to_string().contains("bearer"));
            for canary in scene.shown(&answer) {
                // Whoever sits there may end the game, and then its seed is told to those who see it.
                let told = !operation.reads()
                    && ["owner", "seat holder"].contains(role)
                    && canary.name == "the seed";
                assert!(
                    told || canary.seen_by.contains(role),
                    "{visited} shows {}",
                    canary.name
                );
                seen.entry(canary.name).or_default().insert(role);
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
