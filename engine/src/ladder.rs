//! Bots against each other: whole games that follow from a seed.

use super::bot::{Luck, Mind};
use super::chance::{Chance, Seed};
use super::game::{Fault, Game, Refusal};
use super::score::Outcome;
use super::turn::Turn;
use sha2::{Digest, Sha256};

/// A bot with its effort, so that its games can be played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// [`Mind::Random`]
    Random,
    /// [`Mind::Steady`]
    Steady,
    /// [`Mind::Strong`] with so many iterations per decision.
    Strong(u32),
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// How many actions were taken.
    pub actions: u32,
}

/// Why a game can't be played to its end, all of which are faults of the game.
#[derive(Debug, thiserror::Error)]
pub enum Stuck {
    /// It can't read what it has made.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// It refuses what it has offered.
    #[error("a bot's action is refused: {0:?}")]
    Refused(Refusal),
    /// Nobody can decide.
    #[error("a seat that is waited for has nothing to decide")]
    Nothing,
}

/// Plays game number `number` of a series to its end, these at its seats. `options` are complete and admitted.
///
/// # Errors
/// A fault of the game.
pub fn play(
    game: &dyn Game,
    options: &str,
    seats: &[Level],
    series: u64,
    number: u64,
) -> Result<Played, Stuck> {
    let deal = seed("deal", series, number);
    let mut luck = Luck::new(seed("luck", series, number));
    let step = game.setup(options, seats.len() as u8, Chance::dealt(deal, 0))?;
    let (mut position, mut turn, mut draws) =
        (step.position, step.turn, step.outcomes.len() as u64);
    let mut actions = 0;
    loop {
        let seat = match turn {
            Turn::Over(outcome) => return Ok(Played { outcome, actions }),
            Turn::Waiting(waiting) => waiting.seats[0],
        };
        let mut decide = |mind| game.decide(&position, seat, mind, &mut luck);
        let decided = match seats[seat.index()] {
            Level::Random => decide(Mind::Random),
            Level::Steady => decide(Mind::Steady),
            Level::Strong(most) => decide(Mind::Strong(&mut |made| made < most)),
        };
        let action = decided.ok_or(Stuck::Nothing)?;
        let step = game
            .play(&position, seat, &action, Chance::dealt(deal, draws))?
            .map_err(Stuck::Refused)?;
        draws += step.outcomes.len() as u64;
        (position, turn) = (step.position, step.turn);
        actions += 1;
    }
}

/// The seed of one game of a series for one purpose.
fn seed(purpose: &str, series: u64, number: u64) -> Seed {
    let mut digest = Sha256::new();
    digest.update(purpose);
    digest.update(series.to_be_bytes());
    digest.update(number.to_be_bytes());
    Seed(digest.finalize().into())
}
