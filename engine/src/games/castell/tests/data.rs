//! The tables of the game add up.

use crate::games::castell::components::{CastellPrize, CastellRegion, CastellSkillTile};
use crate::games::castell::data::{
    CALENDAR, EDGES, SKILL_TILES, WHEEL, are_adjacent, neighbours, prize_chart, prize_points,
};
use crate::games::castell::tiles::{Asks, CastellTileId, TILES};
use std::collections::BTreeSet;

#[test]
fn ten_roads_join_the_seven_regions_both_ways() {
    let distinct: BTreeSet<_> = EDGES.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    assert_eq!(distinct.len(), 10);
    for (one, other) in EDGES {
        assert!(one != other && are_adjacent(one, other) && are_adjacent(other, one));
    }
}

#[test]
fn three_moves_lead_from_anywhere_to_anywhere() {
    let longest = CastellRegion::ALL.map(|from| {
        let mut reached = BTreeSet::from([from]);
        let mut moves = 0;
        while reached.len() < 7 {
            reached = reached
                .iter()
                .flat_map(|&region| neighbours(region).chain([region]))
                .collect();
            moves += 1;
        }
        moves
    });
    assert_eq!(longest.iter().max(), Some(&3));
}

#[test]
fn no_region_cuts_the_map_in_two() {
    for closed in CastellRegion::ALL {
        let mut open = CastellRegion::ALL.into_iter().filter(|&r| r != closed);
        let mut reached = BTreeSet::from_iter(open.next());
        for _ in 0..6 {
            let next = reached.iter().flat_map(|&region| neighbours(region));
            let next: BTreeSet<_> = next.filter(|&region| region != closed).collect();
            reached.extend(next);
        }
        assert_eq!(reached.len(), 6, "without {closed:?}");
    }
}

#[test]
fn the_wheel_has_every_region_once_and_the_ring_eight_tiles() {
    let on_wheel: BTreeSet<CastellRegion> = WHEEL.into();
    assert_eq!(on_wheel, CastellRegion::ALL.into());
    let tiles: u16 = SKILL_TILES.iter().map(|(_, count)| count).sum();
    assert_eq!(tiles, 8);
    let twice = SKILL_TILES.iter().filter(|(_, count)| *count == 2);
    let twice: Vec<CastellSkillTile> = twice.map(|(tile, _)| *tile).collect();
    assert_eq!(
        twice,
        [CastellSkillTile::Balance, CastellSkillTile::Special]
    );
}

#[test]
fn the_calendar_has_fourteen_spaces_in_order() {
    assert_eq!(CALENDAR.len(), 14);
    assert!(CALENDAR.iter().map(|slot| slot.round).is_sorted());
    for (index, slot) in CALENDAR.iter().enumerate() {
        assert_eq!(slot.slot as usize, index);
    }
}

#[test]
fn there_are_sixteen_shapes_and_sixteen_exhibitions() {
    let is_shape = |id: CastellTileId| matches!(id.tile().asks, Asks::Shape(_));
    let ids: BTreeSet<CastellTileId> = TILES.iter().map(|tile| tile.id).collect();
    assert_eq!(ids.len(), 32);
    assert_eq!(ids.iter().filter(|&&id| is_shape(id)).count(), 16);
    assert!(ids.iter().all(|&id| id.tile().id == id));
}

#[test]
fn an_exhibition_has_as_many_levels_as_points() {
    for tile in TILES {
        if let Asks::Exhibition { levels, skills } = tile.asks {
            assert_eq!(tile.points, levels, "{:?}", tile.id);
            assert!((1..=3).contains(&skills.len()));
        }
    }
}

/// A quarter of its castellers, its least ranks and one and a half, rounded down. Equal neighbours take
/// a rank each. So do levels wider than three, but Width may serve several at once.
#[test]
fn a_shape_is_worth_what_it_takes() {
    for tile in TILES {
        if let Asks::Shape(widths) = tile.asks {
            let balance = widths.windows(2).filter(|pair| pair[0] == pair[1]).count();
            let wide = |limit: u8| widths.iter().filter(|&&width| width > limit).count();
            let wide = (0..=3).map(|rank| usize::from(rank) + wide(3 + rank)).min();
            let castellers: u8 = widths.iter().sum();
            let quarters = usize::from(castellers) + 4 * (balance + wide.unwrap()) + 6;
            assert_eq!(usize::from(tile.points), quarters / 4, "{:?}", tile.id);
        }
    }
}

#[test]
fn more_players_win_more_prizes() {
    use CastellPrize::{Medal, Ribbon, Trophy};
    assert_eq!(prize_chart(2), [Trophy]);
    assert_eq!(prize_chart(3), [Trophy, Medal]);
    assert_eq!(prize_chart(4), [Trophy, Medal, Ribbon]);
    assert_eq!([Trophy, Medal, Ribbon].map(prize_points), [5, 3, 1]);
}
