//! Accounts.

use super::extract::{Body, Caller, Id, InOrder, Known, LongKey, Manage, Read};
use super::reply::{self, Reply};
use crate::app::mail::{MailboxSeen, MeChange};
use crate::app::seen::Profile;
use crate::app::{self, App};
use crate::model::{Moment, PlayerId, Scope, TurnMail};
use actix_web::{delete, get, patch, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who wants an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// 1 to 40 characters after NFKC and trimming, none of them a control or invisible character; not the name of
    /// somebody else, nor one that looks like it.
    #[schema(min_length = 1, max_length = 200)]
    pub name: String,
}

/// What to change about one's account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeMe {
    /// The new name, as for registering.
    #[schema(nullable = false, min_length = 1, max_length = 200)]
    pub name: Option<String>,
    /// An address of mail; empty for none. It gets a mail whose link confirms it, and until then the former one stays.
    #[schema(nullable = false, max_length = 254)]
    pub email: Option<String>,
    /// When to get a mail about games that begin to wait: at once, or daily at 06:00 UTC. Each turn is told once, and not if
    /// it is over by then.
    #[schema(nullable = false, value_type = Option<TurnMail>)]
    pub turn_mail: Option<TurnMail>,
}

/// A player as everybody may see them.
#[derive(Serialize, ToSchema)]
pub struct Player {
    /// Which account.
    #[schema(value_type = String, format = "uuid")]
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// When it was registered.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Moment,
}

/// A new account.
#[derive(Serialize, ToSchema)]
pub struct Registered {
    /// The account.
    pub player: Player,
    /// A token that may be used for everything. It is shown this once.
    pub token: String,
}

/// One's own account.
#[derive(Serialize, ToSchema)]
pub struct Me {
    /// Which account.
    #[schema(value_type = String, format = "uuid")]
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// When it was registered.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Moment,
    /// What the token of this request may be used for.
    pub scopes: Vec<Scope>,
    /// The confirmed address of mail, if there is one. Nobody else sees it, nor does a token without the scope `manage`.
    #[schema(required = true)]
    pub email: Option<String>,
    /// An address that is yet to be confirmed.
    #[schema(required = true)]
    pub pending_email: Option<String>,
    /// When to get a mail about games that begin to wait.
    pub turn_mail: TurnMail,
}

/// Register.
///
/// Makes an account and its first token.
#[utoipa::path(tag = "players", operation_id = "registerPlayer", request_body = Register, security(()),
    responses((status = 201, description = "The account and its token.", body = Registered),
        (status = 403, description = "registration_closed"), (status = 409, description = "name_taken")))]
#[post("/v1/players")]
pub async fn register_player(
    app: web::Data<App>,
    InOrder((register, key)): InOrder<(Body<Register>, LongKey)>,
) -> Reply {
    let Body(register) = register;
    let LongKey(key) = key;
    let once = key.map(|key| key.of_route("POST /v1/players"));
    let answer = app.register(&register.name, once.as_ref()).await?;
    let registered = &answer.value;
    let location = format!("/v1/players/{}", registered.player.id);
    let body = Registered {
        player: Player::from(registered.player.clone()),
        token: registered.token.clone(),
    };
    Ok(reply::marked(&answer, reply::made(&location, &body)))
}

/// Show a player.
///
/// What everybody may know.
#[utoipa::path(tag = "players", operation_id = "getPlayer", security(()),
    params(("player" = String, Path, format = "uuid", description = "The player.")),
    responses((status = 200, description = "The player.", body = Player)))]
#[get("/v1/players/{player}")]
pub async fn get_player(
    app: web::Data<App>,
    InOrder((id, known)): InOrder<(Id<PlayerId>, Known)>,
) -> Reply {
    known.reply(0, &Player::from(app.profile(*id).await?))
}

/// Show one's own account.
///
/// And what the token at hand may be used for.
#[utoipa::path(tag = "players", operation_id = "getMe", security(("bearer" = ["read"])),
    responses((status = 200, description = "The account.", body = Me)))]
#[get("/v1/me")]
pub async fn get_me(
    app: web::Data<App>,
    InOrder((caller, known)): InOrder<(Caller<Read>, Known)>,
) -> Reply {
    let profile = app.profile(caller.player).await?;
    let mailbox = app.mailbox(&caller).await?;
    known.reply(0, &me(profile, mailbox, &caller))
}

/// Change one's own account.
///
/// What is not named stays as it is.
#[utoipa::path(tag = "players", operation_id = "changeMe", request_body = ChangeMe,
    security(("bearer" = ["manage"])),
    responses((status = 200, description = "The account as it is now.", body = Me),
        (status = 409, description = "name_taken, mail_off"),
        (status = 429, description = "too_many_mails")))]
#[patch("/v1/me")]
pub async fn change_me(
    app: web::Data<App>,
    InOrder((caller, change)): InOrder<(Caller<Manage>, Body<ChangeMe>)>,
) -> Reply {
    let Body(change) = change;
    let change = MeChange {
        name: change.name,
        email: change.email,
        turns: change.turn_mail,
    };
    let profile = app.change_me(&caller, change).await?;
    let mailbox = app.mailbox(&caller).await?;
    Ok(reply::done(&me(profile, mailbox, &caller)))
}

/// Delete one's own account.
///
/// Its tokens end, its name stays reserved, its seats in games become anonymous; the games of others stay. Its notes go,
/// and of what it said at games only the numbers stay.
#[utoipa::path(tag = "players", operation_id = "deleteMe", security(("bearer" = ["manage"])),
    responses((status = 204, description = "The account is gone.")))]
#[delete("/v1/me")]
pub async fn delete_me(
    app: web::Data<App>,
    InOrder((caller,)): InOrder<(Caller<Manage>,)>,
) -> Reply {
    app.delete_account(&caller).await?;
    Ok(reply::gone())
}

fn me(profile: Profile, mailbox: MailboxSeen, caller: &app::Caller) -> Me {
    let manages = caller.scopes.allow(Scope::Manage);
    Me {
        id: profile.id,
        name: profile.name,
        created_at: profile.created_at,
        scopes: caller.scopes.list(),
        email: mailbox.email.filter(|_| manages),
        pending_email: mailbox.pending.filter(|_| manages),
        turn_mail: mailbox.turns,
    }
}

impl From<Profile> for Player {
    fn from(profile: Profile) -> Player {
        Player {
            id: profile.id,
            name: profile.name,
            created_at: profile.created_at,
        }
    }
}
