//! Every problem that the API can answer with: its code, class, status and log level, what it is called
//! and what it means. Codes are stable: clients may decide by them.

use actix_web::http::StatusCode;
use log::Level;
use std::str::FromStr;

/// What sort of thing went wrong, and so whose turn it is to do something about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Who asks is unclear, or may not.
    Identity,
    /// The request makes no sense as it stands; sent again it won't either.
    Request,
    /// There is no such thing, or none for the caller.
    Missing,
    /// It makes sense, but not as things stand now.
    State,
    /// The rules of the game, or of the house, forbid it.
    Rules,
    /// Too much at once; sent again later it may be answered.
    Load,
    /// Our own fault.
    Server,
}

impl Class {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Class::Identity => "identity",
            Class::Request => "request",
            Class::Missing => "missing",
            Class::State => "state",
            Class::Rules => "rules",
            Class::Load => "load",
            Class::Server => "server",
        }
    }
}

/// A row of the table.
#[derive(Debug)]
pub struct Row {
    /// The stable code, snake_case.
    pub code: &'static str,
    /// What sort of problem it is.
    pub class: Class,
    /// The HTTP status it is answered with.
    pub status: u16,
    /// At which level it is logged.
    pub level: Level,
    /// What it is called, the same for every occurrence.
    pub title: &'static str,
    /// What it means and what to do about it.
    pub meaning: &'static str,
}

/// A code that no problem has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no such problem")]
pub struct UnknownCode;

macro_rules! problems {
    ($($kind:ident = $code:literal $class:ident $status:literal $level:ident $title:literal $meaning:literal;)+) => {
        /// A kind of problem.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind {
            $(#[doc = $meaning] $kind,)+
        }

        impl Kind {
            /// Every kind, by status.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind),+];

            /// Its row in the table.
            pub fn row(self) -> &'static Row {
                match self {
                    $(Kind::$kind => &Row {
                        code: $code,
                        class: Class::$class,
                        status: $status,
                        level: Level::$level,
                        title: $title,
                        meaning: $meaning,
                    },)+
                }
            }
        }
    };
}

problems! {
    BadRequest = "bad_request" Request 400 Debug "Bad request"
        "The request can't be understood as HTTP.";
    Unauthenticated = "unauthenticated" Identity 401 Debug "Token needed"
        "This needs a token: send it as `Authorization: Bearer plc_…`. Registering a player gives one.";
    InvalidToken = "invalid_token" Identity 401 Debug "Invalid token"
        "The token is malformed, unknown, expired or revoked.";
    LacksScope = "lacks_scope" Identity 403 Debug "Scope missing"
        "The token is good, but was not made for this. Use a token that has the scope which the detail names.";
    NotOwner = "not_owner" Identity 403 Debug "Not the owner"
        "Only the owner of the game may do this.";
    NotSeated = "not_seated" Identity 403 Debug "No seat in this game"
        "Only a player who holds a seat of the game may do this.";
    RegistrationClosed = "registration_closed" Identity 403 Debug "Registration closed"
        "Accounts are made by the operator of this service. Ask them for one.";
    NotFound = "not_found" Missing 404 Debug "Not found"
        "There is no such thing, or it is not for you to see.";
    MethodNotAllowed = "method_not_allowed" Request 405 Debug "Method not allowed"
        "The resource exists but does not know this method. The header Allow names those it knows.";
    NotAcceptable = "not_acceptable" Request 406 Debug "Not acceptable"
        "The header Accept or Accept-Encoding rules out every form in which the answer could be given.";
    TooSlow = "request_timeout" Load 408 Debug "Request too slow"
        "The body of the request did not arrive in time.";
    NotAwaited = "not_awaited" State 409 Debug "Not your turn"
        "The game waits for somebody else. `awaiting` lists the seats it waits for.";
    WrongStatus = "wrong_status" State 409 Debug "Wrong status"
        "The game has not started, has ended, or is suspended, and this needs it otherwise.";
    NotUndoable = "not_undoable" State 409 Debug "Can't be taken back"
        "Only one's own last actions of this turn can be taken back, and nothing that drew or revealed.";
    OwnerStays = "owner_stays" State 409 Debug "The owner stays"
        "The owner of an offer keeps a seat. Withdraw the offer instead.";
    SeatTaken = "seat_taken" State 409 Debug "Seat taken"
        "Somebody holds that seat, or no seat is free.";
    AlreadySeated = "already_seated" State 409 Debug "Already seated"
        "An account holds at most one seat of a game, and yours holds one.";
    LeftForGood = "left_for_good" State 409 Debug "Left for good"
        "Who has left a running game can't take a seat in it again.";
    NoHoliday = "no_holiday" State 409 Debug "No holiday"
        "The holiday would take more days than the budget of a calendar year has left, or another one is planned already.";
    ColourTaken = "colour_taken" State 409 Debug "Colour taken"
        "Another seat of the game has that colour.";
    NotFull = "not_full" State 409 Debug "Table not full"
        "Seats are free, and the game does not start without them.";
    NameTaken = "name_taken" State 409 Debug "Name taken"
        "Somebody has that name, or one that looks like it. Names of deleted accounts stay taken.";
    TooMany = "too_many" State 409 Debug "Too many"
        "The account has as many of these as it may have.";
    WebhookDisabled = "webhook_disabled" State 409 Debug "Webhook disabled"
        "The webhook is told nothing at present. Enable it first.";
    MailOff = "mail_off" State 409 Debug "No mail"
        "The service sends no mail, and so knows no addresses.";
    StaleRevision = "stale_revision" State 412 Debug "Stale revision"
        "The game has moved on since the revision that the request names. Nothing was changed; look again and decide anew.";
    PayloadTooLarge = "payload_too_large" Request 413 Debug "Body too large"
        "The body of the request is larger than the detail allows.";
    UriTooLong = "uri_too_long" Request 414 Debug "Address too long"
        "Path and query together are longer than the detail allows.";
    UnsupportedMediaType = "unsupported_media_type" Request 415 Debug "Unsupported media type"
        "Bodies are sent as `Content-Type: application/json`, in UTF-8 and not compressed.";
    MalformedJson = "malformed_json" Request 422 Debug "Malformed JSON"
        "The body is no JSON, names a member twice or is nested too deep. `pointer` says where.";
    InvalidBody = "invalid_body" Request 422 Debug "Invalid body"
        "The body is JSON but not what the operation takes: a member is unknown, missing, of the wrong type or out of range. `pointer` says where, `errors` lists everything found.";
    InvalidQuery = "invalid_query" Request 422 Debug "Invalid query"
        "A parameter of the query is unknown, given twice, of the wrong type or out of range. `errors` names it.";
    InvalidHeader = "invalid_header" Request 422 Debug "Invalid header"
        "A header of the request can't be understood. `errors` names it.";
    InvalidRequest = "invalid_request" Request 422 Debug "Invalid request"
        "The request says something that has no meaning.";
    BadCursor = "bad_cursor" Request 422 Debug "Bad cursor"
        "The cursor was not given out by this list with these filters. Begin again without one.";
    BadIdempotencyKey = "bad_idempotency_key" Request 422 Debug "Bad idempotency key"
        "An Idempotency-Key has 1 to 255 visible ASCII characters, and at least 32 where no token is sent.";
    KeyReused = "idempotency_key_reused" Request 422 Debug "Idempotency key reused"
        "The Idempotency-Key belongs to another request: other method, path, body or If-Match. Take a new key for a new request.";
    WrongGame = "wrong_game" Request 422 Debug "Wrong game"
        "The body is for another game than the one it was sent to.";
    Illegal = "illegal" Rules 422 Debug "Against the rules"
        "The rules forbid it. `rule` is the stable name of the rule, `pointer` the part that breaks it.";
    BatchPastUnknown = "batch_past_unknown" Rules 422 Debug "Batch goes past the unknown"
        "An action that draws or reveals something ends its batch: what follows has to be decided when that is known.";
    RevisionRequired = "revision_required" Request 428 Debug "Revision required"
        "Name the revision you saw, as the member `revision` or as If-Match with the ETag.";
    RateLimited = "rate_limited" Load 429 Info "Too many requests"
        "Requests come too fast. Wait for as many seconds as Retry-After says.";
    TooManyStreams = "too_many_streams" Load 429 Info "Too many streams"
        "The account, or the address where there is no account, listens to as many streams at once as it may. Close one, or wait for as many seconds as Retry-After says.";
    TooManyMails = "too_many_mails" Load 429 Debug "Too many mails"
        "As many mails have been asked for as are sent in a day. Look for those that came.";
    HeadersTooLarge = "headers_too_large" Request 431 Debug "Headers too large"
        "The headers together are larger than the detail allows.";
    Internal = "internal" Server 500 Error "Internal error"
        "Something went wrong on our side. Nothing was changed; the X-Request-Id helps us to find it.";
    Busy = "busy" Load 503 Warn "Busy"
        "Too much is going on. Nothing was changed; try again after Retry-After.";
    Unavailable = "unavailable" Server 503 Error "Unavailable"
        "The database does not answer. Try again after Retry-After.";
}

impl Kind {
    /// The HTTP status it is answered with.
    pub fn status(self) -> StatusCode {
        StatusCode::from_u16(self.row().status).expect("the table holds statuses of HTTP")
    }

    /// The kind for an answer of this status that came from below, from a layer that knows no problems.
    pub fn of_status(status: StatusCode) -> Kind {
        match status.as_u16() {
            401 => Kind::Unauthenticated,
            404 => Kind::NotFound,
            405 => Kind::MethodNotAllowed,
            406 => Kind::NotAcceptable,
            408 => Kind::TooSlow,
            413 => Kind::PayloadTooLarge,
            414 => Kind::UriTooLong,
            415 => Kind::UnsupportedMediaType,
            429 => Kind::RateLimited,
            431 => Kind::HeadersTooLarge,
            503 => Kind::Busy,
            code if code < 500 => Kind::BadRequest,
            _ => Kind::Internal,
        }
    }
}

impl FromStr for Kind {
    type Err = UnknownCode;

    fn from_str(code: &str) -> Result<Kind, UnknownCode> {
        let known = Kind::ALL.iter().find(|kind| kind.row().code == code);
        known.copied().ok_or(UnknownCode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_ordered_by_status_and_every_status_is_an_error() {
        assert!(Kind::ALL.is_sorted_by_key(|kind| kind.row().status));
        for kind in Kind::ALL {
            let status = kind.status();
            assert!(status.is_client_error() || status.is_server_error());
        }
    }

    #[test]
    fn every_code_is_snake_case_and_names_one_problem() {
        for kind in Kind::ALL {
            let code = kind.row().code;
            assert!(code.bytes().all(|b| b == b'_' || b.is_ascii_lowercase()));
            assert_eq!(code.parse(), Ok(*kind));
        }
        assert_eq!("teapot".parse::<Kind>(), Err(UnknownCode));
    }

    #[test]
    fn only_faults_of_ours_are_logged_as_errors() {
        for kind in Kind::ALL {
            let row = kind.row();
            assert_eq!(
                row.level == Level::Error,
                row.class == Class::Server,
                "{}",
                row.code
            );
        }
    }
}
