//! Letting an announced special action go on (rule V9).

use super::{ElGrandeAction, ElGrandeAnswer, not_now};
use crate::games::el_grande::flow::Step;
use crate::games::el_grande::special;
use crate::games::el_grande::state::{Stage, State};
use crate::{Illegal, Seat};

/// Always possible in a window.
pub fn candidates() -> Vec<ElGrandeAction> {
    vec![ElGrandeAction::Pass {}]
}

/// May one pass?
///
/// # Errors
/// No special action waits for an answer.
pub fn check(state: &State) -> Result<(), Illegal> {
    match &state.stage {
        Stage::Window { .. } => Ok(()),
        Stage::Bid
        | Stage::Intake
        | Stage::Card
        | Stage::Halves(_)
        | Stage::Disks { .. }
        | Stage::Returns(_)
        | Stage::Scoring(_)
        | Stage::Over => Err(not_now(state)),
    }
}

/// Notes it.
pub fn apply(step: &mut Step, seat: Seat) {
    special::answer(step, seat, ElGrandeAnswer::Pass {});
}
