//! What tells the seats apart: a colour, a shape and a name; and how they stand.

use super::lettering::Words;
use super::paint::{Look, Paint, common};
use super::svg::Drawing;
use super::{Language, Table, WIDTH, tell};
use crate::Seat;

/// The colour of a seat's pieces.
pub fn seat_paint(table: &Table, seat: Seat) -> Paint {
    match table.colour(seat) {
        "red" => Paint::same("#c53a2f"),
        "blue" => Paint::same("#2f6bc4"),
        "yellow" => Paint::same("#f0c32e"),
        "green" => Paint::same("#2d7f49"),
        "black" => Paint::same("#23272e"),
        _ => Paint::same("#6f7682"),
    }
}

/// The colour of what is written on a seat's pieces.
pub fn seat_ink(table: &Table, seat: Seat) -> Paint {
    match table.colour(seat) {
        "yellow" => common::BLACK,
        _ => common::WHITE,
    }
}

/// The edge of pieces, which has to stand out from the page on either theme.
const EDGE: Paint = Paint::new("#14171c", "#e9e6df");

/// The shape of a seat's pieces, about a point: circle, square, triangle, diamond, pentagon for the seats 0 to 4.
pub fn marker(drawing: &mut Drawing, table: &Table, seat: Seat, (x, y): (f32, f32), radius: f32) {
    let look = Look::fill(seat_paint(table, seat)).outlined(EDGE, (radius / 8.0).max(1.0));
    let about = |corners: &[(f32, f32)]| -> Vec<(f32, f32)> {
        let moved = |&(right, down): &(f32, f32)| (x + right * radius, y + down * radius);
        corners.iter().map(moved).collect()
    };
    match seat.0 {
        0 => drawing.circle((x, y), radius, look),
        1 => {
            let half = radius * 0.9;
            drawing.rect(
                (x - half, y - half, half * 2.0, half * 2.0),
                radius * 0.15,
                look,
            );
        }
        2 => drawing.polygon(&about(&[(0.0, -1.15), (1.15, 0.85), (-1.15, 0.85)]), look),
        3 => drawing.polygon(
            &about(&[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)]),
            look,
        ),
        _ => drawing.polygon(
            &about(&[
                (0.0, -1.1),
                (1.1, -0.25),
                (0.7, 1.0),
                (-0.7, 1.0),
                (-1.1, -0.25),
            ]),
            look,
        ),
    }
}

/// The shape of a seat with something written on it.
pub fn badge(
    drawing: &mut Drawing,
    table: &Table,
    seat: Seat,
    (x, y): (f32, f32),
    radius: f32,
    text: &str,
) {
    marker(drawing, table, seat, (x, y), radius);
    let sink = match seat.0 {
        2 => 0.55,
        _ => 0.38,
    };
    let words = Words::of(radius * 1.05)
        .bold()
        .middle()
        .in_paint(seat_ink(table, seat));
    drawing.words((x, y + radius * sink), text, words);
}

/// How a seat stands.
pub struct Stand {
    /// Whose points they are.
    pub seat: Seat,
    /// The points.
    pub points: i32,
}

/// The track on which the points of all seats are marked, across the picture; `top` is its upper edge. It is 56 high.
pub fn score_track(drawing: &mut Drawing, table: &Table, top: f32, stands: &[Stand]) {
    let (left, right) = (88.0, WIDTH - 40.0);
    let points = || stands.iter().map(|stand| stand.points);
    let least = points().min().unwrap_or(0).min(0);
    let most = points().max().unwrap_or(0).max(20);
    let step = if most - least > 60 { 10 } else { 5 };
    let (least, most) = (
        least.div_euclid(step) * step,
        (most + step - 1).div_euclid(step) * step,
    );
    let at = |points: i32| left + (right - left) * (points - least) as f32 / (most - least) as f32;
    let line = top + 32.0;
    drawing.words(
        (20.0, line + 5.0),
        &tell!(table, "Score", "Punts", "Puntos"),
        Words::of(14.0).in_paint(common::MUTED),
    );
    drawing.line(
        &[(left, line), (right, line)],
        Look::line(common::RULE, 6.0),
    );
    for points in (least..=most).step_by(step as usize) {
        drawing.line(
            &[(at(points), line - 5.0), (at(points), line + 5.0)],
            Look::line(common::MUTED, 1.5),
        );
        let words = Words::of(13.0).middle().in_paint(common::MUTED);
        drawing.words((at(points), line + 22.0), &points.to_string(), words);
    }
    for (index, stand) in stands.iter().enumerate() {
        let level = stands[..index]
            .iter()
            .filter(|other| (at(other.points) - at(stand.points)).abs() < 14.0)
            .count();
        let place = (at(stand.points), line - 3.0 - level as f32 * 11.0);
        marker(drawing, table, stand.seat, place, 9.0);
    }
}

/// The name plate of a seat within this width: shape, name, points, and at the end the place. 34 high.
pub fn sign(drawing: &mut Drawing, table: &Table, (x, y): (f32, f32), width: f32, stand: &Stand) {
    let Stand { seat, points } = *stand;
    let ground = Look::fill(common::INSET);
    let look = match (table.awaits(seat), table.you == Some(seat)) {
        (true, _) => ground.outlined(common::ACCENT, 2.5),
        (false, true) => ground.outlined(common::INK, 1.5),
        (false, false) => ground,
    };
    drawing.rect((x, y, width, 34.0), 8.0, look);
    marker(drawing, table, seat, (x + 20.0, y + 17.0), 10.0);
    let points = points.to_string();
    let place = table.place(seat);
    let place = &place.map_or_else(String::new, |place| ordinal(table.language, place));
    let taken = 66.0 + super::width(&points, 20.0) + super::width(place, 15.0);
    let name = Words::of(17.0).bold().within(width - taken);
    drawing.words((x + 38.0, y + 23.0), &table.name(seat), name);
    drawing.words(
        (x + width - 12.0, y + 24.0),
        &points,
        Words::of(20.0).bold().end(),
    );
    let before = x + width - 22.0 - super::width(&points, 22.0);
    let words = Words::of(15.0).end().in_paint(common::ACCENT);
    drawing.words((before, y + 23.0), place, words);
}

/// A place in an order, as short as can be.
fn ordinal(language: Language, place: u8) -> String {
    let ending = match (language, place) {
        (Language::English, 1) => "st",
        (Language::English, 2) => "nd",
        (Language::English, 3) => "rd",
        (Language::English, _) => "th",
        (Language::Catalan, 1 | 3) => "r",
        (Language::Catalan, 2) => "n",
        (Language::Catalan, 4) => "t",
        (Language::Catalan, _) => "è",
        (Language::Spanish, _) => ".º",
    };
    format!("{place}{ending}")
}
