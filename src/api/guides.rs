//! The guides: pages for people who write clients. Their text stands in `docs/guides`, a file per guide.

use super::page_frame::{Page, WAYS, html};
use super::problem::{Kind, Problem};
use super::reply::Reply;
use crate::app::board::Language;
use actix_web::{HttpResponse, web};
use pulldown_cmark::{Options, Parser, html::push_html};

/// A guide.
struct Guide {
    /// Its last part of the path: `/docs/<slug>`.
    slug: &'static str,
    /// Its text in Markdown. It begins with a heading, its title.
    text: &'static str,
}

macro_rules! guides {
    ($($slug:literal),+ $(,)?) => {
        /// Every guide, in the order in which to read them.
        const GUIDES: &[Guide] = &[$(Guide {
            slug: $slug,
            text: include_str!(concat!("../../docs/guides/", $slug, ".md")),
        }),+];
    };
}

guides![
    "quick-start",
    "authentication",
    "playing-a-turn",
    "errors",
    "events",
    "webhooks",
    "castellers",
    "castell",
    "el-grande",
];

impl Guide {
    fn title(&self) -> &'static str {
        let first = self.text.lines().next().unwrap_or_default();
        first.trim_start_matches("# ")
    }
}

/// What there is to read.
pub async fn index() -> HttpResponse {
    let mut list = String::from("<h1>Plaça</h1><p>Guides for those who write clients.</p><ol>");
    for guide in GUIDES {
        list.push_str(&format!(
            "<li><a href=\"/docs/{}\">{}</a></li>",
            guide.slug,
            guide.title()
        ));
    }
    list.push_str(
        "</ol><p>The contract: <a href=\"/docs/reference/\">every operation</a>, and \
         <a href=\"/openapi.json\">the document</a> for generators.</p>",
    );
    html(&Page {
        title: "Guides",
        language: Language::English,
        ways: WAYS,
        content: &list,
    })
}

/// One guide.
pub async fn guide(slug: web::Path<String>) -> Reply {
    let guide = GUIDES
        .iter()
        .find(|guide| guide.slug == slug.as_str())
        .ok_or_else(|| Problem::new(Kind::NotFound, "there is nothing at this path"))?;
    Ok(html(&Page {
        title: guide.title(),
        language: Language::English,
        ways: WAYS,
        content: &rendered(guide.text),
    }))
}

fn rendered(markdown: &str) -> String {
    let mut content = String::new();
    push_html(
        &mut content,
        Parser::new_ext(markdown, Options::ENABLE_TABLES),
    );
    content
}

#[cfg(test)]
mod tests;
