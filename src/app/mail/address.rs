//! Addresses of mail, as players write them.

/// The longest address, in characters (RFC 5321, 4.5.3.1.3, less the angle brackets).
const LONGEST: usize = 254;

/// An address that mail can be sent to, as far as its form tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// As its owner writes it.
    pub written: String,
    /// What its spellings have in common.
    pub key: String,
}

impl Address {
    /// Reads a plain address: `anna@example.org`, without a name, quotes, comments or brackets, in ASCII.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn read(text: &str) -> Result<Address, &'static str> {
        let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"\"(),:;<>[\\]".contains(&byte);
        if text.len() > LONGEST || !text.bytes().all(is_plain) {
            return Err(
                "this is no plain address of mail: at most 254 characters, in ASCII, such as anna@example.org",
            );
        }
        if text.parse::<lettre::Address>().is_err() {
            return Err("this is no address of mail");
        }
        Ok(Address {
            written: text.to_owned(),
            key: key(text),
        })
    }
}

/// What the spellings of an address have in common. Hardly anybody tells capitals apart.
pub fn key(text: &str) -> String {
    text.to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_addresses_are_read_and_compared_without_capitals() {
        for text in [
            "anna@example.org",
            "Anna.Puig+placa@Mail.Example.org",
            "a@localhost",
        ] {
            let address = Address::read(text).unwrap();
            assert_eq!(address.written, text);
            assert_eq!(address.key, text.to_lowercase());
        }
    }

    #[test]
    fn nothing_else_is() {
        let long = format!("{}@example.org", "a".repeat(250));
        for text in [
            "",
            "anna",
            "@example.org",
            "anna@",
            "anna@@example.org",
            "anna@exa mple.org",
            "anna@example.org\r\nBcc: biel@example.org",
            "anna@example.org\n",
            "Anna <anna@example.org>",
            "\"anna puig\"@example.org",
            "anna@[127.0.0.1]",
            "anna@example.org,biel@example.org",
            "núria@example.org",
            &long,
        ] {
            assert!(Address::read(text).is_err(), "{text:?}");
        }
    }
}
