//! Several servers on one PostgreSQL: what one of them commits reaches whoever listens to another.

use crate::client::Client;
use crate::server::{Place, Server, StoodStill};
use crate::stream::Stream;
use crate::support::postgres::Database;
use crate::whole_games::{play_on, started};
use diesel::sql_types::Integer;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, sql_query};
use placa::model::Moment;
use serde_json::json;
use std::collections::BTreeSet;

fn start() -> Moment {
    "2027-03-01T09:00:00.000Z".parse().unwrap()
}

fn players(stranger: &Client) -> Vec<Client> {
    ["Anna", "Biel"].map(|name| stranger.register(name)).into()
}

/// The number of the last event of a game.
fn last(path: &str, reader: &Client) -> i64 {
    let page = reader.get(&format!("{path}/events?limit=100")).expect(200);
    page["items"].as_array().unwrap().len() as i64
}

/// The next event of a stream, which must come before any sign of life: a stream looks by itself after each.
fn at_once(stream: &mut Stream) -> i64 {
    loop {
        let line = stream.line().expect("the stream goes on");
        assert!(!line.starts_with(':'), "nobody told the stream");
        if let Some(id) = line.strip_prefix("id: ") {
            return id.parse().unwrap();
        }
    }
}

#[derive(QueryableByName)]
struct Pid {
    #[diesel(sql_type = Integer)]
    pid: i32,
}

/// The processes of the connections on which servers listen to each other.
fn listening(conn: &mut PgConnection) -> BTreeSet<i32> {
    let listed: Vec<Pid> = sql_query(
        "SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'placa-bell'",
    )
    .load(conn)
    .unwrap();
    listed.into_iter().map(|row| row.pid).collect()
}

fn end(conn: &mut PgConnection, pid: i32) {
    let end = format!("SELECT pg_terminate_backend({pid})");
    sql_query(end).execute(conn).unwrap();
}

/// Two servers on one database that look for news only when somebody rings.
fn two(database: &Place) -> [StoodStill; 2] {
    [(); 2].map(|()| StoodStill::at(database, start()))
}

#[test]
fn a_move_on_one_server_wakes_a_stream_on_another_without_looking_for_it() {
    let place = Place::postgres();
    let [here, there] = two(&place);
    let _spreading = [here.spread_when_told(), there.spread_when_told()];
    here.must_hear();
    there.must_hear();
    let table = players(&here.stranger());
    let path = started("castellers", &table);
    let log = format!("{path}/events");
    let mut seen = last(&path, &table[0]);
    let mut stream = Stream::events(&there.base, &table[0], &log, Some(seen));
    for _ in 0..5 {
        play_on(&path, &table, 1);
        seen += 1;
        assert_eq!(at_once(&mut stream), seen);
        seen = last(&path, &table[0]);
        stream = Stream::events(&there.base, &table[0], &log, Some(seen));
    }
}

#[test]
fn a_lost_connection_to_the_other_servers_is_made_again() {
    let database = Database::new();
    let mut conn = PgConnection::establish(database.url()).unwrap();
    let place = Place::Postgres(database);
    let [here, there] = two(&place);
    let _spreading = [here.spread_when_told(), there.spread_when_told()];
    // Each server's first one and the one after that.
    let mut lost = BTreeSet::new();
    while lost.len() < 4 {
        for pid in listening(&mut conn) {
            end(&mut conn, pid);
            lost.insert(pid);
        }
    }
    while listening(&mut conn).difference(&lost).count() < 2 {}
    here.must_hear();
    there.must_hear();
    let table = players(&here.stranger());
    let path = started("castellers", &table);
    let seen = last(&path, &table[0]);
    let log = format!("{path}/events");
    let mut stream = Stream::events(&there.base, &table[0], &log, Some(seen));
    play_on(&path, &table, 1);
    assert_eq!(at_once(&mut stream), seen + 1);
}

#[test]
fn where_no_server_is_heard_they_look_for_each_other() {
    let place = Place::postgres();
    let deaf = [(
        "PLACA_LISTEN_DATABASE_URL",
        "postgres://nobody@127.0.0.1:1/none",
    )];
    let servers = [(); 2].map(|()| Server::start_with(&place, &deaf));
    let table = players(&servers[0].stranger());
    let path = started("castellers", &table);
    let seen = last(&path, &table[0]);
    let log = format!("{path}/events");
    let mut stream = Stream::events(&servers[1].base, &table[0], &log, Some(seen));
    play_on(&path, &table, 1);
    assert_eq!(at_once(&mut stream), seen + 1);
}

#[test]
fn a_new_name_shows_on_every_server_at_once() {
    let place = Place::postgres();
    let servers = [
        StoodStill::at(&place, start()),
        StoodStill::at(&place, start()),
    ];
    let table = players(&servers[0].stranger());
    let path = started("castellers", &table);
    let far = table[1].at(&servers[1].base);
    far.get(&path).expect(200);
    for name in ["Another", "Yet Another"] {
        table[0].patch("/v1/me", &json!({"name": name})).expect(200);
        let seen = far.get(&path).expect(200);
        assert_eq!(seen["seats"][0]["player"]["name"], name);
        assert_eq!(seen["owner"]["name"], name);
    }
    table[0].delete("/v1/me").expect(204);
    let seen = far.get(&path).expect(200);
    assert!(!seen.to_string().contains("Another"));
}
