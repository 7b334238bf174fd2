//! A played power card comes back to hand (rule 4.5, Q18).

use super::{ElGrandePlan, belongs};
use crate::games::el_grande::cards::Kind;
use crate::games::el_grande::components::ElGrandeCard as Card;
use crate::games::el_grande::events::ElGrandeEvent as Event;
use crate::games::el_grande::flow::Step;
use crate::games::el_grande::lists::ElGrandeTransfer;
use crate::games::el_grande::state::State;
use crate::{Illegal, Seat};

/// The rule that the card lies on the own pile.
pub const PILE: &str = "el_grande.take_back.pile";

/// Every card of the own pile.
pub fn candidates(state: &State, seat: Seat) -> Vec<ElGrandePlan> {
    let pile = state.player(seat).power.pile();
    pile.map(|card| ElGrandePlan::TakeBack { card: Some(card) })
        .collect()
}

/// Is this a plan for the card?
///
/// # Errors
/// A plan of other cards; no power card named, or one that is not on the pile.
pub fn check(state: &State, seat: Seat, card: Card, power: Option<u8>) -> Result<(), Illegal> {
    belongs(card, Kind::TakeBack)?;
    let lies = |power: u8| state.player(seat).power.pile().any(|card| card == power);
    match power {
        Some(power) if lies(power) => Ok(()),
        Some(_) | None => {
            let detail = "name a power card that lies on your pile";
            Err(Illegal::at(PILE, "/plan/card", detail))
        }
    }
}

/// Takes the card back.
pub fn run(step: &mut Step, seat: Seat, power: Option<u8>) -> Vec<ElGrandeTransfer> {
    if let Some(card) = power {
        let pile = &mut step.state.players[seat.index()].power;
        let top = pile.take_back(card);
        step.tell(Event::PowerTakenBack {
            seat,
            top,
            card: power,
        });
    }
    Vec::new()
}
