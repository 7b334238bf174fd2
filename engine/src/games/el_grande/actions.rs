//! What a seat can do: one file per action.

pub mod ask_again;
pub mod bid;
pub mod decline;
pub mod execute;
pub mod intake;
pub mod pass;
pub mod pass_all;
pub mod place;
pub mod return_caballeros;
pub mod set_disk;
pub mod take_card;
pub mod veto;

use super::components::{ElGrandeCard as Card, ElGrandePlace as Place};
use super::flow::Step;
use super::lists::{ElGrandeFrom, ElGrandeTo};
use super::plans::ElGrandePlan;
use super::state::{Halves, Stage, State};
use crate::{Candidates, Illegal, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a seat can do in El Grande.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ElGrandeAction {
    /// Play a power card (rule 3.2). It decides the order of turns, high to low, and how many Caballeros may
    /// come to court.
    Bid {
        /// The card: one in hand whose number nobody has played in this round.
        #[schema(minimum = 1, maximum = 13)]
        card: u8,
    },
    /// Bring Caballeros to court at the beginning of one's turn (rule 3.3 step 1): at most as many as the power
    /// card says. Not asked where none can come.
    Intake {
        /// How many from the province.
        #[schema(maximum = 6)]
        province: u8,
        /// Only once the province is empty: from regions other than the King's. No region is named twice.
        #[serde(default)]
        #[schema(max_items = 8)]
        from: Vec<ElGrandeFrom>,
    },
    /// Take one of the action cards on offer (rule 3.3 step 2).
    TakeCard {
        /// The card.
        card: Card,
    },
    /// Place Caballeros from the court in regions next to the King's and in the Castillo (rule 3.3 step 3): one
    /// half of a turn, done all at once.
    Place {
        /// Where: at most as many as the card's stack says, or none. No place is named twice.
        #[schema(max_items = 6)]
        to: Vec<ElGrandeTo>,
    },
    /// Execute the special action of the card taken (rule 3.3 step 4): the other half of a turn.
    Execute {
        /// How.
        plan: ElGrandePlan,
    },
    /// Let the special action of the card taken lapse (rule G5).
    Decline {},
    /// Set the secret disk (rules G2 and 5.2). It stays hidden until the last one is set.
    SetDisk {
        /// What it points at: a region; the Castillo only where the option `movement_to_castillo` allows it.
        /// Always present in a request; absent where the viewer may not know it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        place: Option<Place>,
    },
    /// Choose what goes back to the province as the King returns (`s2_king_returns`): 3 Caballeros in all, or
    /// as many as there are outside the Castillo and the King's region.
    ReturnCaballeros {
        /// How many from the court.
        #[schema(maximum = 3)]
        court: u8,
        /// And from regions. No region is named twice.
        #[serde(default)]
        #[schema(max_items = 3)]
        from: Vec<ElGrandeFrom>,
    },
    /// Let an announced special action go on (rule V9).
    Pass {},
    /// Stop an announced special action with one's Veto (rule V9). If several holders do, the earliest step
    /// counts, then who sits first clockwise from the active player's left; the others keep their Vetoes.
    Veto {
        /// The first step that is not to take place; 1 stops the whole action.
        #[schema(minimum = 1, maximum = 30)]
        before_step: u8,
    },
    /// A standing answer: pass whenever the own Veto is asked for in this round. It changes neither the
    /// position nor the revision, and replaces the standing answer given before.
    PassAll {
        /// The round for which it stands: the present one.
        #[schema(minimum = 1, maximum = 9)]
        round: u8,
    },
    /// A standing answer that says nothing: it takes back the one given before.
    AskAgain {},
}

/// What the holder of a Veto says to an announced special action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ElGrandeAnswer {
    /// It may go on.
    Pass {},
    /// It is stopped.
    Veto {
        /// The first step that is not to take place, counted from 1.
        #[schema(minimum = 1, maximum = 30)]
        before_step: u8,
    },
}

/// The rule that one does what is asked for.
pub const STAGE: &str = "el_grande.turn.stage";
/// The rule that a half of a turn is done once and at one go (rule 3.3).
pub const SPLIT: &str = "el_grande.halves.split";

/// What a waiting seat may do.
pub fn candidates(state: &State, seat: Seat) -> Candidates<ElGrandeAction> {
    let (complete, actions) = match &state.stage {
        Stage::Bid => (true, bid::candidates(state, seat)),
        Stage::Intake => intake::candidates(state, seat),
        Stage::Card => (true, take_card::candidates(state)),
        Stage::Halves(halves) => halves_candidates(state, seat, halves),
        Stage::Window { steps, .. } => {
            let mut answers = pass::candidates();
            answers.extend(veto::candidates(*steps));
            (true, answers)
        }
        Stage::Disks { .. } | Stage::Scoring(_) => (true, set_disk::candidates(state, seat)),
        Stage::Returns(_) => (false, return_caballeros::candidates(state, seat)),
        Stage::Over => (true, Vec::new()),
    };
    match complete {
        true => Candidates::Complete(actions),
        false => Candidates::Sample(actions),
    }
}

fn halves_candidates(state: &State, seat: Seat, halves: &Halves) -> (bool, Vec<ElGrandeAction>) {
    let mut complete = true;
    let mut actions = Vec::new();
    if !halves.placed {
        let (all, placings) = place::candidates(state, seat, halves.card);
        complete &= all;
        actions.extend(placings);
    }
    if !halves.acted {
        let (all, plans) = execute::candidates(state, seat, halves.card);
        complete &= all;
        actions.extend(plans);
        actions.extend(decline::candidates());
    }
    (complete, actions)
}

/// The standing answers that a seat may leave.
pub fn standing_answers(state: &State, seat: Seat) -> Vec<ElGrandeAction> {
    let mut answers = pass_all::candidates(state, seat);
    answers.extend(ask_again::candidates());
    answers
}

/// What a standing answer says to what a waiting seat is asked now.
pub fn answer(state: &State, standing: &ElGrandeAction) -> Option<ElGrandeAction> {
    match standing {
        ElGrandeAction::PassAll { round } => pass_all::answer(state, *round),
        ElGrandeAction::AskAgain {}
        | ElGrandeAction::Bid { .. }
        | ElGrandeAction::Intake { .. }
        | ElGrandeAction::TakeCard { .. }
        | ElGrandeAction::Place { .. }
        | ElGrandeAction::Execute { .. }
        | ElGrandeAction::Decline {}
        | ElGrandeAction::SetDisk { .. }
        | ElGrandeAction::ReturnCaballeros { .. }
        | ElGrandeAction::Pass {}
        | ElGrandeAction::Veto { .. } => None,
    }
}

/// May the seat, which is waited for, do this?
///
/// # Errors
/// The rule that the action breaks.
pub fn check(state: &State, seat: Seat, action: &ElGrandeAction) -> Result<(), Illegal> {
    match action {
        ElGrandeAction::Bid { card } => bid::check(state, seat, *card),
        ElGrandeAction::Intake { province, from } => intake::check(state, seat, *province, from),
        ElGrandeAction::TakeCard { card } => take_card::check(state, *card),
        ElGrandeAction::Place { to } => place::check(state, seat, to),
        ElGrandeAction::Execute { plan } => execute::check(state, seat, plan),
        ElGrandeAction::Decline {} => decline::check(state),
        ElGrandeAction::SetDisk { place } => set_disk::check(state, seat, *place),
        ElGrandeAction::ReturnCaballeros { court, from } => {
            return_caballeros::check(state, seat, *court, from)
        }
        ElGrandeAction::Pass {} => pass::check(state),
        ElGrandeAction::Veto { before_step } => veto::check(state, seat, *before_step),
        ElGrandeAction::PassAll { round } => pass_all::check(state, seat, *round),
        ElGrandeAction::AskAgain {} => Ok(()),
    }
}

/// Does it.
pub fn apply(step: &mut Step, seat: Seat, action: &ElGrandeAction) {
    match action {
        ElGrandeAction::Bid { card } => bid::apply(step, seat, *card),
        ElGrandeAction::Intake { province, from } => intake::apply(step, seat, *province, from),
        ElGrandeAction::TakeCard { card } => take_card::apply(step, seat, *card),
        ElGrandeAction::Place { to } => place::apply(step, seat, to),
        ElGrandeAction::Execute { plan } => execute::apply(step, plan),
        ElGrandeAction::Decline {} => decline::apply(step, seat),
        ElGrandeAction::SetDisk { place } => set_disk::apply(step, seat, *place),
        ElGrandeAction::ReturnCaballeros { court, from } => {
            return_caballeros::apply(step, seat, *court, from);
        }
        ElGrandeAction::Pass {} => pass::apply(step, seat),
        ElGrandeAction::Veto { before_step } => veto::apply(step, seat, *before_step),
        ElGrandeAction::PassAll { .. } | ElGrandeAction::AskAgain {} => {}
    }
}

impl ElGrandeAction {
    /// Is it an instruction for later, which changes neither the position nor the revision?
    pub fn is_standing(&self) -> bool {
        matches!(
            self,
            ElGrandeAction::PassAll { .. } | ElGrandeAction::AskAgain {}
        )
    }

    /// The action as others than its actor may know it, for good: what is hidden while others still choose stays
    /// hidden here, and the events that bring it out show it. `None` where even its kind is hidden.
    pub fn masked(&self) -> Option<ElGrandeAction> {
        match self {
            ElGrandeAction::SetDisk { .. } => Some(ElGrandeAction::SetDisk { place: None }),
            ElGrandeAction::Execute { plan } => Some(ElGrandeAction::Execute {
                plan: plan.masked(),
            }),
            ElGrandeAction::Pass {}
            | ElGrandeAction::Veto { .. }
            | ElGrandeAction::PassAll { .. }
            | ElGrandeAction::AskAgain {} => None,
            ElGrandeAction::Bid { .. }
            | ElGrandeAction::Intake { .. }
            | ElGrandeAction::TakeCard { .. }
            | ElGrandeAction::Place { .. }
            | ElGrandeAction::Decline {}
            | ElGrandeAction::ReturnCaballeros { .. } => Some(self.clone()),
        }
    }
}

/// The refusal of an action that is not what is asked for now.
fn not_now(state: &State) -> Illegal {
    let asked = match &state.stage {
        Stage::Bid => "a power card",
        Stage::Intake => "how many Caballeros come to court",
        Stage::Card => "which action card you take",
        Stage::Halves(_) => "placing and the special action of your card",
        Stage::Window { .. } => "whether you stop the special action that was announced",
        Stage::Disks { .. } | Stage::Scoring(_) => "your secret disk",
        Stage::Returns(_) => "which Caballeros you take back",
        Stage::Over => "nothing, the game is over",
    };
    Illegal::new(STAGE, format!("asked for now: {asked}"))
}

/// The refusal of doing a half of a turn again.
fn split() -> Illegal {
    Illegal::new(SPLIT, "this half of your turn is done and can't be split")
}
