//! How long the bots take for a decision: whole games of two seats among equal bots, on one core.
//! `cargo bench --bench bots`; `PLACA_BENCH_GAMES` says how many games of each kind (40 by default).

use placa_engine::chance::Seed;
use placa_engine::{Chance, Game, Luck, Mind, Turn, games};
use std::time::{Duration, Instant};

/// What a strong bot does here before each action; a ladder does as much.
const ITERATIONS: u32 = 200;

fn main() {
    let games = std::env::var("PLACA_BENCH_GAMES").ok();
    let games: u64 = games.map_or(40, |games| games.parse().expect("a number of games"));
    println!("| game | bot | decisions | mean | 99 % | longest |");
    println!("|---|---|---|---|---|---|");
    for game in games::on_offer() {
        for (name, games) in [
            ("random", games),
            ("steady", games),
            ("strong", games.div_ceil(20)),
        ] {
            let mut times: Vec<Duration> = (0..games).flat_map(|n| times(game, name, n)).collect();
            times.sort_unstable();
            let millis = |time: Duration| time.as_secs_f64() * 1e3;
            let mean = times.iter().sum::<Duration>() / times.len() as u32;
            println!(
                "| {} | {name} | {} | {:.2} ms | {:.2} ms | {:.2} ms |",
                game.meta().slug,
                times.len(),
                millis(mean),
                millis(times[times.len() * 99 / 100]),
                millis(times[times.len() - 1]),
            );
        }
    }
}

/// How long every decision of a game took.
fn times(game: &dyn Game, bot: &str, number: u64) -> Vec<Duration> {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_be_bytes());
    let seed = Seed(seed);
    let mut luck = Luck::new(seed);
    let options = game.options(None).expect("every game has options");
    let step = game.setup(options.get(), 2, Chance::dealt(seed, 0));
    let mut step = step.expect("a game can be set up");
    let (mut times, mut draws) = (Vec::new(), 0);
    while let Turn::Waiting(waiting) = &step.turn {
        let seat = waiting.seats[0];
        let mut go_on = |made| made < ITERATIONS;
        let mind = match bot {
            "random" => Mind::Random,
            "steady" => Mind::Steady,
            _ => Mind::Strong(&mut go_on),
        };
        let start = Instant::now();
        let action = game.decide(&step.position, seat, mind, &mut luck);
        times.push(start.elapsed());
        let action = action.expect("a seat that is waited for decides");
        draws += step.outcomes.len() as u64;
        let played = game.play(&step.position, seat, &action, Chance::dealt(seed, draws));
        let played = played
            .expect("a game goes on")
            .map_err(|refusal| format!("{refusal:?}"));
        step = played.expect("what a bot does is legal");
    }
    times
}
