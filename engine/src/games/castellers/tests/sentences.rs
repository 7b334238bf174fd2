//! Every sentence of the printed rules is shown by a worked example or a test, or says nothing that could be.

use super::cases;
use serde::Deserialize;
use std::fs;
use std::path::Path;

/// A sentence of the printed rules, in our own words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sentence {
    number: usize,
    #[serde(rename = "rule")]
    _rule: String,
    /// Ids of worked examples, and tests as `test:name`.
    #[serde(default)]
    shown_by: Vec<String>,
    /// Why there is nothing to show.
    no_rule: Option<String>,
}

#[test]
fn every_sentence_of_the_printed_rules_is_shown_or_says_why_not() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("tests/games/castellers/seed_rules.json")).unwrap();
    let sentences: Vec<Sentence> = serde_json::from_str(&text).unwrap();
    let cases = cases::ids();
    let tests = tests(&root.join("src/games/castellers/tests"));
    for (number, sentence) in (1..).zip(&sentences) {
        assert_eq!(sentence.number, number);
        assert!(
            sentence.shown_by.is_empty() == sentence.no_rule.is_some(),
            "sentence {number}"
        );
        for shown in &sentence.shown_by {
            let exists = match shown.strip_prefix("test:") {
                Some(test) => tests.contains(&format!("#[test]\nfn {test}()")),
                None => cases.contains(shown),
            };
            assert!(
                exists,
                "sentence {number} is shown by {shown}, which does not exist"
            );
        }
    }
}

/// The text of all tests of this game.
fn tests(folder: &Path) -> String {
    let files = fs::read_dir(folder).unwrap();
    files
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .collect()
}
