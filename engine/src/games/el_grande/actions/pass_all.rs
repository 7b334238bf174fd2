//! A standing answer: to pass on every window of the round (rule V9).

use super::ElGrandeAction;
use crate::games::el_grande::state::{Stage, State};
use crate::{Illegal, Seat};

/// The rule that only the holder of a Veto has something to answer.
pub const CARD: &str = "el_grande.standing.card";
/// The rule that a standing answer is for the present round.
pub const ROUND: &str = "el_grande.standing.round";

/// Open to the holder of a Veto, for the present round.
pub fn candidates(state: &State, seat: Seat) -> Vec<ElGrandeAction> {
    let round = state.round;
    match check(state, seat, round) {
        Ok(()) => vec![ElGrandeAction::PassAll { round }],
        Err(_) => Vec::new(),
    }
}

/// May it be left?
///
/// # Errors
/// No Veto, or another round.
pub fn check(state: &State, seat: Seat, round: u8) -> Result<(), Illegal> {
    if !state.holds_veto(seat) {
        return Err(Illegal::new(CARD, "no Veto card lies in front of you"));
    }
    if round != state.round {
        let detail = format!("the present round is {}", state.round);
        return Err(Illegal::at(ROUND, "/round", detail));
    }
    Ok(())
}

/// What it says to the question that its seat is asked now: pass, if that is a window of its round.
pub fn answer(state: &State, round: u8) -> Option<ElGrandeAction> {
    match &state.stage {
        Stage::Window { .. } if round == state.round => Some(ElGrandeAction::Pass {}),
        Stage::Window { .. }
        | Stage::Bid
        | Stage::Intake
        | Stage::Card
        | Stage::Halves(_)
        | Stage::Disks { .. }
        | Stage::Returns(_)
        | Stage::Scoring(_)
        | Stage::Over => None,
    }
}
