//! Accepted moves per second.
//!
//! A round finds a legal move for every game, which is not measured, and then sends them all from a common pile, as fast as
//! the connections take them: only that is measured. A move counts when its answer has come and has been parsed.

use crate::Failure;
use crate::client::Client;
use crate::work::Work;
use crate::world::World;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// What was measured with so many connections.
#[derive(Serialize)]
pub struct Level {
    /// How many connections, each with one move on its way.
    pub connections: usize,
    /// Moves that were accepted.
    pub moves: usize,
    /// Seconds in which they were.
    pub seconds: f64,
    /// Moves per second.
    pub rate: f64,
    /// Moves per second if the time counts that it took to ask for what is legal.
    pub rate_with_reads: f64,
    /// The median of the time from sending to the end of the answer, in milliseconds.
    pub p50: f64,
    /// The 99th percentile of it.
    pub p99: f64,
    /// Processor time per move, in microseconds.
    pub work: Work,
}

/// How fast moves are sent.
#[derive(Clone, Copy)]
pub enum Pace {
    /// Each connection sends the next when the last is answered.
    Full,
    /// So many per second over all, whether or not answers come; the time counts from when a move was due.
    PerSecond(f64),
}

/// Plays for about so long.
///
/// # Errors
/// A legal move that is refused.
pub async fn level(
    world: &Arc<World>,
    connections: usize,
    time: Duration,
    pace: Pace,
) -> Result<Level, Failure> {
    let (mut times, mut spent) = (Vec::new(), Duration::ZERO);
    let mut work = Work::default();
    let began = Instant::now();
    while spent < time {
        let round = round(world, connections, time - spent, pace).await?;
        spent += round.took;
        work = work + round.work;
        times.extend(round.times);
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    Ok(Level {
        connections,
        moves: times.len(),
        seconds: spent.as_secs_f64(),
        rate: times.len() as f64 / spent.as_secs_f64(),
        rate_with_reads: times.len() as f64 / began.elapsed().as_secs_f64(),
        p50: at(0.5),
        p99: at(0.99),
        work: work.per(times.len()),
    })
}

struct Round {
    times: Vec<Duration>,
    took: Duration,
    work: Work,
}

async fn round(
    world: &Arc<World>,
    connections: usize,
    time: Duration,
    pace: Pace,
) -> Result<Round, Failure> {
    let pile = Arc::new(world.moves().await?);
    let next = Arc::new(AtomicUsize::new(0));
    // Only now: a server closes a connection on which nothing comes.
    let mut clients = Vec::with_capacity(connections);
    for _ in 0..connections {
        clients.push(Client::connect(&world.host).await?);
    }
    let before = Work::until_now()?;
    let began = Instant::now();
    let mut at_work = JoinSet::new();
    for mut client in clients {
        let (world, pile, next) = (world.clone(), pile.clone(), next.clone());
        at_work.spawn(async move {
            let mut times = Vec::new();
            while began.elapsed() < time {
                let n = next.fetch_add(1, Ordering::Relaxed);
                let Some(own) = pile.get(n) else { break };
                let due = match pace {
                    // Not even the shortest sleep: it lasts until the timer's next millisecond.
                    Pace::Full => Instant::now(),
                    Pace::PerSecond(rate) => {
                        let due = began + Duration::from_secs_f64(n as f64 / rate);
                        tokio::time::sleep_until(due.into()).await;
                        due
                    }
                };
                world.send(&mut client, own).await?;
                times.push(due.elapsed());
            }
            Ok::<_, Failure>(times)
        });
    }
    let mut round = Round {
        times: Vec::new(),
        took: Duration::ZERO,
        work: Work::default(),
    };
    while let Some(done) = at_work.join_next().await {
        round.times.extend(done??);
    }
    round.took = began.elapsed();
    round.work = Work::until_now()? - before;
    Ok(round)
}
