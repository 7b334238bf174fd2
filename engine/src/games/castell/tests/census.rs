//! That random games come to everything that a festival can come to, and to every use of a skill.

use super::play::{choose, tables};
use crate::chance::Seed;
use crate::games::castell::components::{CastellTower, SizeSet};
use crate::games::castell::tower::{Reading, examine};
use crate::games::castell::{Castell, CastellEvent};
use crate::law::Dice;
use crate::{Chance, Rules, Turn};
use std::collections::BTreeMap;

type Census = BTreeMap<&'static str, u32>;

/// All that should be seen.
const EVERYTHING: [&str; 16] = [
    "Balance is used",
    "Base is used",
    "Mix is used",
    "Strength is used",
    "Width is used",
    "a festival without entrants",
    "a festival with one entrant",
    "a festival with several entrants",
    "a prize won alone",
    "a prize won by several",
    "an entrant without a prize",
    "a size token won by most castellers",
    "a size token won by the tower score",
    "a size token left by a tie",
    "a size token left without entrants",
    "a tower score that raises the best",
];

#[test]
fn every_festival_outcome_and_every_skill_occurs_a_hundred_times() {
    let mut census = Census::new();
    for number in 0..1500 {
        let events = play(number, &mut census);
        let opens = |event: &CastellEvent| matches!(event, CastellEvent::FestivalOpened { .. });
        let first = events.iter().position(opens).unwrap();
        for festival in events[first..].chunk_by(|_, next| !opens(next)) {
            count_festival(festival, &mut census);
        }
    }
    let count = |what: &&&str| census.get(**what).copied().unwrap_or(0);
    let rare: Vec<_> = EVERYTHING.iter().filter(|what| count(what) < 100).collect();
    assert!(rare.is_empty(), "{rare:?} of {census:?}");
}

/// Plays a game to its end, counting the skills that its towers use, and gives all events.
fn play(number: u64, census: &mut Census) -> Vec<CastellEvent> {
    let tables = tables();
    let (seats, options) = &tables[number as usize % tables.len()];
    let mut dice = Dice::new("census", number);
    let mut chance = Chance::dealt(Seed([number as u8; 32]), number << 16);
    let (mut state, mut events) = Castell::setup(options, *seats, &mut chance);
    while let Turn::Waiting(waiting) = Castell::turn(&state) {
        let seat = waiting.seats[0];
        let actions = Castell::candidates(&state, seat).into_actions();
        let action = &actions[choose(&state, seat, &actions, &mut dice)];
        if let Some(tower) = action.tower() {
            let used = examine(&state.builder(seat), tower).unwrap();
            let mut note = |uses: u8, what| *census.entry(what).or_default() += u32::from(uses > 0);
            note(used.balance, "Balance is used");
            note(used.mix, "Mix is used");
            note(used.strength, "Strength is used");
            let most = |uses: fn(&Reading) -> u8| used.readings.iter().map(uses).max().unwrap();
            note(most(|reading| reading.base), "Base is used");
            note(most(|reading| reading.width), "Width is used");
        }
        events.extend(Castell::apply(&mut state, seat, action, &mut chance));
    }
    events
}

/// One festival: who entered, and what came of it.
fn count_festival(events: &[CastellEvent], census: &mut Census) {
    let mut note = |what| *census.entry(what).or_default() += 1;
    let mut entries: Vec<&CastellTower> = Vec::new();
    let mut prizes = Vec::new();
    for event in events {
        if let CastellEvent::FestivalEntered { tower, .. } = event {
            entries.push(tower);
        }
        if let CastellEvent::PrizeWon { prize, .. } = event {
            prizes.push(*prize);
        }
        if let CastellEvent::SizeTokenWon { size, .. } = event {
            note(match have_most(&entries, *size) {
                1 => "a size token won by most castellers",
                0 | 2.. => "a size token won by the tower score",
            });
        }
        if let CastellEvent::SizeTokenRemoved { .. } = event {
            note(match entries.len() {
                0 => "a size token left without entrants",
                1.. => "a size token left by a tie",
            });
        }
        if let CastellEvent::BestTowerRaised { .. } = event {
            note("a tower score that raises the best");
        }
    }
    note(match entries.len() {
        0 => "a festival without entrants",
        1 => "a festival with one entrant",
        2.. => "a festival with several entrants",
    });
    if prizes.len() < entries.len() {
        note("an entrant without a prize");
    }
    for prize in &prizes {
        note(
            match prizes.iter().filter(|other| *other == prize).count() {
                0 | 1 => "a prize won alone",
                2.. => "a prize won by several",
            },
        );
    }
}

/// How many entrants have the most castellers of a size.
fn have_most(entries: &[&CastellTower], size: u8) -> usize {
    let counts: Vec<u8> = entries
        .iter()
        .map(|tower| tower.count(SizeSet::of(size)))
        .collect();
    let most = counts.iter().max();
    counts.iter().filter(|count| Some(*count) == most).count()
}
