//! Instants.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// An instant in whole milliseconds since 1970-01-01T00:00:00Z; in JSON RFC 3339 in UTC, with `Z` and three
/// digits of the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub i64);

impl Moment {
    /// This instant and so many milliseconds more (or fewer); stops at the ends of the range.
    pub fn plus_millis(self, millis: i64) -> Moment {
        Moment(self.0.saturating_add(millis))
    }

    /// Milliseconds from an earlier instant to this one; negative if it is later.
    pub fn since(self, earlier: Moment) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let instant =
            DateTime::<Utc>::from_timestamp_millis(self.0).unwrap_or(DateTime::UNIX_EPOCH);
        f.write_str(&instant.to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Moment, D::Error> {
        let text = String::deserialize(deserializer)?;
        let instant = DateTime::parse_from_rfc3339(&text).map_err(serde::de::Error::custom)?;
        Ok(Moment(instant.timestamp_millis()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_is_written_in_utc() {
        assert_eq!(
            Moment(1_796_000_000_001).to_string(),
            "2026-11-30T00:53:20.001Z"
        );
        let read: Moment = serde_json::from_str("\"2026-11-30T01:53:20.001+01:00\"").unwrap();
        assert_eq!(read, Moment(1_796_000_000_001));
    }
}
