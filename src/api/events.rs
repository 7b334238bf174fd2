//! What happens: the event log of a game and the feed of a player, to be polled, waited for, or streamed.

mod source;
mod tail;

use super::extract::{
    Caller, Id, InOrder, Known, Listener, MaybeKey, OptionalBody, Params, Read, Wants,
};
use super::games::Empty;
use super::reply::{self, Reply};
use super::unions::EventItem;
use crate::app::events::Changed;
use crate::app::{self, App, Refusal};
use crate::model::{GameId, Moment};
use actix_web::{get, post, web};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use source::Source;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use utoipa::{IntoParams, ToSchema};

/// Which part of a log is wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EventPart {
    /// Only what has a higher number. A stream that is opened again may name it as `Last-Event-ID` instead.
    #[param(minimum = 0, default = 0)]
    pub after: Option<i64>,
    /// At most so many, where no stream is asked for.
    #[param(minimum = 1, maximum = 100, default = 50)]
    pub limit: Option<u8>,
    /// A ticket, instead of a token.
    #[param(min_length = 1, max_length = 64)]
    pub ticket: Option<String>,
}

/// A part of the event log of a game.
#[derive(Serialize, ToSchema)]
pub struct EventPage<'a> {
    /// The events in order.
    pub items: Vec<EventItem<'a>>,
    /// Where the next part begins, for `after`; null where nothing follows yet.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// That something happened in one of one's own games.
#[derive(Serialize, ToSchema)]
pub struct FeedItem<'a> {
    /// Its place in the feed. The places of a player's own items grow, with gaps.
    #[schema(minimum = 1)]
    pub id: i64,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Moment,
    /// Which game.
    #[schema(value_type = String, format = "uuid")]
    pub game_id: GameId,
    /// Its name in the catalogue.
    pub game: &'a str,
    /// The revision after it.
    #[schema(minimum = 0)]
    pub revision: i64,
    /// The number of the first of its events in the game's log.
    #[schema(minimum = 1)]
    pub first_event: i64,
    /// The number of the last one.
    #[schema(minimum = 1)]
    pub last_event: i64,
}

/// A part of one's own feed.
#[derive(Serialize, ToSchema)]
pub struct FeedPage<'a> {
    /// What changed, in order.
    pub items: Vec<FeedItem<'a>>,
    /// Where the next part begins, for `after`; null where nothing follows yet.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// A ticket.
#[derive(Serialize, ToSchema)]
pub struct Ticket {
    /// What opens the stream: the parameter `ticket` of its address. It is shown this once.
    pub ticket: String,
    /// Until when it may be used.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Moment,
}

/// Follow a game.
///
/// The numbered events of the game as the caller may know them: 1, 2, 3 … without gaps, the same numbers for
/// everybody. With `Prefer: wait=SECONDS` the answer is held until there is something after `after`. With
/// `Accept: text/event-stream` or `application/x-ndjson` it is a stream that goes on: each event is sent as it happens,
/// with its number as the id, and a sign of life every ten seconds. An `after` beyond the end, as from another
/// database, gives an event `reset` whose id is the end.
#[utoipa::path(tag = "play", operation_id = "listEvents",
    params(("id" = String, Path, format = "uuid", description = "The game."), EventPart,
        ("Prefer" = Option<String>, Header, description = "`wait=SECONDS`, at most 60: hold the answer until there is something."),
        ("Last-Event-ID" = Option<String>, Header, description = "The number of the last event that a stream has brought.")),
    security((), ("bearer" = ["read"])),
    responses((status = 200, description = "A part of the log.",
            content((EventPage = "application/json"), (String = "text/event-stream"), (String = "application/x-ndjson"))),
        (status = 409, description = "wrong_status"), (status = 429, description = "too_many_streams")))]
#[get("/v1/games/{id}/events")]
pub async fn list_events(
    app: web::Data<App>,
    InOrder((listener, part, wants, id, known)): InOrder<(
        Listener,
        Params<EventPart>,
        Wants,
        Id<GameId>,
        Known,
    )>,
) -> Reply {
    let Params(part) = part;
    let source = Source::Game(*id);
    follow(&app, listener, source, &part, &wants, &known).await
}

/// Follow one's own games.
///
/// One feed of all that happens in the games in which the caller sits: poll, wait or stream as with the events of a
/// game. An item says which events of which game there are.
#[utoipa::path(tag = "play", operation_id = "listFeed", params(EventPart,
        ("Prefer" = Option<String>, Header, description = "`wait=SECONDS`, at most 60: hold the answer until there is something."),
        ("Last-Event-ID" = Option<String>, Header, description = "The number of the last item that a stream has brought.")),
    security(("bearer" = ["read"])),
    responses((status = 200, description = "A part of the feed.",
            content((FeedPage = "application/json"), (String = "text/event-stream"), (String = "application/x-ndjson"))),
        (status = 429, description = "too_many_streams")))]
#[get("/v1/me/events")]
pub async fn list_feed(
    app: web::Data<App>,
    InOrder((listener, part, wants, known)): InOrder<(Listener, Params<EventPart>, Wants, Known)>,
) -> Reply {
    let Params(part) = part;
    let caller = listener.caller.clone().ok_or(Refusal::Unauthenticated)?;
    let source = Source::Feed(caller.player);
    follow(&app, listener, source, &part, &wants, &known).await
}

/// Get a ticket for a stream.
///
/// For clients that can't send a token with the request that opens a stream, as browsers can't. The ticket opens one
/// stream in the caller's name, and serves the same stream's reconnections for 60 seconds.
#[utoipa::path(tag = "play", operation_id = "createTicket", request_body = Empty,
    security(("bearer" = ["read"])),
    responses((status = 201, description = "The ticket.", body = Ticket)))]
#[post("/v1/me/tickets")]
pub async fn create_ticket(
    app: web::Data<App>,
    InOrder((caller, _empty, key)): InOrder<(Caller<Read>, OptionalBody<Empty>, MaybeKey)>,
) -> Reply {
    let once = key.of_account(caller.player);
    let answer = app.make_ticket(&caller, once.as_ref()).await?;
    let body = Ticket {
        ticket: answer.value.ticket.clone(),
        expires_at: answer.value.expires_at,
    };
    Ok(reply::marked(&answer, reply::made("/v1/me/events", &body)))
}

/// Which part of which log is asked for.
#[derive(Clone, Copy)]
struct Asked {
    source: Source,
    after: i64,
    limit: u8,
}

async fn follow(
    app: &web::Data<App>,
    listener: Listener,
    source: Source,
    part: &EventPart,
    wants: &Wants,
    known: &Known,
) -> Reply {
    let asked = Asked {
        source,
        after: wants.last_event.or(part.after).unwrap_or(0),
        limit: part.limit.unwrap_or(50),
    };
    match wants.stream {
        Some(form) => tail::open(app.get_ref().clone(), listener, asked, form).await,
        None => poll(app, listener.caller.as_ref(), asked, wants.wait, known).await,
    }
}

/// A page; if there is nothing on it, the answer waits for something as long as the client likes to.
async fn poll(
    app: &App,
    caller: Option<&app::Caller>,
    asked: Asked,
    wait: Option<Duration>,
    known: &Known,
) -> Reply {
    let mut waiting = app.wait_for(asked.source.topic());
    let deadline = Instant::now() + wait.unwrap_or_default();
    loop {
        let page = asked
            .source
            .page(app, caller, asked.after, asked.limit)
            .await?;
        if page.items.is_empty() && Instant::now() < deadline {
            let _news_or_end = timeout_at(deadline, waiting.news()).await;
            continue;
        }
        let last = page.items.last().map_or(asked.after, |item| item.id);
        let next = page.more.then(|| last.to_string());
        let body = Page {
            items: page.items.iter().map(|item| item.json.as_ref()).collect(),
            next: next.as_deref(),
        };
        let mut response = known.reply(last, &body)?;
        if let Some(wait) = wait {
            reply::waited(&mut response, wait);
        }
        let (path, limit) = (asked.source.path(), asked.limit);
        return reply::with_next(
            response,
            next.map(|_| format!("{path}?after={last}&limit={limit}")),
        );
    }
}

/// A page of either log; the document knows it as [`EventPage`] and [`FeedPage`].
#[derive(Serialize)]
struct Page<'a> {
    items: Vec<&'a RawValue>,
    next: Option<&'a str>,
}

impl<'a> From<&'a Changed> for FeedItem<'a> {
    fn from(changed: &'a Changed) -> FeedItem<'a> {
        FeedItem {
            id: changed.id,
            at: changed.at,
            game_id: changed.game_id,
            game: &changed.game,
            revision: changed.revision,
            first_event: changed.first,
            last_event: changed.last,
        }
    }
}
