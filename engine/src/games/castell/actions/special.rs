//! A special action that is paid for with a token (rules 4.3).

use super::payload::{self, CastellPayload, Cost};
use super::{CastellAction, within};
use crate::games::castell::events::CastellEvent;
use crate::games::castell::flow::check_due;
use crate::games::castell::rule;
use crate::games::castell::state::{CastellDeed, State};
use crate::{Illegal, Seat};

/// Every special action there is.
pub fn candidates(state: &State, seat: Seat, payloads: &[CastellPayload]) -> Vec<CastellAction> {
    if check_due(state, CastellDeed::Special).is_err() || !is_possible(state, seat) {
        return Vec::new();
    }
    let act = |payload: &CastellPayload| CastellAction::Special {
        payload: payload.clone(),
    };
    payloads.iter().map(act).collect()
}

/// Is there a token to spend, and a region to act in? A special move is always possible then.
pub fn is_possible(state: &State, seat: Seat) -> bool {
    let player = state.player(seat);
    player.tokens > 0 && player.pawn.is_some()
}

/// There is a token, and the special action is legal.
pub fn check(state: &State, seat: Seat, payload: &CastellPayload) -> Result<(), Illegal> {
    check_due(state, CastellDeed::Special)?;
    if state.player(seat).tokens == 0 {
        let detail = "all your special action tokens are spent";
        return Err(Illegal::new(rule::SPECIAL_NO_TOKEN, detail));
    }
    payload::check(state, seat, payload).map_err(|refusal| within("/payload", refusal))
}

/// Spends a token.
pub fn apply(
    state: &mut State,
    seat: Seat,
    payload: &CastellPayload,
    events: &mut Vec<CastellEvent>,
) {
    state.player_mut(seat).tokens -= 1;
    payload::apply(state, seat, payload, Cost::Token, events);
}
