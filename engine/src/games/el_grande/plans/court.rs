//! Caballeros come to court by an action card (rule 4.5).

use super::{ElGrandePlan, belongs};
use crate::games::el_grande::cards::Kind;
use crate::games::el_grande::components::ElGrandeCard as Card;
use crate::games::el_grande::levy;
use crate::games::el_grande::lists::{ElGrandeFrom, ElGrandeTransfer};
use crate::games::el_grande::state::State;
use crate::{Illegal, Seat};

/// How many come at most.
const MOST: u8 = 2;

/// Ways to raise up to two, and whether these are all.
pub fn candidates(state: &State, seat: Seat) -> (bool, Vec<ElGrandePlan>) {
    let (complete, ways) = levy::candidates(state, seat, MOST);
    let plan = |(province, from)| ElGrandePlan::Court { province, from };
    (complete, ways.into_iter().map(plan).collect())
}

/// Is this a plan for the card?
///
/// # Errors
/// A plan of other cards, or what a levy must not be.
pub fn check(
    state: &State,
    seat: Seat,
    card: Card,
    province: u8,
    from: &[ElGrandeFrom],
) -> Result<(), Illegal> {
    belongs(card, Kind::Court)?;
    levy::check(state, seat, MOST, province, from, "/plan")
}

/// Moves them.
pub fn run(
    state: &mut State,
    seat: Seat,
    province: u8,
    from: &[ElGrandeFrom],
) -> Vec<ElGrandeTransfer> {
    levy::run(state, seat, province, from)
}
