//! Intrigue: further Caballeros from the court, anywhere but in the King's region (rule 4.2, Q31).

use super::{ElGrandePlan, wrong_card};
use crate::games::el_grande::actions::place;
use crate::games::el_grande::cards::Kind;
use crate::games::el_grande::components::{
    ElGrandeCard as Card, ElGrandePlace as Place, ElGrandeSpot as Spot,
};
use crate::games::el_grande::lists::{ElGrandeTo, ElGrandeTransfer, total_to};
use crate::games::el_grande::state::State;
use crate::{Illegal, Seat};

/// How many may be placed on top.
const MOST: u8 = 2;

/// Some plans: one Caballero to every place, as many as possible to every place, and one each to every
/// place and the next.
pub fn candidates(state: &State, seat: Seat) -> Vec<ElGrandePlan> {
    let most = MOST.min(state.player(seat).has(Spot::Court));
    let places: Vec<Place> = state.free_places().collect();
    place::shares(&places, most)
        .into_iter()
        .map(|to| ElGrandePlan::AddCaballeros { to })
        .collect()
}

/// Is this a plan for the card?
///
/// # Errors
/// A plan of other cards; more than the card or the court allows; the King's region.
pub fn check(state: &State, seat: Seat, card: Card, to: &[ElGrandeTo]) -> Result<(), Illegal> {
    let (Kind::Add | Kind::MoveOrAdd(_)) = card.kind() else {
        return Err(wrong_card(card));
    };
    let total = total_to(state, to, "/plan/to")?;
    place::check_number(state, seat, total, MOST, "/plan/to")
}

/// Places the first so many Caballeros.
pub fn run(state: &mut State, seat: Seat, to: &[ElGrandeTo], steps: u8) -> Vec<ElGrandeTransfer> {
    let mut left = steps;
    let mut transfers = Vec::new();
    for one in to {
        let count = one.count.min(left);
        if count > 0 {
            left -= count;
            transfers.push(state.transfer(seat, Spot::Court, one.place, count));
        }
    }
    transfers
}
