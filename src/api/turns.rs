//! The inbox: what waits for the caller.

use super::extract::query::PageParams;
use super::extract::{Caller, InOrder, Paging, Read, Wants};
use super::game::GameSummary;
use super::reply::Reply;
use super::waiting;
use crate::app::App;
use crate::app::news::Topic;
use crate::app::turns::TurnSeen;
use crate::engine::Seat;
use crate::model::{GameId, Moment};
use actix_web::{get, web};
use serde::Serialize;
use utoipa::ToSchema;

/// A decision that a game waits for.
#[derive(Serialize, ToSchema)]
pub struct WaitingTurn<'a> {
    /// The game.
    pub game: GameSummary<'a>,
    /// The caller's seat.
    pub seat: Seat,
    /// What sort of decision it is: one of the game's `decisions` in the catalogue.
    #[schema(max_length = 64)]
    pub asks: &'a str,
    /// Since when the game waits.
    #[schema(value_type = String, format = DateTime)]
    pub since: Moment,
    /// When the clock of the seat ends; null where none runs.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub deadline: Option<Moment>,
}

/// One page of what waits for the caller.
#[derive(Serialize, ToSchema)]
pub struct TurnPage<'a> {
    /// The decisions.
    pub items: Vec<WaitingTurn<'a>>,
    /// The cursor of the next page; null on the last.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// List what waits for oneself.
///
/// Every decision that a game waits for, the longest-waiting first, with its game, deadline and kind. With
/// `If-None-Match` and `Prefer: wait=SECONDS` the answer is held until it is another one than the client knows.
#[utoipa::path(tag = "play", operation_id = "listTurns", params(PageParams,
        ("Prefer" = Option<String>, Header, description = "`wait=SECONDS`, at most 60: hold the answer until there is another one.")),
    security(("bearer" = ["read"])),
    responses((status = 200, description = "A page of decisions.", body = TurnPage)))]
#[get("/v1/me/turns")]
pub async fn list_turns(
    app: web::Data<App>,
    InOrder((caller, wants, paging)): InOrder<(Caller<Read>, Wants, Paging)>,
) -> Reply {
    waiting::held(&app, Topic::Player(caller.player), wants.wait, async || {
        let page = app.turns(&caller, paging.after()?, paging.limit()).await?;
        let items: Vec<WaitingTurn> = page.items.iter().map(WaitingTurn::from).collect();
        let last = page.items.last().filter(|_| page.more);
        let end: Option<(Moment, GameId)> = last.map(|last| (last.since, last.game.id));
        paging.reply(&items, end.as_ref())
    })
    .await
}

impl<'a> From<&'a TurnSeen> for WaitingTurn<'a> {
    fn from(seen: &'a TurnSeen) -> WaitingTurn<'a> {
        WaitingTurn {
            game: GameSummary::from(&seen.game),
            seat: seen.seat,
            asks: &seen.asks,
            since: seen.since,
            deadline: seen.deadline,
        }
    }
}
