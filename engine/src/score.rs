//! Points, itemised, and the order they put the seats in.

use super::seat::Seat;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use utoipa::ToSchema;

/// What gave how many points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ScoreItem {
    /// The kind of points, a snake_case word of the game's own: `castells`, `bases`, `tallest`.
    #[schema(value_type = String, max_length = 64)]
    pub what: Cow<'static, str>,
    /// Points for it; a cost is negative.
    pub points: i32,
}

impl ScoreItem {
    /// An item of a score.
    pub fn new(what: &'static str, points: i32) -> ScoreItem {
        ScoreItem {
            what: Cow::Borrowed(what),
            points,
        }
    }
}

/// The points of one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// The items, which add up to the total.
    pub breakdown: Vec<ScoreItem>,
}

impl Score {
    /// The sum of all items.
    pub fn total(&self) -> i32 {
        self.breakdown.iter().map(|item| item.points).sum()
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Outcome {
    /// Why the game ended, a snake_case word from the game's list of end reasons.
    #[schema(max_length = 64)]
    pub reason: String,
    /// Every seat with its place, ordered by seat.
    pub places: Vec<Place>,
}

/// Where a seat came in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Place {
    /// The seat.
    pub seat: Seat,
    /// 1 for the winner. Seats that share a place have the same number, and the numbers after it are
    /// skipped.
    #[schema(minimum = 1)]
    pub place: u8,
    /// Points in all.
    pub score: i32,
    /// What gave how many points; the items add up to `score`.
    pub breakdown: Vec<ScoreItem>,
}

impl Outcome {
    /// Ranks the seats: most points first, then the larger tie-break key; seats equal in both share
    /// their place. `scores` and `tie_breaks` are ordered by seat.
    pub fn rank<K: Ord>(reason: &str, scores: Vec<Score>, tie_breaks: &[K]) -> Outcome {
        let strength = |index: usize, score: &Score| (score.total(), &tie_breaks[index]);
        let ranks: Vec<usize> = (0..scores.len())
            .map(|i| {
                (0..scores.len())
                    .filter(|&j| strength(j, &scores[j]) > strength(i, &scores[i]))
                    .count()
            })
            .collect();
        let places = scores
            .into_iter()
            .zip(ranks)
            .zip(0..)
            .map(|((score, better), seat)| Place {
                seat: Seat(seat),
                place: better as u8 + 1,
                score: score.total(),
                breakdown: score.breakdown,
            })
            .collect();
        Outcome {
            reason: reason.to_owned(),
            places,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(points: i32) -> Score {
        Score {
            breakdown: vec![ScoreItem::new("all", points)],
        }
    }

    #[test]
    fn equal_seats_share_a_place_and_the_next_is_skipped() {
        let scores = vec![points(5), points(9), points(9), points(-1)];
        let outcome = Outcome::rank("end", scores, &[0, 3, 3, 9]);
        let places: Vec<u8> = outcome.places.iter().map(|p| p.place).collect();
        assert_eq!(places, [3, 1, 1, 4]);
    }

    #[test]
    fn the_tie_break_orders_equal_points_only() {
        let scores = vec![points(9), points(9), points(8)];
        let outcome = Outcome::rank("end", scores, &[1, 2, 7]);
        let places: Vec<u8> = outcome.places.iter().map(|p| p.place).collect();
        assert_eq!(places, [2, 1, 3]);
    }
}
