//! Every sentence of the rules of general scoring, and every numbered example of the rules, is shown by something.

use super::cases;
use crate::tests::{every_sentence_is_shown, tests_of};

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

#[test]
fn every_sentence_of_the_seed_is_shown() {
    every_sentence_is_shown("el_grande", &cases::ids());
}

#[test]
fn every_numbered_example_is_there() {
    let (ids, tests) = (cases::ids(), tests_of("el_grande"));
    for example in EXAMPLES {
        let is_test = tests.iter().any(|test| test.starts_with(example));
        assert!(ids.contains(example) || is_test, "{example}");
    }
}
