//! What is done for an absent player: as little as possible.

use super::actions::{ElGrandeAction, bid, return_caballeros};
use super::components::{ElGrandePlace as Place, ElGrandeSpot as Spot};
use super::disks::{Call, allowed};
use super::flow::intake_limit;
use super::state::{Stage, State};
use crate::Seat;

/// The default action of a waiting seat: it plays its lowest power card, lets its Caballeros come, takes the first
/// card, places nothing, declines, passes, gives up as little as possible and otherwise points at its home.
pub fn fallback(state: &State, seat: Seat) -> ElGrandeAction {
    match &state.stage {
        Stage::Bid => bid::candidates(state, seat).swap_remove(0),
        Stage::Intake => ElGrandeAction::Intake {
            province: intake_limit(state, seat).min(state.player(seat).has(Spot::Province)),
            from: Vec::new(),
        },
        Stage::Card => ElGrandeAction::TakeCard {
            card: state.offer[0],
        },
        Stage::Halves(halves) => match halves.placed {
            false => ElGrandeAction::Place { to: Vec::new() },
            true => ElGrandeAction::Decline {},
        },
        Stage::Window { .. } => ElGrandeAction::Pass {},
        Stage::Disks { .. } | Stage::Scoring(_) => disk(state, seat),
        Stage::Returns(_) => return_caballeros::candidates(state, seat).swap_remove(0),
        // Nobody is waited for any more.
        Stage::Over => ElGrandeAction::Pass {},
    }
}

/// The region where least is lost, or else the home, or else the first one that is not the King's.
fn disk(state: &State, seat: Seat) -> ElGrandeAction {
    let player = state.player(seat);
    let call = Call::now(state).unwrap_or(Call::Scoring);
    let cost = |place: &Place| match (call, place.region()) {
        (Call::Return(_), _) => player.has(*place),
        (_, Some(region)) if region == player.grande && region != state.king => 0,
        (_, Some(region)) if region == state.king => 2,
        (_, Some(_) | None) => 1,
    };
    let places = allowed(state, seat, call);
    ElGrandeAction::SetDisk {
        place: places.into_iter().min_by_key(cost),
    }
}
