//! The picture of the table: Catalonia, the skill wheel, the calendar of festivals, the towers of the festival that is
//! being held, and a panel for every player.

mod calendar;
mod geography;
mod map;
mod people;
mod players;
mod skills;
mod tiles;
mod towers;
mod turn;
mod wheel;

use super::view::CastellView;
use crate::picture::{Drawing, Stand, Table, Theme, WIDTH, Words, score_track, tell};

/// The picture of a view.
pub fn draw(view: &CastellView, table: &Table, theme: Theme) -> String {
    let mut drawing = Drawing::new(theme);
    let standing = Words::of(21.0).bold().within(WIDTH - 40.0);
    drawing.words((20.0, 34.0), &table.standing(), standing);
    map::draw(&mut drawing, view, table);
    wheel::draw(&mut drawing, view, table);
    turn::draw(&mut drawing, view, table);
    let mut top = calendar::draw(&mut drawing, view, table, map::BOTTOM + 8.0);
    top = towers::draw(&mut drawing, view, table, top);
    let stands: Vec<Stand> = view.players.iter().map(players::stand).collect();
    score_track(&mut drawing, table, top, &stands);
    top = players::draw(&mut drawing, view, table, top + 66.0);
    drawing.finish(top + 4.0, "castell", table, &told(view, table))
}

/// The table in words.
fn told(view: &CastellView, table: &Table) -> String {
    let mut told = tell!(
        table,
        "{}. Round {} of 10. {}",
        "{}. Ronda {} de 10. {}",
        "{}. Ronda {} de 10. {}",
        table.standing(),
        view.round,
        turn::told(view, table)
    );
    for player in &view.players {
        let pawn = match player.pawn {
            Some(region) => region.name().to_owned(),
            None => tell!(table, "not on the map", "fora del mapa", "fuera del mapa"),
        };
        told += &tell!(
            table,
            " {}: {} points, pawn {pawn}, {} castellers, {} special action tokens.",
            " {}: {} punts, peó {pawn}, {} castellers, {} fitxes d'acció especial.",
            " {}: {} puntos, peón {pawn}, {} castellers, {} fichas de acción especial.",
            table.name(player.seat),
            player.score,
            player.team.total(),
            player.tokens
        );
    }
    told
}
