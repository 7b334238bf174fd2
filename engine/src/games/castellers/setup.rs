//! The table before the first turn.

use super::data;
use super::events::CastellersEvent;
use super::flow;
use super::options::CastellersOptions;
use super::state::{Player, Stage, State};
use crate::{Bag, Chance};

/// Fills the bag and deals: the youngest draws first, then clockwise. No white casteller makes anybody fall here. The
/// lowest set begins; of equal ones that of the younger player.
pub fn deal(
    options: &CastellersOptions,
    seats: u8,
    chance: &mut Chance,
) -> (State, Vec<CastellersEvent>) {
    let youngest_first = options.youngest_first(seats);
    let mut state = State {
        options: options.clone(),
        bag: Bag::new(data::deck()),
        bases: data::BASES,
        players: vec![Player::default(); usize::from(seats)],
        active: youngest_first[0],
        actions_left: 0,
        stage: Stage::Acting,
        idle_turns: 0,
        lapsed_turns: 0,
    };
    let mut events = Vec::new();
    for seat in youngest_first[0].clockwise(seats) {
        let castellers: Vec<_> = (0..data::DEALT)
            .map_while(|_| state.bag.draw(chance))
            .collect();
        state.player_mut(seat).set = castellers.iter().copied().collect();
        events.push(CastellersEvent::Dealt { seat, castellers });
    }
    let first = youngest_first
        .into_iter()
        .min_by_key(|&seat| total(state.player(seat)))
        .expect("a table has seats");
    flow::begin_turn(&mut state, first, &mut events);
    (state, events)
}

fn total(player: &Player) -> u8 {
    player.set.each().map(|casteller| casteller.number).sum()
}
