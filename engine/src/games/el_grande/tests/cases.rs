//! Examples and refusals from the data files: a position, what is done, what is to be seen then.

use super::position::{Position, dice_of, seen};
use crate::games::el_grande::ElGrande;
use crate::games::el_grande::actions::ElGrandeAction;
use crate::games::el_grande::components::{
    ElGrandePlace as Place, ElGrandeRegion as Region, ElGrandeScoreboard as Scoreboard,
};
use crate::games::el_grande::events::ElGrandeEvent;
use crate::games::el_grande::state::State;
use crate::{Chance, Rules, Seat};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// An example.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What the rules and the table of the seed's sentences call it.
    pub id: String,
    /// What it shows.
    #[serde(rename = "shows")]
    _shows: String,
    position: Position,
    /// What is to be seen at first.
    #[serde(default)]
    at_first: Value,
    #[serde(default)]
    steps: Vec<Step>,
}

/// What a seat tries.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    seat: Seat,
    action: Value,
    /// The rule that forbids it, or `not_awaited`; done if there is none.
    refused: Option<String>,
    /// Events that come of it, in this order; others may come between.
    #[serde(default)]
    events: Vec<Value>,
    /// Kinds of event that do not come of it.
    #[serde(default)]
    no_events: Vec<String>,
    /// What is to be seen then.
    #[serde(default)]
    then: Value,
}

/// One place that is scored.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scoring {
    id: String,
    place: Place,
    /// Caballeros in it by seat.
    caballeros: Vec<u8>,
    /// Where the King is, Galicia if not given.
    #[serde(default = "galicia")]
    king: Region,
    homes: Option<Vec<Region>>,
    #[serde(default)]
    boards: BTreeMap<Scoreboard, Region>,
    /// Points by seat, bonuses included.
    points: Vec<u16>,
}

fn galicia() -> Region {
    Region::Galicia
}

const EXAMPLES: &str = include_str!("../../../../tests/games/el_grande/examples.json");
const REFUSALS: &str = include_str!("../../../../tests/games/el_grande/refusals.json");
const SCORINGS: &str = include_str!("../../../../tests/games/el_grande/scorings.json");

fn read<T: for<'a> Deserialize<'a>>(text: &str) -> Vec<T> {
    serde_json::from_str(text).unwrap()
}

/// The names of all cases of the data files.
pub fn ids() -> BTreeSet<String> {
    let cases = read::<Case>(EXAMPLES).into_iter().chain(read(REFUSALS));
    let scorings = read::<Scoring>(SCORINGS).into_iter().map(|s| s.id);
    cases.map(|case| case.id).chain(scorings).collect()
}

#[test]
fn every_example_comes_out_as_written() {
    for case in read::<Case>(EXAMPLES) {
        run(&case);
    }
}

#[test]
fn every_refusal_names_its_rule_and_changes_nothing() {
    let mut refused = BTreeSet::new();
    for case in read::<Case>(REFUSALS) {
        run(&case);
        refused.extend(case.steps.iter().filter_map(|step| step.refused.clone()));
    }
    for rule in ElGrande::META.rules {
        assert!(refused.contains(rule.name), "no case breaks {}", rule.name);
    }
}

#[test]
fn every_scoring_gives_the_points_as_written() {
    for scoring in read::<Scoring>(SCORINGS) {
        let place = scoring.place;
        let position = json!({
            "seats": scoring.caballeros.len(),
            "king": scoring.king,
            "homes": scoring.homes,
            "boards": scoring.boards,
            "caballeros": {text(&json!(place)): scoring.caballeros},
            "stage": {"halves": "s3_choose"},
        });
        let mut state = serde_json::from_value::<Position>(position)
            .unwrap()
            .build();
        let plan = json!({"type": "score_place", "place": place});
        let execute = action(&json!({"type": "execute", "plan": plan}));
        let mut chance = Chance::recorded([]);
        ElGrande::apply(&mut state, Seat(0), &execute, &mut chance);
        let scores: Vec<u16> = state.players.iter().map(|p| p.score()).collect();
        assert_eq!(scores, scoring.points, "{}", scoring.id);
    }
}

fn run(case: &Case) {
    let mut state = case.position.build();
    let mut chance = dice_of(&case.id, 1);
    expect(&case.id, &seen(&state), &case.at_first);
    for (number, step) in case.steps.iter().enumerate() {
        let place = format!("{}, step {number}", case.id);
        match &step.refused {
            Some(rule) => assert_eq!(refusal(&state, step), *rule, "{place}"),
            None => take(&mut state, step, &mut chance, &place),
        }
        expect(&place, &seen(&state), &step.then);
    }
}

/// Why a seat may not do it.
fn refusal(state: &State, step: &Step) -> String {
    if !ElGrande::turn(state).awaits(step.seat) {
        return "not_awaited".to_owned();
    }
    match ElGrande::check(state, step.seat, &action(&step.action)) {
        Ok(()) => "nothing".to_owned(),
        Err(illegal) => {
            let place = illegal
                .pointer
                .rsplit_once('/')
                .map_or("", |(parent, _)| parent);
            assert!(step.action.pointer(place).is_some(), "{illegal:?}");
            illegal.rule.to_owned()
        }
    }
}

fn take(state: &mut State, step: &Step, chance: &mut Chance, place: &str) {
    assert_eq!(refusal(state, step), "nothing", "{place}");
    let events = ElGrande::apply(state, step.seat, &action(&step.action), chance);
    let mut left = events.iter().map(|event| json!(event));
    for wanted in &step.events {
        let found = left.any(|event| differs(&event, wanted).is_none());
        assert!(found, "{place}: no {wanted} in {events:?}");
    }
    let kind = |event: &ElGrandeEvent| text(&json!(event)["type"]);
    for unwanted in &step.no_events {
        let found = events.iter().any(|event| kind(event) == *unwanted);
        assert!(!found, "{place}: {unwanted} in {events:?}");
    }
}

fn action(value: &Value) -> ElGrandeAction {
    serde_json::from_value(value.clone()).unwrap_or_else(|e| panic!("{value}: {e}"))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn expect(place: &str, seen: &Value, wanted: &Value) {
    if let Some(difference) = differs(seen, wanted) {
        panic!("{place}: {difference}");
    }
}

/// Where what is seen is not as wanted; of objects only the members named are compared.
fn differs(seen: &Value, wanted: &Value) -> Option<String> {
    match wanted {
        Value::Object(members) => members.iter().find_map(|(name, wanted)| {
            let difference = differs(&seen[name], wanted)?;
            Some(format!("{name}: {difference}"))
        }),
        Value::Null => None,
        _ if seen == wanted => None,
        _ => Some(format!("{seen} instead of {wanted}")),
    }
}
