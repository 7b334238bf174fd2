//! Several servers on one database: is all as if there were one, also when one of them dies?

use crate::Failure;
use crate::audit;
use crate::client::{Answer, Client};
use crate::postgres::Postgres;
use crate::proxies::Proxy;
use crate::report::Report;
use crate::server::Server;
use crate::world::{Move, World};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::task::JoinSet;

/// Servers of which one is killed.
const SERVERS: usize = 3;
/// Connections to the balancer.
const CONNECTIONS: usize = 32;
/// How often a move is sent again until it is known to be made.
const TRIES: usize = 100;
/// How long between two of them.
const PAUSE: Duration = Duration::from_millis(50);

/// How much is played.
pub struct Scale {
    /// Accounts.
    pub players: usize,
    /// Games, each of which gets one move in each round.
    pub games: usize,
    /// Rounds; in the middle of the second one server is killed.
    pub rounds: usize,
}

/// How the servers reach their database.
#[derive(Clone, Copy)]
enum Way {
    Direct,
    Pooled,
}

/// Plays through HAProxy on three servers, once with the database at hand and once through PgBouncer, kills a server in the middle
/// of it, and reads every game back.
///
/// # Errors
/// A move that is refused or not answered in time; a log that is not what was answered.
pub async fn measure(
    report: &mut Report,
    postgres: &Postgres,
    placa: &Path,
    scale: &Scale,
    say: impl Fn(&str),
) -> Result<(), Failure> {
    for (name, database, way) in [
        ("directly", "scale_direct", Way::Direct),
        ("through PgBouncer", "scale_pooled", Way::Pooled),
    ] {
        postgres.create(database).await?;
        let played = play(postgres, database, placa, scale, way).await?;
        say(&format!(
            "{SERVERS} servers on PostgreSQL {name}: one was killed, {} moves were sent again, none was lost",
            played.again
        ));
        let figure = |what: &str| format!("{SERVERS} servers, PostgreSQL {name}: {what}");
        report.add(
            figure("moves kept and replayed"),
            played.moves as f64,
            "",
            None,
        );
        report.add(figure("moves sent again"), played.again as f64, "", None);
        report.add(figure("moves per second"), played.rate, "/s", None);
    }
    Ok(())
}

struct Played {
    moves: usize,
    again: usize,
    rate: f64,
}

async fn play(
    postgres: &Postgres,
    database: &str,
    placa: &Path,
    scale: &Scale,
    way: Way,
) -> Result<Played, Failure> {
    let direct = postgres.url(database);
    let pool = match way {
        Way::Direct => None,
        Way::Pooled => Some(Proxy::pool(postgres.socket()).await?),
    };
    let (url, flags) = match &pool {
        None => (direct.clone(), Vec::new()),
        Some(pool) => {
            let url = format!("postgres://postgres@{}/{database}", pool.host);
            (url, vec!["--direct-database", direct.as_str()])
        }
    };
    let mut servers = Vec::new();
    for _ in 0..SERVERS {
        servers.push(Server::start(placa, &url, &flags).await?);
    }
    let hosts: Vec<&str> = servers.iter().map(|server| server.host.as_str()).collect();
    let balancer = Proxy::balancer(&hosts).await?;
    let world = World::new(&balancer.host, "Scale", scale.players, scale.games).await?;
    let (mut moves, mut again, mut spent) = (0, 0, Duration::ZERO);
    for round in 0..scale.rounds {
        let pile = Arc::new(world.moves().await?);
        let half = Arc::new(Notify::new());
        let began = Instant::now();
        let sending = send(&world, &pile, &half);
        let (sent, killed) = tokio::join!(sending, async {
            half.notified().await;
            match servers.pop() {
                Some(server) if round == 1 => server.kill().await,
                Some(server) => {
                    servers.push(server);
                    Ok(())
                }
                None => Err(Failure::new("no server is left")),
            }
        });
        killed?;
        again += sent?;
        moves += pile.len();
        spent += began.elapsed();
    }
    for server in servers {
        server.kill().await?;
    }
    audit::audit(&direct, &world.all()).await?;
    Ok(Played {
        moves,
        again,
        rate: moves as f64 / spent.as_secs_f64(),
    })
}

/// Sends all moves, each until it is known to be made, and says when half of them are on their way. Says how many had to be sent
/// again.
async fn send(
    world: &Arc<World>,
    pile: &Arc<Vec<Move>>,
    half: &Arc<Notify>,
) -> Result<usize, Failure> {
    let next = Arc::new(AtomicUsize::new(0));
    let mut at_work = JoinSet::new();
    for _ in 0..CONNECTIONS {
        let (world, pile, next, half) = (world.clone(), pile.clone(), next.clone(), half.clone());
        at_work.spawn(async move {
            let (mut client, mut again) = (None, 0);
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                if n == pile.len() / 2 {
                    half.notify_one();
                }
                let Some(own) = pile.get(n) else {
                    return Ok::<_, Failure>(again);
                };
                let (answer, tries) = insist(&world.host, &mut client, &own.request).await?;
                world.learn(own, &answer)?;
                again += usize::from(tries > 0);
            }
        });
    }
    let mut again = 0;
    while let Some(done) = at_work.join_next().await {
        again += done??;
    }
    Ok(again)
}

/// Sends a request again and again, on a new connection where the old one broke, until somebody has served it: its key sees to it
/// that it is served once. Says how often it was sent in vain.
async fn insist(
    host: &str,
    kept: &mut Option<Client>,
    request: &[u8],
) -> Result<(Answer, usize), Failure> {
    for tries in 0..TRIES {
        let mut client = match kept.take() {
            Some(client) => client,
            None => Client::connect(host).await?,
        };
        match client.send(request).await {
            Ok(answer) if !matches!(answer.status, 502..=504) => {
                *kept = Some(client);
                return Ok((answer, tries));
            }
            Ok(_) | Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
    Err(Failure::new(
        "a move can't be made however often it is sent",
    ))
}
