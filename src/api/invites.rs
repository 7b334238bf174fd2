//! Invitations to private games.

use super::extract::{Caller, Id, InOrder, Known, MaybeKey, OptionalBody, Play};
use super::games::Empty;
use super::reply::{self, Reply};
use super::wiring::Wiring;
use crate::app::App;
use crate::app::seen::InviteSeen;
use crate::model::{GameId, InviteId, Moment};
use actix_web::{delete, get, post, web};
use serde::Serialize;
use utoipa::ToSchema;

/// An invitation as the owner of the game sees it later.
#[derive(Serialize, ToSchema)]
pub struct Invite {
    /// Which invitation.
    #[schema(value_type = String, format = "uuid")]
    pub id: InviteId,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Moment,
    /// When it was revoked.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub revoked_at: Option<Moment>,
    /// When somebody took a seat with it.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub used_at: Option<Moment>,
}

/// A new invitation.
#[derive(Serialize, ToSchema)]
pub struct InviteMade {
    /// Which invitation, to revoke it by.
    #[schema(value_type = String, format = "uuid")]
    pub id: InviteId,
    /// What opens the seat: the member `invite` of whoever takes one. It is shown this once.
    pub invite: String,
    /// A link to hand on.
    #[schema(format = "uri")]
    pub url: String,
}

/// The invitations of a game.
#[derive(Serialize, ToSchema)]
pub struct InvitePage {
    /// The invitations, oldest first.
    pub items: Vec<Invite>,
    /// Nothing comes after them.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// Invite somebody.
///
/// The invitation opens one seat of the game to whoever has it, once.
#[utoipa::path(tag = "games", operation_id = "createInvite", request_body = Empty,
    params(("id" = String, Path, format = "uuid", description = "The game.")),
    security(("bearer" = ["play"])),
    responses((status = 201, description = "The invitation.", body = InviteMade),
        (status = 403, description = "not_owner"), (status = 409, description = "wrong_status, too_many")))]
#[post("/v1/games/{id}/invites")]
pub async fn create_invite(
    app: web::Data<App>,
    wiring: web::Data<Wiring>,
    InOrder((caller, _empty, id, key)): InOrder<(
        Caller<Play>,
        OptionalBody<Empty>,
        Id<GameId>,
        MaybeKey,
    )>,
) -> Reply {
    let once = key.of_account(caller.player);
    let answer = app.invite(&caller, *id, once.as_ref()).await?;
    let made = &answer.value;
    let body = InviteMade {
        id: made.made.id,
        url: format!(
            "{}/#/games/{}?invite={}",
            wiring.public_url, *id, made.token
        ),
        invite: made.token.clone(),
    };
    let location = format!("/v1/games/{}/invites/{}", *id, body.id);
    Ok(reply::marked(&answer, reply::made(&location, &body)))
}

/// List the invitations of a game.
///
/// Only its owner can. What opens the seats is not shown again.
#[utoipa::path(tag = "games", operation_id = "listInvites",
    params(("id" = String, Path, format = "uuid", description = "The game.")),
    security(("bearer" = ["play"])),
    responses((status = 200, description = "The invitations.", body = InvitePage),
        (status = 403, description = "not_owner")))]
#[get("/v1/games/{id}/invites")]
pub async fn list_invites(
    app: web::Data<App>,
    InOrder((caller, id, known)): InOrder<(Caller<Play>, Id<GameId>, Known)>,
) -> Reply {
    let invites = app.invitations(&caller, *id).await?;
    let page = InvitePage {
        items: invites.iter().map(Invite::from).collect(),
        next: None,
    };
    known.reply(0, &page)
}

/// Revoke an invitation.
///
/// It opens nothing any more.
#[utoipa::path(tag = "games", operation_id = "revokeInvite",
    params(("id" = String, Path, format = "uuid", description = "The game."),
        ("invite" = String, Path, format = "uuid", description = "The invitation's id.")),
    security(("bearer" = ["play"])),
    responses((status = 204, description = "It is revoked."), (status = 403, description = "not_owner")))]
#[delete("/v1/games/{id}/invites/{invite}")]
pub async fn revoke_invite(
    app: web::Data<App>,
    InOrder((caller, id, invite)): InOrder<(Caller<Play>, Id<GameId>, Id<InviteId>)>,
) -> Reply {
    app.revoke_invite(&caller, *id, *invite).await?;
    Ok(reply::gone())
}

impl From<&InviteSeen> for Invite {
    fn from(seen: &InviteSeen) -> Invite {
        Invite {
            id: seen.id,
            created_at: seen.created_at,
            revoked_at: seen.revoked_at,
            used_at: seen.used_at,
        }
    }
}
