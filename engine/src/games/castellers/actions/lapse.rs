//! Lapse: the clock ends the turn of an absent player.

use crate::games::castellers::events::CastellersEvent;
use crate::games::castellers::state::State;
use crate::games::castellers::{flow, rule};
use crate::{Illegal, Seat};

/// No player chooses this: it would be a pass that does not count as one.
///
/// # Errors
/// Always.
pub fn choosable() -> Result<(), Illegal> {
    Err(Illegal::new(
        rule::TURN_LAPSE,
        "only the clock lets a turn lapse; to end your turn, pass",
    ))
}

/// The turn ends, and it counts neither as a turn without action nor as an action.
pub fn apply(state: &mut State, seat: Seat, events: &mut Vec<CastellersEvent>) {
    let unused = state.actions_left;
    events.push(CastellersEvent::Lapsed { seat, unused });
    flow::end_turn_by_clock(state, events);
}
