//! The King returns: choosing what goes back to the province (rule 4.3).

use super::{ElGrandeAction, not_now};
use crate::games::el_grande::components::{ElGrandeRegion as Region, ElGrandeSpot as Spot};
use crate::games::el_grande::flow::Step;
use crate::games::el_grande::lists::{ElGrandeFrom, absent, total_from};
use crate::games::el_grande::special::{self, owed};
use crate::games::el_grande::state::{Return, Stage, State};
use crate::{Illegal, Seat};

/// The rule that exactly so many go back.
pub const NUMBER: &str = "el_grande.return.number";

/// Some choices: court and regions in turn give as many as they can, the rest coming from those after them; and one
/// each from court and regions.
pub fn candidates(state: &State, seat: Seat) -> Vec<ElGrandeAction> {
    let player = state.player(seat);
    let here = |region: &Region| player.has(*region) > 0;
    let mut sources: Vec<Spot> = state.free_regions().filter(here).map(Spot::from).collect();
    if player.has(Spot::Court) > 0 {
        sources.insert(0, Spot::Court);
    }
    let mut actions: Vec<ElGrandeAction> = Vec::new();
    for most in [special::RETURNED, 1] {
        for start in 0..sources.len() {
            let action = draw(state, seat, &sources, start, most);
            if !actions.contains(&action) {
                actions.push(action);
            }
        }
    }
    actions
}

/// As many as are owed, from the source at `start` on round all of them, at most `most` from each in the first round.
fn draw(state: &State, seat: Seat, sources: &[Spot], start: usize, most: u8) -> ElGrandeAction {
    let mut left = owed(state, seat);
    let mut taken = vec![0; sources.len()];
    for most in [most, special::RETURNED] {
        for step in 0..sources.len() {
            let at = (start + step) % sources.len();
            let here = state.player(seat).has(sources[at]) - taken[at];
            let count = here.min(most).min(left);
            taken[at] += count;
            left -= count;
        }
    }
    let count_in = |spot: Spot| {
        let at = sources.iter().position(|&source| source == spot);
        at.map_or(0, |at| taken[at])
    };
    let from = Region::ALL.into_iter().filter_map(|region| {
        let count = count_in(region.into());
        (count > 0).then_some(ElGrandeFrom { region, count })
    });
    ElGrandeAction::ReturnCaballeros {
        court: count_in(Spot::Court),
        from: from.collect(),
    }
}

/// May these go back?
///
/// # Errors
/// More than there are, the King's region, or another number than is owed.
pub fn check(state: &State, seat: Seat, court: u8, from: &[ElGrandeFrom]) -> Result<(), Illegal> {
    let Stage::Returns(_) = state.stage else {
        return Err(not_now(state));
    };
    let here = state.player(seat).has(Spot::Court);
    if court > here {
        return Err(absent(here, "/court"));
    }
    let total = u32::from(court) + total_from(state, seat, from, "/from")?;
    let owed = owed(state, seat);
    if total != u32::from(owed) {
        let detail = format!("{owed} have to go back, not {total}");
        return Err(Illegal::new(NUMBER, detail));
    }
    Ok(())
}

/// Notes the choice; it takes place once all opponents have chosen.
pub fn apply(step: &mut Step, seat: Seat, court: u8, from: &[ElGrandeFrom]) {
    let from = from.to_vec();
    special::choose_return(step, Return { seat, court, from });
}
