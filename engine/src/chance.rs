//! The only source of randomness in a game.
//!
//! Draw number `k` of a game is a function of the game's seed and `k` alone. It takes the ChaCha20
//! key stream (20 rounds, 64-bit block counter from 0, 64-bit stream number) with the seed as the key and
//! `k` as the stream number, and reads it as little-endian 32-bit words. To choose one of `n` it throws
//! away every word that is not below the largest multiple of `n` that a 32-bit word can reach, and
//! takes the first other word modulo `n`. Every outcome is recorded with the action that
//! caused it; a replay reads the record and never draws again.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::VecDeque;

/// The secret that all draws of one game follow from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(secret)")
    }
}

/// Draws for one step of a game, and remembers what came out.
#[derive(Debug)]
pub struct Chance {
    source: Source,
    drawn: Vec<u32>,
    bounds: Vec<u32>,
    missed: bool,
}

#[derive(Debug)]
enum Source {
    Dealt { seed: Seed, next: u64 },
    Recorded(VecDeque<u32>),
}

/// A record of outcomes that does not fit the draws the rules made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the recorded outcomes do not fit the draws of the rules")]
pub struct Misfit;

impl Chance {
    /// Draws from a seed; `next` is the number of draws made in this game so far.
    pub fn dealt(seed: Seed, next: u64) -> Chance {
        Chance::from_source(Source::Dealt { seed, next })
    }

    /// Reads outcomes that were drawn before, in their order.
    pub fn recorded(outcomes: impl IntoIterator<Item = u32>) -> Chance {
        Chance::from_source(Source::Recorded(outcomes.into_iter().collect()))
    }

    fn from_source(source: Source) -> Chance {
        Chance {
            source,
            drawn: Vec::new(),
            bounds: Vec::new(),
            missed: false,
        }
    }

    /// One of the numbers 0 to `n` - 1, each as likely as the others. `n` must be at least 1.
    ///
    /// A record that holds no such number yields 0, and [`Chance::finish`] reports it.
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "a draw needs something to draw from");
        let outcome = match &mut self.source {
            Source::Dealt { seed, next } => {
                let k = *next;
                *next += 1;
                draw(*seed, k, n)
            }
            Source::Recorded(outcomes) => match outcomes.pop_front() {
                Some(outcome) if outcome < n => outcome,
                Some(_) | None => {
                    self.missed = true;
                    0
                }
            },
        };
        self.drawn.push(outcome);
        self.bounds.push(n);
        outcome
    }

    /// What has been drawn so far, in order.
    pub fn drawn(&self) -> &[u32] {
        &self.drawn
    }

    /// Of how many each of [`Chance::drawn`] was one.
    pub fn bounds(&self) -> &[u32] {
        &self.bounds
    }

    /// The outcomes of the step, to be recorded with it.
    ///
    /// # Errors
    /// [`Misfit`] if a record ran out, held a number too large, or has numbers left over.
    pub fn finish(self) -> Result<Vec<u32>, Misfit> {
        let left_over = match &self.source {
            Source::Dealt { .. } => false,
            Source::Recorded(outcomes) => !outcomes.is_empty(),
        };
        if self.missed || left_over {
            return Err(Misfit);
        }
        Ok(self.drawn)
    }
}

/// Draw number `k` of the game with this seed: one of `n`.
pub fn draw(seed: Seed, k: u64, n: u32) -> u32 {
    let mut stream = ChaCha20Rng::from_seed(seed.0);
    stream.set_stream(k);
    let excess = (u64::from(u32::MAX) + 1) % u64::from(n);
    let limit = u64::from(u32::MAX) + 1 - excess;
    loop {
        let word = stream.next_u32();
        if u64::from(word) < limit {
            return word % n;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEED: Seed = Seed([7; 32]);

    #[test]
    fn a_draw_depends_on_seed_and_number_alone() {
        let mut all_at_once = Chance::dealt(SEED, 0);
        let first: Vec<u32> = (0..10).map(|_| all_at_once.below(66)).collect();
        let one_by_one: Vec<u32> = (0..10).map(|k| Chance::dealt(SEED, k).below(66)).collect();
        assert_eq!(first, one_by_one);
    }

    #[test]
    fn draws_are_even() {
        let mut counts = [0u32; 7];
        for k in 0..70_000 {
            counts[draw(SEED, k, 7) as usize] += 1;
        }
        let chi_square: f64 = counts
            .iter()
            .map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0)
            .sum();
        // The 99.9 % point for six degrees of freedom; the seed is fixed, so this is no lottery.
        assert!(chi_square < 22.46, "{counts:?}");
    }

    #[test]
    fn a_record_gives_back_what_was_drawn() {
        let mut dealt = Chance::dealt(SEED, 3);
        let drawn = [dealt.below(6), dealt.below(1), dealt.below(1000)];
        let mut recorded = Chance::recorded(dealt.finish().unwrap());
        assert_eq!(
            drawn,
            [recorded.below(6), recorded.below(1), recorded.below(1000)]
        );
        assert!(recorded.finish().is_ok());
    }

    #[test]
    fn a_record_that_does_not_fit_is_reported() {
        let mut too_large = Chance::recorded([6]);
        too_large.below(6);
        assert_eq!(too_large.finish(), Err(Misfit));
        let mut too_short = Chance::recorded([]);
        too_short.below(6);
        assert_eq!(too_short.finish(), Err(Misfit));
        assert_eq!(Chance::recorded([1]).finish(), Err(Misfit));
    }
}
