//! Training at the skill wheel (rules 2.3, 2.4, 4.4).

use super::payload::{self, CastellPayload, Cost, pawn_on_map};
use super::{CastellAction, within};
use crate::games::castell::components::{CastellSkill, CastellSkillTile};
use crate::games::castell::data::MAX_RANK;
use crate::games::castell::events::CastellEvent;
use crate::games::castell::flow::check_due;
use crate::games::castell::options::CastellTrainAtMaxRank;
use crate::games::castell::rule;
use crate::games::castell::state::{CastellDeed, State};
use crate::games::castell::wheel::{CastellTrainSlot, open_tile};
use crate::{Illegal, Seat};

/// Every segment that is open, a Special tile with every special action there is.
pub fn candidates(state: &State, seat: Seat, payloads: &[CastellPayload]) -> Vec<CastellAction> {
    if check_due(state, CastellDeed::Train).is_err() {
        return Vec::new();
    }
    let mut actions = Vec::new();
    for slot in CastellTrainSlot::BOTH {
        let train = |free| CastellAction::Train { slot, free };
        match open_tile(state, seat, slot).map(CastellSkillTile::skill) {
            Some(Some(skill)) if check_rank(state, seat, skill).is_ok() => {
                actions.push(train(None));
            }
            Some(None) if state.player(seat).pawn.is_some() => {
                actions.extend(payloads.iter().cloned().map(|free| train(Some(free))));
            }
            Some(Some(_) | None) | None => {}
        }
    }
    actions
}

/// Could training now give a special action?
pub fn offers_payload(state: &State, seat: Seat) -> bool {
    let special = |slot| open_tile(state, seat, slot) == Some(CastellSkillTile::Special);
    check_due(state, CastellDeed::Train).is_ok()
        && state.player(seat).pawn.is_some()
        && CastellTrainSlot::BOTH.into_iter().any(special)
}

/// Is any segment of use?
pub fn is_possible(state: &State, seat: Seat) -> bool {
    let of_use = |slot| match open_tile(state, seat, slot).map(CastellSkillTile::skill) {
        Some(Some(skill)) => check_rank(state, seat, skill).is_ok(),
        Some(None) => state.player(seat).pawn.is_some(),
        None => false,
    };
    CastellTrainSlot::BOTH.into_iter().any(of_use)
}

/// The segment is open; a skill is not at its highest rank; a Special tile comes with a legal special action.
pub fn check(
    state: &State,
    seat: Seat,
    slot: CastellTrainSlot,
    free: Option<&CastellPayload>,
) -> Result<(), Illegal> {
    check_due(state, CastellDeed::Train)?;
    if slot == CastellTrainSlot::Region {
        pawn_on_map(state, seat)?;
    }
    let Some(tile) = open_tile(state, seat, slot) else {
        let detail = "with the No Regions side up, the tile at the extra segment can't be trained";
        return Err(Illegal::at(rule::TRAIN_NO_REGIONS, "/slot", detail));
    };
    match (tile.skill(), free) {
        (Some(skill), None) => check_rank(state, seat, skill),
        (Some(skill), Some(_)) => {
            let detail = format!(
                "the tile trains {}; only Special gives an action",
                skill.name()
            );
            Err(Illegal::at(rule::TRAIN_FREE_UNASKED, "/free", detail))
        }
        (None, Some(free)) => {
            payload::check(state, seat, free).map_err(|refusal| within("/free", refusal))
        }
        (None, None) => {
            let detail = "the tile is Special: name the special action to take";
            Err(Illegal::new(rule::TRAIN_FREE_MISSING, detail))
        }
    }
}

fn check_rank(state: &State, seat: Seat, skill: CastellSkill) -> Result<(), Illegal> {
    let spare = state.player(seat).ranks.of(skill) < MAX_RANK;
    match (spare, state.options.train_at_max_rank) {
        (true, _) | (false, CastellTrainAtMaxRank::NoEffect) => Ok(()),
        (false, CastellTrainAtMaxRank::Illegal) => {
            let name = skill.name();
            let detail = format!("your rank in {name} is {MAX_RANK}, the highest there is");
            Err(Illegal::at(rule::TRAIN_MAX_RANK, "/slot", detail))
        }
    }
}

/// Raises the rank, or takes the special action for nothing.
pub fn apply(
    state: &mut State,
    seat: Seat,
    slot: CastellTrainSlot,
    free: Option<&CastellPayload>,
    events: &mut Vec<CastellEvent>,
) {
    let tile = open_tile(state, seat, slot).expect("checked: the segment is open");
    if let Some(skill) = tile.skill() {
        let rank = state.player_mut(seat).ranks.of_mut(skill);
        *rank = (*rank + 1).min(MAX_RANK);
        let rank = *rank;
        events.push(CastellEvent::SkillTrained { seat, skill, rank });
    }
    if let Some(free) = free {
        events.push(CastellEvent::SpecialTrained { seat });
        payload::apply(state, seat, free, Cost::Nothing, events);
    }
}
