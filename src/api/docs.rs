//! The document and the pages that show it, all served from the binary.

use super::openapi::Version;
use super::problem::{Kind, Problem};
use super::reply::Reply;
use super::wiring::Wiring;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_ENCODING, ContentEncoding};
use actix_web::{HttpResponse, get, web};
use std::sync::Arc;
use utoipa_swagger_ui::Config;

/// Read the OpenAPI document.
///
/// The contract of this service, in OpenAPI 3.1.
#[utoipa::path(tag = "operations", operation_id = "readContract", security(()),
    responses((status = 200, description = "The document.", content_type = "application/json",
        body = Document)))]
#[get("/openapi.json")]
pub async fn openapi_json(wiring: web::Data<Wiring>) -> Reply {
    Ok(contract(&wiring, Version::Current))
}

/// Read the OpenAPI document in version 3.0.
///
/// The same contract in OpenAPI 3.0.3, for generators that know nothing newer. Problems stand in it under
/// `application/json`.
#[utoipa::path(tag = "operations", operation_id = "readOlderContract", security(()),
    responses((status = 200, description = "The document.", content_type = "application/json",
        body = Document)))]
#[get("/openapi-3.0.json")]
pub async fn older_openapi_json(wiring: web::Data<Wiring>) -> Reply {
    Ok(contract(&wiring, Version::Older))
}

fn contract(wiring: &Wiring, version: Version) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-cache"))
        .content_type("application/json")
        .body(wiring.contract.text(version))
}

/// An OpenAPI document.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only its schema is of interest")]
struct Document {
    /// The version of OpenAPI.
    openapi: String,
}

/// Sends the browser to the pages' folder, so that what they refer to is found.
pub async fn to_pages() -> HttpResponse {
    HttpResponse::PermanentRedirect()
        .insert_header(("Location", "/docs/"))
        .finish()
}

/// The same for the reference.
pub async fn to_reference() -> HttpResponse {
    HttpResponse::PermanentRedirect()
        .insert_header(("Location", "/docs/reference/"))
        .finish()
}

/// A file of the reference: every operation, to be read and tried out.
pub async fn reference(path: web::Path<String>) -> Reply {
    let config = Arc::new(Config::from("/openapi.json"));
    let file = utoipa_swagger_ui::serve(&path, config)
        .map_err(|error| Problem::internal(error.to_string()))?
        .ok_or_else(|| Problem::new(Kind::NotFound, "there is nothing at this path"))?;
    let mut response = HttpResponse::Ok();
    if file.gzpipped {
        response.insert_header((CONTENT_ENCODING, ContentEncoding::Gzip));
    }
    Ok(response
        .content_type(file.content_type)
        .body(file.bytes.into_owned()))
}
