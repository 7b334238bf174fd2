//! JSON of any form, and JSON that is nearly what it should be.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Number, Value};

/// Any JSON, a few levels deep.
pub fn any_json() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-2..300_i64).prop_map(Value::from),
        any::<f64>().prop_map(|number| Number::from_f64(number).map_or(Value::Null, Value::Number)),
        any::<String>().prop_map(Value::from),
        "[a-z_]{1,12}".prop_map(Value::from),
        "[0-9a-f]{64}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let member = ("[a-z_]{1,12}", inner.clone());
        prop_oneof![
            prop::collection::vec(inner, 0..6).prop_map(Value::from),
            prop::collection::vec(member, 0..6)
                .prop_map(|members| Value::Object(Map::from_iter(members))),
        ]
    })
    .boxed()
}

/// What is done to some place of a document.
#[derive(Clone, Debug)]
pub struct Change {
    place: Index,
    how: How,
}

#[derive(Clone, Debug)]
enum How {
    /// Something else stands there.
    Replace(Value),
    /// What stands in some place of another document stands there.
    Transplant(Index),
    /// It is another number, or another text by a character.
    Nudge(i64),
    /// It is gone.
    Remove,
    /// It is there twice, or under another name too.
    Double,
    /// It lies deeper by so many lists.
    Wrap(u8),
}

impl Arbitrary for Change {
    type Parameters = ();
    type Strategy = BoxedStrategy<Change>;

    fn arbitrary_with((): ()) -> BoxedStrategy<Change> {
        let how = prop_oneof![
            2 => any_json().prop_map(How::Replace),
            4 => any::<Index>().prop_map(How::Transplant),
            4 => prop_oneof![-3..4_i64, any::<i64>()].prop_map(How::Nudge),
            1 => Just(How::Remove),
            1 => Just(How::Double),
            1 => (1..120_u8).prop_map(How::Wrap),
        ];
        (any::<Index>(), how)
            .prop_map(|(place, how)| Change { place, how })
            .boxed()
    }
}

/// A document with changes; what is transplanted comes from `donor`.
pub fn changed(document: &Value, changes: &[Change], donor: &Value) -> Value {
    let mut document = document.clone();
    let donations = places(donor);
    for change in changes {
        let all = places(&document);
        let place = change.place.get(&all);
        let new = match &change.how {
            How::Replace(value) => value.clone(),
            How::Transplant(from) => donor
                .pointer(from.get::<String>(&donations))
                .unwrap()
                .clone(),
            How::Nudge(by) => nudged(document.pointer(place).unwrap(), *by),
            How::Wrap(levels) => {
                let inner = document.pointer(place).unwrap().clone();
                (0..*levels).fold(inner, |inner, _| Value::from(vec![inner]))
            }
            How::Remove | How::Double => {
                reshape(&mut document, place, &change.how);
                continue;
            }
        };
        *document.pointer_mut(place).unwrap() = new;
    }
    document
}

fn nudged(value: &Value, by: i64) -> Value {
    match value {
        Value::Number(number) => match number.as_i64() {
            Some(number) => Value::from(number.wrapping_add(by)),
            None => Value::from(by),
        },
        Value::String(text) => {
            let mut text = text.clone();
            text.pop();
            text.push(char::from(b'a' + by.rem_euclid(26) as u8));
            Value::from(text)
        }
        Value::Bool(is_so) => Value::from(!is_so),
        Value::Null | Value::Array(_) | Value::Object(_) => Value::from(by),
    }
}

/// Takes out what stands somewhere, or puts it there a second time.
fn reshape(document: &mut Value, place: &str, how: &How) {
    let Some((parent, name)) = place.rsplit_once('/') else {
        return;
    };
    match (document.pointer_mut(parent).unwrap(), how) {
        (Value::Array(items), How::Double) => {
            let index: usize = name.parse().unwrap();
            items.insert(index, items[index].clone());
        }
        (Value::Array(items), _) => drop(items.remove(name.parse().unwrap())),
        (Value::Object(members), How::Double) => {
            let value = members[&unescaped(name)].clone();
            members.insert(format!("{name}_"), value);
        }
        (Value::Object(members), _) => drop(members.remove(&unescaped(name))),
        (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_), _) => {}
    }
}

/// A pointer to every place of a document.
fn places(document: &Value) -> Vec<String> {
    let below = |name: String, value: &Value| {
        places(value)
            .into_iter()
            .map(move |place| format!("/{name}{place}"))
            .collect::<Vec<_>>()
    };
    let inner: Vec<String> = match document {
        Value::Object(members) => members
            .iter()
            .flat_map(|(name, value)| below(escaped(name), value))
            .collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .flat_map(|(index, value)| below(index.to_string(), value))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    [String::new()].into_iter().chain(inner).collect()
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn unescaped(name: &str) -> String {
    name.replace("~1", "/").replace("~0", "~")
}
