//! The cheapest ways to pay out of a set.

use crate::engine::games::castellers::components::{Casteller, HIGHEST_NUMBER, Set};

/// A payment of the lowest sum above a number is never more than 14: without its smallest casteller it would be at most
/// that number, which is at most 7, and the smallest is at most 7.
const MOST: usize = 2 * HIGHEST_NUMBER as usize;

/// For every sum up to 14 the fewest castellers of a set that make it.
pub struct Payments {
    set: Set,
    /// By sum; `None` where the set can't make it.
    by_sum: [Option<Purse>; MOST + 1],
}

/// How many castellers of the number 1, 2, … 7.
#[derive(Clone, Copy, Default)]
struct Purse {
    counts: [u8; HIGHEST_NUMBER as usize],
    len: u8,
}

impl Payments {
    /// The payments that a set can make.
    pub fn of(set: &Set) -> Payments {
        let mut payments = Payments {
            set: *set,
            by_sum: [None; MOST + 1],
        };
        payments.by_sum[0] = Some(Purse::default());
        for casteller in set.each() {
            payments.add(usize::from(casteller.number));
        }
        payments
    }

    /// The payment of the lowest sum above `number`, of these the one with the fewest castellers; `None` if the set does
    /// not hold so much.
    pub fn cheapest_above(&self, number: u8) -> Option<Vec<Casteller>> {
        let sums = &self.by_sum[usize::from(number) + 1..];
        let purse = sums.iter().flatten().next()?;
        Some(self.castellers(purse))
    }

    /// One more casteller of this number can be paid.
    fn add(&mut self, number: usize) {
        for sum in (number..=MOST).rev() {
            let Some(mut purse) = self.by_sum[sum - number] else {
                continue;
            };
            purse.counts[number - 1] += 1;
            purse.len += 1;
            if self.by_sum[sum].is_none_or(|other| purse.len < other.len) {
                self.by_sum[sum] = Some(purse);
            }
        }
    }

    /// Castellers of these numbers, teams before whites.
    fn castellers(&self, purse: &Purse) -> Vec<Casteller> {
        let mut wanted = purse.counts;
        self.set
            .each()
            .filter(|casteller| {
                let left = &mut wanted[usize::from(casteller.number - 1)];
                let paid = *left > 0;
                *left -= u8::from(paid);
                paid
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> Set {
        Set::try_from(text.to_owned()).unwrap()
    }

    fn cheapest(text: &str, number: u8) -> Option<Set> {
        let pay = Payments::of(&set(text)).cheapest_above(number)?;
        Some(pay.into_iter().collect())
    }

    #[test]
    fn the_lowest_sum_above_the_number_is_paid() {
        assert_eq!(cheapest("R2 G6 B3", 4), Some(set("R2 B3")));
        assert_eq!(cheapest("R2 G7", 7), Some(set("R2 G7")));
        assert_eq!(cheapest("R7 G7", 7), Some(set("R7 G7")));
    }

    #[test]
    fn of_equal_sums_the_fewest_castellers_are_paid_and_teams_before_whites() {
        assert_eq!(cheapest("R1 R2 G3 B5", 4), Some(set("B5")));
        assert_eq!(cheapest("W5 P5", 4), Some(set("P5")));
    }

    #[test]
    fn who_holds_too_little_pays_nothing() {
        assert_eq!(cheapest("R1", 1), None);
        assert_eq!(cheapest("R3 G4", 7), None);
        assert_eq!(cheapest("", 1), None);
    }
}
