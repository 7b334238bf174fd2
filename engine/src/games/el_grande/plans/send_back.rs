//! A Caballero of each opponent goes from a region back to the province (rule 4.3, Q28).

use super::{ElGrandePlan, belongs};
use crate::games::el_grande::cards::Kind;
use crate::games::el_grande::components::{
    ElGrandeCard as Card, ElGrandeRegion as Region, ElGrandeSpot as Spot,
};
use crate::games::el_grande::lists::{ElGrandeTransfer, TWICE, absent, taboo};
use crate::games::el_grande::state::State;
use crate::{Illegal, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One Caballero that is sent back to its province.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ElGrandeSending {
    /// Whose it is: an opponent's.
    pub seat: Seat,
    /// Where it stands; not the King's region.
    pub region: Region,
}

/// The rule that the Caballeros sent back are an opponent's.
pub const SEAT: &str = "el_grande.send_back.seat";

/// Some plans: every single Caballero alone; and one of each opponent, who stand in several regions as
/// these take turns.
pub fn candidates(state: &State, seat: Seat) -> Vec<ElGrandePlan> {
    let opponents: Vec<Seat> = seat.clockwise(state.seats()).skip(1).collect();
    let regions = |owner: Seat| -> Vec<Region> {
        let here = |region: &Region| state.player(owner).has(*region) > 0;
        state.free_regions().filter(here).collect()
    };
    let mut plans = Vec::new();
    let mut offer = |caballeros: Vec<ElGrandeSending>| {
        let plan = ElGrandePlan::SendBack { caballeros };
        if !plans.contains(&plan) {
            plans.push(plan);
        }
    };
    for turn in 0..Region::ALL.len() - 1 {
        let each = opponents.iter().filter_map(|&seat| {
            let regions = regions(seat);
            let region = *regions.get(turn % regions.len().max(1))?;
            Some(ElGrandeSending { seat, region })
        });
        offer(each.collect());
    }
    for &seat in &opponents {
        for region in regions(seat) {
            offer(vec![ElGrandeSending { seat, region }]);
        }
    }
    plans
}

/// Is this a plan for the card?
///
/// # Errors
/// A plan of other cards; a seat that is no opponent or is named twice; a region where it has none; the King's
/// region.
pub fn check(
    state: &State,
    seat: Seat,
    card: Card,
    caballeros: &[ElGrandeSending],
) -> Result<(), Illegal> {
    belongs(card, Kind::SendBack)?;
    let mut named = [false; 5];
    for (at, one) in caballeros.iter().enumerate() {
        let pointer = |member: &str| format!("/plan/caballeros/{at}/{member}");
        if one.seat == seat || one.seat.0 >= state.seats() {
            let detail = "only opponents' Caballeros can be sent back";
            return Err(Illegal::at(SEAT, pointer("seat"), detail));
        }
        if std::mem::replace(&mut named[one.seat.index()], true) {
            let detail = "one Caballero of each opponent at most";
            return Err(Illegal::at(TWICE, pointer("seat"), detail));
        }
        if one.region == state.king {
            return Err(taboo(state.king, pointer("region")));
        }
        if state.player(one.seat).has(one.region) == 0 {
            return Err(absent(0, pointer("region")));
        }
    }
    Ok(())
}

/// Sends the first so many back.
pub fn run(state: &mut State, caballeros: &[ElGrandeSending], steps: u8) -> Vec<ElGrandeTransfer> {
    caballeros
        .iter()
        .take(usize::from(steps))
        .map(|one| state.transfer(one.seat, one.region, Spot::Province, 1))
        .collect()
}
