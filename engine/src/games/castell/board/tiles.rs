//! Local performance tiles: the silhouette of a tower, or skills to be shown; and points.

use super::skills::{name, sign, tile_of};
use crate::games::castell::components::CastellRegion;
use crate::games::castell::view::CastellTileView;
use crate::picture::{Drawing, Hit, Look, Paint, Part, Table, Words, common, tell, word};

/// How large a tile is.
pub const SIZE: (f32, f32) = (38.0, 50.0);

const CARD: Paint = Paint::same("#f7efd9");
const STONE: Paint = Paint::same("#5a4a38");

/// Draws the tile in a region; the left upper corner is given.
pub fn draw(
    drawing: &mut Drawing,
    table: &Table,
    region: CastellRegion,
    tile: &CastellTileView,
    (x, y): (f32, f32),
) {
    let (id, points) = facts(tile);
    let part =
        Part::new(format!("tile:{id}"), said(table, tile)).fact("data-region", word(&region));
    drawing.part(part, Hit::Area(x, y, SIZE.0, SIZE.1), |drawing| {
        drawing.rect(
            (x, y, SIZE.0, SIZE.1),
            4.0,
            Look::fill(CARD).outlined(common::BLACK, 1.0),
        );
        match tile {
            CastellTileView::Shape { widths, .. } => {
                shape(drawing, widths, (x + SIZE.0 / 2.0, y + SIZE.1 - 4.0))
            }
            CastellTileView::Exhibition { levels, skills, .. } => {
                let pitch = 12.0;
                let left = x + SIZE.0 / 2.0 - pitch * (skills.len() as f32 - 1.0) / 2.0;
                for (at, &skill) in skills.iter().enumerate() {
                    sign(
                        drawing,
                        tile_of(skill),
                        (left + pitch * at as f32, y + 24.0),
                        6.0,
                    );
                }
                let words = Words::of(11.0).middle().in_paint(common::BLACK);
                drawing.words(
                    (x + SIZE.0 / 2.0, y + 45.0),
                    &tell!(table, "{levels} lev", "{levels} pis.", "{levels} pis."),
                    words,
                );
            }
        }
        let words = Words::of(12.0).bold().in_paint(common::BLACK);
        drawing.words((x + 4.0, y + 13.0), &points.to_string(), words);
    });
}

/// A tower of blocks, from its foot.
fn shape(drawing: &mut Drawing, widths: &[u8], (x, y): (f32, f32)) {
    const BLOCK: f32 = 5.6;
    for (level, &width) in widths.iter().enumerate() {
        let left = x - f32::from(width) * BLOCK / 2.0;
        for at in 0..width {
            let block = (
                left + f32::from(at) * BLOCK,
                y - 6.8 * (level as f32 + 1.0),
                BLOCK - 0.8,
                6.0,
            );
            drawing.rect(block, 1.0, Look::fill(STONE));
        }
    }
}

/// The tile's name and its points.
pub fn facts(tile: &CastellTileView) -> (String, u8) {
    match tile {
        CastellTileView::Shape { tile, points, .. }
        | CastellTileView::Exhibition { tile, points, .. } => (word(tile), *points),
    }
}

/// What the tile asks for.
pub fn said(table: &Table, tile: &CastellTileView) -> String {
    match tile {
        CastellTileView::Shape { points, widths, .. } => {
            let widths: Vec<String> = widths.iter().map(u8::to_string).collect();
            tell!(
                table,
                "Local performance for {points} points: widths {} from bottom to top",
                "Actuació local de {points} punts: amplades {} de baix a dalt",
                "Actuación local de {points} puntos: anchuras {} de abajo arriba",
                widths.join(", ")
            )
        }
        CastellTileView::Exhibition {
            points,
            levels,
            skills,
            ..
        } => {
            let skills = skills.iter().map(|&skill| name(table, tile_of(skill)));
            let skills: Vec<String> = skills.collect();
            tell!(
                table,
                "Local performance for {points} points: {levels} levels that use {}",
                "Actuació local de {points} punts: {levels} pisos que fan servir {}",
                "Actuación local de {points} puntos: {levels} pisos que usan {}",
                skills.join(", ")
            )
        }
    }
}
