//! What secret disks may point at (rules 4.3 to 4.5 and 5.2).

use super::cards::Kind;
use super::components::{ElGrandePlace as Place, ElGrandeRegion as Region};
use super::plans::ElGrandePlan;
use super::state::{Special, Stage, State};
use crate::Seat;

/// Why disks are set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Call {
    /// For a general scoring: where the Caballeros of the Castillo go.
    Scoring,
    /// For a special scoring of regions that one player alone names.
    Unique,
    /// To return up to so many Caballeros from a region.
    Return(u8),
    /// To leave this region.
    Leave(Region),
}

impl Call {
    /// Why disks are set for a special action that needs them.
    pub fn of(special: &Special) -> Call {
        match (&special.plan, special.card.kind()) {
            (ElGrandePlan::Evict { region }, _) => Call::Leave(*region),
            (_, Kind::DiskReturn(count)) => Call::Return(count),
            (_, _) => Call::Unique,
        }
    }

    /// Why disks are being set now, if they are.
    pub fn now(state: &State) -> Option<Call> {
        match &state.stage {
            Stage::Disks { special, .. } => Some(Call::of(special)),
            Stage::Scoring(_) => Some(Call::Scoring),
            Stage::Bid
            | Stage::Intake
            | Stage::Card
            | Stage::Halves(_)
            | Stage::Window { .. }
            | Stage::Returns(_)
            | Stage::Over => None,
        }
    }
}

/// What the disk of a seat may point at; nothing if the seat is not asked. In scorings, and to leave a region, the
/// King's region may be named (Q4, Q10, Q13); to return Caballeros it may not.
pub fn allowed(state: &State, seat: Seat, call: Call) -> Vec<Place> {
    let has = |region: Region| state.player(seat).has(region);
    let regions = Region::ALL.into_iter();
    match call {
        Call::Scoring | Call::Unique => regions.map(Place::from).collect(),
        Call::Return(count) => {
            let least = match count {
                super::cards::ALL => 1,
                count => count,
            };
            let with = |n: u8| -> Vec<Place> {
                let regions = state.free_regions().filter(|&region| has(region) >= n);
                regions.map(Place::from).collect()
            };
            // Who has no region with enough returns as many as possible (Q9).
            match with(least) {
                enough if enough.is_empty() => with(1),
                enough => enough,
            }
        }
        Call::Leave(region) => {
            if seat == state.active() || has(region) == 0 {
                return Vec::new();
            }
            let castillo = state
                .options
                .movement_to_castillo
                .then_some(Place::Castillo);
            let others = regions.filter(|&r| r != region).map(Place::from);
            others.chain(castillo).collect()
        }
    }
}
