//! A whole position.

use super::castells::Castell;
use super::components::{Casteller, Set};
use super::data;
use super::options::CastellersOptions;
use crate::{Bag, Named, Seat};
use serde::{Deserialize, Serialize};

/// A position of Castellers. Nothing in it is secret: the order of the bag is decided by each draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// What was chosen at the offer.
    pub options: CastellersOptions,
    /// Castellers still to be recruited.
    pub bag: Bag<Casteller>,
    /// Bases in the supply.
    pub bases: u8,
    /// What lies in front of each player, ordered by seat.
    pub players: Vec<Player>,
    /// Whose turn it is; after the end, whose turn it was.
    pub active: Seat,
    /// Actions that are left in this turn.
    pub actions_left: u8,
    /// What the active player is asked.
    pub stage: Stage,
    /// Turns in a row that ended without an action, those that the clock ended left out.
    pub idle_turns: u8,
    /// Turns in a row that the clock ended.
    pub lapsed_turns: u8,
}

/// What lies in front of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Castellers at hand.
    pub set: Set,
    /// Bases in the order in which they were taken, with what stands on them. None is ever given back.
    pub castells: Vec<Castell>,
}

/// What the active player is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// To act or to pass.
    Acting,
    /// Who falls, after a white casteller was drawn.
    Falling,
    /// Nothing: the game has ended.
    Over(End),
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// A player has the castells that it takes.
    CastellsComplete,
    /// Every seat in turn ended a whole turn without an action.
    Deadlock,
    /// Nobody can ever do anything but pass.
    Exhausted,
    /// The clock ended every turn for several rounds.
    Abandoned,
}

impl End {
    /// Every reason with its meaning.
    pub const ALL: &[Named] = &[
        Named {
            name: End::CastellsComplete.name(),
            text: "A player has enough valid castells, one of them with 8 castellers or more.",
        },
        Named {
            name: End::Deadlock.name(),
            text: "Every seat in turn ended a whole turn without an action.",
        },
        Named {
            name: End::Exhausted.name(),
            text: "Nobody could do anything but pass any more, at a table without the deadlock rule.",
        },
        Named {
            name: End::Abandoned.name(),
            text: "The clock ended every turn for three whole rounds.",
        },
    ];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            End::CastellsComplete => "castells_complete",
            End::Deadlock => "deadlock",
            End::Exhausted => "exhausted",
            End::Abandoned => "abandoned",
        }
    }
}

impl State {
    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        self.players.len() as u8
    }

    /// What lies in front of this seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// What lies in front of this seat, to be changed.
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// The other seats, clockwise from this one.
    pub fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        seat.clockwise(self.seats()).skip(1)
    }
}

impl Player {
    /// Castells that are valid.
    pub fn valid_castells(&self) -> impl Iterator<Item = &Castell> {
        self.castells.iter().filter(|castell| castell.is_valid())
    }

    /// Every casteller this player could lose by a fall: of each castell those of the highest number, as castell,
    /// column and casteller.
    pub fn fallers(&self) -> impl Iterator<Item = (usize, usize, Casteller)> {
        (0..).zip(&self.castells).flat_map(|(at, castell)| {
            castell
                .highest()
                .map(move |(column, casteller)| (at, column, casteller))
        })
    }

    /// Has this player the castells that end the game at a table of so many seats?
    pub fn has_reached_goal(&self, seats: u8) -> bool {
        let valid = self.valid_castells().count();
        let large = |castell: &Castell| castell.count() >= data::GOAL_CASTELLERS;
        valid >= usize::from(data::goal_castells(seats)) && self.valid_castells().any(large)
    }

    /// The highest number among this player's white castellers, wherever they are; 0 without any.
    pub fn highest_white(&self) -> u8 {
        let standing = self.castells.iter().flat_map(Castell::castellers);
        let whites = self.set.each().chain(standing).filter(|c| c.is_white());
        whites.map(|white| white.number).max().unwrap_or(0)
    }
}
