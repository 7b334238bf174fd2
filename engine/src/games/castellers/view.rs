//! The table as everybody sees it.

use super::castells::Castell;
use super::components::{Casteller, Colour};
use super::data;
use super::scoring;
use super::state::{Player, Stage, State};
use crate::{Score, ScoreItem, Seat};
use serde::Serialize;
use utoipa::ToSchema;

/// The table of a game of Castellers. Everything lies open but what the bag will give next, so that all watchers see the
/// same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CastellersView {
    /// What lies in front of each player, ordered by seat.
    #[schema(min_items = 2, max_items = 4)]
    pub players: Vec<CastellersPlayerView>,
    /// Castellers in the bag. Who they are follows from the deck and all that lies open; their order is decided by each
    /// draw.
    #[schema(maximum = 66)]
    pub bag: u8,
    /// Bases in the supply.
    #[schema(maximum = 12)]
    pub bases: u8,
    /// Whose turn it is; null after the end.
    #[schema(required = true, maximum = 3)]
    pub active: Option<u8>,
    /// Actions left in this turn, a fall still to be decided not counted; 0 after the end.
    #[schema(maximum = 2)]
    pub actions_left: u8,
    /// Who may fall, while the active player has to say it; else empty.
    #[schema(max_items = 66)]
    pub fallers: Vec<CastellersFaller>,
    /// Turns in a row that players ended without an action. If the offer has the deadlock rule the game ends when they
    /// are as many as there are seats.
    pub idle_turns: u8,
    /// Turns in a row that the clock ended. The game ends when they make three whole rounds.
    #[schema(maximum = 12)]
    pub lapsed_turns: u8,
    /// What ends the game.
    pub goal: CastellersGoal,
    /// The seat that would get the token for the tallest castell if the game ended now; null for nobody.
    #[schema(required = true, maximum = 3)]
    pub tallest: Option<u8>,
    /// The seat that would get the token for the widest castell if the game ended now; null for nobody.
    #[schema(required = true, maximum = 3)]
    pub widest: Option<u8>,
}

/// What lies in front of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CastellersPlayerView {
    /// The seat.
    pub seat: Seat,
    /// Castellers at hand, by colour, then by number.
    #[schema(max_items = 66)]
    pub set: Vec<Casteller>,
    /// The player's castells in the order in which the bases were taken; their numbers never change.
    #[schema(max_items = 12)]
    pub castells: Vec<CastellersCastell>,
    /// Points if the game ended now.
    pub score: i32,
    /// What gives how many points; the items add up to `score`.
    pub breakdown: Vec<ScoreItem>,
    /// The highest number among the player's white castellers, which decides between equal points; 0 without any.
    #[schema(maximum = 7)]
    pub highest_white: u8,
}

/// A base with all that stands on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CastellersCastell {
    /// The columns, each from bottom to top; an empty one is a hole that a fall has left and that has to be filled. A bare
    /// base has none.
    #[schema(max_items = 66)]
    pub columns: Vec<Vec<Casteller>>,
    /// The colour that a casteller who is not white must have to join; absent while any may.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub colour: Option<Colour>,
    /// Castellers on it.
    #[schema(maximum = 66)]
    pub castellers: u8,
    /// Castellers on level 1.
    #[schema(maximum = 66)]
    pub width: u8,
    /// Levels, an unfinished one included.
    #[schema(maximum = 7)]
    pub height: u8,
    /// Complete levels.
    #[schema(maximum = 7)]
    pub complete_levels: u8,
    /// Is level 1 closed, so that there are no new columns?
    pub closed: bool,
    /// Is it valid: two complete levels and four castellers?
    pub valid: bool,
    /// Points that its castellers bring now, its base not counted.
    #[schema(maximum = 74)]
    pub points: u8,
}

/// A casteller that may fall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CastellersFaller {
    /// The castell, counted from 0.
    #[schema(maximum = 11)]
    pub castell: u8,
    /// The column it is on top of, counted from 0.
    #[schema(maximum = 65)]
    pub column: u8,
    /// Who would fall.
    pub casteller: Casteller,
}

/// What one player needs to end the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CastellersGoal {
    /// Valid castells that it takes, at least.
    #[schema(minimum = 2, maximum = 4)]
    pub castells: u8,
    /// Castellers that one of them must hold, at least.
    pub castellers: u8,
}

/// The table as everybody sees it.
pub fn show(state: &State) -> CastellersView {
    let over = matches!(state.stage, Stage::Over(_));
    let number = |seat: Option<Seat>| seat.map(|seat| seat.0);
    CastellersView {
        players: Seat::all(state.seats())
            .zip(scoring::scores(state))
            .map(|(seat, score)| show_player(seat, state.player(seat), score))
            .collect(),
        bag: state.bag.len() as u8,
        bases: state.bases,
        active: number((!over).then_some(state.active)),
        actions_left: if over { 0 } else { state.actions_left },
        fallers: fallers(state),
        idle_turns: state.idle_turns,
        lapsed_turns: state.lapsed_turns,
        goal: CastellersGoal {
            castells: data::goal_castells(state.seats()),
            castellers: data::GOAL_CASTELLERS,
        },
        tallest: number(scoring::tallest(state)),
        widest: number(scoring::widest(state)),
    }
}

fn show_player(seat: Seat, player: &Player, score: Score) -> CastellersPlayerView {
    CastellersPlayerView {
        seat,
        set: player.set.each().collect(),
        castells: player.castells.iter().map(show_castell).collect(),
        score: score.total(),
        breakdown: score.breakdown,
        highest_white: player.highest_white(),
    }
}

fn show_castell(castell: &Castell) -> CastellersCastell {
    CastellersCastell {
        columns: castell.columns().to_vec(),
        colour: castell.colour(),
        castellers: castell.count(),
        width: castell.width(),
        height: castell.height(),
        complete_levels: castell.complete_levels(),
        closed: castell.is_closed(),
        valid: castell.is_valid(),
        points: scoring::points(castell),
    }
}

fn fallers(state: &State) -> Vec<CastellersFaller> {
    match state.stage {
        Stage::Falling => state
            .player(state.active)
            .fallers()
            .map(|(castell, column, casteller)| CastellersFaller {
                castell: castell as u8,
                column: column as u8,
                casteller,
            })
            .collect(),
        Stage::Acting | Stage::Over(_) => Vec::new(),
    }
}
