//! Other worlds that look the same: what a watcher can't see is drawn anew among what is possible (rule 6).
//!
//! Hidden are others' disks and answers until the last one is in, the power card that another player announced to
//! take back, and the cards that others took back unseen. Undrawn cards lie in no order, so nothing is hidden in
//! them; the Castillo's contents follow from public numbers.

use super::actions::ElGrandeAnswer as Answer;
use super::choices::Choices;
use super::disks::{Call, allowed};
use super::plans::ElGrandePlan;
use super::state::{Stage, State};
use crate::{Chance, Seat, Watcher};

/// Another state that looks the same to the watcher.
pub fn reshuffle(state: &State, watcher: Watcher, chance: &mut Chance) -> State {
    let mut other = state.clone();
    for seat in Seat::all(state.seats()) {
        if watcher != Watcher::Seat(seat) {
            other.players[seat.index()].power.reshuffle(chance);
        }
    }
    match &mut other.stage {
        Stage::Disks { disks, .. } | Stage::Scoring(disks) => {
            if let Some(call) = Call::now(state) {
                redraw(disks, watcher, chance, |seat| allowed(state, seat, call));
            }
        }
        Stage::Window {
            special,
            steps,
            answers,
        } => {
            let vetoes = (1..=*steps).map(|before_step| Answer::Veto { before_step });
            let possible: Vec<Answer> = [Answer::Pass {}].into_iter().chain(vetoes).collect();
            redraw(answers, watcher, chance, |_| possible.clone());
            let active = state.active();
            if let ElGrandePlan::TakeBack { card } = &mut special.plan
                && watcher != Watcher::Seat(active)
            {
                let pile: Vec<u8> = other.players[active.index()].power.pile().collect();
                *card = Some(one_of(&pile, chance));
            }
        }
        Stage::Bid
        | Stage::Intake
        | Stage::Card
        | Stage::Halves(_)
        | Stage::Returns(_)
        | Stage::Over => {}
    }
    other
}

/// Makes the choices of others anew.
fn redraw<T: Copy>(
    choices: &mut Choices<T>,
    watcher: Watcher,
    chance: &mut Chance,
    possible: impl Fn(Seat) -> Vec<T>,
) {
    for seat in choices.chosen() {
        if watcher != Watcher::Seat(seat) {
            choices.make(seat, one_of(&possible(seat), chance));
        }
    }
}

fn one_of<T: Copy>(possible: &[T], chance: &mut Chance) -> T {
    possible[chance.below(possible.len() as u32) as usize]
}
