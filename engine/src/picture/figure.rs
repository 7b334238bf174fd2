//! Castellers: figures with arms spread, who stand on each other's shoulders.

use super::lettering::Words;
use super::paint::{Look, Paint, common};
use super::svg::Drawing;

/// How a casteller is drawn.
#[derive(Clone, Copy)]
pub struct Figure<'a> {
    /// The shirt.
    pub shirt: Paint,
    /// What is written on it.
    pub ink: Paint,
    /// On the shirt: a number.
    pub number: &'a str,
    /// On the face: a letter, or nothing.
    pub letter: &'a str,
    /// How large, as a share of the full size.
    pub scale: f32,
}

impl Figure<'_> {
    /// How wide the figure is with its arms.
    pub const WIDTH: f32 = 42.0;
    /// How high it is from feet to the top of the head.
    pub const HEIGHT: f32 = 62.0;
    /// How high its shoulders are, on which the next one stands.
    pub const SHOULDER: f32 = 41.0;
}

/// Arms, trunk and legs, with the feet at 0 and the middle at 0.
const TROUSERS: &str = "M-11-20L-13 0H-5L0-14L5 0H13L11-20Z";
const SHIRT: &str =
    "M-12-41Q0-45 12-41L20-37Q22-33 20-30L13-32L12-18H-12L-13-32L-20-30Q-22-33-20-37Z";
const SASH: &str = "M-12-22H12V-16H-12Z";

/// Draws a casteller whose feet stand at this point.
pub fn figure(drawing: &mut Drawing, feet: (f32, f32), figure: Figure<'_>) {
    let edge = |paint| Look::fill(paint).outlined(common::BLACK, 1.0);
    let scale = figure.scale;
    let at = |x: f32, y: f32| (feet.0 + x * scale, feet.1 + y * scale);
    drawing.path(feet, scale, TROUSERS, edge(common::WHITE));
    drawing.path(feet, scale, SHIRT, edge(figure.shirt));
    drawing.path(feet, scale, SASH, Look::fill(common::BLACK));
    drawing.circle(at(0.0, -51.5), 9.5 * scale, edge(common::SKIN));
    let number = Words::of(17.0 * scale).bold().middle().in_paint(figure.ink);
    drawing.words(at(0.0, -25.5), figure.number, number);
    if !figure.letter.is_empty() {
        let letter = Words::of(13.0 * scale)
            .bold()
            .middle()
            .in_paint(common::BLACK);
        drawing.words(at(0.0, -46.8), figure.letter, letter);
    }
}
