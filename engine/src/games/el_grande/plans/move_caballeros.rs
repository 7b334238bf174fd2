//! Intrigue: Caballeros already on the board move (rules 4.2, G6 to G8).

use super::{ElGrandePlan, wrong_card};
use crate::games::el_grande::cards::{Kind, Limits, Sources};
use crate::games::el_grande::components::{
    ElGrandeCard as Card, ElGrandePlace as Place, ElGrandeRegion as Region,
};
use crate::games::el_grande::lists::{ElGrandeTransfer, absent, taboo, zero};
use crate::games::el_grande::state::State;
use crate::{Illegal, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Caballeros of one seat that move from a region to another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ElGrandeMove {
    /// Whose they are.
    pub seat: Seat,
    /// Where they are now; not the King's region.
    pub from: Region,
    /// Where they go: elsewhere, not the King's region.
    pub to: Place,
    /// How many.
    #[schema(minimum = 1, maximum = 30)]
    pub count: u8,
}

/// The rule that there is such a seat.
pub const SEAT: &str = "el_grande.move.seat";
/// The rule that a card moves at most so many Caballeros.
pub const NUMBER: &str = "el_grande.move.number";
/// The rule that a card moves at most so many of the own Caballeros.
pub const OWN: &str = "el_grande.move.own";
/// The rule that a card moves at most so many of the other players' Caballeros.
pub const FOREIGN: &str = "el_grande.move.foreign";
/// The rule that all come out of one region.
pub const SOURCE: &str = "el_grande.move.source";
/// The rule that all own Caballeros leave.
pub const ALL: &str = "el_grande.move.all";
/// The rule that a moved Caballero ends elsewhere (G7).
pub const STAYS: &str = "el_grande.move.stays";

/// What this card lets one move, if it does.
fn limits(state: &State, card: Card) -> Option<Limits> {
    let (Kind::Move(mut limits) | Kind::MoveOrAdd(mut limits)) = card.kind() else {
        return None;
    };
    if state.options.ownall_partial && limits.sources == Sources::AllOfOne {
        limits.sources = Sources::One;
    }
    Some(limits)
}

/// A group of Caballeros that a card could move.
#[derive(Clone, Copy)]
struct Group {
    seat: Seat,
    from: Region,
    count: u8,
}

/// Some plans: out of every group as many as possible, filled up from the groups after it, the places
/// taking turns; and for each place one plan that sends the first groups there.
pub fn candidates(state: &State, seat: Seat, card: Card) -> Vec<ElGrandePlan> {
    let Some(limits) = limits(state, card) else {
        return Vec::new();
    };
    let groups = groups(state, seat, &limits);
    let places: Vec<Place> = state.free_places().collect();
    let mut plans = Vec::new();
    let mut offer = |moves: Vec<ElGrandeMove>| {
        let plan = ElGrandePlan::MoveCaballeros { moves };
        if !plans.contains(&plan) {
            plans.push(plan);
        }
    };
    for start in 0..groups.len() {
        let place = places[start % places.len()];
        offer(fill(seat, &limits, &groups[start..], |_| place));
        if limits.sources == Sources::AllOfOne {
            offer(spread(seat, groups[start], &places));
        }
    }
    for (at, &place) in places.iter().enumerate() {
        if !groups.is_empty() {
            let start = at % groups.len();
            let next = places[(at + 1) % places.len()];
            let turns = [place, next];
            offer(fill(seat, &limits, &groups[start..], |i| turns[i % 2]));
        }
    }
    plans
}

/// The Caballeros that may move, the regions in order and clockwise in each.
fn groups(state: &State, seat: Seat, limits: &Limits) -> Vec<Group> {
    let mut groups = Vec::new();
    for from in state.free_regions() {
        for owner in seat.clockwise(state.seats()) {
            let count = state.player(owner).has(from);
            let allowed = match owner == seat {
                true => limits.own,
                false => limits.foreign,
            };
            if count > 0 && allowed > 0 {
                let seat = owner;
                groups.push(Group { seat, from, count });
            }
        }
    }
    groups
}

/// As many Caballeros as the card moves out of these groups, group number i going to `place(i)`, or to
/// another place if they stand there.
fn fill(
    seat: Seat,
    limits: &Limits,
    groups: &[Group],
    place: impl Fn(usize) -> Place,
) -> Vec<ElGrandeMove> {
    let (mut own, mut foreign, mut total) = (limits.own, limits.foreign, limits.total);
    let mut moves = Vec::new();
    let first = groups[0].from;
    for (at, group) in groups.iter().enumerate() {
        if limits.sources != Sources::Any && group.from != first {
            break;
        }
        let quota = match group.seat == seat {
            true => &mut own,
            false => &mut foreign,
        };
        let count = group.count.min(*quota).min(total);
        if count == 0 {
            continue;
        }
        *quota -= count;
        total -= count;
        let to = match place(at) {
            place if place.region() == Some(group.from) => Place::Castillo,
            place => place,
        };
        moves.push(ElGrandeMove {
            seat: group.seat,
            from: group.from,
            to,
            count,
        });
    }
    moves
}

/// One group, spread over the places one by one.
fn spread(seat: Seat, group: Group, places: &[Place]) -> Vec<ElGrandeMove> {
    let targets: Vec<Place> = places
        .iter()
        .copied()
        .filter(|place| place.region() != Some(group.from))
        .collect();
    let count = usize::from(group.count);
    (0..targets.len().min(count))
        .map(|at| ElGrandeMove {
            seat,
            from: group.from,
            to: targets[at],
            count: ((count - at - 1) / targets.len() + 1) as u8,
        })
        .collect()
}

/// Is this a plan for the card?
///
/// # Errors
/// A plan of other cards; more than the card moves, or others; a move that is none; the King's region.
pub fn check(state: &State, seat: Seat, card: Card, moves: &[ElGrandeMove]) -> Result<(), Illegal> {
    let limits = limits(state, card).ok_or_else(|| wrong_card(card))?;
    let total: u32 = moves.iter().map(|m| u32::from(m.count)).sum();
    if total > u32::from(limits.total) {
        let detail = format!("{total} would move, the card lets {} move", limits.total);
        return Err(Illegal::at(NUMBER, "/plan/moves", detail));
    }
    let mut moved = [[0u8; 9]; 5];
    for (at, one) in moves.iter().enumerate() {
        check_move(state, one, at)?;
        let moved = &mut moved[one.seat.index()][one.from.index()];
        let here = state.player(one.seat).has(one.from);
        *moved += one.count;
        if *moved > here {
            return Err(absent(here, format!("/plan/moves/{at}/count")));
        }
    }
    check_owners(seat, &limits, moves)?;
    check_sources(state, seat, &limits, moves)
}

fn check_move(state: &State, one: &ElGrandeMove, at: usize) -> Result<(), Illegal> {
    let pointer = |member: &str| format!("/plan/moves/{at}/{member}");
    if one.seat.0 >= state.seats() {
        let detail = format!("there are {} seats", state.seats());
        return Err(Illegal::at(SEAT, pointer("seat"), detail));
    }
    if one.count == 0 {
        return Err(zero(pointer("count")));
    }
    if one.from == state.king {
        return Err(taboo(state.king, pointer("from")));
    }
    match one.to.region() {
        Some(to) if to == state.king => Err(taboo(state.king, pointer("to"))),
        Some(to) if to == one.from => {
            let detail = "a Caballero that moves has to end elsewhere";
            Err(Illegal::at(STAYS, pointer("to"), detail))
        }
        Some(_) | None => Ok(()),
    }
}

fn check_owners(seat: Seat, limits: &Limits, moves: &[ElGrandeMove]) -> Result<(), Illegal> {
    let sum = |own: bool| -> u8 {
        let these = moves.iter().filter(|m| (m.seat == seat) == own);
        these.map(|m| m.count).sum()
    };
    let (own, foreign) = (sum(true), sum(false));
    if own > limits.own {
        let detail = format!("{own} of your own would move, at most {} may", limits.own);
        return Err(Illegal::at(OWN, "/plan/moves", detail));
    }
    if foreign > limits.foreign {
        let most = limits.foreign;
        let detail = format!("{foreign} of others would move, at most {most} may");
        return Err(Illegal::at(FOREIGN, "/plan/moves", detail));
    }
    Ok(())
}

fn check_sources(
    state: &State,
    seat: Seat,
    limits: &Limits,
    moves: &[ElGrandeMove],
) -> Result<(), Illegal> {
    let Some(first) = moves.first() else {
        return Ok(());
    };
    if limits.sources == Sources::Any {
        return Ok(());
    }
    if let Some(at) = moves.iter().position(|m| m.from != first.from) {
        let detail = "the card empties one region only";
        return Err(Illegal::at(
            SOURCE,
            format!("/plan/moves/{at}/from"),
            detail,
        ));
    }
    let here = state.player(seat).has(first.from);
    let leaving: u8 = moves.iter().map(|m| m.count).sum();
    if limits.sources == Sources::AllOfOne && leaving != here {
        let detail = format!("all {here} of your Caballeros have to leave the region");
        return Err(Illegal::at(ALL, "/plan/moves", detail));
    }
    Ok(())
}

/// Moves the first so many Caballeros.
pub fn run(state: &mut State, moves: &[ElGrandeMove], steps: u8) -> Vec<ElGrandeTransfer> {
    let mut left = steps;
    let mut transfers = Vec::new();
    for one in moves {
        let count = one.count.min(left);
        if count > 0 {
            left -= count;
            transfers.push(state.transfer(one.seat, one.from, one.to, count));
        }
    }
    transfers
}
