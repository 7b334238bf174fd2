//! The map: nine regions, the Castillo, who stands where, and the mobile scoreboards.

use super::geography::{Site, name, site};
use super::pieces::{caballeros, grande, king, values};
use crate::Seat;
use crate::games::el_grande::components::ElGrandePlace as Place;
use crate::games::el_grande::view::{
    ElGrandeCastilloContents, ElGrandeRegionView, ElGrandeScoreboardView, ElGrandeView,
};
use crate::picture::{Drawing, Hit, Look, Paint, Part, Table, Words, common, tell, word};

/// Where it ends.
pub const BOTTOM: f32 = 632.0;

const SEA: Paint = Paint::new("#d3e4ea", "#1d2f3a");
const BORDER: Paint = Paint::new("#6d5b3a", "#a8987a");
const PARCHMENT: Paint = Paint::same("#f7efd9");
const BOARD: Paint = Paint::same("#f2cf63");

/// Draws it in the left upper part of the picture.
pub fn draw(drawing: &mut Drawing, view: &ElGrandeView, table: &Table) {
    drawing.rect((8.0, 50.0, 708.0, BOTTOM - 56.0), 14.0, Look::fill(SEA));
    // The border of the King's region is the widest, so that it comes last.
    let (kings, others): (Vec<_>, Vec<_>) = view
        .regions
        .iter()
        .partition(|region| region.region == view.king);
    for region in others.into_iter().chain(kings) {
        draw_region(drawing, view, table, region);
    }
    draw_castillo(drawing, table, &view.castillo);
    let aside = view
        .scoreboards
        .iter()
        .filter(|board| board.region.is_none());
    for (at, board) in aside.enumerate() {
        draw_board(drawing, table, board, (664.0, 540.0 + at as f32 * 46.0));
    }
}

fn draw_region(
    drawing: &mut Drawing,
    view: &ElGrandeView,
    table: &Table,
    region: &ElGrandeRegionView,
) {
    let place = Place::from(region.region);
    let site = site(place);
    let part = Part::new(format!("place:{}", word(&place)), said(view, table, region));
    drawing.part(part, Hit::Polygon(site.corners), |drawing| {
        let is_kings = view.king == region.region;
        let border = match is_kings {
            true => Look::fill(site.ground).outlined(common::GOLD, 5.0),
            false => Look::fill(site.ground).outlined(BORDER, 2.0),
        };
        drawing.polygon(site.corners, border);
        let (x, y) = site.head;
        drawing.words(
            (x, y + 4.0),
            &name(table, place),
            Words::of(16.0).bold().middle(),
        );
        let mobile = view
            .scoreboards
            .iter()
            .find(|board| board.region == Some(region.region));
        match mobile {
            Some(board) => draw_board(drawing, table, board, (x, y + 24.0)),
            None => {
                let look = Look::fill(PARCHMENT).outlined(BORDER, 1.0);
                values(drawing, region.values, (x, y + 24.0), look);
            }
        }
        draw_people(drawing, table, &site, region, is_kings);
    });
}

/// The Grandes and the King first, then the Caballeros, in rows.
fn draw_people(
    drawing: &mut Drawing,
    table: &Table,
    site: &Site,
    region: &ElGrandeRegionView,
    is_kings: bool,
) {
    let grandes = region.grandes.iter().map(|&seat| Standing::Grande(seat));
    let own = Seat::all(region.caballeros.len() as u8).zip(&region.caballeros);
    let groups = own.filter(|&(_, &count)| count > 0);
    let groups = groups.map(|(seat, &count)| Standing::Caballeros(seat, count));
    let kings = is_kings.then_some(Standing::King);
    let standing: Vec<Standing> = kings.into_iter().chain(grandes).chain(groups).collect();
    let place = Place::from(region.region);
    let (abreast, scale) = fit(standing.len(), site.room);
    let top = (site.head.0, site.head.1 + 40.0);
    drawing.scaled(top, scale, |drawing| {
        for (row, people) in standing.chunks(abreast).enumerate() {
            let left = -PITCH / 2.0 * (people.len() as f32 - 1.0);
            for (at, one) in people.iter().enumerate() {
                let at = (left + PITCH * at as f32, PITCH * (row as f32 + 0.5) + 2.0);
                match *one {
                    Standing::King => king(drawing, table, at),
                    Standing::Grande(seat) => grande(drawing, table, seat, at),
                    Standing::Caballeros(seat, count) => {
                        caballeros(drawing, table, place, seat, count, at);
                    }
                }
            }
        }
    });
}

/// How far apart people stand, before they are scaled.
const PITCH: f32 = 36.0;

/// How many stand side by side, and how far they are scaled, so that all have room.
fn fit(people: usize, (width, height): (f32, f32)) -> (usize, f32) {
    let mut scale = 1.15;
    loop {
        let abreast = ((width / (PITCH * scale)) as usize).max(1);
        let rows = people.div_ceil(abreast);
        if rows as f32 * PITCH * scale <= height || scale < 0.45 {
            return (abreast, scale);
        }
        scale -= 0.05;
    }
}

/// Something that stands in a region.
enum Standing {
    King,
    Grande(Seat),
    Caballeros(Seat, u8),
}

fn draw_board(
    drawing: &mut Drawing,
    table: &Table,
    board: &ElGrandeScoreboardView,
    (x, y): (f32, f32),
) {
    let [first, second, third] = board.values;
    let title = tell!(
        table,
        "Mobile scoreboard {first}/{second}/{third}",
        "Marcador mòbil {first}/{second}/{third}",
        "Marcador móvil {first}/{second}/{third}"
    );
    let lies = board
        .region
        .map_or_else(|| "aside".to_owned(), |region| word(&region));
    let part =
        Part::new(format!("scoreboard:{}", word(&board.board)), title).fact("data-place", lies);
    drawing.part(part, Hit::Area(x - 42.0, y - 15.0, 84.0, 30.0), |drawing| {
        let look = Look::fill(BOARD).outlined(common::BLACK, 2.5);
        values(drawing, board.values, (x, y), look);
    });
}

/// The tower, and as much of what is in it as the view shows.
fn draw_castillo(drawing: &mut Drawing, table: &Table, castillo: &ElGrandeCastilloContents) {
    let site = site(Place::Castillo);
    let title = match &castillo.caballeros {
        Some(_) => tell!(table, "The Castillo", "El Castell", "El Castillo"),
        None => tell!(
            table,
            "The Castillo: what is in it is not shown",
            "El Castell: no es veu què hi ha",
            "El Castillo: no se ve lo que hay"
        ),
    };
    drawing.part(
        Part::new("place:castillo", title),
        Hit::Polygon(site.corners),
        |drawing| {
            let stone = Look::fill(site.ground).outlined(BORDER, 2.0);
            drawing.polygon(TOWER, stone);
            let (x, y) = site.head;
            drawing.words(
                (x, y + 4.0),
                &name(table, Place::Castillo),
                Words::of(16.0).bold().middle(),
            );
            let look = Look::fill(PARCHMENT).outlined(BORDER, 1.0);
            values(drawing, castillo.values, (x, y + 24.0), look);
            match &castillo.caballeros {
                None => {
                    drawing.words((x, y + 100.0), "?", Words::of(52.0).bold().middle());
                    let closed = tell!(table, "closed", "tancat", "cerrado");
                    drawing.words((x, y + 128.0), &closed, Words::of(14.0).middle());
                }
                Some(holdings) => {
                    let there = holdings.iter().filter(|holding| holding.count > 0);
                    for (at, holding) in there.enumerate() {
                        let x = x + 40.0 * ((at % 2) as f32 - 0.5);
                        let y = y + 66.0 + 38.0 * (at / 2) as f32;
                        caballeros(
                            drawing,
                            table,
                            Place::Castillo,
                            holding.seat,
                            holding.count,
                            (x, y),
                        );
                    }
                }
            }
        },
    );
}

/// A tower with battlements.
const TOWER: &[(f32, f32)] = &[
    (14.0, 304.0),
    (36.0, 304.0),
    (36.0, 320.0),
    (56.0, 320.0),
    (56.0, 304.0),
    (100.0, 304.0),
    (100.0, 320.0),
    (120.0, 320.0),
    (120.0, 304.0),
    (142.0, 304.0),
    (142.0, 352.0),
    (132.0, 362.0),
    (132.0, 536.0),
    (24.0, 536.0),
    (24.0, 362.0),
    (14.0, 352.0),
];

fn said(view: &ElGrandeView, table: &Table, region: &ElGrandeRegionView) -> String {
    let [first, second, third] = region.values;
    let place = name(table, region.region.into());
    let mut said = format!("{place}, {first}/{second}/{third}");
    if view.king == region.region {
        said += &tell!(table, ", the King", ", el Rei", ", el Rey");
    }
    for &seat in &region.grandes {
        said += &tell!(
            table,
            ", the Grande of {}",
            ", el Gran de {}",
            ", el Grande de {}",
            table.name(seat)
        );
    }
    for (seat, &count) in Seat::all(region.caballeros.len() as u8).zip(&region.caballeros) {
        if count > 0 {
            said += &tell!(
                table,
                ", {count} of {}",
                ", {count} de {}",
                ", {count} de {}",
                table.name(seat)
            );
        }
    }
    said
}
