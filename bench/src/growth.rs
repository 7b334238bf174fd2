//! What grows with the length of a game and with the number of games, and what must not.

use crate::Failure;
use crate::client::{Client, request, spread};
use crate::postgres::Postgres;
use crate::reads;
use crate::report::{Goal, Report};
use crate::server::Server;
use crate::world::{Legal, World, register, submission};
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use uuid::Uuid;

/// Reads and moves from which a median is taken.
const TIMES: usize = 200;

/// The database in which everything grows.
const DATABASE: &str = "growth";

/// How far everything grows.
pub struct Growth {
    /// The revision that a game comes to.
    pub revision: i64,
    /// How many games there are in the end.
    pub games: usize,
    /// How many of them are running.
    pub running: usize,
}

/// Measures on a database with a thousand games, lets it grow, and measures again.
///
/// # Errors
/// A request or a statement that is refused.
pub async fn measure(
    report: &mut Report,
    postgres: &Postgres,
    placa: &Path,
    growth: &Growth,
    say: impl Fn(&str),
) -> Result<(), Failure> {
    postgres.create(DATABASE).await?;
    let url = postgres.url(DATABASE);
    let server = Server::start(placa, &url, &[]).await?;
    let world = World::new(&server.host, "Grower", 300, 1_000).await?;
    long_game(report, &server.host, growth.revision).await?;
    say("a long game was played");
    server.kill().await?;
    // A server that has played them has them at hand: what is compared is read by servers that have just started.
    let server = Server::start(placa, &url, &[]).await?;
    let world = world.at(&server.host);
    let few = lists(&world, &server.host).await?;
    server.kill().await?;

    grow(postgres, growth).await?;
    say(&format!("there are {} games", growth.games));
    let server = Server::start(placa, &url, &[]).await?;
    let ready = server.ready_after.as_secs_f64() * 1e3;
    report.add(
        format!("ready with {} games", growth.games),
        ready,
        "ms",
        Some(Goal::AtMost(300.0)),
    );
    let world = Arc::new(world.at(&server.host));
    let many = lists(&world, &server.host).await?;
    for ((name, few), (_, many)) in few.iter().zip(&many) {
        report.add(format!("{name}: 1000 games"), *few, "ms", None);
        report.add(
            format!("{name}: {} games to 1000", growth.games),
            many / few,
            "",
            Some(Goal::AtMost(1.5)),
        );
    }
    touch(postgres, &server).await?;
    let memory = server.memory()? as f64 / 1024.0 / 1024.0;
    report.add(
        format!("memory with {} running games", growth.running),
        memory,
        "MiB",
        Some(Goal::AtMost(200.0)),
    );
    server.kill().await
}

/// The medians of all sorts of lists, in milliseconds.
async fn lists(world: &World, host: &str) -> Result<Vec<(&'static str, f64)>, Failure> {
    let (game, own) = world.at_table(0);
    let game = format!("/v1/games/{game}");
    let asked = [
        ("newest games", "/v1/games", ""),
        ("running games", "/v1/games?status=running", ""),
        (
            "games that have waited longest",
            "/v1/games?status=running&sort=waiting",
            "",
        ),
        ("offers with free seats", "/v1/games?open=true", ""),
        ("inbox", "/v1/me/turns", own),
        ("one game", game.as_str(), own),
    ];
    let mut medians = Vec::new();
    for (name, path, token) in asked {
        medians.push((name, reads::median(host, path, token, TIMES).await?));
    }
    Ok(medians)
}

#[derive(Deserialize)]
struct Acted {
    revision: i64,
    game: Undoable,
}

#[derive(Deserialize)]
struct Undoable {
    undoable: bool,
}

#[derive(Deserialize)]
struct Offered {
    id: String,
}

/// A game of Castell in which somebody does and takes back until the revision is reached: an action at the beginning and
/// at the end should take the same time.
async fn long_game(report: &mut Report, host: &str, revision: i64) -> Result<(), Failure> {
    let mut client = Client::connect(host).await?;
    let mut tokens = Vec::new();
    for name in ["First", "Second"] {
        tokens.push(register(&mut client, &format!("{name} of two")).await?);
    }
    let offer = client
        .post("/v1/games", &tokens[0], r#"{"game":"castell","seats":2}"#)
        .await?;
    let path = format!("/v1/games/{}", offer.expect::<Offered>(201)?.id);
    let taken = client
        .post(&format!("{path}/seats"), &tokens[1], "{}")
        .await?;
    taken.expect::<serde::de::IgnoredAny>(201)?;
    let mut took = Vec::new();
    let (mut at, action, token) = first_undoable(&mut client, &path, &tokens).await?;
    while at < revision {
        let body = submission("castell", at, &action);
        let (acted, time) =
            post(&mut client, host, &format!("{path}/actions"), &token, &body).await?;
        took.push(time);
        let body = format!("{{\"revision\":{},\"to\":{at}}}", acted.revision);
        at = post(&mut client, host, &format!("{path}/undo"), &token, &body)
            .await?
            .0
            .revision;
    }
    let part = TIMES.min(took.len() / 2).max(1);
    let median = |times: &[f64]| {
        let mut times = times.to_vec();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let (first, last) = (median(&took[..part]), median(&took[took.len() - part..]));
    report.add("an action at the beginning of a game", first, "ms", None);
    report.add(
        format!("an action at revision {revision} to one at the beginning"),
        last / first,
        "",
        Some(Goal::AtMost(1.3)),
    );
    let read = reads::median(host, &path, &token, TIMES).await?;
    report.add(format!("GET game at revision {revision}"), read, "ms", None);
    Ok(())
}

/// Plays until an action can be taken back, takes it back, and gives the revision, the action and whose it is.
async fn first_undoable(
    client: &mut Client,
    path: &str,
    tokens: &[String],
) -> Result<(i64, String, String), Failure> {
    for turn in 0..200 {
        for token in tokens {
            let legal = Legal::ask(client, path, token).await?;
            let Some(action) = legal.actions.get(turn % legal.actions.len().max(1)) else {
                continue;
            };
            let (revision, action) = (legal.revision, action.get().to_owned());
            let body = submission("castell", revision, &action);
            let acted: Acted = client
                .post(&format!("{path}/actions"), token, &body)
                .await?
                .expect(201)?;
            if acted.game.undoable {
                let body = format!("{{\"revision\":{},\"to\":{revision}}}", acted.revision);
                let back: Acted = client
                    .post(&format!("{path}/undo"), token, &body)
                    .await?
                    .expect(201)?;
                return Ok((back.revision, action, token.clone()));
            }
        }
    }
    Err(Failure::new("nothing could be taken back"))
}

/// Posts with a key; gives the answer and how many milliseconds it took.
async fn post(
    client: &mut Client,
    host: &str,
    path: &str,
    token: &str,
    body: &str,
) -> Result<(Acted, f64), Failure> {
    let key = format!("Idempotency-Key: {}\r\n", Uuid::new_v4());
    let request = request("POST", host, path, token, &key, body);
    let began = Instant::now();
    let acted = client.send(&request).await?.expect(201)?;
    Ok((acted, began.elapsed().as_secs_f64() * 1e3))
}

/// Copies the games that have just begun, each with its log, its snapshot, its seats and its waits, for other players: so many
/// of them running, all others finished.
async fn grow(postgres: &Postgres, growth: &Growth) -> Result<(), Failure> {
    let statements = include_str!("growth.sql")
        .replace(":games", &growth.games.to_string())
        .replace(":running", &growth.running.to_string());
    postgres.run(DATABASE, &statements).await?;
    postgres.run(DATABASE, "VACUUM ANALYZE").await?;
    postgres.run(DATABASE, "CHECKPOINT").await.map(drop)
}

/// Has strangers look at many different games.
async fn touch(postgres: &Postgres, server: &Server) -> Result<(), Failure> {
    let some = "SELECT id FROM games WHERE status = 'running' ORDER BY id LIMIT 10000";
    let ids: Vec<String> = postgres
        .run(DATABASE, some)
        .await?
        .lines()
        .map(str::to_owned)
        .collect();
    spread(&server.host, 16, ids.len(), async |client, n| {
        let answer = client.get(&format!("/v1/games/{}", ids[n]), "").await?;
        answer.expect::<serde::de::IgnoredAny>(200).map(drop)
    })
    .await?;
    Ok(())
}
