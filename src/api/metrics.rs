//! What those who run the service watch, in the text form of OpenMetrics that Prometheus reads.

use super::problem::Problem;
use super::reply::Reply;
use super::wiring::Wiring;
use crate::app::App;
use crate::app::watched::Watched;
use actix_web::http::Method;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, get, web};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use std::time::Duration;

/// The media type of the metrics.
const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Up to how many seconds requests are told apart.
const SECONDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10.0];

/// Requests that have been answered, counted.
#[derive(Clone)]
pub struct Requests {
    answered: Family<Answered, Counter>,
    took: Family<Route, Histogram>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    method: String,
    route: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: String,
}

impl Default for Requests {
    fn default() -> Requests {
        Requests {
            answered: Family::default(),
            took: Family::new_with_constructor(|| Histogram::new(SECONDS)),
        }
    }
}

impl Requests {
    /// Counts an answer. `route` is the pattern of the route that gave it; what is no route of ours counts as one, so that
    /// nobody can make us count without end.
    pub fn count(&self, method: &Method, route: Option<&str>, status: u16, took: Duration) {
        let route = route.unwrap_or("none").to_owned();
        let method = match known(method) {
            true => method.to_string(),
            false => "OTHER".to_owned(),
        };
        self.took
            .get_or_create(&Route {
                route: route.clone(),
            })
            .observe(took.as_secs_f64());
        let answered = Answered {
            method,
            route,
            status,
        };
        self.answered.get_or_create(&answered).inc();
    }

    fn register(&self, registry: &mut Registry) {
        registry.register(
            "placa_requests",
            "Requests answered, by method, route and status",
            self.answered.clone(),
        );
        registry.register_with_unit(
            "placa_request_duration",
            "How long requests took",
            Unit::Seconds,
            self.took.clone(),
        );
    }
}

fn known(method: &Method) -> bool {
    [
        Method::GET,
        Method::HEAD,
        Method::POST,
        Method::PUT,
        Method::PATCH,
        Method::DELETE,
        Method::OPTIONS,
    ]
    .contains(method)
}

/// Watch the service.
///
/// In the text form of OpenMetrics, which Prometheus reads: requests by route and status, commits, streams, deadlines and
/// what is late. It tells of no player and no game. While the database does not answer it tells what is known without.
#[utoipa::path(tag = "operations", operation_id = "getMetrics", security(()),
    responses((status = 200, description = "The metrics.", body = String, content_type = "application/openmetrics-text; version=1.0.0; charset=utf-8")))]
#[get("/metrics")]
pub async fn metrics(wiring: web::Data<Wiring>, app: web::Data<App>) -> Reply {
    let mut registry = Registry::default();
    wiring.requests.register(&mut registry);
    register(&mut registry, &app.watched().await);
    let mut text = String::new();
    encode(&mut text, &registry).map_err(Problem::internal)?;
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-store"))
        .content_type(MEDIA_TYPE)
        .body(text))
}

fn register(registry: &mut Registry, watched: &Watched) {
    let counters = [
        ("placa_commits", "Changes of games written", watched.commits),
        (
            "placa_batches",
            "Transactions that they were written in",
            watched.batches,
        ),
        (
            "placa_positions_found",
            "Positions that were at hand",
            watched.found,
        ),
        (
            "placa_positions_missed",
            "Positions that had to be found again from the log",
            watched.missed,
        ),
    ];
    for (name, help, count) in counters {
        registry.register(name, help, ConstCounter::new(count));
    }
    let mut gauges = vec![
        ("placa_streams", "Open streams of events", watched.streams),
        (
            "placa_positions",
            "Positions that are kept at hand",
            watched.kept,
        ),
        (
            "placa_database_up",
            "1 if the database answers",
            i64::from(watched.stored.is_some()),
        ),
    ];
    if let Some(stored) = &watched.stored {
        gauges.extend([
            (
                "placa_games_running",
                "Games that are being played",
                stored.running,
            ),
            (
                "placa_games_suspended",
                "Games that can't be played on",
                stored.suspended,
            ),
            (
                "placa_deadlines",
                "Clocks that run in games",
                stored.deadlines,
            ),
            (
                "placa_deadlines_overdue",
                "Clocks that have run out and are not acted on yet",
                stored.overdue,
            ),
            (
                "placa_outbox_waiting",
                "Notices that nobody at this server has been told yet",
                stored.untold,
            ),
            (
                "placa_deliveries_due",
                "Messages to webhooks that are due",
                stored.deliveries_due,
            ),
            ("placa_mails_due", "Mails that are due", stored.mails_due),
        ]);
        registry.register_with_unit(
            "placa_outbox_lag",
            "For how long the oldest notice waits that nobody at this server has been told yet",
            Unit::Seconds,
            ConstGauge::new(watched.outbox_lag as f64 / 1_000.0),
        );
    }
    for (name, help, value) in gauges {
        registry.register(name, help, ConstGauge::new(value));
    }
}
