//! What a player can do: the union of all actions. Each has a file with its candidates, check and effect.

mod decline_festival;
mod end_turn;
mod enter_festival;
mod move_pawn;
pub mod payload;
mod recruit;
mod special;
mod train;

use crate::games::castell::components::{CastellRegion, CastellTower};
use crate::games::castell::data::CastellSlot;
use crate::games::castell::events::CastellEvent;
use crate::games::castell::flow::Course;
use crate::games::castell::state::{CastellDeed, Phase, State};
use crate::games::castell::wheel::CastellTrainSlot;
use crate::{Candidates, Chance, Illegal, Seat};
use payload::CastellPayload;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a player does. In a turn the first four may be taken once each, in any order (rules 4.2); the last two
/// answer a festival (rules 6.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum CastellAction {
    /// Move the pawn to a region next to its own; the first move of the game places it in any region.
    Move {
        /// Where to.
        to: CastellRegion,
    },
    /// Take one or two castellers from the pawn's region into the team.
    Recruit {
        /// The sizes of the castellers, in any order.
        #[schema(min_items = 1, max_items = 2)]
        sizes: Vec<u8>,
    },
    /// Train the skill that the skill wheel shows for the pawn's region or, in the standard game, at the extra
    /// segment. A Special tile gives a special action instead, which costs no token.
    Train {
        /// Which segment of the wheel.
        slot: CastellTrainSlot,
        /// The special action, if the tile is Special and only then.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "crate::games::castell::present"
        )]
        #[schema(nullable = false)]
        free: Option<CastellPayload>,
    },
    /// Spend a special action token on a special action.
    Special {
        /// The special action.
        payload: CastellPayload,
    },
    /// End the turn.
    EndTurn {},
    /// Enter a tower at the festival that is being held.
    EnterFestival {
        /// Which festival.
        slot: CastellSlot,
        /// The tower: at least four levels, and a casteller of every requested size.
        tower: CastellTower,
    },
    /// Do not enter the festival that is being held.
    DeclineFestival {
        /// Which festival.
        slot: CastellSlot,
    },
}

impl CastellAction {
    /// The tower that was chosen, if the action takes one.
    pub fn tower(&self) -> Option<&CastellTower> {
        match self {
            CastellAction::EnterFestival { tower, .. } => Some(tower),
            CastellAction::Special { payload } => payload.tower(),
            CastellAction::Train { free, .. } => free.as_ref().and_then(CastellPayload::tower),
            CastellAction::Move { .. }
            | CastellAction::Recruit { .. }
            | CastellAction::EndTurn {}
            | CastellAction::DeclineFestival { .. } => None,
        }
    }
}

/// What the seat that is waited for may do. Every choice of castellers is listed once with its sizes ascending;
/// of all towers that lead to the same, one is listed, and then the list is a sample.
pub fn candidates(state: &State, seat: Seat) -> Candidates<CastellAction> {
    let Phase::Turn { .. } = state.phase else {
        let mut answers = enter_festival::candidates(state, seat);
        answers.extend(decline_festival::candidates(state));
        return Candidates::Sample(answers);
    };
    let payloads = match special::is_possible(state, seat) || train::offers_payload(state, seat) {
        true => payload::candidates(state, seat),
        false => Vec::new(),
    };
    let mut actions = move_pawn::candidates(state, seat);
    actions.extend(recruit::candidates(state, seat));
    actions.extend(train::candidates(state, seat, &payloads));
    actions.extend(special::candidates(state, seat, &payloads));
    actions.extend(end_turn::candidates());
    match actions.iter().any(|action| action.tower().is_some()) {
        true => Candidates::Sample(actions),
        false => Candidates::Complete(actions),
    }
}

/// Is this legal for the seat that is waited for?
///
/// # Errors
/// The rule that is broken.
pub fn check(state: &State, seat: Seat, action: &CastellAction) -> Result<(), Illegal> {
    match action {
        CastellAction::Move { to } => move_pawn::check(state, seat, *to),
        CastellAction::Recruit { sizes } => recruit::check(state, seat, sizes),
        CastellAction::Train { slot, free } => train::check(state, seat, *slot, free.as_ref()),
        CastellAction::Special { payload } => special::check(state, seat, payload),
        CastellAction::EndTurn {} => end_turn::check(state),
        CastellAction::EnterFestival { slot, tower } => {
            enter_festival::check(state, seat, *slot, tower)
        }
        CastellAction::DeclineFestival { slot } => decline_festival::check(state, *slot),
    }
}

/// Does it. `check` has said yes.
pub fn apply(
    state: &mut State,
    seat: Seat,
    action: &CastellAction,
    chance: &mut Chance,
) -> Vec<CastellEvent> {
    let mut events = Vec::new();
    let course = Course {
        state,
        chance,
        events: &mut events,
    };
    match action {
        CastellAction::Move { to } => {
            move_pawn::apply(course.state, seat, *to, course.events);
            deed_done(course, seat, CastellDeed::Move);
        }
        CastellAction::Recruit { sizes } => {
            recruit::apply(course.state, seat, sizes, course.events);
            deed_done(course, seat, CastellDeed::Recruit);
        }
        CastellAction::Train { slot, free } => {
            train::apply(course.state, seat, *slot, free.as_ref(), course.events);
            deed_done(course, seat, CastellDeed::Train);
        }
        CastellAction::Special { payload } => {
            special::apply(course.state, seat, payload, course.events);
            deed_done(course, seat, CastellDeed::Special);
        }
        CastellAction::EndTurn {} => end_turn::apply(course, seat),
        CastellAction::EnterFestival { slot, tower } => {
            enter_festival::apply(course, seat, *slot, tower);
        }
        CastellAction::DeclineFestival { slot } => decline_festival::apply(course, seat, *slot),
    }
    events
}

/// Notes the deed; if nothing is left to do but to end the turn, it ends.
fn deed_done(mut course: Course, seat: Seat, deed: CastellDeed) {
    let Phase::Turn { done, .. } = &mut course.state.phase else {
        unreachable!("deeds are done in turns");
    };
    done.push(deed);
    let done = done.clone();
    let state = &*course.state;
    let is_left = |deed: &CastellDeed| !done.contains(deed) && is_possible(state, seat, *deed);
    if !CastellDeed::ALL.iter().any(is_left) {
        course.end_turn(seat);
    }
}

/// Is there any way to do this deed, if it was not done yet?
fn is_possible(state: &State, seat: Seat, deed: CastellDeed) -> bool {
    match deed {
        CastellDeed::Move => true,
        CastellDeed::Recruit => recruit::is_possible(state, seat),
        CastellDeed::Train => train::is_possible(state, seat),
        CastellDeed::Special => special::is_possible(state, seat),
    }
}

/// A refusal of a part of an action, with a pointer from the whole.
fn within(part: &str, refusal: Illegal) -> Illegal {
    Illegal {
        pointer: format!("{part}{}", refusal.pointer),
        ..refusal
    }
}
