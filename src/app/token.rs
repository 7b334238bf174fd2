//! Tokens of accounts, of invitations, of streams and of links in mails: what they look like, how one is made and how a stored one is recognised.
//!
//! A token is `plc_` (`pli_` for an invitation, `plt_` for a stream's ticket, `plv_`, `plr_` and `plu_` in mails), 33 characters that carry 192 random bits, and 6 that check the rest:
//! `plc_[0-9A-Za-z]{39}`. The check tells a mistyped or foreign string from a token without a look-up,
//! and lets a secret scanner tell a token from chance text.

use sha2::{Digest, Sha256};
use std::fmt;

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Base-62 digits that hold 64 bits.
const WORD: usize = 11;
/// Base-62 digits that hold the 32 bits of the check.
const CHECK: usize = 6;
const PREFIX: usize = 4;
const LENGTH: usize = PREFIX + 3 * WORD + CHECK;

/// What a token opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    /// An account.
    Account,
    /// A seat of a private game.
    Seat,
    /// A stream.
    Stream,
    /// The confirming of an address.
    Address,
    /// An account whose tokens are lost, once.
    LostAccount,
    /// The end of mails about turns.
    Unsubscribing,
}

impl Opens {
    fn prefix(self) -> &'static str {
        match self {
            Opens::Account => "plc_",
            Opens::Seat => "pli_",
            Opens::Stream => "plt_",
            Opens::Address => "plv_",
            Opens::LostAccount => "plr_",
            Opens::Unsubscribing => "plu_",
        }
    }
}

/// The text of a well-formed token. Whether it opens anything is for the database to say.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// The token made of these random bytes.
    pub fn new(opens: Opens, random: &[u8; 24]) -> Token {
        let mut text = opens.prefix().to_owned();
        for word in random.as_chunks::<8>().0 {
            push_base62(&mut text, u64::from_be_bytes(*word), WORD);
        }
        let check = crc32fast::hash(text.as_bytes());
        push_base62(&mut text, u64::from(check), CHECK);
        Token(text)
    }

    /// Reads what a client sent; `None` if no token looks like that.
    pub fn read(opens: Opens, text: &str) -> Option<Token> {
        let body = text.strip_prefix(opens.prefix())?;
        if text.len() != LENGTH || !body.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return None;
        }
        let (checked, check) = text.split_at(LENGTH - CHECK);
        let mut expected = String::new();
        push_base62(
            &mut expected,
            u64::from(crc32fast::hash(checked.as_bytes())),
            CHECK,
        );
        (check == expected).then(|| Token(text.to_owned()))
    }

    /// The token itself, to be shown once and never stored.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// What is stored instead: lower-case hexadecimal SHA-256 of the text.
    pub fn hash(&self) -> String {
        hex::encode(Sha256::digest(&self.0))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
    }
}

/// Appends a number as exactly `width` base-62 digits, the highest first.
fn push_base62(text: &mut String, number: u64, width: usize) {
    let digit = |place: usize| (number / 62u64.pow(place as u32) % 62) as usize;
    text.extend(
        (0..width)
            .rev()
            .map(|place| char::from(DIGITS[digit(place)])),
    );
}

#[cfg(test)]
mod tests {
    use super::Opens::{Account, Seat};
    use super::*;

    #[test]
    fn a_token_is_read_back_and_looks_as_documented() {
        for random in [[0; 24], [255; 24], [0x5a; 24]] {
            let token = Token::new(Account, &random);
            assert_eq!(Token::read(Account, token.text()), Some(token.clone()));
            assert_eq!(token.text().len(), 43);
            assert!(token.text().starts_with("plc_"));
        }
    }

    #[test]
    fn every_random_byte_counts() {
        let plain = Token::new(Account, &[7; 24]);
        for place in 0..24 {
            let mut random = [7; 24];
            random[place] = 8;
            assert_ne!(Token::new(Account, &random), plain, "byte {place}");
        }
    }

    #[test]
    fn a_token_with_one_wrong_character_is_none() {
        let token = Token::new(Account, &[42; 24]);
        for place in 0..token.text().len() {
            let mut text = token.text().as_bytes().to_vec();
            text[place] = if text[place] == b'a' { b'b' } else { b'a' };
            let text = String::from_utf8(text).unwrap();
            assert_eq!(Token::read(Account, &text), None, "{text}");
        }
    }

    #[test]
    fn other_text_is_no_token() {
        let token = Token::new(Account, &[1; 24]);
        let cases = [
            String::new(),
            "plc_".to_owned(),
            "Bearer".to_owned(),
            token.text().to_uppercase(),
            format!("{} ", token.text()),
            format!("{}0", token.text()),
            "plc_".to_owned() + &"é".repeat(19) + "0",
        ];
        for text in cases {
            assert_eq!(Token::read(Account, &text), None, "{text:?}");
        }
    }

    #[test]
    fn the_hash_is_the_sha_256_of_the_text() {
        let token = Token::new(Account, &[1; 24]);
        assert_eq!(token.hash(), hex::encode(Sha256::digest(token.text())));
        assert_eq!(format!("{token:?}"), "Token(secret)");
    }

    #[test]
    fn an_invitation_opens_no_account() {
        let invite = Token::new(Seat, &[1; 24]);
        assert!(invite.text().starts_with("pli_"));
        assert_eq!(Token::read(Account, invite.text()), None);
        assert_eq!(Token::read(Seat, invite.text()), Some(invite));
    }
}
