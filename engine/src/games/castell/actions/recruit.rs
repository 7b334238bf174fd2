//! Recruiting castellers from the pawn's region (rules 4.2).

use super::CastellAction;
use super::payload::pawn_on_map;
use crate::games::castell::components::{CastellCounts, CastellRegion, LARGEST};
use crate::games::castell::events::CastellEvent;
use crate::games::castell::flow::check_due;
use crate::games::castell::rule;
use crate::games::castell::state::{CastellDeed, State};
use crate::{Illegal, Seat};

/// One casteller of every size there, then every pair.
pub fn candidates(state: &State, seat: Seat) -> Vec<CastellAction> {
    if check_due(state, CastellDeed::Recruit).is_err() {
        return Vec::new();
    }
    let there = castellers_there(state, seat);
    let act = |sizes| CastellAction::Recruit { sizes };
    let singles = there.sizes().map(|size| act(vec![size]));
    let pairs = there.sizes().flat_map(|small| {
        let partners = there
            .sizes()
            .filter(move |&large| large > small || (large == small && there.of(small) > 1));
        partners.map(move |large| act(vec![small, large]))
    });
    singles.chain(pairs).collect()
}

/// Is anybody there?
pub fn is_possible(state: &State, seat: Seat) -> bool {
    !castellers_there(state, seat).is_empty()
}

fn castellers_there(state: &State, seat: Seat) -> CastellCounts {
    let pawn = state.player(seat).pawn;
    pawn.map_or_else(CastellCounts::default, |pawn| state.row(pawn).castellers)
}

/// One or two castellers, who are in the pawn's region.
pub fn check(state: &State, seat: Seat, sizes: &[u8]) -> Result<(), Illegal> {
    check_due(state, CastellDeed::Recruit)?;
    let region = pawn_on_map(state, seat)?;
    if !(1..=2).contains(&sizes.len()) {
        let detail = format!(
            "one or two castellers can be recruited, not {}",
            sizes.len()
        );
        return Err(Illegal::at(rule::RECRUIT_COUNT, "/sizes", detail));
    }
    let mut left = state.row(region).castellers;
    for (place, &size) in sizes.iter().enumerate() {
        take(&mut left, region, size).map_err(|refusal| Illegal {
            pointer: format!("/sizes/{place}"),
            ..refusal
        })?;
    }
    Ok(())
}

/// Takes a casteller of any size whatsoever out of those left in a region.
pub fn take(left: &mut CastellCounts, region: CastellRegion, size: u8) -> Result<(), Illegal> {
    if (1..=LARGEST).contains(&size) && left.take(size) {
        return Ok(());
    }
    let detail = format!("{} has no further casteller of size {size}", region.name());
    Err(Illegal::new(rule::RECRUIT_NOT_THERE, detail))
}

/// Brings the castellers into the team.
pub fn apply(state: &mut State, seat: Seat, sizes: &[u8], events: &mut Vec<CastellEvent>) {
    let region = pawn_on_map(state, seat).expect("checked: the pawn is on the map");
    let mut sizes = sizes.to_vec();
    sizes.sort_unstable();
    for &size in &sizes {
        state.row_mut(region).castellers.take(size);
        state.player_mut(seat).team.put(size);
    }
    events.push(CastellEvent::CastellersRecruited {
        seat,
        region,
        sizes,
    });
}
