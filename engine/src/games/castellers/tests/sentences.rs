//! Every sentence of the printed rules is shown by a worked example or a test, or says nothing that could be.

use super::cases;
use crate::tests::every_sentence_is_shown;

#[test]
fn every_sentence_of_the_printed_rules_is_shown_or_says_why_not() {
    every_sentence_is_shown("castellers", &cases::ids());
}
