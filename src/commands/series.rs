//! Many games among bots, on several cores, with a bar that shows how far they are.

use crate::engine::ladder::{Level, Played, play};
use crate::engine::{Game, Malformed, games};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Games of one kind that follow from a seed.
pub struct Series<'s> {
    /// The game, with the options that an offer has by default.
    pub game: &'static dyn Game,
    /// Who sits where in game number n.
    pub seating: &'s (dyn Fn(u64) -> Vec<Level> + Sync),
    /// From which deal game number n starts: games of equal number have the same one.
    pub deal: &'s (dyn Fn(u64) -> u64 + Sync),
    /// How many games.
    pub games: u64,
    /// What all deals follow from.
    pub seed: u64,
    /// How many games are played at once; it makes no difference to what comes of them.
    pub threads: Threads,
}

/// How many games are played at once.
#[derive(Clone, Copy, Debug, Args)]
pub struct Threads {
    /// How many games are played at once; one on each core otherwise. The figures are the same.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
}

impl Threads {
    fn count(self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}

impl Series<'_> {
    /// Plays all games and gives them in order.
    ///
    /// # Errors
    /// A fault of the game.
    pub fn play(&self, title: &str) -> io::Result<Vec<Played>> {
        let options = self
            .game
            .options(None)
            .map_err(|Malformed(why)| io::Error::other(why))?;
        let bar = bar(self.games, title);
        let next = AtomicU64::new(0);
        let worker = || -> io::Result<Vec<(u64, Played)>> {
            let mut played = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    return Ok(played);
                }
                let (seats, deal) = ((self.seating)(number), (self.deal)(number));
                let game = play(self.game, options.get(), &seats, self.seed, deal);
                played.push((number, game.map_err(io::Error::other)?));
                bar.inc(1);
            }
        };
        let shares: Vec<io::Result<Vec<(u64, Played)>>> = thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads.count())
                .map(|_| scope.spawn(worker))
                .collect();
            let ended = threads.into_iter().map(thread::ScopedJoinHandle::join);
            ended
                .map(|share| share.unwrap_or_else(|_| Err(io::Error::other("a game panicked"))))
                .collect()
        });
        bar.finish_and_clear();
        let mut all = Vec::new();
        for share in shares {
            all.extend(share?);
        }
        all.sort_by_key(|(number, _)| *number);
        Ok(all.into_iter().map(|(_, played)| played).collect())
    }
}

/// The games on offer, or the one of this name.
///
/// # Errors
/// No game of this name.
pub fn chosen(name: Option<&str>) -> io::Result<Vec<&'static dyn Game>> {
    let Some(name) = name else {
        return Ok(games::on_offer().collect());
    };
    let unknown = || {
        let names: Vec<&str> = games::on_offer().map(|game| game.meta().slug).collect();
        io::Error::other(format!(
            "there is no game {name}; there are {}",
            names.join(", ")
        ))
    };
    games::offered(name)
        .map(|game| vec![game])
        .ok_or_else(unknown)
}

/// May so many sit at a table of this game?
///
/// # Errors
/// How many may.
pub fn must_seat(game: &dyn Game, seats: u8) -> io::Result<()> {
    let meta = game.meta();
    match meta.seats.contains(&seats) {
        true => Ok(()),
        false => {
            let (least, most) = (meta.seats.start(), meta.seats.end());
            let why = format!("{} has {least} to {most} seats", meta.title);
            Err(io::Error::other(why))
        }
    }
}

fn bar(games: u64, title: &str) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} games, {per_sec}, {eta} left");
    let bar = ProgressBar::new(games).with_message(title.to_owned());
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
