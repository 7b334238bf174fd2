//! Setting the table up (rule 1.2).

use super::cards::CARDS;
use super::components::{ElGrandeCard as Card, ElGrandeRegion as Region, ElGrandeSpot as Spot};
use super::data;
use super::events::ElGrandeEvent as Event;
use super::flow::{self, Step};
use super::options::{ElGrandeOptions, ElGrandeStarter, ElGrandeVetoMode};
use super::power::Power;
use super::state::{Player, Points, Stage, State};
use crate::{Bag, Chance, Seat};

/// Sets the table up. The draws are: the King's region, the home of every seat, the first player (unless the
/// options name one), and a card of each stack.
pub fn setup(options: &ElGrandeOptions, seats: u8, chance: &mut Chance) -> (State, Vec<Event>) {
    let mut regions = Bag::new(Region::ALL.map(|region| (region, 1)));
    let king = draw_region(&mut regions, chance);
    let homes: Vec<Region> = Seat::all(seats)
        .map(|_| draw_region(&mut regions, chance))
        .collect();
    let first = match options.starter {
        ElGrandeStarter::Random => Seat(chance.below(u32::from(seats)) as u8),
        ElGrandeStarter::Seat0 => Seat(0),
    };
    let mut state = State {
        options: options.clone(),
        round: 0,
        king,
        boards: [None; 2],
        players: homes.iter().copied().map(player).collect(),
        stacks: std::array::from_fn(|index| stack(options, index as u8 + 1)),
        offer: Vec::new(),
        vetoes: Vec::new(),
        order: Vec::new(),
        at: 0,
        stage: Stage::Bid,
        phases: 0,
    };
    let round = state.rounds()[0];
    let mut step = Step {
        state: &mut state,
        chance,
        events: vec![Event::Started { king, homes, first }],
    };
    flow::begin_round(&mut step, round, first);
    let events = step.events;
    (state, events)
}

fn draw_region(regions: &mut Bag<Region>, chance: &mut Chance) -> Region {
    regions
        .draw(chance)
        .expect("there are nine region cards, for the King and at most five homes")
}

fn player(home: Region) -> Player {
    let mut caballeros = [0; Spot::ALL.len()];
    caballeros[Spot::from(home) as usize] = data::AT_HOME;
    caballeros[Spot::Court as usize] = data::AT_COURT;
    caballeros[Spot::Province as usize] = data::CABALLEROS - data::AT_HOME - data::AT_COURT;
    Player {
        caballeros,
        grande: home,
        power: Power::default(),
        points: Points::default(),
    }
}

/// The cards of a stack; without the Vetoes if these stay in the box.
fn stack(options: &ElGrandeOptions, number: u8) -> Bag<Card> {
    let in_play = |card: Card| card != Card::S2Veto || options.veto != ElGrandeVetoMode::Off;
    let cards = CARDS.iter().filter(|facts| facts.stack == number);
    let cards = cards.filter(|facts| in_play(facts.card));
    Bag::new(cards.map(|facts| (facts.card, facts.copies)))
}
