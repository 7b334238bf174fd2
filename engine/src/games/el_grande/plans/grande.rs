//! The Grande moves, and the home with it (rule 4.5, Q20).

use super::{ElGrandePlan, belongs};
use crate::games::el_grande::cards::Kind;
use crate::games::el_grande::components::{ElGrandeCard as Card, ElGrandeRegion as Region};
use crate::games::el_grande::events::ElGrandeEvent as Event;
use crate::games::el_grande::flow::Step;
use crate::games::el_grande::lists::{ElGrandeTransfer, taboo};
use crate::games::el_grande::state::State;
use crate::{Illegal, Seat};

/// The rule that the Grande moves to another region.
pub const STAYS: &str = "el_grande.grande.stays";

/// Every region the Grande may go to.
pub fn candidates(state: &State, seat: Seat) -> Vec<ElGrandePlan> {
    let home = state.player(seat).grande;
    if home == state.king {
        return Vec::new();
    }
    state
        .free_regions()
        .filter(|&region| region != home)
        .map(|region| ElGrandePlan::Grande { region })
        .collect()
}

/// Is this a plan for the card?
///
/// # Errors
/// A plan of other cards; the Grande in the King's region, or on its way there; the region where it stands.
pub fn check(state: &State, seat: Seat, card: Card, region: Region) -> Result<(), Illegal> {
    belongs(card, Kind::Grande)?;
    let home = state.player(seat).grande;
    if home == state.king || region == state.king {
        return Err(taboo(state.king, "/plan/region"));
    }
    if region == home {
        let detail = "your Grande stands there already";
        return Err(Illegal::at(STAYS, "/plan/region", detail));
    }
    Ok(())
}

/// Moves the Grande.
pub fn run(step: &mut Step, seat: Seat, region: Region) -> Vec<ElGrandeTransfer> {
    let grande = &mut step.state.players[seat.index()].grande;
    let from = std::mem::replace(grande, region);
    step.tell(Event::GrandeMoved {
        seat,
        from,
        to: region,
    });
    Vec::new()
}
