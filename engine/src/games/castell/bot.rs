//! What a bot makes of a position.

mod promise;

use super::Castell;
use super::actions::CastellAction;
use super::components::CastellRegion;
use super::data::{ROUNDS, SIZE_TOKEN_POINTS, are_adjacent, prize_chart, prize_points};
use super::festivals::requested;
use super::planner::{Goal, best};
use super::scoring::regions_of;
use super::state::{Festival, Phase, State};
use super::tiles::CastellTileId;
use super::tower::Builder;
use crate::bot::points_of;
use crate::{Seat, Strategy};

/// What a casteller, a rank in a skill and a token are worth while all rounds are to come.
const CASTELLER: f64 = 0.45;
const RANK: f64 = 1.3;
const TOKEN: f64 = 0.8;
/// What another size in the team is worth, which may be another level.
const SIZE: f64 = 0.7;
/// How likely it is to enter a festival whose region the pawn is in, next to, or away from.
const REACH: [f64; 3] = [0.9, 0.6, 0.3];
/// How likely it is to claim a tile there.
const CLAIM: [f64; 3] = [0.8, 0.65, 0.5];
/// How much less every further tile counts.
const FURTHER: f64 = 0.75;

impl Strategy for Castell {
    const LEAD: f64 = 18.0;

    /// Every team asks the planner anew; with 100 the bot took up to 6 ms and won no more.
    const TRIED_AHEAD: usize = 6;

    /// The points as they stand, the festivals of this round and the next, the tiles in reach, and what team and skills can
    /// still earn.
    fn prospects(state: &State) -> Vec<f64> {
        let mut points = points_of::<Castell>(state);
        let left = left(state);
        for (seat, points) in Seat::all(state.seats()).zip(&mut points) {
            let player = state.player(seat);
            let ready = CASTELLER * f64::from(player.team.total().min(24))
                + SIZE * player.team.sizes().count() as f64
                + RANK * f64::from(player.ranks.total());
            let seen = regions_of(player).count() as f64;
            let tokens = TOKEN * left.sqrt() * f64::from(player.tokens);
            *points += left * ready + tokens + 0.2 * seen * left + tiles(state, seat);
        }
        for festival in near(state) {
            add_festival(state, festival, &mut points);
        }
        points
    }

    fn promise(state: &State, seat: Seat, action: &CastellAction) -> f64 {
        promise::of(state, seat, action)
    }
}

/// Which part of the rounds is still to come.
fn left(state: &State) -> f64 {
    f64::from(ROUNDS + 1 - state.round) / f64::from(ROUNDS)
}

/// Can a player build what a tile asks for?
fn is_in_reach(builder: &Builder, tile: CastellTileId, state: &State) -> bool {
    best(builder, Goal::of_tile(tile, &state.options)).is_some()
}

/// What the open tiles promise a player who can build what they ask for.
fn tiles(state: &State, seat: Seat) -> f64 {
    let player = state.player(seat);
    let Some(pawn) = player.pawn else {
        return 0.0;
    };
    let builder = state.builder(seat);
    let mut hopes: Vec<(f64, CastellTileId)> = Vec::new();
    for region in CastellRegion::ALL {
        let likely = CLAIM[away(pawn, region)];
        let tiles = state.row(region).tiles.iter();
        hopes.extend(tiles.map(|&tile| (likely * f64::from(tile.tile().points), tile)));
    }
    hopes.sort_by(|a, b| b.0.total_cmp(&a.0));
    let turns = ROUNDS + 2 - state.round;
    let most = usize::from(turns.min(player.tokens + 1));
    let weights = std::iter::successors(Some(1.0), |weight| Some(weight * FURTHER));
    // It takes long to find out what is in reach: nobody asks once there are enough.
    let in_reach = hopes
        .into_iter()
        .filter(|(_, tile)| is_in_reach(&builder, *tile, state));
    let counted = in_reach.take(most).zip(weights);
    counted.map(|((hope, _), weight)| hope * weight).sum()
}

/// How far a pawn is from a region: 0 there, 1 next to it, 2 for more.
fn away(pawn: CastellRegion, region: CastellRegion) -> usize {
    match pawn {
        pawn if pawn == region => 0,
        pawn if are_adjacent(pawn, region) => 1,
        _ => 2,
    }
}

/// The festivals of this round that are not held yet, and those of the next.
fn near(state: &State) -> impl Iterator<Item = &Festival> {
    let held = state
        .calendar
        .iter()
        .filter(|festival| !festival.sizes.is_empty());
    held.filter(|festival| {
        let round = festival.slot.data().round;
        round == state.round || round == state.round + 1
    })
}

/// Adds to the points of every seat what it can expect of a festival.
fn add_festival(state: &State, festival: &Festival, points: &mut [f64]) {
    let now = festival.slot.data().round == state.round;
    let scores: Vec<(f64, u8)> = Seat::all(state.seats())
        .map(|seat| chance_to_score(state, seat, festival, now))
        .collect();
    let chart = prize_chart(state.seats());
    for (seat, &(likely, score)) in scores.iter().enumerate().filter(|(_, own)| own.1 > 0) {
        let rivals = scores
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != seat);
        let ahead: f64 = rivals
            .map(|(_, &(likely, theirs))| match theirs.cmp(&score) {
                std::cmp::Ordering::Greater => likely,
                std::cmp::Ordering::Equal => likely * 0.5,
                std::cmp::Ordering::Less => 0.0,
            })
            .sum();
        let prize = chart.get(ahead.round() as usize);
        let prize = prize.map_or(0.0, |prize| f64::from(prize_points(*prize)));
        let tokens = festival.sizes.len() as f64 * f64::from(SIZE_TOKEN_POINTS.0);
        let share = (1.0 - ahead / 2.0).max(0.0);
        let best = f64::from(state.players[seat].best_tower);
        let tower = (f64::from(score) - best).max(0.0);
        let expected = prize * (1.0 - ahead.fract() / 2.0) + tokens * share + tower;
        points[seat] += likely * expected;
    }
}

/// How likely a seat enters a festival, and with which tower score.
fn chance_to_score(state: &State, seat: Seat, festival: &Festival, now: bool) -> (f64, u8) {
    let nobody = (0.0, 0);
    let player = state.player(seat);
    let Some(pawn) = player.pawn else {
        return nobody;
    };
    let away = away(pawn, festival.region);
    let likely = match (now, may_move(state, seat), away) {
        (true, _, 0) => 1.0,
        (true, true, 1) => REACH[0],
        (true, _, 1..) => return nobody,
        (false, _, away) => REACH[away] * 0.6,
    };
    let sizes = requested(festival);
    let tower = best(
        &state.builder(seat),
        Goal::Festival {
            sizes,
            favour: None,
        },
    );
    tower.map_or(nobody, |tower| {
        (likely, super::festivals::tower_score(sizes, &tower))
    })
}

/// Can the seat still move its pawn in this round?
fn may_move(state: &State, seat: Seat) -> bool {
    match &state.phase {
        Phase::Turn { seat: active, done } => {
            let place = |seat: Seat| (seat.0 + state.seats() - state.first_seat.0) % state.seats();
            match place(seat).cmp(&place(*active)) {
                std::cmp::Ordering::Less => false,
                std::cmp::Ordering::Equal => !done.contains(&super::state::CastellDeed::Move),
                std::cmp::Ordering::Greater => true,
            }
        }
        Phase::Festival { .. } | Phase::Over {} => false,
    }
}
