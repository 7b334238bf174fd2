//! Players that are programs. A bot decides from what its own seat may know and nothing else: before it thinks,
//! everything that its seat can't see is drawn anew ([`Rules::reshuffle`]).

use super::chance::{Chance, Seed};
use super::rules::Rules;
use super::seat::{Seat, Watcher};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// What a bot has to know of a game beyond its rules.
pub trait Strategy: Rules {
    /// A lead in points that makes winning about seven times as likely as losing.
    const LEAD: f64 = 10.0;

    /// The points that each seat can expect at the end, ordered by seat, as far as the position tells. Also defined
    /// for what the rules score in no other way, such as castellers at hand.
    fn prospects(state: &Self::State) -> Vec<f64> {
        let scores = Self::scores(state);
        scores
            .iter()
            .map(|score| f64::from(score.total()))
            .collect()
    }

    /// How promising an action looks before it is tried, in points of no fixed scale: the best come first, and of a
    /// long list only they are tried. `seat` is waited for and the action is legal.
    fn promise(state: &Self::State, seat: Seat, action: &Self::Action) -> f64 {
        let _ = (state, seat, action);
        0.0
    }
}

/// How a bot plays, and with what effort.
pub enum Mind<'m> {
    /// Any action on offer, each kind of action as likely as the others.
    Random,
    /// The action after which the position promises most.
    Steady,
    /// What a search finds best. It is asked before every iteration, with the number of those made, whether to go on;
    /// it makes at least one and at most [`MOST_ITERATIONS`](super::search::MOST_ITERATIONS).
    Strong(&'m mut dyn FnMut(u32) -> bool),
}

/// The randomness of a bot, which is no part of the game's.
pub struct Luck(ChaCha8Rng);

impl Luck {
    /// Luck that follows from a seed.
    pub fn new(seed: Seed) -> Luck {
        Luck(ChaCha8Rng::from_seed(seed.0))
    }

    /// Randomness for one imagined course of a game.
    pub fn chance(&mut self) -> Chance {
        let mut seed = [0; 32];
        self.0.fill_bytes(&mut seed);
        Chance::dealt(Seed(seed), 0)
    }

    /// One of 0 to `n` - 1; `n` must be at least 1 and at most 2^32.
    pub fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.0.next_u32()) * n as u64) >> 32) as usize
    }
}

/// How many actions a bot tries of a long list.
pub(super) const MOST_TRIED: usize = 120;
/// How many outcomes are imagined of an action that draws.
const IMAGINED: u32 = 4;

/// What a bot does at a seat that is waited for.
pub fn decide<S: Strategy>(state: &S::State, seat: Seat, mind: Mind, luck: &mut Luck) -> S::Action {
    let world = S::reshuffle(state, Watcher::Seat(seat), &mut luck.chance());
    match mind {
        Mind::Random => at_random::<S>(&world, seat, luck),
        Mind::Steady => steady::<S>(&world, seat, luck),
        Mind::Strong(go_on) => super::search::best::<S>(&world, seat, go_on, luck),
    }
}

/// Any action: evenly among the kinds on offer, then among those of the kind.
fn at_random<S: Strategy>(world: &S::State, seat: Seat, luck: &mut Luck) -> S::Action {
    let mut actions = S::candidates(world, seat).into_actions();
    let mut kinds: Vec<usize> = Vec::new();
    for (at, action) in actions.iter().enumerate() {
        let kind = std::mem::discriminant(action);
        if !kinds
            .iter()
            .any(|&first| std::mem::discriminant(&actions[first]) == kind)
        {
            kinds.push(at);
        }
    }
    let kind = std::mem::discriminant(&actions[kinds[luck.below(kinds.len())]]);
    actions.retain(|action| std::mem::discriminant(action) == kind);
    actions.swap_remove(luck.below(actions.len()))
}

/// The action after which the lead is largest, in a few imagined outcomes.
fn steady<S: Strategy>(world: &S::State, seat: Seat, luck: &mut Luck) -> S::Action {
    let actions = ordered::<S>(world, seat, MOST_TRIED);
    let values = actions.iter().map(|action| {
        let mut total = 0.0;
        let mut tries = 0;
        while tries < IMAGINED {
            let mut other = S::reshuffle(world, Watcher::Seat(seat), &mut luck.chance());
            let mut chance = luck.chance();
            S::apply(&mut other, seat, action, &mut chance);
            total += lead::<S>(&other, seat);
            tries += 1;
            if chance.drawn().is_empty() {
                break;
            }
        }
        total / f64::from(tries)
    });
    let mut best = (0, f64::NEG_INFINITY);
    for (at, value) in values.enumerate() {
        if value > best.1 {
            best = (at, value);
        }
    }
    actions
        .into_iter()
        .nth(best.0)
        .expect("a seat that is waited for has something to do")
}

/// The most promising actions of a seat that is waited for, the best first; never empty.
pub(super) fn ordered<S: Strategy>(world: &S::State, seat: Seat, most: usize) -> Vec<S::Action> {
    let actions = S::candidates(world, seat).into_actions();
    let mut promising: Vec<(f64, S::Action)> = actions
        .into_iter()
        .map(|action| (S::promise(world, seat, &action), action))
        .collect();
    // The sort is stable: equal ones keep the order of the list.
    promising.sort_by(|a, b| b.0.total_cmp(&a.0));
    promising.truncate(most);
    promising.into_iter().map(|(_, action)| action).collect()
}

/// By how many points a seat is ahead of the best other one, or behind it.
pub(super) fn lead<S: Strategy>(state: &S::State, seat: Seat) -> f64 {
    lead_of(&S::prospects(state), seat)
}

/// By how many of these points a seat is ahead of the best other one.
pub(super) fn lead_of(points: &[f64], seat: Seat) -> f64 {
    let others = points
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != seat.index());
    let best = others
        .map(|(_, &points)| points)
        .fold(f64::NEG_INFINITY, f64::max);
    points[seat.index()] - best
}
