//! Declining the special action of the card taken (rule G5).

use super::{ElGrandeAction, not_now, split};
use crate::games::el_grande::events::ElGrandeEvent as Event;
use crate::games::el_grande::flow::{self, Step};
use crate::games::el_grande::state::{Halves, Stage, State};
use crate::{Illegal, Seat};

/// Always possible while the special action has not been done.
pub fn candidates() -> Vec<ElGrandeAction> {
    vec![ElGrandeAction::Decline {}]
}

/// May it be declined?
///
/// # Errors
/// A half that is done.
pub fn check(state: &State) -> Result<(), Illegal> {
    let Stage::Halves(halves) = &state.stage else {
        return Err(not_now(state));
    };
    match halves.acted {
        true => Err(split()),
        false => Ok(()),
    }
}

/// Lets it lapse.
pub fn apply(step: &mut Step, seat: Seat) {
    let Stage::Halves(Halves { card, placed, .. }) = step.state.stage else {
        return;
    };
    step.tell(Event::Declined { seat, card });
    let acted = true;
    let halves = Halves {
        card,
        placed,
        acted,
    };
    flow::after_half(step, halves);
}
