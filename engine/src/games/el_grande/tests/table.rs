//! What holds from one step to the next, and how often every card is executed, declined and stopped.

use super::play::{choose, tables, thirty_caballeros};
use crate::chance::Seed;
use crate::games::el_grande::ElGrande;
use crate::games::el_grande::cards::CARDS;
use crate::games::el_grande::components::{
    ElGrandeCard as Card, ElGrandeRegion as Region, ElGrandeScoreboard as Scoreboard,
};
use crate::games::el_grande::events::ElGrandeEvent as Event;
use crate::games::el_grande::state::State;
use crate::law::Dice;
use crate::{Chance, Rules, Seat, Turn};
use std::collections::BTreeMap;

const GAMES: u64 = 10_000;

/// How often something happened to a card.
#[derive(Default)]
struct Tally(BTreeMap<(Card, &'static str), u32>);

impl Tally {
    fn note(&mut self, event: &Event) {
        let (card, what) = match event {
            Event::Executed {
                card, steps, of, ..
            } if steps == of => (*card, "executed"),
            Event::Declined { card, .. } => (*card, "declined"),
            Event::Vetoed { card, .. } => (*card, "stopped"),
            _ => return,
        };
        *self.0.entry((card, what)).or_default() += 1;
    }
}

#[test]
fn nothing_changes_in_the_kings_region_and_every_card_is_executed_declined_and_stopped() {
    let tally = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2)
            .map(|worker| scope.spawn(move || play_share(worker)))
            .collect();
        let mut all = Tally::default();
        for worker in workers {
            for (key, count) in worker.join().unwrap().0 {
                *all.0.entry(key).or_default() += count;
            }
        }
        all
    });
    let mut rare = Vec::new();
    for facts in &CARDS {
        for what in ["executed", "declined", "stopped"] {
            let count = tally.0.get(&(facts.card, what)).copied().unwrap_or(0);
            let possible = (facts.card, what) != (Card::S2Veto, "stopped");
            if possible != (count >= 100) {
                rare.push(format!("{:?} {what}: {count}", facts.card));
            }
        }
    }
    assert_eq!(rare, Vec::<String>::new());
}

fn play_share(worker: u64) -> Tally {
    let mut tally = Tally::default();
    let tables = tables();
    for number in (worker..GAMES).step_by(2) {
        let (seats, options) = &tables[number as usize % tables.len()];
        let mut dice = Dice::new("table", number);
        let seed = Seed(std::array::from_fn(|_| dice.below(256) as u8));
        let mut chance = Chance::dealt(seed, 0);
        let (mut state, _) = ElGrande::setup(options, *seats, &mut chance);
        while let Turn::Waiting(waiting) = ElGrande::turn(&state) {
            let seat = waiting.seats[dice.below(waiting.seats.len())];
            let actions = ElGrande::candidates(&state, seat).into_actions();
            let action = &actions[choose(&state, seat, &actions, &mut dice)];
            let before = state.clone();
            let events = ElGrande::apply(&mut state, seat, action, &mut chance);
            events.iter().for_each(|event| tally.note(event));
            if let Err(broken) = thirty_caballeros(&state).and(steady(&before, &state)) {
                panic!("game {number}, {action:?}: {broken}");
            }
        }
    }
    tally
}

/// What no action may change, whatever it is.
fn steady(before: &State, after: &State) -> Result<(), String> {
    let king = before.king;
    if in_region(before, king) != in_region(after, king) {
        return Err(format!("the King's region {king:?} changed"));
    }
    for (old, new) in before.players.iter().zip(&after.players) {
        if new.score() < old.score() {
            return Err("a score fell".to_owned());
        }
    }
    let [one, two] = after.boards;
    if one.is_some() && one == two {
        return Err("two mobile scoreboards lie in one region".to_owned());
    }
    Ok(())
}

/// Caballeros, Grandes and scoreboards in a region.
fn in_region(state: &State, region: Region) -> (Vec<u8>, Vec<Seat>, Vec<Scoreboard>) {
    let seats = Seat::all(state.seats());
    let boards = Scoreboard::ALL.into_iter();
    (
        state.players.iter().map(|p| p.has(region)).collect(),
        seats
            .filter(|&seat| state.player(seat).grande == region)
            .collect(),
        boards
            .filter(|board| state.boards[board.index()] == Some(region))
            .collect(),
    )
}
