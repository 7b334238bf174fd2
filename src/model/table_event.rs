//! What happens at a table beside the game itself.

use super::GameId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that happened at the table of a game and is none of the game's own events. Whom it happened to is told by
/// the seat of the event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum TableEvent {
    /// Somebody took the seat.
    SeatTaken {},
    /// The seat is free again.
    SeatLeft {},
    /// The seat has another colour, or added something else to the randomness of the deal.
    SeatChanged {},
    /// The offer was withdrawn.
    Withdrawn {},
    /// The game has started.
    Started {},
    /// The default action was taken for the seat, since nobody decided for it: its own events follow.
    DefaultTaken {},
    /// The seat took actions back, down to the position of that revision.
    Undone {
        /// The revision whose position came back.
        to: i64,
    },
    /// The holder of the seat missed so many deadlines that the seat is taken over.
    TakenOver {},
    /// The holder of the seat is there again.
    Returned {},
    /// The holder of the seat left for good.
    Resigned {},
    /// The seat agrees that the game be annulled.
    CancellationAgreed {},
    /// The seat no longer agrees.
    CancellationRefused {},
    /// Deadlines have moved, for somebody began or ended a holiday.
    DeadlinesMoved {},
    /// The game ended for a reason that is none of its rules: `abandoned`, `resignation` or `cancelled`.
    Ended {
        /// The reason.
        #[schema(max_length = 64)]
        reason: String,
    },
    /// The game can't be played for the time being.
    Suspended {},
    /// A game that was suspended can be played again. The clocks of the present turn begin anew.
    Resumed {},
    /// The holder of the seat said something. The text stands with the other messages of the game, and who has muted its
    /// author does not find it there.
    Said {
        /// Which of the game's messages it is, from 1.
        #[schema(minimum = 1)]
        number: i64,
    },
    /// The table plays again: the next game is offered.
    RematchOffered {
        /// The next game.
        #[schema(value_type = String, format = "uuid")]
        id: GameId,
    },
}
