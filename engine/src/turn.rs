//! Whom a game waits for.

use super::score::Outcome;
use super::seat::Seat;

/// What a position asks for next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// One or several seats have to decide.
    Waiting(Waiting),
    /// The game has ended.
    Over(Outcome),
}

/// The seats a position waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Who may act now, ascending, never empty.
    pub seats: Vec<Seat>,
    /// How the waiting seats stand to each other.
    pub phase: Phase,
}

/// How several waiting seats stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// One seat decides, seeing everything that came before.
    Alternating,
    /// Every waiting seat decides without knowing what the others choose. The number names the phase:
    /// within one game two phases that follow each other never share it, so that a choice made for one
    /// is never taken for an answer to the next.
    Simultaneous(u32),
}

impl Turn {
    /// One seat is to act.
    pub fn of(seat: Seat) -> Turn {
        Turn::Waiting(Waiting {
            seats: vec![seat],
            phase: Phase::Alternating,
        })
    }

    /// Several seats choose at once in the phase of this number; `seats` must not be empty.
    pub fn together(mut seats: Vec<Seat>, number: u32) -> Turn {
        seats.sort_unstable();
        Turn::Waiting(Waiting {
            seats,
            phase: Phase::Simultaneous(number),
        })
    }

    /// Is this seat waited for?
    pub fn awaits(&self, seat: Seat) -> bool {
        self.seats().contains(&seat)
    }

    /// The seats waited for: none once the game is over.
    pub fn seats(&self) -> &[Seat] {
        match self {
            Turn::Waiting(waiting) => &waiting.seats,
            Turn::Over(_) => &[],
        }
    }
}
