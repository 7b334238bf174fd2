//! What the operator of the service allows.

/// What the operator allows.
#[derive(Clone, Copy, Debug)]
pub struct House {
    /// The least seconds of a turn that may be offered.
    pub least_seconds: u32,
    /// For how many days in a calendar year an account may be on holiday.
    pub holiday_days: u16,
}

impl Default for House {
    fn default() -> House {
        House {
            least_seconds: 60,
            holiday_days: 30,
        }
    }
}
