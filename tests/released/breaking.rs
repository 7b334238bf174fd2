//! Which changes of an OpenAPI document break clients that were generated from an earlier one.
//!
//! The documents compared here have a narrow form, which the service's own lint keeps: every union a `oneOf` with a discriminator
//! and a complete mapping, no `allOf`, requests closed. So the rules are few. What clients send may only become easier to
//! send; what they get may only become more, and nothing that they have to tell apart.

use serde_json::Value;
use std::collections::BTreeSet;

/// Does a version allow what breaks clients of an earlier one? The leading number tells, or the second one before 1.0.
pub fn may_break(released: &str, current: &str) -> bool {
    let leading = |version: &str| -> String {
        let mut numbers = version.split('.');
        match numbers.next() {
            Some("0") => format!("0.{}", numbers.next().unwrap_or_default()),
            first => first.unwrap_or_default().to_owned(),
        }
    };
    leading(released) != leading(current)
}

/// Every change that breaks clients, one line each.
pub fn changes(released: &Value, current: &Value) -> Vec<String> {
    let mut comparison = Comparison {
        released,
        current,
        compared: BTreeSet::new(),
        found: Vec::new(),
    };
    for (path, item) in members(&released["paths"]) {
        for (method, operation) in members(item) {
            let place = format!("{} {path}", method.to_uppercase());
            match current["paths"][path].get(method) {
                Some(now) => comparison.operation(&place, operation, now),
                None => comparison.found.push(format!("{place} is gone")),
            }
        }
    }
    comparison.found
}

/// Who sends what a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// Clients do.
    In,
    /// The service does.
    Out,
}

struct Comparison<'d> {
    released: &'d Value,
    current: &'d Value,
    /// References that were followed, on either side: components refer to themselves.
    compared: BTreeSet<(String, String, Way)>,
    found: Vec<String>,
}

impl<'d> Comparison<'d> {
    fn broken(&mut self, place: &str, how: &str) {
        self.found.push(format!("{place} {how}"));
    }

    fn operation(&mut self, place: &str, was: &'d Value, now: &'d Value) {
        if was["operationId"] != now["operationId"] {
            self.broken(
                place,
                "has another operationId, which names methods of clients",
            );
        }
        if was["tags"] != now["tags"] {
            self.broken(place, "has another tag, which names classes of clients");
        }
        for way in items(&now["security"]) {
            if !items(&was["security"]).any(|it| it == way) && *way != serde_json::json!({}) {
                self.broken(place, &format!("asks for {way}, which it did not"));
            }
        }
        let open = |it: &Value| items(&it["security"]).all(|way| *way == serde_json::json!({}));
        let opens = |it: &Value| {
            open(it) || items(&it["security"]).any(|way| *way == serde_json::json!({}))
        };
        if opens(was) && !opens(now) {
            self.broken(place, "needs a token, which it did not");
        }
        for way in items(&was["security"]) {
            if !open(now) && !items(&now["security"]).any(|it| it == way) {
                self.broken(place, &format!("is no longer content with {way}"));
            }
        }
        self.parameters(place, was, now);
        self.request(place, &was["requestBody"], &now["requestBody"]);
        self.responses(place, &was["responses"], &now["responses"]);
    }

    fn parameters(&mut self, place: &str, was: &'d Value, now: &'d Value) {
        let same = |a: &Value, b: &Value| a["name"] == b["name"] && a["in"] == b["in"];
        for parameter in items(&now["parameters"]) {
            let name = format!("{place}, parameter {}", parameter["name"]);
            let before = items(&was["parameters"]).find(|it| same(it, parameter));
            let required = parameter["required"] == true;
            match before {
                None if required => self.broken(&name, "is new and required"),
                None => {}
                Some(before) => {
                    if required && before["required"] != true {
                        self.broken(&name, "has become required");
                    }
                    self.schema(&name, &before["schema"], &parameter["schema"], Way::In);
                }
            }
        }
        for parameter in items(&was["parameters"]) {
            if !items(&now["parameters"]).any(|it| same(it, parameter)) {
                self.broken(
                    &format!("{place}, parameter {}", parameter["name"]),
                    "is gone",
                );
            }
        }
    }

    fn request(&mut self, place: &str, was: &'d Value, now: &'d Value) {
        if was.is_null() {
            if now["required"] == true {
                self.broken(place, "needs a body, which it did not");
            }
            return;
        }
        if now["required"] == true && was["required"] != true {
            self.broken(place, "needs its body, which it did not");
        }
        for (media_type, media) in members(&was["content"]) {
            let name = format!("{place}, request");
            match now["content"].get(media_type) {
                Some(it) => self.schema(&name, &media["schema"], &it["schema"], Way::In),
                None => self.broken(&name, &format!("may no longer be {media_type}")),
            }
        }
    }

    fn responses(&mut self, place: &str, was: &'d Value, now: &'d Value) {
        for (status, response) in members(was) {
            let name = format!("{place}, {status}");
            let is_success = status.starts_with('2') || status.starts_with('3');
            let Some(there) = now.get(status) else {
                if is_success {
                    self.broken(&name, "is gone");
                }
                continue;
            };
            for (media_type, media) in members(&response["content"]) {
                match there["content"].get(media_type) {
                    Some(it) => self.schema(&name, &media["schema"], &it["schema"], Way::Out),
                    None => self.broken(&name, &format!("no longer comes as {media_type}")),
                }
            }
            for (header, _) in members(&response["headers"]) {
                if there["headers"].get(header).is_none() {
                    self.broken(&name, &format!("no longer has the header {header}"));
                }
            }
        }
        for status in members(now).map(|(status, _)| status) {
            if status.starts_with('2') && was.get(status).is_none() {
                self.broken(&format!("{place}, {status}"), "is a new way to succeed");
            }
        }
    }

    fn schema(&mut self, place: &str, was: &'d Value, now: &'d Value, way: Way) {
        let target = |it: &Value| it["$ref"].as_str().unwrap_or_default().to_owned();
        let (from, to) = (target(was), target(now));
        if !from.is_empty() && !to.is_empty() {
            if !self.compared.insert((from.clone(), to.clone(), way)) {
                return;
            }
            if from != to {
                self.broken(place, &format!("is called {to}, no longer {from}"));
            }
        }
        let was = resolve(self.released, was);
        let now = resolve(self.current, now);
        self.kind(place, was, now, way);
        self.words(place, was, now, way);
        self.union(place, was, now, way);
        self.bounds(place, was, now, way);
        self.object(place, was, now, way);
        if was["items"].is_object() && now["items"].is_object() {
            self.schema(&format!("{place}/*"), &was["items"], &now["items"], way);
        }
        let (values, values_now) = (&was["additionalProperties"], &now["additionalProperties"]);
        if values.is_object() && values_now.is_object() {
            self.schema(&format!("{place}/*"), values, values_now, way);
        }
    }

    /// Types, null among them, and formats.
    fn kind(&mut self, place: &str, was: &Value, now: &Value, way: Way) {
        let (before, after) = (words(&was["type"]), words(&now["type"]));
        let (sent, understood) = match way {
            Way::In => (&before, &after),
            Way::Out => (&after, &before),
        };
        if !sent.is_subset(understood) {
            self.broken(place, &format!("was {before:?} and is {after:?}"));
        }
        if was["format"] != now["format"] {
            let formats = format!("had the format {} and has {}", was["format"], now["format"]);
            self.broken(place, &formats);
        }
        if was["const"] != now["const"] {
            self.broken(
                place,
                &format!("was {} and is {}", was["const"], now["const"]),
            );
        }
    }

    fn words(&mut self, place: &str, was: &Value, now: &Value, way: Way) {
        let (before, after) = (words(&was["enum"]), words(&now["enum"]));
        match way {
            Way::In if now["enum"].is_array() && !was["enum"].is_array() => {
                self.broken(place, "takes only some words by now");
            }
            Way::Out if was["enum"].is_array() && !now["enum"].is_array() => {
                self.broken(place, "may be any word by now");
            }
            Way::In => {
                for word in before.difference(&after) {
                    self.broken(place, &format!("no longer takes {word}"));
                }
            }
            Way::Out => {
                for word in after.difference(&before) {
                    self.broken(place, &format!("may be {word}, which clients don't know"));
                }
            }
        }
    }

    fn union(&mut self, place: &str, was: &'d Value, now: &'d Value, way: Way) {
        let mapping = |it: &'d Value| &it["discriminator"]["mapping"];
        if mapping(was).is_null() != mapping(now).is_null() {
            self.broken(place, "is a union in one document only");
            return;
        }
        if was["discriminator"]["propertyName"] != now["discriminator"]["propertyName"] {
            self.broken(place, "is told apart by another member");
        }
        for (word, target) in members(mapping(was)) {
            let name = format!("{place}({word})");
            match (mapping(now).get(word), way) {
                (Some(there), _) => {
                    let [was, now] = [target, there].map(|it| it.as_str().unwrap_or_default());
                    self.variant(&name, was, now, way);
                }
                (None, Way::In) => self.broken(&name, "is no longer taken"),
                (None, Way::Out) => {}
            }
        }
        for (word, _) in members(mapping(now)) {
            if way == Way::Out && mapping(was).get(word).is_none() {
                self.broken(
                    &format!("{place}({word})"),
                    "is one that clients don't know",
                );
            }
        }
    }

    fn variant(&mut self, place: &str, was: &'d str, now: &'d str, way: Way) {
        if was != now {
            self.broken(place, &format!("is called {now}, no longer {was}"));
        }
        if self.compared.insert((was.to_owned(), now.to_owned(), way)) {
            let released = component(self.released, was);
            let current = component(self.current, now);
            self.schema(place, released, current, way);
        }
    }

    /// Limits of what clients send may only be eased. Those of answers tell clients how much room they need, and may only be
    /// tightened where the type in most languages follows from them, which is what formats are for.
    fn bounds(&mut self, place: &str, was: &Value, now: &Value, way: Way) {
        if way == Way::Out {
            return;
        }
        for (bound, is_least) in [
            ("minimum", true),
            ("minLength", true),
            ("minItems", true),
            ("maximum", false),
            ("maxLength", false),
            ("maxItems", false),
        ] {
            let (before, after) = (was[bound].as_f64(), now[bound].as_f64());
            let is_eased = match (before, after) {
                (_, None) => true,
                (None, Some(after)) => is_least && after <= 0.0,
                (Some(before), Some(after)) if is_least => after <= before,
                (Some(before), Some(after)) => after >= before,
            };
            if !is_eased {
                let (before, after) = (&was[bound], &now[bound]);
                self.broken(place, &format!("had the {bound} {before} and has {after}"));
            }
        }
        if now["pattern"] != was["pattern"] && !now["pattern"].is_null() {
            self.broken(place, "has another pattern");
        }
    }

    fn object(&mut self, place: &str, was: &'d Value, now: &'d Value, way: Way) {
        let names = |it: &'d Value| -> BTreeSet<&str> {
            items(&it["required"]).filter_map(Value::as_str).collect()
        };
        let (needed, needs) = (names(was), names(now));
        match way {
            Way::In => {
                for name in needs.difference(&needed) {
                    self.broken(&format!("{place}/{name}"), "has become required");
                }
            }
            Way::Out => {
                for name in needed.difference(&needs) {
                    self.broken(&format!("{place}/{name}"), "may be absent by now");
                }
            }
        }
        if way == Way::In
            && now["additionalProperties"] == false
            && was["additionalProperties"] != false
        {
            self.broken(place, "takes no members of other names any more");
        }
        for (name, member) in members(&was["properties"]) {
            let inner = format!("{place}/{name}");
            match now["properties"].get(name) {
                Some(there) => self.schema(&inner, member, there, way),
                None => self.broken(&inner, "is gone"),
            }
        }
    }
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let members = value.as_object().into_iter().flatten();
    members.map(|(name, member)| (name.as_str(), member))
}

/// A word or a list of words, as they are written.
fn words(value: &Value) -> BTreeSet<String> {
    match value {
        Value::Null => BTreeSet::new(),
        Value::Array(words) => words.iter().map(Value::to_string).collect(),
        word => BTreeSet::from([word.to_string()]),
    }
}

fn component<'d>(document: &'d Value, target: &str) -> &'d Value {
    let name = target.trim_start_matches("#/components/schemas/");
    &document["components"]["schemas"][name]
}

fn resolve<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    match schema["$ref"].as_str() {
        Some(target) => component(document, target),
        None => schema,
    }
}
