//! Table talk: messages, mutes, and one's own notes.

use super::extract::{Body, Caller, Id, InOrder, Known, MaybeCaller, MaybeKey, Params, Play, Read};
use super::game::SeatPlayer;
use super::reply::{self, Reply};
use crate::app::App;
use crate::app::talk::{MessageSeen, MuteSeen, NotesSeen};
use crate::engine::Seat;
use crate::model::{GameId, Moment};
use actix_web::{delete, get, post, put, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Something to say to the table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SendMessage {
    /// 1 to 2000 characters after NFC and trimming, in as many lines as wanted, with no control or invisible characters
    /// but the ends of lines.
    #[schema(min_length = 1, max_length = 8000)]
    pub text: String,
}

/// Something that was said at a game.
#[derive(Serialize, ToSchema)]
pub struct Message<'a> {
    /// Its number: 1, 2, 3 … in every game.
    #[schema(minimum = 1)]
    pub number: i64,
    /// The seat its author held when they wrote it.
    pub seat: Seat,
    /// Its author, unless that account is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub player: Option<SeatPlayer<'a>>,
    /// What was said, as text and not as markup; null where the author's account is gone.
    #[schema(required = true, max_length = 2000)]
    pub text: Option<&'a str>,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Moment,
}

/// Which messages are wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MessagePart {
    /// Only what was said after the message of this number.
    #[param(minimum = 0, default = 0)]
    pub after: Option<i64>,
    /// At most so many messages.
    #[param(minimum = 1, maximum = 100, default = 50)]
    pub limit: Option<u8>,
}

/// A part of what was said at a game.
#[derive(Serialize, ToSchema)]
pub struct MessagePage<'a> {
    /// The messages in order. Those of players whom the caller has muted are left out: their numbers are missing.
    pub items: Vec<Message<'a>>,
    /// Where the next part begins, for `after`; null where nothing follows yet.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// Somebody whom the caller has muted.
#[derive(Serialize, ToSchema)]
pub struct Mute<'a> {
    /// The seat they hold; if they have left the table, the seat they held when they were muted.
    pub seat: Seat,
    /// Who.
    pub player: SeatPlayer<'a>,
}

/// Whom the caller has muted in a game.
#[derive(Serialize, ToSchema)]
pub struct MutePage<'a> {
    /// The mutes, by seat.
    pub items: Vec<Mute<'a>>,
    /// Nothing comes after them.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// What to note about a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeNotes {
    /// Up to 10000 characters after NFC and trimming, as for a message; nothing removes the notes.
    #[schema(max_length = 40000)]
    pub text: String,
}

/// What the caller has noted about a game.
#[derive(Serialize, ToSchema)]
pub struct Notes {
    /// The text; empty if there is none.
    #[schema(max_length = 10000)]
    pub text: String,
    /// When it was written; null if there is none.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub updated_at: Option<Moment>,
}

/// Read what was said.
///
/// Whoever may see the game may read. To wait for more, ask again with the last number as `after`.
#[utoipa::path(tag = "talk", operation_id = "listMessages",
    params(("id" = String, Path, format = "uuid", description = "The game."), MessagePart),
    security((), ("bearer" = ["read"])),
    responses((status = 200, description = "A part of what was said.", body = MessagePage)))]
#[get("/v1/games/{id}/messages")]
pub async fn list_messages(
    app: web::Data<App>,
    InOrder((caller, part, id, known)): InOrder<(
        MaybeCaller,
        Params<MessagePart>,
        Id<GameId>,
        Known,
    )>,
) -> Reply {
    let MaybeCaller(caller) = caller;
    let Params(part) = part;
    let (after, limit) = (part.after.unwrap_or(0), part.limit.unwrap_or(50));
    let page = app.messages(caller.as_ref(), *id, after, limit).await?;
    let last = page.items.last().map_or(after, |last| last.number);
    let next = page.more.then(|| last.to_string());
    let body = MessagePage {
        items: page.items.iter().map(Message::from).collect(),
        next: next.clone(),
    };
    let reply = known.reply(0, &body)?;
    let link = format!("/v1/games/{}/messages?after={last}&limit={limit}", *id);
    reply::with_next(reply, next.map(|_| link))
}

/// Say something.
///
/// Whoever holds a seat may, before the start and after the end too. It is no part of the game: neither its revision
/// nor its ETag changes.
#[utoipa::path(tag = "talk", operation_id = "sendMessage", request_body = SendMessage,
    params(("id" = String, Path, format = "uuid", description = "The game.")),
    security(("bearer" = ["play"])),
    responses((status = 201, description = "The message.", body = Message),
        (status = 403, description = "not_seated"), (status = 409, description = "wrong_status, too_many")))]
#[post("/v1/games/{id}/messages")]
pub async fn send_message(
    app: web::Data<App>,
    InOrder((caller, send, id, key)): InOrder<(
        Caller<Play>,
        Body<SendMessage>,
        Id<GameId>,
        MaybeKey,
    )>,
) -> Reply {
    let Body(send) = send;
    let once = key.of_account(caller.player);
    let answer = app.say(&caller, *id, &send.text, once.as_ref()).await?;
    let before = answer.value.number - 1;
    let location = format!("/v1/games/{}/messages?after={before}&limit=1", *id);
    let response = reply::made(&location, &Message::from(&answer.value));
    Ok(reply::marked(&answer, response))
}

/// List whom one has muted.
///
/// Only oneself can know.
#[utoipa::path(tag = "talk", operation_id = "listMutes",
    params(("id" = String, Path, format = "uuid", description = "The game.")),
    security(("bearer" = ["read"])),
    responses((status = 200, description = "The mutes.", body = MutePage)))]
#[get("/v1/games/{id}/mutes")]
pub async fn list_mutes(
    app: web::Data<App>,
    InOrder((caller, id, known)): InOrder<(Caller<Read>, Id<GameId>, Known)>,
) -> Reply {
    let mutes = app.mutes(&caller, *id).await?;
    let page = MutePage {
        items: mutes.iter().map(Mute::from).collect(),
        next: None,
    };
    known.reply(0, &page)
}

/// Mute somebody.
///
/// What the player in that seat says, and has said, is left out of what the caller reads. It is the player who is muted:
/// wherever they sit, and not who takes the seat after them. Nobody else learns of it.
#[utoipa::path(tag = "talk", operation_id = "mute",
    params(("id" = String, Path, format = "uuid", description = "The game."),
        ("seat" = Seat, Path, description = "Another seat than the caller's.")),
    security(("bearer" = ["play"])),
    responses((status = 204, description = "They are muted."),
        (status = 403, description = "not_seated"), (status = 422, description = "invalid_request")))]
#[put("/v1/games/{id}/mutes/{seat}")]
pub async fn mute(
    app: web::Data<App>,
    InOrder((caller, id, seat)): InOrder<(Caller<Play>, Id<GameId>, Id<Seat>)>,
) -> Reply {
    app.mute(&caller, *id, *seat).await?;
    Ok(reply::gone())
}

/// Hear somebody again.
///
/// By the seat under which they are listed.
#[utoipa::path(tag = "talk", operation_id = "unmute",
    params(("id" = String, Path, format = "uuid", description = "The game."),
        ("seat" = Seat, Path, description = "Their seat, as the list of mutes has it.")),
    security(("bearer" = ["play"])),
    responses((status = 204, description = "They are not muted."),
        (status = 403, description = "not_seated"), (status = 422, description = "invalid_request")))]
#[delete("/v1/games/{id}/mutes/{seat}")]
pub async fn unmute(
    app: web::Data<App>,
    InOrder((caller, id, seat)): InOrder<(Caller<Play>, Id<GameId>, Id<Seat>)>,
) -> Reply {
    app.unmute(&caller, *id, *seat).await?;
    Ok(reply::gone())
}

/// Show one's notes.
///
/// Nobody else ever sees them, nor does who takes over the seat.
#[utoipa::path(tag = "talk", operation_id = "getNotes",
    params(("id" = String, Path, format = "uuid", description = "The game.")),
    security(("bearer" = ["read"])),
    responses((status = 200, description = "The caller's notes.", body = Notes),
        (status = 403, description = "not_seated")))]
#[get("/v1/games/{id}/notes")]
pub async fn get_notes(
    app: web::Data<App>,
    InOrder((caller, id, known)): InOrder<(Caller<Read>, Id<GameId>, Known)>,
) -> Reply {
    known.reply(0, &Notes::from(app.notes(&caller, *id).await?))
}

/// Take notes.
///
/// In place of what was noted before. Whoever holds a seat may, before the start and after the end too.
#[utoipa::path(tag = "talk", operation_id = "takeNotes", request_body = TakeNotes,
    params(("id" = String, Path, format = "uuid", description = "The game.")),
    security(("bearer" = ["play"])),
    responses((status = 200, description = "The caller's notes as they are now.", body = Notes),
        (status = 403, description = "not_seated")))]
#[put("/v1/games/{id}/notes")]
pub async fn take_notes(
    app: web::Data<App>,
    InOrder((caller, take, id)): InOrder<(Caller<Play>, Body<TakeNotes>, Id<GameId>)>,
) -> Reply {
    let Body(take) = take;
    let notes = app.take_notes(&caller, *id, &take.text).await?;
    Ok(reply::done(&Notes::from(notes)))
}

impl<'a> From<&'a MessageSeen> for Message<'a> {
    fn from(seen: &'a MessageSeen) -> Message<'a> {
        Message {
            number: seen.number,
            seat: seen.seat,
            player: seen.player.as_ref().map(SeatPlayer::from),
            text: seen.text.as_deref(),
            at: seen.at,
        }
    }
}

impl<'a> From<&'a MuteSeen> for Mute<'a> {
    fn from(seen: &'a MuteSeen) -> Mute<'a> {
        Mute {
            seat: seen.seat,
            player: SeatPlayer::from(&seen.player),
        }
    }
}

impl From<NotesSeen> for Notes {
    fn from(seen: NotesSeen) -> Notes {
        Notes {
            text: seen.text,
            updated_at: seen.updated_at,
        }
    }
}
