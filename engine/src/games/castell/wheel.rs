//! The skill wheel: seven regions and one extra segment, which turn past a ring of eight tiles (rules 2.3).

use crate::Seat;
use crate::games::castell::components::{CastellRegion, CastellSkillTile};
use crate::games::castell::data::{ROUNDS, WHEEL};
use crate::games::castell::options::CastellWheel;
use crate::games::castell::state::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A segment of the wheel, as somebody who trains names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CastellTrainSlot {
    /// The segment of the pawn's region.
    Region,
    /// The extra segment, in the standard game open to everybody.
    All,
}

impl CastellTrainSlot {
    /// Both.
    pub const BOTH: [CastellTrainSlot; 2] = [CastellTrainSlot::Region, CastellTrainSlot::All];
}

/// The tile that a region trains in a round from 1 to 10.
pub fn tile_of(ring: &[CastellSkillTile; 8], region: CastellRegion, round: u8) -> CastellSkillTile {
    let segment = WHEEL.iter().position(|&on_wheel| on_wheel == region);
    let segment = segment.expect("every region is on the wheel") + 1;
    tile_at(ring, segment, round)
}

/// The tile at the extra segment in a round from 1 to 10.
pub fn extra_tile(ring: &[CastellSkillTile; 8], round: u8) -> CastellSkillTile {
    tile_at(ring, 0, round)
}

/// In round 1 segment 0 points north; every further round turns the wheel clockwise by one step.
fn tile_at(ring: &[CastellSkillTile; 8], segment: usize, round: u8) -> CastellSkillTile {
    ring[(segment + usize::from(round) - 1) % ring.len()]
}

/// The rounds from this one to the last.
pub fn rounds_from(round: u8) -> impl Iterator<Item = u8> {
    round..=ROUNDS
}

/// The tile that a seat could train at now; `None` if that segment is not open to it.
pub fn open_tile(state: &State, seat: Seat, slot: CastellTrainSlot) -> Option<CastellSkillTile> {
    match (slot, state.options.wheel) {
        (CastellTrainSlot::Region, _) => {
            let pawn = state.player(seat).pawn?;
            Some(tile_of(&state.ring, pawn, state.round))
        }
        (CastellTrainSlot::All, CastellWheel::AllRegions) => {
            Some(extra_tile(&state.ring, state.round))
        }
        (CastellTrainSlot::All, CastellWheel::NoRegions) => None,
    }
}
