//! The local performance tiles. The printed list could not be read; this one is ours (rules 6.3).

use crate::games::castell::components::CastellSkill;
use CastellSkill::{Balance, Base, Mix, Strength, Width};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A local performance tile.
#[derive(Debug)]
pub struct Tile {
    /// Its name.
    pub id: CastellTileId,
    /// What it is worth at the end of the game.
    pub points: u8,
    /// What has to be built.
    pub asks: Asks,
}

/// What a local performance tile asks for (rules 6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// A tower whose levels have exactly these widths, from bottom to top.
    Shape(&'static [u8]),
    /// A tower of so many levels that uses all of these skills.
    Exhibition {
        /// The skills shown.
        skills: &'static [CastellSkill],
        /// How many levels.
        levels: u8,
    },
}

macro_rules! tiles {
    (
        $(shape $shape:ident $shape_points:literal $widths:expr;)+
        $(exhibition $exhibition:ident $points:literal $levels:literal $skills:expr;)+
    ) => {
        /// The name of a local performance tile: S for a tower shape, E for a skill exhibition.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
        )]
        pub enum CastellTileId {
            $(
                #[doc = concat!("The shape with the widths ", stringify!($widths), " from bottom to top.")]
                $shape,
            )+
            $(
                #[doc = concat!("The exhibition of ", stringify!($skills), " on ", $levels, " levels.")]
                $exhibition,
            )+
        }

        /// Every local performance tile, ordered by name.
        pub static TILES: &[Tile] = &[
            $(Tile { id: CastellTileId::$shape, points: $shape_points, asks: Asks::Shape(&$widths) },)+
            $(Tile {
                id: CastellTileId::$exhibition,
                points: $points,
                asks: Asks::Exhibition { skills: &$skills, levels: $levels },
            },)+
        ];
    };
}

// Kind, name, points, then the widths of a shape or the levels and skills of an exhibition.
tiles! {
    shape S01 3 [3, 2, 1];
    shape S02 3 [2, 2, 1];
    shape S03 5 [1, 1, 1, 1];
    shape S04 4 [3, 3, 1];
    shape S05 4 [3, 2, 1, 1];
    shape S06 4 [3, 2, 2, 1];
    shape S07 4 [3, 3, 2, 1];
    shape S08 5 [4, 3, 2, 1];
    shape S09 5 [2, 2, 1, 1];
    shape S10 6 [3, 3, 3, 1];
    shape S11 4 [4, 2, 1];
    shape S12 5 [5, 3, 2, 1];
    shape S13 6 [4, 3, 2, 1, 1];
    shape S14 6 [3, 3, 2, 2, 1];
    shape S15 7 [5, 4, 3, 2, 1];
    shape S16 7 [6, 3, 3, 2, 1];
    exhibition E01 4 4 [Balance];
    exhibition E02 4 4 [Base];
    exhibition E03 4 4 [Width];
    exhibition E04 3 3 [Mix];
    exhibition E05 3 3 [Strength];
    exhibition E06 5 5 [Balance, Mix];
    exhibition E07 5 5 [Balance, Strength];
    exhibition E08 5 5 [Balance, Width];
    exhibition E09 5 5 [Balance, Base];
    exhibition E10 4 4 [Mix, Strength];
    exhibition E11 5 5 [Mix, Width];
    exhibition E12 5 5 [Mix, Base];
    exhibition E13 5 5 [Strength, Width];
    exhibition E14 5 5 [Strength, Base];
    exhibition E15 5 5 [Width, Base];
    exhibition E16 6 6 [Balance, Mix, Strength];
}

impl CastellTileId {
    /// The tile of this name.
    pub fn tile(self) -> &'static Tile {
        &TILES[self as usize]
    }
}
