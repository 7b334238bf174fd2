//! How long the bots take for a decision: whole games among equal bots, with as few and as many seats as a game has, on one core.
//! `cargo bench --bench bots`; `PLACA_BENCH_GAMES` says how many games of each kind (40 by default).

use mimalloc::MiMalloc;
use placa_engine::chance::Seed;
use placa_engine::{Chance, Game, Luck, Mind, Turn, games};
use std::time::{Duration, Instant};

/// The same as the service has: bots imagine many positions.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// What a strong bot does here before each action; a ladder does as much.
const ITERATIONS: u32 = 200;

fn main() {
    let games = std::env::var("PLACA_BENCH_GAMES").ok();
    let games: u64 = games.map_or(40, |games| games.parse().expect("a number of games"));
    println!("| game | seats | bot | decisions | mean | 99 % | longest |");
    println!("|---|---|---|---|---|---|---|");
    for game in games::on_offer() {
        for (bot, games) in [
            ("random", games),
            ("steady", games),
            ("strong", games.div_ceil(20)),
        ] {
            for seats in [game.meta().seats.start(), game.meta().seats.end()] {
                let times = (0..games).flat_map(|number| times(game, *seats, bot, number));
                print_row(game, *seats, bot, times.collect());
            }
        }
    }
}

fn print_row(game: &dyn Game, seats: u8, bot: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    println!(
        "| {} | {seats} | {bot} | {} | {:.2} ms | {:.2} ms | {:.2} ms |",
        game.meta().slug,
        times.len(),
        millis(mean),
        millis(times[times.len() * 99 / 100]),
        millis(times[times.len() - 1]),
    );
}

/// How long every decision of a game took.
fn times(game: &dyn Game, seats: u8, bot: &str, number: u64) -> Vec<Duration> {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_be_bytes());
    let seed = Seed(seed);
    let mut luck = Luck::new(seed);
    let options = game.options(None).expect("every game has options");
    let step = game.setup(options.get(), seats, Chance::dealt(seed, 0));
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
