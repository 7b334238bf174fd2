//! Castellers: the larger the size, the larger the figure and the darker the shirt; the size is written on it.

use crate::picture::{Drawing, Figure, Paint, common, figure};

/// The shirts of the sizes 1 to 10.
const SHIRTS: [&str; 10] = [
    "#fde7c4", "#fbd39a", "#f6b96c", "#ee9d48", "#e07f33", "#cb6228", "#ad4923", "#8c3521",
    "#6b261f", "#4a1a1b",
];
/// From this size on white is read better than black.
const DARK_FROM: u8 = 6;

/// How large a size is drawn, as a share of the largest.
pub fn scale(size: u8) -> f32 {
    0.64 + 0.04 * f32::from(size)
}

/// Draws a casteller of a size from 1 to 10 with the feet at this point; a size of 10 is drawn at `full` of its size.
pub fn casteller(drawing: &mut Drawing, feet: (f32, f32), full: f32, size: u8) {
    let shirt = SHIRTS[usize::from(size.clamp(1, 10)) - 1];
    let look = Figure {
        shirt: Paint::same(shirt),
        ink: if size < DARK_FROM {
            common::BLACK
        } else {
            common::WHITE
        },
        number: &size.to_string(),
        letter: "",
        scale: scale(size) * full,
    };
    figure(drawing, feet, look);
}
