//! Every sentence of the seed is shown by a case or a test, or says nothing that could be; so is every worked
//! example of the rules.

use super::cases;
use super::table::read;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A sentence of the seed, in our own words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sentence {
    number: usize,
    #[serde(rename = "rule")]
    _rule: String,
    /// Ids of cases, and tests as `test:name`.
    #[serde(default)]
    shown_by: Vec<String>,
    /// Why there is nothing to show.
    no_rule: Option<String>,
}

/// The worked examples of the rules that are positions or amounts.
const EXAMPLES: [&str; 37] = [
    "F08", "F09", "F10", "F11", "Z02", "Z03", "Z04", "Z05", "Z06", "K01", "K03", "K04", "A01",
    "A02", "A03", "A04", "A05", "A06", "A07", "A08", "A10", "A11", "A12", "A13", "A14", "A17",
    "A18", "A20", "B01", "B02", "B03", "B05", "C01", "C03", "C04", "C07", "C09",
];

/// Those that are towers by themselves.
const TOWERS: [&str; 44] = [
    "T01", "T02", "T03", "T04", "T05", "T06", "T07", "T08", "T09a", "T09b", "T10", "T12", "T13",
    "T14", "T15", "T17", "T18", "T19a", "T19b", "T20", "T21a", "T21b", "T22", "T23a", "T24a",
    "T24b", "T25", "T26", "T29", "P01", "P02", "P03a", "P03b", "P04", "P05", "P06", "P07", "P09b",
    "P11", "F01", "F02", "F03", "F04", "F07",
];

/// The names of all tests of this game.
fn tests() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/castell/tests");
    let files = fs::read_dir(folder).unwrap();
    let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let mut names = BTreeSet::new();
    for text in texts {
        let after = text.split("#[test]\nfn ").skip(1);
        names.extend(after.filter_map(|rest| Some(rest.split_once('(')?.0.to_owned())));
    }
    names
}

#[test]
fn every_sentence_of_the_seed_is_shown_or_says_why_not() {
    let sentences: Vec<Sentence> = read("seed_rules.json");
    let (cases, tests) = (cases::ids(), tests());
    for (number, sentence) in (1..).zip(&sentences) {
        assert_eq!(sentence.number, number);
        let says_nothing = sentence.no_rule.is_some();
        assert_eq!(sentence.shown_by.is_empty(), says_nothing, "{number}");
        for shown in &sentence.shown_by {
            let exists = match shown.strip_prefix("test:") {
                Some(test) => tests.contains(test),
                None => cases.contains(shown),
            };
            assert!(
                exists,
                "sentence {number} is shown by {shown}, which is not"
            );
        }
    }
}

#[test]
fn every_worked_example_of_the_rules_is_there() {
    let (cases, tests) = (cases::ids(), tests());
    for example in EXAMPLES.iter().chain(&TOWERS) {
        let named = format!("{}_", example.to_lowercase());
        let is_test = tests.iter().any(|test| test.starts_with(&named));
        assert!(cases.contains(*example) || is_test, "{example}");
    }
}
