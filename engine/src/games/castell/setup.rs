//! Setting the table up, in the order in which things are drawn (rules 3).

use crate::games::castell::components::{CastellCounts, CastellRanks, CastellRegion, LARGEST};
use crate::games::castell::data::{
    CALENDAR, CASTELLERS_PER_SIZE, CastellFestivalType, LOCAL_TILES, SIZE_TOKENS_PER_SIZE,
    SKILL_TILES, SPECIAL_TOKENS, STARTING_TEAM, SlotData, region_fill,
};
use crate::games::castell::options::CastellOptions;
use crate::games::castell::state::{Festival, Phase, Player, Row, State};
use crate::games::castell::tiles::TILES;
use crate::{Bag, Chance, Seat};

/// A table ready for the first turn.
pub fn set_up(options: &CastellOptions, seats: u8, chance: &mut Chance) -> State {
    let sizes = |count: u16| Bag::new((1..=LARGEST).map(|size| (size, count)));
    let mut bag: Bag<u8> = sizes(CASTELLERS_PER_SIZE);
    let fill = region_fill(seats);
    let regions = CastellRegion::ALL.map(|_| draw_castellers(&mut bag, fill, chance));
    let mut skills = Bag::new(SKILL_TILES);
    let ring = std::array::from_fn(|_| draw(&mut skills, chance));
    let calendar = deal_calendar(seats, sizes(SIZE_TOKENS_PER_SIZE), chance);
    let mut tiles = Bag::new(TILES.iter().map(|tile| (tile.id, 1)));
    let regions = regions.map(|castellers| Row {
        castellers,
        tiles: (0..LOCAL_TILES).map(|_| draw(&mut tiles, chance)).collect(),
        tokens: vec![0; seats.into()],
    });
    let players = Seat::all(seats)
        .map(|_| player(draw_castellers(&mut bag, STARTING_TEAM.into(), chance)))
        .collect();
    let first_seat = options
        .first_seat
        .seat()
        .unwrap_or_else(|| Seat(chance.below(seats.into()) as u8));
    State {
        options: options.clone(),
        round: 1,
        first_seat,
        phase: Phase::Turn {
            seat: first_seat,
            done: Vec::new(),
        },
        bag,
        ring,
        regions,
        calendar,
        removed: Vec::new(),
        players,
    }
}

/// Location tiles first, all early ones before all late ones; then the size tokens below them.
fn deal_calendar(seats: u8, mut sizes: Bag<u8>, chance: &mut Chance) -> Vec<Festival> {
    let all_regions = || Bag::new(CastellRegion::ALL.map(|region| (region, 1)));
    let (mut early, mut late) = (all_regions(), all_regions());
    let in_use: Vec<&SlotData> = CALENDAR
        .iter()
        .filter(|slot| seats >= slot.min_players)
        .collect();
    let regions: Vec<CastellRegion> = in_use
        .iter()
        .map(|slot| match slot.kind {
            CastellFestivalType::I => draw(&mut early, chance),
            CastellFestivalType::II => draw(&mut late, chance),
        })
        .collect();
    in_use
        .iter()
        .zip(regions)
        .map(|(slot, region)| Festival {
            slot: slot.slot,
            region,
            sizes: (0..slot.size_tokens)
                .map(|_| draw(&mut sizes, chance))
                .collect(),
        })
        .collect()
}

/// Up to so many castellers from the bag: fewer only if it runs out.
pub fn draw_castellers(bag: &mut Bag<u8>, count: u32, chance: &mut Chance) -> CastellCounts {
    (0..count).map_while(|_| bag.draw(chance)).collect()
}

fn draw<T: Ord + Clone>(bag: &mut Bag<T>, chance: &mut Chance) -> T {
    bag.draw(chance)
        .expect("the box holds more than any setup deals")
}

fn player(team: CastellCounts) -> Player {
    Player {
        team,
        ranks: CastellRanks::default(),
        tokens: SPECIAL_TOKENS,
        pawn: None,
        best_tower: 0,
        prizes: Vec::new(),
        size_tokens: Vec::new(),
        collected: [0; 7],
        tiles: Vec::new(),
    }
}
