//! A castell: its base, its columns of castellers standing on each other, and the place beside them.

use super::people::{called, casteller, colour_name};
use crate::Seat;
use crate::games::castellers::components::Casteller;
use crate::games::castellers::view::{CastellersCastell, CastellersFaller, CastellersView};
use crate::picture::{Drawing, Figure, Hit, Look, Paint, Part, Table, Words, common, tell};

const WOOD: Paint = Paint::new("#c79a5b", "#b98d52");
/// How far apart columns stand.
const STEP: f32 = 44.0;
/// Room above the highest head and below the feet, for the base and what is said of the castell.
const FOOT: f32 = 38.0;
const AIR: f32 = 10.0;

/// How much room a castell takes before it is scaled.
pub fn size(castell: &CastellersCastell) -> (f32, f32) {
    let open = usize::from(!castell.closed);
    let columns = (castell.columns.len() + open).max(2) as f32;
    let levels = castell
        .columns
        .iter()
        .map(Vec::len)
        .max()
        .unwrap_or(0)
        .max(1);
    let height = Figure::SHOULDER * (levels - 1) as f32 + Figure::HEIGHT;
    (columns * STEP + 14.0, height + FOOT + AIR)
}

/// Which castell of whom, and the table it stands on.
pub struct Site<'a> {
    /// The table.
    pub table: &'a Table,
    /// What lies on it.
    pub view: &'a CastellersView,
    /// Whose.
    pub seat: Seat,
    /// Its number.
    pub number: usize,
}

/// Draws a castell whose left lower corner is the origin.
pub fn draw(drawing: &mut Drawing, site: &Site<'_>, castell: &CastellersCastell) {
    let (width, height) = size(castell);
    let name = format!("castell:{}", site.number);
    let part = Part::new(name, said(site, castell))
        .of(site.seat)
        .count(castell.castellers);
    drawing.part(part, Hit::Area(0.0, -height, width, height), |drawing| {
        let base = (4.0, -FOOT, width - 8.0, 12.0);
        drawing.rect(base, 4.0, Look::fill(WOOD).outlined(common::BLACK, 1.0));
        for (at, column) in castell.columns.iter().enumerate() {
            draw_column(drawing, site, castell, at, column);
        }
        if !castell.closed {
            draw_beside(drawing, site, castell.columns.len());
        }
        let worth = match castell.valid {
            true => Words::of(15.0).bold(),
            false => Words::of(13.0).in_paint(common::MUTED),
        };
        drawing.words(
            (width / 2.0, -8.0),
            &worth_of(site.table, castell),
            worth.middle().within(width + 20.0),
        );
    });
}

fn worth_of(table: &Table, castell: &CastellersCastell) -> String {
    match castell.valid {
        true => tell!(
            table,
            "✓ {} points",
            "✓ {} punts",
            "✓ {} puntos",
            castell.points
        ),
        false => tell!(
            table,
            "{} wide · {} high",
            "{} ample · {} alt",
            "{} anc. · {} alt.",
            castell.width,
            castell.height
        ),
    }
}

fn middle(column: usize) -> f32 {
    7.0 + STEP * (column as f32 + 0.5)
}

fn draw_column(
    drawing: &mut Drawing,
    site: &Site<'_>,
    castell: &CastellersCastell,
    at: usize,
    column: &[Casteller],
) {
    let x = middle(at);
    let faller = faller(site, at);
    let name = format!("column:{}-{at}", site.number);
    let part = Part::new(name, column_said(site.table, at, column, faller))
        .of(site.seat)
        .count(column.len())
        .fact("data-castell", site.number)
        .fact("data-column", at);
    let levels = f32::from(castell.height.max(1)) - 1.0;
    let height = Figure::HEIGHT + Figure::SHOULDER * levels;
    drawing.part(
        part,
        Hit::Area(x - STEP / 2.0, -FOOT - height, STEP, height),
        |drawing| {
            if column.is_empty() {
                outline(drawing, x);
            }
            for (level, &who) in column.iter().enumerate().rev() {
                let feet = -FOOT - Figure::SHOULDER * level as f32;
                if level + 1 == column.len() && faller.is_some() {
                    let frame = (
                        x - 22.0,
                        feet - Figure::HEIGHT - 2.0,
                        44.0,
                        Figure::HEIGHT + 4.0,
                    );
                    drawing.rect(frame, 10.0, Look::line(common::ACCENT, 3.0).dashed());
                }
                casteller(drawing, (x, feet), 1.0, who);
            }
        },
    );
}

fn faller<'a>(site: &Site<'a>, column: usize) -> Option<&'a CastellersFaller> {
    let of_active = site.view.active == Some(site.seat.0);
    let mut fallers = site.view.fallers.iter().filter(|_| of_active);
    fallers.find(|it| usize::from(it.castell) == site.number && usize::from(it.column) == column)
}

/// The place for a new column.
fn draw_beside(drawing: &mut Drawing, site: &Site<'_>, at: usize) {
    let x = middle(at);
    let name = format!("new_column:{}", site.number);
    let title = tell!(
        site.table,
        "New column on castell {}",
        "Columna nova al castell {}",
        "Columna nueva en el castell {}",
        site.number + 1
    );
    let part = Part::new(name, title)
        .of(site.seat)
        .fact("data-castell", site.number);
    let area = Hit::Area(x - STEP / 2.0, -FOOT - Figure::HEIGHT, STEP, Figure::HEIGHT);
    drawing.part(part, area, |drawing| outline(drawing, x));
}

/// Where a casteller could stand.
fn outline(drawing: &mut Drawing, x: f32) {
    let look = Look::line(common::RULE, 1.5).dashed();
    drawing.rect((x - 15.0, -FOOT - 46.0, 30.0, 42.0), 10.0, look);
    drawing.words(
        (x, -FOOT - 18.0),
        "+",
        Words::of(20.0).middle().in_paint(common::MUTED),
    );
}

fn said(site: &Site<'_>, castell: &CastellersCastell) -> String {
    let table = site.table;
    let CastellersCastell {
        castellers,
        width,
        height,
        complete_levels,
        points,
        ..
    } = castell;
    let colour = match castell.colour {
        Some(colour) => colour_name(table, colour),
        None => tell!(table, "any colour", "qualsevol color", "cualquier color"),
    };
    let standing = match castell.valid {
        true => tell!(
            table,
            "valid, {points} points",
            "vàlid, {points} punts",
            "válido, {points} puntos"
        ),
        false => tell!(
            table,
            "not valid yet",
            "encara no és vàlid",
            "todavía no es válido"
        ),
    };
    let first = match castell.closed {
        true => tell!(table, "level 1 closed", "pis 1 tancat", "piso 1 cerrado"),
        false => tell!(table, "level 1 open", "pis 1 obert", "piso 1 abierto"),
    };
    tell!(
        table,
        "Castell {}: {castellers} castellers, {width} wide, {height} high, {complete_levels} complete levels, {first}, {colour}, {standing}",
        "Castell {}: {castellers} castellers, {width} d'ample, {height} d'alt, {complete_levels} pisos complets, {first}, {colour}, {standing}",
        "Castell {}: {castellers} castellers, {width} de ancho, {height} de alto, {complete_levels} pisos completos, {first}, {colour}, {standing}",
        site.number + 1
    )
}

fn column_said(
    table: &Table,
    at: usize,
    column: &[Casteller],
    faller: Option<&CastellersFaller>,
) -> String {
    let people: Vec<String> = column.iter().map(|&who| called(table, who)).collect();
    let standing = match people.is_empty() {
        true => tell!(
            table,
            "a hole to fill",
            "un forat per omplir",
            "un hueco por llenar"
        ),
        false => people.join(", "),
    };
    let falls = match faller {
        Some(faller) => tell!(
            table,
            "; {} may fall",
            "; pot caure {}",
            "; puede caer {}",
            called(table, faller.casteller)
        ),
        None => String::new(),
    };
    tell!(
        table,
        "Column {} from bottom to top: {standing}{falls}",
        "Columna {} de baix a dalt: {standing}{falls}",
        "Columna {} de abajo arriba: {standing}{falls}",
        at + 1
    )
}
