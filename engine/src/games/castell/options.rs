//! What can be chosen at the offer: the side of the wheel, the first seat, and rulings on points where the
//! printed rules could not be read.

use crate::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a table of Castell plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(default)]
pub struct CastellOptions {
    /// The side of the skill wheel that lies up (rules 2.3).
    pub wheel: CastellWheel,
    /// The seat that goes first in round 1.
    pub first_seat: CastellFirstSeat,
    /// Does a performer also collect the token that paid for this very performance (ruling G6)?
    pub performer_collects_token_just_spent: bool,
    /// The row that the token goes to after a special move (ruling G7).
    pub special_move_token_row: CastellTokenRow,
    /// May a level be more than one narrower than the level below it (ruling G2)?
    pub widths_may_drop_by_more_than_one: bool,
    /// Must an exhibition have exactly the levels on its tile, or may it have more (ruling G21)?
    pub exhibition_levels_exact: bool,
    /// May Base be applied to any level, or to the bottom only (ruling G19)?
    pub base_on_any_level: bool,
    /// May Strength be applied twice to one level, to carry castellers one size larger than its own (ruling G18)?
    pub strength_stacks_on_one_level: bool,
    /// Do tied entrants of a festival all take the prize of their best place, with the places behind it
    /// skipped (ruling G12)? If not, all take the prize of the last place among them.
    pub friendly_prize_ties: bool,
    /// Who takes a size token when entrants have equally many castellers of its size (ruling G13).
    pub size_tie_break: CastellSizeTieBreak,
    /// What training a skill of the highest rank does (ruling G22).
    pub train_at_max_rank: CastellTrainAtMaxRank,
}

impl Default for CastellOptions {
    fn default() -> CastellOptions {
        CastellOptions {
            wheel: CastellWheel::AllRegions,
            first_seat: CastellFirstSeat::Drawn,
            performer_collects_token_just_spent: false,
            special_move_token_row: CastellTokenRow::Destination,
            widths_may_drop_by_more_than_one: true,
            exhibition_levels_exact: true,
            base_on_any_level: true,
            strength_stacks_on_one_level: false,
            friendly_prize_ties: true,
            size_tie_break: CastellSizeTieBreak::TowerScoreThenNobody,
            train_at_max_rank: CastellTrainAtMaxRank::Illegal,
        }
    }
}

/// A side of the skill wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CastellWheel {
    /// The standard game: the tile at the extra segment may be trained from anywhere.
    AllRegions,
    /// The advanced game: the tile at the extra segment can't be trained.
    NoRegions,
}

/// Who goes first in round 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CastellFirstSeat {
    /// A seat that is drawn.
    Drawn,
    /// Seat 0.
    #[serde(rename = "seat_0")]
    Seat0,
    /// Seat 1.
    #[serde(rename = "seat_1")]
    Seat1,
    /// Seat 2, at a table of three or more.
    #[serde(rename = "seat_2")]
    Seat2,
    /// Seat 3, at a table of four.
    #[serde(rename = "seat_3")]
    Seat3,
}

impl CastellFirstSeat {
    /// The seat; `None` if it is to be drawn.
    pub fn seat(self) -> Option<Seat> {
        match self {
            CastellFirstSeat::Drawn => None,
            CastellFirstSeat::Seat0 => Some(Seat(0)),
            CastellFirstSeat::Seat1 => Some(Seat(1)),
            CastellFirstSeat::Seat2 => Some(Seat(2)),
            CastellFirstSeat::Seat3 => Some(Seat(3)),
        }
    }
}

/// Where the token of a special move goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CastellTokenRow {
    /// To the row of the region that the pawn has come to.
    Destination,
    /// To the row of the region that the pawn has left.
    Origin,
}

/// Who takes a size token when entrants tie for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CastellSizeTieBreak {
    /// The one with the higher tower score; if that ties too, nobody.
    TowerScoreThenNobody,
    /// Nobody.
    Nobody,
}

/// What training a skill does once its rank is the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CastellTrainAtMaxRank {
    /// It is forbidden.
    Illegal,
    /// Nothing; the action is spent.
    NoEffect,
}

/// The rulings that bear on which towers are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TowerRulings {
    /// [`CastellOptions::widths_may_drop_by_more_than_one`].
    pub widths_may_drop_by_more_than_one: bool,
    /// [`CastellOptions::base_on_any_level`].
    pub base_on_any_level: bool,
    /// [`CastellOptions::strength_stacks_on_one_level`].
    pub strength_stacks_on_one_level: bool,
}

impl TowerRulings {
    /// How often Strength may be applied to one level.
    pub fn strength_per_level(&self) -> u8 {
        match self.strength_stacks_on_one_level {
            true => 2,
            false => 1,
        }
    }
}

impl CastellOptions {
    /// The rulings that bear on which towers are legal.
    pub fn tower_rulings(&self) -> TowerRulings {
        TowerRulings {
            widths_may_drop_by_more_than_one: self.widths_may_drop_by_more_than_one,
            base_on_any_level: self.base_on_any_level,
            strength_stacks_on_one_level: self.strength_stacks_on_one_level,
        }
    }
}
