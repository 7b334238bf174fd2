//! Every answer that a test sees is held against the OpenAPI document.

use crate::client::Answer;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock, Mutex};

/// The document as it is committed.
static CONTRACT: LazyLock<Arc<Contract>> = LazyLock::new(|| {
    let text = include_str!("../../openapi/openapi.json");
    Arc::new(Contract::new(
        serde_json::from_str(text).expect("the document is JSON"),
    ))
});

/// What the document promises.
pub struct Contract {
    document: Value,
    /// Compiled schemas by method, path and status.
    validators: Mutex<HashMap<(String, String, u16), Arc<Validator>>>,
}

impl Contract {
    pub fn committed() -> Arc<Contract> {
        CONTRACT.clone()
    }

    fn new(document: Value) -> Contract {
        Contract {
            document,
            validators: Mutex::default(),
        }
    }

    /// Makes sure that the answer is one that the document promises.
    #[track_caller]
    pub fn hold(&self, method: &str, path: &str, answer: &Answer) {
        let path = path.split('?').next().unwrap_or_default();
        if answer.status >= 400 {
            assert_eq!(
                answer.header("content-type"),
                "application/problem+json",
                "{method} {path}: {}",
                answer.text
            );
        }
        if method == "HEAD" || method == "OPTIONS" {
            return;
        }
        let Some((pattern, operation)) = self.operation(method, path) else {
            return;
        };
        let response = &operation["responses"][answer.status.to_string()];
        assert!(
            response.is_object(),
            "{method} {pattern} does not promise {}: {}",
            answer.status,
            answer.text
        );
        let Some(content) = response["content"].as_object() else {
            assert_eq!(answer.text, "", "{method} {pattern} promises no body");
            return;
        };
        let media_type = answer.header("content-type");
        let schema = &content
            .get(&media_type)
            .unwrap_or_else(|| panic!("{method} {pattern} promises no {media_type}"))["schema"];
        let validator = self.validator(method, pattern, answer.status, schema);
        let body = match media_type.ends_with("json") {
            true => answer.json(),
            false => Value::String(answer.text.clone()),
        };
        let faults: Vec<String> = validator
            .iter_errors(&body)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(
            faults.is_empty(),
            "{method} {pattern} {}: {faults:#?}\n{body}",
            answer.status
        );
    }

    /// How the document calls the operation that such a request asks for.
    #[track_caller]
    pub fn operation_id(&self, method: &str, path: &str) -> String {
        let path = path.split('?').next().unwrap_or_default();
        let found = self.operation(method, path);
        let (_, operation) = found.unwrap_or_else(|| panic!("no operation is {method} {path}"));
        operation["operationId"].as_str().unwrap().to_owned()
    }

    /// How the document calls its operations.
    pub fn operation_ids(&self) -> BTreeSet<String> {
        let items = self.document["paths"].as_object().unwrap().values();
        let operations = items.flat_map(|item| item.as_object().unwrap().values());
        let ids = operations.filter_map(|operation| operation["operationId"].as_str());
        ids.map(str::to_owned).collect()
    }

    /// Makes sure that a recorded exchange is one that the document promises.
    #[track_caller]
    pub fn hold_example(&self, id: &str, exchange: &Value) {
        let paths = self.document["paths"].as_object().unwrap();
        let items = paths
            .values()
            .flat_map(|item| item.as_object().unwrap().values());
        let operation = items
            .into_iter()
            .find(|it| it["operationId"] == id)
            .unwrap();
        let response = &operation["responses"][exchange["status"].to_string()];
        let bodies = [
            (&operation["requestBody"], &exchange["request"]),
            (response, &exchange["response"]),
        ];
        for (promised, example) in bodies {
            let schema = &promised["content"]["application/json"]["schema"];
            if !example.is_null() {
                let faults: Vec<String> = self
                    .compiled(schema)
                    .iter_errors(example)
                    .map(|it| it.to_string())
                    .collect();
                assert!(faults.is_empty(), "{id}: {faults:#?}");
            }
        }
    }

    /// A schema of the document, ready to validate by.
    fn compiled(&self, schema: &Value) -> Validator {
        let alone = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "allOf": [schema],
            "components": self.document["components"],
        });
        jsonschema::validator_for(&alone).expect("a schema of the document")
    }

    fn validator(
        &self,
        method: &str,
        pattern: &str,
        status: u16,
        schema: &Value,
    ) -> Arc<Validator> {
        let key = (method.to_owned(), pattern.to_owned(), status);
        let mut validators = self.validators.lock().unwrap();
        let compiled = validators
            .entry(key)
            .or_insert_with(|| Arc::new(self.compiled(schema)));
        compiled.clone()
    }

    fn operation(&self, method: &str, path: &str) -> Option<(&str, &Value)> {
        let method = method.to_lowercase();
        let paths = self.document["paths"].as_object().expect("paths");
        // A path without places comes before one with them.
        let mut fitting: Vec<_> = paths
            .iter()
            .filter(|(pattern, _)| fits(pattern, path))
            .collect();
        fitting.sort_by_key(|(pattern, _)| pattern.matches('{').count());
        let (pattern, item) = fitting.first()?;
        Some((pattern.as_str(), item.get(&method)?))
    }
}

fn fits(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').collect();
    let path: Vec<&str> = path.split('/').collect();
    let same = |(expected, part): (&&str, &&str)| expected.starts_with('{') || expected == part;
    pattern.len() == path.len() && pattern.iter().zip(&path).all(same)
}
