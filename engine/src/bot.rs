//! Players that are programs. A bot decides from what its own seat may know and nothing else: before it thinks,
//! everything that its seat can't see is drawn anew ([`Rules::reshuffle`]).

use super::chance::{Chance, Seed};
use super::rules::Rules;
use super::search;
use super::seat::{Seat, Watcher};
use super::turn::{Phase, Turn};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::mem::{Discriminant, discriminant};

/// What a bot has to know of a game beyond its rules.
pub trait Strategy: Rules {
    /// A lead in points that makes winning about seven times as likely as losing, in the midst of a game.
    const LEAD: f64 = 10.0;

    /// How many actions are tried before one is taken in a course of the game that is only imagined: those that look most
    /// promising. 1 where that says enough.
    const GLANCES: usize = 8;

    /// How many actions are tried for every further decision of the own turn that is foreseen: those that look most promising.
    /// This bounds how long the steady bot thinks.
    const TRIED_AHEAD: usize = MOST_TRIED;

    /// The points that each seat can expect at the end, ordered by seat, as far as a position tells that is not the
    /// last.
    fn prospects(state: &Self::State) -> Vec<f64> {
        points_of::<Self>(state)
    }

    /// The points that each seat can expect at the end, ordered by seat, as a search judges the positions it comes to: the
    /// prospects at a second look, where a game has more to tell than the rule of thumb that the steady bot goes by.
    fn outlook(state: &Self::State) -> Vec<f64> {
        Self::prospects(state)
    }

    /// About how many points an action seems to bring before it is tried: of a long list only the first [`MOST_TRIED`] by
    /// this are tried, and fewer in a course of the game that is only imagined. It must not go by what others have chosen in
    /// secret. `seat` is waited for and the action is legal.
    fn promise(state: &Self::State, seat: Seat, action: &Self::Action) -> f64 {
        let _ = (state, seat, action);
        0.0
    }
}

/// What makes of a position that is not the last the points that each seat can expect: [`Strategy::prospects`] or
/// [`Strategy::outlook`].
pub(super) type Judge<S> = fn(&<S as Rules>::State) -> Vec<f64>;

/// How a bot plays, and with what effort.
pub enum Mind<'m> {
    /// Any action on offer, each kind of action as likely as the others.
    Random,
    /// The action after which its own turn promises most.
    Steady,
    /// What a search finds best. It is asked before every iteration but the first, with the number of those made, whether
    /// to go on; there are at most [`search::MOST_ITERATIONS`].
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
        Chance::dealt(self.seed(), 0)
    }

    /// A seed for luck that several courses share.
    pub fn seed(&mut self) -> Seed {
        let mut seed = [0; 32];
        self.0.fill_bytes(&mut seed);
        Seed(seed)
    }

    /// One of 0 to `n` - 1; `n` must be at least 1 and at most 2^32.
    pub fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.0.next_u32()) * n as u64) >> 32) as usize
    }
}

/// How many actions of a list a bot tries at most.
pub const MOST_TRIED: usize = 100;
/// How many outcomes are imagined of an action that draws.
const IMAGINED: u32 = 4;
/// How many of the best actions are tried to the end of the turn.
const FOLLOWED: usize = 6;
/// How many more decisions of the same turn are foreseen.
const FORESEEN: usize = 4;
/// How many choices of others are imagined after an action.
const ANSWERS: usize = 8;
/// What winning is worth beside points, and what losing costs.
const VICTORY: f64 = 50.0;

/// What a bot does at a seat that is waited for.
pub fn decide<S: Strategy>(state: &S::State, seat: Seat, mind: Mind, luck: &mut Luck) -> S::Action {
    let world = S::reshuffle(state, Watcher::Seat(seat), &mut luck.chance());
    match mind {
        Mind::Random => at_random::<S>(&world, seat, luck),
        Mind::Steady => steady::<S>(&world, seat, luck),
        Mind::Strong(go_on) => search::best::<S>(&world, seat, go_on, luck),
    }
}

/// Any action: evenly among the kinds on offer, then among those of the kind.
fn at_random<S: Strategy>(world: &S::State, seat: Seat, luck: &mut Luck) -> S::Action {
    let mut actions = S::candidates(world, seat).into_actions();
    let mut kinds: Vec<Discriminant<S::Action>> = Vec::new();
    for kind in actions.iter().map(discriminant) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let kind = kinds[luck.below(kinds.len())];
    actions.retain(|action| discriminant(action) == kind);
    actions.swap_remove(luck.below(actions.len()))
}

/// The action after which the lead is largest at the end of the own turn.
fn steady<S: Strategy>(world: &S::State, seat: Seat, luck: &mut Luck) -> S::Action {
    let judge: Judge<S> = S::prospects;
    let mut best: Option<(f64, S::Action)> = None;
    for tried in tried::<S>(world, seat, MOST_TRIED, judge, luck)
        .into_iter()
        .take(FOLLOWED)
    {
        let mut value = end_of_turn::<S>(tried.state, seat, judge, luck);
        if tried.drew {
            let again = (1..IMAGINED).map(|_| {
                let other = after::<S>(world, seat, &tried.action, luck).0;
                end_of_turn::<S>(other, seat, judge, luck)
            });
            value = (value + again.sum::<f64>()) / f64::from(IMAGINED);
        }
        if best.as_ref().is_none_or(|(least, _)| value > *least) {
            best = Some((value, tried.action));
        }
    }
    best.expect("a seat that is waited for has something to do")
        .1
}

/// The lead once the seat has ended its turn, always by what promises most at once.
pub(super) fn end_of_turn<S: Strategy>(
    mut world: S::State,
    seat: Seat,
    judge: Judge<S>,
    luck: &mut Luck,
) -> f64 {
    for _ in 0..FORESEEN {
        if !matches!(S::turn(&world), Turn::Waiting(waiting) if waiting.seats == [seat]) {
            break;
        }
        match tried::<S>(&world, seat, S::TRIED_AHEAD, judge, luck)
            .into_iter()
            .next()
        {
            Some(next) => world = next.state,
            None => break,
        }
    }
    lead(&worth::<S>(&world, judge), seat)
}

/// An action that was tried.
pub(super) struct Tried<S: Strategy> {
    /// The action.
    pub action: S::Action,
    /// Where it led.
    pub state: S::State,
    /// By how much it puts the seat ahead.
    pub lead: f64,
    /// Might it have led elsewhere?
    pub drew: bool,
}

/// What a seat that is waited for can do, as far as it looks promising before it is tried and at most so many; each tried once,
/// the best first.
pub(super) fn tried<S: Strategy>(
    world: &S::State,
    seat: Seat,
    most: usize,
    judge: Judge<S>,
    luck: &mut Luck,
) -> Vec<Tried<S>> {
    let actions = promising::<S>(world, seat, most);
    let tried = actions.into_iter().map(|action| {
        let (state, drew) = after::<S>(world, seat, &action, luck);
        Tried {
            lead: lead(&worth::<S>(&state, judge), seat),
            action,
            state,
            drew,
        }
    });
    let mut tried: Vec<Tried<S>> = tried.collect();
    tried.sort_by(|a, b| b.lead.total_cmp(&a.lead));
    tried
}

/// What a seat that is waited for can do, as far as it looks promising before it is tried: at most so many.
fn promising<S: Strategy>(world: &S::State, seat: Seat, most: usize) -> Vec<S::Action> {
    let actions = S::candidates(world, seat).into_actions();
    if actions.len() <= most {
        return actions;
    }
    let promise = |action: S::Action| (S::promise(world, seat, &action), action);
    let mut actions: Vec<(f64, S::Action)> = actions.into_iter().map(promise).collect();
    // The sort is stable: equal ones keep the order of the list.
    actions.sort_by(|a, b| b.0.total_cmp(&a.0));
    actions.truncate(most);
    actions.into_iter().map(|(_, action)| action).collect()
}

/// Where the action leads that a seat would take after a few glances. `seat` is waited for and alone.
pub(super) fn most_promising<S: Strategy>(
    mut world: S::State,
    seat: Seat,
    judge: Judge<S>,
    luck: &mut Luck,
) -> S::State {
    let actions = promising::<S>(&world, seat, S::GLANCES);
    if let [only] = &actions[..] {
        S::apply(&mut world, seat, only, &mut luck.chance());
        return world;
    }
    let tried = actions.iter().map(|action| {
        let state = after::<S>(&world, seat, action, luck).0;
        (lead(&worth::<S>(&state, judge), seat), state)
    });
    let best = tried.reduce(|best, other| match other.0 > best.0 {
        true => other,
        false => best,
    });
    best.map_or(world, |(_, state)| state)
}

/// Where an action leads, and whether it might have led elsewhere. What others are asked at once they answer by default.
fn after<S: Strategy>(
    world: &S::State,
    seat: Seat,
    action: &S::Action,
    luck: &mut Luck,
) -> (S::State, bool) {
    let mut state = world.clone();
    let mut chance = luck.chance();
    S::apply(&mut state, seat, action, &mut chance);
    for _ in 0..ANSWERS {
        match S::turn(&state) {
            Turn::Waiting(waiting) if waiting.phase != Phase::Alternating => {
                let answer = S::fallback(&state, waiting.seats[0]);
                S::apply(&mut state, waiting.seats[0], &answer, &mut chance);
            }
            Turn::Waiting(_) | Turn::Over(_) => break,
        }
    }
    (state, !chance.drawn().is_empty())
}

/// What a position is worth to each seat: the points it can expect, and victory once that is certain.
pub(super) fn worth<S: Strategy>(state: &S::State, judge: Judge<S>) -> Vec<f64> {
    let Turn::Over(outcome) = S::turn(state) else {
        return judge(state);
    };
    let winners = outcome.places.iter().filter(|place| place.place == 1);
    let share = VICTORY / winners.count() as f64;
    let victory = |place: u8| if place == 1 { share } else { 0.0 };
    let worth = outcome.places.iter();
    worth
        .map(|place| f64::from(place.score) + victory(place.place))
        .collect()
}

/// By how much a seat is ahead of the best other one, or behind it.
pub fn lead(worth: &[f64], seat: Seat) -> f64 {
    let others = worth.iter().enumerate();
    let others = others.filter(|(at, _)| *at != seat.index());
    let best = others
        .map(|(_, worth)| *worth)
        .fold(f64::NEG_INFINITY, f64::max);
    worth[seat.index()] - best
}

/// The points of every seat as it stands.
pub fn points_of<S: Rules>(state: &S::State) -> Vec<f64> {
    let scores = S::scores(state);
    scores
        .iter()
        .map(|score| f64::from(score.total()))
        .collect()
}

#[cfg(test)]
mod tests;
