//! What a use-case hands in to change a game: a plain value, all of which is written or none.

use super::actions::ActionRow;
use super::answers::AnswerRow;
use super::games::{GameChange, NewGame};
use super::invites::InviteRow;
use super::messages::MessageRow;
use super::notices::NoticeRow;
use super::seats::SeatRow;
use super::snapshots::SnapshotRow;
use super::waits::WaitRow;
use crate::model::GameId;

/// One change of one game. Every row in it is of that game.
#[derive(Clone, Debug)]
pub struct GameCommit {
    /// The game.
    pub game: GameId,
    /// What has to hold for the change to take place.
    pub expected: Expected,
    /// Where the game stands after it.
    pub change: GameChange,
    /// Seats to write, whether they are there or not. If there are any, those whose number is not below
    /// `change.seat_count` are removed.
    pub seats: Vec<SeatRow>,
    /// What is added to the log.
    pub actions: Vec<ActionRow>,
    /// The position, if it is time to keep one.
    pub snapshot: Option<SnapshotRow>,
    /// Whom the game waits for from now on, instead of all those before; `None` leaves them.
    pub waits: Option<Vec<WaitRow>>,
    /// What it announces.
    pub notice: Option<NoticeRow>,
    /// What somebody says, under the number that follows the game's last message. If their account is deleted the commit is stale.
    pub message: Option<MessageRow>,
    /// Standing answers to write.
    pub standings: Vec<StandingWrite>,
    /// Invitations to write, whether they are there or not.
    pub invites: Vec<InviteRow>,
    /// The answer to keep for the request.
    pub answer: Option<AnswerRow>,
}

/// What has to hold for a commit to take place.
#[derive(Clone, Debug)]
pub enum Expected {
    /// There is no such game: it is offered by this. Its version becomes 1.
    New(NewGame),
    /// The game's version is this one; it becomes the next.
    Version(i64),
}

/// A standing answer to write.
#[derive(Clone, Debug)]
pub struct StandingWrite {
    /// Whose.
    pub seat: i16,
    /// The answer as JSON; `None` takes it back.
    pub body: Option<String>,
}

/// What became of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Committed {
    /// It took place and is durable.
    Done,
    /// Nothing took place: the game is not as expected, an answer is kept for that key already, or who speaks is no more.
    Stale,
}

impl GameCommit {
    /// A commit that changes the game's own row and nothing else.
    pub fn new(game: GameId, expected: Expected, change: GameChange) -> GameCommit {
        GameCommit {
            game,
            expected,
            change,
            seats: Vec::new(),
            actions: Vec::new(),
            snapshot: None,
            waits: None,
            notice: None,
            message: None,
            standings: Vec::new(),
            invites: Vec::new(),
            answer: None,
        }
    }

    /// Is every row of the commit's own game?
    pub(super) fn is_of_one_game(&self) -> bool {
        let seats = self.seats.iter().map(|row| row.game_id);
        let actions = self.actions.iter().map(|row| row.game_id);
        let snapshot = self.snapshot.iter().map(|row| row.game_id);
        let waits = self.waits.iter().flatten().map(|row| row.game_id);
        let notice = self.notice.iter().map(|row| row.game_id);
        let message = self.message.iter().map(|row| row.said.game_id);
        let invites = self.invites.iter().map(|row| row.game_id);
        seats
            .chain(actions)
            .chain(snapshot)
            .chain(waits)
            .chain(notice)
            .chain(message)
            .chain(invites)
            .all(|game| game == self.game)
    }
}
