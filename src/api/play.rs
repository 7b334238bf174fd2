//! Acting in a game, and looking back.

use super::extract::{
    Body, Caller, Id, IfMatch, InOrder, Known, MaybeCaller, MaybeKey, Params, Play,
};
use super::game::Game;
use super::reply::{self, Reply};
use super::unions::{GameEvent, HistoryItem, LegalActions, SubmitActions};
use crate::app::play::Act;
use crate::app::seen::Acted;
use crate::app::{Answered, App};
use crate::model::GameId;
use actix_web::{get, post, web};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

/// What came of actions.
#[derive(Serialize, ToSchema)]
pub struct ActionResult<'a> {
    /// The revision after them.
    #[schema(minimum = 0)]
    pub revision: i64,
    /// What happened, as the caller may know it.
    pub events: Vec<GameEvent<'a>>,
    /// The game as the caller sees it now.
    pub game: Game<'a>,
}

/// That actions would be taken.
#[derive(Serialize, ToSchema)]
pub struct CheckResult<'a> {
    /// Always true: what would not be taken is answered with the problem that taking it would give.
    pub legal: bool,
    /// What would happen, up to the first draw or reveal.
    pub events: Vec<GameEvent<'a>>,
}

/// Which of one's own last actions to take back.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// The revision the caller saw; If-Match may name it instead.
    #[schema(nullable = false, minimum = 0)]
    pub revision: Option<i64>,
    /// The revision whose position comes back.
    #[schema(minimum = 1)]
    pub to: i64,
}

/// Which part of a history is wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct HistoryPart {
    /// Only what came after this revision.
    #[param(minimum = 0, default = 0)]
    pub after: Option<i64>,
    /// At most so many revisions.
    #[param(minimum = 1, maximum = 100, default = 50)]
    pub limit: Option<u8>,
}

/// A part of a history.
#[derive(Serialize, ToSchema)]
pub struct HistoryPage<'a> {
    /// The revisions in order.
    pub items: Vec<HistoryItem<'a>>,
    /// Where the next part begins, for `after`; null where nothing follows yet.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// Ask what is legal.
///
/// What the caller may do now; nothing where the game does not wait for them. Each action has the form in which it is
/// sent. Where there are too many the list is a useful sample.
#[utoipa::path(tag = "play", operation_id = "listLegalActions",
    params(("id" = String, Path, format = "uuid", description = "The game.")),
    security((), ("bearer" = ["read"])),
    responses((status = 200, description = "What the caller may do.", body = LegalActions)))]
#[get("/v1/games/{id}/legal-actions")]
pub async fn list_legal_actions(
    app: web::Data<App>,
    InOrder((caller, id, known)): InOrder<(MaybeCaller, Id<GameId>, Known)>,
) -> Reply {
    let MaybeCaller(caller) = caller;
    let legal = app.legal_actions(caller.as_ref(), *id).await?;
    let body = LegalActions {
        game: &legal.game,
        revision: legal.revision,
        seat: legal.seat,
        complete: legal.complete,
        actions: &legal.actions,
        standing: &legal.standing,
    };
    known.reply(legal.revision, &body)
}

/// Act.
///
/// Takes 1 to 32 actions in order, all of them or none; each adds 1 to the revision. An action that draws or reveals
/// something ends its batch.
#[utoipa::path(tag = "play", operation_id = "act", request_body = SubmitActions,
    params(("id" = String, Path, format = "uuid", description = "The game."),
        ("If-Match" = Option<String>, Header, description = "The ETag the caller saw, instead of `revision`.")),
    security(("bearer" = ["play"])),
    responses((status = 201, description = "What came of it.", body = ActionResult),
        (status = 403, description = "not_seated"),
        (status = 409, description = "not_awaited, wrong_status"),
        (status = 412, description = "stale_revision"),
        (status = 422, description = "wrong_game, illegal, batch_past_unknown"),
        (status = 428, description = "revision_required")))]
#[post("/v1/games/{id}/actions")]
pub async fn act(
    app: web::Data<App>,
    InOrder((caller, submitted, seen, id, key)): InOrder<(
        Caller<Play>,
        Body<SubmitActions>,
        IfMatch,
        Id<GameId>,
        MaybeKey,
    )>,
) -> Reply {
    let Body(submitted) = submitted;
    let once = key.of_account(caller.player);
    let actions = wanted(submitted, seen)?;
    let answer = app.act(&caller, *id, &actions, once.as_ref()).await?;
    acted(*id, &answer)
}

/// Ask whether actions would be taken.
///
/// Nothing changes. The answer is that they would, or the problem that taking them would give.
#[utoipa::path(tag = "play", operation_id = "checkActions", request_body = SubmitActions,
    params(("id" = String, Path, format = "uuid", description = "The game."),
        ("If-Match" = Option<String>, Header, description = "The ETag the caller saw, instead of `revision`.")),
    security(("bearer" = ["play"])),
    responses((status = 200, description = "They would be taken.", body = CheckResult),
        (status = 403, description = "not_seated"),
        (status = 409, description = "not_awaited, wrong_status"),
        (status = 412, description = "stale_revision"),
        (status = 422, description = "wrong_game, illegal, batch_past_unknown"),
        (status = 428, description = "revision_required")))]
#[post("/v1/games/{id}/actions/check")]
pub async fn check_actions(
    app: web::Data<App>,
    InOrder((caller, submitted, seen, id, key)): InOrder<(
        Caller<Play>,
        Body<SubmitActions>,
        IfMatch,
        Id<GameId>,
        MaybeKey,
    )>,
) -> Reply {
    let Body(submitted) = submitted;
    let once = key.of_account(caller.player);
    let actions = wanted(submitted, seen)?;
    let answer = app.check(&caller, *id, &actions, once.as_ref()).await?;
    let body = CheckResult {
        legal: true,
        events: sent(&answer.value),
    };
    Ok(reply::marked(&answer, reply::done(&body)))
}

/// Read the history.
///
/// What was done and what happened, revision by revision, as the caller may know it.
#[utoipa::path(tag = "play", operation_id = "listHistory",
    params(("id" = String, Path, format = "uuid", description = "The game."), HistoryPart),
    security((), ("bearer" = ["read"])),
    responses((status = 200, description = "A part of the history.", body = HistoryPage),
        (status = 409, description = "wrong_status")))]
#[get("/v1/games/{id}/actions")]
pub async fn list_history(
    app: web::Data<App>,
    InOrder((caller, part, id, known)): InOrder<(
        MaybeCaller,
        Params<HistoryPart>,
        Id<GameId>,
        Known,
    )>,
) -> Reply {
    let MaybeCaller(caller) = caller;
    let Params(part) = part;
    let (after, limit) = (part.after.unwrap_or(0), part.limit.unwrap_or(50));
    let page = app.history(caller.as_ref(), *id, after, limit).await?;
    let last = page.items.last().map_or(after, |last| last.revision);
    let next = page.more.then(|| last.to_string());
    let body = HistoryPage {
        items: page.items.iter().map(HistoryItem::from).collect(),
        next: next.clone(),
    };
    let reply = known.reply(last, &body)?;
    let link = format!("/v1/games/{}/actions?after={last}&limit={limit}", *id);
    reply::with_next(reply, next.map(|_| link))
}

/// Take back.
///
/// One's own last actions of this turn, never past a reveal, a draw or another's action. This makes a new revision.
#[utoipa::path(tag = "play", operation_id = "undo", request_body = Undo,
    params(("id" = String, Path, format = "uuid", description = "The game."),
        ("If-Match" = Option<String>, Header, description = "The ETag the caller saw, instead of `revision`.")),
    security(("bearer" = ["play"])),
    responses((status = 201, description = "The game as it is again.", body = ActionResult),
        (status = 403, description = "not_seated"),
        (status = 409, description = "wrong_status, not_undoable"),
        (status = 412, description = "stale_revision"),
        (status = 428, description = "revision_required")))]
#[post("/v1/games/{id}/undo")]
pub async fn undo(
    app: web::Data<App>,
    InOrder((caller, undo, seen, id, key)): InOrder<(
        Caller<Play>,
        Body<Undo>,
        IfMatch,
        Id<GameId>,
        MaybeKey,
    )>,
) -> Reply {
    let Body(undo) = undo;
    let once = key.of_account(caller.player);
    let revision = seen.or(undo.revision)?;
    let answer = app
        .undo(&caller, *id, revision, undo.to, once.as_ref())
        .await?;
    acted(*id, &answer)
}

fn wanted(submitted: SubmitActions, seen: IfMatch) -> Result<Act, super::problem::Problem> {
    Ok(Act {
        revision: seen.or(submitted.revision)?,
        game: submitted.game,
        actions: submitted.actions,
    })
}

fn acted(id: GameId, answer: &Answered<Acted>) -> Reply {
    let acted = &answer.value;
    let body = ActionResult {
        revision: acted.revision,
        events: sent(&acted.events),
        game: Game::from(&acted.game),
    };
    let location = format!("/v1/games/{id}?revision={}", acted.revision);
    Ok(reply::marked(answer, reply::made(&location, &body)))
}

fn sent(events: &[Box<RawValue>]) -> Vec<GameEvent<'_>> {
    events.iter().map(|event| GameEvent(event)).collect()
}
