//! Requests and answers that differ by game. What differs is JSON here: the game reads and writes it. The
//! schemas are unions over the catalogue, made by `openapi::unions` under the same names.

use super::record::Draw;
use crate::app::events::{EventSeen, What};
use crate::app::seen::{self, HistoryEntry, Recorded};
use crate::engine::Seat;
use crate::model::{Absence, Clock, Moment, StartRule, TableEvent, Visibility};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Gives types a schema by name only.
macro_rules! by_name {
    ($($name:ident$(<$life:lifetime>)?),+ $(,)?) => {
        $(impl PartialSchema for $name$(<$life>)? {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new().into()
            }
        }

        impl ToSchema for $name$(<$life>)? {
            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
        })+
    };
}

by_name!(
    OfferGame,
    SubmitActions,
    GameOptions<'_>,
    GameView<'_>,
    GameEvent<'_>,
    LegalActions<'_>,
    HistoryItem<'_>,
    RecordItem<'_>,
    EventItem<'_>
);

/// A game to be offered.
#[derive(Debug, Deserialize)]
pub struct OfferGame {
    /// Which game.
    pub game: String,
    /// How many seats, within the game's range.
    pub seats: u8,
    /// What of the options is chosen.
    pub options: Option<Value>,
    /// What its players call it, 1 to 80 characters.
    pub title: Option<String>,
    /// Who may see it.
    pub visibility: Option<Visibility>,
    /// When it starts.
    pub start: Option<StartRule>,
    /// How long players have.
    pub clock: Option<Clock>,
    /// What happens to the absent.
    pub absence: Option<Absence>,
    /// After how many deadlines missed in a row a seat is taken over, 1 to 10.
    pub takeover_after: Option<u8>,
}

/// Actions to be taken in order, all of them or none.
#[derive(Debug, Deserialize)]
pub struct SubmitActions {
    /// Which game they are of.
    pub game: String,
    /// The revision they were chosen on.
    pub revision: Option<i64>,
    /// The actions, 1 to 32.
    pub actions: Vec<Value>,
}

/// The options that a game is played with, every one of them: an object with the game's name in it.
#[derive(Serialize)]
#[serde(transparent)]
pub struct GameOptions<'a>(pub &'a RawValue);

/// What a watcher may see of the table: an object with the game's name in it.
#[derive(Serialize)]
#[serde(transparent)]
pub struct GameView<'a>(pub &'a RawValue);

/// Something that happened, as a watcher may know it: an object with the game's name and the event.
#[derive(Serialize)]
#[serde(transparent)]
pub struct GameEvent<'a>(pub &'a RawValue);

/// What the caller may do now.
#[derive(Serialize)]
pub struct LegalActions<'a> {
    /// Which game.
    pub game: &'a str,
    /// At this revision.
    pub revision: i64,
    /// The caller's seat.
    pub seat: Option<Seat>,
    /// Are these all legal actions?
    pub complete: bool,
    /// The actions.
    pub actions: &'a [Box<RawValue>],
    /// The answers that the seat may leave to questions which others' actions raise.
    pub standing: &'a [Box<RawValue>],
}

/// What made a revision, as a watcher may know it.
#[derive(Serialize)]
pub struct HistoryItem<'a> {
    /// Which game.
    pub game: &'a str,
    /// The revision.
    pub revision: i64,
    /// What sort of change.
    pub kind: HistoryKind,
    /// Who acted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What they did, unless even its kind is secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<&'a RawValue>,
    /// The revision that an undo went back to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<i64>,
    /// Why the game ended, where no action ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'a str>,
    /// What happened.
    pub events: Vec<GameEvent<'a>>,
    /// When.
    pub at: Moment,
}

/// What made a revision, in the record of a game.
#[derive(Serialize)]
pub struct RecordItem<'a> {
    /// What was done and what happened.
    #[serde(flatten)]
    pub item: HistoryItem<'a>,
    /// What was drawn, in a complete record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draws: Option<Vec<Draw>>,
    /// The hash of the position after it, in a complete record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<&'a str>,
}

impl<'a> From<&'a Recorded> for RecordItem<'a> {
    fn from(recorded: &'a Recorded) -> RecordItem<'a> {
        RecordItem {
            item: HistoryItem::from(&recorded.entry),
            draws: recorded
                .draws
                .as_ref()
                .map(|draws| draws.iter().map(Draw::from).collect()),
            hash: recorded.hash.as_deref(),
        }
    }
}

impl<'a> From<&'a HistoryEntry> for HistoryItem<'a> {
    fn from(entry: &'a HistoryEntry) -> HistoryItem<'a> {
        HistoryItem {
            game: &entry.game,
            revision: entry.revision,
            kind: match entry.kind {
                seen::HistoryKind::Start => HistoryKind::Start,
                seen::HistoryKind::Action => HistoryKind::Action,
                seen::HistoryKind::Fallback => HistoryKind::Fallback,
                seen::HistoryKind::Undo => HistoryKind::Undo,
                seen::HistoryKind::Resignation => HistoryKind::Resignation,
                seen::HistoryKind::End => HistoryKind::End,
            },
            seat: entry.seat,
            action: entry.action.as_deref(),
            to: entry.to,
            reason: entry.reason.as_deref(),
            events: entry.events.iter().map(|event| GameEvent(event)).collect(),
            at: entry.at,
        }
    }
}

/// An event in the log of a game, as a watcher may know it: one of the game, or one at its table, which goes by the name
/// `table`.
#[derive(Serialize)]
pub struct EventItem<'a> {
    /// Its number, from 1.
    pub id: i64,
    /// The revision at which it happened.
    pub revision: i64,
    /// Who did it, or whom it happened to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// When.
    pub at: Moment,
    /// Which game, or `table`.
    pub game: &'static str,
    /// What happened.
    pub event: EventBody<'a>,
}

/// What happened.
#[derive(Serialize)]
#[serde(untagged)]
pub enum EventBody<'a> {
    /// An event of the game.
    InGame(&'a RawValue),
    /// Something at the table.
    AtTable(&'a TableEvent),
}

impl<'a> From<&'a EventSeen> for EventItem<'a> {
    fn from(seen: &'a EventSeen) -> EventItem<'a> {
        let (game, event) = match &seen.what {
            What::InGame(game, event) => (*game, EventBody::InGame(event)),
            What::AtTable(event) => (TABLE, EventBody::AtTable(event)),
        };
        EventItem {
            id: seen.id,
            revision: seen.revision,
            seat: seen.seat,
            at: seen.at,
            game,
            event,
        }
    }
}

/// What events at the table go by instead of the name of a game.
pub const TABLE: &str = "table";

/// What sort of change made a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HistoryKind {
    /// The table was set up.
    Start,
    /// A seat acted.
    Action,
    /// The default action was taken for a seat that nobody decided for.
    Fallback,
    /// Actions were taken back.
    Undo,
    /// The holder of a seat left for good.
    Resignation,
    /// The game ended for a reason that is none of its rules.
    End,
}
