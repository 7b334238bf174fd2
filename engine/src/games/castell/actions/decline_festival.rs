//! Not entering a festival, though one could (rules 6.6).

use super::CastellAction;
use super::enter_festival::check_held;
use crate::games::castell::data::CastellSlot;
use crate::games::castell::events::CastellEvent;
use crate::games::castell::flow::Course;
use crate::games::castell::state::{Phase, State};
use crate::{Illegal, Seat};

/// Always possible for a seat that is asked.
pub fn candidates(state: &State) -> Option<CastellAction> {
    match state.phase {
        Phase::Festival { slot, .. } => Some(CastellAction::DeclineFestival { slot }),
        Phase::Turn { .. } | Phase::Over {} => None,
    }
}

/// The festival is being held.
pub fn check(state: &State, slot: CastellSlot) -> Result<(), Illegal> {
    check_held(state, slot).map(|_| ())
}

/// Goes on without this seat.
pub fn apply(mut course: Course, seat: Seat, slot: CastellSlot) {
    course
        .events
        .push(CastellEvent::FestivalDeclined { seat, slot });
    course.answered(seat, None);
}
