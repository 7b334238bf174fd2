//! Doing a thing once, however often it is asked for: idempotency keys.
//!
//! A key belongs to an account, or to a route where there is no account. Only successes are kept. What
//! was answered is kept sealed under a key derived from the idempotency key, which itself is stored
//! hashed: an answer may hold a token that must not lie about.

use super::refusal::{Refusal, Result};
use crate::engine::Fault;
use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use hkdf::Hkdf;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

/// One request that names an idempotency key.
pub struct Once {
    scope: String,
    key_hash: String,
    fingerprint: String,
    seal: Key,
}

/// What a request was answered, and whether it had been asked before.
#[derive(Debug)]
pub struct Answered<T> {
    /// The answer.
    pub value: T,
    /// Was it given before, and this is the same again?
    pub replayed: bool,
}

impl<T> Answered<T> {
    /// An answer given for the first time.
    pub fn new(value: T) -> Answered<T> {
        Answered {
            value,
            replayed: false,
        }
    }

    /// An answer given again.
    pub fn again(value: T) -> Answered<T> {
        Answered {
            value,
            replayed: true,
        }
    }
}

impl Once {
    /// A request under a key. `scope` is the account's id, or the route where there is no account; two requests are
    /// the same if their fingerprints are.
    pub fn new(scope: String, key: &str, fingerprint: String) -> Once {
        let mut seal = [0; 32];
        Hkdf::<Sha256>::new(Some(scope.as_bytes()), key.as_bytes())
            .expand(b"placa answer 1", &mut seal)
            .expect("32 bytes are less than HKDF can give");
        let mut digest = Sha256::new();
        digest.update((scope.len() as u64).to_be_bytes());
        digest.update(&scope);
        digest.update(key);
        Once {
            key_hash: hex::encode(digest.finalize()),
            fingerprint,
            scope,
            seal: seal.into(),
        }
    }

    /// Whose key it is.
    pub fn scope(&self) -> &str {
        &self.scope
    }

    /// What the key is stored as.
    pub fn key_hash(&self) -> &str {
        &self.key_hash
    }

    /// What the request is stored as.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Does a kept answer belong to this very request?
    ///
    /// # Errors
    /// [`Refusal::KeyReused`] if the key was used for another one.
    pub fn same_request(&self, fingerprint: &str) -> Result<()> {
        match fingerprint == self.fingerprint {
            true => Ok(()),
            false => Err(Refusal::KeyReused),
        }
    }

    /// An answer as it is kept.
    pub fn seal<T: Serialize>(&self, answer: &T) -> String {
        let plain = serde_json::to_vec(answer).expect("an answer serialises");
        let sealed = ChaCha20Poly1305::new(&self.seal)
            .encrypt(&self.nonce(), plain.as_slice())
            .expect("an answer is far shorter than the cipher allows");
        hex::encode(sealed)
    }

    /// The answer that was kept.
    ///
    /// # Errors
    /// [`Refusal::Internal`] if what was stored is not what was sealed.
    pub fn open<T: DeserializeOwned>(&self, kept: &str) -> Result<T> {
        let sealed = hex::decode(kept).map_err(|e| Refusal::Internal(e.into()))?;
        let plain = ChaCha20Poly1305::new(&self.seal)
            .decrypt(&self.nonce(), sealed.as_slice())
            .map_err(|e| Refusal::Internal(e.to_string().into()))?;
        serde_json::from_slice(&plain)
            .map_err(|e| Refusal::Internal(Fault::unreadable("answer", &e).into()))
    }

    /// The sealing key seals one answer only, to one request: its fingerprint serves as the nonce.
    fn nonce(&self) -> Nonce {
        let digest = Sha256::digest(&self.fingerprint);
        let mut nonce = Nonce::default();
        nonce.copy_from_slice(&digest[..12]);
        nonce
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn once(key: &str, request: &str) -> Once {
        Once::new("somebody".to_owned(), key, request.to_owned())
    }

    #[test]
    fn a_sealed_answer_opens_with_its_own_key_only() {
        let first = once("key one", "{}");
        let kept = first.seal(&"plc_secret");
        assert!(!kept.contains("plc_secret"));
        assert_eq!(first.open::<String>(&kept).unwrap(), "plc_secret");
        assert!(once("key two", "{}").open::<String>(&kept).is_err());
        assert!(first.open::<String>("00").is_err());
    }

    #[test]
    fn a_key_stands_for_one_request() {
        let first = once("key", "{}");
        assert!(first.same_request(once("key", "{}").fingerprint()).is_ok());
        let other = first.same_request(once("key", "{ }").fingerprint());
        assert!(matches!(other, Err(Refusal::KeyReused)));
    }
}
