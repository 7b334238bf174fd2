//! What is being decided, as a watcher may see it.

use crate::games::el_grande::actions::ElGrandeAnswer;
use crate::games::el_grande::components::{ElGrandeCard as Card, ElGrandePlace as Place};
use crate::games::el_grande::events::ElGrandeDisk;
use crate::games::el_grande::flow::intake_limit;
use crate::games::el_grande::levy;
use crate::games::el_grande::lists::ElGrandeFrom;
use crate::games::el_grande::plans::ElGrandePlan;
use crate::games::el_grande::special;
use crate::games::el_grande::state::{Gathered, Halves, Special, Stage, State};
use crate::{Seat, Watcher};
use serde::Serialize;
use utoipa::ToSchema;

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

/// What is being decided.
pub fn stage(state: &State, watcher: Watcher) -> ElGrandeStage {
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
