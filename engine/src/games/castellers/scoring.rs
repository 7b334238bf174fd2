//! Points, bonus tokens and the order of the players.

use super::castells::Castell;
use super::components::Casteller;
use super::data;
use super::state::{Player, State};
use crate::{Outcome, Score, ScoreItem, Seat};

/// The points of every seat as it stands, ordered by seat. Each casteller of a valid castell, unfinished levels included,
/// counts 1 and a blue background 1 more; each base costs 1, whatever stands on it; sets count nothing.
pub fn scores(state: &State) -> Vec<Score> {
    let (tallest, widest) = (tallest(state), widest(state));
    let bonus = i32::from(state.options.bonus_value);
    let score = |seat: Seat| {
        let player = state.player(seat);
        let token = |holder| if holder == Some(seat) { bonus } else { 0 };
        Score {
            breakdown: vec![
                ScoreItem::new("castells", standing(player, |_| true)),
                ScoreItem::new(
                    "blue_backgrounds",
                    standing(player, data::has_blue_background),
                ),
                ScoreItem::new("bases", -(player.castells.len() as i32)),
                ScoreItem::new("tallest", token(tallest)),
                ScoreItem::new("widest", token(widest)),
            ],
        }
    };
    Seat::all(state.seats()).map(score).collect()
}

/// The result if the game ended here: most points win; of equal ones the highest white casteller; else they share.
pub fn rank(state: &State, reason: &str) -> Outcome {
    let whites: Vec<u8> = state.players.iter().map(Player::highest_white).collect();
    Outcome::rank(reason, scores(state), &whites)
}

/// Who would get the token for the tallest castell now.
pub fn tallest(state: &State) -> Option<Seat> {
    holder(state, Castell::height)
}

/// Who would get the token for the widest castell now.
pub fn widest(state: &State) -> Option<Seat> {
    holder(state, Castell::width)
}

/// What the castellers of one castell bring, its base not counted: nothing if it is not valid.
pub fn points(castell: &Castell) -> u8 {
    if !castell.is_valid() {
        return 0;
    }
    castell.castellers().map(worth).sum()
}

/// What a casteller brings in a valid castell.
pub fn worth(casteller: Casteller) -> u8 {
    1 + u8::from(data::has_blue_background(casteller))
}

fn standing(player: &Player, counts: impl Fn(Casteller) -> bool) -> i32 {
    let castellers = player.valid_castells().flat_map(Castell::castellers);
    castellers.filter(|&casteller| counts(casteller)).count() as i32
}

/// Who has the best castell by this measure; of equal ones that with more castellers is better. Nobody, if two players
/// have the same best or nobody has any.
fn holder(state: &State, measure: fn(&Castell) -> u8) -> Option<Seat> {
    let competes = |castell: &&Castell| match state.options.bonus_needs_valid {
        true => castell.is_valid(),
        false => !castell.is_bare(),
    };
    let best = |player: &Player| {
        let competing = player.castells.iter().filter(competes);
        competing
            .map(|castell| (measure(castell), castell.count()))
            .max()
    };
    let bests: Vec<_> = state.players.iter().map(best).collect();
    let highest = bests.iter().flatten().max()?;
    let mut holders =
        Seat::all(state.seats()).filter(|seat| bests[seat.index()].as_ref() == Some(highest));
    let holder = holders.next();
    match holders.next() {
        Some(_) => None,
        None => holder,
    }
}
