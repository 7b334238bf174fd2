//! What can be chosen at the offer.

use super::castells::Reopening;
use super::data;
use super::rule;
use crate::{Illegal, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What can be chosen at the offer of a game of Castellers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CastellersOptions {
    /// Do only valid castells compete for the two bonus tokens? The printed rules give them to the tallest and the
    /// widest castell without a word on validity. Default true.
    #[schema(default = true)]
    pub bonus_needs_valid: bool,
    /// Does level 1 open again once a fall has left nobody above it? If not it stays closed until the base is bare.
    /// Default true.
    #[schema(default = true)]
    pub fall_reopens: bool,
    /// Does the game end when every seat in turn has ended a whole turn without an action? If not it ends when nobody
    /// can do anything but pass. Default true.
    #[schema(default = true)]
    pub deadlock_end: bool,
    /// Points for each of the two bonus tokens, 0 to 20. Default 3.
    #[schema(default = 3, minimum = 0, maximum = 20)]
    pub bonus_value: u8,
    /// Every seat of the table once, the youngest player first: who draws first and who starts when the lowest sets are
    /// equal. Default empty, which makes seat 0 the youngest, seat 1 the next and so on.
    #[schema(max_items = 4)]
    pub age_order: Vec<Seat>,
}

impl Default for CastellersOptions {
    fn default() -> CastellersOptions {
        CastellersOptions {
            bonus_needs_valid: true,
            fall_reopens: true,
            deadlock_end: true,
            bonus_value: data::BONUS_VALUE,
            age_order: Vec::new(),
        }
    }
}

impl CastellersOptions {
    /// May a table of so many seats play with these options?
    ///
    /// # Errors
    /// The rule that an option breaks, with a pointer to the option.
    pub(super) fn admit(&self, seats: u8) -> Result<(), Illegal> {
        if self.bonus_value > data::BONUS_VALUE_MAX {
            return Err(Illegal::at(
                rule::OPTIONS_BONUS_VALUE,
                "/bonus_value",
                format!(
                    "a bonus token is worth 0 to {} points, not {}",
                    data::BONUS_VALUE_MAX,
                    self.bonus_value
                ),
            ));
        }
        let once = |seat| self.age_order.iter().filter(|&&s| s == seat).count() == 1;
        let complete = self.age_order.len() == usize::from(seats) && Seat::all(seats).all(once);
        if complete || self.age_order.is_empty() {
            return Ok(());
        }
        Err(Illegal::at(
            rule::OPTIONS_AGE_ORDER,
            "/age_order",
            format!("an age order names each of the {seats} seats once, or nobody"),
        ))
    }

    /// The seats, the youngest first.
    pub(super) fn youngest_first(&self, seats: u8) -> Vec<Seat> {
        match self.age_order.is_empty() {
            true => Seat::all(seats).collect(),
            false => self.age_order.clone(),
        }
    }

    /// When a closed level 1 opens again.
    pub(super) fn reopening(&self) -> Reopening {
        match self.fall_reopens {
            true => Reopening::WhenNobodyIsAbove,
            false => Reopening::WhenBare,
        }
    }
}
