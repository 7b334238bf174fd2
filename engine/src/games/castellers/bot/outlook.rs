//! The points that players can expect, at a second look: by what a large number of games among bots tells of how they ended.

use super::shape::Shape;
use crate::Seat;
use crate::games::castellers::components::Casteller;
use crate::games::castellers::state::{Player, State};
use crate::games::castellers::{data, scoring};

/// What a point of a valid castell is worth, which others are mostly built on.
const POINT: f64 = 1.2;
/// What is left of the points of a castell that is not valid, by how many castellers it lacks: one, two, more.
const LACKING: [f64; 3] = [0.95, 0.75, 0.5];
/// What a base costs: more than its point, for the castellers on it could stand elsewhere. A castell that is not valid yet
/// costs less by so much while everybody is in the bag.
const BASE: (f64, f64) = (2.2, 2.5);
/// What room for one more casteller is worth in a castell that is not valid, in one that is, and in that while everybody is
/// in the bag; and for how many of them.
const ROOM: (f64, f64, f64, u8) = (0.12, 0.06, 0.64, 8);
/// What a casteller at hand is worth who has a place to go, times the number; and anybody else.
const AT_HAND: (f64, f64) = (0.136, 0.3);
/// Which part of a bonus token counts when nobody is left in the bag.
const TOKEN: f64 = 0.7;

/// What each seat can expect.
pub(super) fn of(state: &State) -> Vec<f64> {
    let in_bag = f64::from(state.bag.len()) / f64::from(data::CASTELLERS);
    let token = TOKEN * (1.0 - in_bag) * f64::from(state.options.bonus_value);
    let (tallest, widest) = (scoring::tallest(state), scoring::widest(state));
    let outlook = |seat: Seat| {
        let player = state.player(seat);
        let tokens = [tallest, widest].into_iter();
        let tokens = tokens.filter(|holder| *holder == Some(seat)).count();
        let castells = player.castells.iter().map(Shape::of);
        let castells = castells.map(|castell| of_castell(&castell, in_bag));
        castells.sum::<f64>() + of_set(player) + token * tokens as f64
    };
    Seat::all(state.seats()).map(outlook).collect()
}

/// What a castell brings and costs, if so large a part of all castellers is still in the bag.
fn of_castell(castell: &Shape, in_bag: f64) -> f64 {
    let standing = f64::from(castell.standing);
    let room = f64::from(castell.room.min(ROOM.3));
    if castell.is_valid() {
        return POINT * standing + (ROOM.1 + ROOM.2 * in_bag) * room - BASE.0;
    }
    let lacking = usize::from(castell.lacking()).min(LACKING.len());
    LACKING[lacking - 1] * standing + ROOM.0 * room + BASE.1 * in_bag - BASE.0
}

/// What the castellers at hand are worth: to be raised, or as a payment.
fn of_set(player: &Player) -> f64 {
    let kinds = player.set.kinds();
    let worth = kinds.map(|(casteller, count)| match has_place(player, casteller) {
        true => AT_HAND.0 * f64::from(casteller.number) * f64::from(count),
        false => AT_HAND.1 * f64::from(count),
    });
    worth.sum()
}

/// Can the casteller join one of the player's castells?
fn has_place(player: &Player, casteller: Casteller) -> bool {
    let mut castells = player.castells.iter();
    castells.any(|castell| castell.spots(casteller).next().is_some())
}
