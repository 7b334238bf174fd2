//! The tables add up, and offers that make no sense are refused.

use crate::games::castellers::components::Casteller;
use crate::games::castellers::data::{CASTELLERS, deck, has_blue_background};
use crate::games::castellers::{Castellers, CastellersOptions, rule};
use crate::{Rules, Seat};

#[test]
fn the_deck_adds_up() {
    let sum = |worth: fn(Casteller) -> u16| -> u16 {
        deck()
            .map(|(casteller, copies)| worth(casteller) * copies)
            .sum()
    };
    assert_eq!(sum(|_| 1), 66);
    assert_eq!(sum(|_| 1), u16::from(CASTELLERS));
    assert_eq!(sum(|casteller| u16::from(casteller.is_white())), 10);
    assert_eq!(sum(|casteller| u16::from(casteller.number)), 264);
    assert_eq!(
        sum(|casteller| u16::from(has_blue_background(casteller))),
        8
    );
    let points = sum(|casteller| 1 + u16::from(has_blue_background(casteller)));
    assert_eq!(points, 74);
}

#[test]
fn a_blue_background_is_not_the_blue_team() {
    let blue: Vec<String> = deck()
        .filter(|(casteller, copies)| *copies > 0 && has_blue_background(*casteller))
        .map(|(casteller, _)| casteller.called())
        .collect();
    assert_eq!(
        blue,
        ["the red 7", "the green 7", "the blue 7", "the pink 7"]
    );
}

#[test]
fn an_offer_without_options_is_the_game_as_printed_and_ruled() {
    let options: CastellersOptions = serde_json::from_str("{}").unwrap();
    assert_eq!(options, CastellersOptions::default());
    assert_eq!(
        serde_json::to_value(&options).unwrap(),
        serde_json::json!({
            "bonus_needs_valid": true, "fall_reopens": true, "deadlock_end": true, "bonus_value": 3,
            "age_order": [],
        })
    );
}

#[test]
fn a_bonus_token_is_worth_twenty_points_at_most() {
    let worth = |bonus_value| CastellersOptions {
        bonus_value,
        ..Default::default()
    };
    assert_eq!(Castellers::admits(&worth(20), 2), Ok(()));
    let refused = Castellers::admits(&worth(21), 2).unwrap_err();
    assert_eq!(
        (refused.rule, refused.pointer.as_str()),
        (rule::OPTIONS_BONUS_VALUE, "/bonus_value")
    );
}

#[test]
fn an_age_order_names_every_seat_once_or_nobody() {
    let aged = |seats: &[u8]| CastellersOptions {
        age_order: seats.iter().copied().map(Seat).collect(),
        ..Default::default()
    };
    for right in [&[][..], &[2, 0, 1]] {
        assert_eq!(Castellers::admits(&aged(right), 3), Ok(()));
    }
    for wrong in [
        &[0, 1][..],
        &[0, 1, 1],
        &[0, 1, 3],
        &[0, 1, 2, 3],
        &[0, 1, 2, 2],
    ] {
        let refused = Castellers::admits(&aged(wrong), 3).unwrap_err();
        assert_eq!(
            (refused.rule, refused.pointer.as_str()),
            (rule::OPTIONS_AGE_ORDER, "/age_order")
        );
    }
}
