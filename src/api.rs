//! The HTTP contract: what requests may say, what answers look like, and nothing of what happens between.
//!
//! A handler is a few lines: its signature says who may ask and what must be sent ([`extract`]), it calls one
//! use-case, and answers ([`reply`]). Everything that holds for all answers is done by the [`layers`], and
//! what is promised is written in the OpenAPI document ([`openapi`]), which requests are held against
//! ([`contract`]). [`routes`] lists who serves what.

pub mod answers;
pub mod board;
pub mod catalogue;
pub mod client;
pub mod contract;
pub mod docs;
pub mod events;
pub mod export;
pub mod extract;
pub mod game;
pub mod games;
mod guides;
pub mod health;
pub mod holidays;
pub mod invites;
pub mod layers;
pub mod leaving;
pub mod limits;
pub mod mail;
pub mod metrics;
pub mod openapi;
pub mod page;
mod page_frame;
pub mod play;
pub mod players;
pub mod problem;
pub mod record;
pub mod reply;
pub mod routes;
pub mod seats;
mod shape;
mod spoken;
pub mod talk;
#[cfg(test)]
pub mod testing;
pub mod tokens;
pub mod turns;
pub mod unions;
pub mod waiting;
pub mod webhooks;
pub mod wiring;

pub use contract::Contract;
pub use routes::{ROUTES, Routes};
pub use wiring::Wiring;

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{ALLOW, HeaderValue};
use actix_web::middleware::{Compress, from_fn};
use actix_web::{App, Error, HttpResponse, web};
use problem::{Kind, Problem};

/// The whole service for one worker: these routes, the pages, and the layers around them.
pub fn app(
    wiring: web::Data<Wiring>,
    routes: &Routes,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<BoxBody>,
        Error = Error,
        InitError = (),
    > + use<>,
> {
    let mut app = App::new()
        .app_data(wiring.clone())
        .configure(routes.register);
    for (path, methods) in wiring.contract.paths() {
        let allow = allow(&methods);
        let other = move |method: Method| otherwise(method, allow.clone());
        app = app.service(web::resource(path).to(other));
    }
    app.configure(pages)
        .wrap(Compress::default())
        .wrap(from_fn(layers::gate::gate))
        .wrap(from_fn(layers::envelope::envelope))
}

/// Pages for people, which the document does not list.
fn pages(config: &mut web::ServiceConfig) {
    config
        .service(web::resource("/").get(client::page))
        .service(web::resource("/client/{file:.*}").get(client::file))
        .service(web::resource("/docs").get(docs::to_pages))
        .service(web::resource("/docs/").get(guides::index))
        .service(web::resource("/docs/style.css").get(page_frame::style))
        .service(web::resource("/docs/reference").get(docs::to_reference))
        .service(web::resource("/docs/reference/{file:.*}").get(docs::reference))
        .service(web::resource("/docs/{guide}").get(guides::guide))
        .service(
            web::resource("/mail/{token}")
                .get(mail::link)
                .post(mail::follow),
        )
        .service(web::resource("/problems").get(problem::page::list))
        .service(web::resource("/problems/{code}").get(problem::page::page));
}

/// What a resource answers to a method that none of its handlers serves.
async fn otherwise(method: Method, allow: HeaderValue) -> Result<HttpResponse, Problem> {
    if method == Method::OPTIONS {
        return Ok(HttpResponse::NoContent()
            .insert_header((ALLOW, allow))
            .finish());
    }
    let detail = "the resource does not know this method";
    Err(Problem::new(Kind::MethodNotAllowed, detail).with_header(ALLOW, allow))
}

/// The methods that a resource knows: those of its handlers, and what follows from them.
fn allow(methods: &[&str]) -> HeaderValue {
    let mut known = methods.to_vec();
    if methods.contains(&"GET") {
        known.push("HEAD");
    }
    known.push("OPTIONS");
    HeaderValue::from_str(&known.join(", ")).expect("names of methods are plain words")
}
