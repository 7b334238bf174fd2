//! Whole recorded games, one per table and end reason that a game's plan names: they replay to the very
//! same positions for ever.
//!
//! `tests/games/<slug>/golden/plan.json` says which games there must be. A ruleset once released keeps its
//! files; `PLACA_WRITE_GOLDEN=1 cargo test --test golden_games` writes those that are missing.

use placa_engine::chance::Seed;
use placa_engine::game::hash;
use placa_engine::law::Dice;
use placa_engine::replay::{Change, Entry, position_at};
use placa_engine::{Action, Chance, Game, Outcome, Position, Seat, Turn, games};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A game there must be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Planned {
    file: String,
    ruleset: String,
    seats: u8,
    options: Value,
    reason: String,
    /// After so many actions nobody answers any more, and the game goes on by its fallbacks alone.
    #[serde(default)]
    deserted_after: Option<usize>,
    /// Kinds of action, or of what an action consists of, that must not be missing, with how many there are at least.
    #[serde(default)]
    at_least: BTreeMap<String, usize>,
}

/// A recorded game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Golden {
    ruleset: String,
    seats: u8,
    options: Box<RawValue>,
    setup: Setup,
    actions: Vec<Taken>,
    outcome: Outcome,
}

#[derive(Serialize, Deserialize)]
struct Setup {
    outcomes: Vec<u32>,
    hash: String,
}

#[derive(Serialize, Deserialize)]
struct Taken {
    seat: Seat,
    action: Box<RawValue>,
    outcomes: Vec<u32>,
    hash: String,
}

#[test]
fn every_planned_game_replays_to_the_same_positions_and_result() {
    for game in games::all() {
        let folder = folder(game);
        for planned in plan(&folder) {
            if planned.ruleset != game.meta().ruleset {
                continue;
            }
            let path = folder.join(&planned.file);
            if !path.exists() && std::env::var_os("PLACA_WRITE_GOLDEN").is_some() {
                write(&path, &record(game, &planned));
            }
            let text = fs::read_to_string(&path)
                .unwrap_or_else(|e| panic!("{} is planned: {e}", path.display()));
            let golden: Golden = serde_json::from_str(&text).unwrap();
            assert_eq!(golden.ruleset, planned.ruleset, "{}", path.display());
            assert_eq!(golden.seats, planned.seats, "{}", path.display());
            assert!(planned.is_met_by(&golden), "{}", path.display());
            replay(game, &golden, &path);
        }
    }
}

#[test]
fn every_end_reason_and_seat_count_has_its_game() {
    for game in games::all() {
        let plan = plan(&folder(game));
        let planned = |test: &dyn Fn(&Planned) -> bool| {
            plan.iter()
                .any(|p| p.ruleset == game.meta().ruleset && test(p))
        };
        for reason in game.meta().reasons {
            assert!(
                planned(&|p| p.reason == reason.name),
                "no golden game of {} ends by {}",
                game.meta().ruleset,
                reason.name
            );
        }
        for seats in game.meta().seats.clone() {
            assert!(
                planned(&|p| p.seats == seats),
                "no golden game of {} with {seats} seats",
                game.meta().ruleset
            );
        }
    }
}

impl Planned {
    /// Does it end for the reason, and with all in it that there should be?
    fn is_met_by(&self, golden: &Golden) -> bool {
        let holds = |(kind, least): (&String, &usize)| {
            let tag = format!("\"type\":\"{kind}\"");
            let actions = golden.actions.iter().map(|taken| taken.action.get());
            actions.filter(|action| action.contains(&tag)).count() >= *least
        };
        golden.outcome.reason == self.reason && self.at_least.iter().all(holds)
    }
}

fn folder(game: &dyn Game) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/games")
        .join(game.meta().slug)
        .join("golden")
}

fn plan(folder: &Path) -> Vec<Planned> {
    let path = folder.join("plan.json");
    let text = fs::read_to_string(&path)
        .unwrap_or_else(|e| panic!("every game has a plan, {}: {e}", path.display()));
    serde_json::from_str(&text).unwrap()
}

fn replay(game: &dyn Game, golden: &Golden, path: &Path) {
    let start = Entry {
        revision: 1,
        change: Change::Start {
            options: golden.options.get(),
            seats: golden.seats,
        },
        outcomes: &golden.setup.outcomes,
        hash: &golden.setup.hash,
    };
    let actions = (2..).zip(&golden.actions).map(|(revision, taken)| Entry {
        revision,
        change: Change::Action {
            seat: taken.seat,
            action: taken.action.get(),
        },
        outcomes: &taken.outcomes,
        hash: &taken.hash,
    });
    let log: Vec<Entry> = [start].into_iter().chain(actions).collect();
    let position = position_at(game, &log, &[], log.len() as i64)
        .unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    assert_eq!(
        game.turn(&position),
        Turn::Over(golden.outcome.clone()),
        "{}",
        path.display()
    );
}

/// Plays random games until one comes out as planned.
fn record(game: &dyn Game, planned: &Planned) -> Golden {
    (0..100_000)
        .map(|number| play(game, planned, number))
        .find(|golden| planned.is_met_by(golden))
        .unwrap_or_else(|| panic!("no random game comes out as {}", planned.file))
}

fn play(game: &dyn Game, planned: &Planned, number: u64) -> Golden {
    let mut dice = Dice::new(&planned.file, number);
    let seed = Seed(std::array::from_fn(|_| dice.below(256) as u8));
    let options = game.options(Some(&planned.options)).unwrap();
    let setup = game
        .setup(options.get(), planned.seats, Chance::dealt(seed, 0))
        .unwrap();
    let mut golden = Golden {
        ruleset: planned.ruleset.clone(),
        seats: planned.seats,
        setup: Setup {
            hash: hash(&game.save(&setup.position)),
            outcomes: setup.outcomes,
        },
        actions: Vec::new(),
        outcome: game.rank(&setup.position, "none"),
        options,
    };
    let mut drawn = golden.setup.outcomes.len() as u64;
    let (mut position, mut turn) = (setup.position, setup.turn);
    loop {
        let waiting = match turn {
            Turn::Over(outcome) => {
                golden.outcome = outcome;
                return golden;
            }
            Turn::Waiting(waiting) => waiting,
        };
        let seat = waiting.seats[dice.below(waiting.seats.len())];
        let action = match planned.deserted_after {
            Some(actions) if golden.actions.len() >= actions => game
                .fallback(&position, seat)
                .expect("the seat is waited for"),
            Some(_) | None => choose(game, &position, seat, &mut dice),
        };
        let step = game
            .play(&position, seat, &action, Chance::dealt(seed, drawn))
            .unwrap()
            .unwrap_or_else(|refusal| panic!("{} is offered: {refusal:?}", action.text()));
        drawn += step.outcomes.len() as u64;
        golden.actions.push(Taken {
            seat,
            action: RawValue::from_string(action.text().to_owned()).unwrap(),
            outcomes: step.outcomes,
            hash: hash(&game.save(&step.position)),
        });
        (position, turn) = (step.position, step.turn);
    }
}

/// Evenly among the kinds of action, then among those of the kind.
fn choose(game: &dyn Game, position: &Position, seat: Seat, dice: &mut Dice) -> Action {
    let candidates = game.candidates(position, seat).1;
    let values: Vec<Value> = candidates
        .iter()
        .map(|c| serde_json::from_str(c.get()).unwrap())
        .collect();
    let chosen = &candidates[placa_engine::law::even_kinds(&values, dice)];
    game.read_logged(chosen.get()).unwrap()
}

fn write(path: &Path, golden: &Golden) {
    let mut text = String::from("{\n");
    let line = |name: &str, value: String| format!("\"{name}\": {value}");
    text += &[
        line("ruleset", json(&golden.ruleset)),
        line("seats", json(&golden.seats)),
        line("options", json(&golden.options)),
        line("setup", json(&golden.setup)),
        line("actions", lines(&golden.actions)),
        line("outcome", json(&golden.outcome)),
    ]
    .join(",\n");
    text += "\n}\n";
    fs::write(path, text).unwrap();
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap()
}

/// One action a line, so that a person can follow the game.
fn lines(actions: &[Taken]) -> String {
    let lines: Vec<String> = actions.iter().map(json).collect();
    format!("[\n{}\n]", lines.join(",\n"))
}
