//! The map: what can be recruited and performed where, and who is there.

use super::geography::{PEAKS, site};
use super::people::casteller;
use super::tiles;
use crate::Seat;
use crate::games::castell::view::{CastellRegionView, CastellView};
use crate::picture::{
    Drawing, Hit, Look, Paint, Part, Table, Words, badge, common, marker, tell, word,
};

/// Where it ends.
pub const BOTTOM: f32 = 644.0;

const SEA: Paint = Paint::new("#d3e4ea", "#1d2f3a");
const BORDER: Paint = Paint::new("#6d5b3a", "#a8987a");
const ROCK: Paint = Paint::new("#8d8577", "#7b766d");
/// The width of what lies in a region.
const ROOM: f32 = 198.0;

/// Draws it in the left upper part of the picture.
pub fn draw(drawing: &mut Drawing, view: &CastellView, table: &Table) {
    drawing.rect((8.0, 48.0, 632.0, BOTTOM - 48.0), 14.0, Look::fill(SEA));
    for region in &view.regions {
        draw_region(drawing, view, table, region);
    }
    for (x, y) in PEAKS {
        let peak = [
            (x - 17.0, y + 11.0),
            (x - 3.0, y - 15.0),
            (x + 4.0, y - 4.0),
            (x + 9.0, y - 10.0),
            (x + 18.0, y + 11.0),
        ];
        drawing.polygon(&peak, Look::fill(ROCK).outlined(BORDER, 1.5));
    }
}

fn draw_region(
    drawing: &mut Drawing,
    view: &CastellView,
    table: &Table,
    region: &CastellRegionView,
) {
    let site = site(region.region);
    let slug = word(&region.region);
    let part =
        Part::new(format!("region:{slug}"), said(view, table, region)).fact("data-region", &slug);
    drawing.part(part, Hit::Polygon(site.corners), |drawing| {
        drawing.polygon(site.corners, Look::fill(site.ground).outlined(BORDER, 2.0));
        let (x, y) = site.head;
        let left = x - ROOM / 2.0;
        drawing.words(
            (left, y + 12.0),
            region.region.name(),
            Words::of(17.0).bold(),
        );
        draw_tokens(drawing, table, region, (left + ROOM, y + 7.0));
        draw_people(drawing, table, region, (left, y + 66.0));
        for (at, tile) in region.tiles.iter().enumerate() {
            let x = left + ROOM - (tiles::SIZE.0 + 3.0) * (at as f32 + 1.0) + 3.0;
            tiles::draw(drawing, table, region.region, tile, (x, y + 20.0));
        }
        draw_pawns(drawing, view, table, region, (left, y + 84.0));
    });
}

fn draw_people(
    drawing: &mut Drawing,
    table: &Table,
    region: &CastellRegionView,
    (x, y): (f32, f32),
) {
    let slug = word(&region.region);
    let mut place = x + 11.0;
    for size in region.castellers.sizes() {
        let count = region.castellers.of(size);
        let title = tell!(
            table,
            "{count} of size {size} to recruit in {}",
            "{count} de mida {size} per reclutar a {}",
            "{count} de tamaño {size} para reclutar en {}",
            region.region.name()
        );
        let part = Part::new(format!("casteller:{size}"), title)
            .count(count)
            .fact("data-region", &slug);
        let width = 23.5 * f32::from(count);
        drawing.part(
            part,
            Hit::Area(place - 12.0, y - 46.0, width, 48.0),
            |drawing| {
                for at in 0..count {
                    casteller(drawing, (place + 23.5 * f32::from(at), y), 0.68, size);
                }
            },
        );
        place += width;
    }
}

/// The special action tokens in the row, leftwards from a point.
fn draw_tokens(
    drawing: &mut Drawing,
    table: &Table,
    region: &CastellRegionView,
    (x, y): (f32, f32),
) {
    let there = Seat::all(region.tokens.len() as u8).zip(&region.tokens);
    for (at, (seat, count)) in there.filter(|&(_, &count)| count > 0).enumerate() {
        badge(
            drawing,
            table,
            seat,
            (x - 9.0 - 22.0 * at as f32, y),
            9.5,
            &count.to_string(),
        );
    }
}

fn draw_pawns(
    drawing: &mut Drawing,
    view: &CastellView,
    table: &Table,
    region: &CastellRegionView,
    (x, y): (f32, f32),
) {
    let there = view
        .players
        .iter()
        .filter(|player| player.pawn == Some(region.region));
    for (at, player) in there.enumerate() {
        let x = x + 14.0 + 30.0 * at as f32;
        let title = tell!(
            table,
            "The pawn of {}",
            "El peó de {}",
            "El peón de {}",
            table.name(player.seat)
        );
        let part = Part::new(format!("pawn:{}", player.seat.0), title).of(player.seat);
        drawing.part(part, Hit::Area(x - 14.0, y - 14.0, 28.0, 30.0), |drawing| {
            drawing.rect(
                (x - 14.0, y + 8.0, 28.0, 6.0),
                3.0,
                Look::fill(common::BLACK),
            );
            marker(drawing, table, player.seat, (x, y), 11.0);
        });
    }
}

fn said(view: &CastellView, table: &Table, region: &CastellRegionView) -> String {
    let mut said = format!("{}: castellers", region.region.name());
    match region.castellers.is_empty() {
        true => said += &tell!(table, " none", " cap", " ninguno"),
        false => {
            for size in region.castellers.sizes() {
                said += &format!(" {}×{size}", region.castellers.of(size));
            }
        }
    }
    for player in view
        .players
        .iter()
        .filter(|player| player.pawn == Some(region.region))
    {
        said += &tell!(
            table,
            "; pawn of {}",
            "; peó de {}",
            "; peón de {}",
            table.name(player.seat)
        );
    }
    for (seat, &count) in Seat::all(region.tokens.len() as u8).zip(&region.tokens) {
        if count > 0 {
            said += &tell!(
                table,
                "; {count} special action tokens of {}",
                "; {count} fitxes d'acció especial de {}",
                "; {count} fichas de acción especial de {}",
                table.name(seat)
            );
        }
    }
    said
}
