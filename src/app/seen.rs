//! What a caller gets to see of games and accounts. These are allow-lists: what has no member here is
//! not told.

use crate::engine::{Outcome, Seat};
use crate::model::{
    Absence, Bot, Clock, GameId, InviteId, Moment, PlayerId, Presence, Scope, StartRule, Status,
    TokenId, Visibility,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A game as its viewer sees it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameSeen {
    /// Which game it is.
    pub id: GameId,
    /// The slug: `castellers`.
    pub game: String,
    /// The version of the rules it is played by.
    pub ruleset: String,
    /// What its owner called it.
    pub title: Option<String>,
    /// Where it stands.
    pub status: Status,
    /// Why it is suspended, if it is.
    pub suspended_reason: Option<String>,
    /// The revision seen.
    pub revision: i64,
    /// The options in force, with the member `game`.
    pub options: Box<RawValue>,
    /// Who may see it.
    pub visibility: Visibility,
    /// When it starts.
    pub start: StartRule,
    /// The player who offered it, unless the account is gone.
    pub owner: Option<PlayerSeen>,
    /// The seats in order.
    pub seats: Vec<SeatSeen>,
    /// The viewer's seat.
    pub you: Option<Seat>,
    /// Who is waited for.
    pub awaiting: Vec<Seat>,
    /// When their clocks end, by seat.
    pub deadlines: Vec<SeatDeadline>,
    /// How long players have.
    pub clock: Clock,
    /// What happens when they take longer.
    pub absence: Absence,
    /// After how many deadlines missed in a row a seat is taken over.
    pub takeover_after: i16,
    /// The seats that agree to annul the game.
    pub cancellation: Vec<Seat>,
    /// The game that the same table plays next.
    pub rematch: Option<GameId>,
    /// May the viewer take back the last action?
    pub undoable: bool,
    /// How the randomness of the game comes about.
    pub dealing: Dealing,
    /// What the viewer may see of the position, once there is one that can be loaded.
    pub view: Option<Box<RawValue>>,
    /// The result, at the end.
    pub outcome: Option<Outcome>,
    /// When it was offered.
    pub created_at: Moment,
    /// When it started.
    pub started_at: Option<Moment>,
    /// When it last changed.
    pub updated_at: Moment,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameListed {
    /// Which game it is.
    pub id: GameId,
    /// The slug.
    pub game: String,
    /// The version of the rules.
    pub ruleset: String,
    /// What its owner called it.
    pub title: Option<String>,
    /// Where it stands.
    pub status: Status,
    /// The current revision.
    pub revision: i64,
    /// Who may see it.
    pub visibility: Visibility,
    /// When it starts.
    pub start: StartRule,
    /// The seats in order.
    pub seats: Vec<SeatSeen>,
    /// The viewer's seat.
    pub you: Option<Seat>,
    /// Who is waited for.
    pub awaiting: Vec<Seat>,
    /// When the first of the running clocks ends.
    pub deadline: Option<Moment>,
    /// Who owns it; for our own use.
    pub owner: Option<PlayerId>,
    /// When it was offered.
    pub created_at: Moment,
    /// When it started.
    pub started_at: Option<Moment>,
    /// When it last changed.
    pub updated_at: Moment,
}

/// A seat, free or taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatSeen {
    /// Its number.
    pub seat: Seat,
    /// Its colour, once taken.
    pub colour: Option<String>,
    /// Who holds it.
    pub player: Option<PlayerSeen>,
    /// Who alone may take it, while nobody holds it.
    pub reserved_for: Option<PlayerId>,
    /// Which bot that is, if it is one.
    pub bot: Option<Bot>,
    /// Who decides for it, once the game has started.
    pub presence: Option<Presence>,
}

/// When the clock of a seat ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatDeadline {
    /// Whose.
    pub seat: Seat,
    /// When.
    pub at: Moment,
}

/// A player as everybody sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerSeen {
    /// Which account.
    pub id: PlayerId,
    /// The name.
    pub name: String,
}

/// How the randomness of a game comes about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dealing {
    /// SHA-256 of the server's secret, known since the offer.
    pub commitment: String,
    /// The server's secret itself, once the game has ended.
    pub server_seed: Option<String>,
    /// What the seats added.
    pub contributions: Vec<Contribution>,
}

/// What a seat added to the randomness of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contribution {
    /// Who.
    pub seat: Seat,
    /// What.
    pub entropy: String,
}

/// A public profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// Which account.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// When it was registered.
    pub created_at: Moment,
}

/// A new account with its first token, which is shown this once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Registered {
    /// The account.
    pub player: Profile,
    /// The token.
    pub token: String,
}

/// A token as its owner sees it: never the token itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenSeen {
    /// Which token.
    pub id: TokenId,
    /// What its owner called it.
    pub label: String,
    /// What it may be used for.
    pub scopes: Vec<Scope>,
    /// When it was made.
    pub created_at: Moment,
    /// When it ends by itself.
    pub expires_at: Option<Moment>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<Moment>,
    /// When it was revoked.
    pub revoked_at: Option<Moment>,
}

/// A new token, which is shown this once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TokenMade {
    /// What is known of it later.
    pub made: TokenSeen,
    /// The token.
    pub token: String,
}

/// An invitation as the owner of the game sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InviteSeen {
    /// Which invitation.
    pub id: InviteId,
    /// When it was made.
    pub created_at: Moment,
    /// When it was revoked.
    pub revoked_at: Option<Moment>,
    /// When somebody took a seat with it.
    pub used_at: Option<Moment>,
}

/// A new invitation; the token in it is shown this once.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InviteMade {
    /// What is known of it later.
    pub made: InviteSeen,
    /// What opens the seat.
    pub token: String,
}

/// What came of actions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Acted {
    /// The revision after them.
    pub revision: i64,
    /// What happened, as the caller may know it, each with its game.
    pub events: Vec<Box<RawValue>>,
    /// The game as the caller sees it now.
    pub game: GameSeen,
}

/// What a seat may do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LegalActions {
    /// The slug.
    pub game: String,
    /// The revision they are legal at.
    pub revision: i64,
    /// The caller's seat.
    pub seat: Option<Seat>,
    /// Are these all?
    pub complete: bool,
    /// The actions.
    pub actions: Vec<Box<RawValue>>,
    /// The answers that the seat may leave to questions which others' actions raise.
    pub standing: Vec<Box<RawValue>>,
}

/// One revision of a game's history.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// The slug.
    pub game: String,
    /// The revision it made.
    pub revision: i64,
    /// What it was.
    pub kind: HistoryKind,
    /// Who did it.
    pub seat: Option<Seat>,
    /// What they did, as the caller may know it.
    pub action: Option<Box<RawValue>>,
    /// The revision whose position came back, for what was taken back.
    pub to: Option<i64>,
    /// Why the game ended, where no action ended it.
    pub reason: Option<String>,
    /// What happened, as the caller may know it, each with its game.
    pub events: Vec<Box<RawValue>>,
    /// When.
    pub at: Moment,
}

/// What made a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HistoryKind {
    /// The table was set up.
    Start,
    /// A seat acted.
    Action,
    /// The default action was taken for a seat that nobody decided for.
    Fallback,
    /// A seat took actions back.
    Undo,
    /// The holder of a seat left for good.
    Resignation,
    /// The game ended for a reason that is none of its rules.
    End,
}

/// One page of a list.
#[derive(Clone, Debug)]
pub struct Page<T> {
    /// What is on it.
    pub items: Vec<T>,
    /// Is there more behind it?
    pub more: bool,
}

impl<T> Page<T> {
    /// The first page of what was looked up, which is one more than fits if there is more.
    pub fn cut(mut items: Vec<T>, limit: usize) -> Page<T> {
        let more = items.len() > limit;
        items.truncate(limit);
        Page { items, more }
    }

    /// The same page of what its items look like to somebody. What can't be shown is left out.
    pub fn show<S>(self, seen: impl FnMut(T) -> Option<S>) -> Page<S> {
        Page {
            items: self.items.into_iter().filter_map(seen).collect(),
            more: self.more,
        }
    }
}
