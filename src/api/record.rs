//! The record of a game: the whole of it as one document, sent as it is read.

use super::extract::{Id, InOrder, Known, MaybeCaller};
use super::game::{GameDealing, GameSeat};
use super::problem::Problem;
use super::reply::{self, Reply};
use super::unions::{GameOptions, RecordItem};
use crate::app::App;
use crate::app::portable::{FORM, Portable};
use crate::app::walk;
use crate::engine::Outcome;
use crate::model::{GameId, Moment, Status};
use crate::{app, engine::Seat};
use actix_web::web::{self, Bytes};
use actix_web::{HttpResponse, get};
use futures_util::stream;
use serde::Serialize;
use std::io;
use utoipa::ToSchema;

/// A whole game as a document to take away.
#[derive(Serialize, ToSchema)]
pub struct GameRecord<'a> {
    /// The form of the document: `placa-record/1`.
    #[schema(max_length = 32)]
    pub form: &'static str,
    /// Is everything told? Then the game is over, the record is the same for everybody and can be verified. Before that
    /// it tells what the caller may know.
    pub complete: bool,
    /// Which game it is.
    #[schema(value_type = String, format = "uuid")]
    pub id: GameId,
    /// Its name in the catalogue.
    pub game: &'a str,
    /// The version of the rules it is played by.
    pub ruleset: &'a str,
    /// What its owner called it.
    #[schema(required = true, max_length = 80)]
    pub title: Option<&'a str>,
    /// Where it stands.
    pub status: Status,
    /// The last revision.
    #[schema(minimum = 0)]
    pub revision: i64,
    /// The options in force.
    pub options: GameOptions<'a>,
    /// The seats, clockwise from seat 0, as they are held now.
    pub seats: Vec<GameSeat<'a>>,
    /// The caller's seat; null in a complete record.
    #[schema(required = true)]
    pub you: Option<Seat>,
    /// How the randomness of the game comes about.
    pub dealing: GameDealing<'a>,
    /// The result, at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub outcome: Option<&'a Outcome>,
    /// When it was offered.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Moment,
    /// When it started.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub started_at: Option<Moment>,
    /// Every revision in order.
    pub log: Vec<RecordItem<'a>>,
}

/// A draw: one of so many numbers.
#[derive(Clone, Copy, Serialize, ToSchema)]
pub struct Draw {
    /// Of how many it was one.
    #[schema(minimum = 1)]
    pub of: u32,
    /// Which one: 0 to `of` - 1.
    #[schema(minimum = 0)]
    pub drawn: u32,
}

impl From<&walk::Draw> for Draw {
    fn from(draw: &walk::Draw) -> Draw {
        Draw {
            of: draw.of,
            drawn: draw.drawn,
        }
    }
}

/// Take a game away.
///
/// The whole game as one document. While it is played it tells what the caller may know. Once it is over it is
/// complete, and the same for everybody: the server's secret, what the seats added, every action, every draw, the hash of
/// every position and the result, from which anybody can verify that nothing was stacked. How is written in
/// `docs/dealing.md`; `placa verify` does it.
#[utoipa::path(tag = "play", operation_id = "getRecord",
    params(("id" = String, Path, format = "uuid", description = "The game.")),
    security((), ("bearer" = ["read"])),
    responses((status = 200, description = "The record.", body = GameRecord)))]
#[get("/v1/games/{id}/record")]
pub async fn get_record(
    app: web::Data<App>,
    InOrder((caller, id, known)): InOrder<(MaybeCaller, Id<GameId>, Known)>,
) -> Reply {
    let MaybeCaller(caller) = caller;
    let portable = app.portable(caller.as_ref(), *id).await?;
    let head = serde_json::to_string(&head(&portable)).map_err(Problem::internal)?;
    // The log of a revision never changes, and how it is told follows from what stands in the head.
    let tag = reply::tag(portable.game.revision, head.as_bytes());
    match known.is(&tag) {
        true => Ok(reply::not_modified(&tag)),
        false => Ok(sent(&tag, head, portable)),
    }
}

fn head(portable: &Portable) -> GameRecord<'_> {
    let game = &portable.game;
    GameRecord {
        form: FORM,
        complete: portable.complete,
        id: game.id,
        game: &game.game,
        ruleset: &game.ruleset,
        title: game.title.as_deref(),
        status: game.status,
        revision: game.revision,
        options: GameOptions(&game.options),
        seats: game.seats.iter().map(GameSeat::from).collect(),
        you: game.you,
        dealing: GameDealing::from(&game.dealing),
        outcome: game.outcome.as_ref(),
        created_at: game.created_at,
        started_at: game.started_at,
        log: Vec::new(),
    }
}

/// What a head ends with: the log, which is still empty, and the end of the document.
const END: &str = "]}";

/// A record on its way: a log may be long, and is never in memory as a whole.
enum Sending {
    Head(String, Portable),
    Log(Portable, &'static str),
    Done,
}

fn sent(tag: &str, head: String, portable: Portable) -> HttpResponse {
    let body = stream::try_unfold(Sending::Head(head, portable), |sending| async {
        Ok(match sending {
            Sending::Head(head, portable) => {
                let open = head.strip_suffix(END).unwrap_or(&head).to_owned();
                Some((Bytes::from(open), Sending::Log(portable, "")))
            }
            Sending::Log(mut portable, comma) => {
                let items = portion(&mut portable).await.map_err(broken_off)?;
                Some(match items.is_empty() {
                    true => (Bytes::from_static(END.as_bytes()), Sending::Done),
                    false => {
                        let text = format!("{comma}{}", items.join(","));
                        (Bytes::from(text), Sending::Log(portable, ","))
                    }
                })
            }
            Sending::Done => None,
        })
    });
    reply::streamed(tag, body)
}

async fn portion(portable: &mut Portable) -> app::Result<Vec<String>> {
    let recorded = portable.next().await?;
    let items = recorded.iter().map(RecordItem::from);
    let written = items.map(|item| serde_json::to_string(&item).map_err(app::running::internal));
    written.collect()
}

/// The client sees a document that breaks off, which is no JSON.
fn broken_off(refusal: app::Refusal) -> io::Error {
    log::warn!("a record could not be sent to its end: {refusal}");
    io::Error::other(refusal)
}
