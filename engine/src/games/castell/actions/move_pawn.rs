//! Moving the pawn (rules 4.2).

use super::CastellAction;
use crate::games::castell::components::CastellRegion;
use crate::games::castell::data::{are_adjacent, neighbours};
use crate::games::castell::events::CastellEvent;
use crate::games::castell::flow::check_due;
use crate::games::castell::rule;
use crate::games::castell::state::{CastellDeed, State};
use crate::{Illegal, Seat};

/// The regions next to the pawn; all of them while it is off the map.
pub fn candidates(state: &State, seat: Seat) -> Vec<CastellAction> {
    if check_due(state, CastellDeed::Move).is_err() {
        return Vec::new();
    }
    let act = |to| CastellAction::Move { to };
    match state.player(seat).pawn {
        Some(pawn) => neighbours(pawn).map(act).collect(),
        None => CastellRegion::ALL.map(act).into(),
    }
}

/// A pawn on the map goes to a region that touches its own or is joined to it by a line.
pub fn check(state: &State, seat: Seat, to: CastellRegion) -> Result<(), Illegal> {
    check_due(state, CastellDeed::Move)?;
    match state.player(seat).pawn {
        Some(pawn) => check_step(pawn, to),
        None => Ok(()),
    }
}

/// Is there a way from one region to the other?
pub fn check_step(from: CastellRegion, to: CastellRegion) -> Result<(), Illegal> {
    if are_adjacent(from, to) {
        return Ok(());
    }
    let near: Vec<&str> = neighbours(from).map(CastellRegion::name).collect();
    let detail = format!(
        "from {} a pawn goes to {}, not to {}",
        from.name(),
        near.join(", "),
        to.name()
    );
    Err(Illegal::at(rule::MOVE_NOT_ADJACENT, "/to", detail))
}

/// Moves or places the pawn.
pub fn apply(state: &mut State, seat: Seat, to: CastellRegion, events: &mut Vec<CastellEvent>) {
    let from = state.player_mut(seat).pawn.replace(to);
    events.push(CastellEvent::PawnMoved { seat, from, to });
}
