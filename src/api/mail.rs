//! What reaches a player by mail: a way back for who lost all tokens, and the pages that links in mails lead to.

use super::extract::{Body, InOrder, LongKey};
use super::page_frame::{Page, html};
use super::problem::{Kind, Problem};
use super::reply::{self, Reply};
use super::spoken;
use super::tokens::{TokenCreated, TokenInfo};
use crate::app::App;
use crate::app::board::Language;
use crate::app::mail::Followed;
use crate::app::refusal::Refusal;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, HeaderValue, REFERRER_POLICY, VARY,
};
use actix_web::{HttpRequest, HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who has lost all tokens.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Recover {
    /// The address that was confirmed for the account.
    #[schema(min_length = 3, max_length = 254)]
    pub email: String,
}

/// That a mail has been asked for.
#[derive(Serialize, ToSchema)]
pub struct RecoveryAsked {
    /// Always `asked`, whoever has the address.
    pub status: &'static str,
}

/// A token that came by mail.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Redeem {
    /// The token from the mail: `plr_…`.
    #[schema(min_length = 1, max_length = 64)]
    pub token: String,
}

/// Ask for a way back.
///
/// For those who lost all tokens and have confirmed an address: it gets a mail with a token that may be used once, within an
/// hour, at `POST /v1/recovery/token`. The answer is the same whether or not anybody has the address. At most three such
/// mails are sent to an address in an hour.
#[utoipa::path(tag = "players", operation_id = "recover", request_body = Recover, security(()),
    responses((status = 202, description = "If somebody has confirmed the address they get a mail.", body = RecoveryAsked),
        (status = 409, description = "mail_off")))]
#[post("/v1/recovery")]
pub async fn recover(
    app: web::Data<App>,
    // Asking again does no harm: nothing has to be kept for the key.
    InOrder((recover, _key)): InOrder<(Body<Recover>, LongKey)>,
) -> Reply {
    let Body(recover) = recover;
    app.recover(&recover.email).await?;
    Ok(HttpResponse::Accepted()
        .insert_header((CACHE_CONTROL, "no-store"))
        .json(RecoveryAsked { status: "asked" }))
}

/// Get a token for a mailed one.
///
/// The new token may be used for everything. Other tokens go on: look at them and revoke what is not yours. If the account
/// has as many tokens as it may have, the one that was used longest ago ends.
#[utoipa::path(tag = "players", operation_id = "redeemRecovery", request_body = Redeem, security(()),
    responses((status = 201, description = "The token.", body = TokenCreated),
        (status = 404, description = "not_found")))]
#[post("/v1/recovery/token")]
pub async fn redeem_recovery(
    app: web::Data<App>,
    InOrder((redeem, key)): InOrder<(Body<Redeem>, LongKey)>,
) -> Reply {
    let Body(redeem) = redeem;
    let LongKey(key) = key;
    let once = key.map(|key| key.of_route("POST /v1/recovery/token"));
    let answer = app.redeem(&redeem.token, once.as_ref()).await?;
    let body = TokenCreated {
        info: TokenInfo::from(answer.value.made.clone()),
        token: answer.value.token.clone(),
    };
    let location = format!("/v1/me/tokens/{}", body.info.id);
    Ok(reply::marked(&answer, reply::made(&location, &body)))
}

/// Where a link in a mail leads. It changes nothing: programs that look after mail open links too.
pub async fn link(request: HttpRequest, token: web::Path<String>) -> Reply {
    let language = spoken::language(&request);
    let (title, button) = match token.get(..4) {
        Some("plv_") => language.pick(
            ("Confirm your address", "Confirm"),
            ("Confirma la teva adreça", "Confirma"),
            ("Confirma tu dirección", "Confirmar"),
        ),
        Some("plu_") => language.pick(
            ("No more mails about turns", "Unsubscribe"),
            ("Cap més correu sobre torns", "Dona'm de baixa"),
            ("Ningún correo más sobre turnos", "Darme de baja"),
        ),
        Some(_) | None => {
            let refusal = Problem::new(Kind::NotFound, "no mail leads here");
            return led_nowhere(&request, refusal);
        }
    };
    let form = format!("<form method=\"post\"><button>{button}</button></form>");
    Ok(page(language, title, &form))
}

/// Does what a link in a mail is for: by the button of its page, or by one click in a program for mail (RFC 8058).
pub async fn follow(app: web::Data<App>, request: HttpRequest, token: web::Path<String>) -> Reply {
    let language = spoken::language(&request);
    let title = match app.follow_link(&token).await {
        Ok(Followed::Confirmed) => language.pick(
            "Your address is confirmed",
            "La teva adreça està confirmada",
            "Tu dirección está confirmada",
        ),
        Ok(Followed::Unsubscribed) => language.pick(
            "You get no more mails about turns",
            "Ja no rebràs més correus sobre torns",
            "Ya no recibirás más correos sobre turnos",
        ),
        Err(refusal @ Refusal::NotFound(_)) => return led_nowhere(&request, refusal.into()),
        Err(refusal) => return Err(refusal.into()),
    };
    let text = language.pick(
        "You can close this page.",
        "Ja pots tancar aquesta pàgina.",
        "Ya puedes cerrar esta página.",
    );
    Ok(page(language, title, &format!("<p>{text}</p>")))
}

/// What a link says that is used, too old, or none of ours: to a program the problem, to a person in a browser a page. That has
/// a good status, since all that has another is a problem here, which browsers show as it is written.
fn led_nowhere(request: &HttpRequest, problem: Problem) -> Reply {
    if !spoken::in_browser(request) {
        return Err(problem);
    }
    let language = spoken::language(request);
    let (title, text) = language.pick(
        (
            "This link is good no longer",
            "It has been used, or it is too old. The page of your account sends you another mail.",
        ),
        (
            "Aquest enllaç ja no val",
            "Ja s'ha fet servir, o és massa antic. Des de la pàgina del teu compte pots demanar un altre correu.",
        ),
        (
            "Este enlace ya no vale",
            "Ya se ha usado, o es demasiado antiguo. Desde la página de tu cuenta puedes pedir otro correo.",
        ),
    );
    Ok(page(language, title, &format!("<p>{text}</p>")))
}

/// What pages of mails may do beside showing text: send their own button.
const POLICY: &str = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'";

/// A page of fixed words. Nobody who is led on from it learns its address, and no cache keeps it.
fn page(language: Language, title: &str, content: &str) -> HttpResponse {
    let content = format!("<h1>{title}</h1>{content}");
    let mut response = html(&Page {
        title,
        language,
        ways: &[("/", "Plaça")],
        content: &content,
    });
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
        (CONTENT_LANGUAGE, language.tag()),
        (VARY, "Accept, Accept-Language, Accept-Encoding"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}
