//! A table at which nothing lies yet, or nothing that could be read.

use super::lettering::Words;
use super::paint::{Look, common};
use super::seating::marker;
use super::svg::{Drawing, Hit, Part};
use super::{Table, Theme, WIDTH, tell};
use crate::Seat;

const HEIGHT: f32 = 560.0;
const MIDDLE: (f32, f32) = (WIDTH / 2.0, 300.0);

/// The table with its seats, whoever has taken them.
pub fn empty_table(slug: &str, table: &Table, theme: Theme) -> String {
    let mut drawing = Drawing::new(theme);
    let around = (MIDDLE.0 - 250.0, MIDDLE.1 - 130.0, 500.0, 260.0);
    drawing.rect(
        around,
        130.0,
        Look::fill(common::PANEL).outlined(common::RULE, 4.0),
    );
    drawing.words(
        (MIDDLE.0, MIDDLE.1 + 4.0),
        &table.game,
        Words::of(38.0).bold().middle().within(440.0),
    );
    if let Some(title) = &table.title {
        drawing.words(
            (MIDDLE.0, MIDDLE.1 - 44.0),
            title,
            Words::of(20.0).middle().within(400.0),
        );
    }
    let notice = table.notice.unwrap_or_default();
    let words = Words::of(20.0)
        .middle()
        .in_paint(common::MUTED)
        .within(440.0);
    drawing.words((MIDDLE.0, MIDDLE.1 + 46.0), notice, words);
    let count = table.sitters.len();
    for at in 0..count {
        draw_seat(
            &mut drawing,
            table,
            Seat(at as u8),
            at as f32 / count as f32,
        );
    }
    let seats: Vec<String> = (0..count).map(|at| said(table, Seat(at as u8))).collect();
    let told = format!("{notice} {}", seats.join("; "));
    drawing.finish(HEIGHT, slug, table, told.trim())
}

fn draw_seat(drawing: &mut Drawing, table: &Table, seat: Seat, turn: f32) {
    let (sin, cos) = (turn * std::f32::consts::TAU).sin_cos();
    let (x, y) = (MIDDLE.0 + 330.0 * sin, MIDDLE.1 - 215.0 * cos);
    let part = Part::new(format!("seat:{}", seat.0), said(table, seat)).of(seat);
    drawing.part(
        part,
        Hit::Area(x - 125.0, y - 27.0, 250.0, 54.0),
        |drawing| {
            let look = match is_taken(table, seat) {
                true => Look::fill(common::INSET).outlined(common::RULE, 1.5),
                false => Look::line(common::RULE, 2.0).dashed(),
            };
            drawing.rect((x - 125.0, y - 27.0, 250.0, 54.0), 12.0, look);
            let words = Words::of(19.0).bold().within(185.0);
            match is_taken(table, seat) {
                true => {
                    marker(drawing, table, seat, (x - 97.0, y), 13.0);
                    drawing.words((x - 72.0, y + 7.0), &table.name(seat), words);
                }
                false => {
                    let free = tell!(table, "free", "lliure", "libre");
                    drawing.words((x, y + 7.0), &free, words.middle().in_paint(common::MUTED));
                }
            }
        },
    );
}

fn is_taken(table: &Table, seat: Seat) -> bool {
    table.sitters[seat.index()].name.is_some()
}

fn said(table: &Table, seat: Seat) -> String {
    match is_taken(table, seat) {
        true => tell!(
            table,
            "Seat {}: {}",
            "Seient {}: {}",
            "Asiento {}: {}",
            seat.0,
            table.name(seat)
        ),
        false => tell!(
            table,
            "Seat {}: free",
            "Seient {}: lliure",
            "Asiento {}: libre",
            seat.0
        ),
    }
}
