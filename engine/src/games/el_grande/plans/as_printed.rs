//! Special actions whose card leaves the active player nothing to choose (rules 4.3 to 4.5).

use super::wrong_card;
use crate::games::el_grande::cards::{Kind, Scored};
use crate::games::el_grande::components::{
    ElGrandeCard as Card, ElGrandePlace as Place, ElGrandeRegion as Region, ElGrandeSpot as Spot,
};
use crate::games::el_grande::events::ElGrandeEvent as Event;
use crate::games::el_grande::flow::Step;
use crate::games::el_grande::lists::ElGrandeTransfer;
use crate::games::el_grande::scoring::{Ranks, score, scored_places};
use crate::games::el_grande::state::{Gathered, Return, Special, State, Veto};
use crate::{Illegal, Seat};

/// Is this a plan for the card?
///
/// # Errors
/// A card that leaves something to choose.
pub fn check(card: Card) -> Result<(), Illegal> {
    match card.kind() {
        Kind::Veto
        | Kind::Decay(_)
        | Kind::Returns
        | Kind::DiskReturn(_)
        | Kind::DiskScore
        | Kind::Score(_) => Ok(()),
        Kind::Move(_)
        | Kind::Add
        | Kind::MoveOrAdd(_)
        | Kind::SendBack
        | Kind::ScorePlace
        | Kind::Scoreboard
        | Kind::Grande
        | Kind::TakeBack
        | Kind::Court
        | Kind::King(_)
        | Kind::Evict => Err(wrong_card(card)),
    }
}

/// The steps of the card, as far as they are known by now. Keeping a Veto can't be stopped (rule V8).
pub fn steps(state: &State, special: &Special) -> u8 {
    match (special.card.kind(), &special.gathered) {
        (Kind::Veto, _) => 0,
        (Kind::Decay(_), _) => state.seats() - 1,
        (Kind::Score(scored), _) => scored_places(state, scored).len() as u8,
        (_, Gathered::Returns(returns)) => returns.len() as u8,
        (Kind::DiskScore, Gathered::Disks(disks)) => named_once(disks).len() as u8,
        (_, Gathered::Disks(_) | Gathered::Nothing) => 1,
    }
}

/// Carries out the first so many steps.
pub fn run(step: &mut Step, special: &Special, steps: u8) -> Vec<ElGrandeTransfer> {
    let most = usize::from(steps);
    match (special.card.kind(), &special.gathered) {
        (Kind::Veto, _) => keep_veto(step),
        (Kind::Decay(each), _) => decay(step.state, each, most),
        (Kind::Score(scored), _) => {
            let ranks = match scored {
                Scored::Firsts => Ranks::First,
                Scored::FirstIn(_) | Scored::Castillo | Scored::Most | Scored::Least => Ranks::All,
            };
            score_all(step, scored_places(step.state, scored), most, ranks)
        }
        (Kind::DiskScore, Gathered::Disks(disks)) => {
            score_all(step, named_once(disks), most, Ranks::All)
        }
        (Kind::DiskReturn(each), Gathered::Disks(disks)) => disk_return(step.state, each, disks),
        (_, Gathered::Returns(returns)) => take_returns(step.state, &returns[..most]),
        (_, Gathered::Disks(_) | Gathered::Nothing) => Vec::new(),
    }
}

/// The Veto lies in front of its owner until the end of the next round (rule V1).
fn keep_veto(step: &mut Step) -> Vec<ElGrandeTransfer> {
    let seat = step.state.active();
    let until = step.state.next_round().unwrap_or(step.state.round);
    step.state.vetoes.push(Veto { seat, until });
    step.tell(Event::VetoKept { seat, until });
    Vec::new()
}

/// Opponents return Caballeros from their courts, clockwise.
fn decay(state: &mut State, each: u8, opponents: usize) -> Vec<ElGrandeTransfer> {
    let mut transfers = Vec::new();
    for seat in state.opponents().take(opponents) {
        let count = state.player(seat).has(Spot::Court).min(each);
        if count > 0 {
            transfers.push(state.transfer(seat, Spot::Court, Spot::Province, count));
        }
    }
    transfers
}

fn score_all(
    step: &mut Step,
    places: Vec<Place>,
    most: usize,
    ranks: Ranks,
) -> Vec<ElGrandeTransfer> {
    for place in places.into_iter().take(most) {
        score(step, place, ranks);
    }
    Vec::new()
}

/// The regions that exactly one disk names, in the fixed order.
fn named_once(disks: &[(Seat, Place)]) -> Vec<Place> {
    let named = |place: Place| disks.iter().filter(|(_, p)| *p == place).count();
    Region::ALL
        .into_iter()
        .map(Place::from)
        .filter(|&place| named(place) == 1)
        .collect()
}

/// Everybody returns Caballeros from the region on his disk.
fn disk_return(state: &mut State, each: u8, disks: &[(Seat, Place)]) -> Vec<ElGrandeTransfer> {
    let mut transfers = Vec::new();
    for &(seat, place) in disks {
        let count = state.player(seat).has(place).min(each);
        transfers.push(state.transfer(seat, place, Spot::Province, count));
    }
    transfers
}

fn take_returns(state: &mut State, returns: &[Return]) -> Vec<ElGrandeTransfer> {
    let mut transfers = Vec::new();
    for Return { seat, court, from } in returns {
        if *court > 0 {
            transfers.push(state.transfer(*seat, Spot::Court, Spot::Province, *court));
        }
        for one in from {
            transfers.push(state.transfer(*seat, one.region, Spot::Province, one.count));
        }
    }
    transfers
}
