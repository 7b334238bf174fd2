//! Choices that several seats make at once, each in secret until the last is in.

use crate::Seat;
use serde::{Deserialize, Serialize};

/// What the seats of a table choose, by seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Choices<T>(Vec<Choice<T>>);

/// Where one seat stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Choice<T> {
    /// It is not asked.
    NotAsked,
    /// It has not chosen yet.
    Awaited,
    /// It has chosen.
    Made(T),
}

impl<T: Copy> Choices<T> {
    /// Asks these seats of a table of `count`.
    pub fn ask(count: u8, seats: &[Seat]) -> Choices<T> {
        let choice = |seat| match seats.contains(&seat) {
            true => Choice::Awaited,
            false => Choice::NotAsked,
        };
        Choices(Seat::all(count).map(choice).collect())
    }

    /// Notes what a seat has chosen.
    pub fn make(&mut self, seat: Seat, choice: T) {
        self.0[seat.index()] = Choice::Made(choice);
    }

    /// The seats that have not chosen yet, ascending.
    pub fn awaited(&self) -> Vec<Seat> {
        self.seats(|choice| matches!(choice, Choice::Awaited))
    }

    /// The seats that have chosen, ascending.
    pub fn chosen(&self) -> Vec<Seat> {
        self.seats(|choice| matches!(choice, Choice::Made(_)))
    }

    /// What a seat has chosen.
    pub fn of(&self, seat: Seat) -> Option<T> {
        match self.0[seat.index()] {
            Choice::Made(choice) => Some(choice),
            Choice::NotAsked | Choice::Awaited => None,
        }
    }

    /// All that was chosen, by seat.
    pub fn made(&self) -> Vec<(Seat, T)> {
        let made = |seat| self.of(seat).map(|choice| (seat, choice));
        Seat::all(self.0.len() as u8).filter_map(made).collect()
    }

    fn seats(&self, wanted: impl Fn(&Choice<T>) -> bool) -> Vec<Seat> {
        Seat::all(self.0.len() as u8)
            .filter(|seat| wanted(&self.0[seat.index()]))
            .collect()
    }
}
