//! What lies in the box: castellers and their teams, and a heap of castellers without order.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The highest number on a casteller; the lowest is 1.
pub const HIGHEST_NUMBER: u8 = 7;

/// The team of a casteller. White is no team but the wild colour: a white casteller may stand with any team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CastellersColour)]
pub enum Colour {
    /// The red team.
    Red,
    /// The green team.
    Green,
    /// The blue team (a team; the blue background is something else).
    Blue,
    /// The pink team.
    Pink,
    /// Wild.
    White,
}

impl Colour {
    /// Every colour, in the order in which castellers are listed.
    pub const ALL: [Colour; 5] = [
        Colour::Red,
        Colour::Green,
        Colour::Blue,
        Colour::Pink,
        Colour::White,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Green => "green",
            Colour::Blue => "blue",
            Colour::Pink => "pink",
            Colour::White => "white",
        }
    }
}

/// A casteller. Castellers of equal colour and number are alike. Those with number 7 have a blue background
/// and count 2 points in a valid castell, all others count 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CastellersCasteller)]
pub struct Casteller {
    /// The team, or white.
    pub colour: Colour,
    /// From 1, the strongest, who carries all others, to 7, the child on top.
    #[schema(minimum = 1, maximum = 7)]
    pub number: u8,
}

impl Casteller {
    /// The casteller of this colour and number.
    pub const fn new(colour: Colour, number: u8) -> Casteller {
        Casteller { colour, number }
    }

    /// Is this a wild one?
    pub fn is_white(self) -> bool {
        self.colour == Colour::White
    }

    /// What a person calls it.
    pub fn called(self) -> String {
        format!("the {} {}", self.colour.word(), self.number)
    }
}

/// How many kinds of casteller there may be: every colour with every number.
const KINDS: usize = Colour::ALL.len() * HIGHEST_NUMBER as usize;

/// Castellers that lie together without order: the set (*conjunto*) of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Set {
    /// How many of each kind, by colour, then by number.
    counts: [u8; KINDS],
}

impl Set {
    /// How many of these are in it: none of a casteller that does not exist.
    pub fn count(&self, casteller: Casteller) -> u8 {
        match casteller.number {
            1..=HIGHEST_NUMBER => self.counts[kind(casteller)],
            _ => 0,
        }
    }

    /// How many castellers there are in all.
    pub fn len(&self) -> u8 {
        self.counts.iter().sum()
    }

    /// How many castellers of one colour there are.
    pub fn of(&self, colour: Colour) -> u8 {
        let first = kind(Casteller::new(colour, 1));
        let counts = &self.counts[first..first + usize::from(HIGHEST_NUMBER)];
        counts.iter().sum()
    }

    /// Is nothing in it?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds one; its number must be one of 1 to 7.
    pub fn add(&mut self, casteller: Casteller) {
        self.counts[kind(casteller)] += 1;
    }

    /// Takes one out; `false`, and nothing changes, if there is none.
    pub fn take(&mut self, casteller: Casteller) -> bool {
        let there = self.count(casteller) > 0;
        if there {
            self.counts[kind(casteller)] -= 1;
        }
        there
    }

    /// The distinct castellers in it with their counts, by colour, then by number.
    pub fn kinds(&self) -> impl Iterator<Item = (Casteller, u8)> {
        let counts = self.counts.into_iter().enumerate();
        counts
            .filter(|&(_, count)| count > 0)
            .map(|(kind, count)| (of_kind(kind), count))
    }

    /// Every single casteller in it, by colour, then by number.
    pub fn each(&self) -> impl Iterator<Item = Casteller> {
        self.kinds()
            .flat_map(|(casteller, count)| std::iter::repeat_n(casteller, usize::from(count)))
    }
}

fn kind(casteller: Casteller) -> usize {
    casteller.colour as usize * usize::from(HIGHEST_NUMBER) + usize::from(casteller.number - 1)
}

fn of_kind(kind: usize) -> Casteller {
    let (colour, number) = (
        kind / usize::from(HIGHEST_NUMBER),
        kind % usize::from(HIGHEST_NUMBER),
    );
    Casteller::new(Colour::ALL[colour], number as u8 + 1)
}

impl Default for Set {
    /// Nobody.
    fn default() -> Set {
        Set { counts: [0; KINDS] }
    }
}

impl FromIterator<Casteller> for Set {
    fn from_iter<I: IntoIterator<Item = Casteller>>(castellers: I) -> Set {
        let mut set = Set::default();
        for casteller in castellers {
            set.add(casteller);
        }
        set
    }
}
