//! What a bot makes of a position.

use super::Castell;
use crate::Strategy;

impl Strategy for Castell {}
