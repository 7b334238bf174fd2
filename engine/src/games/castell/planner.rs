//! Finds towers: given a team, its ranks and a goal, the best legal tower, or the certainty that there
//! is none. What it finds always passes [`super::tower::examine`].
//!
//! Answers are kept: the same questions are asked at every look at a position. The store of answers is
//! bounded, shared by all games and no part of any state; it changes how fast an answer comes and never
//! the answer.

mod node;
mod search;

use crate::games::castell::components::{CastellSkill, CastellTower, SizeSet};
use crate::games::castell::data::{FESTIVAL_LEVELS, WIDTH_LIMIT};
use crate::games::castell::options::CastellOptions;
use crate::games::castell::tiles::{Asks, CastellTileId};
use crate::games::castell::tower::Builder;
use quick_cache::sync::Cache;
use search::{Aim, Search};
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

/// What a tower is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Levels of exactly these widths, from bottom to top.
    Shape(&'static [u8]),
    /// So many levels, with all of these skills used in one reading.
    Exhibition {
        /// The skills.
        skills: &'static [CastellSkill],
        /// The levels.
        levels: Levels,
    },
    /// At least four levels and every one of the sizes: the highest tower score, then the most
    /// castellers of the sizes.
    Festival {
        /// The requested sizes.
        sizes: SizeSet,
        /// A size of which there should be as many castellers as possible before all else.
        favour: Option<u8>,
    },
}

/// How many levels are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Levels {
    /// So many.
    Exactly(u8),
    /// So many or more.
    AtLeast(u8),
}

impl Goal {
    /// What it takes to claim a local performance tile.
    pub fn of_tile(tile: CastellTileId, options: &CastellOptions) -> Goal {
        match tile.tile().asks {
            Asks::Shape(widths) => Goal::Shape(widths),
            Asks::Exhibition { skills, levels } => Goal::Exhibition {
                skills,
                levels: match options.exhibition_levels_exact {
                    true => Levels::Exactly(levels),
                    false => Levels::AtLeast(levels),
                },
            },
        }
    }
}

/// How many answers are kept; each takes a few hundred bytes.
const ANSWERS: usize = 8192;

type Question = (Builder, Goal);
type Answer = Option<Arc<CastellTower>>;

static KEPT: LazyLock<Cache<Question, Answer>> = LazyLock::new(|| Cache::new(ANSWERS));

/// The best legal tower for a goal; `None` if there is none.
pub fn plan(builder: &Builder, goal: Goal) -> Option<CastellTower> {
    best(builder, goal).as_deref().cloned()
}

/// The best legal tower for a goal, to be looked at; `None` if there is none.
pub fn best(builder: &Builder, goal: Goal) -> Option<Arc<CastellTower>> {
    if is_hopeless(builder, goal) {
        return None;
    }
    let question = (*builder, goal);
    KEPT.get(&question).unwrap_or_else(|| {
        let found = search(builder, goal).map(Arc::new);
        KEPT.insert(question, found.clone());
        found
    })
}

/// The answer of [`plan`], neither looked up nor kept.
pub fn work_out(builder: &Builder, goal: Goal) -> Option<CastellTower> {
    if is_hopeless(builder, goal) {
        return None;
    }
    search(builder, goal)
}

/// The answer to a question that is not hopeless.
fn search(builder: &Builder, goal: Goal) -> Option<CastellTower> {
    lifts(builder.ranks.width, goal).find_map(|lift| {
        let aim = aim(goal, WIDTH_LIMIT + lift);
        Search::new(builder, aim).run()
    })
}

/// How far Width may lift the limit. The full rank is best, unless it has to be shown which of Width and
/// Base answers for a wide level: then every lift is a reading of its own.
fn lifts(rank: u8, goal: Goal) -> RangeInclusive<u8> {
    match goal {
        Goal::Exhibition { skills, .. } if skills.contains(&CastellSkill::Width) => 1..=rank,
        Goal::Exhibition { skills, .. } if skills.contains(&CastellSkill::Base) => 0..=rank,
        Goal::Exhibition { .. } | Goal::Shape(_) | Goal::Festival { .. } => rank..=rank,
    }
}

/// Is it plain without a search that there is no such tower?
pub fn is_hopeless(builder: &Builder, goal: Goal) -> bool {
    let ranks = &builder.ranks;
    match goal {
        Goal::Shape(widths) => {
            let castellers: u32 = widths.iter().map(|&width| u32::from(width)).sum();
            let level = |pair: &&[u8]| pair[0] == pair[1];
            let balance = widths.windows(2).filter(level).count();
            let wide = |width: &&u8| **width > WIDTH_LIMIT + ranks.width;
            let base = widths.iter().filter(wide).count();
            castellers > builder.team.total()
                || balance > usize::from(ranks.balance)
                || base > usize::from(ranks.base)
        }
        Goal::Exhibition { skills, .. } => skills.iter().any(|&skill| ranks.of(skill) == 0),
        Goal::Festival { sizes, .. } => sizes.iter().any(|size| builder.team.of(size) == 0),
    }
}

fn aim(goal: Goal, limit: u8) -> Aim {
    match goal {
        Goal::Shape(widths) => Aim {
            widths: Some(widths),
            levels: Levels::Exactly(widths.len() as u8),
            ..Aim::at(limit)
        },
        Goal::Exhibition { skills, levels } => Aim {
            levels,
            skills: skills.iter().copied().collect(),
            ..Aim::at(limit)
        },
        Goal::Festival { sizes, favour } => festival(sizes, favour, limit),
    }
}

/// Weights that put the tower score first and the matching castellers second. No tower has as many as
/// 100 levels or 1,000 castellers, so what comes first always decides.
fn festival(sizes: SizeSet, favour: Option<u8>, limit: u8) -> Aim {
    let mut aim = Aim {
        levels: Levels::AtLeast(FESTIVAL_LEVELS),
        sizes,
        per_level: 1_000,
        ..Aim::at(limit)
    };
    let worth = |size| match favour == Some(size) {
        true => 1_001 + 1_000_000,
        false => 1_001,
    };
    aim.wanted = sizes.iter().map(|size| (size, worth(size))).collect();
    aim
}
