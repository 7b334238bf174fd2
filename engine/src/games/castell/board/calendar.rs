//! The rounds with the festivals at their ends.

use crate::games::castell::data::ROUNDS;
use crate::games::castell::view::{
    CastellFestivalStatus as Status, CastellFestivalView, CastellView,
};
use crate::picture::{Drawing, Hit, Look, Part, Table, WIDTH, Words, common, tell, word};

const PITCH: f32 = (WIDTH - 24.0) / ROUNDS as f32;
const TILE: f32 = 44.0;

/// Draws it across the picture from this height on, and says where it ends.
pub fn draw(drawing: &mut Drawing, view: &CastellView, table: &Table, top: f32) -> f32 {
    let mut most = 0;
    for round in 1..=ROUNDS {
        let x = 12.0 + PITCH * f32::from(round - 1);
        draw_round(drawing, view, table, round, (x, top));
        let festivals = view
            .calendar
            .iter()
            .filter(|festival| festival.round == round);
        for (at, festival) in festivals.enumerate() {
            most = most.max(at + 1);
            draw_festival(
                drawing,
                table,
                festival,
                (x + 2.0, top + 30.0 + at as f32 * (TILE + 4.0)),
            );
        }
    }
    top + 34.0 + most as f32 * (TILE + 4.0)
}

fn draw_round(
    drawing: &mut Drawing,
    view: &CastellView,
    table: &Table,
    round: u8,
    (x, top): (f32, f32),
) {
    let (look, ink) = match round.cmp(&view.round) {
        std::cmp::Ordering::Less => (Look::fill(common::INSET), common::MUTED),
        std::cmp::Ordering::Equal => (Look::fill(common::ACCENT), common::PAPER),
        std::cmp::Ordering::Greater => (
            Look::fill(common::PANEL).outlined(common::RULE, 1.0),
            common::INK,
        ),
    };
    drawing.rect((x + 2.0, top, PITCH - 4.0, 24.0), 6.0, look);
    let text = tell!(table, "Round {round}", "Ronda {round}", "Ronda {round}");
    drawing.words(
        (x + PITCH / 2.0, top + 17.0),
        &text,
        Words::of(14.0).bold().middle().in_paint(ink),
    );
}

fn draw_festival(
    drawing: &mut Drawing,
    table: &Table,
    festival: &CastellFestivalView,
    (x, y): (f32, f32),
) {
    let status = word(&festival.status);
    let part = Part::new(
        format!("festival:{}", word(&festival.slot)),
        said(table, festival),
    )
    .fact("data-region", word(&festival.region))
    .fact("data-status", status);
    let width = PITCH - 4.0;
    drawing.part(part, Hit::Area(x, y, width, TILE), |drawing| {
        let (look, words) = match festival.status {
            Status::Coming => (
                Look::fill(common::PANEL).outlined(common::RULE, 1.5),
                Words::of(13.0).bold(),
            ),
            Status::Held => (
                Look::fill(common::PANEL).outlined(common::ACCENT, 3.5),
                Words::of(13.0).bold(),
            ),
            Status::Over => (
                Look::fill(common::INSET),
                Words::of(13.0).in_paint(common::MUTED),
            ),
        };
        drawing.rect((x, y, width, TILE), 6.0, look);
        let region = festival.region.name();
        drawing.words(
            (x + width / 2.0, y + 16.0),
            region,
            words.middle().within(width - 6.0),
        );
        if festival.status == Status::Over {
            let words = Words::of(13.0).middle().in_paint(common::MUTED);
            let over = tell!(table, "over", "acabada", "acabada");
            drawing.words((x + width / 2.0, y + 35.0), &over, words);
        }
        let left = x + width / 2.0 - 15.0 * (festival.sizes.len() as f32 - 1.0);
        for (at, size) in festival.sizes.iter().enumerate() {
            size_token(drawing, *size, (left + 30.0 * at as f32, y + 31.0));
        }
    });
}

/// A size token about a point.
pub fn size_token(drawing: &mut Drawing, size: u8, (x, y): (f32, f32)) {
    drawing.circle(
        (x, y),
        11.0,
        Look::fill(common::GOLD).outlined(common::BLACK, 1.0),
    );
    let words = Words::of(13.0).bold().middle().in_paint(common::BLACK);
    drawing.words((x, y + 4.7), &size.to_string(), words);
}

fn said(table: &Table, festival: &CastellFestivalView) -> String {
    let sizes: Vec<String> = festival.sizes.iter().map(u8::to_string).collect();
    let asks = match sizes.is_empty() {
        true => String::new(),
        false => tell!(
            table,
            ", asks for the sizes {}",
            ", demana les mides {}",
            ", pide los tamaños {}",
            sizes.join(", ")
        ),
    };
    let status = match festival.status {
        Status::Coming => tell!(table, "coming", "per venir", "por venir"),
        Status::Held => tell!(table, "being held", "en curs", "en curso"),
        Status::Over => tell!(table, "over", "acabada", "acabada"),
    };
    tell!(
        table,
        "Festival {} in {} at the end of round {}, {status}{asks}",
        "Festa {} a {} al final de la ronda {}, {status}{asks}",
        "Fiesta {} en {} al final de la ronda {}, {status}{asks}",
        word(&festival.slot),
        festival.region.name(),
        festival.round
    )
}
