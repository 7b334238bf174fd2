//! A player's panel: name and points, what makes them up, the castells, and the set.

use super::GAP;
use super::castells::{self, Site};
use super::people::{called, casteller};
use crate::ScoreItem;
use crate::games::castellers::components::Casteller;
use crate::games::castellers::view::{CastellersCastell, CastellersPlayerView, CastellersView};
use crate::picture;
use crate::picture::{Drawing, Hit, Look, Part, Stand, Table, Words, common, lines, sign, tell};

/// How wide a panel is: two stand side by side.
pub const WIDTH: f32 = (picture::WIDTH - 3.0 * GAP) / 2.0;

const INNER: f32 = WIDTH - 24.0;
const HEAD: f32 = 80.0;
/// The room for a casteller of the set, and their size there.
const STALL: (f32, f32) = (50.0, 70.0);
const IN_SET: f32 = 0.92;
const IN_A_ROW: usize = (INNER / STALL.0) as usize;
/// The least room for castells, so that the table doesn't grow at the first casteller.
const LEAST: f32 = 160.0;

/// The points of a player.
pub fn stand(player: &CastellersPlayerView) -> Stand {
    Stand {
        seat: player.seat,
        points: player.score,
    }
}

/// How high the panel of a player has to be.
pub fn height(player: &CastellersPlayerView) -> f32 {
    let shelves: f32 = shelves(player).iter().map(|shelf| shelf.height).sum();
    HEAD + shelves.max(LEAST) + set_height(player)
}

fn set_height(player: &CastellersPlayerView) -> f32 {
    let stalls = kinds(&player.set).len().max(1).div_ceil(IN_A_ROW);
    30.0 + stalls as f32 * STALL.1
}

/// Draws a panel; the corner and the height are given.
pub fn draw(
    drawing: &mut Drawing,
    view: &CastellersView,
    table: &Table,
    player: &CastellersPlayerView,
    (left, top, height): (f32, f32, f32),
) {
    let (seat, name) = (player.seat, table.name(player.seat));
    let part = Part::new(
        format!("seat:{}", seat.0),
        tell!(
            table,
            "{name}: {} points",
            "{name}: {} punts",
            "{name}: {} puntos",
            player.score
        ),
    )
    .of(seat);
    drawing.part(part, Hit::Area(left, top, WIDTH, height), |drawing| {
        let look = Look::fill(common::PANEL).outlined(common::RULE, 1.0);
        drawing.rect((left, top, WIDTH, height), 10.0, look);
        sign(
            drawing,
            table,
            (left + 6.0, top + 6.0),
            WIDTH - 12.0,
            &stand(player),
        );
        let facts = Words::of(14.0).in_paint(common::MUTED);
        for (at, line) in lines(&sums(table, player), 14.0, INNER, 2)
            .iter()
            .enumerate()
        {
            drawing.words((left + 14.0, top + 58.0 + 17.0 * at as f32), line, facts);
        }
        let floor = top + height - set_height(player);
        draw_castells(drawing, view, table, player, (left + 12.0, floor));
        draw_set(drawing, table, player, (left + 12.0, floor));
    });
}

/// What makes up the points.
fn sums(table: &Table, player: &CastellersPlayerView) -> String {
    let items = player.breakdown.iter().filter(|item| item.points != 0);
    let sum = |item: &ScoreItem| format!("{} {:+}", called_short(table, &item.what), item.points);
    let mut sums: Vec<String> = items.map(sum).collect();
    if player.highest_white > 0 {
        sums.push(tell!(
            table,
            "highest white {}",
            "blanc més alt {}",
            "blanco más alto {}",
            player.highest_white
        ));
    }
    sums.join(" · ")
}

/// What gives points, in a word or two.
fn called_short(table: &Table, what: &str) -> String {
    match what {
        "blue_backgrounds" => tell!(table, "blue", "blaus", "azules"),
        "tallest" => tell!(table, "tallest", "més alt", "más alto"),
        "widest" => tell!(table, "widest", "més ample", "más ancho"),
        // Castells and bases are called so everywhere.
        other => other.to_owned(),
    }
}

/// Castells side by side.
struct Shelf {
    /// Their numbers, each with how far it is scaled.
    castells: Vec<(usize, f32)>,
    height: f32,
    used: f32,
}

/// The castells in rows that are no wider than the panel.
fn shelves(player: &CastellersPlayerView) -> Vec<Shelf> {
    let mut shelves: Vec<Shelf> = Vec::new();
    for (number, castell) in player.castells.iter().enumerate() {
        let (width, height) = castells::size(castell);
        let scale = (INNER / width).min(1.0);
        let (width, height) = (width * scale, height * scale);
        match shelves
            .last_mut()
            .filter(|shelf| shelf.used + width <= INNER)
        {
            Some(shelf) => {
                shelf.castells.push((number, scale));
                shelf.height = shelf.height.max(height);
                shelf.used += width;
            }
            None => shelves.push(Shelf {
                castells: vec![(number, scale)],
                height,
                used: width,
            }),
        }
    }
    shelves
}

/// Draws the castells in rows above the floor, the first row highest.
fn draw_castells(
    drawing: &mut Drawing,
    view: &CastellersView,
    table: &Table,
    player: &CastellersPlayerView,
    (left, floor): (f32, f32),
) {
    let shelves = shelves(player);
    let mut bottom = floor - shelves.iter().map(|shelf| shelf.height).sum::<f32>();
    if shelves.is_empty() {
        let words = Words::of(15.0).middle().in_paint(common::MUTED);
        drawing.words(
            (left + INNER / 2.0, floor - LEAST / 2.0),
            &tell!(
                table,
                "no castell yet",
                "encara cap castell",
                "ningún castell todavía"
            ),
            words,
        );
    }
    for shelf in &shelves {
        bottom += shelf.height;
        let mut x = left + (INNER - shelf.used) / 2.0;
        for &(number, scale) in &shelf.castells {
            let castell: &CastellersCastell = &player.castells[number];
            let site = Site {
                table,
                view,
                seat: player.seat,
                number,
            };
            drawing.scaled((x, bottom), scale, |drawing| {
                castells::draw(drawing, &site, castell)
            });
            x += castells::size(castell).0 * scale;
        }
    }
}

fn draw_set(
    drawing: &mut Drawing,
    table: &Table,
    player: &CastellersPlayerView,
    (left, top): (f32, f32),
) {
    drawing.line(
        &[(left, top + 2.0), (left + INNER, top + 2.0)],
        Look::line(common::RULE, 1.0),
    );
    let said = tell!(
        table,
        "Set: {}",
        "Conjunt: {}",
        "Grupo: {}",
        player.set.len()
    );
    drawing.words(
        (left + 2.0, top + 20.0),
        &said,
        Words::of(14.0).in_paint(common::MUTED),
    );
    for (at, &(who, count)) in kinds(&player.set).iter().enumerate() {
        let x = left + STALL.0 * ((at % IN_A_ROW) as f32 + 0.5);
        let y = top + 24.0 + STALL.1 * (at / IN_A_ROW) as f32;
        draw_of_set(drawing, table, player, (x, y), (who, count));
    }
}

fn draw_of_set(
    drawing: &mut Drawing,
    table: &Table,
    player: &CastellersPlayerView,
    (x, y): (f32, f32),
    (who, count): (Casteller, usize),
) {
    let (colour, number) = (who.colour.word(), who.number);
    let title = tell!(
        table,
        "In the set: {}, {count} of them",
        "Al conjunt: {}, n'hi ha {count}",
        "En el grupo: {}, hay {count}",
        called(table, who)
    );
    let part = Part::new(format!("casteller:{colour}-{number}"), title)
        .of(player.seat)
        .count(count)
        .fact("data-colour", colour)
        .fact("data-number", number);
    let area = Hit::Area(x - STALL.0 / 2.0, y, STALL.0, STALL.1 - 2.0);
    drawing.part(part, area, |drawing| {
        let feet = (x, y + STALL.1 - 7.0);
        casteller(drawing, (x - 2.0, feet.1), IN_SET, who);
        if count > 1 {
            let place = (x + 14.0, y + 12.0);
            drawing.circle(place, 10.0, Look::fill(common::INK));
            let words = Words::of(13.0).bold().middle().in_paint(common::PANEL);
            drawing.words((place.0, place.1 + 4.6), &format!("×{count}"), words);
        }
    });
}

/// The distinct castellers of a set, which is sorted, with their numbers.
fn kinds(set: &[Casteller]) -> Vec<(Casteller, usize)> {
    let alike = set.chunk_by(|one, other| one == other);
    alike.map(|alike| (alike[0], alike.len())).collect()
}
