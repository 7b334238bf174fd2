//! What is written keeps to its room and stays text.

use super::lettering::{clipped, escape};
use super::{lines, plain, width};

#[test]
fn a_text_is_cut_where_it_has_no_room_and_never_inside_a_character() {
    assert_eq!(clipped("Anna", 10.0, 100.0), "Anna");
    let cut = clipped("Annabel de la Font i Puig", 10.0, 60.0);
    assert!(cut.ends_with('…') && width(&cut, 10.0) <= 60.0, "{cut}");
    assert!(!cut.contains(" …"));
    // A family is one character to the eye.
    let family = "👩\u{200d}👩\u{200d}👧";
    assert_eq!(
        clipped(&family.repeat(9), 10.0, 40.0),
        family.repeat(2) + "…"
    );
    // As is a letter with its accents.
    assert_eq!(
        clipped(&"e\u{301}\u{308}".repeat(9), 10.0, 22.0),
        "e\u{301}\u{308}e\u{301}\u{308}…"
    );
}

#[test]
fn a_text_turns_nothing_and_ends_no_element() {
    assert_eq!(plain("\u{202e}a\u{0}\u{7}b\n\u{fffe}\u{2066}"), "ab");
    let mut escaped = String::new();
    escape("<b>&'\"", &mut escaped);
    assert_eq!(escaped, "&lt;b&gt;&amp;&#39;&quot;");
}

#[test]
fn lines_break_at_spaces_and_the_last_is_cut() {
    assert_eq!(lines("", 10.0, 50.0, 3), [""]);
    assert_eq!(lines("one two", 10.0, 400.0, 3), ["one two"]);
    let broken = lines(
        "some words that need more than two lines of room",
        10.0,
        80.0,
        2,
    );
    assert_eq!(broken.len(), 2);
    assert!(broken[1].ends_with('…'), "{broken:?}");
    for line in &broken {
        assert!(width(line, 10.0) <= 80.0, "{line}");
    }
}
