//! What a bot makes of a position.

use super::Castellers;
use crate::Strategy;

impl Strategy for Castellers {}
