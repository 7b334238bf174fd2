//! Pictures of the table: what a watcher may see of a game, drawn as SVG.
//!
//! A game draws its own view and nothing else, so that a picture can't show what its watcher may not see. What only the
//! service knows, such as who sits where, comes as a [`Table`]. Pictures are self-contained: no scripts, fonts, images,
//! identifiers or links. Everything that an action can name is a [`Part`], which says so in `data-part`.

mod figure;
mod language;
mod lettering;
mod paint;
mod seating;
mod svg;
mod waiting;

pub use figure::{Figure, figure};
pub use language::Language;
pub(crate) use language::tell;
pub use lettering::{Anchor, Words, lines, plain, width};
pub use paint::{Look, Paint, common};
pub use seating::{Stand, badge, marker, score_track, seat_ink, seat_paint, sign};
pub use svg::{Drawing, Hit, Part};
pub use waiting::empty_table;

use crate::{Outcome, Seat};
use serde::Serialize;

/// The width of every picture in its own units; the height follows from what lies on the table.
pub const WIDTH: f32 = 1000.0;

/// Whether a picture is for a light or a dark page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// As whoever looks at it prefers, which a style sheet inside finds out.
    Auto,
}

/// What a picture needs to know that is not on the table.
#[derive(Clone, Debug)]
pub struct Table {
    /// What the picture speaks.
    pub language: Language,
    /// The name of the game on its box.
    pub game: String,
    /// What the owner called this one.
    pub title: Option<String>,
    /// The revision shown.
    pub revision: i64,
    /// A few words on where the game stands, if not simply running.
    pub notice: Option<&'static str>,
    /// Who sits there, by seat.
    pub sitters: Vec<Sitter>,
    /// The seat of who looks, if any.
    pub you: Option<Seat>,
    /// The seats that are waited for.
    pub awaiting: Vec<Seat>,
    /// The result, at the end.
    pub outcome: Option<Outcome>,
}

/// Who sits at a seat.
#[derive(Clone, Debug, Default)]
pub struct Sitter {
    /// The player's name; nothing at a free seat.
    pub name: Option<String>,
    /// The seat's colour, one of the words of [`crate::Meta::colours`], once it has one.
    pub colour: Option<String>,
}

impl Table {
    /// The name of who sits there, or words for nobody.
    pub fn name(&self, seat: Seat) -> String {
        let sitter = self.sitters.get(seat.index());
        match sitter.and_then(|sitter| sitter.name.as_deref()) {
            Some(name) => plain(name),
            None => tell!(self, "Seat {}", "Seient {}", "Asiento {}", seat.0),
        }
    }

    /// The word for the colour of a seat; empty if it has none.
    pub fn colour(&self, seat: Seat) -> &str {
        let sitter = self.sitters.get(seat.index());
        sitter
            .and_then(|it| it.colour.as_deref())
            .unwrap_or_default()
    }

    /// Is this seat waited for?
    pub fn awaits(&self, seat: Seat) -> bool {
        self.awaiting.contains(&seat)
    }

    /// The place in which a seat came in, from 1; `None` before the end.
    pub fn place(&self, seat: Seat) -> Option<u8> {
        let outcome = self.outcome.as_ref()?;
        let places = outcome.places.iter();
        let mut own = places.filter(|place| place.seat == seat);
        own.next().map(|place| place.place)
    }

    /// A sentence on whose turn it is, or on who has won.
    pub fn standing(&self) -> String {
        if self.outcome.is_some() {
            let winners = self.names(
                (0..self.sitters.len())
                    .map(|at| Seat(at as u8))
                    .filter(|&seat| self.place(seat) == Some(1)),
            );
            return tell!(
                self,
                "Finished. First place: {winners}",
                "S'ha acabat. Primer lloc: {winners}",
                "Terminada. Primer puesto: {winners}"
            );
        }
        if let Some(notice) = self.notice {
            return notice.to_owned();
        }
        let yours = self.you.filter(|&seat| self.awaits(seat));
        let others = self
            .awaiting
            .iter()
            .copied()
            .filter(|&seat| Some(seat) != yours);
        let others = self.names(others);
        match (yours, others.is_empty()) {
            (Some(_), true) => tell!(self, "Your turn", "El teu torn", "Tu turno"),
            (Some(_), false) => tell!(
                self,
                "Your turn; to play as well: {others}",
                "El teu torn; també hi juguen: {others}",
                "Tu turno; también juegan: {others}"
            ),
            (None, true) => String::new(),
            (None, false) => tell!(
                self,
                "To play: {others}",
                "Torn de: {others}",
                "Turno de: {others}"
            ),
        }
    }

    fn names(&self, seats: impl Iterator<Item = Seat>) -> String {
        let names: Vec<String> = seats.map(|seat| self.name(seat)).collect();
        names.join(", ")
    }
}

/// The word by which actions and views name a value of an enum without members.
pub fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}

/// Do two polygons have a side in common?
#[cfg(test)]
pub fn borders(one: &[(f32, f32)], other: &[(f32, f32)]) -> bool {
    let side = |corners: &[(f32, f32)], at: usize| (corners[at], corners[(at + 1) % corners.len()]);
    (0..one.len()).any(|at| {
        let (from, to) = side(one, at);
        (0..other.len()).any(|at| {
            let there = side(other, at);
            there == (to, from) || there == (from, to)
        })
    })
}

#[cfg(test)]
mod tests;
