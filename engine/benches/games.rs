//! What the rules cost: whole random games at two seats, and each thing that is asked of a game, over positions from the
//! whole course of such games. `cargo bench -p placa-engine --bench games`.
//!
//! Goals on one core: 5,000 games of Castellers a second, 500 of Castell, 800 of El Grande.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use placa_engine::chance::Seed;
use placa_engine::games::castell::Castell;
use placa_engine::games::castellers::Castellers;
use placa_engine::games::el_grande::ElGrande;
use placa_engine::law::Dice;
use placa_engine::{Chance, Rules, Seat, Turn, Watcher};
use std::hint::black_box;

/// How many seats a table has.
const SEATS: u8 = 2;

/// One decision of a game.
struct Decision<R: Rules> {
    state: R::State,
    seat: Seat,
    action: R::Action,
    outcomes: Vec<u32>,
}

fn seed(number: u64) -> Seed {
    let mut dice = Dice::new("bench", number);
    Seed(std::array::from_fn(|_| dice.below(256) as u8))
}

/// Plays a game to its end by chance, and tells of each decision before it is taken, with what it then draws.
fn play<R: Rules>(number: u64, mut tell: impl FnMut(&R::State, Seat, &R::Action, &[u32])) {
    let (seed, mut dice) = (seed(number), Dice::new("player", number));
    let mut chance = Chance::dealt(seed, 0);
    let (mut state, _) = R::setup(&R::Options::default(), SEATS, &mut chance);
    let mut draws = chance.drawn().len() as u64;
    while let Turn::Waiting(waiting) = R::turn(&state) {
        let seat = waiting.seats[0];
        let mut actions = R::candidates(&state, seat).into_actions();
        let action = actions.swap_remove(dice.below(actions.len()));
        R::check(&state, seat, &action).expect("what is offered is legal");
        let mut chance = Chance::dealt(seed, draws);
        let mut next = state.clone();
        R::apply(&mut next, seat, &action, &mut chance);
        draws += chance.drawn().len() as u64;
        tell(&state, seat, &action, chance.drawn());
        state = next;
    }
}

/// Decisions from the whole course of some games.
fn decisions<R: Rules>() -> Vec<Decision<R>> {
    let mut all = Vec::new();
    for number in 0..5 {
        play::<R>(number, |state, seat, action, outcomes| {
            all.push(Decision {
                state: state.clone(),
                seat,
                action: action.clone(),
                outcomes: outcomes.to_vec(),
            });
        });
    }
    all
}

fn game<R: Rules>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(R::META.slug);
    let mut number = 0;
    group.throughput(Throughput::Elements(1));
    group.bench_function("whole game", |bencher| {
        bencher.iter(|| {
            number += 1;
            play::<R>(number, |_, _, _, _| {});
        });
    });
    group.bench_function("setup", |bencher| {
        let options = R::Options::default();
        bencher.iter(|| R::setup(&options, SEATS, &mut Chance::dealt(seed(1), 0)));
    });
    let decisions = decisions::<R>();
    let mut course = decisions.iter().cycle();
    let mut next = move || course.next().expect("a game has decisions");
    group.bench_function("legal list", |bencher| {
        bencher.iter_batched(
            &mut next,
            |it| R::candidates(&it.state, it.seat),
            BatchSize::SmallInput,
        );
    });
    group.bench_function("check", |bencher| {
        bencher.iter_batched(
            &mut next,
            |it| R::check(&it.state, it.seat, black_box(&it.action)),
            BatchSize::SmallInput,
        );
    });
    group.bench_function("apply", |bencher| {
        bencher.iter_batched(
            || {
                let it = next();
                (
                    it,
                    it.state.clone(),
                    Chance::recorded(it.outcomes.iter().copied()),
                )
            },
            |(it, mut state, mut chance)| {
                let events = R::apply(&mut state, it.seat, &it.action, &mut chance);
                (state, events)
            },
            BatchSize::SmallInput,
        );
    });
    group.bench_function("view as JSON", |bencher| {
        bencher.iter_batched(
            &mut next,
            |it| serde_json::to_string(&R::view(&it.state, Watcher::Seat(it.seat))),
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

criterion_group!(games, game::<Castellers>, game::<Castell>, game::<ElGrande>);
criterion_main!(games);
