//! Which handler serves which path. A handler is registered and documented by the same line.

use super::{
    board, catalogue, docs, events, export, games, health, holidays, invites, leaving, mail,
    metrics, play, players, record, seats, talk, tokens, turns, webhooks,
};
use actix_web::web::ServiceConfig;

/// Handlers, as the router and as the document need them.
pub struct Routes {
    /// Registers them.
    pub register: fn(&mut ServiceConfig),
    /// What utoipa derives from them.
    pub document: fn() -> utoipa::openapi::OpenApi,
}

/// Makes [`Routes`] of a list of handlers.
macro_rules! routes {
    ($($($step:ident)::+),+ $(,)?) => {
        $crate::api::routes::Routes {
            register: |config| {
                $(config.service($($step)::+);)+
            },
            document: || {
                #[derive(utoipa::OpenApi)]
                #[openapi(paths($($($step)::+),+))]
                struct Paths;
                <Paths as utoipa::OpenApi>::openapi()
            },
        }
    };
}
#[cfg(test)]
pub(super) use routes;

/// All that the service serves under `/v1`, and what its operators need. The router tries them in this order, so what is asked
/// for most comes first.
pub const ROUTES: Routes = routes![
    play::act,
    games::get_game,
    play::list_legal_actions,
    turns::list_turns,
    events::list_events,
    events::list_feed,
    catalogue::list_games_on_offer,
    catalogue::show_game_on_offer,
    players::register_player,
    players::get_player,
    players::get_me,
    players::change_me,
    players::delete_me,
    export::export_me,
    mail::recover,
    mail::redeem_recovery,
    tokens::list_tokens,
    tokens::create_token,
    tokens::revoke_token,
    games::offer_game,
    games::list_games,
    board::draw_game,
    games::withdraw_game,
    games::start_game,
    seats::take_seat,
    seats::free_seat,
    seats::change_seat,
    seats::set_entropy,
    invites::create_invite,
    invites::list_invites,
    invites::revoke_invite,
    play::check_actions,
    play::list_history,
    play::undo,
    record::get_record,
    leaving::resign,
    leaving::come_back,
    leaving::agree_to_cancel,
    leaving::object_to_cancel,
    leaving::rematch,
    events::create_ticket,
    holidays::get_holidays,
    holidays::go_on_holiday,
    holidays::end_holiday,
    webhooks::list_webhooks,
    webhooks::create_webhook,
    webhooks::get_webhook,
    webhooks::change_webhook,
    webhooks::delete_webhook,
    webhooks::list_deliveries,
    webhooks::test_webhook,
    webhooks::redeliver,
    talk::list_messages,
    talk::send_message,
    talk::list_mutes,
    talk::mute,
    talk::unmute,
    talk::get_notes,
    talk::take_notes,
    health::healthz,
    health::readyz,
    metrics::metrics,
    docs::openapi_json,
    docs::older_openapi_json,
];
