//! What a person reads who asks for a page.

use super::extract::elements;
use crate::app::board::Language;
use actix_web::HttpRequest;
use actix_web::http::header::{ACCEPT, AcceptLanguage, Header, Preference, Quality};
use url::form_urlencoded;

/// The language to speak: the one that `?lang=` names, as for pictures, else the one of ours that the browser likes best, else
/// English.
pub fn language(request: &HttpRequest) -> Language {
    named(request)
        .or_else(|| liked(request))
        .unwrap_or_default()
}

/// Does a person read the answer, in a browser, which asks for pages by name?
pub fn in_browser(request: &HttpRequest) -> bool {
    elements(request.headers(), ACCEPT).any(|range| {
        let media_type = range.split(';').next().unwrap_or_default();
        media_type.trim().eq_ignore_ascii_case("text/html")
    })
}

fn named(request: &HttpRequest) -> Option<Language> {
    form_urlencoded::parse(request.query_string().as_bytes())
        .find(|(name, _)| name == "lang")
        .and_then(|(_, tag)| of_tag(&tag))
}

fn liked(request: &HttpRequest) -> Option<Language> {
    let mut likes = AcceptLanguage::parse(request).ok()?.0;
    likes.retain(|like| like.quality > Quality::ZERO);
    // Those that are liked as much stay as they were written.
    likes.sort_by_key(|like| std::cmp::Reverse(like.quality));
    likes.iter().find_map(|like| match &like.item {
        Preference::Specific(tag) => of_tag(tag.primary_language()),
        Preference::Any => None,
    })
}

fn of_tag(tag: &str) -> Option<Language> {
    let is_it = |language: &Language| language.tag().eq_ignore_ascii_case(tag);
    Language::ALL.into_iter().find(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn the_language_named_goes_before_the_languages_liked() {
        for (path, likes, spoken) in [
            ("/", "", "en"),
            ("/", "ca", "ca"),
            ("/", "CA-ES, es;q=0.9", "ca"),
            ("/", "es-419,es;q=0.9,en;q=0.8", "es"),
            ("/", "en;q=0.5, ca;q=0.7, es;q=0.6", "ca"),
            ("/", "fr, oc;q=0.9, ca;q=0.3", "ca"),
            ("/", "ca;q=0, es;q=0.1", "es"),
            ("/", "fr, *", "en"),
            ("/", "ca;q=nonsense;;,", "en"),
            ("/?lang=es", "ca", "es"),
            ("/?a=b&lang=en", "ca", "en"),
            ("/?lang=fr", "ca", "ca"),
        ] {
            let request = TestRequest::with_uri(path).insert_header(("accept-language", likes));
            let language = language(&request.to_http_request());
            assert_eq!(language.tag(), spoken, "{path} {likes}");
        }
    }

    #[test]
    fn browsers_ask_for_pages_by_name() {
        for (accept, browser) in [
            ("text/html,application/xhtml+xml,*/*;q=0.8", true),
            ("Text/HTML", true),
            ("*/*", false),
            ("application/json", false),
        ] {
            let request = TestRequest::default().insert_header(("accept", accept));
            assert_eq!(in_browser(&request.to_http_request()), browser, "{accept}");
        }
    }
}
