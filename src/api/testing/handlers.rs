//! Handlers that show what a request came to, one for every way of asking.

use crate::api::extract::{
    Body, Caller, Id, IfMatch, InOrder, Known, LongKey, MaybeCaller, MaybeKey, OptionalBody,
    Paging, Params, Play, Read, query::PageParams,
};
use crate::api::reply::{self, Reply};
use crate::api::routes::{Routes, routes};
use crate::api::unions::{
    GameEvent, GameOptions, GameView, HistoryItem, LegalActions, OfferGame, SubmitActions,
};
use crate::app::Refusal;
use crate::engine::Seat;
use crate::model::{GameId, Status};
use actix_web::{delete, get, post};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

/// The one game there is.
pub const GAME: &str = "01936d30-0000-7000-8000-000000000001";

pub const ROUTES: Routes = routes![
    crate::api::testing::handlers::offer,
    crate::api::testing::handlers::list,
    crate::api::testing::handlers::show,
    crate::api::testing::handlers::act,
    crate::api::testing::handlers::start,
    crate::api::testing::handlers::leave,
    crate::api::testing::handlers::legal,
    crate::api::testing::handlers::history,
    crate::api::testing::handlers::register,
    crate::api::testing::handlers::me,
    crate::api::testing::handlers::explode,
    crate::api::catalogue::list_games_on_offer,
    crate::api::catalogue::show_game_on_offer,
    crate::api::health::healthz,
    crate::api::health::readyz,
    crate::api::docs::openapi_json,
];

/// A game.
#[derive(Serialize, ToSchema)]
pub struct Game<'a> {
    id: String,
    status: Status,
    options: GameOptions<'a>,
    view: GameView<'a>,
    events: Vec<GameEvent<'a>>,
}

/// Anything.
#[derive(Serialize, ToSchema)]
pub struct Echo {
    said: String,
}

/// A page of games.
#[derive(Serialize, ToSchema)]
pub struct GamePage {
    items: Vec<u64>,
    #[schema(required = true)]
    next: Option<String>,
}

/// A page of the history.
#[derive(Serialize, ToSchema)]
pub struct HistoryPage<'a> {
    items: Vec<HistoryItem<'a>>,
    #[schema(required = true)]
    next: Option<String>,
}

/// Which games.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Filter {
    /// Where they stand.
    pub status: Option<Status>,
    /// Has it free seats?
    pub open: Option<bool>,
    /// Whose games.
    #[param(max_length = 36)]
    pub player: Option<String>,
}

/// A name.
#[derive(Deserialize, ToSchema)]
pub struct Register {
    /// The name.
    #[schema(min_length = 1, max_length = 40)]
    pub name: String,
}

/// How to start.
#[derive(Deserialize, ToSchema)]
pub struct Start {
    /// With so many.
    #[schema(minimum = 2, maximum = 5)]
    pub seats: Option<u8>,
}

fn only(game: GameId) -> Result<(), Refusal> {
    match game.to_string() == GAME {
        true => Ok(()),
        false => Err(Refusal::NotFound("game")),
    }
}

/// Offer a game.
///
/// For tests.
#[utoipa::path(tag = "games", operation_id = "offerGame", security(("bearer" = ["play"])),
    request_body = OfferGame, responses((status = 201, description = "It.", body = Echo)))]
#[post("/v1/games")]
pub async fn offer(asked: InOrder<(Caller<Play>, Body<OfferGame>, MaybeKey)>) -> Reply {
    let InOrder((caller, Body(offer), MaybeKey(key))) = asked;
    let key = key.map(|key| (key.text, key.fingerprint));
    let said = json!({"by": caller.name, "game": offer.game, "seats": offer.seats, "key": key});
    Ok(reply::made("/v1/games/1", &said))
}

/// List games.
///
/// For tests: there are games 0 to 6.
#[utoipa::path(tag = "games", operation_id = "listGames", security((), ("bearer" = ["read"])),
    params(Filter, PageParams), responses((status = 200, description = "A page.", body = GamePage)))]
#[get("/v1/games")]
pub async fn list(asked: InOrder<(MaybeCaller, Params<Filter>, Paging)>) -> Reply {
    let InOrder((_, Params(_), paging)) = asked;
    let begin = paging.after::<u64>()?.map_or(0, |last| last + 1);
    let items: Vec<u64> = (begin..7).take(paging.limit()).collect();
    let end = items.last().copied().filter(|last| *last < 6);
    paging.reply(&items, end.as_ref())
}

/// Show a game.
///
/// For tests.
#[utoipa::path(tag = "games", operation_id = "showGame", security((), ("bearer" = ["read"])),
    params(("id" = String, Path, description = "Which.")),
    responses((status = 200, description = "It.", body = Game)))]
#[get("/v1/games/{id}")]
pub async fn show(asked: InOrder<(MaybeCaller, Id<GameId>, Known)>) -> Reply {
    let InOrder((MaybeCaller(caller), game, known)) = asked;
    only(*game)?;
    let name = caller.map(|caller| caller.name);
    known.reply(
        41,
        &json!({"id": game.to_string(), "you": name, "padding": "x".repeat(2000)}),
    )
}

/// Act.
///
/// For tests: the game is at revision 41 and waits for everybody.
#[utoipa::path(tag = "play", operation_id = "submitActions", security(("bearer" = ["play"])),
    params(("id" = String, Path, description = "Which."),
        ("If-Match" = Option<String>, Header, description = "The revision.")),
    request_body = SubmitActions,
    responses((status = 201, description = "Done.", body = Echo),
        (status = 409, description = "not_awaited, wrong_status"),
        (status = 412, description = "stale_revision"),
        (status = 422, description = "illegal, batch_past_unknown, wrong_game"),
        (status = 428, description = "revision_required")))]
#[post("/v1/games/{id}/actions")]
pub async fn act(
    asked: InOrder<(
        Caller<Play>,
        Body<SubmitActions>,
        IfMatch,
        MaybeKey,
        Id<GameId>,
    )>,
) -> Reply {
    let InOrder((_, Body(ask), seen, MaybeKey(key), game)) = asked;
    let seen = seen.or(ask.revision)?;
    only(*game)?;
    match seen {
        None => Err(Refusal::RevisionRequired { revision: 41 }.into()),
        Some(41) => Ok(reply::made(
            "/v1/games/1",
            &json!({"actions": ask.actions.len(), "game": ask.game, "key": key.map(|key| key.fingerprint)}),
        )),
        Some(_) => Err(Refusal::Stale { revision: 41 }.into()),
    }
}

/// Start a game.
///
/// For tests.
#[utoipa::path(tag = "games", operation_id = "startGame", security(("bearer" = ["play"])),
    params(("id" = String, Path, description = "Which.")), request_body = Option<Start>,
    responses((status = 200, description = "It.", body = Echo)))]
#[post("/v1/games/{id}/start")]
pub async fn start(asked: InOrder<(Caller<Play>, OptionalBody<Start>, Id<GameId>)>) -> Reply {
    let InOrder((_, OptionalBody(start), _)) = asked;
    Ok(reply::done(&json!({"seats": start.seats})))
}

/// Leave a game.
///
/// For tests.
#[utoipa::path(tag = "games", operation_id = "leaveGame", security(("bearer" = ["play"])),
    extensions(("x-deprecated-at" = json!("2027-01-01T00:00:00Z")), ("x-sunset" = json!("2027-07-01T00:00:00Z"))),
    params(("id" = String, Path, description = "Which."), ("seat" = u8, Path, description = "Which.")),
    responses((status = 204, description = "Done.")))]
#[delete("/v1/games/{id}/seats/{seat}")]
pub async fn leave(asked: InOrder<(Caller<Play>, Id<GameId>, Id<Seat>)>) -> Reply {
    let InOrder((_, _, _)) = asked;
    Ok(reply::gone())
}

/// What is legal.
///
/// For tests.
#[utoipa::path(tag = "play", operation_id = "listLegalActions", security(("bearer" = ["read"])),
    params(("id" = String, Path, description = "Which.")),
    responses((status = 200, description = "They.", body = LegalActions)))]
#[get("/v1/games/{id}/legal-actions")]
pub async fn legal(asked: InOrder<(Caller<Read>, Id<GameId>)>) -> Reply {
    let InOrder((_, game)) = asked;
    only(*game)?;
    Ok(reply::done(&json!({})))
}

/// What happened.
///
/// For tests.
#[utoipa::path(tag = "play", operation_id = "listHistory", security((), ("bearer" = ["read"])),
    params(("id" = String, Path, description = "Which."), PageParams),
    responses((status = 200, description = "A page.", body = HistoryPage)))]
#[get("/v1/games/{id}/actions")]
pub async fn history(asked: InOrder<(MaybeCaller, Paging)>) -> Reply {
    let InOrder((_, paging)) = asked;
    paging.reply::<u64, u64>(&[], None)
}

/// Register.
///
/// For tests.
#[utoipa::path(tag = "players", operation_id = "registerPlayer", security(()),
    request_body = Register, responses((status = 201, description = "They.", body = Echo)))]
#[post("/v1/players")]
pub async fn register(asked: InOrder<(Body<Register>, LongKey)>) -> Reply {
    let InOrder((Body(ask), LongKey(key))) = asked;
    let said = json!({"name": ask.name, "key": key.map(|key| key.text)});
    Ok(reply::made("/v1/players/1", &said))
}

/// Who am I?
///
/// For tests.
#[utoipa::path(tag = "players", operation_id = "showMe", security(("bearer" = ["read"])),
    responses((status = 200, description = "You.", body = Echo)))]
#[get("/v1/me")]
pub async fn me(asked: InOrder<(Caller<Read>, Known)>) -> Reply {
    let InOrder((caller, known)) = asked;
    known.reply(0, &json!({"name": caller.name}))
}

/// Panic.
///
/// For tests.
#[utoipa::path(tag = "operations", operation_id = "explode", security(()),
    responses((status = 200, description = "Never.", body = Echo)))]
#[get("/v1/explosion")]
pub async fn explode() -> Reply {
    panic!("a secret: {}", 42)
}
