//! The worked examples, played through the same door as a client's actions.

use super::table::{Expected, Table};
use crate::game::{Adapter, Game, Refusal};
use crate::games::castellers::castells::Castell;
use crate::games::castellers::components::{Casteller, Set};
use crate::games::castellers::{Castellers, CastellersOptions, State, rule};
use crate::{Bag, Chance, Position, Rules, Seat};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A worked example.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    /// What it shows; for readers.
    #[serde(rename = "says")]
    _says: String,
    #[serde(default)]
    options: CastellersOptions,
    /// The set-up is played.
    deal: Option<Deal>,
    /// Each of `tries` begins here.
    table: Option<Table>,
    /// What holds before anything is tried.
    #[serde(default)]
    now: Expected,
    #[serde(default)]
    tries: Vec<Try>,
    /// Castells by themselves.
    #[serde(default)]
    castells: Vec<Measured>,
}

/// A set-up.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Deal {
    seats: u8,
    /// The castellers in the order in which they come out.
    draws: String,
}

/// Steps, the last of which may be refused, and what holds after them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Try {
    steps: Vec<Step>,
    /// The rule that refuses the last step; or `not_awaited`, or `over`.
    refused: Option<String>,
    #[serde(default)]
    then: Expected,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Step {
    /// The clock of the waiting seat runs out.
    Clock(Clock),
    /// Somebody acts; without a word the seat whose turn it is.
    Act(Act),
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Clock {
    Clock,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Act {
    seat: Option<u8>,
    act: Value,
    /// Who comes out of the bag.
    draws: Option<String>,
}

/// What a castell measures.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Measured {
    castell: Castell,
    castellers: u8,
    complete_levels: u8,
    height: u8,
    width: u8,
    valid: bool,
}

const GAME: Adapter<Castellers> = Adapter::new();

#[test]
fn every_worked_example_comes_out_as_written() {
    for case in all() {
        run(&case);
    }
}

#[test]
fn every_rule_refuses_something_in_the_examples() {
    let refused: BTreeSet<String> = all()
        .into_iter()
        .flat_map(|case| case.tries)
        .filter_map(|attempt| attempt.refused)
        .collect();
    for rule in rule::ALL {
        let of_offers = rule.name.starts_with("castellers.options.");
        assert!(
            of_offers || refused.contains(rule.name),
            "{} refuses nothing",
            rule.name
        );
    }
}

/// The ids of all cases, for the table of the printed rules.
pub fn ids() -> BTreeSet<String> {
    let cases = all();
    let ids: BTreeSet<String> = cases.iter().map(|case| case.id.clone()).collect();
    assert_eq!(ids.len(), cases.len(), "two cases have the same id");
    ids
}

fn all() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/castellers/cases");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let read = |path: &std::path::PathBuf| -> Vec<Case> {
        let text = fs::read_to_string(path).unwrap();
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    };
    files.iter().flat_map(read).collect()
}

fn run(case: &Case) {
    for measured in &case.castells {
        measured.hold(&case.id);
    }
    if let Some(deal) = &case.deal {
        case.now.hold(&set_up(&case.options, deal), &case.id);
    }
    if let Some(table) = &case.table {
        let state = table.position(&case.options, &case.id);
        case.now.hold(&state, &case.id);
        for (number, attempt) in (1..).zip(&case.tries) {
            attempt.run(&state, &format!("{}, try {number}", case.id));
        }
    }
}

fn set_up(options: &CastellersOptions, deal: &Deal) -> State {
    assert_eq!(Castellers::admits(options, deal.seats), Ok(()));
    let full = Bag::new(crate::games::castellers::data::deck());
    let mut chance = Chance::recorded(outcomes(full, &deal.draws));
    let (state, _) = Castellers::setup(options, deal.seats, &mut chance);
    chance
        .finish()
        .expect("as many castellers come out as are named");
    state
}

/// The outcomes by which these castellers come out of the bag in this order.
fn outcomes(mut bag: Bag<Casteller>, draws: &str) -> Vec<u32> {
    let castellers = draws.split_whitespace().map(|text| text.parse().unwrap());
    castellers
        .map(|casteller| {
            let before = bag.kinds().iter().take_while(|(kind, _)| *kind < casteller);
            let outcome = before.map(|(_, count)| u32::from(*count)).sum();
            assert!(bag.take(&casteller), "{casteller:?} is not in the bag");
            outcome
        })
        .collect()
}

impl Measured {
    fn hold(&self, case: &str) {
        let castell = &self.castell;
        let found = (
            castell.count(),
            castell.complete_levels(),
            castell.height(),
            castell.width(),
        );
        let expected = (
            self.castellers,
            self.complete_levels,
            self.height,
            self.width,
        );
        assert_eq!(found, expected, "{case}: {castell:?}");
        assert_eq!(castell.is_valid(), self.valid, "{case}: {castell:?}");
    }
}

impl Try {
    fn run(&self, state: &State, case: &str) {
        let mut position = GAME.load(&serde_json::to_string(state).unwrap()).unwrap();
        for (at, step) in self.steps.iter().enumerate() {
            let last = at + 1 == self.steps.len();
            let refused = self.refused.as_deref().filter(|_| last);
            position = step.take(&position, refused, case);
        }
        self.then.hold(&decoded(&position), case);
    }
}

impl Step {
    /// The position after the step: the same if it is refused, as it must be where `refused` says so.
    fn take(&self, position: &Position, refused: Option<&str>, case: &str) -> Position {
        let awaited = GAME.turn(position).seats().first().copied();
        let (seat, action, draws) = match self {
            Step::Clock(Clock::Clock) => {
                let seat = awaited.expect("the clock runs for somebody");
                (seat, GAME.fallback(position, seat).unwrap(), "")
            }
            Step::Act(act) => {
                let seat = act.seat.map(Seat).or(awaited).unwrap_or(Seat(0));
                let action = GAME
                    .read(&act.act)
                    .unwrap_or_else(|e| panic!("{case}: {e}"));
                (seat, action, act.draws.as_deref().unwrap_or(""))
            }
        };
        let chance = Chance::recorded(outcomes(decoded(position).bag, draws));
        let before = GAME.save(position);
        match (GAME.play(position, seat, &action, chance).unwrap(), refused) {
            (Ok(step), None) => step.position,
            (Err(refusal), Some(rule)) => {
                assert_eq!(name(&refusal), rule, "{case}");
                assert_eq!(
                    GAME.save(position),
                    before,
                    "{case}: a refusal changes something"
                );
                position.clone()
            }
            (Ok(_), Some(rule)) => panic!("{case}: {rule} does not refuse it"),
            (Err(refusal), None) => panic!("{case}: {refusal:?}"),
        }
    }
}

fn decoded(position: &Position) -> State {
    serde_json::from_str(&GAME.save(position)).unwrap()
}

fn name(refusal: &Refusal) -> &str {
    match refusal {
        Refusal::Over => "over",
        Refusal::NotAwaited => "not_awaited",
        Refusal::Illegal(illegal) => illegal.rule,
    }
}

#[test]
fn a_set_written_down_reads_back() {
    let set = Set::try_from("R1 R1 W4".to_owned()).unwrap();
    assert_eq!(serde_json::to_value(set).unwrap(), "R1 R1 W4");
    for wrong in ["R0", "R8", "X1", "R", "R12", "1R"] {
        assert!(Set::try_from(wrong.to_owned()).is_err(), "{wrong}");
    }
}

#[test]
fn a_castell_written_down_reads_back() {
    for text in [
        "",
        "R1>R3 | R2",
        "W2 | P3",
        "R1>R3 | -",
        "R1 | - closed",
        "R1 closed",
    ] {
        let castell = Castell::try_from(text.to_owned()).unwrap();
        assert_eq!(serde_json::to_value(castell).unwrap(), text);
    }
    assert!(Castell::try_from("R1>>R2".to_owned()).is_err());
}
