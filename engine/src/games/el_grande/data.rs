//! Every figure of the game of board and set-up (rules 1.2, 2.4 and 3.2).

use super::components::{ElGrandeRegion as Region, ElGrandeScoreboard as Scoreboard};

/// Caballeros in play per seat.
pub const CABALLEROS: u8 = 30;
/// Caballeros that begin in the home region.
pub const AT_HOME: u8 = 2;
/// Caballeros that begin in the court.
pub const AT_COURT: u8 = 7;
/// The highest power card; they are numbered from 1.
pub const POWER_CARDS: u8 = 13;
/// The stacks that are shuffled; the King card is a fifth one.
pub const STACKS: usize = 4;
/// What the sole leader of the King's region, or of his own home region, gets on top.
pub const BONUS: u8 = 2;
/// The numbers of the Castillo (rule 2.1).
pub const CASTILLO: [u8; 3] = [5, 3, 1];
/// The rounds of a full game.
pub const FULL_GAME: &[u8] = &[1, 2, 3, 4, 5, 6, 7, 8, 9];
/// The rounds of a short game: spaces 1, 4 and 7 of the track are skipped (rule 1.3).
pub const SHORT_GAME: &[u8] = &[2, 3, 5, 6, 8, 9];

/// Is there a general scoring after this round (rule 1.3)?
pub fn is_scoring_round(round: u8) -> bool {
    round.is_multiple_of(3)
}

/// The largest number of Caballeros a power card brings to court (rule 3.2). `power` is 1 to 13.
pub fn intake(power: u8) -> u8 {
    const INTAKE: [u8; POWER_CARDS as usize] = [6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0];
    INTAKE[usize::from(power) - 1]
}

/// The numbers printed in a region (rule 2.1).
pub fn printed(region: Region) -> [u8; 3] {
    match region {
        Region::Aragon => [5, 4, 1],
        Region::BasqueCountry => [5, 3, 1],
        Region::Catalonia => [4, 2, 1],
        Region::Galicia => [4, 2, 0],
        Region::Granada => [6, 3, 1],
        Region::NewCastile => [7, 4, 2],
        Region::OldCastile => [6, 4, 2],
        Region::Seville => [4, 3, 1],
        Region::Valencia => [5, 3, 2],
    }
}

/// The numbers of a mobile scoreboard (rule 2.3).
pub fn on_board(board: Scoreboard) -> [u8; 3] {
    match board {
        Scoreboard::Eight => [8, 4, 0],
        Scoreboard::Four => [4, 0, 0],
    }
}

/// The regions that share a border with a region (rule 2.2), in the order of regions.
pub fn neighbours(region: Region) -> &'static [Region] {
    use Region::*;
    match region {
        Aragon => &[BasqueCountry, Catalonia, NewCastile, OldCastile, Valencia],
        BasqueCountry => &[Aragon, Galicia, OldCastile],
        Catalonia => &[Aragon, Valencia],
        Galicia => &[BasqueCountry, OldCastile],
        Granada => &[NewCastile, Seville, Valencia],
        NewCastile => &[Aragon, Granada, OldCastile, Seville, Valencia],
        OldCastile => &[Aragon, BasqueCountry, Galicia, NewCastile],
        Seville => &[Granada, NewCastile],
        Valencia => &[Aragon, Catalonia, Granada, NewCastile],
    }
}
