//! Every sentence of the seed is shown by a case or a test, or says nothing that could be; so is every worked
//! example of the rules.

use super::cases;
use crate::tests::{every_sentence_is_shown, tests_of};

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

#[test]
fn every_sentence_of_the_seed_is_shown_or_says_why_not() {
    every_sentence_is_shown("castell", &cases::ids());
}

#[test]
fn every_worked_example_of_the_rules_is_there() {
    let (cases, tests) = (cases::ids(), tests_of("castell"));
    for example in EXAMPLES.iter().chain(&TOWERS) {
        let named = format!("{}_", example.to_lowercase());
        let is_test = tests.iter().any(|test| test.starts_with(&named));
        assert!(cases.contains(*example) || is_test, "{example}");
    }
}
