//! The three kinds of special action, whether a token pays for them or a Special tile gives them (rules 4.3).

use super::{move_pawn, recruit, within};
use crate::games::castell::components::{CastellRegion, CastellTower};
use crate::games::castell::data::neighbours;
use crate::games::castell::events::CastellEvent;
use crate::games::castell::options::CastellTokenRow;
use crate::games::castell::performances::{check_tower, claim};
use crate::games::castell::planner::{Goal, plan};
use crate::games::castell::rule;
use crate::games::castell::state::State;
use crate::games::castell::tiles::CastellTileId;
use crate::{Illegal, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A special action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum CastellPayload {
    /// Take a casteller from the pawn's region into the team.
    Recruit {
        /// The casteller's size.
        #[schema(minimum = 1, maximum = 10)]
        size: u8,
    },
    /// Move the pawn to a region next to its own.
    Move {
        /// Where to.
        to: CastellRegion,
    },
    /// Give a local performance in the pawn's region.
    Perform {
        /// The tile to claim.
        tile: CastellTileId,
        /// The tower that fulfils it.
        tower: CastellTower,
    },
}

impl CastellPayload {
    /// The tower that was chosen, if the special action takes one.
    pub fn tower(&self) -> Option<&CastellTower> {
        match self {
            CastellPayload::Perform { tower, .. } => Some(tower),
            CastellPayload::Recruit { .. } | CastellPayload::Move { .. } => None,
        }
    }
}

/// What a special action costs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// A special action token, which then lies in the row of a region.
    Token,
    /// Nothing.
    Nothing,
}

/// Where the pawn is.
pub fn pawn_on_map(state: &State, seat: Seat) -> Result<CastellRegion, Illegal> {
    state.player(seat).pawn.ok_or_else(|| {
        let detail = "this takes a region: your first move has to place the pawn";
        Illegal::new(rule::PAWN_OFF_MAP, detail)
    })
}

/// Every size there, every region next door, and every open tile for which there is a tower.
pub fn candidates(state: &State, seat: Seat) -> Vec<CastellPayload> {
    let Some(pawn) = state.player(seat).pawn else {
        return Vec::new();
    };
    let row = state.row(pawn);
    let recruits = row.castellers.sizes();
    let recruits = recruits.map(|size| CastellPayload::Recruit { size });
    let moves = neighbours(pawn).map(|to| CastellPayload::Move { to });
    let builder = state.builder(seat);
    let performs = row.tiles.iter().filter_map(|&tile| {
        let tower = plan(&builder, Goal::of_tile(tile, &state.options))?;
        Some(CastellPayload::Perform { tile, tower })
    });
    recruits.chain(moves).chain(performs).collect()
}

/// The casteller is there, the region is next door, or the tile is open here and the tower fulfils it. Pointers
/// are relative to the special action.
pub fn check(state: &State, seat: Seat, payload: &CastellPayload) -> Result<(), Illegal> {
    let pawn = pawn_on_map(state, seat)?;
    let row = state.row(pawn);
    match payload {
        CastellPayload::Recruit { size } => {
            let taken = recruit::take(&mut row.castellers.clone(), pawn, *size);
            taken.map_err(|refusal| within("/size", refusal))
        }
        CastellPayload::Move { to } => move_pawn::check_step(pawn, *to),
        CastellPayload::Perform { tile, .. } if !row.tiles.contains(tile) => {
            let open = match row.tiles.as_slice() {
                [] => "no tile".to_owned(),
                tiles => format!("{tiles:?}"),
            };
            let detail = format!("{} has {open} open, not {tile:?}", pawn.name());
            Err(Illegal::at(rule::PERFORM_NOT_OPEN, "/tile", detail))
        }
        CastellPayload::Perform { tile, tower } => {
            let checked = check_tower(&state.builder(seat), *tile, &state.options, tower);
            checked.map_err(|refusal| within("/tower", refusal))
        }
    }
}

/// Takes the special action; the token that paid for it comes to lie in a row.
pub fn apply(
    state: &mut State,
    seat: Seat,
    payload: &CastellPayload,
    cost: Cost,
    events: &mut Vec<CastellEvent>,
) {
    let origin = pawn_on_map(state, seat).expect("checked: the pawn is on the map");
    match payload {
        CastellPayload::Recruit { size } => {
            recruit::apply(state, seat, &[*size], events);
            place_token(state, seat, origin, cost, events);
        }
        CastellPayload::Move { to } => {
            move_pawn::apply(state, seat, *to, events);
            let row = match state.options.special_move_token_row {
                CastellTokenRow::Destination => *to,
                CastellTokenRow::Origin => origin,
            };
            place_token(state, seat, row, cost, events);
        }
        CastellPayload::Perform { tile, tower } => {
            // The token is placed once the action is complete, too late to be collected (ruling G6).
            if state.options.performer_collects_token_just_spent {
                place_token(state, seat, origin, cost, events);
                claim(state, seat, origin, (*tile, tower), events);
            } else {
                claim(state, seat, origin, (*tile, tower), events);
                place_token(state, seat, origin, cost, events);
            }
        }
    }
}

fn place_token(
    state: &mut State,
    seat: Seat,
    region: CastellRegion,
    cost: Cost,
    events: &mut Vec<CastellEvent>,
) {
    match cost {
        Cost::Nothing => {}
        Cost::Token => {
            state.row_mut(region).tokens[seat.index()] += 1;
            events.push(CastellEvent::TokenPlaced { seat, region });
        }
    }
}
