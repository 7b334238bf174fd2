//! What a player can do; each action has its own file.

mod exchange;
mod fall;
mod lapse;
mod pass;
mod payments;
mod raise;
mod recruit;

use super::building::CastellersPlace;
use super::components::Casteller;
use super::events::CastellersEvent;
use super::rule;
use super::state::{Stage, State};
use crate::{Candidates, Chance, Illegal, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a player of Castellers does. A turn has up to two actions, in any order and of the same kind if you like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum CastellersAction {
    /// Draw a casteller from the bag into your set. If it is white the highest casteller of one of your castells falls
    /// back into your set; if more than one could, you are asked which (`fall`).
    Recruit {},
    /// Put a casteller of your set on one of your castells, or on a new base.
    Raise {
        /// Who goes up, from your set.
        casteller: Casteller,
        /// Where to.
        place: CastellersPlace,
    },
    /// Give castellers of your set to another player and take one with a lower number than theirs together from that
    /// player's set; it goes up on one of your castells at once.
    Exchange {
        /// Who you give, in any order, each as often as you give it.
        #[schema(min_items = 1, max_items = 66)]
        pay: Vec<Casteller>,
        /// The player you exchange with.
        from: Seat,
        /// Who you take.
        take: Casteller,
        /// Where the casteller you take goes.
        place: CastellersPlace,
    },
    /// Say who falls after you drew a white casteller. Needs no action.
    Fall {
        /// Which of your castells, counted from 0.
        #[schema(maximum = 11)]
        castell: u8,
        /// Which of its columns, counted from 0: its top casteller falls.
        #[schema(maximum = 65)]
        column: u8,
    },
    /// End your turn.
    Pass {},
    /// The clock ends the turn of an absent player. It is in the history of games; no player can choose it.
    Lapse {},
}

/// What the active seat may do: every legal action; where exchanges are among them, the cheapest payment for each
/// casteller and each place that makes a difference.
pub fn candidates(state: &State, seat: Seat) -> Candidates<CastellersAction> {
    let mut actions = Vec::new();
    match state.stage {
        Stage::Falling => fall::candidates(state, seat, &mut actions),
        Stage::Acting => {
            recruit::candidates(state, &mut actions);
            raise::candidates(state, seat, &mut actions);
            let all_so_far = actions.len();
            exchange::candidates(state, seat, &mut actions);
            let exchanges = actions.len() > all_so_far;
            pass::candidates(&mut actions);
            if exchanges {
                return Candidates::Sample(actions);
            }
        }
        Stage::Over(_) => {}
    }
    Candidates::Complete(actions)
}

/// May the active seat do this now?
///
/// # Errors
/// The rule that forbids it.
pub fn check(state: &State, seat: Seat, action: &CastellersAction) -> Result<(), Illegal> {
    if let CastellersAction::Fall { castell, column } = action {
        return fall::check(state, seat, *castell, *column);
    }
    if state.stage == Stage::Falling {
        return Err(Illegal::new(
            rule::FALL_PENDING,
            "a white casteller was drawn; say first who falls",
        ));
    }
    match action {
        CastellersAction::Recruit {} => recruit::check(state),
        CastellersAction::Raise { casteller, place } => {
            raise::check(state, seat, *casteller, *place)
        }
        CastellersAction::Exchange {
            pay,
            from,
            take,
            place,
        } => exchange::check(state, seat, pay, *from, *take, *place),
        CastellersAction::Fall { .. } | CastellersAction::Pass {} | CastellersAction::Lapse {} => {
            Ok(())
        }
    }
}

/// May a player choose this at all?
///
/// # Errors
/// The rule that leaves it to the clock.
pub fn choosable(action: &CastellersAction) -> Result<(), Illegal> {
    match action {
        CastellersAction::Recruit {}
        | CastellersAction::Raise { .. }
        | CastellersAction::Exchange { .. }
        | CastellersAction::Fall { .. }
        | CastellersAction::Pass {} => Ok(()),
        CastellersAction::Lapse {} => lapse::choosable(),
    }
}

/// Does it; [`check`] has said yes.
pub fn apply(
    state: &mut State,
    seat: Seat,
    action: &CastellersAction,
    chance: &mut Chance,
) -> Vec<CastellersEvent> {
    let mut events = Vec::new();
    match action {
        CastellersAction::Recruit {} => recruit::apply(state, seat, chance, &mut events),
        CastellersAction::Raise { casteller, place } => {
            raise::apply(state, seat, *casteller, *place, &mut events);
        }
        CastellersAction::Exchange {
            pay,
            from,
            take,
            place,
        } => exchange::apply(state, seat, pay, *from, *take, *place, &mut events),
        CastellersAction::Fall { castell, column } => {
            fall::apply(state, seat, *castell, *column, &mut events);
        }
        CastellersAction::Pass {} => pass::apply(state, seat, &mut events),
        CastellersAction::Lapse {} => lapse::apply(state, seat, &mut events),
    }
    events
}

/// What is done for an absent player: the turn lapses; a fall that is due is decided first.
pub fn fallback(state: &State, seat: Seat) -> CastellersAction {
    match state.stage {
        Stage::Falling => fall::first(state, seat),
        Stage::Acting | Stage::Over(_) => CastellersAction::Lapse {},
    }
}

/// Can nobody do anything but pass, whoever's turn it is? Passing changes nothing about that, so it stays so.
pub fn nobody_can_act(state: &State) -> bool {
    state.stage == Stage::Acting
        && state.bag.is_empty()
        && !Seat::all(state.seats())
            .any(|seat| raise::is_possible(state, seat) || exchange::is_possible(state, seat))
}
