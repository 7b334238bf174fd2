//! How promising an action looks before it is tried.

use super::{CASTELLER, RANK, SIZE, TOKEN, is_in_reach, left, near};
use crate::Seat;
use crate::games::castell::actions::CastellAction;
use crate::games::castell::actions::payload::CastellPayload;
use crate::games::castell::components::CastellRegion;
use crate::games::castell::festivals::requested;
use crate::games::castell::planner::{Goal, best};
use crate::games::castell::state::State;

/// What a casteller of a size is worth that is requested at a festival to come.
const REQUESTED: f64 = 0.8;
/// What it is worth to be where a tower can be entered this round, and next round.
const FESTIVAL: [f64; 2] = [6.0, 2.0];
/// What it is worth to be where tiles can be claimed, for each of their points, and for each casteller there.
const TILE: f64 = 0.3;
const THERE: f64 = 0.05;

/// What an action brings at once, and where it leads.
pub fn of(state: &State, seat: Seat, action: &CastellAction) -> f64 {
    match action {
        CastellAction::Move { to } => of_move(state, seat, *to),
        CastellAction::Recruit { sizes } => of_recruits(state, seat, sizes),
        CastellAction::Train { free: None, .. } => RANK * left(state),
        CastellAction::Train {
            free: Some(free), ..
        } => of_payload(state, seat, free),
        CastellAction::Special { payload } => {
            of_payload(state, seat, payload) - TOKEN * left(state).sqrt()
        }
        CastellAction::EnterFestival { tower, .. } => 10.0 + tower.0.len() as f64,
        CastellAction::EndTurn {} | CastellAction::DeclineFestival { .. } => 0.0,
    }
}

fn of_payload(state: &State, seat: Seat, payload: &CastellPayload) -> f64 {
    match payload {
        CastellPayload::Recruit { size } => of_recruits(state, seat, &[*size]),
        CastellPayload::Move { to } => of_move(state, seat, *to),
        CastellPayload::Perform { tile, .. } => 3.0 + f64::from(tile.tile().points),
    }
}

fn of_recruits(state: &State, seat: Seat, sizes: &[u8]) -> f64 {
    let team = &state.player(seat).team;
    let new = sizes.iter().filter(|&&size| team.of(size) == 0).count();
    let requested = near(state).flat_map(|festival| &festival.sizes);
    let requested = requested.filter(|size| sizes.contains(size)).count();
    let ready = CASTELLER * sizes.len() as f64 + SIZE * new as f64;
    left(state) * ready + REQUESTED * requested as f64
}

/// How much better it is to be there.
fn of_move(state: &State, seat: Seat, to: CastellRegion) -> f64 {
    let pawn = state.player(seat).pawn;
    let here = pawn.map_or(0.0, |pawn| of_place(state, seat, pawn));
    of_place(state, seat, to) - here
}

fn of_place(state: &State, seat: Seat, region: CastellRegion) -> f64 {
    let builder = state.builder(seat);
    let held_here = near(state).filter(|festival| festival.region == region);
    let festivals = held_here.map(|festival| {
        let sizes = requested(festival);
        let goal = Goal::Festival {
            sizes,
            favour: None,
        };
        let away = festival.slot.data().round - state.round;
        best(&builder, goal).map_or(0.0, |_| FESTIVAL[usize::from(away)])
    });
    let row = state.row(region);
    let tiles = row.tiles.iter();
    let tiles = tiles
        .filter(|&&tile| is_in_reach(&builder, tile, state))
        .map(|tile| TILE * f64::from(tile.tile().points));
    THERE * f64::from(row.castellers.total()) + festivals.sum::<f64>() + tiles.sum::<f64>()
}
