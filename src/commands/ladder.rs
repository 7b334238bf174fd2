//! How strong the bots are, measured against each other.

use super::series::{Series, Threads, chosen, must_seat};
use crate::engine::ladder::{Level, Played};
use crate::engine::{Game, Seat};
use clap::Args;
use std::io::{self, Write};

/// Measure the bots against each other: each against the next weaker one, seats swapped, shared wins counted half.
///
/// With more than two seats the stronger one has one seat and the weaker one all others. The same seed gives the same
/// table.
#[derive(Clone, Debug, Args)]
pub struct Ladder {
    /// The game; every one on offer otherwise.
    #[arg(long)]
    game: Option<String>,
    /// How many seats.
    #[arg(long, default_value_t = 2)]
    seats: u8,
    /// How many games per pair.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// What all deals and all dice of the bots follow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Iterations that the strong bot makes before each of its actions; 200 take it about 50 ms, less in some games.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    #[command(flatten)]
    threads: Threads,
}

impl Ladder {
    /// Plays all games and prints the table.
    ///
    /// # Errors
    /// No such game, seats that it does not have, nowhere to print.
    pub fn climb(&self, out: &mut impl Write) -> io::Result<()> {
        let games = chosen(self.game.as_deref())?;
        for game in &games {
            must_seat(*game, self.seats)?;
        }
        writeln!(out, "| game | seats | bots | games | won | 95 % interval |")?;
        writeln!(out, "|---|---|---|---|---|---|")?;
        for game in games {
            for (name, stronger, weaker) in self.rungs() {
                let won = self.won(game, name, stronger, weaker)?;
                let (least, most) = interval(won, self.games);
                let (slug, seats, games) = (game.meta().slug, self.seats, self.games);
                writeln!(
                    out,
                    "| {slug} | {seats} | {name} | {games} | {won:.3} | {least:.3} to {most:.3} |"
                )?;
                out.flush()?;
            }
        }
        Ok(())
    }

    fn rungs(&self) -> [(&'static str, Level, Level); 2] {
        [
            ("steady against random", Level::Steady, Level::Random),
            (
                "strong against steady",
                Level::Strong(self.iterations),
                Level::Steady,
            ),
        ]
    }

    /// Which share of the games the stronger one wins.
    fn won(
        &self,
        game: &'static dyn Game,
        name: &str,
        stronger: Level,
        weaker: Level,
    ) -> io::Result<f64> {
        let own = |number: u64| (number % u64::from(self.seats)) as usize;
        let seating = |number| {
            let mut seats = vec![weaker; usize::from(self.seats)];
            seats[own(number)] = stronger;
            seats
        };
        let series = Series {
            game,
            seating: &seating,
            // The same deal from every seat.
            deal: &|number| number / u64::from(self.seats),
            games: self.games,
            seed: self.seed,
            threads: self.threads,
        };
        let played = series.play(&format!("{} {name}", game.meta().slug))?;
        let shares = (0..)
            .zip(&played)
            .map(|(number, played)| share(played, own(number)));
        Ok(shares.sum::<f64>() / self.games as f64)
    }
}

/// What a seat has won of a game: nothing, all, or its part of a shared victory.
pub(super) fn share(played: &Played, seat: usize) -> f64 {
    let winners = || {
        played
            .outcome
            .places
            .iter()
            .filter(|place| place.place == 1)
    };
    match winners().any(|place| place.seat == Seat(seat as u8)) {
        true => 1.0 / winners().count() as f64,
        false => 0.0,
    }
}

/// Wilson's interval of 95 % for a share that was measured in so many games.
fn interval(share: f64, games: u64) -> (f64, f64) {
    const Z: f64 = 1.96;
    let games = games as f64;
    let middle = share + Z * Z / (2.0 * games);
    let width = Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt();
    let whole = 1.0 + Z * Z / games;
    ((middle - width) / whole, (middle + width) / whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
        // Worked by hand for 380 of 400.
        let (least, most) = interval(0.95, 400);
        assert!(
            (least - 0.9241).abs() < 1e-3 && (most - 0.9675).abs() < 1e-3,
            "{least} {most}"
        );
        let (least, most) = interval(1.0, 400);
        assert!(
            (least - 0.9905).abs() < 1e-3 && most <= 1.0 + 1e-9,
            "{least} {most}"
        );
    }

    #[test]
    fn the_same_seed_gives_the_same_table_however_many_games_are_played_at_once() {
        let print = |seed, threads| {
            let ladder = Ladder {
                game: Some("el_grande".to_owned()),
                seats: 3,
                games: 5,
                seed,
                iterations: 12,
                threads: Threads {
                    threads: Some(threads),
                },
            };
            let mut out = Vec::new();
            ladder.climb(&mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let table = print(7, 1);
        assert_eq!(table.lines().count(), 4, "{table}");
        assert_eq!(print(7, 1), table);
        assert_eq!(print(7, 3), table);
        assert!((8..20).any(|seed| print(seed, 2) != table), "{table}");
    }
}
