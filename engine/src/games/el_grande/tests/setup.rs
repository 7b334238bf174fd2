//! The tables of figures, the set-up and the length of a game.

use super::position::dice_of;
use crate::games::el_grande::ElGrande;
use crate::games::el_grande::cards::CARDS;
use crate::games::el_grande::components::{
    ElGrandeCard as Card, ElGrandeRegion as Region, ElGrandeSpot as Spot,
};
use crate::games::el_grande::data::neighbours;
use crate::games::el_grande::events::ElGrandeEvent as Event;
use crate::games::el_grande::options::{ElGrandeOptions, ElGrandeStarter, ElGrandeVetoMode};
use crate::games::el_grande::state::State;
use crate::{Rules, Seat, Turn};
use std::collections::BTreeSet;

#[test]
fn there_are_eleven_cards_in_each_stack_and_one_king_card() {
    for (at, facts) in CARDS.iter().enumerate() {
        assert_eq!(facts.card as usize, at, "{:?}", facts.card);
    }
    for (stack, size) in [(1, 11), (2, 11), (3, 11), (4, 11), (5, 1)] {
        let of_stack = CARDS.iter().filter(|facts| facts.stack == stack);
        assert_eq!(of_stack.map(|facts| facts.copies).sum::<u16>(), size);
    }
}

#[test]
fn borders_are_mutual_and_fifteen() {
    let mut ends = 0;
    for one in Region::ALL {
        for &other in neighbours(one) {
            assert_ne!(one, other);
            assert!(neighbours(other).contains(&one), "{one:?} {other:?}");
            ends += 1;
        }
    }
    assert_eq!(ends, 30);
}

#[test]
fn example_68_a_new_game_is_set_up_as_written() {
    for number in 0..200 {
        let seats = 2 + (number % 4) as u8;
        let options = ElGrandeOptions::default();
        let (state, events) = ElGrande::setup(&options, seats, &mut dice_of("setup", number));
        let homes = state.players.iter().map(|player| player.grande);
        let regions: BTreeSet<Region> = homes.chain([state.king]).collect();
        assert_eq!(regions.len(), usize::from(seats) + 1);
        for player in &state.players {
            assert_eq!(player.has(Spot::Province), 21);
            assert_eq!(player.has(Spot::Court), 7);
            assert_eq!(player.has(player.grande), 2);
            assert_eq!(player.score(), 0);
            assert_eq!(player.power.hand().count(), 13);
        }
        assert_eq!(state.round, 1);
        assert_eq!(state.boards, [None, None]);
        let stacks: Vec<u8> = state.offer.iter().map(|card| card.stack()).collect();
        assert_eq!(stacks, [1, 2, 3, 4, 5]);
        let [Event::Started { first, .. }, Event::RoundBegan { .. }] = &events[..] else {
            panic!("{events:?}");
        };
        assert_eq!(ElGrande::turn(&state), Turn::of(*first));
    }
}

#[test]
fn the_first_player_is_drawn_by_lot_unless_the_options_say_seat_0() {
    let first = |starter, number| {
        let options = ElGrandeOptions {
            starter,
            ..Default::default()
        };
        let (state, _) = ElGrande::setup(&options, 4, &mut dice_of("first", number));
        state.active()
    };
    let of = |starter| -> BTreeSet<Seat> { (0..50).map(|number| first(starter, number)).collect() };
    assert_eq!(of(ElGrandeStarter::Random), Seat::all(4).collect());
    assert_eq!(of(ElGrandeStarter::Seat0), [Seat(0)].into());
}

#[test]
fn with_the_option_off_the_vetoes_stay_in_the_box() {
    let options = ElGrandeOptions {
        veto: ElGrandeVetoMode::Off,
        ..Default::default()
    };
    let game = play_absently(&options, 2);
    assert_eq!(game.shown[1].len(), 9);
    assert!(!game.shown[1].contains(&Card::S2Veto));
    assert_eq!(game.state.stacks[1].len(), 0);
}

#[test]
fn a_full_game_plays_nine_rounds() {
    let game = play_absently(&ElGrandeOptions::default(), 3);
    assert_eq!(game.rounds, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(game.scored_after, [3, 6, 9]);
    for (shown, stack) in game.shown.iter().zip(&game.state.stacks) {
        assert_eq!((shown.len(), stack.len()), (9, 2));
    }
}

#[test]
fn example_69_a_short_game_plays_six_rounds() {
    let options = ElGrandeOptions {
        short_game: true,
        ..Default::default()
    };
    let game = play_absently(&options, 3);
    assert_eq!(game.rounds, [2, 3, 5, 6, 8, 9]);
    assert_eq!(game.scored_after, [3, 6, 9]);
    for (shown, stack) in game.shown.iter().zip(&game.state.stacks) {
        assert_eq!((shown.len(), stack.len()), (6, 5));
    }
}

/// A game in which everybody is absent.
struct Absent {
    state: State,
    rounds: Vec<u8>,
    /// The rounds after which the Castillo was emptied.
    scored_after: Vec<u8>,
    /// The cards shown of each stack.
    shown: [Vec<Card>; 4],
}

fn play_absently(options: &ElGrandeOptions, seats: u8) -> Absent {
    let mut chance = dice_of("absent", 0);
    let (state, mut events) = ElGrande::setup(options, seats, &mut chance);
    let mut game = Absent {
        state,
        rounds: Vec::new(),
        scored_after: Vec::new(),
        shown: Default::default(),
    };
    loop {
        for event in &events {
            match event {
                Event::RoundBegan { round, offer, .. } => {
                    game.rounds.push(*round);
                    for &card in &offer[..4] {
                        game.shown[usize::from(card.stack()) - 1].push(card);
                    }
                }
                Event::CastilloEmptied { .. } => {
                    game.scored_after.extend(game.rounds.last());
                }
                _ => {}
            }
        }
        let Turn::Waiting(waiting) = ElGrande::turn(&game.state) else {
            return game;
        };
        let seat = waiting.seats[0];
        let action = ElGrande::fallback(&game.state, seat);
        events = ElGrande::apply(&mut game.state, seat, &action, &mut chance);
    }
}
