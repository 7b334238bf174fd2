//! Ending a turn (rules 4.2).

use super::CastellAction;
use crate::games::castell::flow::{Course, no_turn};
use crate::games::castell::state::{Phase, State};
use crate::{Illegal, Seat};

/// Always possible in a turn.
pub fn candidates() -> [CastellAction; 1] {
    [CastellAction::EndTurn {}]
}

/// A turn is being taken; nothing has to be done in it.
pub fn check(state: &State) -> Result<(), Illegal> {
    match state.phase {
        Phase::Turn { .. } => Ok(()),
        Phase::Festival { .. } | Phase::Over {} => Err(no_turn()),
    }
}

/// Ends the turn.
pub fn apply(mut course: Course, seat: Seat) {
    course.end_turn(seat);
}
