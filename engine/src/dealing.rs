//! How the seed of a game comes about, so that nobody alone decides it.
//!
//! The server picks a secret when a game is offered and publishes its SHA-256, the commitment. Until the
//! start every seat may add text of its own. The seed is HKDF-SHA-256 with the server's secret as the input key
//! material, the game's id (its text, ASCII) as the salt, and as `info` the words `placa seed 1` followed for every
//! seat in order by the length of its text (32-bit big-endian, in bytes) and the text itself; a seat that added nothing
//! has length 0.

use super::chance::Seed;
use hkdf::Hkdf;
use sha2::{Digest, Sha256};

/// The secret a server puts into a game's seed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ServerSeed(pub [u8; 32]);

impl ServerSeed {
    /// What is published at the offer: lower-case hexadecimal SHA-256 of the secret.
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// The seed of the game with this id, to which the seats added `entropy` (in seat order, empty for none).
    pub fn seed(&self, game: &str, entropy: &[&str]) -> Seed {
        let mut info = b"placa seed 1".to_vec();
        for text in entropy {
            info.extend((text.len() as u32).to_be_bytes());
            info.extend(text.as_bytes());
        }
        let mut seed = [0; 32];
        Hkdf::<Sha256>::new(Some(game.as_bytes()), &self.0)
            .expand(&info, &mut seed)
            .expect("32 bytes are less than HKDF can give");
        Seed(seed)
    }
}

impl std::fmt::Debug for ServerSeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ServerSeed(secret)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::draw;

    const SECRET: ServerSeed = ServerSeed([1; 32]);

    #[test]
    fn every_part_changes_the_seed() {
        let seed = SECRET.seed("game", &["a", "b"]);
        assert_eq!(seed, SECRET.seed("game", &["a", "b"]));
        for other in [
            ServerSeed([2; 32]).seed("game", &["a", "b"]),
            SECRET.seed("other", &["a", "b"]),
            SECRET.seed("game", &["b", "a"]),
            SECRET.seed("game", &["ab", ""]),
            SECRET.seed("game", &["a", "b", ""]),
        ] {
            assert_ne!(seed, other);
        }
    }

    #[test]
    fn the_examples_of_the_written_derivation_are_right() {
        let written = include_str!("../../docs/dealing.md");
        let seed = SECRET.seed("00000000-0000-7000-8000-000000000000", &["", "sal"]);
        assert!(written.contains(&format!("`{}`", hex::encode(seed.0))));
        let draws = (0..8).map(|k| draw(seed, k, 6).to_string());
        let draws = draws.collect::<Vec<_>>().join(", ");
        assert!(written.contains(&format!("k = 0 to 7: `{draws}`")));
    }

    #[test]
    fn secrets_do_not_print() {
        assert!(!format!("{SECRET:?}{:?}", SECRET.seed("g", &[])).contains('1'));
    }
}
