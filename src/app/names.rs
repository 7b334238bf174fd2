//! Names of players: what they may be made of, and which of them look alike.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_security::confusable_detection::skeleton;

/// The most characters a name may have.
pub const LONGEST: usize = 40;

/// What stands for the name of a deleted account; nobody can take it.
pub const DELETED: &str = "[deleted]";

/// What the names of bots begin with; nobody else's may.
const BOTS: &str = "Bot (";

/// A name somebody may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// As it is shown: in Unicode's form NFKC, without white space around it.
    pub shown: String,
    /// Equal for names that differ only in case or that look alike.
    pub key: String,
}

impl Name {
    /// Brings text into form.
    ///
    /// # Errors
    /// Why it can be no name: empty or longer than [`LONGEST`] characters, control or invisible
    /// characters, a mark with nothing to stand on, or reserved.
    pub fn new(text: &str) -> Result<Name, &'static str> {
        let composed: String = text.nfkc().collect();
        let shown = composed.trim().to_owned();
        match shown.chars().count() {
            0 => return Err("a name has at least one visible character"),
            n if n > LONGEST => return Err("a name has at most 40 characters"),
            _ => {}
        }
        if shown.chars().any(is_hidden) {
            return Err("a name has no control or invisible characters");
        }
        if shown.starts_with(is_combining_mark) {
            return Err("a name does not begin with a combining mark");
        }
        let key = key(&shown);
        if key == self::key(DELETED) || key.starts_with(&self::key(BOTS)) {
            return Err("this name is reserved");
        }
        Ok(Name { shown, key })
    }
}

/// Text that can be shown on one line as it is: some character to be seen, and none that controls how the text around it
/// is shown.
///
/// # Errors
/// Why not.
pub fn must_be_a_line(text: &str) -> Result<(), &'static str> {
    let controls = |c: char| {
        matches!(
            c.general_category(),
            GeneralCategory::Control
                | GeneralCategory::Surrogate
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
        ) || is_directional(c)
    };
    if text.chars().any(controls) {
        return Err("this is one line of text, without control characters");
    }
    match text.chars().all(|c| c.is_whitespace() || is_hidden(c)) {
        true => Err("this has at least one visible character"),
        false => Ok(()),
    }
}

/// Characters that turn the direction of the text around them.
fn is_directional(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Characters that can't be seen, or that change how the text around them is shown.
pub(super) fn is_hidden(c: char) -> bool {
    match c.general_category() {
        GeneralCategory::Control
        | GeneralCategory::Format
        | GeneralCategory::Surrogate
        | GeneralCategory::PrivateUse
        | GeneralCategory::Unassigned
        | GeneralCategory::LineSeparator
        | GeneralCategory::ParagraphSeparator => true,
        GeneralCategory::SpaceSeparator => c != ' ',
        _ => has_no_shape(c),
    }
}

/// Letters, symbols and marks that Unicode counts as such although nothing of them is seen.
fn has_no_shape(c: char) -> bool {
    matches!(c,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{2800}' | '\u{1d159}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{e0100}'..='\u{e01ef}')
}

/// The skeleton of the lower-case form after Unicode's table of confusable characters (UTS 39), spaces
/// folded. Capital i looks like small L and every letter equals its capital, so i and l are one.
fn key(shown: &str) -> String {
    let folded = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    // Up and down again: some letters have a capital of two, and become what others would write for them.
    let lower = folded.to_uppercase().to_lowercase();
    let bones: String = skeleton(&lower).collect();
    bones
        .to_lowercase()
        .nfkc()
        .collect::<String>()
        .replace('i', "l")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_brought_into_form() {
        for (text, shown) in [
            ("anna", "anna"),
            ("  Anna Maria\t", "Anna Maria"),
            ("Ａｎｎａ", "Anna"),
            ("e\u{301}lia", "élia"),
            ("ﬁona", "fiona"),
            ("Núria 🏰", "Núria 🏰"),
            ("דנה", "דנה"),
            ("<script>", "<script>"),
        ] {
            assert_eq!(Name::new(text).unwrap().shown, shown);
        }
    }

    #[test]
    fn what_cannot_be_seen_is_no_name() {
        for text in [
            "",
            "   ",
            "\u{200b}",
            "a\u{200b}b",
            "a\u{202e}b",
            "a\nb",
            "a\u{0}",
            "\u{3164}",
            "\u{2800}",
            "\u{301}a",
            "a\u{fe0f}",
            "\u{e000}",
        ] {
            assert!(Name::new(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn length_is_counted_in_characters() {
        assert!(Name::new(&"é".repeat(40)).is_ok());
        assert!(Name::new(&"é".repeat(41)).is_err());
    }

    #[test]
    fn names_that_look_alike_have_one_key() {
        for (one, two) in [
            ("anna", "ANNA"),
            ("anna", "аnnа"), // two Cyrillic letters
            ("anna", "annа"),
            ("Ali", "AlI"),
            ("bob", "b0b"),
            ("A  B", "a b"),
            ("paypal", "paypaI"),
            ("STRASSE", "Straße"),
        ] {
            assert_eq!(
                Name::new(one).unwrap().key,
                Name::new(two).unwrap().key,
                "{one} {two}"
            );
        }
        assert_ne!(
            Name::new("anna").unwrap().key,
            Name::new("anne").unwrap().key
        );
    }

    #[test]
    fn nobody_is_called_deleted() {
        assert!(Name::new("[Deleted]").is_err());
    }
}
