//! What a bot makes of a position.

mod promise;

use super::actions::ElGrandeAction;
use super::components::{ElGrandePlace as Place, ElGrandeSpot as Spot};
use super::scoring::{award, caballeros, values};
use super::state::{Stage, State};
use super::{ElGrande, data};
use crate::bot::points_of;
use crate::{Seat, Strategy};

/// What the rank that a player has now is worth at the next general scoring, one more round away.
const ROUND_AWAY: f64 = 0.88;
/// And at every one after that.
const LATER: f64 = 0.45;
/// What a Caballero in a place is worth beside its rank, per general scoring to come.
const ON_MAP: f64 = 0.22;
/// What the first Caballeros at court are worth, and any further ones, per general scoring to come.
const AT_COURT: (f64, f64) = (0.2, 0.08);
/// How many come first.
const COURT: u8 = 6;
/// What each number of a power card in hand is worth.
const POWER: f64 = 0.06;

impl Strategy for ElGrande {
    const LEAD: f64 = 35.0;
    const GLANCES: usize = 1;

    /// The points as they stand, what the general scorings to come would give, and Caballeros and cards in reserve.
    fn prospects(state: &State) -> Vec<f64> {
        let mut points = points_of::<ElGrande>(state);
        let scorings = scorings(state);
        for place in Place::ALL {
            let there = caballeros(state, place);
            add_place(state, place, &there, scorings, &mut points);
        }
        for (seat, points) in Seat::all(state.seats()).zip(&mut points) {
            *points += reserve(state, seat, scorings);
        }
        points
    }

    fn promise(state: &State, seat: Seat, action: &ElGrandeAction) -> f64 {
        promise::of(state, seat, action)
    }
}

/// Adds to the points of every seat what it would get for a place where so many stand, `scorings` times.
fn add_place(state: &State, place: Place, there: &[u8], scorings: f64, points: &mut [f64]) {
    let award = award(values(state, place), there);
    for seat in Seat::all(state.seats()) {
        let bonus = match award.leader == Some(seat) {
            true => bonuses(state, seat, place),
            false => 0.0,
        };
        let gain = f64::from(award.points[seat.index()]) + bonus;
        points[seat.index()] += scorings * gain;
    }
}

/// For how many general scorings the present ranks count, those that are far away for less.
fn scorings(state: &State) -> f64 {
    let to_come = state.rounds().iter().filter(|&&round| round >= state.round);
    let mut total = 0.0;
    for (away, _) in to_come
        .enumerate()
        .filter(|(_, round)| data::is_scoring_round(**round))
    {
        total += match total == 0.0 {
            true => ROUND_AWAY.powi(away as i32),
            false => LATER,
        };
    }
    total
}

fn bonuses(state: &State, seat: Seat, place: Place) -> f64 {
    let region = place.region();
    let king = region == Some(state.king);
    let home = region == Some(state.player(seat).grande);
    f64::from(data::BONUS) * (f64::from(u8::from(king)) * 0.5 + f64::from(u8::from(home)))
}

/// What lies ready for later.
fn reserve(state: &State, seat: Seat, scorings: f64) -> f64 {
    let player = state.player(seat);
    let on_map: u8 = Place::ALL.iter().map(|&place| player.has(place)).sum();
    let mut court = player.has(Spot::Court);
    if let Some(power) = to_come(state, seat) {
        court += data::intake(power).min(player.has(Spot::Province));
    }
    let (first, further) = (court.min(COURT), court.saturating_sub(COURT));
    let hand: u8 = player.power.hand().sum();
    scorings
        * (ON_MAP * f64::from(on_map)
            + AT_COURT.0 * f64::from(first)
            + AT_COURT.1 * f64::from(further))
        + POWER * f64::from(hand)
        + early(state, seat)
        + promise::of_turn(state, seat)
}

/// The power card of a seat whose turn of the round is still to come.
fn to_come(state: &State, seat: Seat) -> Option<u8> {
    let power = state.power(seat)?;
    let place = state.order.iter().position(|&other| other == seat)?;
    let waits = match state.stage {
        Stage::Bid => true,
        Stage::Intake => place >= usize::from(state.at),
        Stage::Card
        | Stage::Halves(_)
        | Stage::Window { .. }
        | Stage::Disks { .. }
        | Stage::Returns(_)
        | Stage::Scoring(_)
        | Stage::Over => place > usize::from(state.at),
    };
    waits.then_some(power)
}

/// What it is worth to choose a card before the others who have played theirs.
fn early(state: &State, seat: Seat) -> f64 {
    let Some(power) = to_come(state, seat) else {
        return 0.0;
    };
    let others = Seat::all(state.seats()).filter(|&other| other != seat);
    let later = others.filter(|&other| state.power(other).is_some_and(|theirs| theirs < power));
    0.5 * later.count() as f64 + 0.03 * f64::from(power)
}
