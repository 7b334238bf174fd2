//! What can be chosen at the offer.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What can be chosen at the offer of a game of El Grande. Every member may be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ElGrandeOptions {
    /// Play the six rounds 2, 3, 5, 6, 8 and 9 instead of nine (rule 1.3). Default: false.
    #[schema(default = false)]
    pub short_game: bool,
    /// How far a Veto reaches (rule V10). Default: `full`.
    pub veto: ElGrandeVetoMode,
    /// Whose Caballeros in the Castillo the view counts. They follow from public numbers, so this is a
    /// matter of memory, not of secrecy (rule 6). Default: `hidden`.
    pub castillo_view: ElGrandeCastilloView,
    /// Which played power cards the view names (rule 6). Default: `top`.
    pub power_history: ElGrandePowerHistory,
    /// May fewer than all own Caballeros leave the region with the cards that move all of them (ruling Q7)?
    /// Default: false.
    #[schema(default = false)]
    pub ownall_partial: bool,
    /// May the Castillo be named when a player has to leave a region by Movement (ruling Q11)?
    /// Default: false.
    #[schema(default = false)]
    pub movement_to_castillo: bool,
    /// Who is the first to play a power card (rule 1.2.9). Default: `random`.
    pub starter: ElGrandeStarter,
}

/// How far a Veto reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ElGrandeVetoMode {
    /// It stops a special action before any of its steps; what came before stands.
    #[default]
    Full,
    /// It stops a special action as a whole, when it is announced.
    WholeOnly,
    /// The two Veto cards stay in the box.
    Off,
}

/// Whose Caballeros in the Castillo the view counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ElGrandeCastilloView {
    /// Nobody's: remember them.
    #[default]
    Hidden,
    /// The viewer's own.
    Own,
    /// Everybody's.
    Open,
}

/// Which played power cards the view names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ElGrandePowerHistory {
    /// The top card of every pile, as at the table.
    #[default]
    Top,
    /// Every card that was ever played, by round.
    Full,
}

/// Who is the first to play a power card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ElGrandeStarter {
    /// Somebody, by lot.
    #[default]
    Random,
    /// Seat 0.
    #[serde(rename = "seat_0")]
    Seat0,
}
