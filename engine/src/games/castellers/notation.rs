//! How castellers are written down, in stored positions and in tests.
//!
//! `R3` is the red 3 (`R`, `G`, `B`, `P` and `W` for white); a set is `R3 W4`; a castell is its columns, each
//! from bottom to top: `R1>R3 | R2`. A hole is written `-`, a bare base as nothing at all. `closed` stands at the end
//! where level 1 is closed although nobody stands above it.

use super::castells::Castell;
use super::components::{Casteller, Colour, HIGHEST_NUMBER, Set};
use serde::{Serialize, Serializer};
use std::str::FromStr;

/// Text that is no casteller, set or castell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} stands for no casteller")]
pub struct Illegible(String);

const CLOSED: &str = "closed";
const HOLE: &str = "-";
const BESIDE: &str = " | ";

fn letter(colour: Colour) -> char {
    match colour {
        Colour::Red => 'R',
        Colour::Green => 'G',
        Colour::Blue => 'B',
        Colour::Pink => 'P',
        Colour::White => 'W',
    }
}

fn write(casteller: Casteller, text: &mut String) {
    text.push(letter(casteller.colour));
    text.push(char::from(b'0' + casteller.number));
}

impl FromStr for Casteller {
    type Err = Illegible;

    fn from_str(text: &str) -> Result<Casteller, Illegible> {
        let illegible = || Illegible(text.to_owned());
        let mut rest = text.chars();
        let first = rest.next().ok_or_else(illegible)?;
        let colour = Colour::ALL
            .into_iter()
            .find(|&colour| letter(colour) == first)
            .ok_or_else(illegible)?;
        match rest.as_str().parse() {
            Ok(number @ 1..=HIGHEST_NUMBER) => Ok(Casteller::new(colour, number)),
            Ok(_) | Err(_) => Err(illegible()),
        }
    }
}

impl Serialize for Set {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::new();
        for casteller in self.each() {
            if !text.is_empty() {
                text.push(' ');
            }
            write(casteller, &mut text);
        }
        serializer.serialize_str(&text)
    }
}

impl TryFrom<String> for Set {
    type Error = Illegible;

    fn try_from(text: String) -> Result<Set, Illegible> {
        text.split_whitespace().map(Casteller::from_str).collect()
    }
}

impl Serialize for Castell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut text = String::new();
        for (at, column) in self.columns().iter().enumerate() {
            if at > 0 {
                text.push_str(BESIDE);
            }
            write_column(column, &mut text);
        }
        if self.is_closed() && self.height() < 2 {
            text.push(' ');
            text.push_str(CLOSED);
        }
        serializer.serialize_str(&text)
    }
}

fn write_column(column: &[Casteller], text: &mut String) {
    if column.is_empty() {
        text.push_str(HOLE);
    }
    for (level, &casteller) in column.iter().enumerate() {
        if level > 0 {
            text.push('>');
        }
        write(casteller, text);
    }
}

impl TryFrom<String> for Castell {
    type Error = Illegible;

    fn try_from(text: String) -> Result<Castell, Illegible> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(Castell::default());
        }
        let (columns, closed) = match text.strip_suffix(CLOSED) {
            Some(columns) => (columns, true),
            None => (text, false),
        };
        let columns = columns.split('|').map(column).collect::<Result<_, _>>()?;
        Ok(Castell::standing(columns, closed))
    }
}

fn column(text: &str) -> Result<Vec<Casteller>, Illegible> {
    match text.trim() {
        HOLE => Ok(Vec::new()),
        castellers => castellers
            .split('>')
            .map(|casteller| casteller.trim().parse())
            .collect(),
    }
}
