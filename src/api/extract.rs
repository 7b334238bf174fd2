//! What a handler's signature can ask of a request, and in which order a request is refused.
//!
//! actix polls a handler's extractors side by side, so that whichever fails first speaks. Here the order
//! of refusals is part of the contract, so our extractors are no extractors of actix's: they implement
//! [`Extract`], and [`InOrder`] runs a tuple of them one after the other. Written as caller, body, query
//! and headers, path, that gives 401, 403, 413/415, 422, 404:
//!
//! ```text
//! #[post("/v1/games/{game}/actions")]
//! pub async fn submit_actions(
//!     app: web::Data<App>,
//!     asked: InOrder<(Caller<Play>, Body<SubmitActions>, IfMatch, MaybeKey, Id<GameId>)>,
//! ) -> Reply {
//!     let InOrder((caller, Body(ask), seen, MaybeKey(key), game)) = asked;
//!     let seen = seen.or(ask.revision)?;
//!     let taken = app.act(&caller, *game, seen, ask.actions, key).await?;
//!     Ok(reply::created(&location(&taken), &taken))
//! }
//! ```

pub mod body;
pub mod caller;
pub mod idempotency;
pub mod path;
pub mod precondition;
pub mod query;
pub mod strict;
pub mod wants;

pub use body::{Body, OptionalBody};
pub use caller::{Caller, Listener, Manage, MaybeCaller, Play, Read};
pub use idempotency::{LongKey, MaybeKey};
pub use path::Id;
pub use precondition::{IfMatch, Known};
pub use query::{Paging, Params};
pub use wants::Wants;

use super::problem::Problem;
use actix_web::dev::Payload;
use actix_web::http::header::{AsHeaderName, HeaderMap};
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::LocalBoxFuture;

/// Something that a handler needs of a request.
pub trait Extract: Sized {
    /// Takes it out.
    ///
    /// # Errors
    /// Why the request is refused.
    fn extract(
        request: &HttpRequest,
        payload: &mut Payload,
    ) -> impl Future<Output = Result<Self, Problem>>;
}

/// What a header lists that may come in several lines; a line that is no text is none.
pub fn elements(headers: &HeaderMap, name: impl AsHeaderName) -> impl Iterator<Item = &str> {
    headers
        .get_all(name)
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .map(str::trim)
        .filter(|element| !element.is_empty())
}

/// Several things, taken out one after the other; the first that can't be had refuses the request.
pub struct InOrder<T>(pub T);

macro_rules! in_order {
    ($($part:ident)+) => {
        impl<$($part: Extract + 'static),+> FromRequest for InOrder<($($part,)+)> {
            type Error = Problem;
            type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

            fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
                let (request, mut payload) = (request.clone(), payload.take());
                Box::pin(async move {
                    Ok(InOrder(($($part::extract(&request, &mut payload).await?,)+)))
                })
            }
        }
    };
}

in_order!(A);
in_order!(A B);
in_order!(A B C);
in_order!(A B C D);
in_order!(A B C D E);
in_order!(A B C D E F);

#[cfg(test)]
mod tests;
