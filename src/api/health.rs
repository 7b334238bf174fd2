//! For those who run the service.

use super::reply::{self, Reply};
use super::wiring::Wiring;
use actix_web::{get, web};
use serde::Serialize;
use utoipa::ToSchema;

/// That all is well.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// Always `ok`: a service that is not well answers with a problem.
    pub status: &'static str,
}

const WELL: Health = Health { status: "ok" };

/// Is the process alive?
///
/// Answers as long as the process can answer at all; asks nobody else.
#[utoipa::path(tag = "operations", operation_id = "checkAlive", security(()),
    responses((status = 200, description = "It is.", body = Health)))]
#[get("/healthz")]
pub async fn healthz() -> Reply {
    Ok(reply::done(&WELL))
}

/// Can requests be served?
///
/// Asks the database. A balancer should send nothing here while this is 503.
#[utoipa::path(tag = "operations", operation_id = "checkReady", security(()),
    responses((status = 200, description = "They can.", body = Health)))]
#[get("/readyz")]
pub async fn readyz(wiring: web::Data<Wiring>) -> Reply {
    (wiring.ready)().await?;
    Ok(reply::done(&WELL))
}
