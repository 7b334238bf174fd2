//! The towers entered at the festival that is being held, person by person.

use super::people::{casteller, scale};
use crate::games::castell::components::CastellTower;
use crate::games::castell::view::{CastellEntryView, CastellPhase, CastellView};
use crate::picture::{Drawing, Figure, Hit, Look, Part, Table, WIDTH, Words, common, marker, tell};

/// Draws them side by side from this height on, and says where they end; nothing where none was entered.
pub fn draw(drawing: &mut Drawing, view: &CastellView, table: &Table, top: f32) -> f32 {
    let CastellPhase::Festival { entries, .. } = &view.phase else {
        return top;
    };
    if entries.is_empty() {
        return top;
    }
    let room = (WIDTH - 24.0) / entries.len() as f32 - 8.0;
    let fit = |entry: &CastellEntryView| (room - 20.0) / width(&entry.tower);
    let shared = entries.iter().map(fit).fold(1.0, f32::min);
    let highest = entries
        .iter()
        .map(|entry| height(&entry.tower))
        .fold(0.0, f32::max);
    let height = highest * shared + 50.0;
    for (at, entry) in entries.iter().enumerate() {
        let left = 12.0 + at as f32 * (room + 8.0);
        draw_entry(drawing, table, entry, (left, top, room, height), shared);
    }
    top + height + 8.0
}

fn draw_entry(
    drawing: &mut Drawing,
    table: &Table,
    entry: &CastellEntryView,
    area: (f32, f32, f32, f32),
    shared: f32,
) {
    let (left, top, room, height) = area;
    let title = tell!(
        table,
        "The tower of {}: {} levels, tower score {}",
        "El castell de {}: {} pisos, puntuació {}",
        "La torre de {}: {} pisos, puntuación {}",
        table.name(entry.seat),
        entry.tower.0.len(),
        entry.score
    );
    let part = Part::new(format!("entry:{}", entry.seat.0), title)
        .of(entry.seat)
        .count(entry.score);
    drawing.part(part, Hit::Area(left, top, room, height), |drawing| {
        drawing.rect(
            area,
            10.0,
            Look::fill(common::PANEL).outlined(common::RULE, 1.0),
        );
        let foot = (left + room / 2.0, top + height - 36.0);
        tower(drawing, &entry.tower, foot, shared);
        marker(
            drawing,
            table,
            entry.seat,
            (left + 24.0, top + height - 17.0),
            9.0,
        );
        let said = format!("{} · {}", table.name(entry.seat), entry.score);
        drawing.words(
            (left + 42.0, top + height - 12.0),
            &said,
            Words::of(16.0).bold().within(room - 52.0),
        );
    });
}

/// A tower about the middle of its foot; those below stand before those above.
fn tower(drawing: &mut Drawing, tower: &CastellTower, (x, y): (f32, f32), shared: f32) {
    let mut floors = vec![0.0];
    for level in &tower.0 {
        let floor: f32 = floors[floors.len() - 1];
        floors.push(floor + rise(level) * shared);
    }
    for (level, &floor) in tower.0.iter().zip(&floors).rev() {
        let mut left = x - span(level) * shared / 2.0;
        for &size in level {
            let width = Figure::WIDTH * scale(size) * shared;
            casteller(drawing, (left + width / 2.0, y - floor), shared, size);
            left += width;
        }
    }
}

/// How much a level lifts the next one.
fn rise(level: &[u8]) -> f32 {
    let largest = level.iter().copied().max().unwrap_or(1);
    Figure::SHOULDER * scale(largest)
}

fn span(level: &[u8]) -> f32 {
    level.iter().map(|&size| Figure::WIDTH * scale(size)).sum()
}

fn width(tower: &CastellTower) -> f32 {
    tower.0.iter().map(|level| span(level)).fold(1.0, f32::max)
}

fn height(tower: &CastellTower) -> f32 {
    tower.0.iter().map(|level| rise(level)).sum::<f32>() + Figure::HEIGHT - Figure::SHOULDER + 8.0
}
