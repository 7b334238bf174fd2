//! What a watcher may see: everything that lies open on the table, and what his own seat knows (rule 6).

use super::actions::ElGrandeAnswer;
use super::components::{
    ElGrandeCard as Card, ElGrandePlace as Place, ElGrandeRegion as Region,
    ElGrandeScoreboard as Scoreboard, ElGrandeSpot as Spot,
};
use super::data;
use super::events::ElGrandeDisk;
use super::flow::intake_limit;
use super::levy;
use super::lists::ElGrandeFrom;
use super::options::{ElGrandeCastilloView, ElGrandePowerHistory};
use super::plans::ElGrandePlan;
use super::scoring;
use super::special;
use super::state::{Gathered, Halves, Special, Stage, State};
use crate::engine::{Seat, Watcher};
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

/// What is being decided.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ElGrandeStage {
    /// A power card is to be played.
    Bid {
        /// By whom.
        seat: Seat,
    },
    /// Caballeros come to court.
    Intake {
        /// Whose.
        seat: Seat,
        /// How many at most.
        #[schema(minimum = 1, maximum = 6)]
        most: u8,
    },
    /// An action card is to be taken.
    TakeCard {
        /// By whom.
        seat: Seat,
    },
    /// Placing and the special action, in either order.
    Halves {
        /// Whose turn it is, and how far it has come.
        turn: ElGrandeTurn,
    },
    /// The holders of Vetoes are asked about an announced special action.
    Window {
        /// Whose action it is.
        turn: ElGrandeTurn,
        /// What was announced.
        plan: ElGrandePlan,
        /// The last step before which it can be stopped.
        #[schema(minimum = 1, maximum = 30)]
        steps: u8,
        /// Who has not answered yet.
        #[schema(max_items = 2)]
        awaited: Vec<Seat>,
        /// Who has.
        #[schema(max_items = 2)]
        answered: Vec<Seat>,
        /// The viewer's own answer, once given.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        yours: Option<ElGrandeAnswer>,
        /// The disks that were turned up for the action.
        #[schema(max_items = 5)]
        disks: Vec<ElGrandeDisk>,
        /// What opponents have chosen to take back.
        #[schema(max_items = 4)]
        returns: Vec<ElGrandeReturn>,
    },
    /// Secret disks are being set.
    Disks {
        /// Whose action it is for; absent at a general scoring.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        turn: Option<ElGrandeTurn>,
        /// What was announced; absent at a general scoring.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        plan: Option<ElGrandePlan>,
        /// Who has not set his disk yet.
        #[schema(max_items = 5)]
        awaited: Vec<Seat>,
        /// Whose disks lie face down.
        #[schema(max_items = 5)]
        set: Vec<Seat>,
        /// What the viewer's own disk points at, once set.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        yours: Option<Place>,
    },
    /// The King returns: opponents choose, one after the other, what they take back.
    Returns {
        /// Whose action it is.
        turn: ElGrandeTurn,
        /// Who is next.
        seat: Seat,
        /// How many Caballeros he has to take back.
        #[schema(minimum = 1, maximum = 3)]
        owed: u8,
        /// What others have chosen.
        #[schema(max_items = 4)]
        returns: Vec<ElGrandeReturn>,
    },
    /// The game has ended.
    Over {},
}

/// How far a turn has come.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ElGrandeTurn {
    /// Whose it is.
    pub seat: Seat,
    /// The action card taken.
    pub card: Card,
    /// What its special action does.
    #[schema(max_length = 200)]
    pub text: String,
    /// How many Caballeros may be placed with it.
    #[schema(minimum = 1, maximum = 5)]
    pub stack: u8,
    /// Has placing been done?
    pub placed: bool,
    /// Has the special action been done, declined or stopped?
    pub acted: bool,
}

/// What an opponent has chosen to take back to the province.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ElGrandeReturn {
    /// Who.
    pub seat: Seat,
    /// How many from the court.
    #[schema(maximum = 3)]
    pub court: u8,
    /// And from regions.
    #[schema(max_items = 3)]
    pub from: Vec<ElGrandeFrom>,
}

/// The table as a watcher may see it.
pub fn view(state: &State, watcher: Watcher) -> ElGrandeView {
    ElGrandeView {
        round: state.round,
        rounds: state.rounds().to_vec(),
        stage: stage(state, watcher),
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

fn stage(state: &State, watcher: Watcher) -> ElGrandeStage {
    let seat = state.active();
    match &state.stage {
        Stage::Bid => ElGrandeStage::Bid { seat },
        Stage::Intake => ElGrandeStage::Intake {
            seat,
            most: levy::most(state, seat, intake_limit(state, seat)),
        },
        Stage::Card => ElGrandeStage::TakeCard { seat },
        Stage::Halves(halves) => ElGrandeStage::Halves {
            turn: turn(seat, halves),
        },
        Stage::Window {
            special,
            steps,
            answers,
        } => ElGrandeStage::Window {
            turn: turn_of(seat, special),
            plan: plan(seat, special, watcher),
            steps: *steps,
            awaited: answers.awaited(),
            answered: answers.chosen(),
            yours: watcher.seat().and_then(|seat| answers.of(seat)),
            disks: disks(&special.gathered),
            returns: returns(&special.gathered),
        },
        Stage::Disks { special, disks } => ElGrandeStage::Disks {
            turn: Some(turn_of(seat, special)),
            plan: Some(plan(seat, special, watcher)),
            awaited: disks.awaited(),
            set: disks.chosen(),
            yours: watcher.seat().and_then(|seat| disks.of(seat)),
        },
        Stage::Returns(special) => {
            let next = special::next_to_return(state, special).unwrap_or(seat);
            ElGrandeStage::Returns {
                turn: turn_of(seat, special),
                seat: next,
                owed: special::owed(state, next),
                returns: returns(&special.gathered),
            }
        }
        Stage::Scoring(disks) => ElGrandeStage::Disks {
            turn: None,
            plan: None,
            awaited: disks.awaited(),
            set: disks.chosen(),
            yours: watcher.seat().and_then(|seat| disks.of(seat)),
        },
        Stage::Over => ElGrandeStage::Over {},
    }
}

fn turn(seat: Seat, halves: &Halves) -> ElGrandeTurn {
    let facts = halves.card.facts();
    ElGrandeTurn {
        seat,
        card: halves.card,
        text: facts.text.to_owned(),
        stack: facts.stack,
        placed: halves.placed,
        acted: halves.acted,
    }
}

/// A turn whose special action is under way.
fn turn_of(seat: Seat, special: &Special) -> ElGrandeTurn {
    let Special { card, placed, .. } = *special;
    let acted = false;
    turn(
        seat,
        &Halves {
            card,
            placed,
            acted,
        },
    )
}

fn plan(active: Seat, special: &Special, watcher: Watcher) -> ElGrandePlan {
    match watcher == Watcher::Seat(active) {
        true => special.plan.clone(),
        false => special.plan.masked(),
    }
}

fn disks(gathered: &Gathered) -> Vec<ElGrandeDisk> {
    let disk = |&(seat, place)| ElGrandeDisk { seat, place };
    match gathered {
        Gathered::Disks(disks) => disks.iter().map(disk).collect(),
        Gathered::Nothing | Gathered::Returns(_) => Vec::new(),
    }
}

fn returns(gathered: &Gathered) -> Vec<ElGrandeReturn> {
    match gathered {
        Gathered::Returns(returns) => returns
            .iter()
            .map(|chosen| ElGrandeReturn {
                seat: chosen.seat,
                court: chosen.court,
                from: chosen.from.clone(),
            })
            .collect(),
        Gathered::Nothing | Gathered::Disks(_) => Vec::new(),
    }
}
