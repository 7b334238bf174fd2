//! The pages that the `type` of a problem leads to.

use super::{Kind, Problem};
use crate::api::page_frame::{Page, WAYS, html};
use crate::api::reply::Reply;
use crate::app::board::Language;
use actix_web::{HttpResponse, web};

/// What a kind of problem means.
pub async fn page(code: web::Path<String>) -> Reply {
    let unknown = |_| Problem::new(Kind::NotFound, "there is no such problem");
    let kind: Kind = code.parse().map_err(unknown)?;
    Ok(html(&Page {
        title: kind.row().title,
        language: Language::English,
        ways: WAYS,
        content: &entry(kind),
    }))
}

/// Every kind of problem there is.
pub async fn list() -> HttpResponse {
    let entries: String = Kind::ALL.iter().copied().map(entry).collect();
    html(&Page {
        title: "Problems",
        language: Language::English,
        ways: WAYS,
        content: &entries,
    })
}

/// What the table says of a kind, which holds no markup.
fn entry(kind: Kind) -> String {
    let row = kind.row();
    format!(
        "<h2>{}</h2><p><code>{}</code>, status {}, {}</p><p>{}</p>",
        row.title,
        row.code,
        row.status,
        row.class.word(),
        row.meaning
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_holds_no_markup() {
        for kind in Kind::ALL {
            let row = kind.row();
            let text = format!("{}{}", row.title, row.meaning);
            assert!(!text.contains(['<', '>', '&']), "{text}");
        }
    }
}
