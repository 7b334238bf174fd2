//! A whole position. Nothing in it is secret: what was returned to the box unseen at setup is not in it,
//! and the bag holds counts and no order.

use crate::games::castell::components::{
    CastellCounts, CastellPrize, CastellRanks, CastellRegion, CastellSkillTile, CastellTower,
};
use crate::games::castell::data::CastellSlot;
use crate::games::castell::options::CastellOptions;
use crate::games::castell::tiles::CastellTileId;
use crate::games::castell::tower::Builder;
use crate::{Bag, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A whole position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// How this table plays.
    pub options: CastellOptions,
    /// The round, from 1.
    pub round: u8,
    /// Who goes first in this round.
    pub first_seat: Seat,
    /// What is going on.
    pub phase: Phase,
    /// The castellers that have not come out yet, by size.
    pub bag: Bag<u8>,
    /// The board skill tiles round the wheel, clockwise from the north.
    pub ring: [CastellSkillTile; 8],
    /// The regions in their order.
    pub regions: [Row; 7],
    /// The festivals of the game, in the order in which they are held.
    pub calendar: Vec<Festival>,
    /// Size tokens that nobody took.
    pub removed: Vec<u8>,
    /// The players by seat.
    pub players: Vec<Player>,
}

/// What is going on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    /// A player is taking a turn.
    Turn {
        /// Who.
        seat: Seat,
        /// What the player has done in this turn, in the order in which it was done.
        done: Vec<CastellDeed>,
    },
    /// A player is asked to enter a festival.
    Festival {
        /// Which festival.
        slot: CastellSlot,
        /// Who.
        seat: Seat,
        /// Who has entered so far, in turn order.
        entries: Vec<Entry>,
    },
    /// The game has ended.
    Over {},
}

/// One of the four actions of a turn, each of which may be taken once (rules 4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CastellDeed {
    /// Moving the pawn.
    Move,
    /// Recruiting one or two castellers.
    Recruit,
    /// Training at the skill wheel.
    Train,
    /// A special action, paid for with a token.
    Special,
}

impl CastellDeed {
    /// The four.
    pub const ALL: [CastellDeed; 4] = [
        CastellDeed::Move,
        CastellDeed::Recruit,
        CastellDeed::Train,
        CastellDeed::Special,
    ];
}

/// A tower that was entered at the festival that is being held.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Who.
    pub seat: Seat,
    /// The tower.
    pub tower: CastellTower,
    /// Its tower score.
    pub score: u8,
}

/// A region, and its row in the local performance area.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The castellers that can be recruited there.
    pub castellers: CastellCounts,
    /// The local performance tiles that nobody has claimed yet.
    pub tiles: Vec<CastellTileId>,
    /// The special action tokens that lie in the row, by seat.
    pub tokens: Vec<u8>,
}

/// A festival location tile on the calendar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Festival {
    /// Its space.
    pub slot: CastellSlot,
    /// Where the festival is held.
    pub region: CastellRegion,
    /// The size tokens below it; none after the festival.
    pub sizes: Vec<u8>,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The castellers, by size.
    pub team: CastellCounts,
    /// The ranks.
    pub ranks: CastellRanks,
    /// Special action tokens not spent yet.
    pub tokens: u8,
    /// Where the pawn is; `None` before the first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pawn: Option<CastellRegion>,
    /// The best tower score at a festival so far.
    pub best_tower: u8,
    /// Prizes with the regions of their festivals.
    pub prizes: Vec<(CastellRegion, CastellPrize)>,
    /// Size tokens with the regions of their festivals.
    pub size_tokens: Vec<(CastellRegion, u8)>,
    /// Special action tokens collected, by region.
    pub collected: [u8; 7],
    /// Local performance tiles claimed, with their regions.
    pub tiles: Vec<(CastellRegion, CastellTileId)>,
}

impl State {
    /// How many play.
    pub fn seats(&self) -> u8 {
        self.players.len() as u8
    }

    /// The player at a seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// The player at a seat, to be changed.
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// A region with its row.
    pub fn row(&self, region: CastellRegion) -> &Row {
        &self.regions[region.index()]
    }

    /// A region with its row, to be changed.
    pub fn row_mut(&mut self, region: CastellRegion) -> &mut Row {
        &mut self.regions[region.index()]
    }

    /// The player at a seat as a builder of towers.
    pub fn builder(&self, seat: Seat) -> Builder {
        let player = self.player(seat);
        Builder {
            team: player.team,
            ranks: player.ranks,
            rulings: self.options.tower_rulings(),
        }
    }

    /// The festival at a space of the calendar; `None` if the space is not in use at this table.
    pub fn festival(&self, slot: CastellSlot) -> Option<&Festival> {
        self.calendar.iter().find(|festival| festival.slot == slot)
    }
}
