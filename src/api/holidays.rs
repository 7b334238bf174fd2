//! Holidays, in which a player's clocks stand still.

use super::extract::{Body, Caller, InOrder, Known, MaybeKey, Play, Read};
use super::reply::{self, Reply};
use crate::app::App;
use crate::app::holidays::{Holiday, HolidaysSeen};
use crate::model::Moment;
use actix_web::{delete, get, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// When to be on holiday.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GoOnHoliday {
    /// When it begins, at most 366 days ahead; now, if not named.
    #[schema(nullable = false, value_type = Option<String>, format = DateTime)]
    pub from: Option<Moment>,
    /// When it ends.
    #[schema(value_type = String, format = DateTime)]
    pub until: Moment,
}

/// One's own holidays.
#[derive(Serialize, ToSchema)]
pub struct Holidays {
    /// Days per calendar year of UTC.
    #[schema(minimum = 0, maximum = 366)]
    pub budget_days: u16,
    /// Seconds left of the budget of the present calendar year; what is planned is taken off.
    #[schema(minimum = 0)]
    pub left_seconds: i64,
    /// The holiday that is going on or planned, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub holiday: Option<PlannedHoliday>,
}

/// A holiday.
#[derive(Serialize, ToSchema)]
pub struct PlannedHoliday {
    /// The first instant of it.
    #[schema(value_type = String, format = DateTime)]
    pub from: Moment,
    /// The first instant after it.
    #[schema(value_type = String, format = DateTime)]
    pub until: Moment,
}

/// Show one's holidays.
///
/// The budget, what is left of it, and the holiday that is going on or planned.
#[utoipa::path(tag = "players", operation_id = "getHolidays", security(("bearer" = ["read"])),
    responses((status = 200, description = "The holidays.", body = Holidays)))]
#[get("/v1/me/holidays")]
pub async fn get_holidays(
    app: web::Data<App>,
    InOrder((caller, known)): InOrder<(Caller<Read>, Known)>,
) -> Reply {
    known.reply(0, &Holidays::from(app.holidays(&caller).await?))
}

/// Go on holiday.
///
/// Meanwhile the clocks stand still of all games that wait for the caller, in each game for at most as many days as its
/// clock allows. There is one holiday at a time.
#[utoipa::path(tag = "players", operation_id = "goOnHoliday", request_body = GoOnHoliday,
    security(("bearer" = ["play"])),
    responses((status = 201, description = "The holidays as they are now.", body = Holidays),
        (status = 409, description = "no_holiday")))]
#[post("/v1/me/holidays")]
pub async fn go_on_holiday(
    app: web::Data<App>,
    InOrder((caller, wanted, key)): InOrder<(Caller<Play>, Body<GoOnHoliday>, MaybeKey)>,
) -> Reply {
    let Body(wanted) = wanted;
    let once = key.of_account(caller.player);
    let answer = app
        .go_on_holiday(&caller, wanted.from, wanted.until, once.as_ref())
        .await?;
    let body = Holidays::from(answer.value.clone());
    Ok(reply::marked(
        &answer,
        reply::made("/v1/me/holidays", &body),
    ))
}

/// End one's holiday.
///
/// Now, or before it begins. Without one nothing happens.
#[utoipa::path(tag = "players", operation_id = "endHoliday", security(("bearer" = ["play"])),
    responses((status = 204, description = "There is no holiday any more.")))]
#[delete("/v1/me/holidays")]
pub async fn end_holiday(
    app: web::Data<App>,
    InOrder((caller,)): InOrder<(Caller<Play>,)>,
) -> Reply {
    app.end_holiday(&caller).await?;
    Ok(reply::gone())
}

impl From<HolidaysSeen> for Holidays {
    fn from(seen: HolidaysSeen) -> Holidays {
        Holidays {
            budget_days: seen.budget_days,
            left_seconds: seen.left_millis / 1_000,
            holiday: seen.holiday.as_ref().map(PlannedHoliday::from),
        }
    }
}

impl From<&Holiday> for PlannedHoliday {
    fn from(holiday: &Holiday) -> PlannedHoliday {
        PlannedHoliday {
            from: holiday.from,
            until: holiday.until,
        }
    }
}
