//! What a use-case's refusal is called in the API.

use super::{Kind, Problem};
use crate::app::Refusal;
use crate::model::Scope;
use actix_web::http::header::{HeaderValue, WWW_AUTHENTICATE};

/// Seconds after which a busy server is worth another try.
const BUSY_FOR: u64 = 1;
/// Seconds after which a stream may have ended.
const STREAMS_FOR: u64 = 10;
/// Seconds after which another mail may be asked for, perhaps.
const MAILS_FOR: u64 = 60 * 60;
/// Seconds after which a database that did not answer is worth another try.
const DOWN_FOR: u64 = 5;

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let detail = refusal.to_string();
        let problem = |kind| Problem::new(kind, detail.clone());
        match refusal {
            Refusal::Unauthenticated => challenged(problem(Kind::Unauthenticated), "Bearer"),
            Refusal::InvalidToken => challenged(
                problem(Kind::InvalidToken),
                "Bearer error=\"invalid_token\"",
            ),
            Refusal::LacksScope(scope) => {
                challenged(problem(Kind::LacksScope), scope_challenge(scope))
            }
            Refusal::NotOwner => problem(Kind::NotOwner),
            Refusal::NotSeated => problem(Kind::NotSeated),
            Refusal::NotFound(_) => problem(Kind::NotFound),
            Refusal::Malformed {
                pointer: Some(pointer),
                ..
            } => problem(Kind::InvalidBody).at(pointer),
            Refusal::Malformed { pointer: None, .. } => problem(Kind::InvalidRequest),
            Refusal::KeyReused => problem(Kind::KeyReused),
            Refusal::BadKey(_) => problem(Kind::BadIdempotencyKey),
            Refusal::RevisionRequired { revision } => {
                problem(Kind::RevisionRequired).now_at(revision)
            }
            Refusal::Stale { revision } => problem(Kind::StaleRevision).now_at(revision),
            Refusal::NotAwaited { revision, awaiting } => {
                let mut problem = problem(Kind::NotAwaited).now_at(revision);
                problem.0.awaiting = awaiting;
                problem
            }
            Refusal::WrongStatus { revision, .. } => problem(Kind::WrongStatus).now_at(revision),
            Refusal::NotUndoable { revision, .. } => problem(Kind::NotUndoable).now_at(revision),
            Refusal::OwnerStays => problem(Kind::OwnerStays),
            Refusal::SeatTaken(_) => problem(Kind::SeatTaken),
            Refusal::LeftForGood => problem(Kind::LeftForGood),
            Refusal::NoHoliday(_) => problem(Kind::NoHoliday),
            Refusal::AlreadySeated => problem(Kind::AlreadySeated),
            Refusal::ColourTaken => problem(Kind::ColourTaken),
            Refusal::NotFull => problem(Kind::NotFull),
            Refusal::RegistrationClosed => problem(Kind::RegistrationClosed),
            Refusal::NameTaken => problem(Kind::NameTaken),
            Refusal::TooMany(_) => problem(Kind::TooMany),
            Refusal::WebhookDisabled => problem(Kind::WebhookDisabled),
            Refusal::MailOff => problem(Kind::MailOff),
            Refusal::TooManyMails => problem(Kind::TooManyMails).retry_after(MAILS_FOR),
            Refusal::WrongGame(_) => problem(Kind::WrongGame).at("/game"),
            Refusal::Illegal {
                rule,
                pointer,
                revision,
                ..
            } => {
                let mut problem = problem(Kind::Illegal).at(pointer);
                problem.0.rule = Some(rule);
                problem.0.revision = revision;
                problem
            }
            Refusal::BatchPastUnknown { pointer, revision } => {
                problem(Kind::BatchPastUnknown).at(pointer).now_at(revision)
            }
            Refusal::TooManyStreams(_) => problem(Kind::TooManyStreams).retry_after(STREAMS_FOR),
            Refusal::Busy => problem(Kind::Busy).retry_after(BUSY_FOR),
            Refusal::Unavailable(source) => problem(Kind::Unavailable)
                .caused_by(source)
                .retry_after(DOWN_FOR),
            Refusal::Internal(source) => problem(Kind::Internal).caused_by(source),
        }
    }
}

fn challenged(problem: Problem, challenge: &'static str) -> Problem {
    problem.with_header(WWW_AUTHENTICATE, HeaderValue::from_static(challenge))
}

fn scope_challenge(scope: Scope) -> &'static str {
    match scope {
        Scope::Read => "Bearer error=\"insufficient_scope\", scope=\"read\"",
        Scope::Play => "Bearer error=\"insufficient_scope\", scope=\"play\"",
        Scope::Manage => "Bearer error=\"insufficient_scope\", scope=\"manage\"",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Seat;
    use serde_json::{Value, json};

    fn shown(refusal: Refusal) -> Value {
        serde_json::to_value(Problem::from(refusal).body("", "/v1/x")).unwrap()
    }

    #[test]
    fn a_refused_action_names_rule_pointer_and_revision() {
        let shown = shown(Refusal::Illegal {
            rule: "castellers.build.colour",
            pointer: "/actions/0/cards/1".to_owned(),
            detail: "the colours differ".to_owned(),
            revision: Some(4),
        });
        assert_eq!(shown["status"], 422);
        assert_eq!(shown["rule"], "castellers.build.colour");
        assert_eq!(shown["pointer"], "/actions/0/cards/1");
        assert_eq!(shown["revision"], 4);
        assert_eq!(shown["detail"], "the colours differ");
    }

    #[test]
    fn out_of_turn_tells_whom_the_game_waits_for() {
        let shown = shown(Refusal::NotAwaited {
            revision: 9,
            awaiting: vec![Seat(0), Seat(2)],
        });
        assert_eq!(shown["code"], "not_awaited");
        assert_eq!(shown["awaiting"], json!([0, 2]));
    }

    #[test]
    fn a_failed_check_of_identity_carries_its_challenge() {
        for (refusal, challenge) in [
            (Refusal::Unauthenticated, "Bearer"),
            (Refusal::InvalidToken, "Bearer error=\"invalid_token\""),
            (
                Refusal::LacksScope(Scope::Play),
                "Bearer error=\"insufficient_scope\", scope=\"play\"",
            ),
        ] {
            let problem = Problem::from(refusal);
            assert_eq!(
                problem.headers(),
                [(WWW_AUTHENTICATE, HeaderValue::from_static(challenge))]
            );
        }
    }

    #[test]
    fn what_may_pass_says_when_to_try_again() {
        for refusal in [Refusal::Busy, Refusal::Unavailable("gone".into())] {
            let problem = Problem::from(refusal);
            assert_eq!(problem.kind().row().status, 503);
            assert_eq!(problem.headers()[0].0, "retry-after");
        }
    }
}
