//! `placa audit`: would every stored game still come to what it came to?

use super::{open, unable};
use crate::app::audit::Audited;
use crate::app::{App, Result};
use crate::config::Audit;
use crate::model::GameId;
use futures_util::{StreamExt, stream};
use indicatif::{ProgressBar, ProgressStyle};
use std::num::NonZeroU16;
use std::process::ExitCode;
use std::thread::available_parallelism;

/// So many games are looked up at once.
const PORTION: i64 = 500;

/// What came of all games.
#[derive(Default)]
struct Sum {
    hold: u64,
    empty: u64,
    broken: u64,
}

/// Plays all games again.
pub fn run(asked: &Audit) -> ExitCode {
    let cores = available_parallelism().map_or(1, |cores| cores.get());
    let jobs = asked
        .jobs
        .map_or(cores, |jobs| usize::from(NonZeroU16::get(jobs)));
    // One more looks up which games there are.
    let app = match open(&asked.database.database, jobs as u32 + 1) {
        Ok(app) => app,
        Err(error) => return unable(error),
    };
    let runtime = actix_web::rt::Runtime::new();
    let done = match &runtime {
        Ok(runtime) => runtime.block_on(audit(&app, jobs)),
        Err(error) => return unable(error),
    };
    match done {
        Ok(sum) => {
            let Sum {
                hold,
                empty,
                broken,
            } = sum;
            println!("{hold} games hold, {broken} break, {empty} have not begun.");
            match broken {
                0 => ExitCode::SUCCESS,
                _ => ExitCode::FAILURE,
            }
        }
        Err(refusal) => unable(refusal),
    }
}

async fn audit(app: &App, jobs: usize) -> Result<Sum> {
    let bar = ProgressBar::new(app.count_games().await?);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left") {
        bar.set_style(style);
    }
    let mut sum = Sum::default();
    let mut after = None;
    loop {
        let games = app.every_game(None, after, PORTION).await?;
        after = games.last().map(|game| game.id);
        if after.is_none() {
            break;
        }
        let ids = games.iter().map(|game| game.id);
        let asked = ids.map(|id| async move { (id, app.audit(id).await) });
        let mut audited = stream::iter(asked).buffer_unordered(jobs);
        while let Some((id, came)) = audited.next().await {
            bar.inc(1);
            sum.add(&bar, id, came?);
        }
    }
    bar.finish_and_clear();
    Ok(sum)
}

impl Sum {
    fn add(&mut self, bar: &ProgressBar, id: GameId, came: Audited) {
        match came {
            Audited::Holds => self.hold += 1,
            Audited::Empty => self.empty += 1,
            Audited::Breaks { revision, why } => {
                self.broken += 1;
                bar.suspend(|| println!("{id} breaks at revision {revision}: {why}"));
            }
        }
    }
}
