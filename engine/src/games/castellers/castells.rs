//! One castell: what stands on a base, what may be put there, and how it falls.

use super::components::{Casteller, Colour};
use super::data;
use serde::Deserialize;

/// A base with the castellers on it. Each casteller on level 1 begins a column, each other one stands on the one
/// below it; level *k* is the *k*-th casteller of every column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Castell {
    /// From bottom to top; an empty column is a hole that a fall has left.
    columns: Vec<Vec<Casteller>>,
    /// Level 2 has been started, so that the number of columns is fixed.
    closed: bool,
}

/// Where on a base a casteller goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// On the base, as a new column after the last.
    Beside,
    /// On top of a column, or into the hole that it is.
    On(usize),
}

/// Why a casteller can't go there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Castellers of this other colour stand there.
    Colour(Colour),
    /// Level 2 has been started: no new columns.
    Closed,
    /// There is no such column.
    NoColumn,
    /// Lower columns have to grow first.
    NotLowest,
    /// This casteller on top of the column has no lower number.
    NotHigher(Casteller),
}

impl Castell {
    /// A castell that stands like this. `closed` says that level 1 is closed even if nobody stands above it.
    pub(super) fn standing(columns: Vec<Vec<Casteller>>, closed: bool) -> Castell {
        let mut castell = Castell { columns, closed };
        castell.closed |= castell.height() >= 2;
        castell
    }

    /// The columns, each from bottom to top.
    pub fn columns(&self) -> &[Vec<Casteller>] {
        &self.columns
    }

    /// Is the number of columns fixed?
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Every casteller on it.
    pub fn castellers(&self) -> impl Iterator<Item = Casteller> {
        self.columns.iter().flatten().copied()
    }

    /// How many castellers stand on it.
    pub fn count(&self) -> u8 {
        self.columns.iter().map(|column| height(column)).sum()
    }

    /// Levels with at least one casteller: the height of the highest column.
    pub fn height(&self) -> u8 {
        self.columns.iter().map(|c| height(c)).max().unwrap_or(0)
    }

    /// Complete levels: the height of the lowest column, a hole being a column of height 0.
    pub fn complete_levels(&self) -> u8 {
        self.columns.iter().map(|c| height(c)).min().unwrap_or(0)
    }

    /// Castellers on level 1, which is always the widest.
    pub fn width(&self) -> u8 {
        self.columns.iter().filter(|c| !c.is_empty()).count() as u8
    }

    /// Does nobody stand on the base?
    pub fn is_bare(&self) -> bool {
        self.columns.is_empty()
    }

    /// The colour of those who are not white, from what stands there now; `None` leaves it open.
    pub fn colour(&self) -> Option<Colour> {
        self.castellers()
            .find(|casteller| !casteller.is_white())
            .map(|casteller| casteller.colour)
    }

    /// A castell is valid with two complete levels and four castellers.
    pub fn is_valid(&self) -> bool {
        self.complete_levels() >= data::VALID_LEVELS && self.count() >= data::VALID_CASTELLERS
    }

    /// May this casteller go there? One colour only; level 1 is open until level 2 is started; then the lowest
    /// columns grow first, so that one level is complete before the next begins; and numbers rise.
    ///
    /// # Errors
    /// What is in the way.
    pub fn admits(&self, casteller: Casteller, spot: Spot) -> Result<(), Obstacle> {
        self.welcomes(casteller)?;
        match spot {
            Spot::Beside if self.closed => Err(Obstacle::Closed),
            Spot::Beside => Ok(()),
            Spot::On(index) => {
                let column = self.columns.get(index).ok_or(Obstacle::NoColumn)?;
                carries(column, self.complete_levels(), casteller)
            }
        }
    }

    /// Every spot that [`Castell::admits`] this casteller.
    pub fn spots(&self, casteller: Casteller) -> impl Iterator<Item = Spot> {
        let welcome = self.welcomes(casteller).is_ok();
        let lowest = self.complete_levels();
        let columns = if welcome { &self.columns[..] } else { &[] };
        let beside = (welcome && !self.closed).then_some(Spot::Beside);
        let on = columns
            .iter()
            .enumerate()
            .filter_map(move |(index, column)| {
                carries(column, lowest, casteller)
                    .is_ok()
                    .then_some(Spot::On(index))
            });
        beside.into_iter().chain(on)
    }

    /// Is the casteller of the colour that stands there?
    fn welcomes(&self, casteller: Casteller) -> Result<(), Obstacle> {
        match self.colour() {
            Some(colour) if colour != casteller.colour && !casteller.is_white() => {
                Err(Obstacle::Colour(colour))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Is there an equal column before this one, so that it makes no difference which of them grows?
    pub fn repeats(&self, spot: Spot) -> bool {
        match spot {
            Spot::Beside => false,
            Spot::On(index) => self.columns[..index].contains(&self.columns[index]),
        }
    }

    /// Puts a casteller where [`Castell::admits`] it, and says in which column it stands.
    pub fn put(&mut self, casteller: Casteller, spot: Spot) -> usize {
        match spot {
            Spot::Beside => {
                self.columns.push(vec![casteller]);
                self.columns.len() - 1
            }
            Spot::On(index) => {
                self.closed |= !self.columns[index].is_empty();
                self.columns[index].push(casteller);
                index
            }
        }
    }

    /// The columns whose top casteller has the highest number of the castell. Numbers rise in every column, so
    /// that the highest one always is on top of its column, though not always on the top level.
    pub fn highest(&self) -> impl Iterator<Item = (usize, Casteller)> {
        let tops = || self.columns.iter().map(|column| column.last().copied());
        let highest = tops().flatten().map(|top| top.number).max();
        tops().enumerate().filter_map(move |(index, top)| {
            top.filter(|top| Some(top.number) == highest)
                .map(|top| (index, top))
        })
    }

    /// Lets the top casteller of a column fall; the column must not be empty. Level 1 opens again, and its holes vanish,
    /// when `reopening` says so.
    pub fn fall(&mut self, column: usize, reopening: Reopening) -> Casteller {
        let faller = self.columns[column]
            .pop()
            .expect("whoever falls stands on top of the column");
        self.closed &= match reopening {
            Reopening::WhenNobodyIsAbove => self.height() >= 2,
            Reopening::WhenBare => self.height() >= 1,
        };
        if !self.closed {
            self.columns.retain(|column| !column.is_empty());
        }
        faller
    }
}

/// When a closed level 1 opens again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reopening {
    /// As soon as nobody stands above it.
    WhenNobodyIsAbove,
    /// When nobody stands on the base any more.
    WhenBare,
}

/// May the casteller go on top of this column of a castell whose lowest column is so high?
fn carries(column: &[Casteller], lowest: u8, casteller: Casteller) -> Result<(), Obstacle> {
    if height(column) > lowest {
        return Err(Obstacle::NotLowest);
    }
    match column.last() {
        Some(&top) if top.number >= casteller.number => Err(Obstacle::NotHigher(top)),
        Some(_) | None => Ok(()),
    }
}

fn height(column: &[Casteller]) -> u8 {
    column.len() as u8
}
