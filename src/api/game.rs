//! A game as it is sent.

use super::unions::{GameOptions, GameView};
use crate::app::seen::{Dealing, GameListed, GameSeen, PlayerSeen, SeatSeen};
use crate::engine::{Outcome, Seat};
use crate::model::{
    Absence, Bot, Clock, GameId, Moment, PlayerId, Presence, StartRule, Status, Visibility,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A game as its viewer sees it.
#[derive(Serialize, ToSchema)]
pub struct Game<'a> {
    /// Which game it is.
    #[schema(value_type = String, format = "uuid")]
    pub id: GameId,
    /// Its name in the catalogue.
    pub game: &'a str,
    /// The version of the rules it is played by, to its end.
    pub ruleset: &'a str,
    /// What its owner called it.
    #[schema(required = true, max_length = 80)]
    pub title: Option<&'a str>,
    /// Where it stands.
    pub status: Status,
    /// Why it is suspended, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub suspended_reason: Option<&'a str>,
    /// 0 until the start; every change of the running game adds 1.
    #[schema(minimum = 0)]
    pub revision: i64,
    /// The options in force.
    pub options: GameOptions<'a>,
    /// Who may see it.
    pub visibility: Visibility,
    /// When it starts.
    pub start: StartRule,
    /// Who owns it: who offered it, or another player once they have left.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub owner: Option<SeatPlayer<'a>>,
    /// The seats, clockwise from seat 0.
    pub seats: Vec<GameSeat<'a>>,
    /// The caller's seat.
    #[schema(required = true)]
    pub you: Option<Seat>,
    /// The seats it waits for, ascending.
    pub awaiting: &'a [Seat],
    /// When the first of the running clocks ends; null where none runs.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub deadline: Option<Moment>,
    /// When the clock of each seat that is waited for ends.
    pub deadlines: Vec<SeatDeadline>,
    /// How long players have.
    pub clock: Clock,
    /// What happens when they take longer.
    pub absence: Absence,
    /// After how many deadlines missed in a row a seat is taken over.
    #[schema(minimum = 1, maximum = 10)]
    pub takeover_after: i16,
    /// The seats that agree to annul the game; it is annulled when all agree whose holders have not left.
    pub cancellation: &'a [Seat],
    /// The game that the same table plays next, if somebody asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>, format = "uuid")]
    pub rematch: Option<GameId>,
    /// May the caller take back the last action?
    pub undoable: bool,
    /// How the randomness of the game comes about.
    pub dealing: GameDealing<'a>,
    /// What the caller may see of the table, from the start on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub view: Option<GameView<'a>>,
    /// The result, at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub outcome: Option<&'a Outcome>,
    /// When it was offered.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Moment,
    /// When it started.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub started_at: Option<Moment>,
    /// When it last changed.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Moment,
}

/// A game in a list, without its position.
#[derive(Serialize, ToSchema)]
pub struct GameSummary<'a> {
    /// Which game it is.
    #[schema(value_type = String, format = "uuid")]
    pub id: GameId,
    /// Its name in the catalogue.
    pub game: &'a str,
    /// The version of the rules it is played by.
    pub ruleset: &'a str,
    /// What its owner called it.
    #[schema(required = true, max_length = 80)]
    pub title: Option<&'a str>,
    /// Where it stands.
    pub status: Status,
    /// The current revision.
    #[schema(minimum = 0)]
    pub revision: i64,
    /// Who may see it.
    pub visibility: Visibility,
    /// When it starts.
    pub start: StartRule,
    /// The seats, clockwise from seat 0.
    pub seats: Vec<GameSeat<'a>>,
    /// The caller's seat.
    #[schema(required = true)]
    pub you: Option<Seat>,
    /// The seats it waits for, ascending.
    pub awaiting: &'a [Seat],
    /// When the first of the running clocks ends; null where none runs.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub deadline: Option<Moment>,
    /// When it was offered.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Moment,
    /// When it started.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub started_at: Option<Moment>,
    /// When it last changed.
    #[schema(value_type = String, format = DateTime)]
    pub updated_at: Moment,
}

/// One page of games.
#[derive(Serialize, ToSchema)]
pub struct GamePage<'a> {
    /// The games.
    pub items: Vec<GameSummary<'a>>,
    /// The cursor of the next page; null on the last.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// A seat, free or taken.
#[derive(Serialize, ToSchema)]
pub struct GameSeat<'a> {
    /// Its number.
    pub seat: Seat,
    /// Its colour, once it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_length = 32)]
    pub colour: Option<&'a str>,
    /// Who holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub player: Option<SeatPlayer<'a>>,
    /// Which bot that is, if a program of the service holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub bot: Option<Bot>,
    /// Who alone may take it, while nobody holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>, format = "uuid")]
    pub reserved_for: Option<PlayerId>,
    /// Is somebody there who decides for it? Known of one game, not in lists, and from the start on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub presence: Option<Presence>,
}

/// A player, as a game names them.
#[derive(Serialize, ToSchema)]
pub struct SeatPlayer<'a> {
    /// Which account; all zeros where the account is gone.
    #[schema(value_type = String, format = "uuid")]
    pub id: PlayerId,
    /// The name; `[deleted]` where the account is gone.
    pub name: &'a str,
}

/// When the clock of a seat ends.
#[derive(Serialize, ToSchema)]
pub struct SeatDeadline {
    /// Whose.
    pub seat: Seat,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Moment,
}

/// How the randomness of a game comes about: the seed of its draws follows from the server's secret and from what the
/// seats add, so that nobody alone decides it.
#[derive(Serialize, ToSchema)]
pub struct GameDealing<'a> {
    /// SHA-256 of the server's secret, lower-case hexadecimal, known since the offer.
    #[schema(min_length = 64, max_length = 64)]
    pub commitment: &'a str,
    /// The server's secret, lower-case hexadecimal, once the game has ended: its SHA-256 is the commitment, and all
    /// draws follow from it, the game's id and the contributions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, min_length = 64, max_length = 64)]
    pub server_seed: Option<&'a str>,
    /// What the seats have added.
    pub contributions: Vec<SeatContribution<'a>>,
}

/// What a seat has added to the randomness of a game.
#[derive(Serialize, ToSchema)]
pub struct SeatContribution<'a> {
    /// Whose.
    pub seat: Seat,
    /// What.
    pub entropy: &'a str,
}

impl<'a> From<&'a GameSeen> for Game<'a> {
    fn from(seen: &'a GameSeen) -> Game<'a> {
        Game {
            id: seen.id,
            game: &seen.game,
            ruleset: &seen.ruleset,
            title: seen.title.as_deref(),
            status: seen.status,
            suspended_reason: seen.suspended_reason.as_deref(),
            revision: seen.revision,
            options: GameOptions(&seen.options),
            visibility: seen.visibility,
            start: seen.start,
            owner: seen.owner.as_ref().map(SeatPlayer::from),
            seats: seen.seats.iter().map(GameSeat::from).collect(),
            you: seen.you,
            awaiting: &seen.awaiting,
            deadline: seen.deadlines.iter().map(|deadline| deadline.at).min(),
            deadlines: seen.deadlines.iter().map(SeatDeadline::from).collect(),
            clock: seen.clock,
            absence: seen.absence,
            takeover_after: seen.takeover_after,
            cancellation: &seen.cancellation,
            rematch: seen.rematch,
            undoable: seen.undoable,
            dealing: GameDealing::from(&seen.dealing),
            view: seen.view.as_deref().map(GameView),
            outcome: seen.outcome.as_ref(),
            created_at: seen.created_at,
            started_at: seen.started_at,
            updated_at: seen.updated_at,
        }
    }
}

impl<'a> From<&'a GameListed> for GameSummary<'a> {
    fn from(listed: &'a GameListed) -> GameSummary<'a> {
        GameSummary {
            id: listed.id,
            game: &listed.game,
            ruleset: &listed.ruleset,
            title: listed.title.as_deref(),
            status: listed.status,
            revision: listed.revision,
            visibility: listed.visibility,
            start: listed.start,
            seats: listed.seats.iter().map(GameSeat::from).collect(),
            you: listed.you,
            awaiting: &listed.awaiting,
            deadline: listed.deadline,
            created_at: listed.created_at,
            started_at: listed.started_at,
            updated_at: listed.updated_at,
        }
    }
}

impl<'a> From<&'a SeatSeen> for GameSeat<'a> {
    fn from(seen: &'a SeatSeen) -> GameSeat<'a> {
        GameSeat {
            seat: seen.seat,
            colour: seen.colour.as_deref(),
            player: seen.player.as_ref().map(SeatPlayer::from),
            bot: seen.bot,
            reserved_for: seen.reserved_for,
            presence: seen.presence,
        }
    }
}

impl From<&crate::app::seen::SeatDeadline> for SeatDeadline {
    fn from(seen: &crate::app::seen::SeatDeadline) -> SeatDeadline {
        SeatDeadline {
            seat: seen.seat,
            at: seen.at,
        }
    }
}

impl<'a> From<&'a PlayerSeen> for SeatPlayer<'a> {
    fn from(seen: &'a PlayerSeen) -> SeatPlayer<'a> {
        SeatPlayer {
            id: seen.id,
            name: &seen.name,
        }
    }
}

impl<'a> From<&'a Dealing> for GameDealing<'a> {
    fn from(dealing: &'a Dealing) -> GameDealing<'a> {
        let contribution = |it: &'a crate::app::seen::Contribution| SeatContribution {
            seat: it.seat,
            entropy: &it.entropy,
        };
        GameDealing {
            commitment: &dealing.commitment,
            server_seed: dealing.server_seed.as_deref(),
            contributions: dealing.contributions.iter().map(contribution).collect(),
        }
    }
}
