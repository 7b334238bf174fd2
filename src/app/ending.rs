//! Ends that no rule of a game brings about.

use crate::engine::Named;

/// Nobody is there any more.
pub const ABANDONED: &str = "abandoned";
/// All but one have left.
pub const RESIGNATION: &str = "resignation";
/// All agreed to annul the game, or its absence policy annulled it. There is no result.
pub const CANCELLED: &str = "cancelled";

/// The reasons for which any game can end, beside its own.
pub const REASONS: &[Named] = &[
    Named {
        name: ABANDONED,
        text: "Every seat was taken over for absence; the points count as they stand.",
    },
    Named {
        name: RESIGNATION,
        text: "Only one player is left, and comes first; the points of the others count as they stand.",
    },
];
