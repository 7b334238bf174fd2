//! The skill wheel within its ring of tiles, as it stands in this round.

use super::skills;
use crate::games::castell::components::CastellSkillTile;
use crate::games::castell::data::WHEEL;
use crate::games::castell::options::CastellWheel;
use crate::games::castell::view::CastellView;
use crate::picture::{Drawing, Hit, Look, Part, Table, Words, common, tell, word};

const MIDDLE: (f32, f32) = (820.0, 226.0);
const RING: (f32, f32) = (110.0, 174.0);
const WHEEL_EDGE: (f32, f32) = (42.0, 108.0);
/// Degrees of a segment.
const STEP: f32 = 45.0;

/// Draws it in the right upper part of the picture.
pub fn draw(drawing: &mut Drawing, view: &CastellView, table: &Table) {
    for segment in 0..=WHEEL.len() {
        draw_segment(drawing, view, table, segment);
    }
    drawing.circle(
        MIDDLE,
        42.0,
        Look::fill(common::INSET).outlined(common::RULE, 1.0),
    );
    drawing.words(
        (MIDDLE.0, MIDDLE.1 - 4.0),
        &tell!(table, "round", "ronda", "ronda"),
        Words::of(14.0).middle().in_paint(common::MUTED),
    );
    let round = format!("{}/10", view.round);
    drawing.words(
        (MIDDLE.0, MIDDLE.1 + 18.0),
        &round,
        Words::of(20.0).bold().middle(),
    );
    let hint = Words::of(13.0).middle().in_paint(common::MUTED);
    drawing.words(
        (MIDDLE.0, 406.0),
        &tell!(
            table,
            "turns one step clockwise every round ↻",
            "avança un pas cada ronda ↻",
            "avanza un paso cada ronda ↻"
        ),
        hint,
    );
}

/// A segment of the wheel with the tile it points at; segment 0 is the extra one.
fn draw_segment(drawing: &mut Drawing, view: &CastellView, table: &Table, segment: usize) {
    let place = (segment + usize::from(view.round) - 1) % view.wheel.ring.len();
    let tile = view.wheel.ring[place];
    let from = STEP * place as f32 - STEP / 2.0;
    let corners = wedge(from);
    drawing.part(
        part(view, table, segment, tile),
        Hit::Polygon(&corners),
        |drawing| {
            let edge = (from, from + STEP);
            let look = Look::fill(skills::paint(tile)).outlined(common::PAPER, 3.0);
            drawing.ring(MIDDLE, RING, edge, look);
            let (ground, ink) = match segment {
                0 => (common::GOLD, common::BLACK),
                _ => (common::PANEL, common::INK),
            };
            drawing.ring(
                MIDDLE,
                WHEEL_EDGE,
                edge,
                Look::fill(ground).outlined(common::RULE, 1.5),
            );
            let outer = at(142.0, from + STEP / 2.0);
            skills::sign(drawing, tile, (outer.0, outer.1 - 7.0), 14.0);
            let white = Words::of(11.5).bold().middle().in_paint(common::WHITE);
            drawing.words((outer.0, outer.1 + 20.0), &skills::name(table, tile), white);
            let inner = at(label_radius(place), from + STEP / 2.0);
            let words = Words::of(11.0).bold().middle().in_paint(ink);
            drawing.words(
                (inner.0, inner.1 + 4.0),
                &short(view, table, segment),
                words,
            );
        },
    );
}

fn part(view: &CastellView, table: &Table, segment: usize, tile: CastellSkillTile) -> Part {
    let skill = skills::name(table, tile);
    let region = segment.checked_sub(1).map(|at| WHEEL[at]);
    let part = match (region, view.wheel.side) {
        (Some(region), _) => {
            let title = tell!(
                table,
                "{} trains {skill}",
                "{} entrena {skill}",
                "{} entrena {skill}",
                region.name()
            );
            Part::new("slot:region", title).fact("data-region", word(&region))
        }
        (None, CastellWheel::AllRegions) => {
            let title = tell!(
                table,
                "All regions train {skill}",
                "Totes les regions entrenen {skill}",
                "Todas las regiones entrenan {skill}"
            );
            Part::new("slot:all", title)
        }
        (None, CastellWheel::NoRegions) => {
            let title = tell!(
                table,
                "No region trains {skill}",
                "Cap regió entrena {skill}",
                "Ninguna región entrena {skill}"
            );
            Part::new("slot:all", title)
        }
    };
    part.fact("data-skill", word(&tile))
}

fn short(view: &CastellView, table: &Table, segment: usize) -> String {
    match (segment.checked_sub(1), view.wheel.side) {
        (Some(at), _) => WHEEL[at].name().to_owned(),
        (None, CastellWheel::AllRegions) => tell!(table, "ALL", "TOTES", "TODAS"),
        (None, CastellWheel::NoRegions) => tell!(table, "NONE", "CAP", "NINGUNA"),
    }
}

/// Where a name fits in: the segments are wide above and below the middle, and long beside it.
fn label_radius(place: usize) -> f32 {
    match place % 4 {
        0 => 85.0,
        2 => 75.0,
        _ => 79.0,
    }
}

fn at(radius: f32, degrees: f32) -> (f32, f32) {
    let (sin, cos) = degrees.to_radians().sin_cos();
    (MIDDLE.0 + radius * sin, MIDDLE.1 - radius * cos)
}

/// The outline of a segment with its tile.
fn wedge(from: f32) -> [(f32, f32); 6] {
    let middle = from + STEP / 2.0;
    [
        at(WHEEL_EDGE.0, from),
        at(RING.1, from),
        at(RING.1, middle),
        at(RING.1, from + STEP),
        at(WHEEL_EDGE.0, from + STEP),
        at(WHEEL_EDGE.0, middle),
    ]
}
