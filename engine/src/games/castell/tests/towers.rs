//! Towers by themselves, local performances, festivals and what they give, from tables in the data files.

use super::cases::names_its_level;
use super::table::read;
use crate::Illegal;
use crate::games::castell::components::{
    CastellPrize, CastellRanks, CastellSkill, CastellTower, SizeSet,
};
use crate::games::castell::festivals::{self, prizes, token_winner, tower_score};
use crate::games::castell::performances;
use crate::games::castell::tiles::CastellTileId;
use crate::games::castell::tower::{Builder, Used, examine};
use crate::games::castell::{CastellOptions, rule};
use serde::Deserialize;

/// A tower, what it is built for, and whether that is allowed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Try {
    id: String,
    #[serde(rename = "shows")]
    _shows: String,
    #[serde(default)]
    options: CastellOptions,
    /// Sizes from bottom to top.
    tower: CastellTower,
    #[serde(default)]
    ranks: CastellRanks,
    /// The builder's castellers; those of the tower if not given.
    owned: Option<Vec<u8>>,
    /// The local performance tile to claim.
    tile: Option<CastellTileId>,
    /// The sizes that a festival requests.
    requested: Option<Vec<u8>>,
    legal: bool,
    /// The rule that it breaks.
    rule: Option<String>,
    /// The level that breaks it, counted from 1 at the bottom.
    level: Option<usize>,
    /// How often it uses Balance, Mix and Strength, and the ways in which Width and Base share wide levels.
    uses: Option<Uses>,
    /// What it scores at the festival.
    tower_score: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Uses {
    balance: u8,
    mix: u8,
    strength: u8,
    /// Width, Base.
    width_and_base: Vec<(u8, u8)>,
}

/// The prizes of a festival.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Prizes {
    id: String,
    #[serde(default)]
    options: CastellOptions,
    players: u8,
    /// Of all who entered.
    tower_scores: Vec<u8>,
    prizes: Vec<Option<CastellPrize>>,
}

/// Who takes a size token.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Token {
    id: String,
    #[serde(default)]
    options: CastellOptions,
    /// Of everybody who entered: castellers of the size, tower score.
    entrants: Vec<(u8, u8)>,
    /// By the place among them.
    goes_to: Option<usize>,
}

fn tries() -> Vec<Try> {
    read("towers.json")
}

fn all_prizes() -> Vec<Prizes> {
    read("prizes.json")
}

fn tokens() -> Vec<Token> {
    read("size_tokens.json")
}

/// The ids of all rows.
pub fn ids() -> impl Iterator<Item = String> {
    let towers = tries().into_iter().map(|row| row.id);
    let prizes = all_prizes().into_iter().map(|row| row.id);
    let tokens = tokens().into_iter().map(|row| row.id);
    towers.chain(prizes).chain(tokens)
}

/// The rules that some tower breaks.
pub fn refused() -> impl Iterator<Item = String> {
    tries().into_iter().filter_map(|row| row.rule)
}

impl Try {
    fn builder(&self) -> Builder {
        let all = self.tower.0.iter().flatten().copied();
        Builder {
            team: match &self.owned {
                Some(owned) => owned.iter().copied().collect(),
                None => all.collect(),
            },
            ranks: self.ranks,
            rulings: self.options.tower_rulings(),
        }
    }

    fn judge(&self) -> Result<(), Illegal> {
        let (builder, tower) = (self.builder(), &self.tower);
        if let Some(tile) = self.tile {
            return performances::check_tower(&builder, tile, &self.options, tower);
        }
        match self.sizes() {
            Some(sizes) => festivals::check_tower(&builder, sizes, tower),
            None => examine(&builder, tower).map(|_| ()),
        }
    }

    fn sizes(&self) -> Option<SizeSet> {
        let requested = self.requested.as_ref()?;
        Some(requested.iter().copied().collect())
    }
}

#[test]
fn every_tower_is_judged_as_written() {
    for row in tries() {
        let judged = row.judge();
        assert_eq!(judged.is_ok(), row.legal, "{}: {judged:?}", row.id);
        assert_eq!(row.legal, row.rule.is_none(), "{}", row.id);
        if let Err(illegal) = judged {
            assert_eq!(Some(illegal.rule), row.rule.as_deref(), "{}", row.id);
            let illegal = Illegal {
                pointer: format!("/tower{}", illegal.pointer),
                ..illegal
            };
            let index = illegal.pointer.split('/').nth(2).map(|index| {
                names_its_level(&illegal, &row.id);
                index.parse::<usize>().unwrap()
            });
            assert_eq!(index.map(|index| index + 1), row.level, "{}", row.id);
        }
    }
}

#[test]
fn every_tower_uses_the_skills_written() {
    let rows = tries();
    let told = rows.iter().filter(|row| row.uses.is_some()).count();
    assert!(told >= 10, "{told}");
    for row in &rows {
        if let Some(uses) = &row.uses {
            let used = examine(&row.builder(), &row.tower).unwrap();
            uses.hold(&used, &row.id);
        }
    }
}

impl Uses {
    fn hold(&self, used: &Used, id: &str) {
        let found = (used.balance, used.mix, used.strength);
        assert_eq!(found, (self.balance, self.mix, self.strength), "{id}");
        let readings = used.readings.iter().map(|r| (r.width, r.base));
        assert_eq!(readings.collect::<Vec<_>>(), self.width_and_base, "{id}");
        for (skill, uses) in [
            (CastellSkill::Balance, self.balance),
            (CastellSkill::Mix, self.mix),
            (CastellSkill::Strength, self.strength),
        ] {
            assert_eq!(used.shows(&[skill]), uses > 0, "{id}: {skill:?}");
        }
    }
}

#[test]
fn every_tower_at_a_festival_scores_as_written() {
    let rows = tries();
    let entered = rows.iter().filter(|row| row.requested.is_some());
    for row in entered.filter(|row| row.legal) {
        let score = tower_score(row.sizes().unwrap(), &row.tower);
        assert_eq!(Some(score), row.tower_score, "{}", row.id);
    }
}

#[test]
fn every_festival_gives_its_prizes_as_written() {
    for row in all_prizes() {
        let given = prizes(&row.tower_scores, row.players, &row.options);
        assert_eq!(given, row.prizes, "{}", row.id);
    }
}

#[test]
fn every_size_token_goes_where_it_is_written() {
    for row in tokens() {
        let winner = token_winner(&row.entrants, &row.options);
        assert_eq!(winner, row.goes_to, "{}", row.id);
    }
}

/// A builder with all castellers of the box and all ranks.
fn giant() -> Builder {
    let all = (1..=10).flat_map(|size| std::iter::repeat_n(size, 15));
    Builder {
        team: all.collect(),
        ranks: CastellRanks {
            balance: 5,
            base: 5,
            mix: 5,
            strength: 5,
            width: 5,
        },
        rulings: CastellOptions::default().tower_rulings(),
    }
}

#[test]
fn monstrous_towers_are_refused_as_any_other() {
    let judge = |levels| examine(&giant(), &CastellTower(levels)).unwrap_err();
    assert_eq!(judge(vec![vec![1]; 10_000]).rule, rule::TOWER_LEVELS);
    assert_eq!(judge(Vec::new()).rule, rule::TOWER_LEVELS);
    let wide = judge(vec![vec![10], vec![7; 100_000]]);
    assert_eq!(
        (wide.rule, wide.pointer.as_str()),
        (rule::TOWER_NOT_OWNED, "/1/15")
    );
}
