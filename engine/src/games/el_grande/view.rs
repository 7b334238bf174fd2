//! What a watcher may see: everything that lies open on the table, and what his own seat knows (rule 6).

pub mod stage;

pub use stage::{ElGrandeReturn, ElGrandeStage, ElGrandeTurn};

use super::components::{
    ElGrandeCard as Card, ElGrandePlace as Place, ElGrandeRegion as Region,
    ElGrandeScoreboard as Scoreboard, ElGrandeSpot as Spot,
};
use super::data;
use super::options::{ElGrandeCastilloView, ElGrandePowerHistory};
use super::scoring;
use super::state::State;
use crate::{Seat, Watcher};
use serde::Serialize;
use utoipa::ToSchema;

/// A table of El Grande, as a viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ElGrandeView {
    /// The round, as numbered on the track.
    #[schema(minimum = 1, maximum = 9)]
    pub round: u8,
    /// The rounds that are played; after 3, 6 and 9 there is a general scoring.
    #[schema(min_items = 6, max_items = 9)]
    pub rounds: Vec<u8>,
    /// What is being decided.
    pub stage: ElGrandeStage,
    /// Bidding order while power cards are played, then the order of turns.
    #[schema(min_items = 2, max_items = 5)]
    pub order: Vec<Seat>,
    /// Where the King stands. Nothing changes in his region but his coming and going.
    pub king: Region,
    /// The nine regions in their fixed order.
    #[schema(min_items = 9, max_items = 9)]
    pub regions: Vec<ElGrandeRegionView>,
    /// The Castillo.
    pub castillo: ElGrandeCastilloContents,
    /// Both mobile scoreboards.
    #[schema(min_items = 2, max_items = 2)]
    pub scoreboards: Vec<ElGrandeScoreboardView>,
    /// The players by seat.
    #[schema(min_items = 2, max_items = 5)]
    pub players: Vec<ElGrandePlayerView>,
    /// The action cards on offer, lowest stack first.
    #[schema(max_items = 5)]
    pub offer: Vec<ElGrandeOffer>,
    /// How many cards of stacks 1 to 4 have not been turned up.
    #[schema(min_items = 4, max_items = 4)]
    pub undrawn: Vec<u8>,
}

/// A region.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ElGrandeRegionView {
    /// Which.
    pub region: Region,
    /// The Caballeros in it, by seat.
    #[schema(min_items = 2, max_items = 5)]
    pub caballeros: Vec<u8>,
    /// Whose Grandes stand in it.
    #[schema(max_items = 5)]
    pub grandes: Vec<Seat>,
    /// Points for the first, second and third place: printed or of a mobile scoreboard, and 0 where the number of
    /// players leaves them out.
    #[schema(min_items = 3, max_items = 3)]
    pub values: [u8; 3],
}

/// The Castillo.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ElGrandeCastilloContents {
    /// Points for the first, second and third place, 0 where the number of players leaves them out.
    #[schema(min_items = 3, max_items = 3)]
    pub values: [u8; 3],
    /// The Caballeros in it, as far as the option `castillo_view` shows them; absent if it shows nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_items = 5)]
    pub caballeros: Option<Vec<ElGrandeHolding>>,
}

/// Caballeros of one seat in the Castillo.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ElGrandeHolding {
    /// Whose.
    pub seat: Seat,
    /// How many.
    #[schema(maximum = 30)]
    pub count: u8,
}

/// A mobile scoreboard.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ElGrandeScoreboardView {
    /// Which.
    pub board: Scoreboard,
    /// Its printed numbers.
    #[schema(min_items = 3, max_items = 3)]
    pub values: [u8; 3],
    /// Where it lies; absent if beside the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub region: Option<Region>,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ElGrandePlayerView {
    /// Whose.
    pub seat: Seat,
    /// Points so far.
    pub score: u16,
    /// Caballeros in the court, ready to be placed.
    #[schema(maximum = 30)]
    pub court: u8,
    /// Caballeros in the province, the supply.
    #[schema(maximum = 30)]
    pub province: u8,
    /// The home region, where the Grande stands.
    pub home: Region,
    /// The power card played in this round, wherever it is now; absent before it is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, maximum = 13)]
    pub power: Option<u8>,
    /// The top card of the pile of played power cards; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, maximum = 13)]
    pub pile_top: Option<u8>,
    /// How many power cards lie on the pile.
    #[schema(maximum = 13)]
    pub pile: u8,
    /// Every power card that was played, by round; only with the option `power_history: full`. It does not tell
    /// which ones were taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_items = 9)]
    pub played: Option<Vec<ElGrandePlay>>,
    /// How many power cards are in hand.
    #[schema(maximum = 13)]
    pub hand_size: u8,
    /// The power cards in hand, ascending; the viewer's own only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_items = 13)]
    pub hand: Option<Vec<u8>>,
    /// The Vetoes in front of the player, each as the round at the end of which it goes.
    #[schema(max_items = 2)]
    pub vetoes: Vec<u8>,
}

/// A power card that was played.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ElGrandePlay {
    /// In which round.
    #[schema(minimum = 1, maximum = 9)]
    pub round: u8,
    /// The card.
    #[schema(minimum = 1, maximum = 13)]
    pub card: u8,
}

/// An action card on offer.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ElGrandeOffer {
    /// Which.
    pub card: Card,
    /// Its stack: how many Caballeros may be placed with it.
    #[schema(minimum = 1, maximum = 5)]
    pub stack: u8,
    /// What its special action does.
    #[schema(max_length = 200)]
    pub text: String,
}

/// The table as a watcher may see it.
pub fn view(state: &State, watcher: Watcher) -> ElGrandeView {
    ElGrandeView {
        round: state.round,
        rounds: state.rounds().to_vec(),
        stage: stage::stage(state, watcher),
        order: state.order.clone(),
        king: state.king,
        regions: Region::ALL.map(|r| region(state, r)).to_vec(),
        castillo: castillo(state, watcher),
        scoreboards: Scoreboard::ALL.map(|b| scoreboard(state, b)).to_vec(),
        players: Seat::all(state.seats())
            .map(|seat| player(state, seat, watcher))
            .collect(),
        offer: state.offer.iter().copied().map(offer).collect(),
        undrawn: state.stacks.iter().map(|s| s.len() as u8).collect(),
    }
}

fn region(state: &State, region: Region) -> ElGrandeRegionView {
    ElGrandeRegionView {
        region,
        caballeros: scoring::caballeros(state, region.into()),
        grandes: Seat::all(state.seats())
            .filter(|&seat| state.player(seat).grande == region)
            .collect(),
        values: scoring::values(state, region.into()),
    }
}

fn castillo(state: &State, watcher: Watcher) -> ElGrandeCastilloContents {
    let seats: Option<Vec<Seat>> = match state.options.castillo_view {
        ElGrandeCastilloView::Hidden => None,
        ElGrandeCastilloView::Own => watcher.seat().map(|seat| vec![seat]),
        ElGrandeCastilloView::Open => Some(Seat::all(state.seats()).collect()),
    };
    let holding = |seat| ElGrandeHolding {
        seat,
        count: state.player(seat).has(Spot::Castillo),
    };
    ElGrandeCastilloContents {
        values: scoring::values(state, Place::Castillo),
        caballeros: seats.map(|seats| seats.into_iter().map(holding).collect()),
    }
}

fn scoreboard(state: &State, board: Scoreboard) -> ElGrandeScoreboardView {
    ElGrandeScoreboardView {
        board,
        values: data::on_board(board),
        region: state.boards[board.index()],
    }
}

fn player(state: &State, seat: Seat, watcher: Watcher) -> ElGrandePlayerView {
    let player = state.player(seat);
    let power = &player.power;
    let played = || {
        let rounds = state.rounds().iter().zip(power.played());
        let play = |(&round, &card)| ElGrandePlay { round, card };
        rounds.map(play).collect()
    };
    ElGrandePlayerView {
        seat,
        score: player.score(),
        court: player.has(Spot::Court),
        province: player.has(Spot::Province),
        home: player.grande,
        power: state.power(seat),
        pile_top: power.top(),
        pile: power.pile().count() as u8,
        played: match state.options.power_history {
            ElGrandePowerHistory::Top => None,
            ElGrandePowerHistory::Full => Some(played()),
        },
        hand_size: power.hand().count() as u8,
        hand: (watcher == Watcher::Seat(seat)).then(|| power.hand().collect()),
        vetoes: state
            .vetoes
            .iter()
            .filter(|veto| veto.seat == seat)
            .map(|veto| veto.until)
            .collect(),
    }
}

fn offer(card: Card) -> ElGrandeOffer {
    let facts = card.facts();
    ElGrandeOffer {
        card,
        stack: facts.stack,
        text: facts.text.to_owned(),
    }
}
