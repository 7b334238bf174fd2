//! Recruit: draw a casteller from the bag.

use super::{CastellersAction, fall};
use crate::games::castellers::events::CastellersEvent;
use crate::games::castellers::state::State;
use crate::games::castellers::{flow, rule};
use crate::{Chance, Illegal, Seat};

/// Possible as long as there is somebody in the bag.
pub fn candidates(state: &State, actions: &mut Vec<CastellersAction>) {
    if check(state).is_ok() {
        actions.push(CastellersAction::Recruit {});
    }
}

/// The bag is never refilled.
///
/// # Errors
/// The bag is empty.
pub fn check(state: &State) -> Result<(), Illegal> {
    match state.bag.is_empty() {
        true => Err(Illegal::new(
            rule::RECRUIT_BAG_EMPTY,
            "the bag is empty, nobody is left to recruit",
        )),
        false => Ok(()),
    }
}

/// Whoever comes out joins the set. A white one makes somebody fall, as part of the same action.
pub fn apply(
    state: &mut State,
    seat: Seat,
    chance: &mut Chance,
    events: &mut Vec<CastellersEvent>,
) {
    let casteller = state
        .bag
        .draw(chance)
        .expect("one recruits from a bag that is not empty");
    flow::spend_action(state);
    state.player_mut(seat).set.add(casteller);
    events.push(CastellersEvent::Recruited { seat, casteller });
    match casteller.is_white() {
        true => fall::strike(state, seat, events),
        false => flow::settle(state, events),
    }
}
