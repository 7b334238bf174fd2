//! Leaving a running game, coming back to it, annulling it together, and playing it once more.

use super::extract::{Caller, Id, InOrder, MaybeKey, OptionalBody, Play};
use super::game::Game;
use super::games::Empty;
use super::reply::{self, Reply};
use crate::app::App;
use crate::model::GameId;
use actix_web::{delete, post, web};

/// Resign.
///
/// The caller leaves a running game for good. With two players the other one wins. With more the others play on: the
/// seat takes default actions until somebody else takes it, and comes last unless somebody does.
#[utoipa::path(tag = "games", operation_id = "resign", request_body = Empty,
    params(("id" = String, Path, format = "uuid", description = "The game.")),
    security(("bearer" = ["play"])),
    responses((status = 204, description = "The caller has left."),
        (status = 403, description = "not_seated"), (status = 409, description = "wrong_status")))]
#[post("/v1/games/{id}/resignation")]
pub async fn resign(
    app: web::Data<App>,
    InOrder((caller, _empty, id, key)): InOrder<(
        Caller<Play>,
        OptionalBody<Empty>,
        Id<GameId>,
        MaybeKey,
    )>,
) -> Reply {
    let once = key.of_account(caller.player);
    let answer = app.resign(&caller, *id, once.as_ref()).await?;
    Ok(reply::marked(&answer, reply::gone()))
}

/// Come back.
///
/// The caller was taken over for absence and is there again: the game waits for them as for anybody. If they were not
/// taken over nothing happens.
#[utoipa::path(tag = "games", operation_id = "comeBack", request_body = Empty,
    params(("id" = String, Path, format = "uuid", description = "The game.")),
    security(("bearer" = ["play"])),
    responses((status = 200, description = "The game as it is now.", body = Game),
        (status = 403, description = "not_seated"), (status = 409, description = "wrong_status")))]
#[post("/v1/games/{id}/return")]
pub async fn come_back(
    app: web::Data<App>,
    InOrder((caller, _empty, id, key)): InOrder<(
        Caller<Play>,
        OptionalBody<Empty>,
        Id<GameId>,
        MaybeKey,
    )>,
) -> Reply {
    let once = key.of_account(caller.player);
    let answer = app.come_back(&caller, *id, once.as_ref()).await?;
    Ok(reply::marked(
        &answer,
        reply::done(&Game::from(&answer.value)),
    ))
}

/// Agree to annul a game.
///
/// Once every seat agrees whose holder has not left, the game is cancelled and has no result. Whoever acts, or is taken
/// over for absence, no longer agrees.
#[utoipa::path(tag = "games", operation_id = "agreeToCancel", request_body = Empty,
    params(("id" = String, Path, format = "uuid", description = "The game.")),
    security(("bearer" = ["play"])),
    responses((status = 200, description = "The game as it is now.", body = Game),
        (status = 403, description = "not_seated"), (status = 409, description = "wrong_status")))]
#[post("/v1/games/{id}/cancellation")]
pub async fn agree_to_cancel(
    app: web::Data<App>,
    InOrder((caller, _empty, id, key)): InOrder<(
        Caller<Play>,
        OptionalBody<Empty>,
        Id<GameId>,
        MaybeKey,
    )>,
) -> Reply {
    let once = key.of_account(caller.player);
    let answer = app.agree_to_annul(&caller, *id, once.as_ref()).await?;
    Ok(reply::marked(
        &answer,
        reply::done(&Game::from(&answer.value)),
    ))
}

/// No longer agree to annul a game.
///
/// If the caller did not, nothing happens.
#[utoipa::path(tag = "games", operation_id = "objectToCancel",
    params(("id" = String, Path, format = "uuid", description = "The game.")),
    security(("bearer" = ["play"])),
    responses((status = 204, description = "The caller does not agree."),
        (status = 403, description = "not_seated"), (status = 409, description = "wrong_status")))]
#[delete("/v1/games/{id}/cancellation")]
pub async fn object_to_cancel(
    app: web::Data<App>,
    InOrder((caller, id)): InOrder<(Caller<Play>, Id<GameId>)>,
) -> Reply {
    app.object_to_annul(&caller, *id).await?;
    Ok(reply::gone())
}

/// Play once more.
///
/// After the end whoever held a seat may ask for a rematch: the same game with the same options, everybody one seat on.
/// The first to ask offers it and holds their new seat; the seats of the others are kept free for them, and by asking
/// too they take them. The game may start with the last one.
#[utoipa::path(tag = "games", operation_id = "rematch", request_body = Empty,
    params(("id" = String, Path, format = "uuid", description = "The game that has ended.")),
    security(("bearer" = ["play"])),
    responses((status = 201, description = "The new game.", body = Game),
        (status = 403, description = "not_seated"),
        (status = 409, description = "wrong_status, seat_taken, too_many"),
        (status = 422, description = "illegal")))]
#[post("/v1/games/{id}/rematch")]
pub async fn rematch(
    app: web::Data<App>,
    InOrder((caller, _empty, id, key)): InOrder<(
        Caller<Play>,
        OptionalBody<Empty>,
        Id<GameId>,
        MaybeKey,
    )>,
) -> Reply {
    let once = key.of_account(caller.player);
    let answer = app.rematch(&caller, *id, once.as_ref()).await?;
    let location = format!("/v1/games/{}", answer.value.id);
    Ok(reply::marked(
        &answer,
        reply::made(&location, &Game::from(&answer.value)),
    ))
}
