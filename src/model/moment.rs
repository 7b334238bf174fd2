//! Instants.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A second, in milliseconds.
pub const SECOND: i64 = 1_000;
/// A minute, in milliseconds.
pub const MINUTE: i64 = 60 * SECOND;
/// An hour, in milliseconds.
pub const HOUR: i64 = 60 * MINUTE;
/// A day of 24 hours, in milliseconds.
pub const DAY: i64 = 24 * HOUR;

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

/// Text that is no instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an instant is written as in RFC 3339, in the years 1970 to 9999: 2026-12-01T09:00:00Z")]
pub struct NoMoment;

impl FromStr for Moment {
    type Err = NoMoment;

    fn from_str(text: &str) -> Result<Moment, NoMoment> {
        /// The last millisecond of the year 9999.
        const LAST: i64 = 253_402_300_799_999;
        let instant = DateTime::parse_from_rfc3339(text).map_err(|_| NoMoment)?;
        let millis = instant.timestamp_millis();
        match (0..=LAST).contains(&millis) && text.as_bytes().get(10) == Some(&b'T') {
            true => Ok(Moment(millis)),
            false => Err(NoMoment),
        }
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
        text.parse().map_err(serde::de::Error::custom)
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

    #[test]
    fn an_instant_that_could_not_be_written_back_is_none() {
        for text in [
            "9999-12-31T23:59:59-14:00",
            "1969-12-31T23:59:59Z",
            "2027-01-01 00:00:00Z",
            "2027-01-01T00:00:00",
            "2027-13-01T00:00:00Z",
            "",
        ] {
            assert_eq!(text.parse::<Moment>(), Err(NoMoment), "{text}");
        }
    }
}
