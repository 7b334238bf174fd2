//! Special scoring of one place (rules 4.3 and 4.4, Q33).

use super::{ElGrandePlan, belongs};
use crate::Illegal;
use crate::games::el_grande::cards::Kind;
use crate::games::el_grande::components::{ElGrandeCard as Card, ElGrandePlace as Place};
use crate::games::el_grande::flow::Step;
use crate::games::el_grande::lists::ElGrandeTransfer;
use crate::games::el_grande::scoring::{Ranks, score};

/// All ten places.
pub fn candidates() -> Vec<ElGrandePlan> {
    Place::ALL
        .into_iter()
        .map(|place| ElGrandePlan::ScorePlace { place })
        .collect()
}

/// Is this a plan for the card? Every place is.
///
/// # Errors
/// A plan of other cards.
pub fn check(card: Card) -> Result<(), Illegal> {
    belongs(card, Kind::ScorePlace)
}

/// Scores the place.
pub fn run(step: &mut Step, place: Place) -> Vec<ElGrandeTransfer> {
    score(step, place, Ranks::All);
    Vec::new()
}
