//! Placing Caballeros next to the King and in the Castillo (rule 3.3 step 3).

use super::{ElGrandeAction, not_now, split};
use crate::games::el_grande::components::{
    ElGrandeCard as Card, ElGrandePlace as Place, ElGrandeSpot as Spot,
};
use crate::games::el_grande::data::neighbours;
use crate::games::el_grande::events::ElGrandeEvent as Event;
use crate::games::el_grande::flow::{self, Step};
use crate::games::el_grande::lists::{ElGrandeTo, total_to};
use crate::games::el_grande::state::{Halves, Stage, State};
use crate::{Illegal, Seat};

/// The rule that a card places at most so many.
pub const NUMBER: &str = "el_grande.place.number";
/// The rule that they come from the court.
pub const COURT: &str = "el_grande.place.court";
/// The rule that they go next to the King, or into the Castillo.
pub const NEIGHBOUR: &str = "el_grande.place.neighbour";

/// Ways to place, none included, and whether these are all.
pub fn candidates(state: &State, seat: Seat, card: Card) -> (bool, Vec<ElGrandeAction>) {
    let most = card.stack().min(state.player(seat).has(Spot::Court));
    let mut places: Vec<Place> = neighbours(state.king).iter().map(|&r| r.into()).collect();
    places.push(Place::Castillo);
    let mut ways = vec![Vec::new()];
    ways.extend(shares(&places, most));
    let place = |to| ElGrandeAction::Place { to };
    (most <= 1, ways.into_iter().map(place).collect())
}

/// Ways to share out up to `most` Caballeros among places: one to each alone, all to each alone, all to each
/// two, and one to each of the first ones.
pub fn shares(places: &[Place], most: u8) -> Vec<Vec<ElGrandeTo>> {
    let to = |place: Place, count| ElGrandeTo { place, count };
    let mut ways: Vec<Vec<ElGrandeTo>> = Vec::new();
    if most >= 1 {
        ways.extend(places.iter().map(|&place| vec![to(place, 1)]));
    }
    if most >= 2 {
        ways.extend(places.iter().map(|&place| vec![to(place, most)]));
        for (at, &one) in places.iter().enumerate() {
            for &two in &places[at + 1..] {
                ways.push(vec![to(one, most.div_ceil(2)), to(two, most / 2)]);
            }
        }
    }
    if most >= 3 {
        let first = places.iter().take(usize::from(most));
        ways.push(first.map(|&place| to(place, 1)).collect());
    }
    ways
}

/// May these be placed?
///
/// # Errors
/// A half that is done; more than the card or the court allows; a place that is not next to the King.
pub fn check(state: &State, seat: Seat, to: &[ElGrandeTo]) -> Result<(), Illegal> {
    let Stage::Halves(halves) = &state.stage else {
        return Err(not_now(state));
    };
    if halves.placed {
        return Err(split());
    }
    let total = total_to(state, to, "/to")?;
    for (at, one) in to.iter().enumerate() {
        let near = |region| neighbours(state.king).contains(&region);
        if !one.place.region().is_none_or(near) {
            let near = neighbours(state.king);
            let detail = format!("the King lets you place in {near:?} and the Castillo");
            return Err(Illegal::at(NEIGHBOUR, format!("/to/{at}/place"), detail));
        }
    }
    check_number(state, seat, total, halves.card.stack(), "/to")
}

/// May so many be placed where `most` may? `pointer` is where they are listed.
///
/// # Errors
/// More than that, or than the court holds.
pub fn check_number(
    state: &State,
    seat: Seat,
    total: u32,
    most: u8,
    pointer: &str,
) -> Result<(), Illegal> {
    let court = state.player(seat).has(Spot::Court);
    if total > u32::from(most) {
        let detail = format!("at most {most} may be placed, not {total}");
        return Err(Illegal::at(NUMBER, pointer, detail));
    }
    if total > u32::from(court) {
        let detail = format!("your court holds {court}");
        return Err(Illegal::at(COURT, pointer, detail));
    }
    Ok(())
}

/// Places them.
pub fn apply(step: &mut Step, seat: Seat, to: &[ElGrandeTo]) {
    let Stage::Halves(Halves { card, acted, .. }) = step.state.stage else {
        return;
    };
    let state = &mut *step.state;
    let moves = to
        .iter()
        .map(|one| state.transfer(seat, Spot::Court, one.place, one.count))
        .collect();
    step.tell(Event::Placed { seat, moves });
    let placed = true;
    let halves = Halves {
        card,
        placed,
        acted,
    };
    flow::after_half(step, halves);
}
