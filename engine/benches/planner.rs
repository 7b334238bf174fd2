//! How long Castell's planner takes for a question it has not been asked before: in random games, and at worst.
//! `cargo bench --bench planner`; `PLACA_BENCH_SECONDS` says how long to look for bad questions (30 by default).

use placa_engine::chance::Seed;
use placa_engine::games::castell::components::{
    CastellCounts, CastellRanks, CastellSkill, SizeSet,
};
use placa_engine::games::castell::options::TowerRulings;
use placa_engine::games::castell::planner::{Goal, is_hopeless, work_out};
use placa_engine::games::castell::tiles::TILES;
use placa_engine::games::castell::tower::Builder;
use placa_engine::games::castell::{Castell, CastellAction, CastellOptions};
use placa_engine::law::{Dice, even_kinds};
use placa_engine::{Chance, Rules, Turn};
use std::hint::black_box;
use std::time::{Duration, Instant};

fn main() {
    in_games();
    let usual = CastellOptions::default().tower_rulings();
    let stacked = TowerRulings {
        strength_stacks_on_one_level: true,
        ..usual
    };
    at_worst("as ruled", usual);
    at_worst("Strength stacks", stacked);
}

/// The best of so many tries; the others were disturbed.
fn time(builder: &Builder, goal: Goal, tries: u32) -> Duration {
    let once = |_| {
        let start = Instant::now();
        black_box(work_out(black_box(builder), black_box(goal)));
        start.elapsed()
    };
    (0..tries).map(once).min().expect("there is a try")
}

/// Games of eager players, for whom every tile and every festival is asked at each of their turns.
fn in_games() {
    let mut times = Vec::new();
    for number in 0..60 {
        let mut dice = Dice::new("planner", number);
        let seed = Seed(std::array::from_fn(|_| dice.below(256) as u8));
        let mut chance = Chance::dealt(seed, 0);
        let options = CastellOptions::default();
        let seats = 2 + (number % 3) as u8;
        let (mut state, _) = Castell::setup(&options, seats, &mut chance);
        while let Turn::Waiting(waiting) = Castell::turn(&state) {
            let seat = waiting.seats[0];
            let mut actions = Castell::candidates(&state, seat).into_actions();
            if actions.len() > 1 {
                actions.retain(|action| *action != CastellAction::EndTurn {});
            }
            let builder = state.builder(seat);
            let tiles = TILES.iter().map(|tile| Goal::of_tile(tile.id, &options));
            let festivals = state.calendar.iter().map(|festival| Goal::Festival {
                sizes: festival.sizes.iter().copied().collect(),
                favour: None,
            });
            let goals = tiles.chain(festivals);
            let open = goals.filter(|&goal| !is_hopeless(&builder, goal));
            times.extend(open.map(|goal| time(&builder, goal, 3)));
            let action = &actions[even_kinds(&actions, &mut dice)];
            Castell::apply(&mut state, seat, action, &mut chance);
        }
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{} questions in games that take a search: median {:?}, 99 % within {:?}, 99.99 % within {:?}, worst {:?}",
        times.len(),
        at(0.5),
        at(0.99),
        at(0.9999),
        at(1.0)
    );
}

/// Climbs from random questions to worse ones.
fn at_worst(rulings_called: &str, rulings: TowerRulings) {
    let seconds = std::env::var("PLACA_BENCH_SECONDS").ok();
    let seconds = seconds.and_then(|text| text.parse().ok()).unwrap_or(30);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut worst = (Duration::ZERO, None);
    let mut climbs = 0;
    while Instant::now() < end {
        let mut dice = Dice::new("climb", climbs);
        climbs += 1;
        let (mut question, mut taken) = (Question::random(&mut dice, rulings), Duration::ZERO);
        let mut idle = 0;
        while idle < 250 && Instant::now() < end {
            let next = question.changed(&mut dice);
            let time = time(&next.builder, next.goal, 2);
            idle += 1;
            if time > taken {
                (question, taken, idle) = (next, time, 0);
            }
        }
        taken = time(&question.builder, question.goal, 20);
        if taken > worst.0 {
            worst = (taken, Some(question));
        }
    }
    println!(
        "{climbs} climbs, {rulings_called}: worst {:?}: {:?}",
        worst.0, worst.1
    );
}

/// Something to ask at the end of a game.
#[derive(Clone, Copy, Debug)]
struct Question {
    builder: Builder,
    goal: Goal,
}

/// The most castellers that a player can have: seven at first, two in every round, one for every token and
/// for every training at a Special tile.
fn most(ranks: &CastellRanks) -> u32 {
    7 + 20 + 7 + u32::from(10 - ranks.total())
}

fn skill(dice: &mut Dice) -> CastellSkill {
    CastellSkill::ALL[dice.below(5)]
}

fn size(dice: &mut Dice) -> u8 {
    dice.below(10) as u8 + 1
}

fn goal(dice: &mut Dice) -> Goal {
    if dice.one_in(3) {
        let tile = &TILES[dice.below(TILES.len())];
        return Goal::of_tile(tile.id, &CastellOptions::default());
    }
    let sizes: SizeSet = (0..=dice.below(2)).map(|_| size(dice)).collect();
    let favour = sizes.iter().next().filter(|_| dice.one_in(3));
    Goal::Festival { sizes, favour }
}

impl Question {
    fn random(dice: &mut Dice, rulings: TowerRulings) -> Question {
        let mut ranks = CastellRanks::default();
        for _ in 0..10 - dice.below(4) {
            let rank = ranks.of_mut(skill(dice));
            *rank = (*rank + 1).min(5);
        }
        let mut team = CastellCounts::default();
        while team.total() < most(&ranks) {
            let size = size(dice);
            if team.of(size) < 15 {
                team.put(size);
            }
        }
        let builder = Builder {
            team,
            ranks,
            rulings,
        };
        Question {
            builder,
            goal: goal(dice),
        }
    }

    /// With one to three things changed.
    fn changed(mut self, dice: &mut Dice) -> Question {
        for _ in 0..=dice.below(3) {
            match dice.below(8) {
                0..=4 => self.exchange_a_casteller(dice),
                5 | 6 => self.exchange_a_rank(dice),
                _ => self.goal = goal(dice),
            }
        }
        self
    }

    /// One of a size for one of another; or one more, if there may be.
    fn exchange_a_casteller(&mut self, dice: &mut Dice) {
        let Builder { team, ranks, .. } = &mut self.builder;
        let (from, to) = (size(dice), size(dice));
        if team.of(to) < 15 && (team.total() < most(ranks) || team.take(from)) {
            team.put(to);
        }
    }

    fn exchange_a_rank(&mut self, dice: &mut Dice) {
        let ranks = &mut self.builder.ranks;
        let (from, to) = (skill(dice), skill(dice));
        if ranks.of(from) > 0 && ranks.of(to) < 5 {
            *ranks.of_mut(from) -= 1;
            *ranks.of_mut(to) += 1;
        }
    }
}
