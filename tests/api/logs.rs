//! What is logged, however much is asked for, tells nothing that anybody keeps to themselves, and nobody else writes
//! lines into it.

use crate::broken::vandalise;
use crate::client::Client;
use crate::post_office::PostOffice;
use crate::receiver::Receiver;
use crate::server::{Place, Server, on_both};
use crate::stream::Stream;
use crate::whole_games::{play_on, started};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A server whose log is kept, with everything in it that there is.
struct Logged {
    folder: TempDir,
    variables: Vec<(&'static str, String)>,
}

impl Logged {
    fn new(office: &PostOffice) -> Logged {
        Logged {
            folder: tempfile::tempdir().unwrap(),
            variables: vec![
                ("RUST_LOG", "debug".to_owned()),
                ("PLACA_SMTP_URL", office.url.clone()),
                ("PLACA_MAIL_FROM", "placa@placa.test".to_owned()),
                ("PLACA_WEBHOOK_ALLOW", "127.0.0.0/8".to_owned()),
            ],
        }
    }

    fn start(&self, place: &Place) -> Server {
        let mut log = File::options();
        let log = log
            .create(true)
            .append(true)
            .open(self.folder.path().join("log"))
            .unwrap();
        let mut program = Server::program(&place.url());
        program.envs(self.variables.iter().map(|(name, value)| (name, value)));
        program.stderr(Stdio::from(log));
        Server::run(program)
    }

    fn text(&self) -> String {
        let bytes = fs::read(self.folder.path().join("log")).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

fn text(value: &Value) -> String {
    value
        .as_str()
        .unwrap_or_else(|| panic!("text in {value}"))
        .to_owned()
}

/// Waits until something is there, which comes without anybody asking for it.
fn until<T>(mut found: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + Duration::from_secs(60);
    while Instant::now() < end {
        if let Some(found) = found() {
            return found;
        }
        thread::yield_now();
    }
    panic!("it never came");
}

/// Says all that can be said, and gives what of it is a secret or a text of somebody's.
fn does_everything(
    server: &Server,
    office: &PostOffice,
    receiver: &Receiver,
) -> (Vec<Client>, String, Vec<String>) {
    let [anna, biel] = ["Anna", "Biel"].map(|name| server.stranger().register(name));
    let mut secrets = vec![anna.token.clone().unwrap(), biel.token.clone().unwrap()];
    anna.patch(
        "/v1/me",
        &json!({"email": "canary.anna@example.org", "turn_mail": "at_once"}),
    )
    .expect(200);
    let link = until(|| {
        office
            .came()
            .first()
            .map(|mail| mail.word(&format!("{}/mail/", server.base)))
    });
    let path = format!("/mail/{}", link.rsplit('/').next().unwrap());
    let form = [("content-type", "application/x-www-form-urlencoded")];
    server
        .stranger()
        .send("POST", &path, &form, b"")
        .expect(200);
    server
        .stranger()
        .post("/v1/recovery", &json!({"email": "canary.anna@example.org"}))
        .expect(202);
    let recovery = until(|| office.came().first().map(|mail| mail.word("plr_")));
    let back = server
        .stranger()
        .post("/v1/recovery/token", &json!({"token": recovery}))
        .expect(201);
    secrets.push(text(&back["token"]));

    let url = format!("{}/canary-address?key=canary-key", receiver.url);
    let hook = anna
        .post(
            "/v1/me/webhooks",
            &json!({"url": url, "events": ["your_turn", "game_changed"]}),
        )
        .expect(201);
    secrets.push(text(&hook["secret"]));
    let game = started("el_grande", &[anna.clone(), biel.clone()]);
    for who in [&anna, &biel] {
        who.post(
            &format!("{game}/messages"),
            &json!({"text": "canary message"}),
        )
        .expect(201);
        who.put(&format!("{game}/notes"), &json!({"text": "canary note"}))
            .expect(200);
    }
    let offer =
        json!({"game": "castell", "seats": 2, "visibility": "private", "title": "canary title"});
    let private = text(
        &anna
            .post_with(
                "/v1/games",
                &[("idempotency-key", "canary-idempotency-key")],
                &offer,
            )
            .expect(201)["id"],
    );
    let invite = anna
        .post(&format!("/v1/games/{private}/invites"), &json!({}))
        .expect(201);
    secrets.push(text(&invite["invite"]));
    let ticket = text(&anna.post("/v1/me/tickets", &json!({})).expect(201)["ticket"]);
    let path = format!("/v1/me/events?ticket={ticket}");
    let mut stream = Stream::open(&server.base, None, &path, "text/event-stream", None);
    stream.line().expect("it is open");
    secrets.push(ticket);
    until(|| {
        receiver
            .told()
            .into_iter()
            .find(|told| told.path.contains("canary"))
    });
    (vec![anna, biel], game, secrets)
}

/// Sends what is refused, with something in every place that is not for the log.
fn is_refused(server: &Server, anna: &Client) {
    let json_type = ("content-type", "application/json");
    let stranger = server.stranger();
    stranger
        .with_token("plc_canarycanarycanarycanarycanarycanary")
        .get("/v1/me")
        .refused(401, "invalid_token");
    stranger
        .get("/v1/games?status=canary")
        .refused(422, "invalid_query");
    stranger
        .get("/v1/games?cursor=canary")
        .refused(422, "bad_cursor");
    stranger
        .get("/canary/plv_mistyped")
        .refused(404, "not_found");
    stranger.get("/v1/games/canary").refused(404, "not_found");
    stranger
        .get_with("/v1/catalogue", &[("accept", "canary/canary")])
        .refused(406, "not_acceptable");
    for body in [
        "{\"canary\"",
        "{\"name\":\"canary\",\"name\":\"canary\"}",
        "{\"canary\":1}",
        "{\"name\":[\"canary\"]}",
        "{\"name\":\"canary\\u0000\"}",
        "{\"game\":\"canary\",\"seats\":2}",
    ] {
        for (who, path) in [(&stranger, "/v1/players"), (anna, "/v1/games")] {
            let refused = who.send("POST", path, &[json_type], body.as_bytes());
            assert_eq!(refused.status, 422, "{body}");
        }
    }
    let key = [json_type, ("idempotency-key", "canary key with spaces")];
    anna.send(
        "POST",
        "/v1/games",
        &key,
        b"{\"game\":\"castell\",\"seats\":2}",
    )
    .refused(422, "bad_idempotency_key");
    anna.patch("/v1/me", &json!({"email": "canary is no address"}))
        .refused(422, "invalid_body");
    anna.post(
        "/v1/me/webhooks",
        &json!({"url": "http://nobody.internal/canary", "events": ["your_turn"]}),
    );
}

/// Whatever is in the log that is not for it.
fn found_in(log: &str, secrets: &[String]) -> Vec<String> {
    let shapes = [
        "plc_",
        "pli_",
        "plt_",
        "plv_",
        "plr_",
        "plu_",
        "whsec_",
        "canary",
        "server_seed",
        // Positions, actions and bodies are JSON.
        "{\"type",
        "{\"game",
        "{\"name",
        "\"type\":",
        "\"revision\":",
        "\\\"type\\\":",
    ];
    let all = shapes
        .iter()
        .copied()
        .chain(secrets.iter().map(String::as_str));
    let shown = |secret: &str| {
        let line = log.lines().find(|line| line.contains(secret));
        line.map(|line| format!("{secret} in {line:.300}"))
    };
    all.filter_map(shown).collect()
}

on_both! {
    fn a_log_of_everything_tells_no_token_address_position_or_body(place: &Place) {
        let (office, receiver) = (PostOffice::open(), Receiver::start());
        let logged = Logged::new(&office);
        let server = logged.start(place);
        let (table, game, secrets) = does_everything(&server, &office, &receiver);
        is_refused(&server, &table[0]);
        play_on(&game, &table, u64::MAX);
        table[0].get(&format!("{game}/record")).expect(200);
        table[0].get("/v1/me/export").expect(200);

        // A game that can't be loaded, whose log says something that is not for ours.
        let other = started("castellers", &table);
        play_on(&other, &table, 3);
        assert!(server.stop());
        let id = other.rsplit('/').next().unwrap();
        let spoil = |column: &str| format!("UPDATE actions SET {column} = '{{\"type\":\"canary\"}}' WHERE game_id = '{id}' AND revision > 1");
        vandalise(place, &spoil("body"));
        vandalise(place, &format!("UPDATE snapshots SET position = '{{\"canary\":1}}' WHERE game_id = '{id}'"));
        let server = logged.start(place);
        let anna = table[0].at(&server.base);
        assert_eq!(anna.get(&other).expect(200)["status"], "suspended");
        assert!(server.stop());

        let log = logged.text();
        for line in ["POST /v1/games/{id}/actions 201", "GET (no route) 404", "POST /mail/{token} 200"] {
            assert!(log.contains(line), "the log tells of {line}");
        }
        assert!(log.contains(" DEBUG "), "and of much else");
        assert_eq!(found_in(&log, &secrets), Vec::<String>::new());
    }
}

#[test]
fn nobody_else_writes_lines_into_the_log() {
    let (place, office) = (Place::sqlite(), PostOffice::open());
    let logged = Logged::new(&office);
    let server = logged.start(&place);
    let stranger = server.stranger();
    let forged = "[2026-01-01T00:00:00Z ERROR forged]";
    for path in [
        "/%0A[forged]",
        "/v1/games/%0d%0a[forged]",
        "/v1/games?status=%0A[forged]",
        "/v1/catalogue/%1b[31m[forged]",
    ] {
        assert!(stranger.get(path).status >= 400, "{path}");
    }
    let json_type = ("content-type", "application/json");
    for body in [
        format!("{{\"name\":\"a\\n{forged}\"}}"),
        format!("{{\"\\n{forged}\":1}}"),
        format!("{{\"name\":\"a\n{forged}\"}}"),
        format!("\n{forged}"),
    ] {
        assert_eq!(
            stranger
                .send("POST", "/v1/players", &[json_type], body.as_bytes())
                .status,
            422,
            "{body}"
        );
    }
    for id in ["forged id", "[forged]", &"x".repeat(10_000)] {
        let answer = stranger.send_unheld("GET", "/v1/catalogue", &[("x-request-id", id)], b"");
        assert!(
            answer.is_err() || answer.unwrap().header("x-request-id") != id,
            "{id}"
        );
    }
    assert!(server.stop());
    let log = logged.text();
    assert!(log.lines().count() > 8);
    for line in log.lines() {
        let begins = line.starts_with("[20") && line.contains("Z ");
        assert!(
            begins && !line.contains('\u{1b}') && !line.contains("[forged]"),
            "{line:?}"
        );
    }
}
