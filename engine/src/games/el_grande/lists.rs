//! Numbers of Caballeros by place, as actions and events list them.

use super::components::{ElGrandePlace as Place, ElGrandeRegion as Region, ElGrandeSpot as Spot};
use super::state::State;
use crate::{Illegal, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// So many Caballeros put into a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ElGrandeTo {
    /// Where they go.
    pub place: Place,
    /// How many.
    #[schema(minimum = 1, maximum = 30)]
    pub count: u8,
}

/// So many Caballeros taken out of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ElGrandeFrom {
    /// Where they come from; never the King's region (rule 3.4).
    pub region: Region,
    /// How many.
    #[schema(minimum = 1, maximum = 30)]
    pub count: u8,
}

/// Caballeros of one seat that went from one spot to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ElGrandeTransfer {
    /// Whose they are.
    pub seat: Seat,
    /// Where they were.
    pub from: Spot,
    /// Where they are now.
    pub to: Spot,
    /// How many, at least 1.
    #[schema(minimum = 1, maximum = 30)]
    pub count: u8,
}

/// The rule that a number in a list is at least 1.
pub const ZERO: &str = "el_grande.count.zero";
/// The rule that a list names nothing twice.
pub const TWICE: &str = "el_grande.count.twice";
/// The rule that only what is there can be moved.
pub const ABSENT: &str = "el_grande.caballeros.absent";
/// The rule that the King's region is taboo.
pub const TABOO: &str = "el_grande.king.taboo";

/// The refusal of anything that would change the King's region (rule 3.4 b).
pub fn taboo(king: Region, pointer: impl Into<String>) -> Illegal {
    let detail = format!("nothing may be put into or taken out of the King's region, {king:?}");
    Illegal::at(TABOO, pointer, detail)
}

/// The sum of a list of Caballeros that go to places other than the King's region. `pointer` is where the
/// list is in the action.
///
/// # Errors
/// A place that is named twice, that gets none, or that is taboo.
pub fn total_to(state: &State, list: &[ElGrandeTo], pointer: &str) -> Result<u32, Illegal> {
    let mut named = [false; Place::ALL.len()];
    let mut total = 0;
    for (at, to) in list.iter().enumerate() {
        let seen = &mut named[to.place as usize];
        check_entry(to.count, std::mem::replace(seen, true), pointer, at)?;
        if to.place.region() == Some(state.king) {
            return Err(taboo(state.king, format!("{pointer}/{at}/place")));
        }
        total += u32::from(to.count);
    }
    Ok(total)
}

/// The sum of a list of Caballeros of one seat that come out of regions other than the King's.
///
/// # Errors
/// A region that is named twice, that gives none, that is taboo, or that holds fewer of the seat.
pub fn total_from(
    state: &State,
    seat: Seat,
    list: &[ElGrandeFrom],
    pointer: &str,
) -> Result<u32, Illegal> {
    let mut named = [false; Region::ALL.len()];
    let mut total = 0;
    for (at, from) in list.iter().enumerate() {
        let seen = &mut named[from.region.index()];
        check_entry(from.count, std::mem::replace(seen, true), pointer, at)?;
        if from.region == state.king {
            return Err(taboo(state.king, format!("{pointer}/{at}/region")));
        }
        let here = state.player(seat).has(from.region);
        if from.count > here {
            return Err(absent(here, format!("{pointer}/{at}/count")));
        }
        total += u32::from(from.count);
    }
    Ok(total)
}

/// The refusal of moving more Caballeros than the `here` that are there.
pub fn absent(here: u8, pointer: impl Into<String>) -> Illegal {
    Illegal::at(ABSENT, pointer, format!("there are {here} to move"))
}

/// The refusal of an entry that moves nothing.
pub fn zero(pointer: impl Into<String>) -> Illegal {
    Illegal::at(ZERO, pointer, "leave out what gets or gives none")
}

fn check_entry(count: u8, seen: bool, pointer: &str, at: usize) -> Result<(), Illegal> {
    match (count, seen) {
        (_, true) => {
            let detail = "it is named before in this list";
            Err(Illegal::at(TWICE, format!("{pointer}/{at}"), detail))
        }
        (0, false) => Err(zero(format!("{pointer}/{at}/count"))),
        (1.., false) => Ok(()),
    }
}
