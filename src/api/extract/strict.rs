//! JSON read strictly: every member once, nothing deeper than need be, and for what is wrong the place.

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::cell::RefCell;
use std::fmt;

/// How deep arrays and objects may lie in each other. No request needs a quarter of it.
pub const DEEPEST: usize = 32;

/// Text that is not taken for JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// JSON Pointer to the value that was being read when it went wrong.
    pub pointer: String,
    /// What is wrong, and where in the text.
    pub detail: String,
}

/// Reads a JSON text.
///
/// # Errors
/// Text that is no JSON or more than one value, a member that is there twice, nesting deeper than
/// [`DEEPEST`], a number beyond the range of a double, or the character U+0000, which not every database
/// can keep.
pub fn read(text: &[u8]) -> Result<Value, Malformed> {
    let path = RefCell::new(Vec::new());
    let mut json = serde_json::Deserializer::from_slice(text);
    let node = Node {
        path: &path,
        depth: 0,
    };
    let read = node
        .deserialize(&mut json)
        .and_then(|value| json.end().map(|()| value));
    read.map_err(|error| Malformed {
        pointer: pointer(&path.borrow()),
        detail: error.to_string(),
    })
}

/// The JSON Pointer (RFC 6901) made of these members and indices.
pub fn pointer<S: AsRef<str>>(path: &[S]) -> String {
    let escape = |step: &S| step.as_ref().replace('~', "~0").replace('/', "~1");
    path.iter()
        .map(|step| format!("/{}", escape(step)))
        .collect()
}

/// A value that is about to be read, and the way to it. When reading fails the way stays as it was, and
/// so tells where.
#[derive(Clone, Copy)]
struct Node<'p> {
    path: &'p RefCell<Vec<String>>,
    depth: usize,
}

impl Node<'_> {
    fn enter(&self, step: String) {
        self.path.borrow_mut().push(step);
    }

    fn leave(&self) {
        self.path.borrow_mut().pop();
    }

    fn inner<E: Error>(self) -> Result<Self, E> {
        if self.depth == DEEPEST {
            return Err(E::custom(format!("nested deeper than {DEEPEST}")));
        }
        Ok(Node {
            depth: self.depth + 1,
            ..self
        })
    }
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        let number = Number::from_f64(value);
        number
            .map(Value::Number)
            .ok_or_else(|| E::custom("number out of range"))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        without_nul(value).map(|text| Value::String(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut list = Vec::new();
        loop {
            self.enter(list.len().to_string());
            let next = seq.next_element_seed(inner)?;
            self.leave();
            match next {
                Some(value) => list.push(value),
                None => return Ok(Value::Array(list)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut members = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            without_nul::<A::Error>(&name)?;
            self.enter(name.clone());
            if members.contains_key(&name) {
                return Err(A::Error::custom("the member is there twice"));
            }
            members.insert(name, map.next_value_seed(inner)?);
            self.leave();
        }
        Ok(Value::Object(members))
    }
}

fn without_nul<E: Error>(text: &str) -> Result<&str, E> {
    match text.contains('\0') {
        true => Err(E::custom("the character U+0000 is not accepted")),
        false => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn good_json_is_read_as_it_is() {
        let text = r#" {"a": [1, -2, 0.5, true, null, "x\u00e9"], "b": {"": {}}, "c": 18446744073709551615} "#;
        assert_eq!(
            read(text.as_bytes()),
            Ok(json!({"a": [1, -2, 0.5, true, null, "xé"], "b": {"": {}}, "c": u64::MAX}))
        );
    }

    #[test]
    fn bad_json_is_refused_where_it_is_bad() {
        let cases: &[(&[u8], &str)] = &[
            (b"", ""),
            (b"nope", ""),
            (b"{} {}", ""),
            (b"\xef\xbb\xbf{}", ""),
            (b"{\"a\": 1, \"a\": 2}", "/a"),
            (b"{\"a\": {\"b/c\": 1, \"~\": 2, \"b/c\": 3}}", "/a/b~1c"),
            (b"{\"a\": [1, 2,, 3]}", "/a/2"),
            (b"{\"a\": [1, 2", "/a/2"),
            (b"{\"a\": NaN}", "/a"),
            (b"{\"a\": Infinity}", "/a"),
            (b"{\"a\": 1e999}", "/a"),
            (b"{\"a\": 01}", "/a"),
            (b"{\"a\": 'x'}", "/a"),
            (b"{\"a\": \"\xff\"}", "/a"),
            (b"{\"a\": \"\\ud800\"}", "/a"),
            (b"{\"a\": \"\\u0000\"}", "/a"),
            (b"{\"\\u0000\": 1}", ""),
            (b"{\"a\": 1,}", ""),
            (b"{a: 1}", ""),
        ];
        for (text, place) in cases {
            let shown = String::from_utf8_lossy(text);
            let malformed = read(text).expect_err(&shown);
            assert_eq!(malformed.pointer, *place, "{shown}: {}", malformed.detail);
        }
    }

    #[test]
    fn thirty_two_levels_are_read_and_more_are_not() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(read(nested(DEEPEST).as_bytes()).is_ok());
        for depth in [DEEPEST + 1, 100, 30_000] {
            let malformed = read(nested(depth).as_bytes()).unwrap_err();
            assert_eq!(malformed.pointer, "/0".repeat(DEEPEST), "{depth}");
            assert!(malformed.detail.contains("nested deeper than 32"));
        }
        let object = "{\"a\":".repeat(100) + "1" + &"}".repeat(100);
        let malformed = read(object.as_bytes()).unwrap_err();
        assert_eq!(malformed.pointer, "/a".repeat(DEEPEST));
    }
}
