//! The skills: a colour, a sign and a name each.

use crate::games::castell::components::{CastellSkill as Skill, CastellSkillTile as Tile};
use crate::picture::{Drawing, Look, Paint, Table, Words, common, tell};

/// The name of what a tile of the wheel shows.
pub fn name(table: &Table, tile: Tile) -> String {
    match tile {
        Tile::Balance => tell!(table, "Balance", "Equilibri", "Equilibrio"),
        Tile::Base => tell!(table, "Base", "Base", "Base"),
        Tile::Mix => tell!(table, "Mix", "Barreja", "Mezcla"),
        Tile::Strength => tell!(table, "Strength", "Força", "Fuerza"),
        Tile::Width => tell!(table, "Width", "Amplada", "Anchura"),
        Tile::Special => tell!(table, "Special", "Especial", "Especial"),
    }
}

/// The colour of a tile of the wheel; white is read on all of them.
pub fn paint(tile: Tile) -> Paint {
    match tile {
        Tile::Balance => Paint::same("#2f6bb0"),
        Tile::Base => Paint::same("#7a5230"),
        Tile::Mix => Paint::same("#7b3f92"),
        Tile::Strength => Paint::same("#b3352c"),
        Tile::Width => Paint::same("#2c7a52"),
        Tile::Special => Paint::same("#3b4250"),
    }
}

/// The tile that trains a skill.
pub fn tile_of(skill: Skill) -> Tile {
    match skill {
        Skill::Balance => Tile::Balance,
        Skill::Base => Tile::Base,
        Skill::Mix => Tile::Mix,
        Skill::Strength => Tile::Strength,
        Skill::Width => Tile::Width,
    }
}

/// The sign of a tile within a disc of this radius.
pub fn sign(drawing: &mut Drawing, tile: Tile, (x, y): (f32, f32), radius: f32) {
    drawing.circle(
        (x, y),
        radius,
        Look::fill(paint(tile)).outlined(common::WHITE, radius / 9.0),
    );
    let unit = radius / 10.0;
    let at = |right: f32, down: f32| (x + right * unit, y + down * unit);
    let line = Look::line(common::WHITE, 2.0 * unit);
    let solid = Look::fill(common::WHITE);
    match tile {
        // Two levels of the same width.
        Tile::Balance => {
            drawing.line(&[at(-5.0, -2.5), at(5.0, -2.5)], line);
            drawing.line(&[at(-5.0, 2.5), at(5.0, 2.5)], line);
        }
        // A foot as broad as you like.
        Tile::Base => drawing.polygon(
            &[at(-2.0, -4.5), at(2.0, -4.5), at(6.5, 4.0), at(-6.5, 4.0)],
            solid,
        ),
        // Large and small side by side.
        Tile::Mix => {
            drawing.circle(at(-2.8, 0.0), 3.8 * unit, solid);
            drawing.circle(at(4.2, 1.6), 2.2 * unit, solid);
        }
        // Somebody carries.
        Tile::Strength => {
            drawing.line(&[at(0.0, 6.0), at(0.0, -5.5)], line);
            drawing.line(&[at(-4.0, -1.5), at(0.0, -5.5), at(4.0, -1.5)], line);
        }
        // Further apart.
        Tile::Width => {
            drawing.line(&[at(-6.0, 0.0), at(6.0, 0.0)], line);
            drawing.line(&[at(-3.0, -3.0), at(-6.0, 0.0), at(-3.0, 3.0)], line);
            drawing.line(&[at(3.0, -3.0), at(6.0, 0.0), at(3.0, 3.0)], line);
        }
        Tile::Special => {
            let words = Words::of(15.0 * unit).middle().in_paint(common::WHITE);
            drawing.words(at(0.0, 5.4), "★", words);
        }
    }
}
