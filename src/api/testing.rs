//! For the tests of this room: two tiny games, a small service that offers them, and a client.

pub mod games;
pub mod handlers;

use super::answers::Answers;
use super::contract::Contract;
use super::limits::{Limits, Rate, Rates};
use super::metrics::Requests;
use super::wiring::Wiring;
use crate::app::token::{Opens, Token};
use crate::app::{Caller, Refusal};
use crate::clock::{Clock, Hand};
use crate::model::{Moment, PlayerId, Scope, Scopes, TokenId};
use actix_web::body::to_bytes;
use actix_web::dev::Service;
use actix_web::http::header::HeaderMap;
use actix_web::test::{TestRequest, init_service};
use actix_web::{HttpResponse, web};
use futures_util::future::LocalBoxFuture;
use serde_json::Value;
use std::num::NonZeroU32;
use std::rc::Rc;

/// Where the service under test says it is.
pub const PUBLIC_URL: &str = "https://placa.example";

/// The token that has these scopes; it belongs to Anna.
pub fn token(scopes: &[Scope]) -> Token {
    let bits = u8::try_from(Scopes::of(scopes).bits()).unwrap();
    Token::new(Opens::Account, &[bits; 24])
}

/// `Authorization` with a token that may do everything.
pub fn anna() -> (&'static str, String) {
    bearer(&Scope::ALL)
}

/// `Authorization` with a token of these scopes.
pub fn bearer(scopes: &[Scope]) -> (&'static str, String) {
    ("Authorization", format!("Bearer {}", token(scopes).text()))
}

/// The contract of the service under test.
pub fn contract() -> Contract {
    Contract::new(games::GAMES, &handlers::ROUTES)
}

/// What a service under test works with; `rate` limits all traffic, `600/60` or `off`.
pub fn wiring(rate: &str) -> (Wiring, Hand) {
    let (clock, hand) = Clock::by_hand(Moment(1_796_000_000_000));
    let rate: Rate = rate.parse().unwrap();
    let rates = Rates {
        moves: rate,
        reads: rate,
        creation: rate,
        registration: rate,
        per_address: NonZeroU32::new(2).unwrap(),
    };
    let player = PlayerId::new();
    let wiring = Wiring {
        contract: contract(),
        limits: Limits::new(rates, clock.clone()),
        clock,
        answers: Answers::default(),
        requests: Requests::default(),
        proxies: 1,
        public_url: PUBLIC_URL.to_owned(),
        authenticate: Box::new(move |shown| {
            Box::pin(async move {
                // A look-up takes a while: whatever need not wait for it could get ahead.
                tokio::task::yield_now().await;
                let bits = (0..8).find(|bits| shown == Token::new(Opens::Account, &[*bits; 24]));
                bits.map_or(Err(Refusal::InvalidToken), |bits| {
                    Ok(Caller {
                        player,
                        name: "anna".to_owned(),
                        token: TokenId::new(),
                        scopes: Scopes::from_bits(bits.into()),
                    })
                })
            })
        }),
        ready: Box::new(|| Box::pin(async { Ok(()) })),
    };
    (wiring, hand)
}

/// What a client gets.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// The code of the problem that this must be.
    pub fn code(&self) -> String {
        assert_eq!(
            self.header("content-type"),
            Some("application/problem+json")
        );
        let problem = self.json();
        assert_eq!(problem["status"], self.status);
        let code = problem["code"].as_str().unwrap();
        assert_eq!(problem["type"], format!("{PUBLIC_URL}/problems/{code}"));
        assert!(problem["title"].is_string() && problem["detail"].is_string());
        code.to_owned()
    }
}

/// A client of a service under test.
pub struct Client(Box<dyn Fn(TestRequest) -> LocalBoxFuture<'static, Answer>>);

/// A client of a service without limits.
pub async fn client() -> Client {
    client_of(wiring("off").0).await
}

/// A client of this service.
pub async fn client_of(wiring: Wiring) -> Client {
    let app = super::app(web::Data::new(wiring), &handlers::ROUTES);
    let service = Rc::new(init_service(app).await);
    Client(Box::new(move |request| {
        let service = service.clone();
        Box::pin(async move {
            match service.call(request.to_request()).await {
                Ok(response) => answer(response.into_parts().1).await,
                Err(error) => answer(HttpResponse::from_error(error)).await,
            }
        })
    }))
}

async fn answer(response: HttpResponse) -> Answer {
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let body = to_bytes(response.into_body()).await.unwrap().to_vec();
    Answer {
        status,
        headers,
        body,
    }
}

impl Client {
    /// Sends a request.
    pub async fn send(&self, request: TestRequest) -> Answer {
        (self.0)(request).await
    }

    /// Gets a path.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(TestRequest::get().uri(path)).await
    }
}
