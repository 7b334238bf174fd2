//! The picture of the table: a head with what is common to all, the score, and a panel for every player.

mod castells;
mod head;
mod people;
mod players;

use super::view::CastellersView;
use crate::Seat;
use crate::picture::{Drawing, Stand, Table, Theme, score_track, tell};

/// How wide the gap between panels is, and the margin.
const GAP: f32 = 16.0;

/// The picture of a view.
pub fn draw(view: &CastellersView, table: &Table, theme: Theme) -> String {
    let mut drawing = Drawing::new(theme);
    head::draw(&mut drawing, view, table);
    let stands: Vec<Stand> = view.players.iter().map(players::stand).collect();
    score_track(&mut drawing, table, head::HEIGHT, &stands);
    let mut top = head::HEIGHT + 72.0;
    for row in view.players.chunks(2) {
        let height = row.iter().map(players::height).fold(0.0, f32::max);
        for (at, player) in row.iter().enumerate() {
            let left = GAP + at as f32 * (players::WIDTH + GAP);
            players::draw(&mut drawing, view, table, player, (left, top, height));
        }
        top += height + GAP;
    }
    drawing.finish(top, "castellers", table, &told(view, table))
}

/// The table in words.
fn told(view: &CastellersView, table: &Table) -> String {
    let mut told = table.standing();
    for player in &view.players {
        let (name, score) = (table.name(player.seat), player.score);
        let castells = player.castells.len();
        let valid = player
            .castells
            .iter()
            .filter(|castell| castell.valid)
            .count();
        let people = player.set.len();
        told += &tell!(
            table,
            ". {name}: {score} points, {castells} castells of which {valid} valid, {people} castellers in the set",
            ". {name}: {score} punts, {castells} castells dels quals {valid} de vàlids, {people} castellers al conjunt",
            ". {name}: {score} puntos, {castells} castells de los que {valid} son válidos, {people} castellers en el grupo"
        );
    }
    let named = |seat: Option<u8>| match seat {
        Some(seat) => table.name(Seat(seat)),
        None => tell!(table, "nobody", "ningú", "nadie"),
    };
    let (tallest, widest) = (named(view.tallest), named(view.widest));
    told += &tell!(
        table,
        ". Tallest castell: {tallest}. Widest: {widest}. {} castellers in the bag, {} bases left.",
        ". Castell més alt: {tallest}. Més ample: {widest}. {} castellers a la bossa, queden {} bases.",
        ". Castell más alto: {tallest}. Más ancho: {widest}. {} castellers en la bolsa, quedan {} bases.",
        view.bag,
        view.bases
    );
    told
}
