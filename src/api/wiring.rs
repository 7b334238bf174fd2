//! What the API works with: handed over at startup, the same for every worker and every request.

use super::answers::Answers;
use super::contract::Contract;
use super::limits::Limits;
use super::metrics::Requests;
use crate::app;
use crate::app::token::Token;
use crate::clock::Clock;
use actix_web::{HttpRequest, web};
use futures_util::future::LocalBoxFuture;

/// Finds the account that a token belongs to now.
pub type Authenticate =
    Box<dyn Fn(Token) -> LocalBoxFuture<'static, app::Result<app::Caller>> + Send + Sync>;

/// Asks whether requests can be served right now.
pub type Ready = Box<dyn Fn() -> LocalBoxFuture<'static, app::Result<()>> + Send + Sync>;

/// What the API works with.
pub struct Wiring {
    /// What the API promises, the games included.
    pub contract: Contract,
    /// What time it is.
    pub clock: Clock,
    /// How much anybody may ask.
    pub limits: Limits,
    /// How many proxies of our own stand before the service, each of which adds whom it saw to
    /// `X-Forwarded-For`.
    pub proxies: usize,
    /// Where the service is found from outside, without a slash at the end.
    pub public_url: String,
    /// Who a token belongs to.
    pub authenticate: Authenticate,
    /// Whether requests can be served.
    pub ready: Ready,
    /// Answers that can be given again.
    pub answers: Answers,
    /// What has been answered, for those who watch.
    pub requests: Requests,
}

impl Wiring {
    /// What the request's app works with.
    pub fn of(request: &HttpRequest) -> &web::Data<Wiring> {
        request
            .app_data::<web::Data<Wiring>>()
            .expect("an app is built with its wiring")
    }
}
