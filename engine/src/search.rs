//! A determinised Monte Carlo tree search that knows no game: it goes by the rules and by what the game's
//! [`Strategy`] promises.
//!
//! Every iteration imagines a world that looks the same to the seat, plays down the tree by upper confidence bounds, adds
//! one node, and judges the position it comes to by the best that can be done there at once. The tree is open: a node
//! stands for what was done since the root, whatever was drawn meanwhile. Where several seats choose at once, those
//! other than the searching one choose by chance, so that no branch knows what is hidden.

use super::bot::{Luck, Strategy, Tried, end_of_turn, lead, tried, worth};
use super::seat::{Seat, Watcher};
use super::turn::{Phase, Turn};

/// The most iterations of one search, and so the most nodes of its tree.
pub const MOST_ITERATIONS: u32 = 50_000;

/// How many of the best actions are looked at from the root, and from any other node.
const WIDTHS: (usize, usize) = (16, 6);
/// The most steps that an iteration looks ahead.
const DEPTH: usize = 24;
/// What it is worth to know more of an action, as in UCB1.
const CURIOSITY: f64 = 0.06;
/// How many visits the first impression of an action counts for.
const IMPRESSION: f64 = 2.0;
/// How many more decisions are imagined from a new node, each by what promises most at once.
const PLAYED_ON: usize = 4;
/// How fast a node comes to look at more of its actions.
const WIDENING: f64 = 1.5;

/// A position's place in the tree: who decides there, and what they can do.
struct Node<A> {
    seat: Seat,
    visits: f64,
    /// The best at first sight come first.
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

impl<A> Way<A> {
    /// What it comes to on average, the first impression included.
    fn mean(&self) -> f64 {
        (self.total + self.impression * IMPRESSION) / (self.visits + IMPRESSION)
    }
}

/// What a position comes to for each seat if all do what promises most at once, for some decisions.
fn played_on<S: Strategy>(mut world: S::State, decisions: usize, luck: &mut Luck) -> Vec<f64> {
    for _ in 0..decisions {
        let Turn::Waiting(waiting) = S::turn(&world) else {
            break;
        };
        match tried::<S>(&world, waiting.seats[0], luck)
            .into_iter()
            .next()
        {
            Some(best) => world = best.state,
            None => break,
        }
    }
    worth::<S>(&world)
}

struct Search<S: Strategy> {
    nodes: Vec<Node<S::Action>>,
    seat: Seat,
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
    };
    search.add(world, seat, WIDTHS.0, luck);
    let choices = search.nodes[0].ways.len();
    let mut made = 0;
    while choices > 1 && made < MOST_ITERATIONS && (made == 0 || go_on(made)) {
        search.iterate(world, luck);
        made += 1;
    }
    let mut best: Option<Way<S::Action>> = None;
    for way in search.nodes.swap_remove(0).ways {
        // Most visits, not the best mean: what was hardly tried has its first impression only, which knows no answers.
        if best.as_ref().is_none_or(|best| way.visits > best.visits) {
            best = Some(way);
        }
    }
    let best = best.expect("a seat that is waited for has something to do");
    best.action
}

impl<S: Strategy> Search<S> {
    /// Adds a node, and says what the position comes to for each seat if all do what promises most at once.
    fn add(&mut self, world: &S::State, seat: Seat, width: usize, luck: &mut Luck) -> Vec<f64> {
        let mut tried = tried::<S>(world, seat, luck);
        tried.truncate(width);
        let shares = match tried.first() {
            Some(best) => shares::<S>(&played_on::<S>(best.state.clone(), PLAYED_ON, luck)),
            None => shares::<S>(&worth::<S>(world)),
        };
        let is_root = self.nodes.is_empty();
        let mut impression = |tried: &Tried<S>| match is_root {
            true => end_of_turn::<S>(tried.state.clone(), seat, luck),
            false => tried.lead,
        };
        let ways = tried.into_iter().map(|tried| Way {
            impression: share::<S>(impression(&tried)),
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
        shares
    }

    fn iterate(&mut self, root: &S::State, luck: &mut Luck) {
        let mut world = S::reshuffle(root, Watcher::Seat(self.seat), &mut luck.chance());
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        let shares = loop {
            let Some(way) = self.nodes[at].choose::<S>(&world) else {
                break shares::<S>(&worth::<S>(&world));
            };
            let node = &self.nodes[at];
            S::apply(
                &mut world,
                node.seat,
                &node.ways[way].action,
                &mut luck.chance(),
            );
            path.push((at, way));
            let Some(next) = self.next_to_decide(&mut world, luck) else {
                break shares::<S>(&worth::<S>(&world));
            };
            match self.nodes[at].ways[way].to {
                Some(to) if self.nodes[to].seat == next && path.len() < DEPTH => at = to,
                // What was drawn has made it another seat's turn, or it is far enough.
                Some(_) => break shares::<S>(&worth::<S>(&world)),
                None => {
                    self.nodes[at].ways[way].to = Some(self.nodes.len());
                    break self.add(&world, next, WIDTHS.1, luck);
                }
            }
        };
        for (at, way) in path {
            let node = &mut self.nodes[at];
            node.visits += 1.0;
            node.ways[way].visits += 1.0;
            node.ways[way].total += shares[node.seat.index()];
        }
    }

    /// The seat that decides next in the tree; `None` once the game is over. Where several choose at once the others do
    /// so by chance.
    fn next_to_decide(&self, world: &mut S::State, luck: &mut Luck) -> Option<Seat> {
        loop {
            let Turn::Waiting(waiting) = S::turn(world) else {
                return None;
            };
            match waiting.phase {
                Phase::Alternating => return Some(waiting.seats[0]),
                Phase::Simultaneous(_) if waiting.seats.contains(&self.seat) => {
                    return Some(self.seat);
                }
                Phase::Simultaneous(_) => {
                    let seat = waiting.seats[0];
                    let mut actions = S::candidates(world, seat).into_actions();
                    let action = actions.swap_remove(luck.below(actions.len()));
                    S::apply(world, seat, &action, &mut luck.chance());
                }
            }
        }
    }
}

impl<A> Node<A> {
    /// The place of the way to go in this world; `None` if none of those known is open in it.
    fn choose<S: Strategy<Action = A>>(&self, world: &S::State) -> Option<usize> {
        let open = 2 + (WIDENING * self.visits.sqrt()) as usize;
        let log = (self.visits + 1.0).ln();
        let urgency =
            |way: &Way<A>| way.mean() + CURIOSITY * (log / (way.visits + IMPRESSION)).sqrt();
        let ways = self.ways.iter().take(open);
        let mut order: Vec<(f64, usize)> = ways.map(urgency).zip(0..).collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0));
        let allowed =
            |&(_, at): &(f64, usize)| S::check(world, self.seat, &self.ways[at].action).is_ok();
        order.into_iter().find(allowed).map(|(_, at)| at)
    }
}

/// What a worth is to each seat, from 0 to 1.
fn shares<S: Strategy>(worth: &[f64]) -> Vec<f64> {
    let seats = Seat::all(worth.len() as u8);
    seats.map(|seat| share::<S>(lead(worth, seat))).collect()
}

/// What a lead is worth, from 0 to 1.
fn share<S: Strategy>(lead: f64) -> f64 {
    0.5 + 0.5 * (lead / S::LEAD).tanh()
}
