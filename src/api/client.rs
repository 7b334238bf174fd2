//! The web client at `/`, served from the binary.
//!
//! It is a client like any other: it talks to the public API and nothing else. What a page may load is said by
//! [`POLICY`], which is strict enough that a name or a message that holds markup could do nothing even if it got
//! into the page.

use super::extract::{InOrder, Known};
use super::problem::{Kind, Problem};
use super::reply::{self, Reply};
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName, REFERRER_POLICY, VARY,
};
use actix_web::{HttpResponse, web};
use rust_embed::{EmbeddedFile, RustEmbed};

/// The files of the client. A debug build reads them from the source tree at each request, so that a page only has to
/// be loaded anew after a change; a release build holds them.
#[derive(RustEmbed)]
#[folder = "web/"]
#[exclude = "*.d.ts"]
#[exclude = "*.md"]
struct Files;

/// The page that loads everything else.
const PAGE: &str = "index.html";

/// What the client's pages may do (CSP level 3): own scripts and styles from files, own pictures, this service only.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What no page of the client needs.
const OPENER: (HeaderName, &str) = (
    HeaderName::from_static("cross-origin-opener-policy"),
    "same-origin",
);

/// The client's page.
pub async fn page(InOrder((known,)): InOrder<(Known,)>) -> Reply {
    serve(PAGE, &known)
}

/// A file that the page refers to.
pub async fn file(path: web::Path<String>, InOrder((known,)): InOrder<(Known,)>) -> Reply {
    serve(&path, &known)
}

fn serve(path: &str, known: &Known) -> Reply {
    let nothing = || Problem::new(Kind::NotFound, "there is nothing at this path");
    let media_type = media_type(path).ok_or_else(nothing)?;
    let file = Files::get(path).ok_or_else(nothing)?;
    let tag = tag(&file);
    let is_known = known.is(&tag);
    let mut response = match is_known {
        true => HttpResponse::NotModified(),
        false => HttpResponse::Ok(),
    };
    response
        .insert_header((ETAG, format!("\"{tag}\"")))
        .insert_header((CACHE_CONTROL, "no-cache"))
        .insert_header((VARY, "Accept-Encoding"))
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((REFERRER_POLICY, "no-referrer"))
        .insert_header(OPENER);
    Ok(match is_known {
        true => response.finish(),
        false => response
            .insert_header((CONTENT_TYPE, media_type))
            .body(file.data.into_owned()),
    })
}

/// The same for the same bytes, in every build and on every server.
fn tag(file: &EmbeddedFile) -> String {
    reply::tag(0, &file.data)
}

/// The media type by the file's ending; files of other kinds are not served.
fn media_type(path: &str) -> Option<&'static str> {
    let (_, ending) = path.rsplit_once('.')?;
    Some(match ending {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_that_is_held_has_a_media_type_or_is_a_licence() {
        for path in Files::iter() {
            assert!(
                media_type(&path).is_some() || path.ends_with("LICENSE"),
                "{path}"
            );
        }
    }

    #[test]
    fn what_the_page_refers_to_is_there() {
        let page = Files::get(PAGE).expect("the page");
        let page = String::from_utf8(page.data.into_owned()).expect("text");
        let referred: Vec<&str> = page
            .split('"')
            .filter_map(|part| part.strip_prefix("/client/"))
            .collect();
        assert!(referred.iter().any(|path| path.ends_with(".js")), "{page}");
        for path in referred {
            assert!(Files::get(path).is_some(), "{path}");
        }
    }

    #[test]
    fn nothing_outside_of_the_folder_is_served() {
        for path in [
            "../Cargo.toml",
            "/etc/hosts",
            "js/../../Cargo.toml",
            "vendor/lit-html/README.md",
            "",
        ] {
            assert!(serve(path, &Known::Tags(Vec::new())).is_err(), "{path}");
        }
    }
}
