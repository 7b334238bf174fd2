//! Bringing Caballeros to court (rule 3.3 step 1).

use super::{ElGrandeAction, not_now};
use crate::games::el_grande::events::ElGrandeEvent as Event;
use crate::games::el_grande::flow::{Step, intake_limit};
use crate::games::el_grande::levy;
use crate::games::el_grande::lists::ElGrandeFrom;
use crate::games::el_grande::state::{Stage, State};
use crate::{Illegal, Seat};

/// Ways to bring Caballeros to court, none included, and whether these are all.
pub fn candidates(state: &State, seat: Seat) -> (bool, Vec<ElGrandeAction>) {
    let (complete, ways) = levy::candidates(state, seat, intake_limit(state, seat));
    let intake = |(province, from)| ElGrandeAction::Intake { province, from };
    (complete, ways.into_iter().map(intake).collect())
}

/// May these come?
///
/// # Errors
/// What a levy must not be.
pub fn check(
    state: &State,
    seat: Seat,
    province: u8,
    from: &[ElGrandeFrom],
) -> Result<(), Illegal> {
    let Stage::Intake = state.stage else {
        return Err(not_now(state));
    };
    levy::check(state, seat, intake_limit(state, seat), province, from, "")
}

/// Brings them.
pub fn apply(step: &mut Step, seat: Seat, province: u8, from: &[ElGrandeFrom]) {
    let moves = levy::run(step.state, seat, province, from);
    step.state.stage = Stage::Card;
    step.tell(Event::CameToCourt { seat, moves });
}
