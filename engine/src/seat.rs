//! Seats at the table, and who looks at it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A place at the table, numbered from 0 clockwise.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(transparent)]
#[schema(value_type = u8, minimum = 0, maximum = 4)]
pub struct Seat(pub u8);

impl Seat {
    /// The seats of a table of `count`, clockwise from seat 0.
    pub fn all(count: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..count).map(Seat)
    }

    /// The neighbour clockwise at a table of `count` seats.
    pub fn next(self, count: u8) -> Seat {
        Seat((self.0 + 1) % count)
    }

    /// The place of this seat in a list ordered by seat.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// All seats of a table of `count`, clockwise, beginning with this one.
    pub fn clockwise(self, count: u8) -> impl Iterator<Item = Seat> + Clone {
        (0..count).map(move |step| Seat((self.0 + step) % count))
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// Somebody who looks at a game: the holder of a seat, or anybody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Watcher {
    /// The holder of a seat, who may know what that seat knows.
    Seat(Seat),
    /// Everybody else: they see what lies open on the table.
    Spectator,
}

impl Watcher {
    /// The seat, if the watcher holds one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Watcher::Seat(seat) => Some(seat),
            Watcher::Spectator => None,
        }
    }

    /// Every watcher of a table of `count` seats, the spectator last.
    pub fn all(count: u8) -> impl Iterator<Item = Watcher> {
        Seat::all(count)
            .map(Watcher::Seat)
            .chain([Watcher::Spectator])
    }
}
