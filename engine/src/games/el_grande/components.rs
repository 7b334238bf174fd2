//! What lies in the box: regions, spots for Caballeros, scoreboards and cards (rules 1.1).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One of the nine regions of the board (rule 2.1). Portugal, France and the Castillo are none.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ElGrandeRegion {
    /// Aragon, 5/4/1.
    Aragon,
    /// Basque Country, 5/3/1.
    BasqueCountry,
    /// Catalonia, 4/2/1.
    Catalonia,
    /// Galicia, 4/2/0.
    Galicia,
    /// Granada, 6/3/1.
    Granada,
    /// New Castile, 7/4/2.
    NewCastile,
    /// Old Castile, 6/4/2.
    OldCastile,
    /// Seville, 4/3/1.
    Seville,
    /// Valencia, 5/3/2.
    Valencia,
}

impl ElGrandeRegion {
    /// Every region, in the fixed order in which several are scored.
    pub const ALL: [ElGrandeRegion; 9] = [
        ElGrandeRegion::Aragon,
        ElGrandeRegion::BasqueCountry,
        ElGrandeRegion::Catalonia,
        ElGrandeRegion::Galicia,
        ElGrandeRegion::Granada,
        ElGrandeRegion::NewCastile,
        ElGrandeRegion::OldCastile,
        ElGrandeRegion::Seville,
        ElGrandeRegion::Valencia,
    ];

    /// The place in lists ordered by region.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Where Caballeros can be put by a player's choice, and what can be scored: a region or the Castillo.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ElGrandePlace {
    /// Aragon.
    Aragon,
    /// Basque Country.
    BasqueCountry,
    /// Catalonia.
    Catalonia,
    /// Galicia.
    Galicia,
    /// Granada.
    Granada,
    /// New Castile.
    NewCastile,
    /// Old Castile.
    OldCastile,
    /// Seville.
    Seville,
    /// Valencia.
    Valencia,
    /// The Castillo, which is no region.
    Castillo,
}

impl ElGrandePlace {
    /// Every place, the regions first.
    pub const ALL: [ElGrandePlace; 10] = [
        ElGrandePlace::Aragon,
        ElGrandePlace::BasqueCountry,
        ElGrandePlace::Catalonia,
        ElGrandePlace::Galicia,
        ElGrandePlace::Granada,
        ElGrandePlace::NewCastile,
        ElGrandePlace::OldCastile,
        ElGrandePlace::Seville,
        ElGrandePlace::Valencia,
        ElGrandePlace::Castillo,
    ];

    /// The region; `None` for the Castillo.
    pub fn region(self) -> Option<ElGrandeRegion> {
        ElGrandeRegion::ALL.get(self as usize).copied()
    }
}

impl From<ElGrandeRegion> for ElGrandePlace {
    fn from(region: ElGrandeRegion) -> ElGrandePlace {
        ElGrandePlace::ALL[region.index()]
    }
}

/// Where a Caballero can be: in a region, in the Castillo, or with its owner in court or province.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ElGrandeSpot {
    /// Aragon.
    Aragon,
    /// Basque Country.
    BasqueCountry,
    /// Catalonia.
    Catalonia,
    /// Galicia.
    Galicia,
    /// Granada.
    Granada,
    /// New Castile.
    NewCastile,
    /// Old Castile.
    OldCastile,
    /// Seville.
    Seville,
    /// Valencia.
    Valencia,
    /// The Castillo.
    Castillo,
    /// The owner's court, from which Caballeros are placed.
    Court,
    /// The owner's province, the supply.
    Province,
}

impl ElGrandeSpot {
    /// Every spot: the regions, the Castillo, court and province.
    pub const ALL: [ElGrandeSpot; 12] = [
        ElGrandeSpot::Aragon,
        ElGrandeSpot::BasqueCountry,
        ElGrandeSpot::Catalonia,
        ElGrandeSpot::Galicia,
        ElGrandeSpot::Granada,
        ElGrandeSpot::NewCastile,
        ElGrandeSpot::OldCastile,
        ElGrandeSpot::Seville,
        ElGrandeSpot::Valencia,
        ElGrandeSpot::Castillo,
        ElGrandeSpot::Court,
        ElGrandeSpot::Province,
    ];
}

impl From<ElGrandeRegion> for ElGrandeSpot {
    fn from(region: ElGrandeRegion) -> ElGrandeSpot {
        ElGrandeSpot::ALL[region.index()]
    }
}

impl From<ElGrandePlace> for ElGrandeSpot {
    fn from(place: ElGrandePlace) -> ElGrandeSpot {
        ElGrandeSpot::ALL[place as usize]
    }
}

/// A mobile scoreboard (rule 2.3).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ElGrandeScoreboard {
    /// The board 8/4/0.
    Eight,
    /// The board 4/0/0.
    Four,
}

impl ElGrandeScoreboard {
    /// Both boards.
    pub const ALL: [ElGrandeScoreboard; 2] = [ElGrandeScoreboard::Eight, ElGrandeScoreboard::Four];

    /// The place in lists ordered by board.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// An action card (rules 4.2 to 4.6). The first digit is the stack, which is also how many Caballeros
/// may be placed.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
pub enum ElGrandeCard {
    /// Intrigue: up to 5 Caballeros of any colours out of one region.
    #[serde(rename = "s1_any5_one")]
    S1Any5One,
    /// Intrigue: up to 4 Caballeros of any colours.
    #[serde(rename = "s1_any4")]
    S1Any4,
    /// Intrigue: up to 3 Caballeros of any colours.
    #[serde(rename = "s1_any3")]
    S1Any3,
    /// Intrigue: up to 4 own Caballeros.
    #[serde(rename = "s1_own4")]
    S1Own4,
    /// Intrigue: up to 3 foreign Caballeros.
    #[serde(rename = "s1_for3")]
    S1For3,
    /// Intrigue: up to 2 own and up to 2 foreign Caballeros.
    #[serde(rename = "s1_2and2")]
    S12And2,
    /// Intrigue: up to 2 further Caballeros from the own court.
    #[serde(rename = "s1_add2")]
    S1Add2,
    /// Intrigue: all own Caballeros out of one region.
    #[serde(rename = "s1_ownall")]
    S1Ownall,
    /// Intrigue: either of the two before.
    #[serde(rename = "s1_or")]
    S1Or,
    /// Veto.
    #[serde(rename = "s2_veto")]
    S2Veto,
    /// Decay of Authority: the opponents' courts are emptied.
    #[serde(rename = "s2_decay_all")]
    S2DecayAll,
    /// Decay of Authority: 3 Caballeros from the court of every opponent.
    #[serde(rename = "s2_decay_3")]
    S2Decay3,
    /// The King returns: every opponent takes back 3 of his Caballeros, of his choice.
    #[serde(rename = "s2_king_returns")]
    S2KingReturns,
    /// 1 Caballero of each opponent goes back to the province.
    #[serde(rename = "s2_one_each")]
    S2OneEach,
    /// Everybody secretly chooses a region and takes 2 Caballeros back from it.
    #[serde(rename = "s2_disk_two")]
    S2DiskTwo,
    /// Everybody secretly chooses a region and takes all Caballeros back from it.
    #[serde(rename = "s2_disk_all")]
    S2DiskAll,
    /// Special scoring of a region, or the Castillo, of one's choice.
    #[serde(rename = "s2_score_choose")]
    S2ScoreChoose,
    /// Special scoring of all regions whose first number is 4.
    #[serde(rename = "s3_fours")]
    S3Fours,
    /// Special scoring of all regions whose first number is 5.
    #[serde(rename = "s3_fives")]
    S3Fives,
    /// Special scoring of all regions whose first number is 6 or 7.
    #[serde(rename = "s3_sixsevens")]
    S3Sixsevens,
    /// Special scoring of the Castillo.
    #[serde(rename = "s3_castillo")]
    S3Castillo,
    /// Special scoring of all regions, first places only.
    #[serde(rename = "s3_firsts")]
    S3Firsts,
    /// Special scoring of the fullest regions.
    #[serde(rename = "s3_most")]
    S3Most,
    /// Special scoring of the emptiest regions that are not empty.
    #[serde(rename = "s3_least")]
    S3Least,
    /// Special scoring of a region, or the Castillo, of one's choice.
    #[serde(rename = "s3_choose")]
    S3Choose,
    /// A mobile scoreboard is placed or moved.
    #[serde(rename = "s4_scoreboard")]
    S4Scoreboard,
    /// The own Grande moves.
    #[serde(rename = "s4_grande")]
    S4Grande,
    /// A played power card comes back to hand.
    #[serde(rename = "s4_power")]
    S4Power,
    /// Up to 2 Caballeros come to the court.
    #[serde(rename = "s4_court")]
    S4Court,
    /// Royal Adviser: the King moves to a neighbouring region.
    #[serde(rename = "s4_king_adviser")]
    S4KingAdviser,
    /// Movement: the opponents have to leave a region, each to a place of his secret choice.
    #[serde(rename = "s4_movement")]
    S4Movement,
    /// Special scoring of the regions that exactly one player names in secret.
    #[serde(rename = "s4_score_unique")]
    S4ScoreUnique,
    /// The King moves to any region.
    #[serde(rename = "s5_king")]
    S5King,
}
