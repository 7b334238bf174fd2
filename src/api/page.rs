//! Cursors: where a page of a list ended, as opaque text.

use super::problem::{Flaw, Kind, Problem};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The version of the cursors' form.
const VERSION: u8 = 1;

/// Writes and reads the cursors of one list with certain filters.
///
/// A cursor is base64url of a version, a checksum and the place as JSON. The checksum covers the list and
/// its filters too, so that a cursor serves nowhere else. It keeps nothing secret and opens nothing: who
/// forges one gets a page that they could have had anyway.
pub struct Cursor {
    /// Over the list and its filters.
    scope: crc32fast::Hasher,
}

impl Cursor {
    /// The cursors of the list at this route, with these filters in whatever order.
    pub fn of(route: &str, filters: &[(String, String)]) -> Cursor {
        let mut filters: Vec<_> = filters.iter().filter(|(name, _)| name != "limit").collect();
        filters.sort();
        let mut scope = crc32fast::Hasher::new();
        scope.update(format!("{route}{filters:?}").as_bytes());
        Cursor { scope }
    }

    /// The cursor for a place.
    ///
    /// # Errors
    /// A place that doesn't serialise, which is a fault of ours.
    pub fn write(&self, place: &impl Serialize) -> Result<String, Problem> {
        let place = serde_json::to_vec(place).map_err(Problem::internal)?;
        let mut bytes = vec![VERSION];
        bytes.extend(self.checksum(&place));
        bytes.extend(place);
        Ok(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The place that a cursor stands for.
    ///
    /// # Errors
    /// A cursor that was not given out here.
    pub fn read<P: DeserializeOwned>(&self, cursor: &str) -> Result<P, Problem> {
        let bytes = URL_SAFE_NO_PAD.decode(cursor).ok();
        let place = bytes.as_deref().and_then(|bytes| self.open(bytes));
        place.ok_or_else(|| {
            let flaw = Flaw::in_query(
                "cursor",
                "was not given out by this list with these filters",
            );
            Problem::of_flaws(Kind::BadCursor, vec![flaw])
        })
    }

    fn open<P: DeserializeOwned>(&self, bytes: &[u8]) -> Option<P> {
        let (version, rest) = bytes.split_first()?;
        let (checksum, place) = rest.split_first_chunk::<4>()?;
        if *version != VERSION || *checksum != self.checksum(place) {
            return None;
        }
        serde_json::from_slice(place).ok()
    }

    fn checksum(&self, place: &[u8]) -> [u8; 4] {
        let mut hasher = self.scope.clone();
        hasher.update(place);
        hasher.finalize().to_be_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cursors(route: &str, filters: &[(&str, &str)]) -> Cursor {
        let owned: Vec<(String, String)> = filters
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        Cursor::of(route, &owned)
    }

    #[test]
    fn a_cursor_is_read_by_the_list_that_gave_it_out() {
        let games = cursors("/v1/games", &[("game", "castell"), ("open", "true")]);
        let place = (1_796_000_000_001i64, "last".to_owned());
        let cursor = games.write(&place).unwrap();
        assert!(
            cursor
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
        );
        assert_eq!(games.read::<(i64, String)>(&cursor).unwrap(), place);
        let reordered = cursors(
            "/v1/games",
            &[("open", "true"), ("limit", "5"), ("game", "castell")],
        );
        assert_eq!(reordered.read::<(i64, String)>(&cursor).unwrap(), place);
    }

    #[test]
    fn a_cursor_is_refused_everywhere_else() {
        let cursor = cursors("/v1/games", &[]).write(&7).unwrap();
        for other in [
            cursors("/v1/me/turns", &[]),
            cursors("/v1/games", &[("game", "castell")]),
        ] {
            let problem = other.read::<i32>(&cursor).unwrap_err();
            assert_eq!(problem.kind(), Kind::BadCursor);
        }
    }

    #[test]
    fn a_changed_cursor_is_refused() {
        let games = cursors("/v1/games", &[]);
        let cursor = games.write(&7_000_000).unwrap();
        for place in 0..cursor.len() {
            let mut changed = cursor.as_bytes().to_vec();
            changed[place] = if changed[place] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            let problem = games.read::<i32>(&changed).unwrap_err();
            assert_eq!(problem.kind(), Kind::BadCursor, "{changed}");
        }
        for wrong in ["", "x", "AQ", "%%%", "é"] {
            assert!(games.read::<i32>(wrong).is_err(), "{wrong}");
        }
    }
}
