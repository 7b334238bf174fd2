//! The King moves (rules 4.5 and 4.6, Q6).

use super::{ElGrandePlan, wrong_card};
use crate::Illegal;
use crate::games::el_grande::cards::{Kind, Reach};
use crate::games::el_grande::components::{ElGrandeCard as Card, ElGrandeRegion as Region};
use crate::games::el_grande::data::neighbours;
use crate::games::el_grande::events::ElGrandeEvent as Event;
use crate::games::el_grande::flow::Step;
use crate::games::el_grande::lists::ElGrandeTransfer;
use crate::games::el_grande::state::State;

/// The rule that the King leaves his region.
pub const STAYS: &str = "el_grande.king.stays";
/// The rule that the Royal Adviser moves him to a neighbouring region.
pub const NEIGHBOUR: &str = "el_grande.king.neighbour";

/// Every region the King may go to.
pub fn candidates(state: &State, reach: Reach) -> Vec<ElGrandePlan> {
    let near = |region: &Region| match reach {
        Reach::Anywhere => true,
        Reach::Neighbour => neighbours(state.king).contains(region),
    };
    state
        .free_regions()
        .filter(near)
        .map(|region| ElGrandePlan::King { region })
        .collect()
}

/// Is this a plan for the card?
///
/// # Errors
/// A plan of other cards; the region where the King stands, or one that is too far.
pub fn check(state: &State, card: Card, region: Region) -> Result<(), Illegal> {
    let Kind::King(reach) = card.kind() else {
        return Err(wrong_card(card));
    };
    if region == state.king {
        let detail = "the King is there; decline to let him stay";
        return Err(Illegal::at(STAYS, "/plan/region", detail));
    }
    if reach == Reach::Neighbour && !neighbours(state.king).contains(&region) {
        let detail = format!("the King may go to {:?}", neighbours(state.king));
        return Err(Illegal::at(NEIGHBOUR, "/plan/region", detail));
    }
    Ok(())
}

/// Moves the King.
pub fn run(step: &mut Step, region: Region) -> Vec<ElGrandeTransfer> {
    let from = std::mem::replace(&mut step.state.king, region);
    step.tell(Event::KingMoved { from, to: region });
    Vec::new()
}
