//! Ids in a path. What can't be an id names nothing, so it is refused like an id of nothing.

use super::Extract;
use crate::api::problem::Problem;
use crate::app::Refusal;
use crate::engine::Seat;
use crate::model::{DeliveryId, GameId, InviteId, PlayerId, TokenId, WebhookId};
use actix_web::HttpRequest;
use actix_web::dev::Payload;
use std::ops::Deref;

/// Something that can be named in a path.
pub trait Named: Sized {
    /// Its place in a path's pattern.
    const PLACE: &'static str;
    /// What it is called in a refusal.
    const NOUN: &'static str;

    /// Reads its name.
    fn named(text: &str) -> Option<Self>;
}

macro_rules! named {
    ($($id:ident $place:literal $noun:literal),+) => {
        $(impl Named for $id {
            const PLACE: &'static str = $place;
            const NOUN: &'static str = $noun;

            fn named(text: &str) -> Option<$id> {
                text.parse().ok()
            }
        })+
    };
}

named!(GameId "id" "game", PlayerId "player" "player", TokenId "token" "token", InviteId "invite" "invitation",
    WebhookId "webhook" "webhook", DeliveryId "delivery" "delivery");

impl Named for Seat {
    const PLACE: &'static str = "seat";
    const NOUN: &'static str = "seat";

    /// A seat's number, as JSON writes it.
    fn named(text: &str) -> Option<Seat> {
        let number: u8 = text.parse().ok()?;
        (number.to_string() == text).then_some(Seat(number))
    }
}

/// The id in the path's place of that name, such as `{game}`.
pub struct Id<T>(pub T);

impl<T> Deref for Id<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Named> Extract for Id<T> {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Id<T>, Problem> {
        let id = request.match_info().get(T::PLACE).and_then(T::named);
        Ok(Id(id.ok_or(Refusal::NotFound(T::NOUN))?))
    }
}
