//! The committed pictures of the README are those that the code draws now.
//!
//! `pictures/plan.json` says what they show: a recorded game after so many of its actions, seen by somebody.
//! `PLACA_WRITE_PICTURES=1 cargo test -p placa-engine --test pictures` draws them; with `PLACA_PICTURES_PLAN` it draws those of
//! another plan, into the folder of that plan, to be looked at.

use placa_engine::picture::{Language, Sitter, Table, Theme};
use placa_engine::{Chance, Game, Seat, Turn, Watcher, games};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::fs;
use std::path::{Path, PathBuf};

/// A picture there must be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Planned {
    file: String,
    game: String,
    /// A recorded game of `tests/games/<slug>/golden`.
    golden: String,
    /// After so many of its actions.
    actions: usize,
    /// Whose eyes look.
    seat: Option<Seat>,
    theme: String,
    names: Vec<String>,
}

/// As much of a recorded game as is needed.
#[derive(Deserialize)]
struct Golden {
    seats: u8,
    options: Box<RawValue>,
    setup: Outcomes,
    actions: Vec<Taken>,
}

#[derive(Deserialize)]
struct Outcomes {
    outcomes: Vec<u32>,
}

#[derive(Deserialize)]
struct Taken {
    seat: Seat,
    action: Value,
    outcomes: Vec<u32>,
}

#[test]
fn the_committed_pictures_are_those_that_are_drawn() {
    let usual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../pictures/plan.json");
    let plan = std::env::var_os("PLACA_PICTURES_PLAN").map_or(usual, PathBuf::from);
    let text = fs::read_to_string(&plan).unwrap();
    let planned: Vec<Planned> = serde_json::from_str(&text).unwrap();
    assert!(!planned.is_empty());
    for planned in planned {
        let path = plan.with_file_name(&planned.file);
        let drawn = draw(&planned);
        if std::env::var_os("PLACA_WRITE_PICTURES").is_some() {
            fs::write(&path, &drawn).unwrap();
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == drawn,
            "{} is stale: PLACA_WRITE_PICTURES=1 cargo test -p placa-engine --test pictures",
            planned.file
        );
    }
}

fn draw(planned: &Planned) -> String {
    let game = games::offered(&planned.game).unwrap();
    let golden = golden(game, &planned.golden);
    let chance = Chance::recorded(golden.setup.outcomes.iter().copied());
    let mut step = game
        .setup(golden.options.get(), golden.seats, chance)
        .unwrap();
    for taken in golden.actions.iter().take(planned.actions) {
        let action = game.read_logged(&taken.action.to_string()).unwrap();
        let chance = Chance::recorded(taken.outcomes.iter().copied());
        step = game
            .play(&step.position, taken.seat, &action, chance)
            .unwrap()
            .unwrap();
    }
    let sitters = planned
        .names
        .iter()
        .zip(game.meta().colours)
        .map(|(name, &colour)| Sitter {
            name: Some(name.clone()),
            colour: Some(colour.to_owned()),
        });
    let table = Table {
        language: Language::English,
        game: game.meta().title.to_owned(),
        title: None,
        revision: planned.actions as i64 + 1,
        notice: None,
        sitters: sitters.take(golden.seats.into()).collect(),
        you: planned.seat,
        awaiting: step.turn.seats().to_vec(),
        outcome: match step.turn {
            Turn::Over(outcome) => Some(outcome),
            Turn::Waiting(_) => None,
        },
    };
    let watcher = planned.seat.map_or(Watcher::Spectator, Watcher::Seat);
    let theme = match planned.theme.as_str() {
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        "auto" => Theme::Auto,
        other => panic!("there is no theme {other}"),
    };
    game.picture(&step.position, watcher, &table, theme)
}

fn golden(game: &dyn Game, file: &str) -> Golden {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/games")
        .join(game.meta().slug);
    let path = folder.join("golden").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap()
}
