//! The tables, and how a database is opened.

use crate::fixture::{Place, on_both};
use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel::{PgConnection, QueryableByName, SqliteConnection, sql_query};
use diesel_migrations::MigrationHarness;
use placa::store::{MIGRATIONS, OpenError, Settings, Store};
use std::thread;

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

const SQLITE_SCHEMA: &str = "
    SELECT name || ': ' || coalesce(sql, '') AS line FROM sqlite_master
    WHERE name NOT LIKE '%diesel_schema_migrations%' ORDER BY line";

const POSTGRES_SCHEMA: &str = "
    SELECT line FROM (
        SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable AS line
        FROM information_schema.columns WHERE table_schema = 'public'
        UNION SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
        UNION SELECT conrelid::regclass::text || ' ' || pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    ) AS lines WHERE line NOT LIKE '%diesel_schema_migrations%' ORDER BY line";

/// Does something with the migrations and gives the schema after it.
fn after(place: &Place, change: Change) -> Vec<String> {
    let url = place.url();
    let lines: Vec<Line> = match place {
        Place::Sqlite(_) => {
            let mut conn = SqliteConnection::establish(&url["sqlite://".len()..]).unwrap();
            change.run(&mut conn);
            sql_query(SQLITE_SCHEMA).load(&mut conn).unwrap()
        }
        Place::Postgres(_) => {
            let mut conn = PgConnection::establish(&url).unwrap();
            change.run(&mut conn);
            sql_query(POSTGRES_SCHEMA).load(&mut conn).unwrap()
        }
    };
    lines.into_iter().map(|line| line.line).collect()
}

enum Change {
    None,
    Down,
    Up,
}

impl Change {
    fn run<DB: diesel::backend::Backend>(self, conn: &mut impl MigrationHarness<DB>) {
        match self {
            Change::None => (),
            Change::Down => drop(conn.revert_all_migrations(MIGRATIONS).unwrap()),
            Change::Up => drop(conn.run_pending_migrations(MIGRATIONS).unwrap()),
        }
    }
}

on_both! {
    async fn migrations_go_up_down_and_up_again(place: &Place) {
        drop(place.open());
        let up = after(place, Change::None);
        assert!(up.len() > 20, "{up:#?}");
        assert_eq!(after(place, Change::Down), Vec::<String>::new());
        assert_eq!(after(place, Change::Up), up);
    }

    async fn servers_that_start_at_once_do_not_collide(place: &Place) {
        let url = place.url();
        let starting: Vec<_> = (0..8)
            .map(|_| {
                let url = url.clone();
                thread::spawn(move || Store::open(&url, Settings::default()).map(drop))
            })
            .collect();
        for server in starting {
            server.join().unwrap().unwrap();
        }
    }

    async fn an_open_database_is_ready(place: &Place) {
        place.open().ready().await.unwrap();
    }
}

fn refusal(url: &str) -> String {
    Store::open(url, Settings::default())
        .map(drop)
        .unwrap_err()
        .to_string()
}

#[test]
fn a_database_that_can_not_be_opened_says_why() {
    for (url, part) in [
        ("mysql://localhost/placa", "sqlite://PATH or postgres://"),
        ("placa.db", "sqlite://PATH or postgres://"),
        ("sqlite://", "names no file"),
        ("sqlite://:memory:", "names no file"),
        (
            "sqlite:///no/such/directory/placa.db",
            "no directory /no/such/directory",
        ),
        ("sqlite:///etc", "can't be opened"),
        ("postgres://nobody@127.0.0.1:1/placa", "can't be opened"),
    ] {
        let refusal = refusal(url);
        assert!(refusal.contains(part), "{url}: {refusal}");
    }
}

#[test]
fn a_server_that_does_not_answer_is_named_without_the_password() {
    let refusal = refusal("postgres://nobody:hunter2@127.0.0.1:1/placa");
    assert!(refusal.contains("127.0.0.1"), "{refusal}");
    assert!(!refusal.contains("hunter2"), "{refusal}");
}

#[test]
fn a_path_is_taken_from_here_whatever_it_looks_like() {
    let missing = Store::open("sqlite://no-such-directory/placa.db", Settings::default());
    assert!(
        matches!(missing, Err(OpenError::Directory(path)) if path.ends_with("no-such-directory"))
    );
}
