//! How promising an action looks before it is tried: what it changes on the map, and what the card taken may bring.

use super::{COURT, ON_MAP, add_place, scorings};
use crate::Seat;
use crate::bot::lead;
use crate::games::el_grande::actions::ElGrandeAction;
use crate::games::el_grande::cards::Kind;
use crate::games::el_grande::components::{
    ElGrandeCard as Card, ElGrandePlace as Place, ElGrandeScoreboard as Scoreboard,
    ElGrandeSpot as Spot,
};
use crate::games::el_grande::data;
use crate::games::el_grande::disks::Call;
use crate::games::el_grande::lists::{ElGrandeFrom, ElGrandeTo};
use crate::games::el_grande::plans::ElGrandePlan;
use crate::games::el_grande::scoring::{caballeros, scored_places, values};
use crate::games::el_grande::state::{Halves, Stage, State};

/// What a Caballero is worth that is about to be placed, and one that comes to court.
const PLACED: f64 = 0.8;
const AT_COURT: f64 = 0.2;
/// What it is worth that a Caballero can come to court, to go before another player, and each number of a power card.
const COMES: f64 = 0.5;
const BEFORE: f64 = 0.5;
const POWER: f64 = 0.05;
/// What a Veto is worth.
const VETO: f64 = 2.0;

/// Caballeros of a seat that come to a place, or go if they are fewer than none.
type Coming = (Seat, Place, i16);

/// What an action changes at once on the map and in reserve.
pub fn of(state: &State, seat: Seat, action: &ElGrandeAction) -> f64 {
    match action {
        ElGrandeAction::Bid { card } => of_bid(state, seat, *card),
        ElGrandeAction::Intake { province, from } => {
            let come = province + from.iter().map(|from| from.count).sum::<u8>();
            change(state, seat, &leaving(seat, from)) + AT_COURT * f64::from(come)
        }
        ElGrandeAction::TakeCard { card } => {
            let halves = Halves {
                card: *card,
                placed: false,
                acted: false,
            };
            of_halves(state, seat, &halves)
        }
        ElGrandeAction::Place { to } => change(state, seat, &arriving(seat, to)),
        ElGrandeAction::Execute { plan } => of_plan(state, seat, plan),
        ElGrandeAction::SetDisk { place } => place.map_or(0.0, |at| of_disk(state, seat, at)),
        ElGrandeAction::ReturnCaballeros { court, from } => {
            change(state, seat, &leaving(seat, from)) - AT_COURT * f64::from(*court)
        }
        ElGrandeAction::Veto { before_step } => of_veto(state, *before_step),
        ElGrandeAction::Decline {}
        | ElGrandeAction::Pass {}
        | ElGrandeAction::PassAll { .. }
        | ElGrandeAction::AskAgain {} => 0.0,
    }
}

/// What the halves of its turn that are still to come promise a seat, if it is its turn.
pub fn of_turn(state: &State, seat: Seat) -> f64 {
    match &state.stage {
        Stage::Halves(halves) if state.active() == seat => of_halves(state, seat, halves),
        Stage::Halves(_)
        | Stage::Bid
        | Stage::Intake
        | Stage::Card
        | Stage::Window { .. }
        | Stage::Disks { .. }
        | Stage::Returns(_)
        | Stage::Scoring(_)
        | Stage::Over => 0.0,
    }
}

fn of_halves(state: &State, seat: Seat, halves: &Halves) -> f64 {
    let most = halves.card.stack().min(state.player(seat).has(Spot::Court));
    let places = match halves.placed {
        true => 0.0,
        false => PLACED * f64::from(most),
    };
    let acts = match halves.acted {
        true => 0.0,
        false => of_special(state, seat, halves.card).max(0.0),
    };
    places + acts
}

/// What the special action of a card may bring, as far as it can be told without a plan.
fn of_special(state: &State, seat: Seat, card: Card) -> f64 {
    match card.kind() {
        Kind::Move(limits) | Kind::MoveOrAdd(limits) => 0.6 * f64::from(limits.total.min(5)),
        Kind::Evict => 2.5,
        Kind::Add | Kind::Returns | Kind::SendBack | Kind::Scoreboard | Kind::Grande => 1.5,
        Kind::King(_) => 1.5,
        Kind::Veto | Kind::Court | Kind::Decay(_) => 0.5,
        Kind::DiskReturn(_) | Kind::DiskScore | Kind::TakeBack => 0.3,
        Kind::Score(what) => {
            let places = scored_places(state, what).into_iter();
            places.map(|place| at_once(state, seat, place)).sum()
        }
        Kind::ScorePlace => {
            let places = Place::ALL.into_iter();
            places
                .map(|at| at_once(state, seat, at))
                .fold(0.0, f64::max)
        }
    }
}

fn of_bid(state: &State, seat: Seat, card: u8) -> f64 {
    let player = state.player(seat);
    let room = COURT.saturating_sub(player.has(Spot::Court));
    let come = data::intake(card).min(player.has(Spot::Province)).min(room);
    let others = Seat::all(state.seats()).filter(|&other| other != seat);
    let later = others.filter(|&other| state.power(other).is_none_or(|theirs| theirs < card));
    COMES * f64::from(come) + BEFORE * later.count() as f64 - POWER * f64::from(card)
}

fn of_plan(state: &State, seat: Seat, plan: &ElGrandePlan) -> f64 {
    let ahead = |place: Place| at_once(state, seat, place).signum();
    match plan {
        ElGrandePlan::AsPrinted {} => match &state.stage {
            Stage::Halves(Halves { card, .. }) => of_special(state, seat, *card),
            Stage::Window { special, .. } => of_special(state, seat, special.card),
            Stage::Bid
            | Stage::Intake
            | Stage::Card
            | Stage::Disks { .. }
            | Stage::Returns(_)
            | Stage::Scoring(_)
            | Stage::Over => 0.0,
        },
        ElGrandePlan::MoveCaballeros { moves } => {
            let ends = moves.iter().flat_map(|one| {
                let count = i16::from(one.count);
                [
                    (one.seat, one.from.into(), -count),
                    (one.seat, one.to, count),
                ]
            });
            change(state, seat, &ends.collect::<Vec<Coming>>())
        }
        ElGrandePlan::AddCaballeros { to } => change(state, seat, &arriving(seat, to)),
        ElGrandePlan::SendBack { caballeros } => {
            let leaving = caballeros
                .iter()
                .map(|one| (one.seat, one.region.into(), -1));
            change(state, seat, &leaving.collect::<Vec<Coming>>())
        }
        ElGrandePlan::ScorePlace { place } => at_once(state, seat, *place),
        ElGrandePlan::Scoreboard { board, region } => {
            f64::from(more(state, *board, (*region).into())) * ahead((*region).into())
        }
        ElGrandePlan::Grande { region } => ahead((*region).into()),
        ElGrandePlan::King { region } => 0.5 * scorings(state) * ahead((*region).into()),
        ElGrandePlan::Evict { region } => {
            let others = Seat::all(state.seats()).filter(|&other| other != seat);
            let leaving = others.map(|other| {
                let all = i16::from(state.player(other).has(*region));
                (other, (*region).into(), -all)
            });
            change(state, seat, &leaving.collect::<Vec<Coming>>())
        }
        ElGrandePlan::Court { province, .. } => AT_COURT * f64::from(*province),
        ElGrandePlan::TakeBack { card } => POWER * f64::from(card.unwrap_or(0)),
    }
}

/// How many points more the first rank of a place brings under a mobile scoreboard.
fn more(state: &State, board: Scoreboard, place: Place) -> i16 {
    i16::from(data::on_board(board)[0]) - i16::from(values(state, place)[0])
}

fn of_veto(state: &State, before_step: u8) -> f64 {
    match (&state.stage, before_step) {
        (Stage::Window { special, .. }, 1) => of_plan(state, state.active(), &special.plan) - VETO,
        (_, _) => -VETO,
    }
}

fn of_disk(state: &State, seat: Seat, place: Place) -> f64 {
    let own = |place: Place| i16::from(state.player(seat).has(place));
    let coming = match Call::now(state) {
        Some(Call::Scoring) if place.region() == Some(state.king) => return 0.0,
        Some(Call::Scoring) => own(Place::Castillo),
        Some(Call::Return(count)) => -own(place).min(i16::from(count)),
        Some(Call::Leave(region)) => own(region.into()),
        Some(Call::Unique) => return at_once(state, seat, place),
        None => return 0.0,
    };
    change(state, seat, &[(seat, place, coming)])
}

fn arriving(seat: Seat, to: &[ElGrandeTo]) -> Vec<Coming> {
    let coming = to.iter().map(|to| (seat, to.place, i16::from(to.count)));
    coming.collect()
}

fn leaving(seat: Seat, from: &[ElGrandeFrom]) -> Vec<Coming> {
    let going = from
        .iter()
        .map(|from| (seat, from.region.into(), -i16::from(from.count)));
    going.collect()
}

/// By how much a seat would come ahead of the best other if a place were scored now, or behind.
fn at_once(state: &State, seat: Seat, place: Place) -> f64 {
    let mut points = vec![0.0; state.players.len()];
    add_place(state, place, &caballeros(state, place), 1.0, &mut points);
    lead(&points, seat)
}

/// By how much a seat comes further ahead of the best other, where these come or go.
fn change(state: &State, seat: Seat, coming: &[Coming]) -> f64 {
    let scorings = scorings(state);
    let mut before = vec![0.0; state.players.len()];
    let mut after = before.clone();
    for place in Place::ALL {
        let mut here = coming.iter().filter(|one| one.1 == place).peekable();
        if here.peek().is_none() {
            continue;
        }
        let mut there = caballeros(state, place);
        add_place(state, place, &there, scorings, &mut before);
        for &(owner, _, count) in here {
            let now = i16::from(there[owner.index()]) + count;
            there[owner.index()] = now.max(0) as u8;
            after[owner.index()] += scorings * ON_MAP * f64::from(count);
        }
        add_place(state, place, &there, scorings, &mut after);
    }
    lead(&after, seat) - lead(&before, seat)
}
