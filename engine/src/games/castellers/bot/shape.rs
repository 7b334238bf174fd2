//! What matters of a castell to those who build on.

use crate::games::castellers::castells::{Castell, Spot};
use crate::games::castellers::components::{Casteller, Colour, HIGHEST_NUMBER};
use crate::games::castellers::{data, scoring};

/// A castell, or what it would be with one more casteller.
#[derive(Default)]
pub(super) struct Shape {
    /// What its castellers count in a valid castell.
    pub standing: u8,
    /// By how many numbers its columns could still rise.
    pub room: u8,
    /// Whose castell it is; `None` leaves it open.
    pub colour: Option<Colour>,
    /// Does a casteller on level 1 carry nobody, ever?
    pub is_blocked: bool,
    count: u8,
    /// How many castellers it takes until all columns have the levels of a valid castell.
    short: u8,
}

impl Shape {
    /// As it stands.
    pub fn of(castell: &Castell) -> Shape {
        Shape::with(castell, None)
    }

    /// With one more there, or none.
    pub fn with(castell: &Castell, more: Option<(Casteller, Spot)>) -> Shape {
        let mut shape = Shape::default();
        for (at, column) in castell.columns().iter().enumerate() {
            let (height, top) = (column.len() as u8, column.last());
            match more {
                Some((casteller, Spot::On(on))) if on == at => {
                    shape.add_column(height + 1, casteller.number);
                }
                Some(_) | None => shape.add_column(height, top.map_or(0, |top| top.number)),
            }
        }
        if let Some((casteller, Spot::Beside)) = more {
            shape.add_column(1, casteller.number);
        }
        for casteller in castell.castellers().chain(more.map(|(more, _)| more)) {
            shape.standing += scoring::worth(casteller);
            if !casteller.is_white() {
                shape.colour = Some(casteller.colour);
            }
        }
        shape
    }

    fn add_column(&mut self, height: u8, top: u8) {
        self.count += height;
        self.room += HIGHEST_NUMBER - top;
        self.short += data::VALID_LEVELS.saturating_sub(height);
        self.is_blocked |= height == 1 && top == HIGHEST_NUMBER;
    }

    /// Is it valid?
    pub fn is_valid(&self) -> bool {
        self.lacking() == 0
    }

    /// How many castellers it takes at least to make it valid.
    pub fn lacking(&self) -> u8 {
        self.short
            .max(data::VALID_CASTELLERS.saturating_sub(self.count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn castell(columns: &[&[u8]]) -> Castell {
        let casteller = |&number: &u8| Casteller::new(Colour::Red, number);
        let column = |numbers: &&[u8]| numbers.iter().map(casteller).collect();
        Castell::standing(columns.iter().map(column).collect(), false)
    }

    #[test]
    fn one_more_is_seen_as_if_it_stood_there() {
        let before = castell(&[&[1, 2], &[3]]);
        for (number, spot) in [(7, Spot::On(1)), (4, Spot::On(1))] {
            let more = Casteller::new(Colour::Red, number);
            let seen = Shape::with(&before, Some((more, spot)));
            let mut after = before.clone();
            after.put(more, spot);
            let stands = Shape::of(&after);
            assert_eq!(seen.standing, stands.standing);
            assert_eq!(seen.room, stands.room);
            assert_eq!(seen.lacking(), stands.lacking());
            assert_eq!(seen.is_valid(), after.is_valid());
        }
    }

    #[test]
    fn a_castell_lacks_castellers_or_levels() {
        let lacking = |columns: &[&[u8]]| Shape::of(&castell(columns)).lacking();
        assert_eq!(lacking(&[]), 4);
        assert_eq!(lacking(&[&[1]]), 3);
        assert_eq!(lacking(&[&[1], &[1], &[1], &[1], &[1]]), 5);
        assert_eq!(lacking(&[&[1, 2], &[1]]), 1);
        assert_eq!(lacking(&[&[1, 2], &[1, 2]]), 0);
        assert_eq!(lacking(&[&[1, 2, 3, 4]]), 0);
    }

    #[test]
    fn a_child_on_the_ground_blocks_its_castell() {
        assert!(Shape::of(&castell(&[&[1, 2], &[7]])).is_blocked);
        assert!(!Shape::of(&castell(&[&[1, 7], &[6]])).is_blocked);
    }
}
