//! The pages that the `type` of a problem leads to.

use super::{Kind, Problem};
use crate::api::reply::Reply;
use actix_web::{HttpResponse, web};

/// What a kind of problem means.
pub async fn page(code: web::Path<String>) -> Reply {
    let unknown = |_| Problem::new(Kind::NotFound, "there is no such problem");
    let kind: Kind = code.parse().map_err(unknown)?;
    Ok(html(&write(kind.row().title, &entry(kind))))
}

/// Every kind of problem there is.
pub async fn list() -> HttpResponse {
    let entries: String = Kind::ALL.iter().copied().map(entry).collect();
    html(&write("Problems", &entries))
}

fn html(page: &str) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .body(page.to_owned())
}

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

/// A page; titles, codes and meanings come from the table and hold no markup.
fn write(title: &str, content: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title></head>\
         <body>{content}<p><a href=\"/problems\">All problems</a></p></body></html>"
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
