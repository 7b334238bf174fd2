//! Which towers are legal, and which skills they use (rules 5). This is the truth about legality; the
//! [`super::planner`] only looks for towers that pass here.

use crate::Illegal;
use crate::games::castell::components::{
    CastellCounts, CastellRanks, CastellSkill, CastellTower, LARGEST,
};
use crate::games::castell::data::WIDTH_LIMIT;
use crate::games::castell::options::TowerRulings;
use crate::games::castell::rule;

/// Somebody who builds towers: all that legality depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Builder {
    /// The castellers to build with.
    pub team: CastellCounts,
    /// How often each skill may be applied.
    pub ranks: CastellRanks,
    /// The rulings in force.
    pub rulings: TowerRulings,
}

/// The skills that a legal tower uses: those it would not stand without (rules 5.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Used {
    /// How often Balance is used.
    pub balance: u8,
    /// How often Mix is used.
    pub mix: u8,
    /// How often Strength is used.
    pub strength: u8,
    /// The ways in which Width and Base can share the wide levels, by rising Width; never empty. The
    /// builder may claim any one of them.
    pub readings: Vec<Reading>,
}

/// One way in which Width and Base share the levels that are wider than three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// How often Width is used.
    pub width: u8,
    /// How often Base is used.
    pub base: u8,
}

impl Used {
    /// Can the tower be claimed to use all of these skills at once?
    pub fn shows(&self, skills: &[CastellSkill]) -> bool {
        self.readings.iter().any(|reading| {
            let times = |skill: &CastellSkill| match skill {
                CastellSkill::Balance => self.balance,
                CastellSkill::Base => reading.base,
                CastellSkill::Mix => self.mix,
                CastellSkill::Strength => self.strength,
                CastellSkill::Width => reading.width,
            };
            skills.iter().all(|skill| times(skill) > 0)
        })
    }
}

/// What a level comes down to: how wide it is, its smallest and its largest size.
struct Level {
    width: u8,
    low: u8,
    high: u8,
}

/// Is this tower legal, and what does it use? Levels are judged from bottom to top.
///
/// # Errors
/// The first rule that is broken, at the level that breaks it: the pointer is relative to the tower.
pub fn examine(builder: &Builder, tower: &CastellTower) -> Result<Used, Illegal> {
    let levels = levels_from(builder, tower)?;
    let mut used = Used {
        balance: 0,
        mix: 0,
        strength: 0,
        readings: Vec::new(),
    };
    let mut bases = 0;
    for (index, level) in levels.iter().enumerate() {
        used.mix += mixes(builder, level, index, used.mix)?;
        if let Some(below) = index.checked_sub(1).map(|below| &levels[below]) {
            used.balance += balances(builder, below, level, index, used.balance)?;
            used.strength += leans(builder, below, level, index, used.strength)?;
        }
        bases += bursts(builder, level, index, bases)?;
    }
    used.readings = readings(builder, &levels);
    Ok(used)
}

/// The levels of a tower that can be put together from the team, whatever the rules of building say.
/// It reads no more castellers than the team has, and one.
fn levels_from(builder: &Builder, tower: &CastellTower) -> Result<Vec<Level>, Illegal> {
    if tower.0.is_empty() || tower.0.len() > CastellTower::MAX_LEVELS {
        let most = CastellTower::MAX_LEVELS;
        let detail = format!("a tower has 1 to {most} levels, not {}", tower.0.len());
        return Err(Illegal::new(rule::TOWER_LEVELS, detail));
    }
    let mut left = builder.team;
    let level = |(index, sizes): (usize, &Vec<u8>)| level_from(&mut left, index, sizes);
    tower.0.iter().enumerate().map(level).collect()
}

fn level_from(left: &mut CastellCounts, index: usize, sizes: &[u8]) -> Result<Level, Illegal> {
    let number = index + 1;
    let (mut low, mut high) = (u8::MAX, 0);
    for (place, &size) in sizes.iter().enumerate() {
        let at = |rule, detail| Illegal::at(rule, format!("/{index}/{place}"), detail);
        if !(1..=LARGEST).contains(&size) {
            let detail = format!("level {number}: sizes are 1 to {LARGEST}, not {size}");
            return Err(at(rule::TOWER_NO_SUCH_SIZE, detail));
        }
        if !left.take(size) {
            let detail =
                format!("level {number}: your team has no further casteller of size {size}");
            return Err(at(rule::TOWER_NOT_OWNED, detail));
        }
        (low, high) = (low.min(size), high.max(size));
    }
    if high == 0 {
        let detail = format!("level {number} is empty");
        return Err(broken(rule::TOWER_EMPTY_LEVEL, index, detail));
    }
    Ok(Level {
        width: sizes.len() as u8,
        low,
        high,
    })
}

fn broken(rule: &'static str, index: usize, detail: String) -> Illegal {
    Illegal::at(rule, format!("/{index}"), detail)
}

/// R1: one size per level; with Mix, two that differ by one.
fn mixes(builder: &Builder, level: &Level, index: usize, so_far: u8) -> Result<u8, Illegal> {
    let Level { low, high, .. } = level;
    let (number, rank) = (index + 1, builder.ranks.mix);
    if high - low > 1 {
        let detail = format!(
            "level {number} has sizes from {low} to {high}; even with Mix they differ by 1 at most"
        );
        return Err(broken(rule::TOWER_MIX, index, detail));
    }
    let uses = high - low;
    if so_far + uses > rank {
        let detail = format!(
            "level {number} has the sizes {low} and {high}, which takes Mix once more than your rank of {rank} allows"
        );
        return Err(broken(rule::TOWER_MIX, index, detail));
    }
    Ok(uses)
}

/// R3: each level is narrower than the one below; with Balance it may be as wide.
fn balances(
    builder: &Builder,
    below: &Level,
    level: &Level,
    index: usize,
    so_far: u8,
) -> Result<u8, Illegal> {
    let (number, width, under) = (index + 1, level.width, below.width);
    let narrowing = |detail| Err(broken(rule::TOWER_NARROWING, index, detail));
    if width > under {
        return narrowing(format!(
            "level {number} is {width} wide and the level below it {under}; no level is wider than the one below"
        ));
    }
    if width + 1 < under && !builder.rulings.widths_may_drop_by_more_than_one {
        return narrowing(format!(
            "level {number} is {width} wide and the level below it {under}; at this table it may be only one narrower"
        ));
    }
    let uses = u8::from(width == under);
    let rank = builder.ranks.balance;
    if so_far + uses > rank {
        return narrowing(format!(
            "level {number} is as wide as the level below it, which takes Balance once more than your rank of {rank} allows"
        ));
    }
    Ok(uses)
}

/// R2: castellers stand on larger ones; with Strength, on some that are as large.
fn leans(
    builder: &Builder,
    below: &Level,
    level: &Level,
    index: usize,
    so_far: u8,
) -> Result<u8, Illegal> {
    let (number, high, low) = (index + 1, level.high, below.low);
    let uses = (high + 1).saturating_sub(low);
    if uses > builder.rulings.strength_per_level() {
        let detail = format!(
            "level {number} has a casteller of size {high} and the level below it one of size {low}, which is too small with any skill"
        );
        return Err(broken(rule::TOWER_SIZE, index, detail));
    }
    let rank = builder.ranks.strength;
    if so_far + uses > rank {
        let detail = format!(
            "level {number} has a casteller of size {high} and the level below it one of size {low}, which takes Strength more often than your rank of {rank} allows"
        );
        return Err(broken(rule::TOWER_STRENGTH, index, detail));
    }
    Ok(uses)
}

/// R4: a level is at most three wide, wider with Width; with Base it may be as wide as it likes.
fn bursts(builder: &Builder, level: &Level, index: usize, so_far: u8) -> Result<u8, Illegal> {
    let limit = WIDTH_LIMIT + builder.ranks.width;
    let (number, width, rank) = (index + 1, level.width, builder.ranks.base);
    if width <= limit {
        return Ok(0);
    }
    if index > 0 && !builder.rulings.base_on_any_level {
        let detail = format!(
            "level {number} is {width} wide, your limit is {limit}, and at this table Base is for the bottom only"
        );
        return Err(broken(rule::TOWER_WIDTH, index, detail));
    }
    if so_far + 1 > rank {
        let detail = format!(
            "level {number} is {width} wide and your limit is {limit}; to pass it takes Base once more than your rank of {rank} allows"
        );
        return Err(broken(rule::TOWER_WIDTH, index, detail));
    }
    Ok(1)
}

/// The ways to share the wide levels of a legal tower between Width and Base: Width lifts the limit by a
/// number that some level needs exactly, or not at all, and Base answers for every level beyond it.
fn readings(builder: &Builder, levels: &[Level]) -> Vec<Reading> {
    let extra = |level: &Level| level.width.saturating_sub(WIDTH_LIMIT);
    let mut lifts: Vec<u8> = levels.iter().map(extra).chain([0]).collect();
    lifts.sort_unstable();
    lifts.dedup();
    let reading = |&width: &u8| {
        let beyond = |level: &&Level| extra(level) > width;
        let base = levels.iter().filter(beyond).count() as u8;
        let on_top = levels.iter().skip(1).any(|level| beyond(&level));
        let admitted = width <= builder.ranks.width
            && base <= builder.ranks.base
            && (builder.rulings.base_on_any_level || !on_top);
        admitted.then_some(Reading { width, base })
    };
    lifts.iter().filter_map(reading).collect()
}
