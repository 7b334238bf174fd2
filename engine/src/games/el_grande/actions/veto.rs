//! Stopping an announced special action (rules V2, V4 and V9).

use super::{ElGrandeAction, ElGrandeAnswer};
use crate::games::el_grande::flow::Step;
use crate::games::el_grande::special;
use crate::games::el_grande::state::{Stage, State};
use crate::{Illegal, Seat};

/// The rule that one holds a Veto.
pub const CARD: &str = "el_grande.veto.card";
/// The rule that it stops announced special actions of others and nothing else (rule V3).
pub const WINDOW: &str = "el_grande.veto.window";
/// The rule that there is such a step.
pub const STEP: &str = "el_grande.veto.step";

/// One for every step before which the action can be stopped.
pub fn candidates(steps: u8) -> Vec<ElGrandeAction> {
    (1..=steps)
        .map(|before_step| ElGrandeAction::Veto { before_step })
        .collect()
}

/// May the Veto be used?
///
/// # Errors
/// No Veto; nothing to stop; no such step.
pub fn check(state: &State, seat: Seat, before_step: u8) -> Result<(), Illegal> {
    if !state.holds_veto(seat) {
        return Err(Illegal::new(CARD, "no Veto card lies in front of you"));
    }
    let Stage::Window { steps, .. } = &state.stage else {
        let detail = "a Veto stops a special action of another player, when it is announced";
        return Err(Illegal::new(WINDOW, detail));
    };
    match (1..=*steps).contains(&before_step) {
        true => Ok(()),
        false => {
            let detail = format!("it can be stopped before the steps 1 to {steps}");
            Err(Illegal::at(STEP, "/before_step", detail))
        }
    }
}

/// Notes it.
pub fn apply(step: &mut Step, seat: Seat, before_step: u8) {
    special::answer(step, seat, ElGrandeAnswer::Veto { before_step });
}
