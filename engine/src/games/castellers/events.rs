//! What happens in a game. Everything happens in the open.

use super::components::Casteller;
use crate::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that happened in a game of Castellers; every watcher is told the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum CastellersEvent {
    /// A seat drew its first set, before the first turn.
    Dealt {
        /// Who drew.
        seat: Seat,
        /// What came out, in this order.
        #[schema(min_items = 2, max_items = 2)]
        castellers: Vec<Casteller>,
    },
    /// A seat's turn began, with two actions.
    TurnBegan {
        /// Whose.
        seat: Seat,
    },
    /// A casteller came out of the bag and joined a set. After a white one somebody falls, if anybody stands on the
    /// player's castells.
    Recruited {
        /// Whose set it joined.
        seat: Seat,
        /// Who came out.
        casteller: Casteller,
    },
    /// A casteller fell from a castell, back into the set of its owner.
    Fell {
        /// Whose castell it was.
        seat: Seat,
        /// Which of the seat's castells, from 0 in the order in which the bases were taken.
        #[schema(maximum = 11)]
        castell: u8,
        /// Which column it stood on top of, from 0, as the columns were before the fall.
        #[schema(maximum = 65)]
        column: u8,
        /// Who fell.
        casteller: Casteller,
    },
    /// Castellers changed sets; the one that was taken is raised at once.
    Exchanged {
        /// Who exchanged.
        seat: Seat,
        /// With whom.
        from: Seat,
        /// What went into that player's set.
        #[schema(min_items = 1, max_items = 66)]
        paid: Vec<Casteller>,
        /// Who came out of it.
        taken: Casteller,
    },
    /// A base was taken from the supply for a new castell.
    BaseTaken {
        /// Who took it.
        seat: Seat,
        /// The number of the new castell among the seat's, from 0.
        #[schema(maximum = 11)]
        castell: u8,
    },
    /// A casteller joined a castell.
    Raised {
        /// Whose castell.
        seat: Seat,
        /// Who joined it.
        casteller: Casteller,
        /// Which of the seat's castells, from 0.
        #[schema(maximum = 11)]
        castell: u8,
        /// In which column, from 0.
        #[schema(maximum = 65)]
        column: u8,
        /// On which level, from 1.
        #[schema(minimum = 1, maximum = 7)]
        level: u8,
    },
    /// A player ended the turn.
    Passed {
        /// Who passed.
        seat: Seat,
        /// Actions that were left.
        #[schema(minimum = 1, maximum = 2)]
        unused: u8,
    },
    /// The clock ended the turn.
    Lapsed {
        /// Whose turn it was.
        seat: Seat,
        /// Actions that were left.
        #[schema(minimum = 1, maximum = 2)]
        unused: u8,
    },
    /// The game ended.
    GameEnded {
        /// Why: one of the end reasons of the catalogue.
        #[schema(max_length = 64)]
        reason: String,
    },
}

impl CastellersEvent {
    /// May the action that caused this event be taken back, as far as the event is concerned?
    pub(super) fn is_undoable(&self) -> bool {
        match self {
            CastellersEvent::Fell { .. }
            | CastellersEvent::Exchanged { .. }
            | CastellersEvent::BaseTaken { .. }
            | CastellersEvent::Raised { .. } => true,
            CastellersEvent::Dealt { .. }
            | CastellersEvent::TurnBegan { .. }
            | CastellersEvent::Recruited { .. }
            | CastellersEvent::Passed { .. }
            | CastellersEvent::Lapsed { .. }
            | CastellersEvent::GameEnded { .. } => false,
        }
    }
}
