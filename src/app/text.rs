//! Text of several lines that players write to each other or for themselves.

use super::names::is_hidden;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Brings text into form: Unicode's form NFC, U+000A alone between its lines, no white space around it. It is empty if
/// there is nothing to be seen in it.
///
/// # Errors
/// Why it can't be shown as it is, or that it has more than `longest` characters in that form.
pub fn in_form(text: &str, longest: usize) -> Result<String, String> {
    let composed: String = text.replace("\r\n", "\n").nfc().collect();
    let shown = composed.trim();
    if shown.chars().any(disturbs) {
        return Err(
            "this has control or invisible characters other than the ends of lines".to_owned(),
        );
    }
    if shown.chars().all(|c| c.is_whitespace() || is_hidden(c)) {
        return Ok(String::new());
    }
    match shown.chars().count() <= longest {
        true => Ok(shown.to_owned()),
        false => Err(format!("this has at most {longest} characters")),
    }
}

/// Characters that have no place in text that is read: those that can't be seen, and those that control how the text
/// around them is shown. Spaces of all widths are none of these.
fn disturbs(c: char) -> bool {
    let is_space = c.general_category() == GeneralCategory::SpaceSeparator;
    is_hidden(c) && c != '\n' && !is_space && !joins(c)
}

/// Without these, which are not seen themselves, neither Persian nor many an emoji can be written.
fn joins(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_can_be_read_stays_as_it_is() {
        for text in [
            "Bona sort!",
            "one\ntwo\n\nfour",
            "<script>alert(1)</script> \"'&\\ %s {}",
            "שלום, עולם",
            "می‌خواهم",
            "👩‍👩‍👧‍👦 ❤️ 🏰",
            "10\u{202f}000\u{a0}€ 　漢字",
        ] {
            assert_eq!(in_form(text, 50).as_deref(), Ok(text));
        }
    }

    #[test]
    fn text_is_brought_into_form() {
        for (text, form) in [
            ("  Hola \n", "Hola"),
            ("e\u{301}s\r\nbo", "és\nbo"),
            ("", ""),
            (" \n\u{a0}\r\n", ""),
            ("\u{200d}\u{fe0f}", ""),
        ] {
            assert_eq!(in_form(text, 50).as_deref(), Ok(form));
        }
    }

    #[test]
    fn what_disturbs_the_reader_is_refused() {
        let controls = "\0\t\r\u{1b}\u{7f}\u{85}\u{2028}";
        let unseen = "\u{ad}\u{200b}\u{2800}\u{3164}\u{feff}\u{e000}\u{ffff}\u{e0041}";
        let turning = "\u{61c}\u{200e}\u{202e}\u{2066}";
        for c in [controls, unseen, turning].concat().chars() {
            assert!(in_form(&format!("a{c}b"), 50).is_err(), "{c:?}");
        }
    }

    #[test]
    fn length_is_counted_in_characters_of_the_form() {
        assert!(in_form(&format!(" {}", "e\u{301}".repeat(50)), 50).is_ok());
        assert!(in_form(&"é".repeat(51), 50).is_err());
    }
}
