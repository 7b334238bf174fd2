//! A determinised Monte Carlo tree search that knows no game: it goes by the rules and by what the game's
//! [`Strategy`] promises.
//!
//! The choices that look best at first sight race against each other. In every round of the race a world is imagined that
//! looks the same to the seat, and each choice still in the race is played on in it, with the same luck; one that is plainly
//! worse than another leaves the race. What was played on often enough grows a tree, in which each seat decides by upper
//! confidence bounds; beyond the tree all do what promises most, and after a while the position is judged by its outlook.
//! The tree is open: a node stands for what was done since the root, whatever was drawn meanwhile. Where several seats
//! choose at once, each chooses without looking at the others.

mod race;

use self::race::{Choice, IMPRESSION, Race};
use super::bot::{Luck, MOST_TRIED, Strategy, end_of_turn, lead, most_promising, tried, worth};
use super::seat::{Seat, Watcher};
use super::turn::{Phase, Turn};

/// The most iterations of one search: each plays one choice on in one world.
pub const MOST_ITERATIONS: u32 = 50_000;

/// How many choices race, and how many ways a node of the tree has.
const WIDTHS: (usize, usize) = (6, 5);
/// How many more choices are looked at to the end of the turn before the race.
const RESERVES: usize = 4;
/// How often a way has to be gone before the tree grows there: so there are never more than so many times fewer nodes than
/// iterations.
const RIPE: usize = 8;
/// The most steps of the tree that an iteration goes.
const DEPTH: usize = 12;
/// The most decisions that an iteration plays on for.
const LONGEST: usize = 60;
/// What it is worth to know more of a way, as in UCB1.
const CURIOSITY: f64 = 0.1;

/// A position's place in the tree: who decides there, and what they can do.
struct Node<A> {
    seat: Seat,
    visits: f64,
    ways: Vec<Way<A>>,
}

/// An action in the tree.
struct Way<A> {
    action: A,
    visits: f64,
    /// The sum of what it came to for the seat that decides, each from 0 to 1.
    total: f64,
    /// What it seemed to come to.
    impression: f64,
    /// Where it leads, once that is in the tree.
    to: Option<usize>,
}

/// How far an imagined course of the game has come.
struct Course {
    last: Seat,
    changes: usize,
    decisions: usize,
}

struct Search<S: Strategy> {
    nodes: Vec<Node<S::Action>>,
    seat: Seat,
    /// After how many changes of the deciding seat a course is judged: once this seat has had its next turn, for what
    /// it has done last must not look worse because others have not answered yet, nor better.
    changes: usize,
}

/// What the search finds best for a seat that is waited for.
pub(super) fn best<S: Strategy>(
    world: &S::State,
    seat: Seat,
    go_on: &mut dyn FnMut(u32) -> bool,
    luck: &mut Luck,
) -> S::Action {
    let mut search = Search::<S> {
        nodes: Vec::new(),
        seat,
        changes: S::scores(world).len() + 1,
    };
    let mut race = Race::new(choices::<S>(world, seat, luck));
    let mut made = 0;
    'race: while race.choices.len() > 1 {
        let same = luck.seed();
        let mut results = Vec::new();
        let rounds = race.rounds();
        for choice in &mut race.choices {
            if made == MOST_ITERATIONS || (made > 0 && !go_on(made)) {
                break 'race;
            }
            made += 1;
            results.push(search.iterate(world, choice, rounds, &mut Luck::new(same)));
        }
        race.end_round(&results);
    }
    race.winner()
}

/// The choices that are best at the end of the turn.
fn choices<S: Strategy>(world: &S::State, seat: Seat, luck: &mut Luck) -> Vec<Choice<S::Action>> {
    let mut tried = tried::<S>(world, seat, MOST_TRIED, S::outlook, luck);
    tried.truncate(WIDTHS.0 + RESERVES);
    let choices = tried.into_iter().map(|tried| {
        let impression = share::<S>(end_of_turn::<S>(tried.state, seat, S::outlook, luck));
        Choice::new(tried.action, impression)
    });
    let mut choices: Vec<_> = choices.collect();
    choices.sort_by(|a, b| b.impression.total_cmp(&a.impression));
    choices.truncate(WIDTHS.0);
    choices
}

impl<S: Strategy> Search<S> {
    /// Plays a choice on in a world that looks the same, after so many rounds, and says what it comes to.
    fn iterate(
        &mut self,
        root: &S::State,
        choice: &mut Choice<S::Action>,
        rounds: usize,
        luck: &mut Luck,
    ) -> f64 {
        let mut world = S::reshuffle(root, Watcher::Seat(self.seat), &mut luck.chance());
        S::apply(&mut world, self.seat, &choice.action, &mut luck.chance());
        let mut course = Course {
            last: self.seat,
            changes: 0,
            decisions: 0,
        };
        let mut path: Vec<(usize, usize)> = Vec::new();
        if rounds >= RIPE {
            let mut at = self.arrive(choice.to, &world, luck);
            choice.to = choice.to.or(at);
            while let Some(node) = at {
                let Some(way) = self.nodes[node].choose::<S>(&world) else {
                    break;
                };
                let Node { seat, ways, .. } = &self.nodes[node];
                let Way {
                    action, visits, to, ..
                } = &ways[way];
                S::apply(&mut world, *seat, action, &mut luck.chance());
                course.decides(*seat);
                path.push((node, way));
                let (to, is_ripe) = (*to, *visits >= RIPE as f64);
                at = match is_ripe && path.len() < DEPTH {
                    true => self.arrive(to, &world, luck),
                    false => None,
                };
                self.nodes[node].ways[way].to = to.or(at);
            }
        }
        let shares = self.play_on(world, course, luck);
        for (at, way) in path {
            let node = &mut self.nodes[at];
            node.visits += 1.0;
            node.ways[way].visits += 1.0;
            node.ways[way].total += shares[node.seat.index()];
        }
        shares[self.seat.index()]
    }

    /// The node that a world comes to by a way that leads to `known`, or to none yet. `None` where no node can tell what
    /// is decided: several choose at once, what was drawn has made it another seat's turn, or the game is over.
    fn arrive(&mut self, known: Option<usize>, world: &S::State, luck: &mut Luck) -> Option<usize> {
        let Turn::Waiting(waiting) = S::turn(world) else {
            return None;
        };
        let seat = match waiting.phase {
            Phase::Alternating => waiting.seats[0],
            Phase::Simultaneous(_) => return None,
        };
        if let Some(known) = known {
            return (self.nodes[known].seat == seat).then_some(known);
        }
        let mut tried = tried::<S>(world, seat, MOST_TRIED, S::outlook, luck);
        tried.truncate(WIDTHS.1);
        let ways = tried.into_iter().map(|tried| Way {
            impression: share::<S>(tried.lead),
            action: tried.action,
            visits: 0.0,
            total: 0.0,
            to: None,
        });
        self.nodes.push(Node {
            seat,
            visits: 0.0,
            ways: ways.collect(),
        });
        Some(self.nodes.len() - 1)
    }

    /// What a position comes to for each seat if all do what promises most for a while.
    fn play_on(&self, mut world: S::State, mut course: Course, luck: &mut Luck) -> Vec<f64> {
        while let Turn::Waiting(waiting) = S::turn(&world) {
            let seat = waiting.seats[0];
            if waiting.phase != Phase::Alternating {
                choose_in_secret::<S>(&mut world, seat, luck);
                continue;
            }
            course.decides(seat);
            if course.changes >= self.changes || course.decisions > LONGEST {
                break;
            }
            world = most_promising::<S>(world, seat, S::outlook, luck);
        }
        let worth = worth::<S>(&world, S::outlook);
        let seats = Seat::all(worth.len() as u8);
        seats.map(|seat| share::<S>(lead(&worth, seat))).collect()
    }
}

impl<A> Node<A> {
    /// The place of the way to go in this world; `None` if none of those known is open in it.
    fn choose<S: Strategy<Action = A>>(&self, world: &S::State) -> Option<usize> {
        let log = (self.visits + 1.0).ln();
        let urgency = |way: &Way<A>| {
            let visits = way.visits + IMPRESSION;
            let mean = (way.total + way.impression * IMPRESSION) / visits;
            mean + CURIOSITY * (log / visits).sqrt()
        };
        let mut order: Vec<(f64, usize)> = self.ways.iter().map(urgency).zip(0..).collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0));
        let allowed =
            |&(_, at): &(f64, usize)| S::check(world, self.seat, &self.ways[at].action).is_ok();
        order.into_iter().find(allowed).map(|(_, at)| at)
    }
}

impl Course {
    /// A seat decides.
    fn decides(&mut self, seat: Seat) {
        self.changes += usize::from(seat != self.last);
        self.last = seat;
        self.decisions += 1;
    }
}

/// A seat chooses while others do too: the best of three, so that nobody can be sure of it.
fn choose_in_secret<S: Strategy>(world: &mut S::State, seat: Seat, luck: &mut Luck) {
    let mut actions = S::candidates(world, seat).into_actions();
    let some = [(); 3].map(|()| luck.below(actions.len()));
    let promise = |at: usize| S::promise(world, seat, &actions[at]);
    let best = some
        .into_iter()
        .reduce(|best, other| match promise(other) > promise(best) {
            true => other,
            false => best,
        });
    let action = actions.swap_remove(best.unwrap_or(0));
    S::apply(world, seat, &action, &mut luck.chance());
}

/// What a lead is worth, from 0 to 1.
fn share<S: Strategy>(lead: f64) -> f64 {
    0.5 + 0.5 * (lead / S::LEAD).tanh()
}
