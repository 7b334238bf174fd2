//! The picture of a game.

use super::extract::{Id, InOrder, Known, MaybeCaller, Params};
use super::reply::Reply;
use crate::app::App;
use crate::app::board::{Language, Look, Theme};
use crate::model::GameId;
use actix_web::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use actix_web::{get, web};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// A picture fetches nothing and runs nothing; it may have a style sheet of its own.
const POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'");

/// Which picture.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BoardParams {
    /// A past revision, as the caller's seat saw it then; 0 is before the start.
    #[param(minimum = 0)]
    pub revision: Option<i64>,
    /// For a light page, for a dark one, or as whoever looks prefers, which is the default.
    #[param(inline)]
    pub theme: Option<BoardTheme>,
    /// In what language the picture speaks: English, which is the default, Catalan or Spanish.
    #[param(inline)]
    pub lang: Option<BoardLanguage>,
}

/// For what page a picture is.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoardTheme {
    /// Dark on light; without a style sheet.
    Light,
    /// Light on dark; without a style sheet.
    Dark,
    /// A style sheet inside asks for the preference.
    Auto,
}

impl From<BoardTheme> for Theme {
    fn from(theme: BoardTheme) -> Theme {
        match theme {
            BoardTheme::Light => Theme::Light,
            BoardTheme::Dark => Theme::Dark,
            BoardTheme::Auto => Theme::Auto,
        }
    }
}

/// In what language a picture speaks.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoardLanguage {
    /// English.
    En,
    /// Catalan.
    Ca,
    /// Spanish.
    Es,
}

impl From<BoardLanguage> for Language {
    fn from(language: BoardLanguage) -> Language {
        match language {
            BoardLanguage::En => Language::English,
            BoardLanguage::Ca => Language::Catalan,
            BoardLanguage::Es => Language::Spanish,
        }
    }
}

/// Draw a game.
///
/// The table as the caller may see it, as a picture 1000 wide that needs nothing else: no scripts, fonts or images. The
/// picture of a public game needs no token and can be shown by its address. Everything on it that an action can name is
/// a group with `data-part`, a kind with the value as actions write it (`place:aragon`, `card:s1_any4`), where it applies
/// `data-seat` and `data-count`, and a `title`; its area is the child of class `hit`. Before the start it shows who sits
/// round the table.
#[utoipa::path(tag = "games", operation_id = "drawGame",
    params(("id" = String, Path, format = "uuid", description = "The game."), BoardParams),
    security((), ("bearer" = ["read"])),
    responses((status = 200, description = "The picture.", body = String, content_type = "image/svg+xml")))]
#[get("/v1/games/{id}/board.svg")]
pub async fn draw_game(
    app: web::Data<App>,
    InOrder((caller, params, id, known)): InOrder<(
        MaybeCaller,
        Params<BoardParams>,
        Id<GameId>,
        Known,
    )>,
) -> Reply {
    let MaybeCaller(caller) = caller;
    let Params(params) = params;
    let look = Look {
        theme: params.theme.map_or(Theme::Auto, Theme::from),
        language: params.lang.map(Language::from).unwrap_or_default(),
    };
    let seen = app
        .board(caller.as_ref(), *id, params.revision, look)
        .await?;
    let mut response = known.picture(seen.revision, seen.svg);
    response
        .headers_mut()
        .insert(CONTENT_SECURITY_POLICY, POLICY);
    Ok(response)
}
