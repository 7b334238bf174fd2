//! Every sentence of the rules of general scoring, and every numbered example of the rules, is shown by something.

use super::cases;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

const SENTENCES: &str = include_str!("../../../../tests/games/el_grande/seed_rules.json");

/// The numbered examples of the rules; 68 and 69 are tests of their own.
const EXAMPLES: [&str; 43] = [
    "1",
    "2",
    "3",
    "4",
    "7",
    "9",
    "10",
    "11",
    "14",
    "16",
    "17",
    "18",
    "19",
    "21",
    "23",
    "27",
    "30",
    "31",
    "32",
    "33",
    "34",
    "35",
    "38",
    "39",
    "40",
    "41",
    "43",
    "44",
    "45",
    "47",
    "48",
    "49",
    "50",
    "52",
    "57",
    "58",
    "60",
    "62",
    "64",
    "66",
    "example_68_",
    "example_69_",
    "70",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sentence {
    number: usize,
    rule: String,
    shown_by: Vec<String>,
}

/// The names of all tests in this folder.
fn tests() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/el_grande/tests");
    let files = std::fs::read_dir(folder).unwrap();
    let texts = files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let mut names = BTreeSet::new();
    for text in texts {
        let after = text.split("#[test]\nfn ").skip(1);
        names.extend(after.filter_map(|rest| Some(rest.split_once('(')?.0.to_owned())));
    }
    names
}

#[test]
fn every_sentence_of_the_seed_is_shown() {
    let known: BTreeSet<String> = cases::ids().union(&tests()).cloned().collect();
    let sentences: Vec<Sentence> = serde_json::from_str(SENTENCES).unwrap();
    for (at, sentence) in sentences.iter().enumerate() {
        assert_eq!(sentence.number, at + 1);
        let is_rule = !sentence.rule.starts_with("No rule");
        assert_eq!(
            !sentence.shown_by.is_empty(),
            is_rule,
            "{}",
            sentence.number
        );
        for name in &sentence.shown_by {
            assert!(known.contains(name), "{}: {name}", sentence.number);
        }
    }
}

#[test]
fn every_numbered_example_is_there() {
    let (ids, tests) = (cases::ids(), tests());
    for example in EXAMPLES {
        let is_test = tests.iter().any(|test| test.starts_with(example));
        assert!(ids.contains(example) || is_test, "{example}");
    }
}
