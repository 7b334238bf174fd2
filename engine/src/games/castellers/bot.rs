//! What a bot makes of a position.

mod outlook;
mod shape;

use self::shape::Shape;
use super::actions::CastellersAction;
use super::building::{CastellersPlace, spot};
use super::castells::{Castell, Spot};
use super::components::{Casteller, Colour};
use super::state::{Player, State};
use super::{Castellers, data};
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

    fn outlook(state: &State) -> Vec<f64> {
        outlook::of(state)
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
        let new = Shape::with(&Castell::default(), Some((casteller, Spot::Beside)));
        return all_of_castell(player, &new) - 1.0;
    };
    let before = &player.castells[castell];
    let after = Shape::with(before, Some((casteller, spot)));
    all_of_castell(player, &after) - all_of_castell(player, &Shape::of(before))
}

/// What a player gains, which is mostly a loss, if this casteller falls.
fn fallen(state: &State, player: &Player, castell: usize, column: usize) -> f64 {
    let before = &player.castells[castell];
    let mut after = before.clone();
    let faller = after.fall(column, state.options.reopening());
    all_of_castell(player, &Shape::of(&after)) - all_of_castell(player, &Shape::of(before))
        + at_hand(faller)
}

/// The points of a castell and what it can still become.
fn all_of_castell(player: &Player, castell: &Shape) -> f64 {
    let points = match castell.is_valid() {
        true => f64::from(castell.standing),
        false => 0.0,
    };
    points + of_castell(player, castell)
}

/// What a player can expect beyond the points that stand.
fn hope(player: &Player) -> f64 {
    let hand: f64 = player.set.each().map(at_hand).sum();
    let castells = player
        .castells
        .iter()
        .map(|castell| of_castell(player, &Shape::of(castell)));
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
fn of_castell(player: &Player, castell: &Shape) -> f64 {
    let room = ROOM.0 * f64::from(castell.room).min(ROOM.1);
    if castell.is_valid() {
        return room;
    }
    let lacking = f64::from(castell.lacking());
    let fitting = match castell.colour {
        Some(colour) => player.set.of(colour) + player.set.of(Colour::White),
        None => player.set.len(),
    };
    let unblocked = if castell.is_blocked { 0.3 } else { 1.0 };
    let likely = LACKING.powi(i32::from(castell.lacking())) * unblocked;
    let more = 0.4 * lacking + 0.08 * f64::from(fitting).min(lacking);
    likely * (f64::from(castell.standing) + more) + room
}
