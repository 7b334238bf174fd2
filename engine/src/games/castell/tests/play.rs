//! Tables, and players who choose at random with a taste for towers.

use crate::Seat;
use crate::games::castell::actions::payload::CastellPayload;
use crate::games::castell::components::CastellRegion;
use crate::games::castell::options::{
    CastellFirstSeat, CastellSizeTieBreak, CastellTokenRow, CastellTrainAtMaxRank, CastellWheel,
};
use crate::games::castell::state::State;
use crate::games::castell::{CastellAction, CastellOptions};
use crate::law::Dice;

/// Tables of two to four seats with either side of the wheel, and some with every other option turned.
pub fn tables() -> Vec<(u8, CastellOptions)> {
    let side = |wheel| CastellOptions {
        wheel,
        ..CastellOptions::default()
    };
    let sides = [CastellWheel::AllRegions, CastellWheel::NoRegions];
    let usual = (2..=4).flat_map(|seats| sides.map(|wheel| (seats, side(wheel))));
    usual.chain([(2, turned()), (4, turned())]).collect()
}

/// No option as usual.
pub fn turned() -> CastellOptions {
    CastellOptions {
        wheel: CastellWheel::NoRegions,
        first_seat: CastellFirstSeat::Seat1,
        performer_collects_token_just_spent: true,
        special_move_token_row: CastellTokenRow::Origin,
        widths_may_drop_by_more_than_one: false,
        exhibition_levels_exact: false,
        base_on_any_level: false,
        strength_stacks_on_one_level: true,
        friendly_prize_ties: false,
        size_tie_break: CastellSizeTieBreak::Nobody,
        train_at_max_rank: CastellTrainAtMaxRank::NoEffect,
    }
}

/// Chooses a kind of action by how much it is liked, then any action of this kind.
pub fn choose(state: &State, _: Seat, actions: &[CastellAction], dice: &mut Dice) -> usize {
    let tastes: Vec<usize> = actions.iter().map(|action| taste(state, action)).collect();
    let mut tickets = Vec::new();
    for (taste, &liking) in LIKINGS.iter().enumerate() {
        if tastes.contains(&taste) {
            tickets.extend(std::iter::repeat_n(taste, liking));
        }
    }
    let chosen = tickets[dice.below(tickets.len())];
    let of_taste = |&index: &usize| tastes[index] == chosen;
    let alike: Vec<usize> = (0..actions.len()).filter(of_taste).collect();
    alike[dice.below(alike.len())]
}

/// How much each taste counts against the others on offer.
const LIKINGS: [usize; 6] = [20, 16, 8, 4, 2, 1];

fn taste(state: &State, action: &CastellAction) -> usize {
    match action {
        CastellAction::Special { .. } | CastellAction::Train { .. } if action.tower().is_some() => {
            0
        }
        CastellAction::Move { to }
        | CastellAction::Special {
            payload: CastellPayload::Move { to },
        } if is_festival_there(state, *to) => 1,
        CastellAction::Train { .. } | CastellAction::EnterFestival { .. } => 1,
        CastellAction::Recruit { .. } => 2,
        CastellAction::Move { .. } => 3,
        CastellAction::DeclineFestival { .. } | CastellAction::Special { .. } => 4,
        CastellAction::EndTurn {} => 5,
    }
}

fn is_festival_there(state: &State, region: CastellRegion) -> bool {
    state
        .calendar
        .iter()
        .any(|festival| festival.region == region && festival.slot.data().round == state.round)
}
