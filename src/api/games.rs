//! Offering, finding, starting and withdrawing games.

use super::answers::Made;
use super::extract::{
    Body, Caller, Id, InOrder, Known, MaybeCaller, MaybeKey, OptionalBody, Paging, Params, Play,
    Wants, query::PageParams,
};
use super::game::{Game, GamePage, GameSummary};
use super::reply::{self, Reply};
use super::unions::OfferGame;
use super::waiting;
use super::wiring::Wiring;
use crate::app::App;
use crate::app::lists::{Order, Question};
use crate::app::lobby::Offer;
use crate::app::news::Topic;
use crate::model::{Absence, Clock, GameId, Moment, PlayerId, StartRule, Status, Visibility};
use actix_web::{delete, get, post, web};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// Which games to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GameFilter {
    /// Games of this name in the catalogue.
    #[param(max_length = 32)]
    pub game: Option<String>,
    /// Games that stand there.
    #[param(inline)]
    pub status: Option<Status>,
    /// Games in which this player holds a seat.
    #[param(value_type = Option<String>, format = "uuid")]
    pub player: Option<PlayerId>,
    /// Games that wait for this player.
    #[param(value_type = Option<String>, format = "uuid")]
    pub awaiting: Option<PlayerId>,
    /// Games with a free seat: those that have not started, unless a status is named.
    pub open: Option<bool>,
    /// Newest first, or those that have not changed for the longest time first.
    #[param(inline)]
    pub sort: Option<GameSort>,
}

/// In which order to list games.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameSort {
    /// Those offered last come first.
    Newest,
    /// Those that have not changed for the longest time come first.
    Waiting,
}

/// Which moment of a game to show.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AtRevision {
    /// A past revision, as the caller's seat saw it then; 0 is before the start.
    #[param(minimum = 0)]
    pub revision: Option<i64>,
}

/// Nothing needs to be said.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Empty {}

/// Offer a game.
///
/// The caller takes seat 0 and owns the game: starts it, withdraws it, and invites others to its free seats.
#[utoipa::path(tag = "games", operation_id = "offerGame", request_body = OfferGame,
    security(("bearer" = ["play"])),
    responses((status = 201, description = "The game as it was offered.", body = Game),
        (status = 409, description = "too_many"), (status = 422, description = "illegal")))]
#[post("/v1/games")]
pub async fn offer_game(
    app: web::Data<App>,
    InOrder((caller, offer, key)): InOrder<(Caller<Play>, Body<OfferGame>, MaybeKey)>,
) -> Reply {
    let Body(offer) = offer;
    let once = key.of_account(caller.player);
    let answer = app.offer(&caller, &wanted(offer), once.as_ref()).await?;
    let location = format!("/v1/games/{}", answer.value.id);
    Ok(reply::marked(
        &answer,
        reply::made(&location, &Game::from(&answer.value)),
    ))
}

/// List games.
///
/// Public games, and the private ones in which the caller holds a seat.
#[utoipa::path(tag = "games", operation_id = "listGames", params(GameFilter, PageParams),
    security((), ("bearer" = ["read"])),
    responses((status = 200, description = "A page of games.", body = GamePage)))]
#[get("/v1/games")]
pub async fn list_games(
    app: web::Data<App>,
    InOrder((caller, filter, paging)): InOrder<(MaybeCaller, Params<GameFilter>, Paging)>,
) -> Reply {
    let MaybeCaller(caller) = caller;
    let Params(filter) = filter;
    let sort = filter.sort.unwrap_or(GameSort::Newest);
    let question = Question {
        game: filter.game,
        status: filter.status,
        player: filter.player,
        awaiting: filter.awaiting,
        open: filter.open.unwrap_or(false),
        order: match sort {
            GameSort::Newest => Order::Newest,
            GameSort::Waiting => Order::Waiting,
        },
        after: paging.after()?,
        limit: paging.limit(),
    };
    let page = app.games(caller.as_ref(), &question).await?;
    let items: Vec<GameSummary> = page.items.iter().map(GameSummary::from).collect();
    let end: Option<(Moment, GameId)> = page.items.last().filter(|_| page.more).map(|last| {
        let at = match sort {
            GameSort::Newest => last.created_at,
            GameSort::Waiting => last.updated_at,
        };
        (at, last.id)
    });
    paging.reply(&items, end.as_ref())
}

/// Show a game.
///
/// As the caller may see it: the holder of a seat sees what that seat may see, everybody else what lies open on the
/// table. A private game of others looks like no game; those for whom a seat of it is kept free see it. With
/// `If-None-Match` and `Prefer: wait=SECONDS` the answer is held until the game is another one than the client knows.
#[utoipa::path(tag = "games", operation_id = "getGame",
    params(("id" = String, Path, format = "uuid", description = "The game."), AtRevision,
        ("Prefer" = Option<String>, Header, description = "`wait=SECONDS`, at most 60: hold the answer until there is another one.")),
    security((), ("bearer" = ["read"])),
    responses((status = 200, description = "The game.", body = Game)))]
#[get("/v1/games/{id}")]
pub async fn get_game(
    app: web::Data<App>,
    wiring: web::Data<Wiring>,
    InOrder((caller, at, wants, id, known)): InOrder<(
        MaybeCaller,
        Params<AtRevision>,
        Wants,
        Id<GameId>,
        Known,
    )>,
) -> Reply {
    let MaybeCaller(caller) = caller;
    let Params(at) = at;
    waiting::held(&app, Topic::Game(*id), wants.wait, async || {
        if let Some(revision) = at.revision {
            let seen = app.game_at(caller.as_ref(), *id, revision).await?;
            return known.reply(seen.revision, &Game::from(&seen));
        }
        let sight = app.sight(caller.as_ref(), *id).await?;
        if let Some(made) = wiring.answers.get(&sight) {
            return Ok(known.made(made));
        }
        let seen = app.game_in(&sight, caller.as_ref()).await?;
        let made = Made::of(seen.revision, &Game::from(&seen))?;
        wiring.answers.keep(sight, made.clone());
        Ok(known.made(made))
    })
    .await
}

/// Withdraw an offer.
///
/// Only its owner can, and only before the start.
#[utoipa::path(tag = "games", operation_id = "withdrawGame",
    params(("id" = String, Path, format = "uuid", description = "The game.")),
    security(("bearer" = ["play"])),
    responses((status = 204, description = "It is withdrawn."),
        (status = 403, description = "not_owner"), (status = 409, description = "wrong_status")))]
#[delete("/v1/games/{id}")]
pub async fn withdraw_game(
    app: web::Data<App>,
    InOrder((caller, id)): InOrder<(Caller<Play>, Id<GameId>)>,
) -> Reply {
    app.withdraw(&caller, *id).await?;
    Ok(reply::gone())
}

/// Start a game.
///
/// Its owner starts a full table, or one with free seats where the game allows it: those are removed and the
/// others close up clockwise.
#[utoipa::path(tag = "games", operation_id = "startGame", request_body = Empty,
    params(("id" = String, Path, format = "uuid", description = "The game.")),
    security(("bearer" = ["play"])),
    responses((status = 200, description = "The game has started.", body = Game),
        (status = 403, description = "not_owner"), (status = 422, description = "illegal"),
        (status = 409, description = "wrong_status, not_full")))]
#[post("/v1/games/{id}/start")]
pub async fn start_game(
    app: web::Data<App>,
    InOrder((caller, _empty, id, key)): InOrder<(
        Caller<Play>,
        OptionalBody<Empty>,
        Id<GameId>,
        MaybeKey,
    )>,
) -> Reply {
    let once = key.of_account(caller.player);
    let answer = app.start(&caller, *id, once.as_ref()).await?;
    Ok(reply::marked(
        &answer,
        reply::done(&Game::from(&answer.value)),
    ))
}

fn wanted(offer: OfferGame) -> Offer {
    Offer {
        game: offer.game,
        seats: offer.seats,
        options: offer.options,
        title: offer.title,
        visibility: offer.visibility.unwrap_or(Visibility::Public),
        start: offer.start.unwrap_or(StartRule::WhenFull),
        clock: offer.clock.unwrap_or(Clock::None {}),
        absence: offer.absence.unwrap_or(Absence::Fallback),
        takeover_after: offer.takeover_after.unwrap_or(3),
    }
}
