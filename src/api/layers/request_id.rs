//! A name for every request, by which client and log speak of the same one.

use actix_web::http::header::HeaderMap;
use uuid::Uuid;

/// The header that carries it, both ways.
pub const HEADER: &str = "x-request-id";
/// The longest that is taken over.
const LONGEST: usize = 128;

/// The id that the client gave the request, if it is a plain word (letters, digits, `.`, `_`, `-`, at most
/// 128), or else a new one.
pub fn of(headers: &HeaderMap) -> String {
    let sent = headers.get(HEADER).and_then(|id| id.to_str().ok());
    match sent {
        Some(id) if is_plain(id) => id.to_owned(),
        _ => Uuid::now_v7().to_string(),
    }
}

fn is_plain(id: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"._-".contains(&b);
    !id.is_empty() && id.len() <= LONGEST && id.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn of_request(id: &str) -> String {
        let request = TestRequest::default().insert_header((HEADER, id));
        of(request.to_http_request().headers())
    }

    #[test]
    fn a_plain_id_is_kept_and_any_other_replaced() {
        assert_eq!(of_request("client-7.a_B"), "client-7.a_B");
        for other in ["", "two words", "a\tb", "a\"b", &"x".repeat(129)] {
            let made = of_request(other);
            assert_ne!(made, other);
            assert!(is_plain(&made));
        }
    }
}
