//! Which handler serves which path. A handler is registered and documented by the same line.

use super::{catalogue, docs, health};
use actix_web::web::ServiceConfig;

/// Handlers, as the router and as the document need them.
pub struct Routes {
    /// Registers them.
    pub register: fn(&mut ServiceConfig),
    /// What utoipa derives from them.
    pub document: fn() -> utoipa::openapi::OpenApi,
}

/// Makes [`Routes`] of a list of handlers.
macro_rules! routes {
    ($($($step:ident)::+),+ $(,)?) => {
        $crate::api::routes::Routes {
            register: |config| {
                $(config.service($($step)::+);)+
            },
            document: || {
                #[derive(utoipa::OpenApi)]
                #[openapi(paths($($($step)::+),+))]
                struct Paths;
                <Paths as utoipa::OpenApi>::openapi()
            },
        }
    };
}
#[cfg(test)]
pub(super) use routes;

/// All that the service serves under `/v1`, and what its operators need.
pub const ROUTES: Routes = routes![
    catalogue::list_games_on_offer,
    catalogue::show_game_on_offer,
    health::healthz,
    health::readyz,
    docs::openapi_json,
];
