//! Fall: who comes down after a white casteller was drawn.

use super::CastellersAction;
use crate::games::castellers::events::CastellersEvent;
use crate::games::castellers::state::{Stage, State};
use crate::games::castellers::{flow, rule};
use crate::{Illegal, Seat};

/// Every casteller that may fall.
pub fn candidates(state: &State, seat: Seat, actions: &mut Vec<CastellersAction>) {
    let fallers = state.player(seat).fallers();
    actions.extend(fallers.map(|(castell, column, _)| CastellersAction::Fall {
        castell: castell as u8,
        column: column as u8,
    }));
}

/// The first of those who may fall.
pub fn first(state: &State, seat: Seat) -> CastellersAction {
    let mut actions = Vec::new();
    candidates(state, seat, &mut actions);
    actions.swap_remove(0)
}

/// A fall is due, and it is the highest casteller of an own castell who falls.
///
/// # Errors
/// No fall is due, or it is somebody else.
pub fn check(state: &State, seat: Seat, castell: u8, column: u8) -> Result<(), Illegal> {
    if state.stage != Stage::Falling {
        return Err(Illegal::new(
            rule::FALL_NOT_PENDING,
            "no white casteller was drawn, nobody has to fall",
        ));
    }
    let mut fallers = state.player(seat).fallers();
    let named = (usize::from(castell), usize::from(column));
    match fallers.any(|(castell, column, _)| (castell, column) == named) {
        true => Ok(()),
        false => Err(Illegal::new(
            rule::FALL_NOT_HIGHEST,
            format!("on column {column} of castell {castell} stands none of those who may fall"),
        )),
    }
}

/// The casteller falls, and the recruiting that caused it is done.
pub fn apply(
    state: &mut State,
    seat: Seat,
    castell: u8,
    column: u8,
    events: &mut Vec<CastellersEvent>,
) {
    state.stage = Stage::Acting;
    tumble(
        state,
        seat,
        usize::from(castell),
        usize::from(column),
        events,
    );
    flow::settle(state, events);
}

/// A white casteller was drawn: of each castell with anybody on it the highest could fall. With none nothing happens, a
/// single one falls at once, and among more the player chooses.
pub fn strike(state: &mut State, seat: Seat, events: &mut Vec<CastellersEvent>) {
    let some: Vec<_> = state.player(seat).fallers().take(2).collect();
    match some[..] {
        [] => flow::settle(state, events),
        [(castell, column, _)] => {
            tumble(state, seat, castell, column, events);
            flow::settle(state, events);
        }
        [_, _, ..] => state.stage = Stage::Falling,
    }
}

fn tumble(
    state: &mut State,
    seat: Seat,
    castell: usize,
    column: usize,
    events: &mut Vec<CastellersEvent>,
) {
    let reopening = state.options.reopening();
    let player = state.player_mut(seat);
    let casteller = player.castells[castell].fall(column, reopening);
    player.set.add(casteller);
    events.push(CastellersEvent::Fell {
        seat,
        castell: castell as u8,
        column: column as u8,
        casteller,
    });
}
