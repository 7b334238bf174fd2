//! Movement: the opponents leave a region (rule 4.5, Q10 to Q12).

use super::{ElGrandePlan, belongs};
use crate::Illegal;
use crate::games::el_grande::cards::Kind;
use crate::games::el_grande::components::{
    ElGrandeCard as Card, ElGrandeRegion as Region, ElGrandeSpot as Spot,
};
use crate::games::el_grande::lists::{ElGrandeTransfer, taboo};
use crate::games::el_grande::state::{Gathered, State};

/// Every region but the King's.
pub fn candidates(state: &State) -> Vec<ElGrandePlan> {
    state
        .free_regions()
        .map(|region| ElGrandePlan::Evict { region })
        .collect()
}

/// Is this a plan for the card?
///
/// # Errors
/// A plan of other cards, or the King's region.
pub fn check(state: &State, card: Card, region: Region) -> Result<(), Illegal> {
    belongs(card, Kind::Evict)?;
    match region == state.king {
        true => Err(taboo(state.king, "/plan/region")),
        false => Ok(()),
    }
}

/// Moves everybody to where his disk points; whoever named the King's region goes to his court.
pub fn run(state: &mut State, region: Region, gathered: &Gathered) -> Vec<ElGrandeTransfer> {
    let Gathered::Disks(disks) = gathered else {
        return Vec::new();
    };
    let mut transfers = Vec::new();
    for &(seat, place) in disks {
        let to = match place.region() == Some(state.king) {
            true => Spot::Court,
            false => Spot::from(place),
        };
        let count = state.player(seat).has(region);
        transfers.push(state.transfer(seat, region, to, count));
    }
    transfers
}
