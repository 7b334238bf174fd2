//! A determinised Monte Carlo tree search that knows no game: it goes by the rules and by what the game's
//! [`Strategy`] promises.
//!
//! Every iteration imagines a world that looks the same to the seat, plays down the tree by upper confidence bounds, adds
//! one node, and judges the position it comes to. The tree is open: a node stands for what was done since the root,
//! whatever was drawn meanwhile. Where several seats choose at once those other than the searching one choose by
//! chance, so that no branch knows what is hidden.

use super::bot::{Luck, Strategy, lead_of, ordered};
use super::score::Outcome;
use super::seat::{Seat, Watcher};
use super::turn::{Phase, Turn};

/// The most iterations of one search, and so the most nodes of its tree.
pub const MOST_ITERATIONS: u32 = 100_000;

/// How many of the most promising actions are looked at from the root, and from any other node.
const WIDTHS: (usize, usize) = (40, 12);
/// The most steps that an iteration looks ahead.
const DEPTH: usize = 16;
/// What a visit less is worth, as in UCB1.
const CURIOSITY: f64 = 0.35;
/// How fast a node comes to look at more of its actions.
const WIDENING: f64 = 1.5;

/// A position's place in the tree: who decides there, and what they can do.
struct Node<A> {
    seat: Seat,
    visits: f64,
    /// The most promising first.
    ways: Vec<Way<A>>,
}

/// An action in the tree.
struct Way<A> {
    action: A,
    visits: f64,
    /// The sum of what it came to for the seat that decides, each from 0 to 1.
    total: f64,
    /// Where it leads, once that is in the tree.
    to: Option<usize>,
}

struct Search<S: Strategy> {
    nodes: Vec<Node<S::Action>>,
    root_seat: Seat,
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
        root_seat: seat,
    };
    search.add(world, seat, WIDTHS.0);
    let choices = search.nodes[0].ways.len();
    let mut made = 0;
    while choices > 1 && made < MOST_ITERATIONS && (made == 0 || go_on(made)) {
        search.iterate(world, luck);
        made += 1;
    }
    let ways = search.nodes.swap_remove(0).ways;
    let mut best: Option<Way<S::Action>> = None;
    for way in ways {
        if best.as_ref().is_none_or(|best| way.visits > best.visits) {
            best = Some(way);
        }
    }
    best.expect("a seat that is waited for has something to do")
        .action
}

impl<S: Strategy> Search<S> {
    fn add(&mut self, world: &S::State, seat: Seat, width: usize) -> usize {
        let way = |action| Way {
            action,
            visits: 0.0,
            total: 0.0,
            to: None,
        };
        let ways = ordered::<S>(world, seat, width).into_iter().map(way);
        self.nodes.push(Node {
            seat,
            visits: 0.0,
            ways: ways.collect(),
        });
        self.nodes.len() - 1
    }

    fn iterate(&mut self, root: &S::State, luck: &mut Luck) {
        let mut world = S::reshuffle(root, Watcher::Seat(self.root_seat), &mut luck.chance());
        let mut chance = luck.chance();
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        let values = loop {
            let Some(way) = self.nodes[at].choose::<S>(&world) else {
                break judged::<S>(&world);
            };
            let node = &mut self.nodes[at];
            S::apply(&mut world, node.seat, &node.ways[way].action, &mut chance);
            path.push((at, way));
            let next = match self.next_to_decide(&mut world, luck) {
                Ok(seat) => seat,
                Err(outcome) => break won::<S>(&world, &outcome),
            };
            match self.nodes[at].ways[way].to {
                // What was drawn may have made it another seat's turn.
                Some(to) if self.nodes[to].seat == next && path.len() < DEPTH => at = to,
                Some(_) => break judged::<S>(&world),
                None => {
                    let to = self.add(&world, next, WIDTHS.1);
                    self.nodes[at].ways[way].to = Some(to);
                    break judged::<S>(&world);
                }
            }
        };
        for (at, way) in path {
            let node = &mut self.nodes[at];
            node.visits += 1.0;
            node.ways[way].visits += 1.0;
            node.ways[way].total += values[node.seat.index()];
        }
    }

    /// The seat that decides next in the tree. Where several choose at once the others do so by chance.
    fn next_to_decide(&self, world: &mut S::State, luck: &mut Luck) -> Result<Seat, Outcome> {
        loop {
            let waiting = match S::turn(world) {
                Turn::Waiting(waiting) => waiting,
                Turn::Over(outcome) => return Err(outcome),
            };
            match waiting.phase {
                Phase::Alternating => return Ok(waiting.seats[0]),
                Phase::Simultaneous(_) if waiting.seats.contains(&self.root_seat) => {
                    return Ok(self.root_seat);
                }
                Phase::Simultaneous(_) => {
                    let seat = waiting.seats[0];
                    let actions = ordered::<S>(world, seat, WIDTHS.1);
                    let action = &actions[luck.below(actions.len())];
                    S::apply(world, seat, action, &mut luck.chance());
                }
            }
        }
    }
}

impl<A> Node<A> {
    /// The place of the way to go in this world; `None` if none of those known is open in it.
    fn choose<S: Strategy<Action = A>>(&self, world: &S::State) -> Option<usize> {
        let open = 1 + (WIDENING * self.visits.sqrt()) as usize;
        let log = (self.visits + 1.0).ln();
        let urgency = |way: &Way<A>| match way.visits {
            0.0 => f64::INFINITY,
            visits => way.total / visits + CURIOSITY * (log / visits).sqrt(),
        };
        let mut order: Vec<(f64, usize)> =
            self.ways.iter().take(open).map(urgency).zip(0..).collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0));
        let allowed =
            |&(_, at): &(f64, usize)| S::check(world, self.seat, &self.ways[at].action).is_ok();
        order.into_iter().find(allowed).map(|(_, at)| at)
    }
}

/// What a position is worth to each seat, from 0 to 1.
fn judged<S: Strategy>(world: &S::State) -> Vec<f64> {
    let points = S::prospects(world);
    let worth = |seat| 0.5 + 0.5 * (lead_of(&points, seat) / S::LEAD).tanh();
    Seat::all(points.len() as u8).map(worth).collect()
}

/// What a result is worth to each seat: mostly whether it wins, a little by how much.
fn won<S: Strategy>(world: &S::State, outcome: &Outcome) -> Vec<f64> {
    let winners = outcome
        .places
        .iter()
        .filter(|place| place.place == 1)
        .count();
    let judged = judged::<S>(world);
    let worth = |(place, judged): (&super::score::Place, f64)| match place.place {
        1 => 0.75 / winners as f64 + 0.25 * judged,
        _ => 0.25 * judged,
    };
    outcome.places.iter().zip(judged).map(worth).collect()
}
