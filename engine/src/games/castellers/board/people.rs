//! How castellers look: shirt and letter by team, number on the shirt.

use crate::games::castellers::components::{Casteller, Colour};
use crate::games::castellers::data::has_blue_background;
use crate::picture::{Drawing, Figure, Look, Paint, Table, common, figure, tell};

/// The shirt of a team.
fn shirt(colour: Colour) -> Paint {
    match colour {
        Colour::Red => Paint::same("#c2332b"),
        Colour::Green => Paint::same("#2f7d3c"),
        Colour::Blue => Paint::same("#2c5fb3"),
        Colour::Pink => Paint::same("#f3a3c1"),
        Colour::White => Paint::same("#ffffff"),
    }
}

fn ink(colour: Colour) -> Paint {
    match colour {
        Colour::Red | Colour::Green | Colour::Blue => common::WHITE,
        Colour::Pink | Colour::White => common::BLACK,
    }
}

/// The letter of a team, for those who don't tell the colours apart.
fn letter(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "R",
        Colour::Green => "G",
        Colour::Blue => "B",
        Colour::Pink => "P",
        Colour::White => "W",
    }
}

/// What stands behind those that count double.
const BACKGROUND: Paint = Paint::new("#9cc4ee", "#3f6f9f");

/// Draws a casteller with the feet at this point.
pub fn casteller(drawing: &mut Drawing, feet: (f32, f32), scale: f32, who: Casteller) {
    if has_blue_background(who) {
        let (w, h) = (Figure::WIDTH * scale, (Figure::HEIGHT + 3.0) * scale);
        let frame = (feet.0 - w / 2.0, feet.1 - h, w, h);
        drawing.rect(frame, 6.0 * scale, Look::fill(BACKGROUND));
    }
    let look = Figure {
        shirt: shirt(who.colour),
        ink: ink(who.colour),
        number: &who.number.to_string(),
        letter: letter(who.colour),
        scale,
    };
    figure(drawing, feet, look);
}

/// What a casteller is called, with what it is worth if that is special.
pub fn called(table: &Table, who: Casteller) -> String {
    let name = format!("{} {}", colour_name(table, who.colour), who.number);
    match has_blue_background(who) {
        true => tell!(
            table,
            "{name} (blue background, counts 2)",
            "{name} (fons blau, en val 2)",
            "{name} (fondo azul, vale 2)"
        ),
        false => name,
    }
}

/// What a colour is called.
pub fn colour_name(table: &Table, colour: Colour) -> String {
    match colour {
        Colour::Red => tell!(table, "red", "vermell", "rojo"),
        Colour::Green => tell!(table, "green", "verd", "verde"),
        Colour::Blue => tell!(table, "blue", "blau", "azul"),
        Colour::Pink => tell!(table, "pink", "rosa", "rosa"),
        Colour::White => tell!(table, "white", "blanc", "blanco"),
    }
}
