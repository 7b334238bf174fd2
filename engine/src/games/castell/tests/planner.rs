//! The planner against all towers there are.

use super::play::turned;
use crate::games::castell::CastellOptions;
use crate::games::castell::components::{
    CastellCounts, CastellRanks, CastellSkill, CastellTower, LARGEST, SizeSet,
};
use crate::games::castell::festivals::{self, tower_score};
use crate::games::castell::options::TowerRulings;
use crate::games::castell::performances;
use crate::games::castell::planner::{Goal, plan};
use crate::games::castell::tiles::{CastellTileId, TILES};
use crate::games::castell::tower::{Builder, examine};
use crate::law::Dice;
use std::thread;

#[test]
fn the_planner_agrees_with_brute_force_on_ten_thousand_small_teams() {
    const SHARES: u64 = 4;
    let found: Vec<Found> = thread::scope(|scope| {
        let share =
            |share| scope.spawn(move || (0..2500).map(|n| compare(n * SHARES + share)).sum());
        let threads: Vec<_> = (0..SHARES).map(share).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    let found: Found = found.into_iter().sum();
    let enough = found.shapes > 500 && found.exhibitions > 500 && found.festivals > 2000;
    assert!(enough, "there was too little to find: {found:?}");
}

/// How many towers of each kind were found.
#[derive(Debug, Default)]
struct Found {
    shapes: u32,
    exhibitions: u32,
    festivals: u32,
}

impl std::iter::Sum for Found {
    fn sum<I: Iterator<Item = Found>>(all: I) -> Found {
        all.fold(Found::default(), |sum, one| Found {
            shapes: sum.shapes + one.shapes,
            exhibitions: sum.exhibitions + one.exhibitions,
            festivals: sum.festivals + one.festivals,
        })
    }
}

/// Compares some goals of a random builder.
fn compare(number: u64) -> Found {
    let mut dice = Dice::new("brute force", number);
    let options = match dice.one_in(2) {
        true => CastellOptions::default(),
        false => some_turned(&mut dice),
    };
    let builder = builder(&mut dice, options.tower_rulings());
    let towers = every_tower(&builder);
    let mut found = Found::default();
    for _ in 0..4 {
        let tile = TILES[dice.below(TILES.len())].id;
        let there_is = compare_tile(&builder, tile, &options, &towers);
        match tile < CastellTileId::E01 {
            true => found.shapes += u32::from(there_is),
            false => found.exhibitions += u32::from(there_is),
        }
    }
    let owned: Vec<u8> = builder.team.sizes().collect();
    let sizes: Vec<u8> = (0..=dice.below(2))
        .map(|_| owned[dice.below(owned.len())])
        .collect();
    for favour in [None, Some(sizes[0])] {
        let sizes = sizes.iter().copied().collect();
        found.festivals += u32::from(compare_festival(&builder, sizes, favour, &towers));
    }
    found
}

fn compare_tile(
    builder: &Builder,
    tile: CastellTileId,
    options: &CastellOptions,
    towers: &[CastellTower],
) -> bool {
    let fulfils =
        |tower: &CastellTower| performances::check_tower(builder, tile, options, tower).is_ok();
    let planned = plan(builder, Goal::of_tile(tile, options));
    let there_is = towers.iter().any(fulfils);
    assert_eq!(
        planned.is_some(),
        there_is,
        "{builder:?} {tile:?} {planned:?}"
    );
    assert!(
        planned.iter().all(fulfils),
        "{builder:?} {tile:?} {planned:?}"
    );
    there_is
}

fn compare_festival(
    builder: &Builder,
    sizes: SizeSet,
    favour: Option<u8>,
    towers: &[CastellTower],
) -> bool {
    let may_enter = |tower: &&CastellTower| festivals::check_tower(builder, sizes, tower).is_ok();
    let worth = |tower: &CastellTower| {
        let favoured = favour.map(|size| tower.count(SizeSet::of(size)));
        (favoured, tower_score(sizes, tower), tower.count(sizes))
    };
    let planned = plan(builder, Goal::Festival { sizes, favour });
    let best = towers.iter().filter(may_enter).map(worth).max();
    let context = || format!("{builder:?} {sizes:?} {favour:?} {planned:?}");
    assert!(
        planned.iter().all(|tower| may_enter(&tower)),
        "{}",
        context()
    );
    assert_eq!(planned.as_ref().map(worth), best, "{}", context());
    best.is_some()
}

/// Each option that bears on towers as it likes.
fn some_turned(dice: &mut Dice) -> CastellOptions {
    let (usual, turned) = (CastellOptions::default(), turned());
    let mut either = |usual: bool, turned: bool| match dice.one_in(2) {
        true => usual,
        false => turned,
    };
    CastellOptions {
        widths_may_drop_by_more_than_one: either(
            usual.widths_may_drop_by_more_than_one,
            turned.widths_may_drop_by_more_than_one,
        ),
        exhibition_levels_exact: either(
            usual.exhibition_levels_exact,
            turned.exhibition_levels_exact,
        ),
        base_on_any_level: either(usual.base_on_any_level, turned.base_on_any_level),
        strength_stacks_on_one_level: either(
            usual.strength_stacks_on_one_level,
            turned.strength_stacks_on_one_level,
        ),
        ..usual
    }
}

/// Six to eleven castellers of a few sizes, and some ranks.
fn builder(dice: &mut Dice, rulings: TowerRulings) -> Builder {
    let smallest = 1 + dice.below(7) as u8;
    let sizes = 2 + dice.below((LARGEST - smallest).into());
    let size = |dice: &mut Dice| smallest + dice.below(sizes) as u8;
    let team: CastellCounts = (0..6 + dice.below(6)).map(|_| size(dice)).collect();
    let mut ranks = CastellRanks::default();
    for _ in 0..dice.below(9) {
        *ranks.of_mut(CastellSkill::ALL[dice.below(5)]) += 1;
    }
    Builder {
        team,
        ranks,
        rulings,
    }
}

/// Every legal tower.
fn every_tower(builder: &Builder) -> Vec<CastellTower> {
    let mut towers = Vec::new();
    let mut tower = CastellTower(Vec::new());
    grow(builder, builder.team, &mut tower, &mut towers);
    towers
}

/// Puts every level on a tower that can be made of what is left; whatever carries an illegal tower is
/// illegal too, so that nothing is missed by stopping there.
fn grow(
    builder: &Builder,
    left: CastellCounts,
    tower: &mut CastellTower,
    towers: &mut Vec<CastellTower>,
) {
    for size in left.sizes() {
        let next = match size {
            LARGEST => 0,
            1.. => left.of(size + 1),
            0 => unreachable!("sizes begin at 1"),
        };
        for (count, of_next) in (1..=left.of(size)).flat_map(|n| (0..=next).map(move |m| (n, m))) {
            let mut level = vec![size; count.into()];
            level.extend(vec![size + 1; of_next.into()]);
            let mut left = left;
            level.iter().for_each(|&size| assert!(left.take(size)));
            tower.0.push(level);
            if examine(builder, tower).is_ok() {
                towers.push(tower.clone());
                grow(builder, left, tower, towers);
            }
            tower.0.pop();
        }
    }
}
