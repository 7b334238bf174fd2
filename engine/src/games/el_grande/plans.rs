//! What a special action can be, and what it does: one file per kind.
//!
//! Every kind has a fixed number of steps, so that a Veto can stop it before any of them (rule 4.3).

pub mod add_caballeros;
pub mod as_printed;
pub mod court;
pub mod evict;
pub mod grande;
pub mod king;
pub mod move_caballeros;
pub mod score_place;
pub mod scoreboard;
pub mod send_back;
pub mod take_back;

pub use move_caballeros::ElGrandeMove;
pub use send_back::ElGrandeSending;

use super::cards::Kind;
use super::components::{
    ElGrandeCard as Card, ElGrandePlace as Place, ElGrandeRegion as Region,
    ElGrandeScoreboard as Scoreboard,
};
use super::flow::Step;
use super::lists::{ElGrandeFrom, ElGrandeTo, ElGrandeTransfer};
use super::state::{Gathered, Special, State};
use crate::{Illegal, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a special action is carried out. It is announced whole, since while a Veto lies in front of
/// an opponent he may stop it before any of its steps (rule V9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ElGrandePlan {
    /// The card leaves nothing to choose, or leaves the choice to secret disks or to the opponents:
    /// Veto, Decay of Authority, The King returns, the disk cards and the scorings of fixed regions.
    AsPrinted {},
    /// Intrigue: move Caballeros (`s1_any5_one`, `s1_any4`, `s1_any3`, `s1_own4`, `s1_for3`, `s1_2and2`,
    /// `s1_ownall`, `s1_or`). Each single Caballero is a step, in the order given.
    MoveCaballeros {
        /// The moves; none moves nothing. A Caballero is not moved twice.
        #[schema(max_items = 30)]
        moves: Vec<ElGrandeMove>,
    },
    /// Intrigue: place up to 2 further Caballeros from the court, in any regions but the King's and in
    /// the Castillo (`s1_add2`, `s1_or`). Each single Caballero is a step, in the order given.
    AddCaballeros {
        /// Where they go; no place is named twice.
        #[schema(max_items = 2)]
        to: Vec<ElGrandeTo>,
    },
    /// Send up to 1 Caballero of each opponent from a region back to the province (`s2_one_each`). Each is
    /// a step, in the order given.
    SendBack {
        /// Whose and from where; no seat is named twice.
        #[schema(max_items = 4)]
        caballeros: Vec<ElGrandeSending>,
    },
    /// Score one place, the King's region included (`s2_score_choose`, `s3_choose`).
    ScorePlace {
        /// The place.
        place: Place,
    },
    /// Place a mobile scoreboard, or move one that was placed (`s4_scoreboard`).
    Scoreboard {
        /// Which board.
        board: Scoreboard,
        /// Where it goes: not the King's region, nor one that has a board.
        region: Region,
    },
    /// Move the own Grande (`s4_grande`).
    Grande {
        /// Where it goes: another region, not the King's.
        region: Region,
    },
    /// Take a played power card back into the hand (`s4_power`).
    TakeBack {
        /// The card, 1 to 13, one that lies on the own pile. Always present in a request; absent where
        /// the viewer may not know it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false, minimum = 1, maximum = 13)]
        card: Option<u8>,
    },
    /// Move up to 2 own Caballeros to the court (`s4_court`).
    Court {
        /// How many from the province.
        #[schema(maximum = 2)]
        province: u8,
        /// Only once the province is empty: from regions other than the King's.
        #[serde(default)]
        #[schema(max_items = 8)]
        from: Vec<ElGrandeFrom>,
    },
    /// Move the King: to a neighbouring region (`s4_king_adviser`) or to any other (`s5_king`).
    King {
        /// Where he goes.
        region: Region,
    },
    /// Movement: name the region that the opponents have to leave (`s4_movement`).
    Evict {
        /// The region, not the King's.
        region: Region,
    },
}

/// The rule that a special action is the one of the card taken.
pub const CARD: &str = "el_grande.special.card";

/// Ways to carry out the special action of a card, and whether these are all there are.
pub fn candidates(state: &State, seat: Seat, card: Card) -> (bool, Vec<ElGrandePlan>) {
    match card.kind() {
        Kind::Move(_) => (false, move_caballeros::candidates(state, seat, card)),
        Kind::MoveOrAdd(_) => {
            let mut plans = move_caballeros::candidates(state, seat, card);
            plans.extend(add_caballeros::candidates(state, seat));
            (false, plans)
        }
        Kind::Add => (false, add_caballeros::candidates(state, seat)),
        Kind::SendBack => (false, send_back::candidates(state, seat)),
        Kind::Veto
        | Kind::Decay(_)
        | Kind::Returns
        | Kind::DiskReturn(_)
        | Kind::DiskScore
        | Kind::Score(_) => (true, vec![ElGrandePlan::AsPrinted {}]),
        Kind::ScorePlace => (true, score_place::candidates()),
        Kind::Scoreboard => (true, scoreboard::candidates(state)),
        Kind::Grande => (true, grande::candidates(state, seat)),
        Kind::TakeBack => (true, take_back::candidates(state, seat)),
        Kind::Court => court::candidates(state, seat),
        Kind::King(reach) => (true, king::candidates(state, reach)),
        Kind::Evict => (true, evict::candidates(state)),
    }
}

/// Can the card taken be carried out like this?
///
/// # Errors
/// The rule that the plan breaks; pointers are into the action that holds it as `plan`.
pub fn check(state: &State, seat: Seat, card: Card, plan: &ElGrandePlan) -> Result<(), Illegal> {
    match plan {
        ElGrandePlan::AsPrinted {} => as_printed::check(card),
        ElGrandePlan::MoveCaballeros { moves } => move_caballeros::check(state, seat, card, moves),
        ElGrandePlan::AddCaballeros { to } => add_caballeros::check(state, seat, card, to),
        ElGrandePlan::SendBack { caballeros } => send_back::check(state, seat, card, caballeros),
        ElGrandePlan::ScorePlace { .. } => score_place::check(card),
        ElGrandePlan::Scoreboard { board, region } => {
            scoreboard::check(state, card, *board, *region)
        }
        ElGrandePlan::Grande { region } => grande::check(state, seat, card, *region),
        ElGrandePlan::TakeBack { card: power } => take_back::check(state, seat, card, *power),
        ElGrandePlan::Court { province, from } => court::check(state, seat, card, *province, from),
        ElGrandePlan::King { region } => king::check(state, card, *region),
        ElGrandePlan::Evict { region } => evict::check(state, card, *region),
    }
}

/// The refusal of a plan that does not belong to the card taken.
fn wrong_card(card: Card) -> Illegal {
    let detail = format!("the card taken says otherwise: {}", card.facts().text);
    Illegal::at(CARD, "/plan/type", detail)
}

/// Refuses a plan unless the card taken is of this kind.
fn belongs(card: Card, kind: Kind) -> Result<(), Illegal> {
    match card.kind() == kind {
        true => Ok(()),
        false => Err(wrong_card(card)),
    }
}

/// The steps before which a Veto can stop what was announced, as far as it is known by now (rule 4.3); 0
/// where there is nothing to stop.
pub fn steps(state: &State, special: &Special) -> u8 {
    if let Gathered::Disks(disks) = &special.gathered
        && disks.is_empty()
    {
        return 0;
    }
    match &special.plan {
        ElGrandePlan::AsPrinted {} => as_printed::steps(state, special),
        ElGrandePlan::MoveCaballeros { moves } => moves.iter().map(|m| m.count).sum(),
        ElGrandePlan::AddCaballeros { to } => to.iter().map(|t| t.count).sum(),
        ElGrandePlan::SendBack { caballeros } => caballeros.len() as u8,
        ElGrandePlan::ScorePlace { .. }
        | ElGrandePlan::Scoreboard { .. }
        | ElGrandePlan::Grande { .. }
        | ElGrandePlan::TakeBack { .. }
        | ElGrandePlan::Court { .. }
        | ElGrandePlan::King { .. }
        | ElGrandePlan::Evict { .. } => 1,
    }
}

/// Carries out the first `steps` steps of a special action, at least one unless it has none, and tells
/// which Caballeros went where.
pub fn run(step: &mut Step, special: &Special, steps: u8) -> Vec<ElGrandeTransfer> {
    let seat = step.state.active();
    match &special.plan {
        ElGrandePlan::AsPrinted {} => as_printed::run(step, special, steps),
        ElGrandePlan::MoveCaballeros { moves } => move_caballeros::run(step.state, moves, steps),
        ElGrandePlan::AddCaballeros { to } => add_caballeros::run(step.state, seat, to, steps),
        ElGrandePlan::SendBack { caballeros } => send_back::run(step.state, caballeros, steps),
        ElGrandePlan::ScorePlace { place } => score_place::run(step, *place),
        ElGrandePlan::Scoreboard { board, region } => scoreboard::run(step, *board, *region),
        ElGrandePlan::Grande { region } => grande::run(step, seat, *region),
        ElGrandePlan::TakeBack { card } => take_back::run(step, seat, *card),
        ElGrandePlan::Court { province, from } => court::run(step.state, seat, *province, from),
        ElGrandePlan::King { region } => king::run(step, *region),
        ElGrandePlan::Evict { region } => evict::run(step.state, *region, &special.gathered),
    }
}

impl ElGrandePlan {
    /// The plan as seats other than the one that made it may know it.
    pub fn masked(&self) -> ElGrandePlan {
        match self {
            ElGrandePlan::TakeBack { .. } => ElGrandePlan::TakeBack { card: None },
            ElGrandePlan::AsPrinted {}
            | ElGrandePlan::MoveCaballeros { .. }
            | ElGrandePlan::AddCaballeros { .. }
            | ElGrandePlan::SendBack { .. }
            | ElGrandePlan::ScorePlace { .. }
            | ElGrandePlan::Scoreboard { .. }
            | ElGrandePlan::Grande { .. }
            | ElGrandePlan::Court { .. }
            | ElGrandePlan::King { .. }
            | ElGrandePlan::Evict { .. } => self.clone(),
        }
    }
}
