//! Examples and refusals from the data files, played through the same door as a client's actions.

use super::table::{Table, differs, outcomes, read, seen};
use super::towers;
use crate::game::{Adapter, Game, Refusal};
use crate::games::castell::{Castell, State};
use crate::{Chance, Illegal, Position, Rules, Seat, Turn, Watcher};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// An example.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// What the rules and the table of the seed's sentences call it.
    id: String,
    /// What it shows; for readers.
    #[serde(rename = "shows")]
    _shows: String,
    table: Table,
    /// What is to be seen at first.
    #[serde(default)]
    at_first: Value,
    /// Each begins at the table.
    #[serde(default)]
    tries: Vec<Vec<Step>>,
}

/// What a seat tries.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// The one that is awaited, if not given.
    seat: Option<Seat>,
    action: Value,
    /// The rule that forbids it, or `not_awaited`; it is done if there is none.
    refused: Option<String>,
    /// What the refusal points at.
    at: Option<String>,
    /// Castellers that come out of the bag.
    #[serde(default)]
    draws: Vec<u8>,
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

const GAME: Adapter<Castell> = Adapter::new();

fn examples() -> Vec<Case> {
    read("examples.json")
}

fn refusals() -> Vec<Case> {
    read("refusals.json")
}

/// The ids of all cases of the data files.
pub fn ids() -> BTreeSet<String> {
    let cases = examples().into_iter().chain(refusals());
    let ids: Vec<String> = cases.map(|case| case.id).chain(towers::ids()).collect();
    let distinct: BTreeSet<String> = ids.iter().cloned().collect();
    assert_eq!(distinct.len(), ids.len(), "two cases have the same id");
    distinct
}

#[test]
fn every_example_comes_out_as_written() {
    examples().iter().for_each(run);
}

#[test]
fn every_refusal_names_its_rule_and_changes_nothing() {
    refusals().iter().for_each(run);
}

#[test]
fn a_tower_of_ten_thousand_levels_is_refused_like_any_other() {
    let case = &refusals()[0];
    let tower = vec![[9]; 10_000];
    let perform = json!({"type": "perform", "tile": "S01", "tower": tower});
    let step = json!({
        "action": {"type": "special", "payload": perform},
        "refused": "castell.tower.levels", "at": "/payload/tower",
    });
    let step: Step = serde_json::from_value(step).unwrap();
    step.take(&load(&case.table.position(&case.id)), "ten thousand levels");
}

#[test]
fn every_rule_refuses_something_in_the_data() {
    let cases = examples().into_iter().chain(refusals());
    let steps = cases.flat_map(|case| case.tries).flatten();
    let mut refused: BTreeSet<String> = steps.filter_map(|step| step.refused).collect();
    refused.extend(towers::refused());
    for rule in Castell::META.rules {
        let of_offers = rule.name.starts_with("castell.options.");
        assert!(
            of_offers || refused.contains(rule.name),
            "no case breaks {}",
            rule.name
        );
    }
}

fn run(case: &Case) {
    let state = case.table.position(&case.id);
    let position = load(&state);
    expect(&case.id, &position, &case.at_first);
    for (number, steps) in (1..).zip(&case.tries) {
        let mut position = position.clone();
        for (step, at) in steps.iter().zip(1..) {
            let place = format!("{}, try {number}, step {at}", case.id);
            position = step.take(&position, &place);
            expect(&place, &position, &step.then);
        }
    }
}

impl Step {
    /// The position after the step: the same if it is refused.
    fn take(&self, position: &Position, place: &str) -> Position {
        let awaited = GAME.turn(position).seats().first().copied();
        let seat = self.seat.or(awaited).unwrap();
        let action = GAME.read(&self.action);
        let action = action.unwrap_or_else(|e| panic!("{place}: {e}"));
        let before = GAME.save(position);
        let bag = decoded(&before).bag;
        let chance = Chance::recorded(outcomes(bag, &self.draws));
        let played = GAME.play(position, seat, &action, chance);
        match played.unwrap_or_else(|fault| panic!("{place}: {fault}")) {
            Ok(step) => {
                assert_eq!(self.refused, None, "{place}: nothing refuses it");
                let events: Vec<Value> = step.events.iter().map(|event| parsed(event)).collect();
                self.expect_events(&events, place);
                step.position
            }
            Err(refusal) => {
                self.expect_refusal(&refusal, place);
                assert_eq!(GAME.save(position), before, "{place}");
                position.clone()
            }
        }
    }

    fn expect_events(&self, events: &[Value], place: &str) {
        let mut left = events.iter();
        for wanted in &self.events {
            let found = left.any(|event| differs(event, wanted).is_none());
            assert!(found, "{place}: no {wanted} in {events:?}");
        }
        for unwanted in &self.no_events {
            let found = events.iter().any(|event| event["type"] == **unwanted);
            assert!(!found, "{place}: {unwanted} in {events:?}");
        }
    }

    fn expect_refusal(&self, refusal: &Refusal, place: &str) {
        let rule = match refusal {
            Refusal::Over => "over",
            Refusal::NotAwaited => "not_awaited",
            Refusal::Illegal(illegal) => {
                names_its_level(illegal, place);
                let pointer = self.at.as_deref().unwrap_or(&illegal.pointer);
                assert_eq!(illegal.pointer, pointer, "{place}");
                illegal.rule
            }
        };
        assert_eq!(Some(rule), self.refused.as_deref(), "{place}: {refusal:?}");
    }
}

/// Whatever is wrong with a level of a tower, people are told which level, and programs are pointed at it.
pub fn names_its_level(illegal: &Illegal, place: &str) {
    let levels = illegal.pointer.split("/tower/").nth(1);
    if let Some(index) = levels.and_then(|rest| rest.split('/').next()) {
        let number = index.parse::<usize>().unwrap() + 1;
        let named = illegal.detail.contains(&format!("level {number}"));
        assert!(named, "{place}: {illegal:?}");
    }
}

fn expect(place: &str, position: &Position, wanted: &Value) {
    if let Some(difference) = differs(&table(position), wanted) {
        panic!("{place}: {difference}");
    }
}

/// The table as everybody sees it, with whom it waits for, what they may do, and the result.
fn table(position: &Position) -> Value {
    let mut table = seen(&parsed(&GAME.view(position, Watcher::Spectator)));
    let turn = GAME.turn(position);
    table["awaited"] = json!(turn.seats());
    if let Some(&seat) = turn.seats().first() {
        let (complete, actions) = GAME.candidates(position, seat);
        table["complete"] = json!(complete);
        table["candidates"] = actions.iter().map(|action| parsed(action)).collect();
    }
    let result = GAME.rank(position, "as it stands");
    table["places"] = result
        .places
        .iter()
        .map(|place| json!(place.place))
        .collect();
    if let Turn::Over(outcome) = turn {
        table["over"] = json!(outcome.reason);
    }
    table
}

fn parsed(text: &serde_json::value::RawValue) -> Value {
    serde_json::from_str(text.get()).unwrap()
}

fn load(state: &State) -> Position {
    GAME.load(&serde_json::to_string(state).unwrap()).unwrap()
}

fn decoded(text: &str) -> State {
    serde_json::from_str(text).unwrap()
}
