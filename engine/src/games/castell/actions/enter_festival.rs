//! Entering a tower at a festival (rules 6.6 and 6.7).

use super::{CastellAction, within};
use crate::games::castell::components::CastellTower;
use crate::games::castell::data::CastellSlot;
use crate::games::castell::events::CastellEvent;
use crate::games::castell::festivals::{check_tower, good_towers, requested, tower_score};
use crate::games::castell::flow::Course;
use crate::games::castell::rule;
use crate::games::castell::state::{Entry, Festival, Phase, State};
use crate::{Illegal, Seat};

/// A good tower for every distinct thing to strive for.
pub fn candidates(state: &State, seat: Seat) -> Vec<CastellAction> {
    let Phase::Festival { slot, .. } = state.phase else {
        return Vec::new();
    };
    let enter = |tower| CastellAction::EnterFestival { slot, tower };
    let festival = state.festival(slot);
    let towers = festival.map(|festival| good_towers(state, seat, festival));
    towers.into_iter().flatten().map(enter).collect()
}

/// The festival is being held, and the tower is legal and eligible.
pub fn check(
    state: &State,
    seat: Seat,
    slot: CastellSlot,
    tower: &CastellTower,
) -> Result<(), Illegal> {
    let festival = check_held(state, slot)?;
    let eligible = check_tower(&state.builder(seat), requested(festival), tower);
    eligible.map_err(|refusal| within("/tower", refusal))
}

/// Is the seat asked at this very festival? The festival is given back.
pub fn check_held(state: &State, slot: CastellSlot) -> Result<&Festival, Illegal> {
    let Phase::Festival { slot: held, .. } = state.phase else {
        let detail = "no festival is being held: take your turn";
        return Err(Illegal::new(rule::FESTIVAL_NONE, detail));
    };
    let festival = state.festival(slot);
    festival.filter(|_| held == slot).ok_or_else(|| {
        let detail = format!("you are asked at the festival {held:?}, not at {slot:?}");
        Illegal::at(rule::FESTIVAL_OTHER, "/slot", detail)
    })
}

/// Enters the tower; the best tower score rises if it is beaten.
pub fn apply(mut course: Course, seat: Seat, slot: CastellSlot, tower: &CastellTower) {
    let festival = course.state.festival(slot).expect("checked: it is held");
    let score = tower_score(requested(festival), tower);
    course.events.push(CastellEvent::FestivalEntered {
        seat,
        slot,
        tower: tower.clone(),
        score,
    });
    let best = &mut course.state.player_mut(seat).best_tower;
    if score > *best {
        *best = score;
        course
            .events
            .push(CastellEvent::BestTowerRaised { seat, score });
    }
    let entry = Entry {
        seat,
        tower: tower.clone(),
        score,
    };
    course.answered(seat, Some(entry));
}
