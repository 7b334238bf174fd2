//! Taking an action card (rule 3.3 step 2).

use super::{ElGrandeAction, not_now};
use crate::games::el_grande::components::ElGrandeCard as Card;
use crate::games::el_grande::events::ElGrandeEvent as Event;
use crate::games::el_grande::flow::Step;
use crate::games::el_grande::state::{Halves, Stage, State};
use crate::{Illegal, Seat};

/// The rule that the card is on offer.
pub const TAKEN: &str = "el_grande.card.taken";

/// Every card on offer; with five cards and at most five players there is one.
pub fn candidates(state: &State) -> Vec<ElGrandeAction> {
    let take = |&card: &Card| ElGrandeAction::TakeCard { card };
    state.offer.iter().map(take).collect()
}

/// May this card be taken?
///
/// # Errors
/// It is not on offer.
pub fn check(state: &State, card: Card) -> Result<(), Illegal> {
    let Stage::Card = state.stage else {
        return Err(not_now(state));
    };
    match state.offer.contains(&card) {
        true => Ok(()),
        false => {
            let detail = "that card is not, or no longer, on offer";
            Err(Illegal::at(TAKEN, "/card", detail))
        }
    }
}

/// Takes it.
pub fn apply(step: &mut Step, seat: Seat, card: Card) {
    step.state.offer.retain(|&offered| offered != card);
    step.state.stage = Stage::Halves(Halves {
        card,
        placed: false,
        acted: false,
    });
    step.tell(Event::CardTaken { seat, card });
}
