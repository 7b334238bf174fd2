//! The document's examples are answers of the service: every operation is asked once, and what comes has to be what is
//! committed in `openapi/examples.json`. `PLACA_RECORD=1 cargo test --test api examples` writes that file anew.

use crate::client::{Answer, Client};
use crate::conforms::Contract;
use crate::post_office::PostOffice;
use crate::receiver::Receiver;
use crate::server::{Place, StoodStill};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// What no example is recorded of: what is no JSON, documents that are long, and the catalogue, whose schemas refer to
/// parts of themselves that readers of the document would look for in the document.
const UNRECORDED: [&str; 6] = [
    "drawGame",
    "getMetrics",
    "listCatalogue",
    "readContract",
    "readOlderContract",
    "showCatalogueEntry",
];

/// What the deal or the dice that seat the players decide about: another run is answered by the same rules and not by
/// the same letters.
const BY_CHANCE: [&str; 14] = [
    "act",
    "agreeToCancel",
    "checkActions",
    "comeBack",
    "exportMe",
    "getGame",
    "getRecord",
    "listEvents",
    "listFeed",
    "listHistory",
    "listLegalActions",
    "listTurns",
    "startGame",
    "undo",
];

/// Asks and keeps the first good answer of every operation.
struct Recorder {
    contract: Arc<Contract>,
    taken: Map<String, Value>,
}

impl Recorder {
    fn ask(&mut self, who: &Client, method: &str, path: &str, body: Value) -> Value {
        let answer = match &body {
            Value::Null => who.send(method, path, &[], b""),
            body => {
                let json = [("content-type", "application/json")];
                who.send(method, path, &json, body.to_string().as_bytes())
            }
        };
        self.note(method, path, body, &answer);
        answer.json()
    }

    fn note(&mut self, method: &str, path: &str, request: Value, answer: &Answer) {
        assert!(
            answer.status < 300,
            "{method} {path}: {} {}",
            answer.status,
            answer.text
        );
        let id = self.contract.operation_id(method, path);
        let exchange =
            json!({"request": request, "status": answer.status, "response": answer.json()});
        self.taken.entry(id).or_insert(exchange);
    }
}

/// Replaces what is different in every run: ids, secrets, hashes and ports, each by one of its form, numbered by order.
struct Plain(Vec<String>);

impl Plain {
    fn number(&mut self, found: &str) -> usize {
        let place = self.0.iter().position(|known| known == found);
        place.unwrap_or_else(|| {
            self.0.push(found.to_owned());
            self.0.len() - 1
        }) + 1
    }

    fn value(&mut self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.text(text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.value(item)),
            Value::Object(members) => members.values_mut().for_each(|it| self.value(it)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn text(&mut self, text: &str) -> String {
        if text.starts_with("http://127.0.0.1:") && text.ends_with("/hook") {
            return "http://127.0.0.1:9000/hook".to_owned();
        }
        if text.len() >= 40 && text.chars().all(|c| c.is_ascii_hexdigit()) {
            let (number, width) = (self.number(text), text.len());
            return format!("{number:0>width$}");
        }
        // Its letters are those of Base64, some of which divide words elsewhere.
        match text.starts_with("whsec_") {
            true => self.word(text),
            false => self.words(text),
        }
    }

    /// Replaces ids and secrets wherever they stand in a text.
    fn words(&mut self, text: &str) -> String {
        let is_between = |c: char| !c.is_ascii_alphanumeric() && !"-_+".contains(c);
        let mut plain = String::new();
        for part in text.split_inclusive(is_between) {
            let word = part.trim_end_matches(is_between);
            plain += &self.word(word);
            plain += &part[word.len()..];
        }
        plain
    }

    fn word(&mut self, word: &str) -> String {
        if uuid::Uuid::try_parse(word).is_ok() {
            return format!("019e2f6c-0000-7000-8000-{:012x}", self.number(word));
        }
        for prefix in ["plc_", "pli_", "plr_", "plt_", "whsec_"] {
            if let Some(secret) = word.strip_prefix(prefix).filter(|it| it.len() > 20) {
                let (number, width) = (self.number(word), secret.len());
                return format!("{prefix}{number:0>width$}");
            }
        }
        word.to_owned()
    }
}

/// A table of Castellers that runs, as its path, with the players in the order of their seats.
fn table(rec: &mut Recorder, players: &[Client; 2]) -> String {
    let offer = json!({
        "game": "castellers", "seats": 2, "title": "Diada de Sant Fèlix", "start": "by_owner", "visibility": "public",
        "clock": {"kind": "per_turn", "seconds": 259_200},
    });
    let game = rec.ask(&players[0], "POST", "/v1/games", offer);
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    rec.ask(
        &players[1],
        "POST",
        &format!("{path}/seats"),
        json!({"colour": "yellow"}),
    );
    path
}

fn before_the_start(rec: &mut Recorder, players: &[Client; 2], path: &str) {
    let [anna, biel] = players;
    rec.ask(
        biel,
        "PATCH",
        &format!("{path}/seats/1"),
        json!({"colour": "blue"}),
    );
    rec.ask(
        biel,
        "PUT",
        &format!("{path}/seats/1/entropy"),
        json!({"entropy": "pinya, tronc i pom de dalt"}),
    );
    rec.ask(anna, "GET", "/v1/games?status=open", Value::Null);
    let invite = rec.ask(anna, "POST", &format!("{path}/invites"), json!({}));
    rec.ask(anna, "GET", &format!("{path}/invites"), Value::Null);
    let invite = invite["id"].as_str().unwrap();
    rec.ask(
        anna,
        "DELETE",
        &format!("{path}/invites/{invite}"),
        Value::Null,
    );
    let other = rec.ask(
        anna,
        "POST",
        "/v1/games",
        json!({"game": "castell", "seats": 3}),
    );
    let other = format!("/v1/games/{}", other["id"].as_str().unwrap());
    rec.ask(biel, "POST", &format!("{other}/seats"), json!({}));
    rec.ask(biel, "DELETE", &format!("{other}/seats/1"), Value::Null);
    rec.ask(anna, "DELETE", &other, Value::Null);
}

fn in_play(rec: &mut Recorder, players: &[Client; 2], path: &str) {
    let started = rec.ask(&players[0], "POST", &format!("{path}/start"), json!({}));
    let mover = &players[started["awaiting"][0].as_u64().unwrap() as usize];
    rec.ask(mover, "GET", "/v1/me/turns", Value::Null);
    let legal = rec.ask(mover, "GET", &format!("{path}/legal-actions"), Value::Null);
    let act = json!({"game": "castellers", "revision": legal["revision"], "actions": [{"type": "recruit"}]});
    rec.ask(mover, "POST", &format!("{path}/actions/check"), act.clone());
    rec.ask(mover, "POST", &format!("{path}/actions"), act);
    rec.ask(mover, "GET", path, Value::Null);
    rec.ask(mover, "GET", &format!("{path}/actions"), Value::Null);
    rec.ask(mover, "GET", &format!("{path}/events"), Value::Null);
    rec.ask(mover, "GET", &format!("{path}/record"), Value::Null);
    take_back(rec, players, path);
}

/// Plays until something can be taken back, and takes it back.
fn take_back(rec: &mut Recorder, players: &[Client; 2], path: &str) {
    for _ in 0..200 {
        let seen = players[0].get(path).expect(200);
        let seat = seen["awaiting"][0].as_u64().expect("it goes on") as usize;
        crate::whole_games::play_on(path, players, 1);
        let now = players[seat].get(path).expect(200);
        if now["undoable"] == true {
            let revision = now["revision"].as_i64().unwrap();
            let undo = json!({"revision": revision, "to": revision - 1});
            rec.ask(&players[seat], "POST", &format!("{path}/undo"), undo);
            return;
        }
    }
    panic!("nothing could be taken back");
}

fn beside_the_game(rec: &mut Recorder, players: &[Client; 2], path: &str) {
    let [anna, biel] = players;
    rec.ask(
        biel,
        "POST",
        &format!("{path}/messages"),
        json!({"text": "Bona sort!"}),
    );
    rec.ask(anna, "GET", &format!("{path}/messages"), Value::Null);
    rec.ask(
        anna,
        "PUT",
        &format!("{path}/notes"),
        json!({"text": "Biel collects yellow."}),
    );
    rec.ask(anna, "GET", &format!("{path}/notes"), Value::Null);
    rec.ask(anna, "PUT", &format!("{path}/mutes/1"), Value::Null);
    rec.ask(anna, "GET", &format!("{path}/mutes"), Value::Null);
    rec.ask(anna, "DELETE", &format!("{path}/mutes/1"), Value::Null);
    rec.ask(anna, "POST", &format!("{path}/cancellation"), json!({}));
    rec.ask(anna, "DELETE", &format!("{path}/cancellation"), Value::Null);
    rec.ask(anna, "POST", &format!("{path}/return"), json!({}));
    rec.ask(biel, "POST", &format!("{path}/resignation"), json!({}));
    rec.ask(anna, "POST", &format!("{path}/rematch"), json!({}));
}

fn of_the_account(rec: &mut Recorder, server: &StoodStill, anna: &Client) {
    rec.ask(anna, "GET", "/v1/me", Value::Null);
    rec.ask(anna, "PATCH", "/v1/me", json!({"name": "Anna de Valls"}));
    rec.ask(
        anna,
        "GET",
        &format!("/v1/players/{}", anna.id),
        Value::Null,
    );
    let token = rec.ask(
        anna,
        "POST",
        "/v1/me/tokens",
        json!({"label": "phone", "scopes": ["read", "play"]}),
    );
    rec.ask(anna, "GET", "/v1/me/tokens", Value::Null);
    rec.ask(
        anna,
        "DELETE",
        &format!("/v1/me/tokens/{}", token["info"]["id"].as_str().unwrap()),
        Value::Null,
    );
    rec.ask(anna, "POST", "/v1/me/tickets", json!({}));
    rec.ask(anna, "GET", "/v1/me/events", Value::Null);
    let holiday = json!({"from": "2027-08-01T00:00:00.000Z", "until": "2027-08-10T00:00:00.000Z"});
    rec.ask(anna, "POST", "/v1/me/holidays", holiday);
    rec.ask(anna, "GET", "/v1/me/holidays", Value::Null);
    rec.ask(anna, "DELETE", "/v1/me/holidays", Value::Null);

    let receiver = Receiver::start();
    let hook = rec.ask(
        anna,
        "POST",
        "/v1/me/webhooks",
        json!({"url": receiver.url, "events": ["message", "game_ended"]}),
    );
    let hook = format!("/v1/me/webhooks/{}", hook["id"].as_str().unwrap());
    rec.ask(anna, "GET", "/v1/me/webhooks", Value::Null);
    rec.ask(anna, "GET", &hook, Value::Null);
    rec.ask(anna, "PATCH", &hook, json!({"events": ["game_ended"]}));
    rec.ask(anna, "POST", &format!("{hook}/test"), json!({}));
    server.tell_webhooks();
    let told = rec.ask(anna, "GET", &format!("{hook}/deliveries"), Value::Null);
    let delivery = told["items"][0]["id"].as_str().unwrap().to_owned();
    rec.ask(
        anna,
        "POST",
        &format!("{hook}/deliveries/{delivery}/redeliver"),
        json!({}),
    );
    rec.ask(anna, "DELETE", &hook, Value::Null);
}

/// Gives an account an address, loses its token and gets another.
fn by_mail(rec: &mut Recorder, server: &StoodStill, office: &PostOffice, anna: &Client) {
    let address = "anna@example.org";
    anna.patch("/v1/me", &json!({"email": address})).expect(200);
    server.send_mails();
    let link = office.one().word("http://placa.test/mail/");
    let link = link.strip_prefix("http://placa.test").unwrap().to_owned();
    let form = [("content-type", "application/x-www-form-urlencoded")];
    server
        .stranger()
        .send("POST", &link, &form, b"")
        .expect(200);
    rec.ask(
        &server.stranger(),
        "POST",
        "/v1/recovery",
        json!({"email": address}),
    );
    server.send_mails();
    let token = office.one().word("plr_");
    rec.ask(
        &server.stranger(),
        "POST",
        "/v1/recovery/token",
        json!({"token": token}),
    );
}

/// Asks every operation that can be recorded, and gives what was recorded in its plain form.
fn recorded() -> Value {
    let place = Place::sqlite();
    let office = PostOffice::open();
    let smtp = format!("--smtp={}", office.url);
    let start = "2027-03-01T09:00:00.000Z".parse().unwrap();
    let server = StoodStill::with(
        &place,
        start,
        &[&smtp, "--mail-from=Plaça <placa@placa.test>"],
    );
    let stranger = server.stranger();
    let mut rec = Recorder {
        contract: Contract::committed(),
        taken: Map::new(),
    };
    for path in ["/healthz", "/readyz"] {
        rec.ask(&stranger, "GET", path, Value::Null);
    }
    let players = ["Anna", "Biel"].map(|name| {
        let made = rec.ask(&stranger, "POST", "/v1/players", json!({"name": name}));
        let mut client = stranger.with_token(made["token"].as_str().unwrap());
        client.id = made["player"]["id"].as_str().unwrap().to_owned();
        client
    });
    let path = table(&mut rec, &players);
    before_the_start(&mut rec, &players, &path);
    in_play(&mut rec, &players, &path);
    of_the_account(&mut rec, &server, &players[0]);
    by_mail(&mut rec, &server, &office, &players[0]);
    beside_the_game(&mut rec, &players, &path);
    rec.ask(&players[1], "GET", "/v1/me/export", Value::Null);
    rec.ask(&players[1], "DELETE", "/v1/me", Value::Null);

    // Each by itself, so that what chance adds to one changes no number in another.
    rec.taken
        .values_mut()
        .for_each(|exchange| Plain(Vec::new()).value(exchange));
    Value::Object(rec.taken)
}

#[test]
fn examples_are_answers_of_the_service() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi/examples.json");
    let now = recorded();
    if std::env::var_os("PLACA_RECORD").is_some() {
        fs::write(&file, format!("{now:#}\n")).unwrap();
    }
    let kept: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let names = |of: &Value| {
        of.as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(names(&kept), names(&now));
    let contract = Contract::committed();
    let unrecorded: BTreeSet<String> = contract
        .operation_ids()
        .difference(&names(&kept))
        .cloned()
        .collect();
    assert_eq!(
        unrecorded.iter().map(String::as_str).collect::<Vec<_>>(),
        UNRECORDED
    );
    for (id, now) in now.as_object().unwrap() {
        let kept = &kept[id];
        assert_eq!(kept["status"], now["status"], "{id}");
        if BY_CHANCE.contains(&id.as_str()) {
            contract.hold_example(id, kept);
        } else {
            assert_eq!(kept, now, "{id}: PLACA_RECORD=1 records it anew");
        }
    }
}
