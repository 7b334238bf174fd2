//! Measures the service: everything as a ratio to what the same machine does at most in the same run.

mod audit;
mod bots;
mod client;
mod failure;
mod floors;
mod growth;
mod moves;
mod postgres;
#[path = "../../tests/support/programs.rs"]
mod programs;
mod proxies;
mod reads;
mod report;
mod scale;
mod server;
mod work;
mod world;

use actix_web::{App, HttpResponse, HttpServer, web};
use clap::{Parser, ValueEnum};
use failure::Failure;
use growth::Growth;
use moves::{Level, Pace};
use postgres::Postgres;
use report::{Goal, Moves, Report};
use scale::Scale;
use server::Server;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use world::World;

/// Measures Plaça against the floors of its database and its HTTP server.
///
/// Starts a PostgreSQL and the server, plays games of all kinds over HTTP, reads everything back, and prints a table.
/// The short form takes about 2 minutes, the full one about 15, of a quiet machine.
#[derive(Parser)]
#[command(name = "scripts/bench")]
struct Line {
    /// Measure for seconds where the full form takes tens of them, and leave out what needs a million games.
    #[arg(long)]
    short: bool,
    /// Only these parts, apart by commas.
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "postgres,sqlite,reads,bots,growth"
    )]
    only: Vec<Part>,
    /// Where to write all figures as JSON.
    #[arg(long, default_value = "target/bench.json")]
    json: PathBuf,
    /// The server program.
    #[arg(long, default_value = "target/release/placa")]
    placa: PathBuf,
    /// Answer so many bytes of JSON to every request and do nothing else.
    #[arg(long, hide = true)]
    bare: Option<usize>,
}

/// A part of the run.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Moves on PostgreSQL.
    Postgres,
    /// Moves on SQLite.
    Sqlite,
    /// Reads and idle streams, on PostgreSQL.
    Reads,
    /// Moves while bots think, on PostgreSQL.
    Bots,
    /// Long games and many games, on PostgreSQL.
    Growth,
    /// Three servers behind HAProxy, of which one is killed; with and without PgBouncer.
    ScaleOut,
}

/// How much is measured.
struct Size {
    players: usize,
    games: usize,
    /// For each figure.
    time: Duration,
    streams: usize,
    growth: Growth,
    scale: Scale,
}

impl Size {
    fn of(line: &Line) -> Size {
        match line.short {
            true => Size {
                players: 400,
                games: 1_000,
                time: Duration::from_secs(3),
                streams: 500,
                growth: Growth {
                    revision: 400,
                    games: 20_000,
                    running: 10_000,
                },
                scale: Scale {
                    players: 100,
                    games: 300,
                    rounds: 4,
                },
            },
            false => Size {
                players: 1_000,
                games: 2_000,
                time: Duration::from_secs(15),
                streams: 8_000,
                growth: Growth {
                    revision: 2_000,
                    games: 1_000_000,
                    running: 100_000,
                },
                scale: Scale {
                    players: 1_000,
                    games: 2_000,
                    rounds: 10,
                },
            },
        }
    }
}

fn main() -> ExitCode {
    let line = Line::parse();
    let done = match line.bare {
        Some(bytes) => bare(bytes).map_err(Failure::from),
        None => measure(&line),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("bench: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// A handler that does nothing, to compare with.
#[actix_web::main]
async fn bare(bytes: usize) -> std::io::Result<()> {
    let body = format!("\"{}\"", "x".repeat(bytes.saturating_sub(2)));
    let body = web::Bytes::from(body);
    let server = HttpServer::new(move || {
        let body = body.clone();
        let answer = move || {
            let body = body.clone();
            async move {
                HttpResponse::Ok()
                    .content_type("application/json")
                    .body(body)
            }
        };
        App::new().default_service(web::to(answer))
    })
    .bind("127.0.0.1:0")?;
    println!("http://{}", server.addrs()[0]);
    server.run().await
}

#[tokio::main]
async fn measure(line: &Line) -> Result<(), Failure> {
    let report = tokio::select! {
        report = run(line) => report?,
        _ = tokio::signal::ctrl_c() => return Err(Failure::new("interrupted")),
    };
    println!("\n{}", report.table());
    std::fs::write(&line.json, serde_json::to_vec_pretty(&report)?)?;
    println!("\nall figures are in {}", line.json.display());
    match report.is_good() {
        true => Ok(()),
        false => Err(Failure::new("not all goals are met")),
    }
}

async fn run(line: &Line) -> Result<Report, Failure> {
    let size = Size::of(line);
    let mut report = Report {
        form: if line.short { "short" } else { "full" },
        processors: std::thread::available_parallelism()?.get(),
        ..Report::default()
    };
    if line.only.contains(&Part::Sqlite) {
        let moves = on_sqlite(&line.placa, &size).await?;
        judge(&mut report, "SQLite", &moves, &[(32, 0.4)]);
        report.moves.insert("SQLite", moves);
    }
    if line.only.iter().any(|part| *part != Part::Sqlite) {
        let postgres = Postgres::start().await?;
        say("PostgreSQL is up");
        with_postgres(&mut report, line, &size, &postgres).await?;
        postgres.stop().await?;
    }
    Ok(report)
}

async fn with_postgres(
    report: &mut Report,
    line: &Line,
    size: &Size,
    postgres: &Postgres,
) -> Result<(), Failure> {
    if line.only.contains(&Part::Postgres) {
        let moves = on_postgres(postgres, &line.placa, size).await?;
        judge(report, "PostgreSQL", &moves, &[(32, 0.6), (128, 0.8)]);
        report.moves.insert("PostgreSQL", moves);
    }
    if line.only.contains(&Part::Reads) {
        postgres.create("reads").await?;
        let url = postgres.url("reads");
        for (how, flags, least) in [
            ("several servers", &[][..], 0.2),
            ("one server", &["--single-server"][..], 0.5),
        ] {
            let server = Server::start(&line.placa, &url, flags).await?;
            let world = World::new(&server.host, how, size.players, 600).await?;
            reads::measure(report, &world, size.time, how, least).await?;
            say(&format!("reads with {how} are measured"));
            if flags.is_empty() {
                reads::streams(report, &server, &world, size.streams).await?;
            }
            server.kill().await?;
        }
    }
    if line.only.contains(&Part::Bots) {
        postgres.create("bots").await?;
        let server = Server::start(&line.placa, &postgres.url("bots"), &[]).await?;
        let world = World::new(&server.host, "Bench", size.players, 600).await?;
        bots::measure(report, &server, &world, size.time).await?;
        say("moves while bots think are measured");
        server.kill().await?;
    }
    if line.only.contains(&Part::Growth) {
        growth::measure(report, postgres, &line.placa, &size.growth, say).await?;
    }
    if line.only.contains(&Part::ScaleOut) {
        scale::measure(report, postgres, &line.placa, &size.scale, say).await?;
    }
    Ok(())
}

fn judge(report: &mut Report, database: &str, moves: &Moves, goals: &[(usize, f64)]) {
    for (connections, least) in goals {
        let name = format!("{database}: moves at {connections} connections to the floor");
        report.add(
            name,
            moves.ratio(*connections),
            "",
            Some(Goal::AtLeast(*least)),
        );
    }
    let lone = moves.levels.first().map_or(f64::NAN, |level| level.p50);
    report.add(
        format!("{database}: median of a lone client"),
        lone,
        "ms",
        Some(Goal::AtMost(1.5)),
    );
    let half = moves.half.p99;
    report.add(
        format!("{database}: p99 at half of the best rate"),
        half,
        "ms",
        Some(Goal::AtMost(20.0)),
    );
}

async fn on_postgres(postgres: &Postgres, placa: &Path, size: &Size) -> Result<Moves, Failure> {
    let before = floors::postgres(postgres, size.time).await?;
    say(&format!("floor of PostgreSQL: {before:.0} per second"));
    postgres.create("moves").await?;
    let url = postgres.url("moves");
    let (levels, half, world) = levels(placa, &url, size, async || {
        // As the floor's tables are, and as any are that have been there for a minute.
        postgres.run("moves", "ANALYZE").await.map(drop)
    })
    .await?;
    let after = floors::postgres(postgres, size.time).await?;
    finished(&url, [before, after], levels, half, &world).await
}

async fn on_sqlite(placa: &Path, size: &Size) -> Result<Moves, Failure> {
    let folder = tempfile::Builder::new().prefix("placa-bench-").tempdir()?;
    let before = floors::sqlite(folder.path(), size.time)?;
    say(&format!("floor of SQLite: {before:.0} per second"));
    let url = format!("sqlite://{}/moves.db", folder.path().display());
    let (levels, half, world) = levels(placa, &url, size, async || Ok(())).await?;
    let again = folder.path().join("again");
    std::fs::create_dir(&again)?;
    let after = floors::sqlite(&again, size.time)?;
    finished(&url, [before, after], levels, half, &world).await
}

type Measured = (Vec<Level>, Level, std::sync::Arc<World>);

/// Starts a server on an empty database, plays at every number of connections, and kills the server. Once there are games the
/// database may settle.
async fn levels(
    placa: &Path,
    url: &str,
    size: &Size,
    settle: impl AsyncFn() -> Result<(), Failure>,
) -> Result<Measured, Failure> {
    let server = Server::start(placa, url, &[]).await?;
    let world = World::new(&server.host, "Bench", size.players, size.games).await?;
    settle().await?;
    say(&format!("{} games have begun", size.games));
    let mut levels: Vec<Level> = Vec::new();
    for connections in [1, 8, 32, 128] {
        let level = moves::level(&world, connections, size.time, Pace::Full).await?;
        say(&format!(
            "{connections} connections: {:.0} moves per second, p50 {:.2} ms, p99 {:.2} ms",
            level.rate, level.p50, level.p99
        ));
        levels.push(level);
    }
    let best = levels.iter().map(|level| level.rate).fold(0.0, f64::max);
    let half = moves::level(&world, 32, size.time, Pace::PerSecond(best / 2.0)).await?;
    server.kill().await?;
    Ok((levels, half, world))
}

async fn finished(
    url: &str,
    floor: [f64; 2],
    levels: Vec<Level>,
    half: Level,
    world: &World,
) -> Result<Moves, Failure> {
    let played = world.all();
    say(&format!("reading back {} games", played.len()));
    let revisions = audit::audit(url, &played).await?;
    Ok(Moves {
        floor,
        levels,
        half,
        games: played.len(),
        revisions,
    })
}

/// Says how far the run has come, and since when.
fn say(what: &str) {
    static BEGAN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let began = BEGAN.get_or_init(Instant::now);
    eprintln!("[{:>4} s] {what}", began.elapsed().as_secs());
}
