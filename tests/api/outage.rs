//! A database that is down, full or held by somebody else: requests are answered 503 and say when to come again, reads
//! go on where they can, and all is well again by itself.

use crate::client::{Answer, Client};
use crate::line::Line;
use crate::play::{actions, table};
use crate::server::{Place, Server};
use crate::whole_games::{history_is_gapless, play_on};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, SqliteConnection};
use serde_json::json;
use std::thread;
use std::time::{Duration, Instant};

/// The 503 of a service that will serve again.
#[track_caller]
fn come_again(answer: &Answer, code: &str) {
    answer.refused(503, code);
    assert!(answer.header("retry-after").parse::<u64>().unwrap() > 0);
}

fn recruit(player: &Client, path: &str, key: &str) -> Answer {
    let body = actions(1, &[json!({"type": "recruit"})]);
    player.post_with(
        &format!("{path}/actions"),
        &[("idempotency-key", key)],
        &body,
    )
}

/// Waits until the service serves again, which it has to find out by itself.
#[track_caller]
fn serves_again(server: &Server) {
    let end = Instant::now() + Duration::from_secs(60);
    while server.stranger().get("/readyz").status != 200 {
        assert!(Instant::now() < end, "it never serves again");
        thread::yield_now();
    }
}

/// What was not written is written once when it is asked for again, and the game goes on.
fn goes_on(server: &Server, table: &[Client; 2], path: &str) {
    serves_again(server);
    recruit(&table[0], path, "again").expect(201);
    assert_eq!(
        recruit(&table[0], path, "again").header("idempotency-replayed"),
        "true"
    );
    let mut in_order = table.clone();
    in_order.sort_by_key(|player| player.get(path).expect(200)["you"].as_u64());
    let end = play_on(path, &in_order, 20);
    history_is_gapless(path, &server.stranger(), end["revision"].as_i64().unwrap());
}

fn metric(server: &Server, name: &str) -> String {
    let metrics = server.stranger().get("/metrics");
    metrics.expect(200);
    let line = metrics
        .text
        .lines()
        .find(|line| line.starts_with(&format!("{name} ")));
    line.unwrap_or_else(|| panic!("{name} in {}", metrics.text))
        .to_owned()
}

#[test]
fn a_file_that_somebody_else_holds_makes_writers_wait_and_then_come_again() {
    let place = Place::sqlite();
    let server = Server::start(&place);
    let (first, second, path) = table(&server);
    let file = place.url().replacen("sqlite://", "", 1);
    let mut holder = SqliteConnection::establish(&file).unwrap();
    holder
        .batch_execute("PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE")
        .unwrap();
    come_again(&recruit(&first, &path, "again"), "busy");
    assert_eq!(second.get(&path).expect(200)["revision"], 1);
    server.stranger().get("/readyz").expect(200);
    holder.batch_execute("ROLLBACK").unwrap();
    goes_on(&server, &[first, second], &path);
}

#[test]
fn a_table_that_somebody_else_holds_makes_everybody_wait_and_then_come_again() {
    let place = Place::postgres();
    let server = Server::start(&place);
    let (first, second, path) = table(&server);
    let mut holder = PgConnection::establish(&place.url()).unwrap();
    holder
        .batch_execute("BEGIN; LOCK TABLE games IN ACCESS EXCLUSIVE MODE")
        .unwrap();
    let answers: Vec<Answer> = thread::scope(|scope| {
        let write = scope.spawn(|| recruit(&first, &path, "again"));
        let read = scope.spawn(|| second.get(&path));
        vec![write.join().unwrap(), read.join().unwrap()]
    });
    for answer in &answers {
        come_again(answer, "busy");
    }
    server.stranger().get("/healthz").expect(200);
    holder.batch_execute("ROLLBACK").unwrap();
    goes_on(&server, &[first, second], &path);
}

#[test]
fn a_database_that_is_down_is_told_at_once_and_found_again() {
    let place = Place::postgres();
    let line = Line::to(&place.url());
    let server = Server::run(Server::program(line.url()));
    let (first, second, path) = table(&server);
    assert_eq!(metric(&server, "placa_database_up"), "placa_database_up 1");
    line.take_down();
    come_again(&recruit(&first, &path, "again"), "unavailable");
    come_again(&second.get(&path), "unavailable");
    come_again(&server.stranger().get("/readyz"), "unavailable");
    assert_eq!(metric(&server, "placa_database_up"), "placa_database_up 0");
    server.stranger().get("/healthz").expect(200);
    server.stranger().get("/v1/catalogue").expect(200);
    line.mend();
    goes_on(&server, &[first, second], &path);
}

#[cfg(target_os = "linux")]
mod full {
    use super::*;
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    /// Lets no file of a process grow, or lets them again.
    fn may_write(server: &Server, current: Option<u64>) {
        let pid = Pid::from_raw(server.pid().try_into().unwrap());
        prlimit(
            pid,
            Resource::Fsize,
            Rlimit {
                current,
                maximum: None,
            },
        )
        .unwrap();
    }

    #[test]
    fn a_full_disk_is_told_and_reads_go_on() {
        let place = Place::sqlite();
        // Who writes more than they may gets an error, as on a full disk, and not a signal that ends them.
        let server = Server::run_after("trap '' XFSZ", &place.url());
        let (first, second, path) = table(&server);
        may_write(&server, Some(0));
        come_again(&recruit(&first, &path, "again"), "unavailable");
        come_again(
            &first.post("/v1/games", &json!({"game": "castell", "seats": 2})),
            "unavailable",
        );
        come_again(
            &server
                .stranger()
                .post("/v1/players", &json!({"name": "Carla"})),
            "unavailable",
        );
        come_again(&server.stranger().get("/readyz"), "unavailable");
        server.stranger().get("/healthz").expect(200);
        assert_eq!(second.get(&path).expect(200)["revision"], 1);
        second.get("/v1/me/turns").expect(200);
        may_write(&server, None);
        goes_on(&server, &[first, second], &path);
    }
}
