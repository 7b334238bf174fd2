//! Which route serves a request. To find that out is to try one pattern after the other, so it is done once.

use actix_web::{HttpMessage, HttpRequest};
use std::rc::Rc;

/// A pattern that was found.
#[derive(Clone)]
struct Found(Rc<str>);

/// The pattern of the route that serves a request, as `/v1/games/{id}`; empty where there is none.
pub fn pattern(request: &HttpRequest) -> Rc<str> {
    let found = request.extensions().get::<Found>().cloned();
    let Found(pattern) = found.unwrap_or_else(|| {
        let found = Found(request.match_pattern().unwrap_or_default().into());
        request.extensions_mut().insert(found.clone());
        found
    });
    pattern
}
