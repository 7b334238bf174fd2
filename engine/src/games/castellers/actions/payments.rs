//! The cheapest ways to pay out of a set.

use crate::games::castellers::components::{Casteller, Colour, HIGHEST_NUMBER, Set};

/// What a set can pay.
///
/// Sums are bits of a number. Sixteen are enough: a payment of the lowest sum above a number is never more than 14, since
/// without its lowest casteller it would be at most that number, which like the casteller is at most 7.
pub struct Payments {
    /// The set, the highest numbers first, whites after the teams.
    castellers: Vec<Casteller>,
    /// The sums that the first 0, 1, 2, … of them can make.
    sums: Vec<u16>,
}

impl Payments {
    /// The payments that a set can make.
    pub fn of(set: &Set) -> Payments {
        let highest_first = (1..=HIGHEST_NUMBER).rev().flat_map(|number| {
            Colour::ALL.into_iter().flat_map(move |colour| {
                let casteller = Casteller::new(colour, number);
                std::iter::repeat_n(casteller, usize::from(set.count(casteller)))
            })
        });
        let castellers: Vec<Casteller> = highest_first.collect();
        let mut reached = 1;
        let mut sums = vec![reached];
        for casteller in &castellers {
            reached |= reached << casteller.number;
            sums.push(reached);
        }
        Payments { castellers, sums }
    }

    /// The payment of the lowest sum above `number`, which must be at most 7; `None` if the set does not hold so much. Of
    /// equal sums it is the one that keeps the lowest castellers, who can carry most, and whites rather than others.
    pub fn cheapest_above(&self, number: u8) -> Option<Vec<Casteller>> {
        let all = self.sums[self.castellers.len()];
        let above = all & (u16::MAX << (number + 1));
        if above == 0 {
            return None;
        }
        let mut left = above.trailing_zeros();
        let mut pay = Vec::new();
        for (&casteller, sums) in self.castellers.iter().zip(&self.sums).rev() {
            let others_make_it = sums >> left & 1 == 1;
            if !others_make_it {
                pay.push(casteller);
                left -= u32::from(casteller.number);
            }
        }
        Some(pay)
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
    fn of_equal_sums_the_lowest_castellers_are_kept_and_whites_rather_than_others() {
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
