//! Somebody who sends requests.

use crate::conforms;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use ureq::http::{HeaderMap, Request, Uri};

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    /// The body as JSON; null if there is none.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    /// The body, after making sure that the status is the expected one.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.json()
    }

    /// Makes sure that it is a problem of this status and code; gives its body.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        assert_eq!(self.header("content-type"), "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status);
        for member in ["type", "title", "detail", "instance"] {
            assert!(problem[member].is_string(), "{member} of {problem}");
        }
        problem
    }

    /// A header, empty if there is none.
    pub fn header(&self, name: &str) -> String {
        let value = self.headers.get(name).map(|value| value.to_str().unwrap());
        value.unwrap_or_default().to_owned()
    }
}

/// Sends requests to one server, with or without a token.
#[derive(Clone)]
pub struct Client {
    base: String,
    agent: ureq::Agent,
    pub token: Option<String>,
    /// The account; empty for a stranger.
    pub id: String,
    pub name: String,
    contract: Arc<conforms::Contract>,
}

impl Client {
    pub fn stranger(base: &str, contract: Arc<conforms::Contract>) -> Client {
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(60)))
            .build()
            .new_agent();
        Client {
            base: base.to_owned(),
            agent,
            token: None,
            id: String::new(),
            name: String::new(),
            contract,
        }
    }

    /// Registers somebody with a name that begins like this.
    pub fn register(&self, name: &str) -> Client {
        let unique = format!(
            "{name} {}",
            &uuid::Uuid::new_v4().simple().to_string()[..12]
        );
        let answer = self
            .post("/v1/players", &json!({ "name": unique }))
            .expect(201);
        Client {
            token: Some(answer["token"].as_str().unwrap().to_owned()),
            id: answer["player"]["id"].as_str().unwrap().to_owned(),
            name: unique,
            ..self.clone()
        }
    }

    /// The same client with another token.
    pub fn with_token(&self, token: &str) -> Client {
        Client {
            token: Some(token.to_owned()),
            ..self.clone()
        }
    }

    /// The same player at another address.
    pub fn at(&self, base: &str) -> Client {
        Client {
            base: base.to_owned(),
            ..self.clone()
        }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send("GET", path, headers, b"")
    }

    pub fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, &[], b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_with(path, &[], body)
    }

    pub fn post_with(&self, path: &str, headers: &[(&str, &str)], body: &Value) -> Answer {
        self.with_body("POST", path, headers, body)
    }

    pub fn put(&self, path: &str, body: &Value) -> Answer {
        self.with_body("PUT", path, &[], body)
    }

    pub fn patch(&self, path: &str, body: &Value) -> Answer {
        self.with_body("PATCH", path, &[], body)
    }

    fn with_body(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &Value,
    ) -> Answer {
        let mut all = vec![("content-type", "application/json")];
        all.extend(headers);
        self.send(method, path, &all, body.to_string().as_bytes())
    }

    /// Sends a request as it is, and holds the answer against the document.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let answer = self
            .send_unheld(method, path, headers, body)
            .expect("an answer");
        self.contract.hold(method, path, &answer);
        answer
    }

    /// Sends a request; an error if no answer comes.
    pub fn send_unheld(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Result<Answer, ureq::Error> {
        let uri: Uri = format!("{}{path}", self.base).parse().expect("an address");
        let mut request = Request::builder().method(method).uri(uri);
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut response = match body.is_empty() {
            true => self.agent.run(
                self.agent
                    .configure_request(request.body(()).unwrap())
                    .allow_non_standard_methods(true)
                    .build(),
            )?,
            false => self.agent.run(
                self.agent
                    .configure_request(request.body(body).unwrap())
                    .allow_non_standard_methods(true)
                    .build(),
            )?,
        };
        Ok(Answer {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            text: String::from_utf8_lossy(&response.body_mut().read_to_vec()?).into_owned(),
        })
    }
}
