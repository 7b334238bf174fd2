//! What a bot makes of a position.

use super::actions::CastellersAction;
use super::building::{CastellersPlace, spot};
use super::castells::Castell;
use super::castells::Spot;
use super::components::{Casteller, Colour, HIGHEST_NUMBER};
use super::state::{Player, State};
use super::{Castellers, data, scoring};
use crate::bot::points_of;
use crate::{Seat, Strategy};

/// What a casteller at hand is worth, who still takes an action and a place.
const AT_HAND: f64 = 0.42;
/// How far every casteller that a castell lacks lowers the hope for it.
const LACKING: f64 = 0.92;
/// What room for one more casteller is worth, and for how many of them.
const ROOM: (f64, f64) = (0.07, 8.0);

impl Strategy for Castellers {
    const LEAD: f64 = 12.0;

    /// The points as they stand, and what can still become of castells and castellers.
    fn prospects(state: &State) -> Vec<f64> {
        let points = points_of::<Castellers>(state);
        let hopes = state.players.iter().map(hope);
        points
            .iter()
            .zip(hopes)
            .map(|(points, hope)| points + hope)
            .collect()
    }

    /// What the castell that grows or falls gains, against what the castellers are worth at hand.
    fn promise(state: &State, seat: Seat, action: &CastellersAction) -> f64 {
        let player = state.player(seat);
        match action {
            CastellersAction::Recruit {} => AT_HAND,
            CastellersAction::Raise { casteller, place } => {
                raised(player, *casteller, *place) - at_hand(*casteller)
            }
            CastellersAction::Exchange {
                pay, take, place, ..
            } => {
                let paid: f64 = pay.iter().map(|&paid| at_hand(paid)).sum();
                raised(player, *take, *place) + at_hand(*take) - 2.0 * paid
            }
            CastellersAction::Fall { castell, column } => {
                fallen(state, player, usize::from(*castell), usize::from(*column))
            }
            CastellersAction::Pass {} | CastellersAction::Lapse {} => 0.0,
        }
    }
}

/// What a player gains if this casteller goes there.
fn raised(player: &Player, casteller: Casteller, place: CastellersPlace) -> f64 {
    let Some((castell, spot)) = spot(place) else {
        let mut new = Castell::default();
        new.put(casteller, Spot::Beside);
        return all_of_castell(player, &new) - 1.0;
    };
    let before = &player.castells[castell];
    let mut after = before.clone();
    after.put(casteller, spot);
    all_of_castell(player, &after) - all_of_castell(player, before)
}

/// What a player gains, which is mostly a loss, if this casteller falls.
fn fallen(state: &State, player: &Player, castell: usize, column: usize) -> f64 {
    let before = &player.castells[castell];
    let mut after = before.clone();
    let faller = after.fall(column, state.options.reopening());
    all_of_castell(player, &after) - all_of_castell(player, before) + at_hand(faller)
}

/// The points of a castell and what it can still become.
fn all_of_castell(player: &Player, castell: &Castell) -> f64 {
    f64::from(scoring::points(castell)) + of_castell(player, castell)
}

/// What a player can expect beyond the points that stand.
fn hope(player: &Player) -> f64 {
    let hand: f64 = player.set.each().map(at_hand).sum();
    let castells = player
        .castells
        .iter()
        .map(|castell| of_castell(player, castell));
    hand + castells.sum::<f64>()
}

fn at_hand(casteller: Casteller) -> f64 {
    match casteller.colour {
        Colour::White => AT_HAND + 0.1,
        Colour::Red | Colour::Green | Colour::Blue | Colour::Pink => {
            let blue = if data::has_blue_background(casteller) {
                0.15
            } else {
                0.0
            };
            AT_HAND + blue
        }
    }
}

/// What a castell can still become.
fn of_castell(player: &Player, castell: &Castell) -> f64 {
    let tops = castell.columns().iter().map(|column| column.last());
    let above =
        |top: Option<&Casteller>| f64::from(HIGHEST_NUMBER - top.map_or(0, |top| top.number));
    let room: f64 = tops.map(above).sum();
    let room = ROOM.0 * room.min(ROOM.1);
    if castell.is_valid() {
        return room;
    }
    let lacking = lacking(castell);
    let colour = castell.colour();
    let fits = |casteller: &Casteller| {
        casteller.is_white() || colour.is_none_or(|colour| colour == casteller.colour)
    };
    let fitting = player.set.each().filter(fits).count() as f64;
    let likely = LACKING.powf(lacking) * if is_blocked(castell) { 0.3 } else { 1.0 };
    let standing: f64 = castell.castellers().map(worth).sum();
    likely * (standing + 0.4 * lacking + 0.08 * fitting.min(lacking)) + room
}

fn worth(casteller: Casteller) -> f64 {
    1.0 + f64::from(u8::from(data::has_blue_background(casteller)))
}

/// How many castellers it takes at least to make a castell valid.
fn lacking(castell: &Castell) -> f64 {
    let short = |column: &Vec<Casteller>| data::VALID_LEVELS.saturating_sub(column.len() as u8);
    let levels: u8 = castell.columns().iter().map(short).sum();
    let count = data::VALID_CASTELLERS.saturating_sub(castell.count());
    f64::from(levels.max(count))
}

/// Does a casteller on level 1 carry nobody?
fn is_blocked(castell: &Castell) -> bool {
    let mut columns = castell.columns().iter();
    columns.any(|column| column.len() == 1 && column[0].number == HIGHEST_NUMBER)
}
