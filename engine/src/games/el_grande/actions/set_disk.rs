//! Setting the secret disk (rules G2 and 5.2).

use super::{ElGrandeAction, not_now};
use crate::games::el_grande::components::ElGrandePlace as Place;
use crate::games::el_grande::disks::{Call, allowed};
use crate::games::el_grande::flow::Step;
use crate::games::el_grande::lists::{absent, taboo};
use crate::games::el_grande::special;
use crate::games::el_grande::state::State;
use crate::{Illegal, Seat};

/// The rule that a disk points at something.
pub const MISSING: &str = "el_grande.disk.missing";
/// The rule that it points at a region.
pub const CASTILLO: &str = "el_grande.disk.castillo";
/// The rule that Movement leads out of the region that was named (Q12).
pub const NAMED: &str = "el_grande.disk.named";

/// Everything the disk may point at.
pub fn candidates(state: &State, seat: Seat) -> Vec<ElGrandeAction> {
    let places = Call::now(state).map_or(Vec::new(), |call| allowed(state, seat, call));
    places
        .into_iter()
        .map(|place| ElGrandeAction::SetDisk { place: Some(place) })
        .collect()
}

/// May the disk point there?
///
/// # Errors
/// Nothing named; the Castillo; the region to be left; too few Caballeros there to return; the King's region
/// where something is taken from it.
pub fn check(state: &State, seat: Seat, place: Option<Place>) -> Result<(), Illegal> {
    let call = Call::now(state).ok_or_else(|| not_now(state))?;
    let place = place.ok_or_else(|| Illegal::at(MISSING, "/place", "name a region"))?;
    if allowed(state, seat, call).contains(&place) {
        return Ok(());
    }
    let Some(region) = place.region() else {
        let detail = "the disk shows the nine regions only";
        return Err(Illegal::at(CASTILLO, "/place", detail));
    };
    match call {
        Call::Leave(_) => {
            let detail = "that is the region you have to leave";
            Err(Illegal::at(NAMED, "/place", detail))
        }
        Call::Return(_) if region == state.king => Err(taboo(state.king, "/place")),
        Call::Return(_) | Call::Scoring | Call::Unique => {
            Err(absent(state.player(seat).has(region), "/place"))
        }
    }
}

/// Sets it.
pub fn apply(step: &mut Step, seat: Seat, place: Option<Place>) {
    if let Some(place) = place {
        special::set_disk(step, seat, place);
    }
}
