//! What a bot makes of a position.

use super::ElGrande;
use crate::Strategy;

impl Strategy for ElGrande {}
