//! Accounts.

use super::extract::{Body, Caller, Id, InOrder, Known, LongKey, Manage, Read};
use super::reply::{self, Reply};
use crate::app::App;
use crate::app::seen::Profile;
use crate::model::{Moment, PlayerId, Scope};
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
}

/// Register.
///
/// Makes an account and its first token.
#[utoipa::path(tag = "players", operation_id = "registerPlayer", request_body = Register, security(()),
    responses((status = 201, description = "The account and its token.", body = Registered),
        (status = 409, description = "name_taken")))]
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
    known.reply(0, &me(profile, caller.scopes.list()))
}

/// Change one's own account.
///
/// What is not named stays as it is.
#[utoipa::path(tag = "players", operation_id = "changeMe", request_body = ChangeMe,
    security(("bearer" = ["manage"])),
    responses((status = 200, description = "The account as it is now.", body = Me),
        (status = 409, description = "name_taken")))]
#[patch("/v1/me")]
pub async fn change_me(
    app: web::Data<App>,
    InOrder((caller, change)): InOrder<(Caller<Manage>, Body<ChangeMe>)>,
) -> Reply {
    let Body(change) = change;
    let profile = match change.name {
        Some(name) => app.rename(&caller, &name).await?,
        None => app.profile(caller.player).await?,
    };
    Ok(reply::done(&me(profile, caller.scopes.list())))
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

fn me(profile: Profile, scopes: Vec<Scope>) -> Me {
    Me {
        id: profile.id,
        name: profile.name,
        created_at: profile.created_at,
        scopes,
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
