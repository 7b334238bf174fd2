//! Balance studies: many games among equal bots, summed up.

use super::ladder::share;
use super::series::{Series, Threads, chosen, must_seat};
use crate::clock::Clock;
use crate::engine::Game;
use crate::engine::ladder::{Level, Played};
use clap::{Args, ValueEnum};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

/// Play many games among equal bots, and print what came of them.
///
/// The same seed gives the same games.
#[derive(Clone, Debug, Args)]
pub struct Simulate {
    /// The game; every one on offer otherwise.
    #[arg(long)]
    game: Option<String>,
    /// How many seats; every number that the game has otherwise.
    #[arg(long)]
    seats: Option<u8>,
    /// How many games for each number of seats.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// What all deals and all dice of the bots follow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Who plays.
    #[arg(long, value_enum, default_value_t = Players::Random)]
    bots: Players,
    /// A file for the figures, one a line, as comma-separated values.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// Who plays in a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Players {
    /// Any action.
    Random,
    /// The most promising action.
    Steady,
}

impl Players {
    fn level(self) -> Level {
        match self {
            Players::Random => Level::Random,
            Players::Steady => Level::Steady,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Players::Random => "random",
            Players::Steady => "steady",
        }
    }
}

/// What came of the games at one table.
struct Summary {
    /// Mean score and share of victories by seat.
    seats: Vec<(f64, f64)>,
    /// Mean, least and most actions of a game.
    actions: (f64, u32, u32),
    /// Share of the games by the reason for which they ended.
    reasons: BTreeMap<String, f64>,
}

impl Simulate {
    /// Plays all games, prints the tables and writes the file.
    ///
    /// # Errors
    /// No such game, seats that it does not have, nowhere to print or write.
    pub fn run(&self, out: &mut impl Write) -> io::Result<()> {
        let games = chosen(self.game.as_deref())?;
        if let Some(seats) = self.seats {
            for game in &games {
                must_seat(*game, seats)?;
            }
        }
        let mut csv = self.csv.as_ref().map(File::create).transpose()?;
        if let Some(csv) = &mut csv {
            writeln!(csv, "game,seats,bots,games,measure,of,value")?;
        }
        for game in games {
            let counts = match self.seats {
                Some(seats) => seats..=seats,
                None => game.meta().seats.clone(),
            };
            for seats in counts {
                let clock = Clock::system();
                let summary = Summary::of(&self.play(game, seats)?, seats);
                let pace = self.games as f64 / clock.running().as_secs_f64();
                self.print(out, game, seats, &summary, pace)?;
                if let Some(csv) = &mut csv {
                    self.write(csv, game, seats, &summary)?;
                }
            }
        }
        Ok(())
    }

    fn play(&self, game: &'static dyn Game, seats: u8) -> io::Result<Vec<Played>> {
        let series = Series {
            game,
            seating: &|_| vec![self.bots.level(); usize::from(seats)],
            deal: &|number| number,
            games: self.games,
            seed: self.seed,
            threads: self.threads,
        };
        series.play(&format!("{} with {seats}", game.meta().slug))
    }

    fn print(
        &self,
        out: &mut impl Write,
        game: &dyn Game,
        seats: u8,
        summary: &Summary,
        pace: f64,
    ) -> io::Result<()> {
        let (title, bots, games) = (game.meta().title, self.bots.name(), self.games);
        writeln!(
            out,
            "{title}, {seats} seats, {bots} bots, {games} games, {pace:.0} a second"
        )?;
        writeln!(out, "  seat    mean score    wins")?;
        for (seat, (score, won)) in summary.seats.iter().enumerate() {
            writeln!(
                out,
                "  {seat:<4}    {score:>10.2}    {:>5.1} %",
                won * 100.0
            )?;
        }
        let (mean, least, most) = summary.actions;
        writeln!(out, "  actions: {mean:.1} on average, {least} to {most}")?;
        for (reason, share) in &summary.reasons {
            writeln!(out, "  ends by {reason}: {:.1} %", share * 100.0)?;
        }
        out.flush()
    }

    fn write(
        &self,
        csv: &mut File,
        game: &dyn Game,
        seats: u8,
        summary: &Summary,
    ) -> io::Result<()> {
        let (slug, bots, games) = (game.meta().slug, self.bots.name(), self.games);
        let mut line = |measure: &str, of: &str, value: f64| {
            writeln!(csv, "{slug},{seats},{bots},{games},{measure},{of},{value}")
        };
        for (seat, (score, won)) in summary.seats.iter().enumerate() {
            line("mean_score", &seat.to_string(), *score)?;
            line("wins", &seat.to_string(), *won)?;
        }
        let (mean, least, most) = summary.actions;
        line("actions", "mean", mean)?;
        line("actions", "least", f64::from(least))?;
        line("actions", "most", f64::from(most))?;
        for (reason, share) in &summary.reasons {
            line("ends", reason, *share)?;
        }
        Ok(())
    }
}

impl Summary {
    fn of(played: &[Played], seats: u8) -> Summary {
        let games = played.len() as f64;
        let mean = |value: &dyn Fn(&Played) -> f64| played.iter().map(value).sum::<f64>() / games;
        let of_seat = |seat: usize| {
            let score = mean(&|game| f64::from(game.outcome.places[seat].score));
            (score, mean(&|game| share(game, seat)))
        };
        let lengths = || played.iter().map(|game| game.actions);
        let mut reasons = BTreeMap::new();
        for game in played {
            *reasons.entry(game.outcome.reason.clone()).or_insert(0.0) += 1.0 / games;
        }
        Summary {
            seats: (0..usize::from(seats)).map(of_seat).collect(),
            actions: (
                mean(&|game| f64::from(game.actions)),
                lengths().min().unwrap_or(0),
                lengths().max().unwrap_or(0),
            ),
            reasons,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simulate(seats: Option<u8>, csv: Option<PathBuf>) -> io::Result<String> {
        let simulate = Simulate {
            game: Some("castellers".to_owned()),
            seats,
            games: 4,
            seed: 3,
            bots: Players::Steady,
            csv,
            threads: Threads { threads: Some(2) },
        };
        let mut out = Vec::new();
        simulate.run(&mut out)?;
        Ok(String::from_utf8(out).expect("it prints text"))
    }

    #[test]
    fn every_number_of_seats_is_summed_up_as_table_and_as_csv() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("balance.csv");
        let text = simulate(None, Some(file.clone())).unwrap();
        assert_eq!(
            text.lines().filter(|line| line.contains("4 games")).count(),
            3,
            "{text}"
        );
        let csv = std::fs::read_to_string(file).unwrap();
        let values = |seats: &str, measure: &str| -> Vec<f64> {
            let lines = csv
                .lines()
                .map(|line| line.split(',').collect::<Vec<&str>>());
            lines
                .filter(|cells| cells[1] == seats && cells[4] == measure)
                .map(|cells| cells[6].parse().unwrap())
                .collect()
        };
        for seats in ["2", "3", "4"] {
            assert_eq!(values(seats, "mean_score").len().to_string(), seats);
            for whole in ["wins", "ends"] {
                let sum: f64 = values(seats, whole).iter().sum();
                assert!((sum - 1.0).abs() < 1e-9, "{whole} of {seats}: {sum}");
            }
        }
    }

    #[test]
    fn a_table_that_the_game_does_not_have_is_refused() {
        let error = simulate(Some(5), None).unwrap_err();
        assert_eq!(error.to_string(), "Castellers has 2 to 4 seats");
    }
}
