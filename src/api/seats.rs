//! Taking seats and leaving them.

use super::extract::{Body, Caller, Id, InOrder, MaybeKey, OptionalBody, Play};
use super::reply::{self, Reply};
use crate::app::App;
use crate::app::seats::Wish;
use crate::engine::Seat;
use crate::model::{Bot, GameId};
use actix_web::{delete, patch, post, put, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How somebody wants to sit down.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeSeat {
    /// Where; the first free seat otherwise.
    #[schema(nullable = false)]
    pub seat: Option<Seat>,
    /// In which colour of the game; the first that is free otherwise.
    #[schema(nullable = false, min_length = 1, max_length = 32)]
    pub colour: Option<String>,
    /// A bot takes the seat instead of the caller, who owns the game. It names neither `invite` nor `entropy`.
    #[schema(nullable = false)]
    pub bot: Option<Bot>,
    /// The invitation that opens a seat of a private game.
    #[schema(nullable = false, min_length = 1, max_length = 64)]
    pub invite: Option<String>,
    /// What the seat adds to the randomness of the deal, as with `PUT …/entropy`: the game may start with this seat.
    #[schema(nullable = false, min_length = 1, max_length = 256)]
    pub entropy: Option<String>,
}

/// The seat somebody got.
#[derive(Serialize, ToSchema)]
pub struct SeatTaken {
    /// Its number.
    pub seat: Seat,
}

/// What to change about one's seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeSeat {
    /// The new colour, one of the game's.
    #[schema(min_length = 1, max_length = 32)]
    pub colour: String,
}

/// What a seat adds to the randomness of the deal.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddEntropy {
    /// Any text, best one that nobody could guess. It is shown to everybody who sees the game.
    #[schema(min_length = 1, max_length = 256)]
    pub entropy: String,
}

/// Take a seat.
///
/// If it was the last one of a game that starts when it is full, the game starts. In a running game it is one whose
/// holder has left: the caller plays on for it, in its colour and with what it added to the deal. The owner gives a seat
/// to a program of the service by naming a `bot`, so that nobody has to wait for others: it acts by itself.
#[utoipa::path(tag = "games", operation_id = "takeSeat", request_body = TakeSeat,
    params(("id" = String, Path, format = "uuid", description = "The game.")),
    security(("bearer" = ["play"])),
    responses((status = 201, description = "The seat that the caller, or the bot, got.", body = SeatTaken),
        (status = 403, description = "not_owner"),
        (status = 409, description = "wrong_status, seat_taken, already_seated, left_for_good, colour_taken, too_many"),
        (status = 422, description = "illegal")))]
#[post("/v1/games/{id}/seats")]
pub async fn take_seat(
    app: web::Data<App>,
    InOrder((caller, body, id, key)): InOrder<(
        Caller<Play>,
        OptionalBody<TakeSeat>,
        Id<GameId>,
        MaybeKey,
    )>,
) -> Reply {
    let OptionalBody(body) = body;
    let once = key.of_account(caller.player);
    let wish = Wish {
        seat: body.seat,
        colour: body.colour,
        invite: body.invite,
        entropy: body.entropy,
    };
    let answer = match body.bot {
        Some(bot) => {
            app.seat_bot(&caller, *id, bot, &wish, once.as_ref())
                .await?
        }
        None => app.take_seat(&caller, *id, &wish, once.as_ref()).await?,
    };
    let seat = answer.value.seat;
    let location = format!("/v1/games/{}", *id);
    let response = reply::made(&location, &SeatTaken { seat });
    Ok(reply::marked(&answer, response))
}

/// Leave a seat, or free one.
///
/// Before the start the holder may leave, and the owner may free any seat but their own; so too a seat that is kept free
/// for somebody.
#[utoipa::path(tag = "games", operation_id = "freeSeat",
    params(("id" = String, Path, format = "uuid", description = "The game."),
        ("seat" = Seat, Path, description = "The seat.")),
    security(("bearer" = ["play"])),
    responses((status = 204, description = "The seat is free."),
        (status = 403, description = "not_owner"), (status = 409, description = "wrong_status, owner_stays")))]
#[delete("/v1/games/{id}/seats/{seat}")]
pub async fn free_seat(
    app: web::Data<App>,
    InOrder((caller, id, seat)): InOrder<(Caller<Play>, Id<GameId>, Id<Seat>)>,
) -> Reply {
    app.free_seat(&caller, *id, *seat).await?;
    Ok(reply::gone())
}

/// Change the colour of one's seat.
///
/// Before the start.
#[utoipa::path(tag = "games", operation_id = "changeSeat", request_body = ChangeSeat,
    params(("id" = String, Path, format = "uuid", description = "The game."),
        ("seat" = Seat, Path, description = "The caller's seat.")),
    security(("bearer" = ["play"])),
    responses((status = 204, description = "The seat has that colour."),
        (status = 403, description = "not_seated"), (status = 409, description = "wrong_status, colour_taken")))]
#[patch("/v1/games/{id}/seats/{seat}")]
pub async fn change_seat(
    app: web::Data<App>,
    InOrder((caller, change, id, seat)): InOrder<(
        Caller<Play>,
        Body<ChangeSeat>,
        Id<GameId>,
        Id<Seat>,
    )>,
) -> Reply {
    let Body(change) = change;
    app.recolour(&caller, *id, *seat, &change.colour).await?;
    Ok(reply::gone())
}

/// Add to the randomness of the deal.
///
/// Until the start each holder may; what they added before is replaced. The seed of all draws then depends on it.
#[utoipa::path(tag = "games", operation_id = "setEntropy", request_body = AddEntropy,
    params(("id" = String, Path, format = "uuid", description = "The game."),
        ("seat" = Seat, Path, description = "The caller's seat.")),
    security(("bearer" = ["play"])),
    responses((status = 204, description = "It is added."),
        (status = 403, description = "not_seated"), (status = 409, description = "wrong_status")))]
#[put("/v1/games/{id}/seats/{seat}/entropy")]
pub async fn set_entropy(
    app: web::Data<App>,
    InOrder((caller, added, id, seat)): InOrder<(
        Caller<Play>,
        Body<AddEntropy>,
        Id<GameId>,
        Id<Seat>,
    )>,
) -> Reply {
    let Body(added) = added;
    app.set_entropy(&caller, *id, *seat, &added.entropy).await?;
    Ok(reply::gone())
}
