//! How long moves take while bots think about theirs.

use crate::Failure;
use crate::client::Client;
use crate::moves::{self, Pace};
use crate::report::Report;
use crate::server::Server;
use crate::world::{KINDS, Legal, World, register};
use serde::Deserialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

/// Connections that move at once.
const CONNECTIONS: usize = 8;
/// Tables of all kinds, so that some bot always has something to think about.
const TABLES: usize = 9;
/// How often those who sit among bots look whether it is their turn.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A player among strong bots.
struct Table {
    kind: &'static str,
    path: String,
    token: String,
    /// Actions of the player.
    own: i64,
}

#[derive(Deserialize)]
struct Seen {
    id: Option<String>,
    revision: i64,
}

/// Measures moves at half of what the connections could do, first among people only and then while strong bots think.
///
/// # Errors
/// A request that is refused; bots that don't play.
pub async fn measure(
    report: &mut Report,
    server: &Server,
    world: &Arc<World>,
    time: Duration,
) -> Result<(), Failure> {
    let full = moves::level(world, CONNECTIONS, time, Pace::Full).await?;
    let pace = Pace::PerSecond(full.rate / 2.0);
    let quiet = moves::level(world, CONNECTIONS, time, pace).await?;
    let mut client = Client::connect(&server.host).await?;
    let mut tables = Vec::new();
    for n in 0..TABLES {
        tables.push(set(&mut client, n).await?);
    }
    let busy = tokio::select! {
        busy = moves::level(world, CONNECTIONS, time, pace) => busy?,
        Err(failure) = play(&mut client, &mut tables) => return Err(failure),
    };
    let mut acted = 0;
    for table in &tables {
        let seen: Seen = client.get(&table.path, &table.token).await?.expect(200)?;
        acted += seen.revision - 1 - table.own;
    }
    if acted == 0 {
        return Err(Failure::new("no bot has acted"));
    }
    for (how, level) in [("nobody thinks", quiet), ("strong bots think", busy)] {
        let name = format!("moves at {CONNECTIONS} connections while {how}");
        report.add(format!("{name}: per second"), level.rate, "/s", None);
        report.add(format!("{name}: median"), level.p50, "ms", None);
        report.add(format!("{name}: p99"), level.p99, "ms", None);
    }
    report.add("actions of bots meanwhile", acted as f64, "", None);
    Ok(())
}

/// A table of one player with a strong bot in every other seat.
async fn set(client: &mut Client, n: usize) -> Result<Table, Failure> {
    const SEATS: usize = 4;
    let (kind, ..) = KINDS[n % KINDS.len()];
    let token = register(client, &format!("Among bots {n}")).await?;
    let offer = format!("{{\"game\":\"{kind}\",\"seats\":{SEATS}}}");
    let offered: Seen = client
        .post("/v1/games", &token, &offer)
        .await?
        .expect(201)?;
    let id = offered
        .id
        .ok_or_else(|| Failure::new("a game without an id"))?;
    let path = format!("/v1/games/{id}");
    for _ in 1..SEATS {
        let seats = format!("{path}/seats");
        let taken = client.post(&seats, &token, r#"{"bot":"strong"}"#).await?;
        taken.expect::<serde::de::IgnoredAny>(201)?;
    }
    Ok(Table {
        kind,
        path,
        token,
        own: 0,
    })
}

/// Plays for the players, so that the bots always have something to do.
async fn play(client: &mut Client, tables: &mut [Table]) -> Result<Infallible, Failure> {
    loop {
        for table in tables.iter_mut() {
            let legal = Legal::ask(client, &table.path, &table.token).await?;
            if legal.is_nothing() {
                continue;
            }
            let body = legal.submission(table.kind)?;
            let actions = format!("{}/actions", table.path);
            // A bot may have been faster where all choose at once.
            if client.post(&actions, &table.token, &body).await?.status == 201 {
                table.own += 1;
            }
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}
