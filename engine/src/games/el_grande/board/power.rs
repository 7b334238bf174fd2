//! The viewer's own power cards.

use crate::games::el_grande::data::{POWER_CARDS, intake};
use crate::games::el_grande::view::{ElGrandePlayerView, ElGrandeView};
use crate::picture::{Drawing, Hit, Look, Part, Table, WIDTH, Words, common, seat_paint, tell};

const CARD: (f32, f32) = (66.0, 74.0);

/// Draws them across the picture from this height on, and says where they end; others have none to see.
pub fn draw(drawing: &mut Drawing, view: &ElGrandeView, table: &Table, top: f32) -> f32 {
    let own = view
        .players
        .iter()
        .find_map(|player| Some((player, player.hand.as_ref()?)));
    let Some((player, hand)) = own else {
        return top;
    };
    let words = Words::of(14.0).in_paint(common::MUTED);
    drawing.words(
        (16.0, top + 12.0),
        &tell!(
            table,
            "Your power cards (below: Caballeros to court)",
            "Les teves cartes de poder (a sota: cavallers a la cort)",
            "Tus cartas de poder (debajo: caballeros a la corte)"
        ),
        words,
    );
    let pitch = (WIDTH - 24.0) / f32::from(POWER_CARDS);
    for card in 1..=POWER_CARDS {
        let x = 12.0 + pitch * f32::from(card - 1) + (pitch - CARD.0) / 2.0;
        draw_card(
            drawing,
            table,
            player,
            (card, hand.contains(&card)),
            (x, top + 20.0),
        );
    }
    top + 20.0 + CARD.1
}

fn draw_card(
    drawing: &mut Drawing,
    table: &Table,
    player: &ElGrandePlayerView,
    (card, in_hand): (u8, bool),
    (x, y): (f32, f32),
) {
    let (lies, told) = match in_hand {
        true => ("hand", tell!(table, "in hand", "a la mà", "en la mano")),
        false => ("played", tell!(table, "played", "jugada", "jugada")),
    };
    let title = tell!(
        table,
        "Power card {card}, {told}: up to {} Caballeros to court",
        "Carta de poder {card}, {told}: fins a {} cavallers a la cort",
        "Carta de poder {card}, {told}: hasta {} caballeros a la corte",
        intake(card)
    );
    let part = Part::new(format!("power:{card}"), title)
        .of(player.seat)
        .fact("data-in", lies);
    drawing.part(part, Hit::Area(x, y, CARD.0, CARD.1), |drawing| {
        let (look, ink) = match in_hand {
            true => (
                Look::fill(common::PANEL).outlined(seat_paint(table, player.seat), 3.0),
                common::INK,
            ),
            false => (Look::line(common::RULE, 1.5).dashed(), common::MUTED),
        };
        drawing.rect((x + 1.0, y + 1.0, CARD.0 - 2.0, CARD.1 - 2.0), 7.0, look);
        let middle = x + CARD.0 / 2.0;
        drawing.words(
            (middle, y + 38.0),
            &card.to_string(),
            Words::of(28.0).bold().middle().in_paint(ink),
        );
        drawing.words(
            (middle, y + 62.0),
            &format!("+{}", intake(card)),
            Words::of(16.0).middle().in_paint(ink),
        );
    });
}
