//! Taking a standing answer back, by one that says nothing.

use super::ElGrandeAction;

/// Always open.
pub fn candidates() -> Vec<ElGrandeAction> {
    vec![ElGrandeAction::AskAgain {}]
}
