//! All that is held on a player, as one document to take away, sent as it is read.

mod document;

use super::extract::{Caller, InOrder, Manage};
use super::holidays::PlannedHoliday;
use super::players::Player;
use super::problem::Problem;
use super::reply::{self, Reply};
use super::webhooks::Webhook;
use super::wiring::Wiring;
use crate::app::{self, App};
use crate::model::{DeliveryId, GameId, MailId, Moment, PlayerId, TokenId};
use actix_web::get;
use actix_web::web::{self, Bytes};
use document::{
    Export, ExportedDelivery, ExportedGame, ExportedMail, ExportedMessage, ExportedMute,
    ExportedNotes, ExportedToken,
};
use futures_util::stream;
use serde::Serialize;
use std::{io, mem};

/// The name of the form of the document.
const FORM: &str = "placa-export/1";

/// Take everything away.
///
/// All that the service holds on the caller as one document: the account and its address of mail, tokens, holidays,
/// webhooks, games, messages, notes, mutes, mails, and what webhooks were told. What opens something (tokens, secrets of
/// webhooks) is not in it, nor is anything that others keep to themselves.
#[utoipa::path(tag = "players", operation_id = "exportMe", security(("bearer" = ["manage"])),
    responses((status = 200, description = "The document.", body = Export)))]
#[get("/v1/me/export")]
pub async fn export_me(
    app: web::Data<App>,
    wiring: web::Data<Wiring>,
    InOrder((caller,)): InOrder<(Caller<Manage>,)>,
) -> Reply {
    let export = begun(&app, &caller, wiring.clock.now()).await?;
    let head = serde_json::to_string(&export).map_err(Problem::internal)?;
    let sending = Sending {
        opening: Some(opening(head)),
        app: app.get_ref().clone(),
        caller: caller.clone(),
        list: 0,
        place: LISTS[0].1,
        comma: "",
    };
    let body = stream::try_unfold(sending, |mut sending| async {
        let piece = sending.next().await.map_err(broken_off)?;
        Ok(piece.map(|text| (Bytes::from(text), sending)))
    });
    Ok(reply::streamed_once(body))
}

/// The document without what is in its long lists.
async fn begun(app: &App, caller: &app::Caller, now: Moment) -> app::Result<Export<'static>> {
    let mailbox = app.mailbox(caller).await?;
    let holidays = app.holidays_held(caller).await?;
    let webhooks = app.webhooks(caller).await?;
    Ok(Export {
        form: FORM,
        exported_at: now,
        player: Player::from(app.profile(caller.player).await?),
        email: mailbox.email,
        pending_email: mailbox.pending,
        turn_mail: mailbox.turns,
        holidays: holidays.iter().map(PlannedHoliday::from).collect(),
        webhooks: webhooks.into_iter().map(Webhook::from).collect(),
        tokens: Vec::new(),
        games: Vec::new(),
        messages: Vec::new(),
        notes: Vec::new(),
        mutes: Vec::new(),
        mails: Vec::new(),
        deliveries: Vec::new(),
    })
}

/// The long lists, as the document has them at its end, each at its beginning.
const LISTS: [(&str, Place); 7] = [
    ("tokens", Place::Tokens(None)),
    ("games", Place::Games(None)),
    ("messages", Place::Messages(None)),
    ("notes", Place::Notes(None)),
    ("mutes", Place::Mutes(None)),
    ("mails", Place::Mails(None)),
    ("deliveries", Place::Deliveries(None)),
];

/// A list, and its last item that was sent.
#[derive(Clone, Copy)]
enum Place {
    Tokens(Option<TokenId>),
    Games(Option<GameId>),
    Messages(Option<(GameId, i64)>),
    Notes(Option<GameId>),
    Mutes(Option<(GameId, PlayerId)>),
    Mails(Option<MailId>),
    Deliveries(Option<DeliveryId>),
}

/// The document up to the first item of its first long list.
fn opening(head: String) -> String {
    let empty = LISTS.map(|(name, _)| format!("\"{name}\":[]")).join(",");
    let end = format!("{empty}}}");
    let before = head.strip_suffix(&end).unwrap_or(&head);
    format!("{before}\"{}\":[", LISTS[0].0)
}

/// A document on its way.
struct Sending {
    app: App,
    caller: app::Caller,
    /// What is sent first.
    opening: Option<String>,
    /// Which of the lists is being sent; past them there is nothing more.
    list: usize,
    place: Place,
    /// What stands before the next item.
    comma: &'static str,
}

impl Sending {
    /// The next piece; `None` after the end.
    async fn next(&mut self) -> app::Result<Option<String>> {
        if let Some(opening) = self.opening.take() {
            return Ok(Some(opening));
        }
        if self.list == LISTS.len() {
            return Ok(None);
        }
        let portion = portion(&self.app, &self.caller, self.place).await?;
        Ok(Some(match portion.end {
            Some(place) => {
                self.place = place;
                let comma = mem::replace(&mut self.comma, ",");
                format!("{comma}{}", portion.items.join(","))
            }
            None => self.turn_over(),
        }))
    }

    /// Ends a list, and begins the next one if there is any.
    fn turn_over(&mut self) -> String {
        self.list += 1;
        self.comma = "";
        match LISTS.get(self.list) {
            Some((name, place)) => {
                self.place = *place;
                format!("],\"{name}\":[")
            }
            None => "]}".to_owned(),
        }
    }
}

/// Items of a list as JSON.
struct Portion {
    items: Vec<String>,
    /// The last of them; `None` if there is none left.
    end: Option<Place>,
}

impl Portion {
    fn of<'a, T: 'a, S: Serialize + 'a>(
        held: &'a [T],
        shown: impl Fn(&'a T) -> S,
        place: impl FnOnce(&T) -> Place,
    ) -> app::Result<Portion> {
        let written = |item| serde_json::to_string(&shown(item)).map_err(app::running::internal);
        Ok(Portion {
            items: held.iter().map(written).collect::<app::Result<_>>()?,
            end: held.last().map(place),
        })
    }
}

/// What comes after a place.
async fn portion(app: &App, caller: &app::Caller, place: Place) -> app::Result<Portion> {
    match place {
        Place::Tokens(after) => {
            let held = app.tokens_held(caller, after).await?;
            Portion::of(&held, ExportedToken::from, |it| Place::Tokens(Some(it.id)))
        }
        Place::Games(after) => {
            let held = app.games_held(caller, after).await?;
            Portion::of(&held, ExportedGame::from, |it| {
                Place::Games(Some(it.game.id))
            })
        }
        Place::Messages(after) => {
            let held = app.messages_held(caller, after).await?;
            Portion::of(&held, ExportedMessage::from, |it| {
                Place::Messages(Some((it.game, it.number)))
            })
        }
        Place::Notes(after) => {
            let held = app.notes_held(caller, after).await?;
            Portion::of(&held, ExportedNotes::from, |it| Place::Notes(Some(it.game)))
        }
        Place::Mutes(after) => {
            let held = app.mutes_held(caller, after).await?;
            Portion::of(&held, ExportedMute::from, |it| {
                Place::Mutes(Some((it.game, it.player.id)))
            })
        }
        Place::Mails(after) => {
            let held = app.mails_held(caller, after).await?;
            Portion::of(&held, ExportedMail::from, |it| Place::Mails(Some(it.id)))
        }
        Place::Deliveries(after) => {
            let held = app.deliveries_held(caller, after).await?;
            Portion::of(&held, ExportedDelivery::from, |it| {
                Place::Deliveries(Some(it.1.id))
            })
        }
    }
}

/// The client sees a document that breaks off, which is no JSON.
fn broken_off(refusal: app::Refusal) -> io::Error {
    log::warn!("an export could not be sent to its end: {refusal}");
    io::Error::other(refusal)
}
