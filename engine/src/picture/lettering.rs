//! Words: how wide they are, where they are cut and where they break.

use super::paint::{Paint, common};

/// Which point of a line of text is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Where it begins.
    Start,
    /// Its middle.
    Middle,
    /// Where it ends.
    End,
}

/// How heavy words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// As usual.
    Plain,
    /// Heavy.
    Bold,
}

/// How words are set.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    pub(super) size: f32,
    pub(super) paint: Paint,
    pub(super) anchor: Anchor,
    pub(super) weight: Weight,
    pub(super) room: f32,
}

impl Words {
    /// Words of this size in the colour of ink, from their beginning.
    pub const fn of(size: f32) -> Words {
        Words {
            size,
            paint: common::INK,
            anchor: Anchor::Start,
            weight: Weight::Plain,
            room: f32::INFINITY,
        }
    }

    /// In another colour.
    pub const fn in_paint(self, paint: Paint) -> Words {
        Words { paint, ..self }
    }

    /// About their middle.
    pub const fn middle(self) -> Words {
        Words {
            anchor: Anchor::Middle,
            ..self
        }
    }

    /// Up to their end.
    pub const fn end(self) -> Words {
        Words {
            anchor: Anchor::End,
            ..self
        }
    }

    /// Heavy.
    pub const fn bold(self) -> Words {
        Words {
            weight: Weight::Bold,
            ..self
        }
    }

    /// Cut where they would be wider than this.
    pub const fn within(self, room: f32) -> Words {
        Words { room, ..self }
    }
}

/// About how wide a line is at this size. Fonts differ, so it is rather too wide than too narrow.
pub fn width(text: &str, size: f32) -> f32 {
    text.chars().map(advance).sum::<f32>() * size
}

/// The width of a character as a share of the size.
fn advance(char: char) -> f32 {
    match char {
        _ if clings(char) => 0.0,
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '|' | '!' | '\'' => 0.33,
        'f' | 'r' | 't' | ' ' | '(' | ')' | '-' | '/' => 0.4,
        'm' | 'w' | 'M' | 'W' | '…' => 0.95,
        'A'..='Z' => 0.72,
        '\0'..='\u{2ff}' => 0.62,
        '\u{300}'..='\u{10ff}' => 0.7,
        _ => 1.1,
    }
}

/// Does a character belong to the one before it: an accent, a joiner, a shade of skin?
fn clings(char: char) -> bool {
    matches!(
        char,
        '\u{300}'..='\u{36f}'
            | '\u{483}'..='\u{489}'
            | '\u{591}'..='\u{5bd}'
            | '\u{610}'..='\u{61a}'
            | '\u{64b}'..='\u{65f}'
            | '\u{93a}'..='\u{93c}'
            | '\u{93e}'..='\u{94d}'
            | '\u{200b}'..='\u{200d}'
            | '\u{20d0}'..='\u{20f0}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{1f3fb}'..='\u{1f3ff}'
            | '\u{e0020}'..='\u{e007f}'
    )
}

/// A text without the characters that XML has no place for or that would turn the text around it.
pub fn plain(text: &str) -> String {
    let turns = |char| matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let absent = |char: char| char.is_control() || matches!(char, '\u{fffe}' | '\u{ffff}');
    let kept = |char: &char| !turns(*char) && !absent(*char);
    text.chars().filter(kept).collect()
}

/// A text that is no wider than this; what is cut off becomes an ellipsis. Nothing is cut between a character and what
/// clings to it.
pub(super) fn clipped(text: &str, size: f32, room: f32) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let room = room - width("…", size);
    let mut kept = String::new();
    let mut used = 0.0;
    let mut joined = false;
    for char in text.chars() {
        let step = advance(char) * size;
        if used + step > room && !joined && !clings(char) {
            break;
        }
        used += if joined { 0.0 } else { step };
        joined = char == '\u{200d}';
        kept.push(char);
    }
    kept.truncate(kept.trim_end().len());
    kept + "…"
}

/// A text broken into at most so many lines, none wider than `room` as far as it can be broken at spaces; what does not
/// fit is cut from the last.
pub fn lines(text: &str, size: f32, room: f32, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let full = lines.len() >= most;
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if full || width(line, size) + width(" ", size) + width(word, size) <= room {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.iter().map(|line| clipped(line, size, room)).collect()
}

/// Writes a text so that XML reads it as text.
pub(super) fn escape(text: &str, into: &mut String) {
    for char in plain(text).chars() {
        match char {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '"' => into.push_str("&quot;"),
            '\'' => into.push_str("&#39;"),
            other => into.push(other),
        }
    }
}
