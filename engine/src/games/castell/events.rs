//! What happens at the table. Nothing of it is secret.

use crate::Seat;
use crate::games::castell::components::{CastellPrize, CastellRegion, CastellSkill, CastellTower};
use crate::games::castell::data::CastellSlot;
use crate::games::castell::tiles::CastellTileId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum CastellEvent {
    /// A round began; in every round but the first the skill wheel turned by one step.
    RoundBegan {
        /// The round.
        #[schema(minimum = 1, maximum = 10)]
        round: u8,
        /// Who goes first in it.
        first_seat: Seat,
    },
    /// The regions were topped up from the bag.
    RegionsRefilled {
        /// What came out, region by region; regions that got nothing are not named.
        #[schema(max_items = 7)]
        drawn: Vec<CastellRefill>,
    },
    /// A pawn was moved, or placed on the map.
    PawnMoved {
        /// Whose.
        seat: Seat,
        /// The region it left; absent when it came onto the map.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            deserialize_with = "crate::games::castell::present"
        )]
        #[schema(nullable = false)]
        from: Option<CastellRegion>,
        /// The region it came to.
        to: CastellRegion,
    },
    /// A player took castellers into the team.
    CastellersRecruited {
        /// Who.
        seat: Seat,
        /// From where.
        region: CastellRegion,
        /// The sizes of the castellers.
        #[schema(min_items = 1, max_items = 2)]
        sizes: Vec<u8>,
    },
    /// A player trained a skill.
    SkillTrained {
        /// Who.
        seat: Seat,
        /// The skill.
        skill: CastellSkill,
        /// The rank in it now.
        #[schema(minimum = 1, maximum = 5)]
        rank: u8,
    },
    /// A player trained at a Special tile and takes a special action that costs no token.
    SpecialTrained {
        /// Who.
        seat: Seat,
    },
    /// A special action token was spent and lies in a row now.
    TokenPlaced {
        /// Whose token.
        seat: Seat,
        /// The region of the row.
        region: CastellRegion,
    },
    /// A player gave a local performance and took its tile.
    TileClaimed {
        /// Who.
        seat: Seat,
        /// Where.
        region: CastellRegion,
        /// The tile.
        tile: CastellTileId,
        /// The tower that was built.
        tower: CastellTower,
        /// What the tile is worth at the end.
        #[schema(minimum = 3, maximum = 7)]
        points: u8,
    },
    /// The performer took all special action tokens of the row.
    TokensCollected {
        /// Who.
        seat: Seat,
        /// The region of the row.
        region: CastellRegion,
        /// How many tokens.
        #[schema(minimum = 1, maximum = 28)]
        tokens: u8,
    },
    /// A turn ended, because the player said so or nothing was left to do.
    TurnEnded {
        /// Whose.
        seat: Seat,
    },
    /// A festival is held.
    FestivalOpened {
        /// Which.
        slot: CastellSlot,
        /// Where.
        region: CastellRegion,
        /// The sizes of its tokens.
        #[schema(min_items = 1, max_items = 2)]
        sizes: Vec<u8>,
    },
    /// A player entered a tower.
    FestivalEntered {
        /// Who.
        seat: Seat,
        /// Which festival.
        slot: CastellSlot,
        /// The tower.
        tower: CastellTower,
        /// Its tower score.
        #[schema(minimum = 5)]
        score: u8,
    },
    /// A player could have entered a festival and did not.
    FestivalDeclined {
        /// Who.
        seat: Seat,
        /// Which festival.
        slot: CastellSlot,
    },
    /// A player's best tower score rose.
    BestTowerRaised {
        /// Whose.
        seat: Seat,
        /// To what.
        #[schema(minimum = 5)]
        score: u8,
    },
    /// An entrant won a prize.
    PrizeWon {
        /// Who.
        seat: Seat,
        /// At which festival.
        slot: CastellSlot,
        /// Where.
        region: CastellRegion,
        /// The prize.
        prize: CastellPrize,
    },
    /// The entrant with the most castellers of its size took a size token.
    SizeTokenWon {
        /// Who.
        seat: Seat,
        /// At which festival.
        slot: CastellSlot,
        /// Where.
        region: CastellRegion,
        /// The size.
        #[schema(minimum = 1, maximum = 10)]
        size: u8,
    },
    /// Nobody took a size token, and it left the game.
    SizeTokenRemoved {
        /// At which festival.
        slot: CastellSlot,
        /// The size.
        #[schema(minimum = 1, maximum = 10)]
        size: u8,
    },
    /// The last round is over.
    GameEnded {},
}

/// What a region got at a refill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CastellRefill {
    /// The region.
    pub region: CastellRegion,
    /// The sizes of the castellers that came out, ascending.
    #[schema(min_items = 1, max_items = 5)]
    pub sizes: Vec<u8>,
}

impl CastellEvent {
    /// Does it settle what came before, so that nobody takes it back?
    pub fn settles(&self) -> bool {
        match self {
            CastellEvent::RoundBegan { .. }
            | CastellEvent::RegionsRefilled { .. }
            | CastellEvent::TurnEnded { .. }
            | CastellEvent::FestivalOpened { .. }
            | CastellEvent::FestivalEntered { .. }
            | CastellEvent::FestivalDeclined { .. }
            | CastellEvent::BestTowerRaised { .. }
            | CastellEvent::PrizeWon { .. }
            | CastellEvent::SizeTokenWon { .. }
            | CastellEvent::SizeTokenRemoved { .. }
            | CastellEvent::GameEnded {} => true,
            CastellEvent::PawnMoved { .. }
            | CastellEvent::CastellersRecruited { .. }
            | CastellEvent::SkillTrained { .. }
            | CastellEvent::SpecialTrained { .. }
            | CastellEvent::TokenPlaced { .. }
            | CastellEvent::TileClaimed { .. }
            | CastellEvent::TokensCollected { .. } => false,
        }
    }
}
