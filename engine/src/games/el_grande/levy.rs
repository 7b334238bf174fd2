//! Caballeros come to court: from the province first, and only once it is empty from the own Caballeros in
//! regions (rule 3.3 step 1, Q1 and Q2).

use super::components::{ElGrandeRegion as Region, ElGrandeSpot as Spot};
use super::lists::{ElGrandeFrom, ElGrandeTransfer, absent, total_from};
use super::state::State;
use crate::{Illegal, Seat};

/// The rule that at most so many come.
pub const NUMBER: &str = "el_grande.court.number";
/// The rule that the province is emptied first.
pub const PROVINCE_FIRST: &str = "el_grande.court.province_first";

/// How many Caballeros can come if at most `limit` may.
pub fn most(state: &State, seat: Seat, limit: u8) -> u8 {
    let player = state.player(seat);
    let on_board: u8 = state.free_regions().map(|region| player.has(region)).sum();
    limit.min(player.has(Spot::Province) + on_board)
}

/// Ways to raise up to `limit` Caballeros, and whether these are all: how many from the province, and from which
/// regions. If the province falls short, the missing ones come from each region alone, or one from each.
pub fn candidates(state: &State, seat: Seat, limit: u8) -> (bool, Vec<(u8, Vec<ElGrandeFrom>)>) {
    let player = state.player(seat);
    let province = player.has(Spot::Province);
    let mut ways: Vec<_> = (0..=limit.min(province)).map(|n| (n, Vec::new())).collect();
    let missing = limit.saturating_sub(province);
    let here = |region: &Region| player.has(*region) > 0;
    let regions: Vec<Region> = state.free_regions().filter(here).collect();
    if missing == 0 || regions.is_empty() {
        return (true, ways);
    }
    for &region in &regions {
        for count in 1..=missing.min(player.has(region)) {
            ways.push((province, vec![ElGrandeFrom { region, count }]));
        }
    }
    let one_each = regions.iter().take(usize::from(missing));
    let mixed: Vec<_> = one_each
        .map(|&region| ElGrandeFrom { region, count: 1 })
        .collect();
    if mixed.len() > 1 {
        ways.push((province, mixed));
    }
    (false, ways)
}

/// May these come? `pointer` is where the lists are in the action.
///
/// # Errors
/// More than `limit`, more than there are, the King's region, or regions while the province could supply.
pub fn check(
    state: &State,
    seat: Seat,
    limit: u8,
    province: u8,
    from: &[ElGrandeFrom],
    pointer: &str,
) -> Result<(), Illegal> {
    let here = state.player(seat).has(Spot::Province);
    if province > here {
        return Err(absent(here, format!("{pointer}/province")));
    }
    let drawn = total_from(state, seat, from, &format!("{pointer}/from"))?;
    if drawn > 0 && province < here {
        let detail = format!("the {here} Caballeros of the province come first");
        return Err(Illegal::at(
            PROVINCE_FIRST,
            format!("{pointer}/from"),
            detail,
        ));
    }
    let total = u32::from(province) + drawn;
    if total > u32::from(limit) {
        let detail = format!("at most {limit} may come, not {total}");
        return Err(Illegal::at(NUMBER, pointer, detail));
    }
    Ok(())
}

/// Moves them to the court.
pub fn run(
    state: &mut State,
    seat: Seat,
    province: u8,
    from: &[ElGrandeFrom],
) -> Vec<ElGrandeTransfer> {
    let mut transfers = Vec::new();
    if province > 0 {
        transfers.push(state.transfer(seat, Spot::Province, Spot::Court, province));
    }
    for one in from {
        transfers.push(state.transfer(seat, one.region, Spot::Court, one.count));
    }
    transfers
}
