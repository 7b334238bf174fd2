//! Pass: end the turn.

use super::CastellersAction;
use crate::Seat;
use crate::games::castellers::events::CastellersEvent;
use crate::games::castellers::flow;
use crate::games::castellers::state::State;

/// Actions may be left unused, so this is always possible.
pub fn candidates(actions: &mut Vec<CastellersAction>) {
    actions.push(CastellersAction::Pass {});
}

/// The turn ends with what was done in it.
pub fn apply(state: &mut State, seat: Seat, events: &mut Vec<CastellersEvent>) {
    let unused = state.actions_left;
    events.push(CastellersEvent::Passed { seat, unused });
    flow::end_turn_by_choice(state, events);
}
