//! What is hidden stays hidden, and standing answers stand beside the game.

use super::position::{Position, dice_of};
use crate::games::el_grande::ElGrande;
use crate::games::el_grande::actions::ElGrandeAction as Action;
use crate::games::el_grande::state::State;
use crate::{Rules, Seat, Watcher};
use serde_json::{Value, json};

fn position(text: Value) -> State {
    serde_json::from_value::<Position>(text).unwrap().build()
}

fn action(text: &Value) -> Action {
    serde_json::from_value(text.clone()).unwrap()
}

fn act(state: &mut State, seat: u8, text: Value) -> Vec<Value> {
    let action = action(&text);
    assert_eq!(ElGrande::check(state, Seat(seat), &action), Ok(()));
    let mut chance = dice_of("secrets", 0);
    let events = ElGrande::apply(state, Seat(seat), &action, &mut chance);
    events.iter().map(|event| json!(event)).collect()
}

/// All that a watcher gets when a seat acts: view, events, history.
fn all_told(state: &State, seat: u8, text: &Value, watcher: Watcher) -> Value {
    let mut after = state.clone();
    let action = action(text);
    assert_eq!(ElGrande::check(state, Seat(seat), &action), Ok(()));
    let mut chance = dice_of("secrets", 0);
    let events = ElGrande::apply(&mut after, Seat(seat), &action, &mut chance);
    let told: Vec<_> = events.iter().map(|e| ElGrande::tell(e, watcher)).collect();
    json!({
        "view": ElGrande::view(&after, watcher),
        "events": told,
        "history": ElGrande::retell(&action, Seat(seat), watcher),
    })
}

/// Two choices of a seat look the same to everybody else, and different to itself.
fn looks_the_same_to_others(state: &State, seat: u8, one: &Value, two: &Value) {
    for watcher in Watcher::all(state.seats()) {
        let same = all_told(state, seat, one, watcher) == all_told(state, seat, two, watcher);
        assert_eq!(same, watcher != Watcher::Seat(Seat(seat)), "{watcher:?}");
    }
}

fn pointing_at(place: &str) -> Value {
    json!({"type": "set_disk", "place": place})
}

#[test]
fn a_disk_is_hidden_until_the_last_one_is_set() {
    let mut state = position(json!({
        "seats": 3, "round": 3, "caballeros": {"castillo": [1, 2, 3]}, "stage": "scoring",
    }));
    for seat in [2, 0] {
        looks_the_same_to_others(
            &state,
            seat,
            &pointing_at("seville"),
            &pointing_at("aragon"),
        );
        act(&mut state, seat, pointing_at("seville"));
    }
    let events = act(&mut state, 1, pointing_at("aragon"));
    let revealed = json!({"type": "disks_revealed", "disks": [
        {"seat": 0, "place": "seville"}, {"seat": 1, "place": "aragon"}, {"seat": 2, "place": "seville"},
    ]});
    assert!(events.contains(&revealed), "{events:?}");
}

#[test]
fn an_answer_is_hidden_until_the_last_one_is_in() {
    let mut state = position(json!({
        "seats": 4, "vetoes": [{"seat": 1, "until": 2}, {"seat": 2, "until": 2}],
        "stage": {"halves": "s2_decay_all"},
    }));
    act(
        &mut state,
        0,
        json!({"type": "execute", "plan": {"type": "as_printed"}}),
    );
    let (pass, veto) = (
        json!({"type": "pass"}),
        json!({"type": "veto", "before_step": 2}),
    );
    looks_the_same_to_others(&state, 2, &pass, &veto);
    looks_the_same_to_others(&state, 1, &json!({"type": "veto", "before_step": 3}), &veto);
}

#[test]
fn a_card_taken_back_is_hidden_unless_it_lay_on_top() {
    let state = position(json!({
        "seats": 2, "round": 3, "power": [[4, 5, 6], [7, 8, 9]], "stage": {"halves": "s4_power"},
    }));
    let back = |card: u8| json!({"type": "execute", "plan": {"type": "take_back", "card": card}});
    looks_the_same_to_others(&state, 0, &back(4), &back(5));
    let told = all_told(&state, 0, &back(6), Watcher::Spectator);
    assert_eq!(told["view"]["players"][0]["pile_top"], json!(5));
    let taken = json!({"type": "power_taken_back", "seat": 0, "top": true, "card": 6});
    assert!(
        told["events"].as_array().unwrap().contains(&taken),
        "{told}"
    );
}

#[test]
fn a_card_announced_to_be_taken_back_is_hidden_while_a_veto_may_stop_it() {
    let state = position(json!({
        "seats": 2, "round": 3, "power": [[4, 5, 6], [7, 8, 9]], "vetoes": [{"seat": 1, "until": 3}],
        "stage": {"halves": "s4_power"},
    }));
    let back = |card: u8| json!({"type": "execute", "plan": {"type": "take_back", "card": card}});
    looks_the_same_to_others(&state, 0, &back(4), &back(6));
}

#[test]
fn the_view_counts_the_castillo_as_the_options_say() {
    let contents = |castillo_view: &str, watcher| {
        let state = position(json!({
            "seats": 2, "options": {"castillo_view": castillo_view},
            "caballeros": {"castillo": [1, 2]}, "stage": "bid",
        }));
        json!(ElGrande::view(&state, watcher))["castillo"]["caballeros"].clone()
    };
    let (own, spectator) = (Watcher::Seat(Seat(1)), Watcher::Spectator);
    let open = json!([{"seat": 0, "count": 1}, {"seat": 1, "count": 2}]);
    assert_eq!(contents("hidden", own), Value::Null);
    assert_eq!(contents("own", own), json!([{"seat": 1, "count": 2}]));
    assert_eq!(contents("own", spectator), Value::Null);
    assert_eq!(contents("open", spectator), open);
}

#[test]
fn the_view_names_played_power_cards_as_the_options_say() {
    let players = |power_history: &str| {
        let state = position(json!({
            "seats": 2, "options": {"power_history": power_history}, "round": 2,
            "power": [[4, 5], [7, 8]], "stage": {"halves": "s4_power"},
        }));
        json!(ElGrande::view(&state, Watcher::Spectator))["players"].clone()
    };
    let top = players("top");
    assert_eq!(top[1]["pile_top"], json!(8));
    assert_eq!(top[1]["played"], Value::Null);
    assert_eq!(top[1]["hand"], Value::Null);
    let played = json!([{"round": 1, "card": 7}, {"round": 2, "card": 8}]);
    assert_eq!(players("full")[1]["played"], played);
}

#[test]
fn a_standing_answer_passes_on_every_window_of_its_round_and_on_nothing_else() {
    let table = |round: u8, until: u8| {
        position(json!({
            "seats": 3, "round": round, "vetoes": [{"seat": 1, "until": until}],
            "stage": {"halves": "s3_fives"},
        }))
    };
    let (mut state, seat) = (table(2, 3), Seat(1));
    let (standing, none) = (Action::PassAll { round: 2 }, Action::AskAgain {});
    assert!(ElGrande::standing(&standing) && ElGrande::standing(&none));
    assert!(!ElGrande::standing(&Action::Pass {}));
    assert_eq!(
        ElGrande::standing_answers(&state, seat),
        [standing.clone(), none.clone()]
    );
    assert_eq!(
        ElGrande::standing_answers(&state, Seat(0)),
        vec![none.clone()]
    );
    assert_eq!(ElGrande::answer(&state, Seat(0), &standing), None);
    act(
        &mut state,
        0,
        json!({"type": "execute", "plan": {"type": "as_printed"}}),
    );
    assert_eq!(
        ElGrande::answer(&state, seat, &standing),
        Some(Action::Pass {})
    );
    assert_eq!(ElGrande::answer(&state, seat, &none), None);
    let mut later = table(3, 3);
    act(
        &mut later,
        0,
        json!({"type": "execute", "plan": {"type": "as_printed"}}),
    );
    assert_eq!(ElGrande::answer(&later, seat, &standing), None);
}
