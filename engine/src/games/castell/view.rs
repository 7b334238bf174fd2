//! The table as everybody sees it. Nothing on it is secret.

use crate::games::castell::components::{
    CastellCounts, CastellPrize, CastellRanks, CastellRegion, CastellSkill, CastellSkillTile,
    CastellTower,
};
use crate::games::castell::data::{CastellFestivalType, CastellSlot, neighbours};
use crate::games::castell::options::CastellWheel;
use crate::games::castell::scoring::{regions_of, score};
use crate::games::castell::state::{CastellDeed, Entry, Festival, Phase, Player, State};
use crate::games::castell::tiles::{Asks, CastellTileId};
use crate::games::castell::wheel::{extra_tile, rounds_from, tile_of};
use crate::{ScoreItem, Seat};
use serde::Serialize;
use utoipa::ToSchema;

/// The table.
#[derive(Serialize, ToSchema)]
pub struct CastellView {
    /// The round.
    #[schema(minimum = 1, maximum = 10)]
    pub round: u8,
    /// Who goes first in this round.
    pub first_seat: Seat,
    /// What is going on.
    pub phase: CastellPhase,
    /// The skill wheel.
    pub wheel: CastellWheelView,
    /// The seven regions.
    #[schema(min_items = 7, max_items = 7)]
    pub regions: Vec<CastellRegionView>,
    /// The festivals of the game, in the order in which they are held.
    #[schema(min_items = 8, max_items = 14)]
    pub calendar: Vec<CastellFestivalView>,
    /// Size tokens that nobody took.
    #[schema(max_items = 21)]
    pub removed_size_tokens: Vec<u8>,
    /// The castellers in the bag.
    pub bag: CastellCounts,
    /// The players by seat.
    #[schema(min_items = 2, max_items = 4)]
    pub players: Vec<CastellPlayerView>,
}

/// What is going on.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum CastellPhase {
    /// A player is taking a turn.
    Turn {
        /// Who.
        seat: Seat,
        /// What was done in this turn, in its order; each of the four can be done once.
        #[schema(max_items = 4)]
        done: Vec<CastellDeed>,
    },
    /// A player is asked to enter a festival.
    Festival {
        /// Which festival.
        slot: CastellSlot,
        /// Who is asked.
        seat: Seat,
        /// Who has entered so far, in turn order.
        #[schema(max_items = 4)]
        entries: Vec<CastellEntryView>,
    },
    /// The game has ended.
    Over {},
}

/// A tower at the festival that is being held.
#[derive(Serialize, ToSchema)]
pub struct CastellEntryView {
    /// Who entered it.
    pub seat: Seat,
    /// The tower.
    pub tower: CastellTower,
    /// Its tower score.
    #[schema(minimum = 5)]
    pub score: u8,
}

/// The skill wheel and the ring of tiles round it.
#[derive(Serialize, ToSchema)]
pub struct CastellWheelView {
    /// The side that lies up. With No Regions the extra segment trains nobody.
    pub side: CastellWheel,
    /// The tiles of the ring, clockwise from the north; they lie still while the wheel turns.
    #[schema(min_items = 8, max_items = 8)]
    pub ring: Vec<CastellSkillTile>,
    /// The tile at the extra segment: in this round, in the next, and so on to the last.
    #[schema(min_items = 1, max_items = 10)]
    pub extra_segment: Vec<CastellSkillTile>,
}

/// A region with its row in the local performance area.
#[derive(Serialize, ToSchema)]
pub struct CastellRegionView {
    /// The region.
    pub region: CastellRegion,
    /// The regions that a pawn can go to from here.
    #[schema(min_items = 2, max_items = 4)]
    pub neighbours: Vec<CastellRegion>,
    /// The castellers that can be recruited here.
    pub castellers: CastellCounts,
    /// The tile at the region's segment of the wheel: in this round, in the next, and so on to the last.
    #[schema(min_items = 1, max_items = 10)]
    pub trains: Vec<CastellSkillTile>,
    /// The local performance tiles that are open.
    #[schema(max_items = 2)]
    pub tiles: Vec<CastellTileView>,
    /// How many special action tokens of each seat lie in the row, ordered by seat.
    #[schema(min_items = 2, max_items = 4)]
    pub tokens: Vec<u8>,
}

/// A local performance tile.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum CastellTileView {
    /// A tower shape.
    Shape {
        /// The tile.
        tile: CastellTileId,
        /// What it is worth at the end.
        points: u8,
        /// How wide the levels are, from bottom to top.
        #[schema(min_items = 3, max_items = 5)]
        widths: Vec<u8>,
    },
    /// A skill exhibition.
    Exhibition {
        /// The tile.
        tile: CastellTileId,
        /// What it is worth at the end.
        points: u8,
        /// How many levels the tower has.
        levels: u8,
        /// The skills that it uses.
        #[schema(min_items = 1, max_items = 3)]
        skills: Vec<CastellSkill>,
    },
}

/// A festival on the calendar.
#[derive(Serialize, ToSchema)]
pub struct CastellFestivalView {
    /// Its space on the calendar.
    pub slot: CastellSlot,
    /// The round at whose end it is held.
    #[schema(minimum = 3, maximum = 10)]
    pub round: u8,
    /// Whether the tile is an early or a late one.
    pub kind: CastellFestivalType,
    /// Where it is held.
    pub region: CastellRegion,
    /// The size tokens below it, which are the sizes it requests; none once it is over.
    #[schema(max_items = 2)]
    pub sizes: Vec<u8>,
    /// Where it stands.
    pub status: CastellFestivalStatus,
}

/// Where a festival stands.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CastellFestivalStatus {
    /// It is still to come.
    Coming,
    /// It is being held.
    Held,
    /// It is over.
    Over,
}

/// A player.
#[derive(Serialize, ToSchema)]
pub struct CastellPlayerView {
    /// The seat.
    pub seat: Seat,
    /// The castellers.
    pub team: CastellCounts,
    /// The ranks in the five skills.
    pub ranks: CastellRanks,
    /// Special action tokens left.
    #[schema(maximum = 7)]
    pub tokens: u8,
    /// Where the pawn is; absent before the first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub pawn: Option<CastellRegion>,
    /// The best tower score at a festival so far.
    pub best_tower: u8,
    /// What was earned, region by region; regions with nothing are not named. Their number gives the points for
    /// variety.
    #[schema(max_items = 7)]
    pub earned: Vec<CastellEarnedView>,
    /// Points as it stands.
    pub score: i32,
    /// What gives how many points; the items add up to `score`.
    #[schema(min_items = 5, max_items = 5)]
    pub breakdown: Vec<ScoreItem>,
}

/// What a player has earned in a region.
#[derive(Serialize, ToSchema)]
pub struct CastellEarnedView {
    /// The region.
    pub region: CastellRegion,
    /// Prizes.
    #[schema(max_items = 2)]
    pub prizes: Vec<CastellPrize>,
    /// Size tokens, by their sizes.
    #[schema(max_items = 3)]
    pub size_tokens: Vec<u8>,
    /// How many special action tokens.
    #[schema(maximum = 28)]
    pub tokens: u8,
    /// Local performance tiles.
    #[schema(max_items = 2)]
    pub tiles: Vec<CastellTileView>,
}

/// The table as everybody sees it.
pub fn view(state: &State) -> CastellView {
    let players = Seat::all(state.seats()).zip(&state.players);
    CastellView {
        round: state.round,
        first_seat: state.first_seat,
        phase: phase(&state.phase),
        wheel: wheel(state),
        regions: CastellRegion::ALL
            .map(|region| region_view(state, region))
            .into(),
        calendar: state
            .calendar
            .iter()
            .map(|festival| festival_view(state, festival))
            .collect(),
        removed_size_tokens: state.removed.clone(),
        bag: bag(state),
        players: players
            .map(|(seat, player)| player_view(seat, player))
            .collect(),
    }
}

fn phase(phase: &Phase) -> CastellPhase {
    match phase {
        Phase::Turn { seat, done } => CastellPhase::Turn {
            seat: *seat,
            done: done.clone(),
        },
        Phase::Festival {
            slot,
            seat,
            entries,
        } => CastellPhase::Festival {
            slot: *slot,
            seat: *seat,
            entries: entries.iter().map(entry).collect(),
        },
        Phase::Over {} => CastellPhase::Over {},
    }
}

fn entry(entry: &Entry) -> CastellEntryView {
    CastellEntryView {
        seat: entry.seat,
        tower: entry.tower.clone(),
        score: entry.score,
    }
}

fn wheel(state: &State) -> CastellWheelView {
    CastellWheelView {
        side: state.options.wheel,
        ring: state.ring.into(),
        extra_segment: rounds_from(state.round)
            .map(|round| extra_tile(&state.ring, round))
            .collect(),
    }
}

fn region_view(state: &State, region: CastellRegion) -> CastellRegionView {
    let row = state.row(region);
    CastellRegionView {
        region,
        neighbours: neighbours(region).collect(),
        castellers: row.castellers,
        trains: rounds_from(state.round)
            .map(|round| tile_of(&state.ring, region, round))
            .collect(),
        tiles: row.tiles.iter().copied().map(tile).collect(),
        tokens: row.tokens.clone(),
    }
}

fn tile(tile: CastellTileId) -> CastellTileView {
    let points = tile.tile().points;
    match tile.tile().asks {
        Asks::Shape(widths) => CastellTileView::Shape {
            tile,
            points,
            widths: widths.into(),
        },
        Asks::Exhibition { skills, levels } => CastellTileView::Exhibition {
            tile,
            points,
            levels,
            skills: skills.into(),
        },
    }
}

fn festival_view(state: &State, festival: &Festival) -> CastellFestivalView {
    let data = festival.slot.data();
    CastellFestivalView {
        slot: festival.slot,
        round: data.round,
        kind: data.kind,
        region: festival.region,
        sizes: festival.sizes.clone(),
        status: status(state, festival.slot),
    }
}

fn status(state: &State, slot: CastellSlot) -> CastellFestivalStatus {
    match state.phase {
        Phase::Over {} => CastellFestivalStatus::Over,
        Phase::Festival { slot: held, .. } if slot == held => CastellFestivalStatus::Held,
        Phase::Festival { slot: held, .. } if slot < held => CastellFestivalStatus::Over,
        Phase::Turn { .. } if slot.data().round < state.round => CastellFestivalStatus::Over,
        Phase::Festival { .. } | Phase::Turn { .. } => CastellFestivalStatus::Coming,
    }
}

fn bag(state: &State) -> CastellCounts {
    let kinds = state.bag.kinds().iter();
    kinds
        .flat_map(|&(size, count)| std::iter::repeat_n(size, count.into()))
        .collect()
}

fn player_view(seat: Seat, player: &Player) -> CastellPlayerView {
    let score = score(player);
    CastellPlayerView {
        seat,
        team: player.team,
        ranks: player.ranks,
        tokens: player.tokens,
        pawn: player.pawn,
        best_tower: player.best_tower,
        earned: regions_of(player)
            .map(|region| earned(player, region))
            .collect(),
        score: score.total(),
        breakdown: score.breakdown,
    }
}

fn earned(player: &Player, region: CastellRegion) -> CastellEarnedView {
    CastellEarnedView {
        region,
        prizes: in_region(&player.prizes, region).collect(),
        size_tokens: in_region(&player.size_tokens, region).collect(),
        tokens: player.collected[region.index()],
        tiles: in_region(&player.tiles, region).map(tile).collect(),
    }
}

fn in_region<T: Copy>(
    things: &[(CastellRegion, T)],
    region: CastellRegion,
) -> impl Iterator<Item = T> {
    let there = things.iter().filter(move |thing| thing.0 == region);
    there.map(|thing| thing.1)
}
