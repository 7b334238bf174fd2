//! The outermost layer: whatever comes out of the house leaves it through here.
//!
//! It names the request, logs one line for it, gives every answer the headers that all have, and sees to it
//! that every answer of 400 or above is a problem: those that our own code made, those of actix's layers,
//! and a panic, which becomes a 500 while the server lives on.

use super::{cors, request_id, route};
use crate::api::problem::{self, Kind, Problem};
use crate::api::reply;
use crate::api::wiring::Wiring;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderName, HeaderValue, X_CONTENT_TYPE_OPTIONS,
};
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse, web};
use futures_util::FutureExt;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

/// Where the lines for requests and their problems are logged.
const LOG: &str = "placa::requests";

/// Passes a request on and its answer back.
pub async fn envelope(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let visit = Visit::begin(&request);
    if cors::is_preflight(&request) {
        let answer = visit.end(cors::preflight(), None);
        return Ok(request.into_response(answer));
    }
    if request.method() == Method::HEAD {
        // Every GET answers HEAD too. The connection remembers what was asked and sends no body.
        request.head_mut().method = Method::GET;
    }
    // Nothing that the router holds is left half-changed by a panic: a request has its own state.
    let served = AssertUnwindSafe(next.call(request)).catch_unwind().await;
    let error = match served {
        Ok(Ok(response)) => {
            let (request, answer) = response.map_into_boxed_body().into_parts();
            let route = Some(route::pattern(&request)).filter(|route| !route.is_empty());
            let answer = visit.end(answer, route.as_deref());
            return Ok(ServiceResponse::new(request, answer));
        }
        Ok(Err(error)) => error,
        Err(_) => Problem::internal("a handler panicked").into(),
    };
    // The request is lost with the panic, so the answer leaves as an error that is complete already.
    let answer = visit.end(HttpResponse::from_error(error), None);
    Err(InternalError::from_response("answered", answer).into())
}

/// One request, as far as the answer and the log need to know it.
struct Visit {
    wiring: web::Data<Wiring>,
    id: String,
    method: Method,
    path: String,
    began: Duration,
    /// Does the client offer to go on with another protocol?
    offers_upgrade: bool,
}

impl Visit {
    fn begin(request: &ServiceRequest) -> Visit {
        let wiring = Wiring::of(request.request()).clone();
        Visit {
            id: request_id::of(request.headers()),
            method: request.method().clone(),
            began: wiring.clock.running(),
            path: request.path().to_owned(),
            offers_upgrade: request.head().upgrade(),
            wiring,
        }
    }

    /// Finishes the answer and logs the request. `route` is the pattern of the route that served it, where
    /// there was one.
    fn end(self, mut answer: HttpResponse, route: Option<&str>) -> HttpResponse {
        if answer.status().is_client_error() || answer.status().is_server_error() {
            answer = self.problem(answer);
        }
        if self.offers_upgrade {
            // actix ends such a connection after the answer: a client that is not told so sends its next request into the void.
            answer.head_mut().set_connection_type(ConnectionType::Close);
        }
        let headers = answer.headers_mut();
        reply::tag_coding(headers);
        cors::open(headers);
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if let Ok(id) = HeaderValue::from_str(&self.id) {
            headers.insert(HeaderName::from_static(request_id::HEADER), id);
        }
        let took = self.wiring.clock.running().saturating_sub(self.began);
        let status = answer.status().as_u16();
        let requests = &self.wiring.requests;
        requests.count(&self.method, route, status, took);
        log::info!(target: LOG, "{}", self.line(route, status, took));
        answer
    }

    /// The same answer as a problem.
    fn problem(&self, answer: HttpResponse) -> HttpResponse {
        let (mut answer, _) = answer.into_parts();
        let stranger;
        let problem = match answer.error().and_then(|error| error.as_error::<Problem>()) {
            Some(problem) => problem,
            None => {
                stranger = of_lower_layer(&answer);
                &stranger
            }
        };
        let row = problem.kind().row();
        // The story may quote the client, who is not to write lines of their own into the log.
        let story = problem.story();
        log::log!(target: LOG, row.level, "{} {}", self.id, story.escape_debug());
        let body = problem.body(&self.wiring.public_url, &self.path);
        let body = serde_json::to_vec(&body).unwrap_or_default();
        let (status, own) = (problem.kind().status(), problem.headers().to_vec());
        *answer.status_mut() = status;
        let headers = answer.headers_mut();
        headers.remove(CONTENT_ENCODING);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(problem::MEDIA_TYPE));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        for (name, value) in own {
            headers.insert(name, value);
        }
        answer.set_body(BoxBody::new(body))
    }

    /// The line for the log: no query, no header, no body, and the path only as the pattern of its route, since what is
    /// mailed or mistyped may stand in a path. So no secret.
    fn line(&self, route: Option<&str>, status: u16, took: Duration) -> String {
        format!(
            "{} {} {} {} {:.1} ms",
            self.id,
            self.method,
            route.unwrap_or("(no route)"),
            status,
            took.as_secs_f64() * 1000.0
        )
    }
}

/// The problem for an answer that a layer below made without knowing of problems.
fn of_lower_layer(answer: &HttpResponse<()>) -> Problem {
    let kind = Kind::of_status(answer.status());
    let detail = match answer.status() {
        StatusCode::NOT_FOUND => "there is nothing at this path",
        StatusCode::METHOD_NOT_ALLOWED => "the resource does not know this method",
        _ => kind.row().title,
    };
    match answer.error() {
        Some(error) => Problem::new(kind, detail).caused_by(error.to_string()),
        None => Problem::new(kind, detail),
    }
}

#[cfg(test)]
mod tests;
