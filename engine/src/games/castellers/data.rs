//! What is printed on the pieces, and every number that the rules take from the box.
//!
//! No source we could read lists the castellers or names the value of a bonus token: those rows are assumed.
//! A corrected table is a new ruleset.

use super::components::{Casteller, Colour};

/// The castellers of one colour.
pub struct Team {
    /// The colour.
    pub colour: Colour,
    /// How many castellers have the number 1, 2, … 7.
    pub copies: [u8; 7],
    /// The numbers whose castellers have a blue background.
    pub blue_backgrounds: &'static [u8],
}

/// All 66 castellers. Their number is printed on the box; the distribution is the only even one that fits two
/// equal sheets of stickers (assumed), and so are the blue backgrounds.
pub const DECK: [Team; 5] = [
    Team {
        colour: Colour::Red,
        copies: [2, 2, 2, 2, 2, 2, 2],
        blue_backgrounds: &[7],
    },
    Team {
        colour: Colour::Green,
        copies: [2, 2, 2, 2, 2, 2, 2],
        blue_backgrounds: &[7],
    },
    Team {
        colour: Colour::Blue,
        copies: [2, 2, 2, 2, 2, 2, 2],
        blue_backgrounds: &[7],
    },
    Team {
        colour: Colour::Pink,
        copies: [2, 2, 2, 2, 2, 2, 2],
        blue_backgrounds: &[7],
    },
    Team {
        colour: Colour::White,
        copies: [0, 2, 2, 2, 2, 2, 0],
        blue_backgrounds: &[],
    },
];

/// How many castellers [`DECK`] has.
pub const CASTELLERS: u8 = 66;

/// Every kind of casteller in the deck with its number of copies, by colour, then by number.
pub fn deck() -> impl Iterator<Item = (Casteller, u16)> {
    DECK.iter().flat_map(|team| {
        (1..)
            .zip(team.copies)
            .map(|(number, copies)| (Casteller::new(team.colour, number), u16::from(copies)))
    })
}

/// Has this casteller a blue background?
pub fn has_blue_background(casteller: Casteller) -> bool {
    DECK[casteller.colour as usize]
        .blue_backgrounds
        .contains(&casteller.number)
}

/// Bases in the supply, for the whole table.
pub const BASES: u8 = 12;

/// Castellers in each set at the start.
pub const DEALT: usize = 2;

/// Actions in a turn, at most.
pub const ACTIONS: u8 = 2;

/// Valid castells that one player needs to end the game, for 2, 3 and 4 seats.
const GOAL_CASTELLS: [u8; 3] = [4, 3, 2];

/// Valid castells that one player needs to end the game at a table of 2 to 4 seats.
pub fn goal_castells(seats: u8) -> u8 {
    GOAL_CASTELLS[usize::from(seats) - 2]
}

/// Castellers that one of those castells must hold, at least.
pub const GOAL_CASTELLERS: u8 = 8;

/// Complete levels of a valid castell, at least.
pub const VALID_LEVELS: u8 = 2;

/// Castellers of a valid castell, at least.
pub const VALID_CASTELLERS: u8 = 4;

/// Points for a bonus token, unless the offer says otherwise (assumed: more than a base costs and than a blue
/// background brings, and no more than the smallest valid castell).
pub const BONUS_VALUE: u8 = 3;

/// Points for a bonus token at most, whatever the offer says.
pub const BONUS_VALUE_MAX: u8 = 20;

/// Rounds in which every turn was ended by the clock, after which the game ends (assumed).
pub const ABANDONED_ROUNDS: u8 = 3;
