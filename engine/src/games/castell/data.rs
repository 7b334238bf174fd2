//! The tables of the game: map, wheel, calendar, amounts and points. Much of it could not be read from a
//! real copy and is assumed (rules 9 and appendix A); a corrected table is a new ruleset.

use crate::games::castell::components::{CastellPrize, CastellRegion, CastellSkillTile};
use CastellRegion::{Barcelona, Girona, Lleida, Tarragona, Valls, Vilafranca, Vilanova};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How many rounds a game has.
pub const ROUNDS: u8 = 10;

/// Regions that a pawn can go between, whether they touch or a line joins them (rules 2.2).
pub const EDGES: [(CastellRegion, CastellRegion); 10] = [
    (Girona, Barcelona),
    (Girona, Lleida),
    (Lleida, Barcelona),
    (Lleida, Valls),
    (Barcelona, Vilafranca),
    (Barcelona, Vilanova),
    (Vilafranca, Vilanova),
    (Vilafranca, Valls),
    (Vilanova, Tarragona),
    (Valls, Tarragona),
];

/// The regions around the wheel clockwise, from the one that follows the extra segment (rules 2.3).
pub const WHEEL: [CastellRegion; 7] = [
    Girona, Barcelona, Vilanova, Tarragona, Valls, Vilafranca, Lleida,
];

/// The board skill tiles that form the ring round the wheel, with how many there are of each.
pub const SKILL_TILES: [(CastellSkillTile, u16); 6] = [
    (CastellSkillTile::Balance, 2),
    (CastellSkillTile::Base, 1),
    (CastellSkillTile::Mix, 1),
    (CastellSkillTile::Strength, 1),
    (CastellSkillTile::Width, 1),
    (CastellSkillTile::Special, 2),
];

/// The highest rank in a skill (rules 2.4).
pub const MAX_RANK: u8 = 5;

/// How wide a level may be without any skill (rules 5.2).
pub const WIDTH_LIMIT: u8 = 3;

/// How many castellers there are of each size.
pub const CASTELLERS_PER_SIZE: u16 = 15;

/// How many size tokens there are of each size.
pub const SIZE_TOKENS_PER_SIZE: u16 = 3;

/// How many castellers a player starts with.
pub const STARTING_TEAM: u8 = 7;

/// How many special action tokens a player has for the whole game.
pub const SPECIAL_TOKENS: u8 = 7;

/// How many local performance tiles a region has.
pub const LOCAL_TILES: u8 = 2;

/// The rounds that begin with a refill of the regions (rules 3.2).
pub const REFILL_ROUNDS: [u8; 4] = [3, 5, 7, 9];

/// The levels that a tower needs to enter a festival (rules 6.6).
pub const FESTIVAL_LEVELS: u8 = 4;

/// Points for having earned something in so many regions, from none to all seven (rules 7).
pub const VARIETY_POINTS: [i32; 8] = [0, 0, 1, 3, 5, 7, 10, 14];

/// Points for the first size token of a size, and for each further one of it.
pub const SIZE_TOKEN_POINTS: (i32, i32) = (2, 1);

/// Points for a special action token collected by a local performance.
pub const COLLECTED_TOKEN_POINTS: i32 = 1;

/// Up to how many castellers a region is filled at a table of so many players (rules 3).
pub fn region_fill(players: u8) -> u32 {
    match players {
        0..=2 => 3,
        3 => 4,
        4.. => 5,
    }
}

/// The prizes of a festival at a table of so many players, the first place first (rules 3.3).
pub fn prize_chart(players: u8) -> &'static [CastellPrize] {
    const CHART: [CastellPrize; 3] = [
        CastellPrize::Trophy,
        CastellPrize::Medal,
        CastellPrize::Ribbon,
    ];
    match players {
        0..=2 => &CHART[..1],
        3 => &CHART[..2],
        4.. => &CHART,
    }
}

/// Points for a prize.
pub fn prize_points(prize: CastellPrize) -> i32 {
    match prize {
        CastellPrize::Trophy => 5,
        CastellPrize::Medal => 3,
        CastellPrize::Ribbon => 1,
    }
}

/// The two kinds of festival location tile. Each shows every region once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum CastellFestivalType {
    /// An early festival.
    I,
    /// A late festival.
    II,
}

/// A space of the festival calendar (rules 3.1).
#[derive(Debug)]
pub struct SlotData {
    /// Its name.
    pub slot: CastellSlot,
    /// The round at whose end the festival is held.
    pub round: u8,
    /// The tile that lies there.
    pub kind: CastellFestivalType,
    /// The space is in use if so many play, or more.
    pub min_players: u8,
    /// How many size tokens lie below the tile.
    pub size_tokens: u8,
}

macro_rules! calendar {
    ($($slot:ident $round:literal $kind:ident $min_players:literal $size_tokens:literal;)+) => {
        /// A space of the festival calendar, named by its round.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
        )]
        pub enum CastellSlot {
            $(
                #[doc = concat!("A festival at the end of round ", $round, ".")]
                $slot,
            )+
        }

        /// The festival calendar, in the order in which festivals are held.
        pub static CALENDAR: &[SlotData] = &[
            $(SlotData {
                slot: CastellSlot::$slot,
                round: $round,
                kind: CastellFestivalType::$kind,
                min_players: $min_players,
                size_tokens: $size_tokens,
            },)+
        ];
    };
}

// Name, round, type of tile, least number of players, size tokens.
calendar! {
    R3a 3 I 2 1;
    R4a 4 I 2 1;
    R4b 4 I 4 1;
    R5a 5 I 2 1;
    R5b 5 I 3 1;
    R6a 6 I 2 1;
    R6b 6 I 4 1;
    R7a 7 II 2 2;
    R7b 7 II 4 2;
    R8a 8 II 2 2;
    R8b 8 II 3 2;
    R9a 9 II 2 2;
    R9b 9 II 4 2;
    R10a 10 II 2 2;
}

impl CastellSlot {
    /// The space of this name.
    pub fn data(self) -> &'static SlotData {
        &CALENDAR[self as usize]
    }
}

/// The regions next to a region, in the order of the regions.
pub fn neighbours(region: CastellRegion) -> impl Iterator<Item = CastellRegion> {
    let adjacent = move |other: &CastellRegion| are_adjacent(region, *other);
    CastellRegion::ALL.into_iter().filter(adjacent)
}

/// Can a pawn go from one region to the other in one move?
pub fn are_adjacent(one: CastellRegion, other: CastellRegion) -> bool {
    EDGES.contains(&(one, other)) || EDGES.contains(&(other, one))
}
