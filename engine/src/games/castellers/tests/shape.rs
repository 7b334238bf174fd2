//! What clients meet: strict actions, honest lists, names that are the game's own, and what can be taken back.

use crate::chance::Seed;
use crate::game::{Adapter, Game};
use crate::games::castellers::castells::Castell;
use crate::games::castellers::components::{Casteller, Colour};
use crate::games::castellers::{
    Castellers, CastellersAction, CastellersOptions, CastellersPlace, State, building, rule,
};
use crate::law::Dice;
use crate::{Candidates, Chance, Rules, Seat, Turn};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const GAME: Adapter<Castellers> = Adapter::new();

#[test]
fn a_table_has_two_to_four_seats() {
    assert_eq!(Castellers::META.seats, 2..=4);
    for seats in 2..=4 {
        let (state, _) = Castellers::setup(&CastellersOptions::default(), seats, &mut dealt(1, 0));
        assert_eq!(state.seats(), seats);
    }
}

#[test]
fn an_action_with_anything_too_much_or_too_little_is_none() {
    let red = json!({"colour": "red", "number": 3});
    for action in [
        json!({"type": "recruit", "casteller": red}),
        json!({"type": "pass", "unused": 1}),
        json!({"type": "raise", "casteller": red}),
        json!({"type": "raise", "casteller": red, "place": {"type": "new_castell", "castell": 0}}),
        json!({"type": "raise", "casteller": {"colour": "red", "number": 3, "white": true}, "place": {"type": "new_castell"}}),
        json!({"type": "raise", "casteller": {"colour": "black", "number": 3}, "place": {"type": "new_castell"}}),
        json!({"type": "raise", "casteller": {"colour": "red", "number": 300}, "place": {"type": "new_castell"}}),
        json!({"type": "fall", "castell": 0, "column": null}),
        json!({"type": "resign"}),
        json!("pass"),
    ] {
        assert!(GAME.read(&action).is_err(), "{action}");
    }
}

#[test]
fn a_payment_longer_than_any_set_is_refused_where_the_set_ends() {
    let (state, _) = Castellers::setup(&CastellersOptions::default(), 2, &mut dealt(1, 0));
    let held = state.player(state.active).set.each().next().unwrap();
    let action = CastellersAction::Exchange {
        pay: vec![held; 100_000],
        from: state.active.next(2),
        take: held,
        place: CastellersPlace::NewCastell {},
    };
    let refused = Castellers::check(&state, state.active, &action).unwrap_err();
    assert_eq!(refused.rule, rule::SET_LACKS);
    assert!(
        ["/pay/1", "/pay/2"].contains(&refused.pointer.as_str()),
        "{}",
        refused.pointer
    );
}

#[test]
fn names_in_the_api_begin_with_the_name_of_the_game() {
    let schemas = GAME.schemas();
    let own = [
        &schemas.options,
        &schemas.action,
        &schemas.event,
        &schemas.view,
    ];
    let referred = schemas.components.iter().map(|(name, _)| name.as_str());
    let names: BTreeSet<&str> = own
        .iter()
        .map(|s| s.name.as_str())
        .chain(referred)
        .collect();
    let of_the_kernel = BTreeSet::from(["Seat", "ScoreItem"]);
    for name in names.difference(&of_the_kernel) {
        assert!(name.starts_with("Castellers"), "{name}");
    }
    assert!(names.contains("CastellersCasteller") && names.contains("CastellersColour"));
}

#[test]
fn building_can_be_taken_back_within_the_turn_and_drawing_cannot() {
    let state = |actions_left| State {
        actions_left,
        ..Castellers::setup(&CastellersOptions::default(), 2, &mut dealt(1, 0)).0
    };
    let raise = |state: &State| CastellersAction::Raise {
        casteller: state.player(state.active).set.each().next().unwrap(),
        place: CastellersPlace::NewCastell {},
    };
    assert!(undoable(&state(2), &raise(&state(2))));
    assert!(!undoable(&state(1), &raise(&state(1))), "it ends the turn");
    assert!(!undoable(&state(2), &CastellersAction::Recruit {}));
    assert!(!undoable(&state(2), &CastellersAction::Pass {}));
}

fn undoable(state: &State, action: &CastellersAction) -> bool {
    let position = GAME.load(&serde_json::to_string(state).unwrap()).unwrap();
    let action = GAME.read(&serde_json::to_value(action).unwrap()).unwrap();
    let step = GAME
        .play(&position, state.active, &action, dealt(1, 9))
        .unwrap();
    step.unwrap_or_else(|refusal| panic!("{refusal:?}"))
        .undoable
}

#[test]
fn the_view_shows_the_table_and_nothing_more() {
    let (state, _) = Castellers::setup(&CastellersOptions::default(), 2, &mut dealt(1, 0));
    let view: Value =
        serde_json::to_value(Castellers::view(&state, crate::Watcher::Spectator)).unwrap();
    let members: BTreeSet<&str> = view
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let shown =
        "actions_left active bag bases fallers goal idle_turns lapsed_turns players tallest widest";
    assert_eq!(members, shown.split(' ').collect());
    assert_eq!(
        (&view["bag"], &view["tallest"], &view["goal"]["castells"]),
        (&json!(62), &json!(null), &json!(4))
    );
}

#[test]
fn every_casteller_that_can_be_had_is_offered_at_the_lowest_price() {
    let mut offered = 0;
    for game in 0..60 {
        let mut dice = Dice::new("lowest price", game);
        let seats = 2 + (game % 3) as u8;
        let options = CastellersOptions {
            bonus_value: 0,
            ..Default::default()
        };
        let (mut state, _) = Castellers::setup(&options, seats, &mut dealt(game as u8, 0));
        for draw in 0..120 {
            let Turn::Waiting(waiting) = Castellers::turn(&state) else {
                break;
            };
            let seat = waiting.seats[0];
            offered += compare_exchanges(&state, seat);
            let actions = Castellers::candidates(&state, seat).into_actions();
            let action = &actions[dice.below(actions.len())];
            Castellers::apply(&mut state, seat, action, &mut dealt(game as u8, 8 + draw));
        }
    }
    assert!(offered > 1000, "only {offered} exchanges were looked at");
}

/// Compares the exchanges in the list with all there are, and says how many were offered.
fn compare_exchanges(state: &State, seat: Seat) -> usize {
    let candidates = Castellers::candidates(state, seat);
    let mut offered = BTreeSet::new();
    for action in candidates.actions() {
        if let CastellersAction::Exchange {
            pay,
            from,
            take,
            place,
        } = action
        {
            let price: u32 = pay.iter().map(|paid| u32::from(paid.number)).sum();
            assert_eq!(
                Some(price),
                lowest_price(state, seat, take.number),
                "{action:?}"
            );
            offered.insert((*from, *take, look_after(state, seat, *take, *place)));
        }
    }
    let all = all_exchanges(state, seat);
    assert_eq!(offered, all);
    let complete = matches!(candidates, Candidates::Complete(_));
    assert_eq!(complete, all.is_empty());
    offered.len()
}

/// With whom, for whom, and what the castells look like afterwards.
type Had = (Seat, Casteller, Vec<Vec<Vec<Casteller>>>);

fn all_exchanges(state: &State, seat: Seat) -> BTreeSet<Had> {
    let pay: Vec<Casteller> = state.player(seat).set.each().collect();
    let mut all = BTreeSet::new();
    for from in Seat::all(state.seats()) {
        for colour in Colour::ALL {
            for take in (1..=7).map(|number| Casteller::new(colour, number)) {
                for place in every_place(state, seat) {
                    let exchange = CastellersAction::Exchange {
                        pay: pay.clone(),
                        from,
                        take,
                        place,
                    };
                    if Castellers::check(state, seat, &exchange).is_ok() {
                        all.insert((from, take, look_after(state, seat, take, place)));
                    }
                }
            }
        }
    }
    all
}

fn every_place(state: &State, seat: Seat) -> Vec<CastellersPlace> {
    let mut places = vec![CastellersPlace::NewCastell {}];
    for (castell, standing) in (0..).zip(&state.player(seat).castells) {
        places.push(CastellersPlace::NewColumn { castell });
        let columns = 0..standing.columns().len() as u8;
        places.extend(columns.map(|column| CastellersPlace::Column { castell, column }));
    }
    places
}

/// The castells after the casteller went there, where the order of columns does not matter.
fn look_after(
    state: &State,
    seat: Seat,
    casteller: Casteller,
    place: CastellersPlace,
) -> Vec<Vec<Vec<Casteller>>> {
    let mut state = state.clone();
    building::build(&mut state, seat, casteller, place, &mut Vec::new());
    let sorted = |castell: &Castell| {
        let mut columns = castell.columns().to_vec();
        columns.sort();
        columns
    };
    state.player(seat).castells.iter().map(sorted).collect()
}

/// The lowest sum above `number` that the set can make.
fn lowest_price(state: &State, seat: Seat, number: u8) -> Option<u32> {
    let mut sums = BTreeSet::from([0]);
    for casteller in state.player(seat).set.each() {
        let more: Vec<u32> = sums
            .iter()
            .map(|sum| sum + u32::from(casteller.number))
            .collect();
        sums.extend(more);
    }
    sums.into_iter().find(|&sum| sum > u32::from(number))
}

fn dealt(game: u8, next: u64) -> Chance {
    Chance::dealt(Seed([game; 32]), next)
}
