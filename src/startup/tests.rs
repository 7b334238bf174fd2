//! The service on a real socket: what only the connection can show.

use super::*;
use crate::api::testing::{handlers, wiring};
use crate::config::Config;
use clap::{Args, Command, FromArgMatches};
use futures_util::FutureExt;
use std::io::{Read, Write};
use std::net::TcpStream;

fn config() -> Config {
    let flags = Config::augment_args(Command::new("placa"));
    let given = ["placa", "--listen", "127.0.0.1:0", "--workers", "1"];
    Config::from_arg_matches(&flags.get_matches_from(given)).unwrap()
}

/// Stops the service at the end of a visit, however it ends.
struct Stop(dev::ServerHandle);

impl Stop {
    fn now(&self) {
        // The command is sent at once; only its completion would have to be waited for.
        self.0.stop(true).now_or_never();
    }
}

impl Drop for Stop {
    fn drop(&mut self) {
        self.now();
    }
}

/// Runs the service under test while `visit` speaks to its port from another thread, and stops it then.
async fn while_serving(visit: impl FnOnce(u16, &Stop) + Send + 'static) {
    let config = config();
    let listener = TcpListener::bind(config.listen).unwrap();
    let server = serve(
        &config,
        listener,
        wiring("off").0,
        &handlers::ROUTES,
        |_| {},
        asked_to_stop(),
    )
    .unwrap();
    let (port, stop) = (server.port(), Stop(server.handle()));
    let visitor = std::thread::spawn(move || visit(port, &stop));
    server.run_until_stopped().await.unwrap();
    visitor.join().unwrap();
}

fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    stream
}

/// Sends a request after which the connection closes, and reads the whole answer.
fn ask(port: u16, request: &str) -> (String, String) {
    let mut stream = connect(port);
    stream.write_all(request.as_bytes()).unwrap();
    read(stream)
}

fn read(mut stream: TcpStream) -> (String, String) {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}

#[actix_web::test]
async fn head_sends_the_head_of_the_answer_and_no_body() {
    while_serving(|port, _| {
        let tail = "/v1/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        let (get, body) = ask(port, &format!("GET {tail}"));
        let (head, nothing) = ask(port, &format!("HEAD {tail}"));
        assert!(head.starts_with("HTTP/1.1 200 OK"), "{head}");
        assert!(body.starts_with('{') && nothing.is_empty());
        let length = format!("content-length: {}", body.len());
        assert!(get.contains(&length) && head.contains(&length), "{head}");
    })
    .await;
}

#[actix_web::test]
async fn a_panic_is_a_problem_on_the_wire_too() {
    while_serving(|port, _| {
        let path =
            "/v1/explosion HTTP/1.1\r\nHost: x\r\nX-Request-Id: boom\r\nConnection: close\r\n\r\n";
        let (head, body) = ask(port, &format!("GET {path}"));
        assert!(head.starts_with("HTTP/1.1 500 "), "{head}");
        assert!(
            head.contains("content-type: application/problem+json"),
            "{head}"
        );
        assert!(head.contains("x-request-id: boom"), "{head}");
        assert!(body.contains("\"code\":\"internal\""), "{body}");
    })
    .await;
}

#[actix_web::test]
async fn a_request_in_flight_finishes_before_the_service_stops() {
    while_serving(|port, stop| {
        let mut slow = connect(port);
        let head = "POST /v1/players HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
            Content-Type: application/json\r\nContent-Length: 15\r\nExpect: 100-continue\r\n\r\n";
        slow.write_all(head.as_bytes()).unwrap();
        let mut interim = [0; 25];
        slow.read_exact(&mut interim).unwrap();
        assert_eq!(&interim, b"HTTP/1.1 100 Continue\r\n\r\n");
        stop.now();
        slow.write_all(b"{\"name\":\"anna\"}").unwrap();
        let (head, body) = read(slow);
        assert!(head.starts_with("HTTP/1.1 201 Created"), "{head}");
        assert!(body.contains("anna"));
    })
    .await;
}

#[actix_web::test]
async fn a_body_that_is_far_too_large_still_gets_its_answer() {
    while_serving(|port, _| {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build()
            .into();
        let url = format!("http://127.0.0.1:{port}/v1/players");
        for size in [70_000, 1_000_000, 5_000_000] {
            let body = vec![b' '; size];
            let sent = agent
                .post(&url)
                .content_type("application/json")
                .send(&body);
            let mut answer = sent.unwrap();
            assert_eq!(answer.status(), 413, "{size}");
            let problem = answer.body_mut().read_to_string().unwrap();
            assert!(problem.contains("payload_too_large"), "{problem}");
        }
    })
    .await;
}
