//! How a special action comes about: announced, open to Vetoes, with disks or returns gathered, carried out
//! (rules 3.3 step 4 and 4.3).

use super::actions::ElGrandeAnswer as Answer;
use super::cards::Kind;
use super::choices::Choices;
use super::components::{ElGrandePlace as Place, ElGrandeSpot as Spot};
use super::disks::{self, Call};
use super::events::ElGrandeEvent as Event;
use super::flow::{self, Step};
use super::plans::{self, ElGrandePlan};
use super::scoring;
use super::state::{Gathered, Halves, Return, Special, Stage, State};
use crate::Seat;

/// Announces the special action of a turn.
pub fn announce(step: &mut Step, halves: Halves, plan: ElGrandePlan) {
    let seat = step.state.active();
    let Halves { card, placed, .. } = halves;
    step.tell(Event::Announced {
        seat,
        card,
        plan: plan.clone(),
    });
    let special = Special {
        card,
        placed,
        plan,
        gathered: Gathered::Nothing,
    };
    ask_holders(step, special);
}

/// Opens a window for the opponents who hold a Veto (rule V9), if there is anything to stop.
fn ask_holders(step: &mut Step, special: Special) {
    let state = &mut *step.state;
    let mut steps = plans::steps(state, &special);
    if !state.vetoes_reach_steps() {
        steps = steps.min(1);
    }
    let holders = state.holders();
    if steps == 0 || holders.is_empty() {
        return go_on(step, special);
    }
    state.next_phase();
    let answers = Choices::ask(state.seats(), &holders);
    let card = special.card;
    state.stage = Stage::Window {
        special,
        steps,
        answers,
    };
    step.tell(Event::WindowOpened {
        holders,
        card,
        steps,
    });
}

/// Notes what a holder says; the last answer decides.
pub fn answer(step: &mut Step, seat: Seat, answer: Answer) {
    step.tell(Event::Answered {
        seat,
        answer: Some(answer),
    });
    let Stage::Window {
        special, answers, ..
    } = &mut step.state.stage
    else {
        return;
    };
    answers.make(seat, answer);
    if !answers.awaited().is_empty() {
        return;
    }
    let (special, answers) = (special.clone(), answers.clone());
    let card = special.card;
    match first_veto(step.state, &answers) {
        Some((by, before_step)) => stop(step, special, by, before_step),
        None => {
            step.tell(Event::WindowPassed { card });
            go_on(step, special);
        }
    }
}

/// The Veto that is used: the earliest step, then clockwise from the active player's left (rule V9).
fn first_veto(state: &State, answers: &Choices<Answer>) -> Option<(Seat, u8)> {
    let vetoes = state.opponents().filter_map(|seat| match answers.of(seat) {
        Some(Answer::Veto { before_step }) => Some((seat, before_step)),
        Some(Answer::Pass {}) | None => None,
    });
    vetoes.min_by_key(|&(_, before_step)| before_step)
}

/// Stops a special action: one Veto of that seat is gone, what comes before the step takes place.
fn stop(step: &mut Step, special: Special, by: Seat, before_step: u8) {
    let vetoes = &mut step.state.vetoes;
    if let Some(at) = vetoes.iter().position(|veto| veto.seat == by) {
        vetoes.remove(at);
    }
    let seat = step.state.active();
    step.tell(Event::Vetoed {
        by,
        seat,
        card: special.card,
        before_step,
    });
    if before_step > 1 {
        carry_out(step, &special, before_step - 1);
    }
    finish(step, special);
}

/// Nobody stops it: what is needed from others is asked for, or it takes place.
fn go_on(step: &mut Step, special: Special) {
    match (special.card.kind(), &special.gathered) {
        (Kind::Returns, Gathered::Nothing) => call_returns(step, special),
        (Kind::DiskReturn(_) | Kind::DiskScore | Kind::Evict, Gathered::Nothing) => {
            call_disks(step, special);
        }
        (_, Gathered::Nothing | Gathered::Disks(_) | Gathered::Returns(_)) => {
            let steps = plans::steps(step.state, &special);
            carry_out(step, &special, steps);
            finish(step, special);
        }
    }
}

/// Others have added what was needed: Vetoes may still stop it (rule V9).
fn gathered(step: &mut Step, special: Special) {
    match step.state.vetoes_reach_steps() {
        true => ask_holders(step, special),
        false => go_on(step, special),
    }
}

fn carry_out(step: &mut Step, special: &Special, steps: u8) {
    let of = plans::steps(step.state, special);
    let seat = step.state.active();
    let moves = plans::run(step, special, steps);
    step.tell(Event::Executed {
        seat,
        card: special.card,
        steps,
        of,
        moves,
    });
}

fn finish(step: &mut Step, special: Special) {
    let halves = Halves {
        card: special.card,
        placed: special.placed,
        acted: true,
    };
    flow::after_half(step, halves);
}

/// Asks everybody concerned for a disk; nobody may be.
fn call_disks(step: &mut Step, mut special: Special) {
    let state = &mut *step.state;
    let call = Call::of(&special);
    let seats: Vec<Seat> = Seat::all(state.seats())
        .filter(|&seat| !disks::allowed(state, seat, call).is_empty())
        .collect();
    if seats.is_empty() {
        special.gathered = Gathered::Disks(Vec::new());
        return gathered(step, special);
    }
    state.next_phase();
    let disks = Choices::ask(state.seats(), &seats);
    let card = Some(special.card);
    state.stage = Stage::Disks { special, disks };
    step.tell(Event::DisksCalled { seats, card });
}

/// Asks everybody for a disk for a general scoring, also who has nothing in the Castillo (rule 5.2).
pub fn call_for_scoring(step: &mut Step) {
    let state = &mut *step.state;
    state.next_phase();
    let seats: Vec<Seat> = Seat::all(state.seats()).collect();
    state.stage = Stage::Scoring(Choices::ask(state.seats(), &seats));
    step.tell(Event::DisksCalled { seats, card: None });
}

/// Sets a disk; the last one turns them all up.
pub fn set_disk(step: &mut Step, seat: Seat, place: Place) {
    step.tell(Event::DiskSet {
        seat,
        place: Some(place),
    });
    let (Stage::Disks { disks, .. } | Stage::Scoring(disks)) = &mut step.state.stage else {
        return;
    };
    disks.make(seat, place);
    if !disks.awaited().is_empty() {
        return;
    }
    let disks = disks.made();
    if let Stage::Disks { special, .. } = &step.state.stage {
        let mut special = special.clone();
        step.reveal(&disks);
        special.gathered = Gathered::Disks(disks);
        gathered(step, special);
    } else {
        scoring::general(step, &disks);
        flow::next_round(step);
    }
}

/// How many Caballeros each opponent takes back when the King returns.
pub const RETURNED: u8 = 3;

/// How many Caballeros a seat has to take back when the King returns: 3, or all there are outside the Castillo and
/// the King's region.
pub fn owed(state: &State, seat: Seat) -> u8 {
    let player = state.player(seat);
    let on_board: u8 = state.free_regions().map(|region| player.has(region)).sum();
    RETURNED.min(player.has(Spot::Court) + on_board)
}

/// The next opponent, clockwise, who has to choose what to take back.
pub fn next_to_return(state: &State, special: &Special) -> Option<Seat> {
    let done = match &special.gathered {
        Gathered::Returns(returns) => returns.len(),
        Gathered::Nothing | Gathered::Disks(_) => 0,
    };
    let mut owing = state.opponents().filter(|&seat| owed(state, seat) > 0);
    owing.nth(done)
}

fn call_returns(step: &mut Step, mut special: Special) {
    let state = &mut *step.state;
    let owing = state.opponents().filter(|&seat| owed(state, seat) > 0);
    let seats: Vec<Seat> = owing.collect();
    special.gathered = Gathered::Returns(Vec::new());
    if seats.is_empty() {
        return gathered(step, special);
    }
    state.stage = Stage::Returns(special);
    step.tell(Event::ReturnsCalled { seats });
}

/// Notes what an opponent takes back; after the last one it takes place.
pub fn choose_return(step: &mut Step, chosen: Return) {
    let Stage::Returns(special) = &mut step.state.stage else {
        return;
    };
    if let Gathered::Returns(returns) = &mut special.gathered {
        returns.push(chosen.clone());
    }
    let Return { seat, court, from } = chosen;
    let special = special.clone();
    step.tell(Event::ReturnChosen { seat, court, from });
    if next_to_return(step.state, &special).is_none() {
        gathered(step, special);
    }
}
