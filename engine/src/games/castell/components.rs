//! What lies in the box.

use serde::{Deserialize, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{
    ArrayBuilder, KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type,
};
use utoipa::{PartialSchema, ToSchema};

/// A region of the map.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CastellRegion {
    /// Lleida.
    Lleida,
    /// Girona.
    Girona,
    /// Barcelona.
    Barcelona,
    /// Vilafranca.
    Vilafranca,
    /// Vilanova.
    Vilanova,
    /// Valls.
    Valls,
    /// Tarragona.
    Tarragona,
}

impl CastellRegion {
    /// Every region, in the order in which regions are filled.
    pub const ALL: [CastellRegion; 7] = [
        CastellRegion::Lleida,
        CastellRegion::Girona,
        CastellRegion::Barcelona,
        CastellRegion::Vilafranca,
        CastellRegion::Vilanova,
        CastellRegion::Valls,
        CastellRegion::Tarragona,
    ];

    /// The place of this region in a list ordered by region.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The name on the board.
    pub fn name(self) -> &'static str {
        match self {
            CastellRegion::Lleida => "Lleida",
            CastellRegion::Girona => "Girona",
            CastellRegion::Barcelona => "Barcelona",
            CastellRegion::Vilafranca => "Vilafranca",
            CastellRegion::Vilanova => "Vilanova",
            CastellRegion::Valls => "Valls",
            CastellRegion::Tarragona => "Tarragona",
        }
    }
}

/// A skill of a player.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CastellSkill {
    /// A level may be as wide as the one below it.
    Balance,
    /// A level may be as wide as it likes.
    Base,
    /// A level may hold two sizes that differ by one.
    Mix,
    /// A level may carry castellers one size larger than normal.
    Strength,
    /// Every level may be one wider.
    Width,
}

impl CastellSkill {
    /// Every skill, in the order of the player board.
    pub const ALL: [CastellSkill; 5] = [
        CastellSkill::Balance,
        CastellSkill::Base,
        CastellSkill::Mix,
        CastellSkill::Strength,
        CastellSkill::Width,
    ];

    /// The name on the player board.
    pub fn name(self) -> &'static str {
        match self {
            CastellSkill::Balance => "Balance",
            CastellSkill::Base => "Base",
            CastellSkill::Mix => "Mix",
            CastellSkill::Strength => "Strength",
            CastellSkill::Width => "Width",
        }
    }
}

/// What a board skill tile shows: a skill to train, or a free special action.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CastellSkillTile {
    /// Trains Balance.
    Balance,
    /// Trains Base.
    Base,
    /// Trains Mix.
    Mix,
    /// Trains Strength.
    Strength,
    /// Trains Width.
    Width,
    /// Gives a special action that costs no token.
    Special,
}

impl CastellSkillTile {
    /// The skill it trains; `None` for a special action.
    pub fn skill(self) -> Option<CastellSkill> {
        match self {
            CastellSkillTile::Balance => Some(CastellSkill::Balance),
            CastellSkillTile::Base => Some(CastellSkill::Base),
            CastellSkillTile::Mix => Some(CastellSkill::Mix),
            CastellSkillTile::Strength => Some(CastellSkill::Strength),
            CastellSkillTile::Width => Some(CastellSkill::Width),
            CastellSkillTile::Special => None,
        }
    }
}

/// A prize token.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CastellPrize {
    /// 5 points.
    Trophy,
    /// 3 points.
    Medal,
    /// 1 point.
    Ribbon,
}

/// The ranks of a player in the five skills: how often each may be applied in one tower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CastellRanks {
    /// Rank in Balance.
    #[schema(maximum = 5)]
    pub balance: u8,
    /// Rank in Base.
    #[schema(maximum = 5)]
    pub base: u8,
    /// Rank in Mix.
    #[schema(maximum = 5)]
    pub mix: u8,
    /// Rank in Strength.
    #[schema(maximum = 5)]
    pub strength: u8,
    /// Rank in Width.
    #[schema(maximum = 5)]
    pub width: u8,
}

impl CastellRanks {
    /// The rank in a skill.
    pub fn of(&self, skill: CastellSkill) -> u8 {
        match skill {
            CastellSkill::Balance => self.balance,
            CastellSkill::Base => self.base,
            CastellSkill::Mix => self.mix,
            CastellSkill::Strength => self.strength,
            CastellSkill::Width => self.width,
        }
    }

    /// The rank in a skill, to be changed.
    pub fn of_mut(&mut self, skill: CastellSkill) -> &mut u8 {
        match skill {
            CastellSkill::Balance => &mut self.balance,
            CastellSkill::Base => &mut self.base,
            CastellSkill::Mix => &mut self.mix,
            CastellSkill::Strength => &mut self.strength,
            CastellSkill::Width => &mut self.width,
        }
    }

    /// The sum of all ranks.
    pub fn total(&self) -> u8 {
        CastellSkill::ALL.iter().map(|&skill| self.of(skill)).sum()
    }
}

/// The largest size of a casteller; the smallest is 1.
pub const LARGEST: u8 = 10;

/// How many castellers there are of each size: ten numbers, size 1 first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CastellCounts([u8; LARGEST as usize]);

impl CastellCounts {
    /// How many there are of a size from 1 to 10.
    pub fn of(&self, size: u8) -> u8 {
        self.0[usize::from(size) - 1]
    }

    /// One more of a size from 1 to 10.
    pub fn put(&mut self, size: u8) {
        self.0[usize::from(size) - 1] += 1;
    }

    /// One less of a size from 1 to 10; `false`, and no change, if there is none.
    pub fn take(&mut self, size: u8) -> bool {
        let count = &mut self.0[usize::from(size) - 1];
        let there = *count > 0;
        *count -= u8::from(there);
        there
    }

    /// How many there are in all.
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// Is none there?
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&count| count == 0)
    }

    /// The sizes that are there, each once, ascending.
    pub fn sizes(&self) -> impl Iterator<Item = u8> + '_ {
        (1..=LARGEST).filter(|&size| self.of(size) > 0)
    }
}

impl FromIterator<u8> for CastellCounts {
    /// Counts sizes from 1 to 10.
    fn from_iter<I: IntoIterator<Item = u8>>(sizes: I) -> CastellCounts {
        let mut counts = CastellCounts::default();
        sizes.into_iter().for_each(|size| counts.put(size));
        counts
    }
}

impl ToSchema for CastellCounts {}

impl PartialSchema for CastellCounts {
    fn schema() -> RefOr<Schema> {
        let sizes = usize::from(LARGEST);
        ArrayBuilder::new()
            .items(small_number(0, 150))
            .min_items(Some(sizes))
            .max_items(Some(sizes))
            .description(Some(
                "How many castellers there are of each size: ten numbers, size 1 first.",
            ))
            .into()
    }
}

/// A tower: its levels from bottom to top, each with the sizes of its castellers in any order. The type
/// says nothing about legality; [`super::tower::examine`] does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CastellTower(pub Vec<Vec<u8>>);

impl CastellTower {
    /// No tower can be higher, whatever the team and its ranks: every level either begins with a smaller
    /// size than the one below, of which there are ten, or takes one of at most five ranks of Strength.
    pub const MAX_LEVELS: usize = 15;

    /// No level can be wider: it holds at most two sizes, of which there are fifteen castellers each.
    pub const MAX_WIDTH: usize = 30;

    /// How many castellers of these sizes it holds.
    pub fn count(&self, sizes: SizeSet) -> u8 {
        let all = self.0.iter().flatten();
        all.filter(|&&size| sizes.has(size)).count() as u8
    }
}

impl ToSchema for CastellTower {}

impl PartialSchema for CastellTower {
    fn schema() -> RefOr<Schema> {
        // What is too high, too wide or of no size is for the rules to refuse, which say at which level.
        let level = ArrayBuilder::new().items(small_number(0, u8::MAX));
        ArrayBuilder::new()
            .items(RefOr::from(level))
            .description(Some(
                "A tower: its levels from bottom to top, 1 to 15 of them, each with the sizes (1 to 10) of its 1 to 30 castellers in any order.",
            ))
            .into()
    }
}

fn small_number(least: u8, most: u8) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
        .minimum(Some(least))
        .maximum(Some(most))
        .into()
}

/// A set of sizes from 1 to 10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SizeSet(u16);

impl SizeSet {
    /// The set of this one size, from 1 to 10.
    pub fn of(size: u8) -> SizeSet {
        SizeSet(SizeSet::bit(size))
    }

    /// Is a size, from 1 to 10, in the set?
    pub fn has(self, size: u8) -> bool {
        self.0 & SizeSet::bit(size) != 0
    }

    /// The sizes, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..=LARGEST).filter(move |&size| self.has(size))
    }

    /// Bit `size` - 1 is set for every size in the set.
    pub fn bits(self) -> u16 {
        self.0
    }

    fn bit(size: u8) -> u16 {
        1 << (size - 1)
    }
}

impl FromIterator<u8> for SizeSet {
    fn from_iter<I: IntoIterator<Item = u8>>(sizes: I) -> SizeSet {
        let bits = sizes.into_iter().map(SizeSet::bit);
        SizeSet(bits.fold(0, |all, bit| all | bit))
    }
}
