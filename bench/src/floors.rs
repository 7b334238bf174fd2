//! What the databases do at most: the smallest honest version of a durable move, without a service before it.

use crate::Failure;
use crate::postgres::Postgres;
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use std::path::Path;
use std::time::{Duration, Instant};

/// Games in the floor's tables, about as many as the bench plays.
const GAMES: i32 = 1_000;
/// An action of usual length.
const BODY: &str = r#"{"type":"place","region":"aragon","caballeros":3}"#;
/// Rows in a transaction of SQLite.
const ROWS: usize = 32;

const TABLES: &str = "
CREATE TABLE games (id INTEGER NOT NULL PRIMARY KEY, revision BIGINT NOT NULL, updated_at BIGINT NOT NULL);
CREATE TABLE actions (
    game_id INTEGER NOT NULL,
    revision BIGINT NOT NULL,
    seat SMALLINT NOT NULL,
    body TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game_id, revision)
);
";

/// Single statements per second by pgbench, each of which changes a game's row and adds one to its log, at `-c 32 -j 2`.
///
/// # Errors
/// A pgbench that is missing or fails.
pub async fn postgres(postgres: &Postgres, time: Duration) -> Result<f64, Failure> {
    postgres
        .run("postgres", "DROP DATABASE IF EXISTS floor")
        .await?;
    postgres.create("floor").await?;
    let fill = format!("INSERT INTO games SELECT id, 0, 0 FROM generate_series(1, {GAMES}) AS id");
    postgres
        .run("floor", &format!("{TABLES}; {fill}; ANALYZE"))
        .await?;
    let script = tempfile::NamedTempFile::new()?;
    let statement = format!(
        "\\set id random(1, {GAMES})\n\
        WITH u AS (UPDATE games SET revision = revision + 1, updated_at = 1 WHERE id = :id RETURNING id, revision) \
        INSERT INTO actions (game_id, revision, seat, body, at) SELECT id, revision, 0, '{BODY}', 1 FROM u;\n"
    );
    std::fs::write(script.path(), statement)?;
    let (file, seconds) = (
        script.path().display().to_string(),
        time.as_secs().max(1).to_string(),
    );
    let args = [
        "-n", "-M", "prepared", "-c", "32", "-j", "2", "-T", &seconds, "-f", &file, "floor",
    ];
    let said = postgres.program("pgbench", &args).await?;
    said.lines()
        .find_map(|line| {
            line.strip_prefix("tps = ")?
                .split_whitespace()
                .next()?
                .parse()
                .ok()
        })
        .ok_or_else(|| Failure::new(format!("pgbench does not say how fast it was: {said}")))
}

diesel::table! {
    games (id) {
        id -> Integer,
        revision -> BigInt,
        updated_at -> BigInt,
    }
}

diesel::table! {
    actions (game_id, revision) {
        game_id -> Integer,
        revision -> BigInt,
        seat -> SmallInt,
        body -> Text,
        at -> BigInt,
    }
}

/// Rows per second that SQLite takes durably, [`ROWS`] in each transaction, in a new file in this folder.
///
/// # Errors
/// A file that can't be written.
pub fn sqlite(folder: &Path, time: Duration) -> Result<f64, Failure> {
    let file = folder.join("floor.db");
    let mut conn = SqliteConnection::establish(&file.display().to_string())?;
    conn.batch_execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")?;
    conn.batch_execute(TABLES)?;
    for id in 0..GAMES {
        diesel::insert_into(games::table)
            .values((
                games::id.eq(id),
                games::revision.eq(0_i64),
                games::updated_at.eq(0_i64),
            ))
            .execute(&mut conn)?;
    }
    let (began, mut rows) = (Instant::now(), 0_usize);
    while began.elapsed() < time {
        conn.immediate_transaction(|conn| (rows..rows + ROWS).try_for_each(|row| one(conn, row)))?;
        rows += ROWS;
    }
    Ok(rows as f64 / began.elapsed().as_secs_f64())
}

fn one(conn: &mut SqliteConnection, row: usize) -> QueryResult<()> {
    let (id, revision) = (row as i32 % GAMES, (row / GAMES as usize) as i64);
    diesel::update(games::table.find(id))
        .set((games::revision.eq(revision), games::updated_at.eq(1_i64)))
        .execute(conn)?;
    diesel::insert_into(actions::table)
        .values((
            actions::game_id.eq(id),
            actions::revision.eq(revision),
            actions::seat.eq(0_i16),
            actions::body.eq(BODY),
            actions::at.eq(1_i64),
        ))
        .execute(conn)?;
    Ok(())
}
