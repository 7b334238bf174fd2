//! Raise: put a casteller of the own set on an own castell, or on a new base.

use super::CastellersAction;
use crate::games::castellers::building::{self, CastellersPlace};
use crate::games::castellers::components::Casteller;
use crate::games::castellers::events::CastellersEvent;
use crate::games::castellers::state::State;
use crate::games::castellers::{flow, rule};
use crate::{Illegal, Seat};

/// Every casteller of the set in every place it may go to.
pub fn candidates(state: &State, seat: Seat, actions: &mut Vec<CastellersAction>) {
    for (casteller, _) in state.player(seat).set.kinds() {
        let places = building::places(state, seat, casteller);
        actions.extend(places.map(|place| CastellersAction::Raise { casteller, place }));
    }
}

/// Has this seat any casteller with a place to go to?
pub fn is_possible(state: &State, seat: Seat) -> bool {
    let mut kinds = state.player(seat).set.kinds();
    kinds.any(|(casteller, _)| building::places(state, seat, casteller).next().is_some())
}

/// The casteller lies in the set and may go there.
///
/// # Errors
/// It does not, or the building rule that forbids it.
pub fn check(
    state: &State,
    seat: Seat,
    casteller: Casteller,
    place: CastellersPlace,
) -> Result<(), Illegal> {
    if state.player(seat).set.count(casteller) == 0 {
        return Err(Illegal::at(
            rule::SET_LACKS,
            "/casteller",
            format!("{} does not lie in your set", casteller.called()),
        ));
    }
    building::check(state, seat, casteller, place)
}

/// The casteller goes up.
pub fn apply(
    state: &mut State,
    seat: Seat,
    casteller: Casteller,
    place: CastellersPlace,
    events: &mut Vec<CastellersEvent>,
) {
    flow::spend_action(state);
    state.player_mut(seat).set.take(casteller);
    building::build(state, seat, casteller, place, events);
    flow::settle(state, events);
}
