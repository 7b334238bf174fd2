//! For the tests of games: every sentence of a game's source is shown by an example or a test, or says nothing that could be.

use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A sentence of the source, in our own words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sentence {
    number: usize,
    #[serde(rename = "rule")]
    _rule: String,
    /// Ids of examples, and tests as `test:name`.
    #[serde(default)]
    shown_by: Vec<String>,
    /// Why there is nothing to show.
    no_rule: Option<String>,
}

/// The names of all tests of a game.
pub fn tests_of(slug: &str) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = fs::read_dir(root.join(format!("src/games/{slug}/tests"))).unwrap();
    let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let mut names = BTreeSet::new();
    for text in texts {
        let after = text.split("#[test]\nfn ").skip(1);
        names.extend(after.filter_map(|rest| Some(rest.split_once('(')?.0.to_owned())));
    }
    names
}

/// Every sentence of `tests/games/<slug>/seed_rules.json` is shown by one of these examples or by a test of the game, or
/// says why there is nothing to show.
pub fn every_sentence_is_shown(slug: &str, examples: &BTreeSet<String>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join(format!("tests/games/{slug}/seed_rules.json"));
    let sentences: Vec<Sentence> =
        serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let tests = tests_of(slug);
    assert!(!sentences.is_empty() && !tests.is_empty());
    for (number, sentence) in (1..).zip(&sentences) {
        assert_eq!(sentence.number, number);
        let says_nothing = sentence.no_rule.is_some();
        assert_eq!(sentence.shown_by.is_empty(), says_nothing, "{number}");
        for shown in &sentence.shown_by {
            let exists = match shown.strip_prefix("test:") {
                Some(test) => tests.contains(test),
                None => examples.contains(shown),
            };
            assert!(
                exists,
                "sentence {number} is shown by {shown}, which is not"
            );
        }
    }
}
