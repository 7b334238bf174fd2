//! Those who would wear the service out, or have others pay for it.

use crate::client::{Answer, Client};
use crate::server::{Place, Server};
use crate::whole_games::started;
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

fn connect(server: &Server) -> TcpStream {
    let socket = TcpStream::connect(server.base.strip_prefix("http://").unwrap()).unwrap();
    socket
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    socket
}

/// Sends bytes as they are and reads all that comes until the other end has had enough.
fn said(server: &Server, bytes: &[u8]) -> String {
    let mut socket = connect(server);
    // It may have heard enough before it has heard everything.
    let _ = socket.write_all(bytes);
    heard(socket)
}

fn heard(mut socket: TcpStream) -> String {
    let mut all = Vec::new();
    // A connection that is cut off has said all the same what it has said.
    let _ = socket.read_to_end(&mut all);
    String::from_utf8_lossy(&all).into_owned()
}

#[test]
fn who_offers_another_protocol_is_answered_in_this_one_and_told_that_the_connection_ends() {
    let server = Server::start(&Place::sqlite());
    for path in ["/v1/catalogue", "/v1/none"] {
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: placa\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\
            HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\n\r\n"
        );
        let answer = said(&server, request.as_bytes()).to_ascii_lowercase();
        assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
        assert!(!answer.contains("upgrade"), "{answer}");
    }
}

fn register(stranger: &Client, name: &str, address: &str) -> Answer {
    let forwarded = [("x-forwarded-for", address)];
    stranger.post_with("/v1/players", &forwarded, &json!({"name": name}))
}

#[test]
fn a_flood_of_registrations_from_one_address_is_dammed_and_harms_nobody() {
    let place = Place::sqlite();
    let server = Server::start_with(&place, &[("PLACA_LIMIT_REGISTRATION", "5/3600")]);
    let stranger = server.stranger();
    let answers: Vec<Answer> = thread::scope(|scope| {
        let flood =
            |n: usize| register(&stranger, &format!("Flood {n}"), &format!("203.0.113.{n}"));
        let threads: Vec<_> = (0..40).map(|n| scope.spawn(move || flood(n))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    let (made, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 201);
    assert_eq!(made.len(), 5, "whatever they claim to be forwarded for");
    for answer in refused {
        answer.refused(429, "rate_limited");
        assert!(answer.header("retry-after").parse::<u64>().unwrap() > 0);
    }
    let member = stranger.with_token(made[0].json()["token"].as_str().unwrap());
    member
        .post("/v1/games", &json!({"game": "castell", "seats": 2}))
        .expect(201);
    stranger.get("/v1/games").expect(200);
}

#[test]
fn behind_a_trusted_proxy_everybody_has_an_allowance_of_their_own() {
    let place = Place::sqlite();
    let limited = [
        ("PLACA_LIMIT_REGISTRATION", "1/3600"),
        ("PLACA_TRUSTED_PROXIES", "1"),
    ];
    let server = Server::start_with(&place, &limited);
    let stranger = server.stranger();
    register(&stranger, "Anna", "203.0.113.1").expect(201);
    register(&stranger, "Biel", "203.0.113.2").expect(201);
    register(&stranger, "Carla", "203.0.113.1").refused(429, "rate_limited");
    // What a client says of itself stands before what the proxy has added.
    register(&stranger, "Dídac", "198.51.100.9, 203.0.113.2").refused(429, "rate_limited");
}

#[test]
fn where_registration_is_closed_only_the_operator_makes_accounts() {
    let place = Place::sqlite();
    let server = Server::start_with(&place, &[("PLACA_REGISTRATION", "closed")]);
    let stranger = server.stranger();
    stranger
        .post("/v1/players", &json!({"name": "Anna"}))
        .refused(403, "registration_closed");
    let mut admin = std::process::Command::new(env!("CARGO_BIN_EXE_placa"));
    let made = admin
        .args(["admin", "register", "Anna"])
        .env("DATABASE_URL", place.url())
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
    let token = String::from_utf8(made.stdout).unwrap();
    assert_eq!(
        stranger.with_token(token.trim()).get("/v1/me").expect(200)["name"],
        "Anna"
    );
    let again = admin.output().unwrap();
    assert_eq!(again.status.code(), Some(2), "the name is taken");
}

#[test]
fn whoever_never_ends_a_request_is_shown_out_and_holds_nobody_up() {
    let place = Place::sqlite();
    let server = Server::start(&place);
    let head = "POST /v1/players HTTP/1.1\r\nHost: placa.test\r\nX-Slow: ";
    let slow: Vec<TcpStream> = (0..300)
        .map(|_| {
            let mut socket = connect(&server);
            socket.write_all(head.as_bytes()).unwrap();
            socket
        })
        .collect();
    let table = ["Anna", "Biel"].map(|name| server.stranger().register(name));
    started("castell", &table);
    for socket in slow {
        let last = heard(socket);
        assert!(
            last.is_empty() || last.starts_with("HTTP/1.1 408 "),
            "{last}"
        );
    }
}

#[test]
fn requests_without_measure_are_refused_and_the_service_goes_on() {
    let place = Place::sqlite();
    let server = Server::start(&place);
    let post = "POST /v1/players HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n";
    let get = "GET /v1/catalogue HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
    let nested = format!("{}{}", "[".repeat(30_000), "]".repeat(30_000));
    let endless = format!("10000\r\n{}\r\n", " ".repeat(0x10000)).repeat(4);
    let cases = [
        (
            "a long address",
            format!(
                "GET /v1/games?player={} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "x".repeat(9_000)
            ),
            &[414][..],
        ),
        (
            "an address beyond measure",
            format!(
                "GET /{} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                "x".repeat(200_000)
            ),
            &[400, 414, 431],
        ),
        (
            "large headers",
            format!("{get}X-Large: {}\r\n\r\n", "x".repeat(40_000)),
            &[431],
        ),
        (
            "headers beyond measure",
            format!("{get}X-Large: {}\r\n\r\n", "x".repeat(2_000_000)),
            &[400, 431],
        ),
        (
            "many headers",
            format!(
                "{get}{}\r\n",
                (0..2_000)
                    .map(|n| format!("X-{n}: y\r\n"))
                    .collect::<String>()
            ),
            &[400, 431],
        ),
        (
            "deep nesting",
            format!("{post}Content-Length: {}\r\n\r\n{nested}", nested.len()),
            &[422],
        ),
        (
            "a body too large by its announcement",
            format!("{post}Content-Length: 99999999999\r\n\r\n"),
            &[413],
        ),
        (
            "a body that goes on and on",
            format!("{post}Transfer-Encoding: chunked\r\n\r\n{endless}0\r\n\r\n"),
            &[413],
        ),
        (
            "a length that is none",
            format!("{post}Content-Length: -1\r\n\r\n"),
            &[400],
        ),
        (
            "two lengths",
            format!("{post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{{}}"),
            &[400],
        ),
        (
            "a length and chunks",
            format!("{post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
            &[400],
        ),
        (
            "no HTTP",
            "\u{16}\u{3}\u{1}nonsense\r\n\r\n".to_owned(),
            &[400],
        ),
    ];
    for (what, request, statuses) in cases {
        let answer = said(&server, request.as_bytes());
        let status = answer
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse::<u16>().ok());
        assert!(
            status.is_some_and(|status| statuses.contains(&status)),
            "{what}: {answer:.300}"
        );
        server.stranger().get("/readyz").expect(200);
    }
    for header in [
        "Authorization: Bearer \u{ff}\u{fe}",
        "Idempotency-Key: \u{e9}",
        "If-Match: \u{80}",
        "Accept: \u{0}",
    ] {
        let answer = said(&server, format!("{get}{header}\r\n\r\n").as_bytes());
        assert!(
            answer.starts_with("HTTP/1.1 4") || answer.starts_with("HTTP/1.1 200 "),
            "{header:?}: {answer:.200}"
        );
    }
}

#[test]
fn a_hostile_title_is_text_wherever_it_is_shown() {
    let place = Place::sqlite();
    let server = Server::start(&place);
    let anna = server.stranger().register("<svg/onload=a>");
    let biel = server.stranger().register("]]>'\"&");
    for title in [
        "</title><script>alert(1)</script>",
        "</svg><svg onload=alert(1)>",
        "]]><script/>",
        "--><image href=\"javascript:alert(1)\"/>",
        "&#60;script&#62;",
        "\"' onload='alert(1)",
    ] {
        let offer = json!({"game": "castell", "seats": 2, "title": title});
        let id = anna.post("/v1/games", &offer).expect(201)["id"]
            .as_str()
            .unwrap()
            .to_owned();
        let path = format!("/v1/games/{id}");
        biel.post(&format!("{path}/seats"), &json!({})).expect(201);
        let game = anna.get(&path);
        assert_eq!(game.expect(200)["title"], title);
        let picture = anna.get(&format!("{path}/board.svg"));
        for answer in [&game, &picture] {
            assert_eq!(answer.header("x-content-type-options"), "nosniff");
        }
        for word in [
            "<script",
            "<image",
            "onload=a>",
            "<svg onload",
            "<svg/",
            "]]>",
            "javascript:alert(1)\"",
            "onload='",
        ] {
            assert!(!picture.text.contains(word), "{word} in {}", picture.text);
        }
        assert_eq!(picture.text.matches("<svg").count(), 1);
    }
}
