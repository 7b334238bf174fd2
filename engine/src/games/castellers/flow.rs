//! How turns follow each other, and how the game ends.

use super::actions;
use super::data;
use super::events::CastellersEvent;
use super::state::{End, Stage, State};
use crate::Seat;

/// The turn of this seat begins.
pub fn begin_turn(state: &mut State, seat: Seat, events: &mut Vec<CastellersEvent>) {
    state.active = seat;
    state.actions_left = data::ACTIONS;
    events.push(CastellersEvent::TurnBegan { seat });
}

/// The active player uses one action.
pub fn spend_action(state: &mut State) {
    state.actions_left -= 1;
    state.idle_turns = 0;
    state.lapsed_turns = 0;
}

/// An action is done, its fall included. The game ends at once when the active player has reached the goal: neither a
/// second action nor the rest of the round is played. Else the turn ends with the last action.
pub fn settle(state: &mut State, events: &mut Vec<CastellersEvent>) {
    let seats = state.seats();
    if state.player(state.active).has_reached_goal(seats) {
        end(state, End::CastellsComplete, events);
    } else if !state.options.deadlock_end && actions::nobody_can_act(state) {
        end(state, End::Exhausted, events);
    } else if state.actions_left == 0 {
        pass_on(state, events);
    }
}

/// The active player ends the turn. Without an action in it this is one step on the way to the deadlock: the game ends
/// when every seat in turn has done so.
pub fn end_turn_by_choice(state: &mut State, events: &mut Vec<CastellersEvent>) {
    state.lapsed_turns = 0;
    if state.actions_left == data::ACTIONS {
        state.idle_turns = state.idle_turns.saturating_add(1);
    }
    if state.options.deadlock_end && state.idle_turns >= state.seats() {
        end(state, End::Deadlock, events);
    } else {
        pass_on(state, events);
    }
}

/// The clock ends the turn of the active player, which counts neither as a turn without action nor as an action. A table
/// that everybody has left for good is not kept waiting for ever.
pub fn end_turn_by_clock(state: &mut State, events: &mut Vec<CastellersEvent>) {
    state.lapsed_turns += 1;
    if state.lapsed_turns >= data::ABANDONED_ROUNDS * state.seats() {
        end(state, End::Abandoned, events);
    } else {
        pass_on(state, events);
    }
}

fn pass_on(state: &mut State, events: &mut Vec<CastellersEvent>) {
    let next = state.active.next(state.seats());
    begin_turn(state, next, events);
}

fn end(state: &mut State, why: End, events: &mut Vec<CastellersEvent>) {
    state.stage = Stage::Over(why);
    events.push(CastellersEvent::GameEnded {
        reason: why.name().to_owned(),
    });
}
