//! The set-up, the offer, and the length of a game.

use crate::chance::Seed;
use crate::games::castell::components::CastellRegion;
use crate::games::castell::data::{CastellFestivalType, SPECIAL_TOKENS};
use crate::games::castell::options::CastellFirstSeat;
use crate::games::castell::state::State;
use crate::games::castell::{Castell, CastellEvent, CastellOptions, rule};
use crate::law::Dice;
use crate::{Chance, Rules, Seat, Turn};
use serde_json::json;
use std::collections::BTreeSet;

fn chance(number: u64) -> Chance {
    let mut dice = Dice::new("set-up", number);
    Chance::dealt(Seed(std::array::from_fn(|_| dice.below(256) as u8)), 0)
}

fn set_up(seats: u8, number: u64) -> State {
    let (state, events) = Castell::setup(&CastellOptions::default(), seats, &mut chance(number));
    let first_seat = state.first_seat;
    let began = CastellEvent::RoundBegan {
        round: 1,
        first_seat,
    };
    assert_eq!(events, [began]);
    assert_eq!(Castell::turn(&state), Turn::of(first_seat));
    state
}

/// Set-ups for so many seats.
fn set_ups(seats: u8) -> impl Iterator<Item = State> {
    (0..50).map(move |number| set_up(seats, number))
}

#[test]
fn every_region_gets_three_castellers_at_two_players_four_at_three_and_five_at_four() {
    for (seats, fill, in_bag) in [(2, 3, 115), (3, 4, 101), (4, 5, 87)] {
        for state in set_ups(seats) {
            let there = state.regions.iter().map(|row| row.castellers.total());
            assert_eq!(there.collect::<Vec<_>>(), [fill; 7]);
            assert_eq!(state.bag.len(), in_bag);
        }
    }
}

#[test]
fn b05_the_castellers_in_bag_regions_and_teams_are_150() {
    for state in (2..=4).flat_map(set_ups) {
        let on_map = state.regions.iter().map(|row| row.castellers.total());
        let in_teams = state.players.iter().map(|player| player.team.total());
        assert_eq!(state.bag.len() + on_map.chain(in_teams).sum::<u32>(), 150);
    }
}

#[test]
fn every_player_begins_with_seven_castellers_and_seven_tokens_without_ranks_and_off_the_map() {
    for player in (2..=4).flat_map(set_ups).flat_map(|state| state.players) {
        assert_eq!(player.team.total(), 7);
        assert_eq!(player.tokens, SPECIAL_TOKENS);
        assert_eq!(player.ranks.total(), 0);
        assert_eq!((player.pawn, player.best_tower), (None, 0));
        assert!(player.prizes.is_empty() && player.tiles.is_empty());
    }
}

#[test]
fn every_row_has_two_tiles_and_no_tokens_and_no_tile_lies_twice() {
    for state in (2..=4).flat_map(set_ups) {
        let tiles: BTreeSet<_> = state.regions.iter().flat_map(|row| &row.tiles).collect();
        assert_eq!(tiles.len(), 14);
        for row in &state.regions {
            assert_eq!(row.tiles.len(), 2);
            assert!(row.tokens.iter().all(|&tokens| tokens == 0));
        }
    }
}

#[test]
fn the_calendar_has_one_or_two_festivals_in_each_of_rounds_3_to_10() {
    let rounds: [(u8, &[u8]); 3] = [
        (2, &[3, 4, 5, 6, 7, 8, 9, 10]),
        (3, &[3, 4, 5, 5, 6, 7, 8, 8, 9, 10]),
        (4, &[3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10]),
    ];
    for (seats, rounds) in rounds {
        for state in set_ups(seats) {
            let slots = state.calendar.iter().map(|festival| festival.slot.data());
            let held: Vec<u8> = slots.map(|slot| slot.round).collect();
            assert_eq!(held, rounds);
        }
    }
}

#[test]
fn early_festivals_show_one_size_late_ones_two_and_neither_a_region_twice() {
    for state in (2..=4).flat_map(set_ups) {
        for (kind, sizes, rounds) in [
            (CastellFestivalType::I, 1, 3..=6),
            (CastellFestivalType::II, 2, 7..=10),
        ] {
            let of_kind = state.calendar.iter().filter(|f| f.slot.data().kind == kind);
            let mut regions = BTreeSet::new();
            for festival in of_kind {
                assert!(rounds.contains(&festival.slot.data().round));
                assert_eq!(festival.sizes.len(), sizes);
                assert!(regions.insert(festival.region), "{:?}", state.calendar);
            }
        }
    }
}

#[test]
fn no_two_tables_are_shuffled_alike() {
    let states: Vec<State> = set_ups(2).collect();
    let distinct = |part: &dyn Fn(&State) -> String| {
        let parts: BTreeSet<String> = states.iter().map(part).collect();
        assert!(parts.len() > 30, "{parts:?}");
    };
    distinct(&|state| format!("{:?}", state.ring));
    distinct(&|state| format!("{:?}", state.calendar));
    distinct(&|state| format!("{:?}", state.regions));
    distinct(&|state| format!("{:?}", state.players));
}

#[test]
fn the_first_player_is_drawn_unless_the_options_name_one() {
    let drawn: BTreeSet<Seat> = set_ups(4).map(|state| state.first_seat).collect();
    assert_eq!(drawn, Seat::all(4).collect());
    let options = CastellOptions {
        first_seat: CastellFirstSeat::Seat3,
        ..CastellOptions::default()
    };
    let named = |number| Castell::setup(&options, 4, &mut chance(number)).0;
    assert!((0..20).all(|number| named(number).first_seat == Seat(3)));
}

#[test]
fn the_seat_that_goes_first_is_one_of_the_table() {
    let options = CastellOptions {
        first_seat: CastellFirstSeat::Seat2,
        ..CastellOptions::default()
    };
    assert_eq!(Castell::admits(&options, 3), Ok(()));
    let refused = Castell::admits(&options, 2).unwrap_err();
    assert_eq!(
        (refused.rule, refused.pointer.as_str()),
        (rule::OPTIONS_FIRST_SEAT, "/first_seat")
    );
}

#[test]
fn an_offer_without_options_is_the_game_as_ruled() {
    let options: CastellOptions = serde_json::from_str("{}").unwrap();
    assert_eq!(options, CastellOptions::default());
    assert_eq!(
        serde_json::to_value(&options).unwrap(),
        json!({
            "wheel": "all_regions", "first_seat": "drawn", "performer_collects_token_just_spent": false,
            "special_move_token_row": "destination", "widths_may_drop_by_more_than_one": true,
            "exhibition_levels_exact": true, "base_on_any_level": true,
            "strength_stacks_on_one_level": false, "friendly_prize_ties": true,
            "size_tie_break": "tower_score_then_nobody", "train_at_max_rank": "illegal",
        })
    );
}

#[test]
fn two_to_four_sit_at_a_table() {
    assert_eq!(Castell::META.seats, 2..=4);
}

#[test]
fn a_game_in_which_everybody_is_absent_ends_after_ten_rounds_of_one_turn_each() {
    for seats in 2..=4 {
        let mut chance = chance(0);
        let (mut state, _) = Castell::setup(&CastellOptions::default(), seats, &mut chance);
        let mut steps = 0;
        while let Turn::Waiting(waiting) = Castell::turn(&state) {
            let seat = waiting.seats[0];
            let action = Castell::fallback(&state, seat);
            Castell::apply(&mut state, seat, &action, &mut chance);
            steps += 1;
        }
        assert_eq!((state.round, steps), (10, 10 * u32::from(seats)));
        assert!(state.players.iter().all(|player| player.pawn.is_none()));
        let sizes: usize = state.calendar.iter().map(|f| f.sizes.len()).sum();
        assert_eq!(sizes, 0, "every festival was held");
    }
}

#[test]
fn no_region_gets_more_than_its_number_at_any_refill() {
    let mut chance = chance(1);
    let (mut state, _) = Castell::setup(&CastellOptions::default(), 4, &mut chance);
    let before = state.bag.clone();
    while let Turn::Waiting(waiting) = Castell::turn(&state) {
        let seat = waiting.seats[0];
        let action = Castell::fallback(&state, seat);
        Castell::apply(&mut state, seat, &action, &mut chance);
        for region in CastellRegion::ALL {
            assert_eq!(state.row(region).castellers.total(), 5);
        }
    }
    assert_eq!(state.bag, before, "full regions take nothing from the bag");
}
