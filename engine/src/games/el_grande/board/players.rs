//! The players: points, court, province and power cards, as far as they lie open.

use super::geography::name;
use crate::games::el_grande::view::{ElGrandePlayerView, ElGrandeView};
use crate::picture::{
    Drawing, Hit, Look, Part, Stand, Table, WIDTH, Words, common, lines, marker, sign, tell,
};

const GAP: f32 = 10.0;
const HEIGHT: f32 = 196.0;
const TALLER: f32 = 40.0;

/// The points of a player.
pub fn stand(player: &ElGrandePlayerView) -> Stand {
    Stand {
        seat: player.seat,
        points: i32::from(player.score),
    }
}

/// Draws all panels side by side from this height on, and says where they end.
pub fn draw(drawing: &mut Drawing, view: &ElGrandeView, table: &Table, top: f32) -> f32 {
    let count = view.players.len() as f32;
    let width = (WIDTH - 2.0 * 12.0 - (count - 1.0) * GAP) / count;
    let told = view.players.iter().any(|player| player.played.is_some());
    let height = HEIGHT + if told { TALLER } else { 0.0 };
    for (at, player) in view.players.iter().enumerate() {
        let left = 12.0 + at as f32 * (width + GAP);
        panel(drawing, table, player, (left, top, width, height));
    }
    top + height
}

fn panel(
    drawing: &mut Drawing,
    table: &Table,
    player: &ElGrandePlayerView,
    area: (f32, f32, f32, f32),
) {
    let (left, top, width, height) = area;
    let (seat, name_of) = (player.seat, table.name(player.seat));
    let title = tell!(
        table,
        "{name_of}: {} points",
        "{name_of}: {} punts",
        "{name_of}: {} puntos",
        player.score
    );
    let part = Part::new(format!("seat:{}", seat.0), title).of(seat);
    drawing.part(part, Hit::Area(left, top, width, height), |drawing| {
        let look = Look::fill(common::PANEL).outlined(common::RULE, 1.0);
        drawing.rect(area, 10.0, look);
        sign(
            drawing,
            table,
            (left + 5.0, top + 5.0),
            width - 10.0,
            &stand(player),
        );
        let half = width / 2.0;
        stock(
            drawing,
            table,
            player,
            (Stock::Court, player.court),
            (left + 6.0, top + 44.0, half - 9.0),
        );
        stock(
            drawing,
            table,
            player,
            (Stock::Province, player.province),
            (left + half + 3.0, top + 44.0, half - 9.0),
        );
        let home = tell!(
            table,
            "Home: {}",
            "Casa: {}",
            "Casa: {}",
            name(table, player.home.into())
        );
        drawing.words(
            (left + 12.0, top + 122.0),
            &home,
            Words::of(14.0).within(width - 20.0),
        );
        for (at, line) in power(table, player).iter().enumerate() {
            let y = top + 141.0 + at as f32 * 18.0;
            drawing.words((left + 12.0, y), line, Words::of(14.0).within(width - 20.0));
        }
        vetoes(
            drawing,
            table,
            player,
            (left + 10.0, top + 166.0, width - 20.0),
        );
        for (at, line) in history(player, width).iter().enumerate() {
            let words = Words::of(13.0).in_paint(common::MUTED).within(width - 20.0);
            drawing.words(
                (left + 12.0, top + HEIGHT + 12.0 + at as f32 * 16.0),
                line,
                words,
            );
        }
    });
}

/// Where Caballeros are kept.
#[derive(Clone, Copy)]
enum Stock {
    Court,
    Province,
}

/// A heap of Caballeros with their number.
fn stock(
    drawing: &mut Drawing,
    table: &Table,
    player: &ElGrandePlayerView,
    (stock, count): (Stock, u8),
    (x, y, width): (f32, f32, f32),
) {
    let of = table.name(player.seat);
    let (slug, kind, title) = match stock {
        Stock::Court => (
            "court",
            tell!(table, "court", "cort", "corte"),
            tell!(
                table,
                "{count} Caballeros in the court of {of}",
                "{count} cavallers a la cort de {of}",
                "{count} caballeros en la corte de {of}"
            ),
        ),
        Stock::Province => (
            "province",
            tell!(table, "province", "província", "provincia"),
            tell!(
                table,
                "{count} Caballeros in the province of {of}",
                "{count} cavallers a la província de {of}",
                "{count} caballeros en la provincia de {of}"
            ),
        ),
    };
    let part = Part::new(slug, title).of(player.seat).count(count);
    drawing.part(part, Hit::Area(x, y, width, 60.0), |drawing| {
        drawing.rect((x, y, width, 60.0), 8.0, Look::fill(common::INSET));
        drawing.words(
            (x + 8.0, y + 18.0),
            &kind,
            Words::of(14.0).in_paint(common::MUTED).within(width - 10.0),
        );
        marker(drawing, table, player.seat, (x + 20.0, y + 40.0), 9.0);
        drawing.words(
            (x + 38.0, y + 47.0),
            &count.to_string(),
            Words::of(20.0).bold(),
        );
    });
}

/// What is known of the power cards.
fn power(table: &Table, player: &ElGrandePlayerView) -> Vec<String> {
    let now = player
        .power
        .map_or_else(|| "–".to_owned(), |card| card.to_string());
    let pile = match player.pile_top {
        Some(top) => tell!(
            table,
            "pile {} (top {top})",
            "pila {} (a sobre {top})",
            "pila {} (encima {top})",
            player.pile
        ),
        None => tell!(table, "pile 0", "pila 0", "pila 0"),
    };
    let hand = tell!(
        table,
        "Power {now} · hand {}",
        "Poder {now} · mà {}",
        "Poder {now} · mano {}",
        player.hand_size
    );
    vec![hand, pile]
}

/// Every card played by round, where the table shows it.
fn history(player: &ElGrandePlayerView, width: f32) -> Vec<String> {
    let Some(played) = &player.played else {
        return Vec::new();
    };
    let plays: Vec<String> = played
        .iter()
        .map(|play| format!("r{}:{}", play.round, play.card))
        .collect();
    lines(&plays.join(" "), 13.0, width - 24.0, 2)
}

fn vetoes(
    drawing: &mut Drawing,
    table: &Table,
    player: &ElGrandePlayerView,
    (x, y, width): (f32, f32, f32),
) {
    for (at, until) in player.vetoes.iter().enumerate() {
        let x = x + at as f32 * (width / 2.0);
        let title = tell!(
            table,
            "A Veto until the end of round {until}",
            "Un veto fins al final de la ronda {until}",
            "Un veto hasta el final de la ronda {until}"
        );
        let part = Part::new(format!("veto:{until}"), title).of(player.seat);
        let room = width / 2.0 - 4.0;
        drawing.part(part, Hit::Area(x, y, room, 24.0), |drawing| {
            drawing.rect((x, y, room, 24.0), 6.0, Look::fill(common::ACCENT));
            let words = Words::of(13.0)
                .bold()
                .middle()
                .in_paint(common::PAPER)
                .within(room);
            drawing.words(
                (x + room / 2.0, y + 17.0),
                &format!("Veto → {until}"),
                words,
            );
        });
    }
}
