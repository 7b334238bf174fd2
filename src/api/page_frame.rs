//! The frame around every page for people: its head, its style, its way back.

use crate::app::board::Language;
use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};

/// Nothing but text and the style of this service: whatever might find its way into a page, no script runs.
const POLICY: &str = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

const STYLE: &str = include_str!("page_frame/style.css");

/// Where those go on who read about the interface.
pub const WAYS: &[Way] = &[
    ("/docs/", "Guides"),
    ("/docs/reference/", "Reference"),
    ("/problems", "Problems"),
];

/// A path of this service, and what lies there.
pub type Way = (&'static str, &'static str);

/// A page.
pub struct Page<'t> {
    /// What it is called: plain text without markup.
    pub title: &'t str,
    /// What it is written in.
    pub language: Language,
    /// Where one may go from it.
    pub ways: &'t [Way],
    /// What it holds, in HTML that we made.
    pub content: &'t str,
}

/// The answer with a page.
pub fn html(page: &Page<'_>) -> HttpResponse {
    let Page {
        title,
        language,
        ways,
        content,
    } = page;
    let language = language.tag();
    let link = |(path, name): &Way| format!("<a href=\"{path}\">{name}</a> ");
    let ways: String = ways.iter().map(link).collect();
    HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((CACHE_CONTROL, "no-cache"))
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        .body(format!(
            "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <title>{title} · Plaça</title><link rel=\"stylesheet\" href=\"/docs/style.css\"></head>\
             <body><nav>{ways}</nav><main>{content}</main></body></html>"
        ))
}

/// How pages look.
pub async fn style() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/css; charset=utf-8")
        .insert_header((CACHE_CONTROL, "no-cache"))
        .body(STYLE)
}
