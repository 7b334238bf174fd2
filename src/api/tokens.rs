//! Tokens of an account.

use super::extract::{Body, Caller, Id, InOrder, Known, Manage, MaybeKey};
use super::reply::{self, Reply};
use crate::app::App;
use crate::app::accounts::NewToken;
use crate::app::seen::TokenSeen;
use crate::model::{Moment, Scope, TokenId};
use actix_web::{delete, get, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A token to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateToken {
    /// What to call it.
    #[schema(min_length = 1, max_length = 80)]
    pub label: String,
    /// What it may be used for: nothing that the token of this request may not be used for.
    #[schema(min_items = 1, max_items = 3)]
    pub scopes: Vec<Scope>,
    /// When it ends by itself; never otherwise.
    #[schema(nullable = false, value_type = Option<String>, format = DateTime)]
    pub expires_at: Option<Moment>,
}

/// A token, without what opens the account.
#[derive(Serialize, ToSchema)]
pub struct TokenInfo {
    /// Which token.
    #[schema(value_type = String, format = "uuid")]
    pub id: TokenId,
    /// What its owner calls it.
    pub label: String,
    /// What it may be used for.
    pub scopes: Vec<Scope>,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Moment,
    /// When it ends by itself; null for never.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub expires_at: Option<Moment>,
    /// When it was last used, to the minute; null for never.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub last_used_at: Option<Moment>,
}

/// A new token.
#[derive(Serialize, ToSchema)]
pub struct TokenCreated {
    /// What is known of it later.
    pub info: TokenInfo,
    /// The token. It is shown this once.
    pub token: String,
}

/// The tokens of an account.
#[derive(Serialize, ToSchema)]
pub struct TokenPage {
    /// The tokens that are not revoked, newest first.
    pub items: Vec<TokenInfo>,
    /// Nothing comes after them.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// List one's tokens.
///
/// Those that are not revoked; what they open the account with is not shown again.
#[utoipa::path(tag = "players", operation_id = "listTokens", security(("bearer" = ["manage"])),
    responses((status = 200, description = "The tokens.", body = TokenPage)))]
#[get("/v1/me/tokens")]
pub async fn list_tokens(
    app: web::Data<App>,
    InOrder((caller, known)): InOrder<(Caller<Manage>, Known)>,
) -> Reply {
    let tokens = app.tokens(&caller).await?;
    let page = TokenPage {
        items: tokens.into_iter().map(TokenInfo::from).collect(),
        next: None,
    };
    known.reply(0, &page)
}

/// Make a token.
///
/// For another device, or for a program that should not be able to do everything.
#[utoipa::path(tag = "players", operation_id = "createToken", request_body = CreateToken,
    security(("bearer" = ["manage"])),
    responses((status = 201, description = "The token.", body = TokenCreated),
        (status = 409, description = "too_many")))]
#[post("/v1/me/tokens")]
pub async fn create_token(
    app: web::Data<App>,
    InOrder((caller, create, key)): InOrder<(Caller<Manage>, Body<CreateToken>, MaybeKey)>,
) -> Reply {
    let Body(create) = create;
    let once = key.of_account(caller.player);
    let wanted = NewToken {
        label: create.label,
        scopes: create.scopes,
        expires_at: create.expires_at,
    };
    let answer = app.make_token(&caller, wanted, once.as_ref()).await?;
    let body = TokenCreated {
        info: TokenInfo::from(answer.value.made.clone()),
        token: answer.value.token.clone(),
    };
    let location = format!("/v1/me/tokens/{}", body.info.id);
    Ok(reply::marked(&answer, reply::made(&location, &body)))
}

/// Revoke a token.
///
/// It opens nothing any more. The token of this very request can be revoked too.
#[utoipa::path(tag = "players", operation_id = "revokeToken", security(("bearer" = ["manage"])),
    params(("token" = String, Path, format = "uuid", description = "The token's id.")),
    responses((status = 204, description = "It is revoked.")))]
#[delete("/v1/me/tokens/{token}")]
pub async fn revoke_token(
    app: web::Data<App>,
    InOrder((caller, id)): InOrder<(Caller<Manage>, Id<TokenId>)>,
) -> Reply {
    app.revoke_token(&caller, *id).await?;
    Ok(reply::gone())
}

impl From<TokenSeen> for TokenInfo {
    fn from(seen: TokenSeen) -> TokenInfo {
        TokenInfo {
            id: seen.id,
            label: seen.label,
            scopes: seen.scopes,
            created_at: seen.created_at,
            expires_at: seen.expires_at,
            last_used_at: seen.last_used_at,
        }
    }
}
