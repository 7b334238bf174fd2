//! How a round goes (rule 3.1): whom the table waits for, and what follows on what.

use super::components::{ElGrandeCard as Card, ElGrandePlace as Place, ElGrandeSpot as Spot};
use super::data;
use super::events::{ElGrandeDisk, ElGrandeEvent as Event};
use super::levy;
use super::meta;
use super::special;
use super::state::{Halves, Player, Stage, State, Veto};
use crate::{Chance, Outcome, Score, ScoreItem, Seat, Turn};

/// A state that is being changed, with what it takes and what comes of it.
pub struct Step<'s> {
    /// The state.
    pub state: &'s mut State,
    /// Where cards are drawn from.
    pub chance: &'s mut Chance,
    /// What has happened so far.
    pub events: Vec<Event>,
}

impl Step<'_> {
    /// Notes what happened.
    pub fn tell(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Turns up the disks.
    pub fn reveal(&mut self, disks: &[(Seat, Place)]) {
        let disk = |&(seat, place)| ElGrandeDisk { seat, place };
        let disks = disks.iter().map(disk).collect();
        self.tell(Event::DisksRevealed { disks });
    }
}

/// Whom the table waits for.
pub fn turn(state: &State) -> Turn {
    match &state.stage {
        Stage::Bid | Stage::Intake | Stage::Card | Stage::Halves(_) => Turn::of(state.active()),
        Stage::Window { answers, .. } => Turn::together(answers.awaited(), state.phases),
        Stage::Disks { disks, .. } | Stage::Scoring(disks) => {
            Turn::together(disks.awaited(), state.phases)
        }
        Stage::Returns(special) => special::next_to_return(state, special)
            .map_or_else(|| Turn::of(state.active()), Turn::of),
        Stage::Over => Turn::Over(rank(state, meta::LAST_SCORING)),
    }
}

/// The points of every seat, itemised.
pub fn scores(state: &State) -> Vec<Score> {
    let score = |player: &Player| {
        let points = &player.points;
        let item = |what, points: u16| ScoreItem::new(what, i32::from(points));
        Score {
            breakdown: vec![
                item("regions", points.regions),
                item("castillo", points.castillo),
                item("king", points.king),
                item("home", points.home),
            ],
        }
    };
    state.players.iter().map(score).collect()
}

/// The result if the game ended now: whoever is level shares the place (rule 5.4).
pub fn rank(state: &State, reason: &str) -> Outcome {
    let scores = scores(state);
    let tie_breaks = vec![(); scores.len()];
    Outcome::rank(reason, scores, &tie_breaks)
}

/// Turns up the cards of a round; `first` is the first to play a power card.
pub fn begin_round(step: &mut Step, round: u8, first: Seat) {
    let state = &mut *step.state;
    state.round = round;
    state.offer.clear();
    for stack in &mut state.stacks {
        state.offer.extend(stack.draw(step.chance));
    }
    state.offer.push(Card::S5King);
    state.order = first.clockwise(state.seats()).collect();
    state.at = 0;
    state.stage = Stage::Bid;
    let offer = state.offer.clone();
    step.tell(Event::RoundBegan {
        round,
        offer,
        first,
    });
}

/// A power card has been played.
pub fn after_bid(step: &mut Step) {
    let state = &mut *step.state;
    if !state.is_last() {
        state.at += 1;
        return;
    }
    let mut order = state.order.clone();
    order.sort_by_key(|&seat| std::cmp::Reverse(state.power(seat)));
    state.order.clone_from(&order);
    state.at = 0;
    step.tell(Event::OrderSet { order });
    begin_turn(step);
}

/// How many Caballeros may come to court at the beginning of a turn.
pub fn intake_limit(state: &State, seat: Seat) -> u8 {
    state.power(seat).map_or(0, data::intake)
}

/// A turn begins; nobody is asked how many Caballeros come where none can.
fn begin_turn(step: &mut Step) {
    let state = &mut *step.state;
    let seat = state.active();
    state.stage = match levy::most(state, seat, intake_limit(state, seat)) {
        0 => Stage::Card,
        1.. => Stage::Intake,
    };
}

/// Half of a turn is done. If both are, or nothing is left in the court to place, the turn ends.
pub fn after_half(step: &mut Step, halves: Halves) {
    let state = &mut *step.state;
    let seat = state.active();
    let nothing_to_place = halves.placed || state.player(seat).has(Spot::Court) == 0;
    if !(halves.acted && nothing_to_place) {
        state.stage = Stage::Halves(halves);
        return;
    }
    let last = state.is_last();
    step.tell(Event::TurnEnded { seat });
    match last {
        true => end_round(step),
        false => {
            step.state.at += 1;
            begin_turn(step);
        }
    }
}

/// The round ends: what lies open goes, and there may be a general scoring.
fn end_round(step: &mut Step) {
    let state = &mut *step.state;
    let cards: Vec<Card> = state
        .offer
        .drain(..)
        .filter(|&card| card != Card::S5King)
        .collect();
    let round = state.round;
    let vetoes = state.vetoes.drain(..);
    let (gone, kept): (Vec<Veto>, Vec<Veto>) = vetoes.partition(|veto| veto.until <= round);
    state.vetoes = kept;
    step.tell(Event::CardsDiscarded { cards });
    if !gone.is_empty() {
        let seats = gone.into_iter().map(|veto| veto.seat).collect();
        step.tell(Event::VetoesExpired { seats });
    }
    match data::is_scoring_round(round) {
        true => special::call_for_scoring(step),
        false => next_round(step),
    }
}

/// The next round begins, the player with the lowest power card first (Q26); or the game is over.
pub fn next_round(step: &mut Step) {
    let state = &mut *step.state;
    let lowest = state.active();
    match state.next_round() {
        Some(round) => begin_round(step, round, lowest),
        None => {
            state.stage = Stage::Over;
            step.tell(Event::Ended {});
        }
    }
}
