//! Executing the special action of the card taken (rule 3.3 step 4).

use super::{ElGrandeAction, not_now, split};
use crate::games::el_grande::components::ElGrandeCard as Card;
use crate::games::el_grande::flow::Step;
use crate::games::el_grande::plans::{self, ElGrandePlan};
use crate::games::el_grande::special;
use crate::games::el_grande::state::{Stage, State};
use crate::{Illegal, Seat};

/// Ways to execute it, and whether these are all; there may be none.
pub fn candidates(state: &State, seat: Seat, card: Card) -> (bool, Vec<ElGrandeAction>) {
    let (complete, plans) = plans::candidates(state, seat, card);
    let execute = |plan| ElGrandeAction::Execute { plan };
    (complete, plans.into_iter().map(execute).collect())
}

/// May it be executed like this?
///
/// # Errors
/// A half that is done, or what is wrong with the plan.
pub fn check(state: &State, seat: Seat, plan: &ElGrandePlan) -> Result<(), Illegal> {
    let Stage::Halves(halves) = &state.stage else {
        return Err(not_now(state));
    };
    match halves.acted {
        true => Err(split()),
        false => plans::check(state, seat, halves.card, plan),
    }
}

/// Announces it, and executes it unless somebody has to be asked first.
pub fn apply(step: &mut Step, plan: &ElGrandePlan) {
    let Stage::Halves(halves) = &step.state.stage else {
        return;
    };
    let halves = halves.clone();
    special::announce(step, halves, plan.clone());
}
