//! Reads per second, against a handler that answers as many bytes and does nothing else.

use crate::Failure;
use crate::client::Client;
use crate::report::{Goal, Report};
use crate::server::Server;
use crate::world::World;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// Connections that read at once.
const CONNECTIONS: usize = 32;

/// What can be read.
#[derive(Clone, Copy)]
enum What {
    Game,
    LegalActions,
    Inbox,
    List,
}

impl What {
    fn name(self) -> &'static str {
        match self {
            What::Game => "GET game",
            What::LegalActions => "GET legal-actions",
            What::Inbox => "GET inbox",
            What::List => "GET list of 20 games",
        }
    }

    /// The path and the token of the n-th request.
    fn request(self, world: &World, n: usize) -> (String, String) {
        let (game, token) = world.at_table(n);
        let path = match self {
            What::Game => format!("/v1/games/{game}"),
            What::LegalActions => format!("/v1/games/{game}/legal-actions"),
            What::Inbox => return ("/v1/me/turns".to_owned(), world.token(n).to_owned()),
            What::List => "/v1/games?status=running&limit=20".to_owned(),
        };
        (path, token.to_owned())
    }
}

/// Measures all sorts of reads. `least` is what reads of one game are to reach of the bare handler.
///
/// # Errors
/// A read that is refused.
pub async fn measure(
    report: &mut Report,
    world: &Arc<World>,
    time: Duration,
    how: &str,
    least: f64,
) -> Result<(), Failure> {
    for what in [What::Game, What::LegalActions, What::Inbox, What::List] {
        let ours = rate(&world.host, time, {
            let world = world.clone();
            move |n| what.request(&world, n)
        })
        .await?;
        let bare = Server::bare(ours.bytes).await?;
        let floor = rate(&bare.host, time, |_| ("/".to_owned(), String::new())).await?;
        bare.kill().await?;
        let goal = match what {
            What::Game => Some(Goal::AtLeast(least)),
            What::LegalActions | What::Inbox | What::List => None,
        };
        let name = format!("{how}: {} of {} bytes", what.name(), ours.bytes);
        report.add(format!("{name}, per second"), ours.rate, "/s", None);
        report.add(
            format!("{name}, to a bare handler"),
            ours.rate / floor.rate,
            "",
            goal,
        );
    }
    Ok(())
}

struct Rate {
    rate: f64,
    bytes: usize,
}

async fn rate(
    host: &str,
    time: Duration,
    request: impl Fn(usize) -> (String, String) + Clone + Send + 'static,
) -> Result<Rate, Failure> {
    let began = Instant::now();
    let mut at_work = JoinSet::new();
    for own in 0..CONNECTIONS {
        let mut client = Client::connect(host).await?;
        let request = request.clone();
        at_work.spawn(async move {
            let (mut count, mut bytes) = (0, 0);
            while began.elapsed() < time {
                let (path, token) = request(own + count * CONNECTIONS);
                let answer = client.get(&path, &token).await?;
                answer.expect::<serde::de::IgnoredAny>(200)?;
                count += 1;
                bytes += answer.body.len();
            }
            Ok::<_, Failure>((count, bytes))
        });
    }
    let (mut count, mut bytes) = (0, 0);
    while let Some(done) = at_work.join_next().await {
        let (own, read) = done??;
        count += own;
        bytes += read;
    }
    Ok(Rate {
        rate: count as f64 / began.elapsed().as_secs_f64(),
        bytes: bytes / count.max(1),
    })
}

/// The median time of reading `path` so many times on one connection, in milliseconds.
///
/// # Errors
/// A read that is refused.
pub async fn median(host: &str, path: &str, token: &str, times: usize) -> Result<f64, Failure> {
    let mut client = Client::connect(host).await?;
    let mut took = Vec::with_capacity(times);
    for _ in 0..times {
        let began = Instant::now();
        let answer = client.get(path, token).await?;
        answer.expect::<serde::de::IgnoredAny>(200)?;
        took.push(began.elapsed());
    }
    took.sort_unstable();
    Ok(took[times / 2].as_secs_f64() * 1e3)
}

/// Holds so many idle streams, and says how much memory each takes.
///
/// # Errors
/// A stream that is refused.
pub async fn streams(
    report: &mut Report,
    server: &Server,
    world: &World,
    count: usize,
) -> Result<(), Failure> {
    /// What an account may hold.
    const EACH: usize = 32;
    let before = server.memory()?;
    let mut held: Vec<TcpStream> = Vec::with_capacity(count);
    for n in 0..count {
        let (game, _) = world.at_table(n);
        let path = format!("/v1/games/{game}/events");
        let client = Client::connect(&server.host).await?;
        held.push(client.listen(&path, world.token(n / EACH)).await?);
    }
    let after = server.memory()?;
    report.add("idle streams held", held.len() as f64, "", None);
    let each = after.saturating_sub(before) as f64 / count as f64 / 1024.0;
    report.add("memory of an idle stream", each, "KiB", None);
    Ok(())
}
