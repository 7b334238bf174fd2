//! An exhaustive search for the best tower.
//!
//! Towers grow from the top downward: what a level has to carry decides how wide it must be at least, and a
//! level is best as narrow as it may be, unless its castellers are worth something. What can still come depends on
//! little of what is there already (a [`Node`]), so many beginnings of towers come down to one. The beginning that
//! promises most is always continued first; its promise is never too small, hence the first whole tower
//! that comes up is the best.

use super::Levels;
use super::node::{Node, SkillSet};
use crate::games::castell::components::{CastellSkill, CastellTower, LARGEST, SizeSet};
use crate::games::castell::options::TowerRulings;
use crate::games::castell::tower::Builder;
use std::collections::{BinaryHeap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

/// What is looked for, put so that every level adds its worth.
pub struct Aim {
    /// The width of every level from bottom to top, where it is prescribed.
    pub widths: Option<&'static [u8]>,
    /// How many levels.
    pub levels: Levels,
    /// Sizes that the tower must hold.
    pub sizes: SizeSet,
    /// Skills that the tower must use; Width by a level exactly as wide as the limit.
    pub skills: SkillSet,
    /// The width that only Base can pass.
    pub limit: u8,
    /// What a level is worth.
    pub per_level: i32,
    /// Sizes of which every casteller is worth something, and what.
    pub wanted: Vec<(u8, i32)>,
}

impl Aim {
    /// Any tower at all.
    pub fn at(limit: u8) -> Aim {
        Aim {
            widths: None,
            levels: Levels::AtLeast(1),
            sizes: SizeSet::default(),
            skills: SkillSet::default(),
            limit,
            per_level: 0,
            wanted: Vec::new(),
        }
    }

    fn worth(&self, size: u8) -> i32 {
        let found = self.wanted.iter().find(|wanted| wanted.0 == size);
        found.map_or(0, |wanted| wanted.1)
    }

    fn is_open_ended(&self) -> bool {
        match self.levels {
            Levels::Exactly(_) => false,
            Levels::AtLeast(_) => true,
        }
    }
}

/// A level to build: so many of a size, and so many of the size above it.
#[derive(Clone, Copy)]
struct Level {
    low: u8,
    of_low: u8,
    of_high: u8,
}

impl Level {
    fn sizes(self) -> Vec<u8> {
        let low = std::iter::repeat_n(self.low, self.of_low.into());
        let high = std::iter::repeat_n(self.low + 1, self.of_high.into());
        high.chain(low).collect()
    }
}

/// The upper part of a tower.
struct Beginning {
    node: Node,
    /// What its levels are worth.
    worth: i32,
    /// The beginning that it continues, by its place in the list, and the level that it adds.
    from: Option<(usize, Option<Level>)>,
}

/// What a beginning may come to; the most promising is the greatest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Promise {
    /// What the best tower from here is worth at most; for a whole tower what it is worth.
    worth: i32,
    whole: bool,
    /// The beginning, by its place in the list: of two that promise the same, the later is the greater.
    beginning: usize,
}

/// More than any beginning is worth: noted for nodes that lead nowhere, so that nobody goes there again.
const NOWHERE: i32 = i32::MAX;

/// So many beginnings are enough for most questions.
const USUAL: usize = 100;

/// One question being worked out.
pub struct Search {
    aim: Aim,
    rulings: TowerRulings,
    beginnings: Vec<Beginning>,
    waiting: BinaryHeap<Promise>,
    /// What the best beginning that came to a node is worth; [`NOWHERE`] if no tower can come of it.
    reached: HashMap<(u64, u32), i32, BuildHasherDefault<Mixer>>,
}

impl Search {
    /// A question about what somebody can build.
    pub fn new(builder: &Builder, aim: Aim) -> Search {
        let ranks = builder.ranks;
        let top = Node {
            balance: ranks.balance,
            base: ranks.base,
            mix: ranks.mix,
            strength: ranks.strength,
            to_build: match aim.levels {
                Levels::Exactly(levels) | Levels::AtLeast(levels) => levels,
            },
            sizes: aim.sizes.bits(),
            skills: aim.skills,
            ..Node::above_the_top(&builder.team)
        };
        let mut search = Search {
            aim,
            rulings: builder.rulings,
            beginnings: Vec::with_capacity(USUAL),
            waiting: BinaryHeap::with_capacity(USUAL),
            reached: HashMap::with_capacity_and_hasher(2 * USUAL, BuildHasherDefault::default()),
        };
        search.note(top, 0, None);
        search
    }

    /// The best tower; `None` if there is none.
    pub fn run(mut self) -> Option<CastellTower> {
        while let Some(promise) = self.waiting.pop() {
            if promise.whole {
                return Some(self.tower(promise.beginning));
            }
            let Beginning { node, worth, .. } = self.beginnings[promise.beginning];
            if self.reached[&node.key()] > worth {
                continue;
            }
            if node.is_complete() {
                self.waiting.push(Promise {
                    worth,
                    whole: true,
                    beginning: promise.beginning,
                });
            }
            if node.to_build > 0 || self.aim.is_open_ended() {
                self.continue_from(promise.beginning, &node);
            }
        }
        None
    }

    fn tower(&self, whole: usize) -> CastellTower {
        let mut levels = Vec::new();
        let mut at = self.beginnings[whole].from;
        while let Some((from, level)) = at {
            levels.extend(level.map(Level::sizes));
            at = self.beginnings[from].from;
        }
        CastellTower(levels)
    }

    /// Puts a beginning on the list, unless it leads nowhere or an equal or better one came to the same node.
    fn note(&mut self, node: Node, gain: i32, from: Option<(usize, Option<Level>)>) {
        let worth = gain + from.map_or(0, |(from, _)| self.beginnings[from].worth);
        let key = node.key();
        if self.reached.get(&key).is_some_and(|&known| known >= worth) {
            return;
        }
        let bound = self.bound(&node);
        self.reached.insert(key, bound.map_or(NOWHERE, |_| worth));
        if let Some(bound) = bound {
            self.waiting.push(Promise {
                worth: worth + bound,
                whole: false,
                beginning: self.beginnings.len(),
            });
            self.beginnings.push(Beginning { node, worth, from });
        }
    }
}

/// The ways to go on.
impl Search {
    /// Every sensible next level. Sizes are gone through upward one by one, leaving out a size being a step of its
    /// own; only where a level may hold sizes that were left out earlier is every size tried at once.
    fn continue_from(&mut self, from: usize, node: &Node) {
        let normal = node.highest + 1;
        let reach = self.reach(node.strength);
        let least = normal.saturating_sub(reach).max(1);
        let most = match reach {
            0 | 1 => normal.min(LARGEST),
            2.. => LARGEST,
        };
        if most < LARGEST {
            let mut next = *node;
            next.highest = normal;
            next.forget_below(normal + 1);
            self.note(next, 0, Some((from, None)));
        }
        for low in least..=most {
            self.try_levels(from, node, low, 0);
            if node.mix > 0 && low < LARGEST {
                self.try_levels(from, node, low, node.left_of(low + 1));
            }
        }
    }

    /// How many sizes below what is normal a level may begin, with so much Strength left.
    fn reach(&self, strength: u8) -> u8 {
        strength.min(self.rulings.strength_per_level())
    }

    /// The smallest size that any level to come can begin with. One use of Strength brings back the largest size of
    /// the level above; two uses lead one size down from it, and two more lead further.
    fn floor(&self, node: &Node) -> u8 {
        let down = match self.reach(node.strength) {
            0 => 0,
            1 => 1,
            2.. => 1 + node.strength / 2,
        };
        (node.highest + 1).saturating_sub(down).max(1)
    }

    /// Levels whose smallest size is `low`; with some of the size above it if there are `high_left` of them.
    fn try_levels(&mut self, from: usize, node: &Node, low: u8, high_left: u8) {
        let low_left = node.left_of(low);
        if low_left == 0 {
            return;
        }
        let mixed = high_left > 0;
        let only_wanted = self.aim.worth(low) > 0 && (!mixed || self.aim.worth(low + 1) > 0);
        let least = node.width.max(1 + u8::from(mixed));
        for width in least..=low_left + high_left {
            if only_wanted || width == least || self.is_due(node, width) {
                self.try_splits(from, node, width, low, (low_left, high_left));
            }
        }
    }

    /// Is this a width that a level could have to have? A wider level than it has to be is better without one
    /// of its castellers, unless all of them are wanted: it stands as well, and so does everything else.
    fn is_due(&self, node: &Node, width: u8) -> bool {
        let limit = self.aim.limit;
        width <= node.width + 1
            || self.aim.widths.is_some()
            || !self.rulings.widths_may_drop_by_more_than_one
            || (width == limit && node.skills.has(CastellSkill::Width))
            || (width == limit + 1 && node.skills.has(CastellSkill::Base))
    }

    /// Every sensible way to make up a level of this width; the only way with one size.
    fn try_splits(
        &mut self,
        from: usize,
        node: &Node,
        width: u8,
        low: u8,
        (low_left, high_left): (u8, u8),
    ) {
        let Some(next) = self.widened(node, width) else {
            return;
        };
        let leaning = (node.highest + 1).saturating_sub(low);
        let Some(strength) = node.strength.checked_sub(leaning) else {
            return;
        };
        let least = width.saturating_sub(low_left).max(high_left.min(1));
        let most = high_left.min(width - 1);
        let high_pays = high_left > 0 && self.aim.worth(low + 1) > self.aim.worth(low);
        let of_high = match (self.reach(strength), high_pays) {
            (0, true) => most..=most,
            (0 | 1, false) => least..=least,
            (1, true) | (2.., _) => least..=most,
        };
        for of_high in of_high {
            let level = Level {
                low,
                of_low: width - of_high,
                of_high,
            };
            self.build(from, Node { strength, ..next }, level);
        }
    }

    /// The node with the width of the next level settled and paid for; `None` if it can't be so wide.
    fn widened(&self, node: &Node, width: u8) -> Option<Node> {
        let mut next = *node;
        let free_drop = self.rulings.widths_may_drop_by_more_than_one || node.width == 0;
        if width > node.width + 1 && !free_drop {
            return None;
        }
        if let Some(widths) = self.aim.widths
            && widths[usize::from(node.to_build) - 1] != width
        {
            return None;
        }
        if width == node.width {
            next.balance = node.balance.checked_sub(1)?;
            next.skills.remove(CastellSkill::Balance);
        }
        if width > self.aim.limit {
            next.base = node.base.checked_sub(1)?;
            next.skills.remove(CastellSkill::Base);
        }
        if width == self.aim.limit {
            next.skills.remove(CastellSkill::Width);
        }
        next.width = width;
        next.to_build = node.to_build.saturating_sub(1);
        Some(next)
    }

    /// Builds a level whose width and Strength are paid for.
    fn build(&mut self, from: usize, mut next: Node, level: Level) {
        let Level {
            low,
            of_low,
            of_high,
        } = level;
        if low <= next.highest {
            next.skills.remove(CastellSkill::Strength);
        }
        let mut gain = self.aim.per_level + i32::from(of_low) * self.aim.worth(low);
        next.place(low, of_low);
        next.highest = low;
        if of_high > 0 {
            next.highest = low + 1;
            next.place(next.highest, of_high);
            next.mix -= 1;
            next.skills.remove(CastellSkill::Mix);
            gain += i32::from(of_high) * self.aim.worth(next.highest);
        }
        next.forget_below(self.floor(&next));
        if next.width > self.aim.limit && !self.rulings.base_on_any_level {
            next.seal();
        }
        self.note(next, gain, Some((from, Some(level))));
    }
}

/// What a beginning may come to.
impl Search {
    /// At most this can be added; `None` if it is plain that the tower can't be completed.
    fn bound(&self, node: &Node) -> Option<i32> {
        let levels = self.levels_at_most(node);
        let missing = |size: u8| node.sizes & 1 << (size - 1) != 0;
        let lost = |size: u8| missing(size) && !self.can_come(node, size);
        if levels < node.to_build
            || (node.sizes != 0 && (1..=LARGEST).any(lost))
            || (!node.skills.is_empty() && !self.skills_can_come(node))
        {
            return None;
        }
        let levels = match self.aim.is_open_ended() {
            true => levels,
            false => node.to_build,
        };
        let castellers = |&(size, worth): &(u8, i32)| self.castellers_at_most(node, size) * worth;
        let wanted: i32 = self.aim.wanted.iter().map(castellers).sum();
        Some(self.aim.per_level * i32::from(levels) + wanted)
    }

    /// Every level takes a smallest size of its own or Strength, a width of its own or Balance, and Base beyond
    /// the limit; and every one takes as many castellers as it is wide.
    fn levels_at_most(&self, node: &Node) -> u8 {
        let by_size = node.sizes_above(node.highest) + node.strength;
        let by_width = match self.aim.limit.checked_sub(node.width) {
            Some(wider) => wider + node.balance + node.base,
            None => node.base,
        };
        let most = by_size.min(by_width);
        let (mut left, mut width) = (node.total_left(), u32::from(node.width));
        let (mut levels, mut balance) = (0, node.balance);
        while levels < most {
            match balance.checked_sub(1).filter(|_| width > 0) {
                Some(rest) => balance = rest,
                None => width += 1,
            }
            if left < width {
                break;
            }
            left -= width;
            levels += 1;
        }
        levels
    }

    /// Each level with a size but the first takes Strength, and so does the first if the size is not larger than
    /// what is above.
    fn castellers_at_most(&self, node: &Node, size: u8) -> i32 {
        let left = i32::from(node.left_of(size));
        if !self.can_come(node, size) {
            return 0;
        }
        if node.base > 0 {
            return left;
        }
        let leaning = (node.highest + 1).saturating_sub(size);
        let levels = 1 + node.strength.saturating_sub(leaning);
        left.min(i32::from(levels) * i32::from(self.aim.limit))
    }

    /// Can there be a level with this size that is wide enough to carry what is there?
    fn can_come(&self, node: &Node, size: u8) -> bool {
        let left = node.left_of(size);
        let others = |size: u8| match size {
            1..=LARGEST => node.left_of(size),
            0 | 11.. => 0,
        };
        let mixed = match node.mix {
            0 => 0,
            1.. => others(size - 1).max(others(size + 1)),
        };
        left > 0 && left + mixed + u8::from(node.balance > 0) > node.width
    }

    fn skills_can_come(&self, node: &Node) -> bool {
        let can_come = |skill: CastellSkill| match skill {
            CastellSkill::Balance => node.balance > 0,
            CastellSkill::Base => node.base > 0,
            CastellSkill::Mix => node.mix > 0,
            CastellSkill::Strength => node.strength > 0,
            CastellSkill::Width => node.width <= self.aim.limit,
        };
        CastellSkill::ALL
            .into_iter()
            .all(|skill| !node.skills.has(skill) || can_come(skill))
    }
}

/// A fast hasher for keys that are made of a few numbers.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let product = u128::from(self.0 ^ number) * u128::from(ODD);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}
