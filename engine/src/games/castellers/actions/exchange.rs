//! Exchange: pay castellers of the own set for one of another player's, which goes up at once.

use super::CastellersAction;
use super::payments::Payments;
use crate::games::castellers::building::{self, CastellersPlace};
use crate::games::castellers::components::Casteller;
use crate::games::castellers::events::CastellersEvent;
use crate::games::castellers::state::State;
use crate::games::castellers::{flow, rule};
use crate::{Illegal, Seat};

/// For every casteller that can be taken and every place that makes a difference, the cheapest payment.
pub fn candidates(state: &State, seat: Seat, actions: &mut Vec<CastellersAction>) {
    let payments = Payments::of(&state.player(seat).set);
    for from in state.others(seat) {
        for (take, _) in state.player(from).set.kinds() {
            let mut places = building::distinct_places(state, seat, take).peekable();
            let payment = places
                .peek()
                .and_then(|_| payments.cheapest_above(take.number));
            let Some(pay) = payment else {
                continue;
            };
            actions.extend(places.map(|place| CastellersAction::Exchange {
                pay: pay.clone(),
                from,
                take,
                place,
            }));
        }
    }
}

/// Is there any casteller that this seat could pay for and place?
pub fn is_possible(state: &State, seat: Seat) -> bool {
    let numbers = state.player(seat).set.each().map(|c| u16::from(c.number));
    let payable: u16 = numbers.sum();
    let mut others = state.others(seat);
    others.any(|from| {
        let mut kinds = state.player(from).set.kinds();
        kinds.any(|(take, _)| {
            payable > u16::from(take.number) && building::places(state, seat, take).next().is_some()
        })
    })
}

/// What is paid lies in the own set, what is taken lies in the other one, its number is lower than the sum of those paid
/// (overpaying is allowed), and it has a place to go to.
///
/// # Errors
/// The rule that forbids it; nothing is paid then.
pub fn check(
    state: &State,
    seat: Seat,
    pay: &[Casteller],
    from: Seat,
    take: Casteller,
    place: CastellersPlace,
) -> Result<(), Illegal> {
    if from == seat || from.0 >= state.seats() {
        return Err(Illegal::at(
            rule::EXCHANGE_PARTNER,
            "/from",
            format!("{from} is no other player at this table"),
        ));
    }
    let paid = check_payment(state, seat, pay)?;
    if state.player(from).set.count(take) == 0 {
        return Err(Illegal::at(
            rule::EXCHANGE_NOT_THERE,
            "/take",
            format!("{} does not lie in the set of {from}", take.called()),
        ));
    }
    if paid <= u32::from(take.number) {
        return Err(Illegal::at(
            rule::EXCHANGE_TOO_LOW,
            "/pay",
            format!("you pay {paid}, which has to be more than {}", take.number),
        ));
    }
    building::check(state, seat, take, place)
}

/// The sum of the numbers paid, if the set holds them all.
fn check_payment(state: &State, seat: Seat, pay: &[Casteller]) -> Result<u32, Illegal> {
    if pay.is_empty() {
        return Err(Illegal::at(
            rule::EXCHANGE_PAYS_NOTHING,
            "/pay",
            "pay with at least one casteller",
        ));
    }
    let mut set = state.player(seat).set;
    let mut paid = 0;
    for (at, &casteller) in pay.iter().enumerate() {
        if !set.take(casteller) {
            return Err(Illegal::at(
                rule::SET_LACKS,
                format!("/pay/{at}"),
                format!("{} does not lie in your set so often", casteller.called()),
            ));
        }
        paid += u32::from(casteller.number);
    }
    Ok(paid)
}

/// The castellers change sets, and the one taken goes up. Whites that change hands make nobody fall.
pub fn apply(
    state: &mut State,
    seat: Seat,
    pay: &[Casteller],
    from: Seat,
    take: Casteller,
    place: CastellersPlace,
    events: &mut Vec<CastellersEvent>,
) {
    flow::spend_action(state);
    state.player_mut(from).set.take(take);
    for &casteller in pay {
        state.player_mut(seat).set.take(casteller);
        state.player_mut(from).set.add(casteller);
    }
    events.push(CastellersEvent::Exchanged {
        seat,
        from,
        paid: pay.to_vec(),
        taken: take,
    });
    building::build(state, seat, take, place, events);
    flow::settle(state, events);
}
