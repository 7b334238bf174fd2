//! Webhooks of an account, and what they were told.

use super::extract::query::PageParams;
use super::extract::{
    Body, Caller, Id, InOrder, Known, Manage, MaybeKey, OptionalBody, Paging, Read,
};
use super::games::Empty;
use super::reply::{self, Reply};
use crate::app::App;
use crate::app::webhooks::deliveries::DeliverySeen;
use crate::app::webhooks::{Enabled, Secret, WebhookChange, WebhookSeen};
use crate::model::{
    DeliveryId, DeliveryStatus, Disabled, GameId, Happening, Moment, Trouble, WebhookId,
};
use actix_web::{delete, get, patch, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A webhook to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateWebhook {
    /// Where messages are sent: https, or http; port 80, 443 or one from 1024 on; a host on the public internet.
    #[schema(min_length = 1, max_length = 2_000)]
    pub url: String,
    /// What it is told. Of tests it is told in any case.
    #[schema(min_items = 1, max_items = 5)]
    pub events: Vec<Happening>,
}

/// What is to be different about a webhook.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeWebhook {
    /// Where messages are sent from now on.
    #[schema(nullable = false, min_length = 1, max_length = 2_000)]
    pub url: Option<String>,
    /// What it is told from now on.
    #[schema(nullable = false, min_items = 1, max_items = 5)]
    pub events: Option<Vec<Happening>>,
    /// Whether it is told anything. When it ceases to be, what it has not been told yet is dropped.
    #[schema(nullable = false)]
    pub enabled: Option<bool>,
    /// Whether it gets a new secret. The one before it signs too for 24 hours.
    #[schema(nullable = false)]
    pub rotate_secret: Option<bool>,
}

/// A webhook.
#[derive(Serialize, ToSchema)]
pub struct Webhook {
    /// Which one.
    #[schema(value_type = String, format = "uuid")]
    pub id: WebhookId,
    /// Where messages are sent.
    #[schema(format = "uri")]
    pub url: String,
    /// What it is told.
    pub events: Vec<Happening>,
    /// The secret that messages are signed with (Standard Webhooks 1.0). It is shown this once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub secret: Option<String>,
    /// Until when the secret before it signs too; null if none does.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub former_secret_until: Option<Moment>,
    /// Is it told anything?
    pub enabled: bool,
    /// Why it is not; null while it is.
    #[schema(required = true)]
    pub disabled_because: Option<Disabled>,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Moment,
}

/// The webhooks of an account.
#[derive(Serialize, ToSchema)]
pub struct WebhookPage {
    /// The webhooks, oldest first.
    pub items: Vec<Webhook>,
    /// Nothing comes after them.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// Something that a webhook was told, or is to be told.
#[derive(Serialize, ToSchema)]
pub struct Delivery {
    /// Which one: the header `webhook-id`, the same at every attempt.
    #[schema(value_type = String, format = "uuid")]
    pub id: DeliveryId,
    /// What it tells.
    pub event: Happening,
    /// The game that it tells of; null for a test.
    #[schema(required = true, value_type = Option<String>, format = "uuid")]
    pub game_id: Option<GameId>,
    /// What became of it.
    pub status: DeliveryStatus,
    /// How often it was tried since it was last asked for.
    #[schema(minimum = 0, maximum = 100)]
    pub attempts: i16,
    /// The status that the receiver answered last; null if it did not.
    #[schema(required = true, minimum = 100, maximum = 999)]
    pub last_status: Option<i16>,
    /// Why there was no answer at the last attempt; null if there was one.
    #[schema(required = true)]
    pub last_error: Option<Trouble>,
    /// When it is tried next; null if it is not.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub next_attempt_at: Option<Moment>,
    /// When it was planned.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Moment,
}

/// One page of what a webhook was told.
#[derive(Serialize, ToSchema)]
pub struct DeliveryPage {
    /// The deliveries, newest first.
    pub items: Vec<Delivery>,
    /// The cursor of the next page; null on the last.
    #[schema(required = true)]
    pub next: Option<String>,
}

/// List one's webhooks.
///
/// Their secrets are not shown again.
#[utoipa::path(tag = "webhooks", operation_id = "listWebhooks", security(("bearer" = ["read"])),
    responses((status = 200, description = "The webhooks.", body = WebhookPage)))]
#[get("/v1/me/webhooks")]
pub async fn list_webhooks(
    app: web::Data<App>,
    InOrder((caller, known)): InOrder<(Caller<Read>, Known)>,
) -> Reply {
    let webhooks = app.webhooks(&caller).await?;
    let page = WebhookPage {
        items: webhooks.into_iter().map(Webhook::from).collect(),
        next: None,
    };
    known.reply(0, &page)
}

/// Make a webhook.
///
/// From now on it is told of what was chosen, by POST requests signed as Standard Webhooks 1.0 says. A status of 200 to
/// 299 within 15 seconds is a success; anything else, a redirect too, is tried again over about three days. Status 410
/// disables the webhook, and so does nothing getting through for five days. An account has at most ten.
#[utoipa::path(tag = "webhooks", operation_id = "createWebhook", request_body = CreateWebhook,
    security(("bearer" = ["manage"])),
    responses((status = 201, description = "The webhook, with its secret.", body = Webhook),
        (status = 409, description = "too_many")))]
#[post("/v1/me/webhooks")]
pub async fn create_webhook(
    app: web::Data<App>,
    InOrder((caller, create, key)): InOrder<(Caller<Manage>, Body<CreateWebhook>, MaybeKey)>,
) -> Reply {
    let Body(create) = create;
    let once = key.of_account(caller.player);
    let answer = app
        .make_webhook(&caller, &create.url, &create.events, once.as_ref())
        .await?;
    let body = Webhook::from(answer.value.clone());
    let location = format!("/v1/me/webhooks/{}", body.id);
    Ok(reply::marked(&answer, reply::made(&location, &body)))
}

/// Show a webhook.
///
/// Its secret is not shown again.
#[utoipa::path(tag = "webhooks", operation_id = "getWebhook", security(("bearer" = ["read"])),
    params(("webhook" = String, Path, format = "uuid", description = "The webhook.")),
    responses((status = 200, description = "The webhook.", body = Webhook)))]
#[get("/v1/me/webhooks/{webhook}")]
pub async fn get_webhook(
    app: web::Data<App>,
    InOrder((caller, id, known)): InOrder<(Caller<Read>, Id<WebhookId>, Known)>,
) -> Reply {
    known.reply(0, &Webhook::from(app.webhook(&caller, *id).await?))
}

/// Change a webhook.
///
/// What is not named stays as it is. A new secret is shown in this answer and never again.
#[utoipa::path(tag = "webhooks", operation_id = "changeWebhook", request_body = ChangeWebhook,
    params(("webhook" = String, Path, format = "uuid", description = "The webhook.")),
    security(("bearer" = ["manage"])),
    responses((status = 200, description = "The webhook as it is now.", body = Webhook)))]
#[patch("/v1/me/webhooks/{webhook}")]
pub async fn change_webhook(
    app: web::Data<App>,
    InOrder((caller, change, id)): InOrder<(Caller<Manage>, Body<ChangeWebhook>, Id<WebhookId>)>,
) -> Reply {
    let Body(change) = change;
    let enabled = |enabled| match enabled {
        true => Enabled::Yes,
        false => Enabled::No,
    };
    let secret = match change.rotate_secret {
        Some(true) => Secret::Rotate,
        Some(false) | None => Secret::Keep,
    };
    let change = WebhookChange {
        url: change.url,
        events: change.events,
        enabled: change.enabled.map(enabled),
        secret,
    };
    let seen = app.change_webhook(&caller, *id, change).await?;
    Ok(reply::done(&Webhook::from(seen)))
}

/// Delete a webhook.
///
/// It is told nothing any more, and the list of what it was told goes with it.
#[utoipa::path(tag = "webhooks", operation_id = "deleteWebhook",
    params(("webhook" = String, Path, format = "uuid", description = "The webhook.")),
    security(("bearer" = ["manage"])),
    responses((status = 204, description = "It is gone.")))]
#[delete("/v1/me/webhooks/{webhook}")]
pub async fn delete_webhook(
    app: web::Data<App>,
    InOrder((caller, id)): InOrder<(Caller<Manage>, Id<WebhookId>)>,
) -> Reply {
    app.remove_webhook(&caller, *id).await?;
    Ok(reply::gone())
}

/// List what a webhook was told.
///
/// Newest first, for thirty days, with what came of it and when it is tried next.
#[utoipa::path(tag = "webhooks", operation_id = "listDeliveries",
    params(("webhook" = String, Path, format = "uuid", description = "The webhook."), PageParams),
    security(("bearer" = ["read"])),
    responses((status = 200, description = "A page of deliveries.", body = DeliveryPage)))]
#[get("/v1/me/webhooks/{webhook}/deliveries")]
pub async fn list_deliveries(
    app: web::Data<App>,
    InOrder((caller, paging, id)): InOrder<(Caller<Read>, Paging, Id<WebhookId>)>,
) -> Reply {
    let page = app
        .deliveries(&caller, *id, paging.after()?, paging.limit())
        .await?;
    let last = page.items.last().filter(|_| page.more);
    let end: Option<DeliveryId> = last.map(|last| last.id);
    let items: Vec<Delivery> = page.items.into_iter().map(Delivery::from).collect();
    paging.reply(&items, end.as_ref())
}

/// Test a webhook.
///
/// It is told of a test, once. What came of it is found in the list of deliveries.
#[utoipa::path(tag = "webhooks", operation_id = "testWebhook", request_body = Empty,
    params(("webhook" = String, Path, format = "uuid", description = "The webhook.")),
    security(("bearer" = ["manage"])),
    responses((status = 201, description = "The test.", body = Delivery),
        (status = 409, description = "webhook_disabled")))]
#[post("/v1/me/webhooks/{webhook}/test")]
pub async fn test_webhook(
    app: web::Data<App>,
    InOrder((caller, _empty, id, key)): InOrder<(
        Caller<Manage>,
        OptionalBody<Empty>,
        Id<WebhookId>,
        MaybeKey,
    )>,
) -> Reply {
    let once = key.of_account(caller.player);
    let answer = app.test_webhook(&caller, *id, once.as_ref()).await?;
    let body = Delivery::from(answer.value.clone());
    let location = format!("/v1/me/webhooks/{}/deliveries", *id);
    Ok(reply::marked(&answer, reply::made(&location, &body)))
}

/// Redeliver.
///
/// The delivery is tried again at once, under the same id and from the beginning, whatever became of it. One that tells
/// of a turn which is over is dropped again.
#[utoipa::path(tag = "webhooks", operation_id = "redeliver", request_body = Empty,
    params(("webhook" = String, Path, format = "uuid", description = "The webhook."),
        ("delivery" = String, Path, format = "uuid", description = "The delivery.")),
    security(("bearer" = ["manage"])),
    responses((status = 200, description = "The delivery as it is now.", body = Delivery),
        (status = 409, description = "webhook_disabled")))]
#[post("/v1/me/webhooks/{webhook}/deliveries/{delivery}/redeliver")]
pub async fn redeliver(
    app: web::Data<App>,
    InOrder((caller, _empty, id, delivery, key)): InOrder<(
        Caller<Manage>,
        OptionalBody<Empty>,
        Id<WebhookId>,
        Id<DeliveryId>,
        MaybeKey,
    )>,
) -> Reply {
    let once = key.of_account(caller.player);
    let answer = app
        .redeliver(&caller, *id, *delivery, once.as_ref())
        .await?;
    let body = Delivery::from(answer.value.clone());
    Ok(reply::marked(&answer, reply::done(&body)))
}

impl From<WebhookSeen> for Webhook {
    fn from(seen: WebhookSeen) -> Webhook {
        Webhook {
            id: seen.id,
            url: seen.url,
            events: seen.events,
            secret: seen.secret,
            former_secret_until: seen.former_until,
            enabled: seen.disabled.is_none(),
            disabled_because: seen.disabled,
            created_at: seen.created_at,
        }
    }
}

impl From<DeliverySeen> for Delivery {
    fn from(seen: DeliverySeen) -> Delivery {
        Delivery {
            id: seen.id,
            event: seen.event,
            game_id: seen.game_id,
            status: seen.status,
            attempts: seen.attempts,
            last_status: seen.last_status,
            last_error: seen.last_error,
            next_attempt_at: seen.next_attempt_at,
            created_at: seen.created_at,
        }
    }
}
