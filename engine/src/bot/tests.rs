use super::*;
use crate::games::castell::Castell;
use crate::games::castellers::Castellers;
use crate::games::el_grande::ElGrande;
use crate::ladder::{Level, play};
use crate::law::Dice;
use crate::{Game, games};

fn seed(number: u8) -> Seed {
    Seed([number; 32])
}

/// So many iterations that the tree of a search grows.
const DEEP: u32 = 80;

/// What each kind of bot does, with the same luck and as much effort.
fn decisions<S: Strategy>(state: &S::State, seat: Seat, number: u8) -> [S::Action; 3] {
    let with = |mind: Mind| decide::<S>(state, seat, mind, &mut Luck::new(seed(number)));
    [
        with(Mind::Random),
        with(Mind::Steady),
        with(Mind::Strong(&mut |made| made < DEEP)),
    ]
}

/// Plays at random and now and then asks the bots in two worlds that look the same; gives how often these differed.
fn differing_worlds<S: Strategy>(seats: u8, every: usize) -> u32 {
    let mut chance = Chance::dealt(seed(seats), 0);
    let mut dice = Dice::new("bots", seats.into());
    let (mut state, _) = S::setup(&S::Options::default(), seats, &mut chance);
    let mut differed = 0;
    for step in 0.. {
        let Turn::Waiting(waiting) = S::turn(&state) else {
            break;
        };
        let seat = waiting.seats[dice.below(waiting.seats.len())];
        let alike = S::reshuffle(
            &state,
            Watcher::Seat(seat),
            &mut Chance::dealt(seed(7), step),
        );
        let differs = alike != state;
        if differs || (step as usize).is_multiple_of(every) {
            differed += u32::from(differs);
            let number = step as u8;
            assert_eq!(
                decisions::<S>(&state, seat, number),
                decisions::<S>(&alike, seat, number),
                "step {step}"
            );
        }
        let actions = S::candidates(&state, seat).into_actions();
        let action = &actions[dice.below(actions.len())];
        S::apply(&mut state, seat, action, &mut chance);
    }
    differed
}

#[test]
fn a_bot_decides_alike_in_two_worlds_that_look_alike_to_its_seat() {
    differing_worlds::<Castellers>(3, 24);
    differing_worlds::<Castell>(3, 48);
    let differed: u32 = (2..=5)
        .map(|seats| differing_worlds::<ElGrande>(seats, 40))
        .sum();
    assert!(differed >= 20, "only {differed} worlds differed");
}

#[test]
fn what_bots_do_is_legal_wherever_they_are_waited_for() {
    for game in games::on_offer() {
        for seats in game.meta().seats.clone() {
            let bots = [Level::Strong(1), Level::Steady, Level::Random].repeat(2);
            let options = game.options(None).unwrap();
            let played = play(game, options.get(), &bots[..seats.into()], 1, seats.into());
            assert_eq!(played.unwrap().outcome.places.len(), usize::from(seats));
        }
    }
}

#[test]
fn a_game_among_bots_follows_from_its_seed() {
    for game in games::on_offer() {
        let options = game.options(None).unwrap();
        let once = |number| {
            let bots = [Level::Strong(10), Level::Steady];
            play(game, options.get(), &bots, 5, number).unwrap()
        };
        let (first, again) = (once(1), once(1));
        assert_eq!(first.outcome, again.outcome);
        assert_eq!(first.actions, again.actions);
        assert_ne!(once(2).outcome, first.outcome, "{}", game.meta().slug);
    }
}

/// How many of these games the first bot wins, sitting in either seat of each deal.
fn won(game: &dyn Game, one: Level, other: Level, games: u64) -> usize {
    let options = game.options(None).unwrap();
    let wins = (0..games).filter(|number| {
        let own = (number % 2) as usize;
        let mut seats = [other; 2];
        seats[own] = one;
        let played = play(game, options.get(), &seats, 9, number / 2).unwrap();
        played.outcome.places[own].place < played.outcome.places[1 - own].place
    });
    wins.count()
}

#[test]
fn the_steady_bot_beats_the_random_one() {
    for game in games::on_offer() {
        let wins = won(game, Level::Steady, Level::Random, 12);
        assert!(wins >= 10, "{}: {wins} of 12", game.meta().slug);
    }
}

#[test]
fn the_strong_bot_beats_the_steady_one() {
    let game = games::offered(ElGrande::META.slug).unwrap();
    let wins = won(game, Level::Strong(DEEP), Level::Steady, 12);
    assert!(wins >= 8, "{wins} of 12");
}
