//! Playing a power card (rule 3.2).

use super::{ElGrandeAction, not_now};
use crate::games::el_grande::events::ElGrandeEvent as Event;
use crate::games::el_grande::flow::{self, Step};
use crate::games::el_grande::state::{Stage, State};
use crate::{Illegal, Seat};

/// The rule that a power card is played from hand.
pub const HAND: &str = "el_grande.bid.hand";
/// The rule that its number has not been played in the round.
pub const TAKEN: &str = "el_grande.bid.taken";

/// Every card that may be played, lowest first. In round r a hand holds at least 14 - r cards and at most four
/// numbers are taken, so there is one.
pub fn candidates(state: &State, seat: Seat) -> Vec<ElGrandeAction> {
    let hand = state.player(seat).power.hand();
    hand.filter(|&card| !is_taken(state, card))
        .map(|card| ElGrandeAction::Bid { card })
        .collect()
}

/// May this card be played?
///
/// # Errors
/// It is not in hand, or its number was played in this round.
pub fn check(state: &State, seat: Seat, card: u8) -> Result<(), Illegal> {
    let Stage::Bid = state.stage else {
        return Err(not_now(state));
    };
    if !state.player(seat).power.in_hand(card) {
        let detail = "that power card is not in your hand";
        return Err(Illegal::at(HAND, "/card", detail));
    }
    if is_taken(state, card) {
        let detail = format!("a {card} was played in this round already");
        return Err(Illegal::at(TAKEN, "/card", detail));
    }
    Ok(())
}

/// Plays it.
pub fn apply(step: &mut Step, seat: Seat, card: u8) {
    step.state.players[seat.index()].power.play(card);
    step.tell(Event::PowerPlayed { seat, card });
    flow::after_bid(step);
}

fn is_taken(state: &State, card: u8) -> bool {
    Seat::all(state.seats()).any(|seat| state.power(seat) == Some(card))
}
