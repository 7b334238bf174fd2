//! The picture of the table: the map with the Castillo, the cards on offer, what is being decided, the score and a
//! panel for every player.

mod cards;
mod deciding;
mod geography;
mod map;
mod offer;
mod pieces;
mod players;
mod power;

use super::view::ElGrandeView;
use crate::picture::{Drawing, Stand, Table, Theme, WIDTH, Words, score_track, tell};

/// The picture of a view.
pub fn draw(view: &ElGrandeView, table: &Table, theme: Theme) -> String {
    let mut drawing = Drawing::new(theme);
    let standing = Words::of(21.0).bold().within(WIDTH - 40.0);
    drawing.words((20.0, 34.0), &table.standing(), standing);
    map::draw(&mut drawing, view, table);
    offer::draw(&mut drawing, view, table);
    let mut top = deciding::draw(&mut drawing, view, table, map::BOTTOM);
    let stands: Vec<Stand> = view.players.iter().map(players::stand).collect();
    score_track(&mut drawing, table, top, &stands);
    top = players::draw(&mut drawing, view, table, top + 68.0);
    top = power::draw(&mut drawing, view, table, top + 12.0);
    drawing.finish(top + 12.0, "el_grande", table, &told(view, table))
}

/// The table in words.
fn told(view: &ElGrandeView, table: &Table) -> String {
    let mut told = tell!(
        table,
        "{}. Round {}. ",
        "{}. Ronda {}. ",
        "{}. Ronda {}. ",
        table.standing(),
        view.round
    );
    told += &deciding::told(view, table);
    for player in &view.players {
        told += &tell!(
            table,
            " {}: {} points, {} Caballeros in court, {} in the province.",
            " {}: {} punts, {} cavallers a la cort, {} a la província.",
            " {}: {} puntos, {} caballeros en la corte, {} en la provincia.",
            table.name(player.seat),
            player.score,
            player.court,
            player.province
        );
    }
    told += &tell!(
        table,
        " The King stands in {}.",
        " El Rei és a {}.",
        " El Rey está en {}.",
        geography::name(table, view.king.into())
    );
    told
}
