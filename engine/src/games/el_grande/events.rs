//! What happens at the table, and who may know it.

mod telling;

use super::actions::ElGrandeAnswer;
use super::components::{
    ElGrandeCard as Card, ElGrandePlace as Place, ElGrandeRegion as Region,
    ElGrandeScoreboard as Scoreboard,
};
use super::lists::{ElGrandeFrom, ElGrandeTransfer};
use super::plans::ElGrandePlan;
use crate::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What happened in a game of El Grande.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ElGrandeEvent {
    /// The table was set up (rule 1.2).
    Started {
        /// Where the King stands.
        king: Region,
        /// The home regions by seat, each with the Grande and 2 Caballeros.
        #[schema(min_items = 2, max_items = 5)]
        homes: Vec<Region>,
        /// Who is the first to play a power card.
        first: Seat,
    },
    /// A round began (rule 3.1).
    RoundBegan {
        /// Its number on the track.
        #[schema(minimum = 1, maximum = 9)]
        round: u8,
        /// The action cards on offer, lowest stack first, the King card last.
        #[schema(min_items = 5, max_items = 5)]
        offer: Vec<Card>,
        /// Who is the first to play a power card.
        first: Seat,
    },
    /// A power card was played (rule 3.2).
    PowerPlayed {
        /// By whom.
        seat: Seat,
        /// The card.
        #[schema(minimum = 1, maximum = 13)]
        card: u8,
    },
    /// Everybody has played a power card: the order of turns is fixed (rule 3.2).
    OrderSet {
        /// The seats, highest power card first.
        #[schema(min_items = 2, max_items = 5)]
        order: Vec<Seat>,
    },
    /// Caballeros came to court at the beginning of a turn (rule 3.3 step 1).
    CameToCourt {
        /// Whose.
        seat: Seat,
        /// From where; empty if none came.
        #[schema(max_items = 9)]
        moves: Vec<ElGrandeTransfer>,
    },
    /// An action card was taken (rule 3.3 step 2).
    CardTaken {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// Caballeros were placed (rule 3.3 step 3).
    Placed {
        /// Whose.
        seat: Seat,
        /// Where; empty if none were.
        #[schema(max_items = 6)]
        moves: Vec<ElGrandeTransfer>,
    },
    /// A special action was announced (rule V4).
    Announced {
        /// By whom.
        seat: Seat,
        /// The action card.
        card: Card,
        /// What is going to happen. Which power card is taken back is told to its owner only.
        plan: ElGrandePlan,
    },
    /// A special action was declined (rule G5).
    Declined {
        /// By whom.
        seat: Seat,
        /// The action card.
        card: Card,
    },
    /// The holders of Vetoes are asked about a special action (rule V9).
    WindowOpened {
        /// Who is asked, clockwise from the active player's left.
        #[schema(min_items = 1, max_items = 2)]
        holders: Vec<Seat>,
        /// The action card.
        card: Card,
        /// The last step before which they can stop it.
        #[schema(minimum = 1, maximum = 30)]
        steps: u8,
    },
    /// The holder of a Veto has answered.
    Answered {
        /// Who.
        seat: Seat,
        /// What; told to nobody else, since others may still have to answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        answer: Option<ElGrandeAnswer>,
    },
    /// All holders of Vetoes let a special action go on.
    WindowPassed {
        /// The action card.
        card: Card,
    },
    /// A special action was stopped; the Veto card is gone (rule V2).
    Vetoed {
        /// Whose Veto it was.
        by: Seat,
        /// Whose action it was.
        seat: Seat,
        /// The action card.
        card: Card,
        /// The first step that does not take place, counted from 1.
        #[schema(minimum = 1, maximum = 30)]
        before_step: u8,
    },
    /// Secret disks have to be set.
    DisksCalled {
        /// By whom.
        #[schema(min_items = 1, max_items = 5)]
        seats: Vec<Seat>,
        /// The action card; absent for a general scoring.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        card: Option<Card>,
    },
    /// A disk was set and lies face down.
    DiskSet {
        /// By whom.
        seat: Seat,
        /// What it points at; told to nobody else before all are turned up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        place: Option<Place>,
    },
    /// The disks were turned up.
    DisksRevealed {
        /// What they point at, by seat.
        #[schema(min_items = 1, max_items = 5)]
        disks: Vec<ElGrandeDisk>,
    },
    /// The King returns: opponents have to choose, one after the other, what they take back.
    ReturnsCalled {
        /// Who, clockwise from the active player's left.
        #[schema(min_items = 1, max_items = 4)]
        seats: Vec<Seat>,
    },
    /// The King returns: an opponent has chosen. It takes place once all have.
    ReturnChosen {
        /// Who.
        seat: Seat,
        /// How many from the court.
        #[schema(maximum = 3)]
        court: u8,
        /// And from regions.
        #[schema(max_items = 3)]
        from: Vec<ElGrandeFrom>,
    },
    /// A special action took place, or as much of it as a Veto left.
    Executed {
        /// Whose.
        seat: Seat,
        /// The action card.
        card: Card,
        /// The steps that took place.
        #[schema(maximum = 30)]
        steps: u8,
        /// The steps there were; 0 where there was nothing to do.
        #[schema(maximum = 30)]
        of: u8,
        /// The Caballeros that moved.
        #[schema(max_items = 40)]
        moves: Vec<ElGrandeTransfer>,
    },
    /// A region or the Castillo was scored (rule 5).
    Scored {
        /// Which.
        place: Place,
        /// The Caballeros in it by seat.
        #[schema(min_items = 2, max_items = 5)]
        caballeros: Vec<u8>,
        /// Who got points.
        #[schema(max_items = 5)]
        gains: Vec<ElGrandeGain>,
    },
    /// The King moved.
    KingMoved {
        /// Where he was.
        from: Region,
        /// Where he is.
        to: Region,
    },
    /// A Grande moved: the home is there now.
    GrandeMoved {
        /// Whose.
        seat: Seat,
        /// Where it was.
        from: Region,
        /// Where it is.
        to: Region,
    },
    /// A mobile scoreboard was placed or moved.
    ScoreboardMoved {
        /// Which.
        board: Scoreboard,
        /// Where it was; absent if beside the map.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        from: Option<Region>,
        /// Where it is.
        to: Region,
    },
    /// A power card came back to hand.
    PowerTakenBack {
        /// Whose.
        seat: Seat,
        /// Did it lie on top, for all to see?
        top: bool,
        /// Which; told to its owner only, unless it lay on top.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false, minimum = 1, maximum = 13)]
        card: Option<u8>,
    },
    /// A Veto card lies in front of its owner (rule V1).
    VetoKept {
        /// Whose.
        seat: Seat,
        /// The round at the end of which it goes.
        #[schema(minimum = 1, maximum = 9)]
        until: u8,
    },
    /// A turn ended.
    TurnEnded {
        /// Whose.
        seat: Seat,
    },
    /// The cards nobody took are gone (rule 3.1); the King card stays.
    CardsDiscarded {
        /// The cards, lowest stack first.
        #[schema(max_items = 4)]
        cards: Vec<Card>,
    },
    /// Veto cards that nobody used are gone (rule V1).
    VetoesExpired {
        /// Whose they were.
        #[schema(min_items = 1, max_items = 2)]
        seats: Vec<Seat>,
    },
    /// The Castillo was emptied in a general scoring (rule 5.2 step 3).
    CastilloEmptied {
        /// Where its Caballeros went.
        #[schema(max_items = 5)]
        moves: Vec<ElGrandeTransfer>,
    },
    /// The game ended.
    Ended {},
}

/// What a disk points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ElGrandeDisk {
    /// Whose.
    pub seat: Seat,
    /// At what: a region; the Castillo only with the option `movement_to_castillo`.
    pub place: Place,
}

/// Points from the scoring of one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ElGrandeGain {
    /// Whose.
    pub seat: Seat,
    /// For the rank.
    #[schema(maximum = 8)]
    pub rank: u8,
    /// The King's bonus, 0 or 2.
    #[schema(maximum = 2)]
    pub king: u8,
    /// The home bonus, 0 or 2.
    #[schema(maximum = 2)]
    pub home: u8,
}
