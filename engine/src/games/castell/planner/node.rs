//! Where the building of a tower stands, as far as it matters for the levels that can still come.

use crate::games::castell::components::{CastellCounts, CastellSkill, LARGEST};

/// Where the building of a tower stands. Towers are planned from the top downward, so the next level is the one
/// that carries what is there.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Castellers left, four bits per size, size 1 lowest; none of sizes that can't come any more.
    pub left: u64,
    /// The largest size of the level above; 0 above the top.
    pub highest: u8,
    /// The width of the level above; 0 above the top.
    pub width: u8,
    /// Uses of Balance left.
    pub balance: u8,
    /// Uses of Base left.
    pub base: u8,
    /// Uses of Mix left.
    pub mix: u8,
    /// Uses of Strength left.
    pub strength: u8,
    /// Levels that must still come.
    pub to_build: u8,
    /// Sizes that must still come, bit `size` - 1 each.
    pub sizes: u16,
    /// Skills that must still be used.
    pub skills: SkillSet,
}

impl Node {
    /// The node of a tower of which nothing is built; the rest is still to be filled in.
    pub fn above_the_top(team: &CastellCounts) -> Node {
        let left = (1..=LARGEST).fold(0, |left, size| {
            left | u64::from(team.of(size)) << shift(size)
        });
        Node {
            left,
            highest: 0,
            width: 0,
            balance: 0,
            base: 0,
            mix: 0,
            strength: 0,
            to_build: 0,
            sizes: 0,
            skills: SkillSet::default(),
        }
    }

    /// How many castellers of a size are left.
    pub fn left_of(&self, size: u8) -> u8 {
        (self.left >> shift(size) & 15) as u8
    }

    /// How many castellers are left that can still come.
    pub fn total_left(&self) -> u32 {
        const EVEN: u64 = 0x0f_0f0f_0f0f;
        let pairs = (self.left & EVEN) + (self.left >> 4 & EVEN);
        (pairs % 255) as u32
    }

    /// How many sizes larger than this one are left.
    pub fn sizes_above(&self, size: u8) -> u8 {
        let any = self.left | self.left >> 1 | self.left >> 2 | self.left >> 3;
        ((any & 0x11_1111_1111) >> shift(size + 1)).count_ones() as u8
    }

    /// Puts castellers of a size into the tower.
    pub fn place(&mut self, size: u8, count: u8) {
        self.left -= u64::from(count) << shift(size);
        if count > 0 {
            self.sizes &= !(1 << (size - 1));
        }
    }

    /// Forgets the castellers of all sizes below this one.
    pub fn forget_below(&mut self, size: u8) {
        self.left &= !0 << shift(size);
    }

    /// Nothing more can come.
    pub fn seal(&mut self) {
        self.left = 0;
    }

    /// Is everything there that must be?
    pub fn is_complete(&self) -> bool {
        self.to_build == 0 && self.sizes == 0 && self.skills.is_empty()
    }

    /// Two nodes with the same key are equal.
    pub fn key(&self) -> (u64, u32) {
        let ranks = [self.balance, self.base, self.mix, self.strength];
        let ranks = ranks
            .iter()
            .fold(0, |all, &rank| all << 3 | u64::from(rank));
        let place = u64::from(self.highest) << 6 | u64::from(self.width);
        let wanted = u32::from(self.sizes) << 16 | u32::from(self.skills.0) << 8;
        (
            self.left << 24 | place << 12 | ranks,
            wanted | u32::from(self.to_build),
        )
    }
}

fn shift(size: u8) -> u32 {
    4 * (u32::from(size) - 1)
}

/// A set of skills.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SkillSet(u8);

impl SkillSet {
    /// Is it in the set?
    pub fn has(self, skill: CastellSkill) -> bool {
        self.0 & (1 << skill as u8) != 0
    }

    /// Takes it out.
    pub fn remove(&mut self, skill: CastellSkill) {
        self.0 &= !(1 << skill as u8);
    }

    /// Is none in it?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<CastellSkill> for SkillSet {
    fn from_iter<I: IntoIterator<Item = CastellSkill>>(skills: I) -> SkillSet {
        let bits = skills.into_iter().map(|skill| 1 << skill as u8);
        SkillSet(bits.fold(0, |all, bit| all | bit))
    }
}
