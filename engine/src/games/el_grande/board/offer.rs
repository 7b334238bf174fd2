//! The round, the order of the players and the action cards on offer.

use super::cards;
use crate::games::el_grande::data::is_scoring_round;
use crate::games::el_grande::view::{ElGrandeOffer, ElGrandeView};
use crate::picture::{
    Drawing, Hit, Look, Paint, Part, Table, Words, common, lines, marker, tell, word,
};

const LEFT: f32 = 728.0;
const WIDTH: f32 = 260.0;
const TOP: f32 = 150.0;
const HEIGHT: f32 = 92.0;

/// Draws them in the right upper part of the picture.
pub fn draw(drawing: &mut Drawing, view: &ElGrandeView, table: &Table) {
    for (at, &round) in view.rounds.iter().enumerate() {
        draw_round(
            drawing,
            view,
            table,
            round,
            (LEFT + 14.0 + at as f32 * 28.6, 66.0),
        );
    }
    drawing.words(
        (LEFT, 126.0),
        &tell!(table, "Order", "Ordre", "Orden"),
        Words::of(14.0).in_paint(common::MUTED),
    );
    for (at, &seat) in view.order.iter().enumerate() {
        let x = LEFT + 64.0 + at as f32 * 36.0;
        marker(drawing, table, seat, (x, 121.0), 11.0);
        if table.awaits(seat) {
            drawing.line(
                &[(x - 11.0, 138.0), (x + 11.0, 138.0)],
                Look::line(common::ACCENT, 3.0),
            );
        }
    }
    for (stack, &left) in (1..).zip(&view.undrawn) {
        draw_stack(drawing, table, stack, left);
    }
    for (at, card) in view.offer.iter().enumerate() {
        draw_card(drawing, table, card, TOP + at as f32 * (HEIGHT + 4.0));
    }
    if view.offer.is_empty() {
        let words = Words::of(15.0).middle().in_paint(common::MUTED);
        drawing.words(
            (LEFT + WIDTH / 2.0, TOP + 40.0),
            &tell!(
                table,
                "no action cards on offer",
                "no hi ha cartes d'acció",
                "no hay cartas de acción"
            ),
            words,
        );
    }
}

fn draw_round(
    drawing: &mut Drawing,
    view: &ElGrandeView,
    table: &Table,
    round: u8,
    (x, y): (f32, f32),
) {
    let scores = match is_scoring_round(round) {
        true => tell!(
            table,
            ", then a general scoring",
            ", i després una puntuació general",
            ", y después una puntuación general"
        ),
        false => String::new(),
    };
    let title = tell!(
        table,
        "Round {round}{scores}",
        "Ronda {round}{scores}",
        "Ronda {round}{scores}"
    );
    let part = Part::new(format!("round:{round}"), title);
    drawing.part(part, Hit::Area(x - 14.0, y - 14.0, 28.0, 44.0), |drawing| {
        let (look, ink) = match round.cmp(&view.round) {
            std::cmp::Ordering::Less => (
                Look::fill(common::INSET).outlined(common::RULE, 1.0),
                common::MUTED,
            ),
            std::cmp::Ordering::Equal => (Look::fill(common::ACCENT), common::PAPER),
            std::cmp::Ordering::Greater => (
                Look::fill(common::PANEL).outlined(common::RULE, 1.5),
                common::INK,
            ),
        };
        drawing.circle((x, y), 12.5, look);
        drawing.words(
            (x, y + 5.5),
            &round.to_string(),
            Words::of(15.0).bold().middle().in_paint(ink),
        );
        if is_scoring_round(round) {
            drawing.words(
                (x, y + 30.0),
                "★",
                Words::of(16.0).middle().in_paint(common::ACCENT),
            );
        }
    });
}

/// How many cards of a stack have not been turned up; the stacks lie in the left lower corner of the map.
fn draw_stack(drawing: &mut Drawing, table: &Table, stack: u8, left: u8) {
    let title = tell!(
        table,
        "Stack {stack}: {left} cards not turned up yet",
        "Pila {stack}: {left} cartes encara per girar",
        "Mazo {stack}: {left} cartas aún por descubrir"
    );
    let part = Part::new(format!("stack:{stack}"), title).count(left);
    let (x, y) = (16.0 + 27.0 * f32::from(stack - 1), 566.0);
    drawing.part(part, Hit::Area(x, y, 25.0, 54.0), |drawing| {
        let look = Look::fill(stack_paint(stack)).outlined(common::BLACK, 1.0);
        drawing.rect((x + 2.0, y + 3.0, 22.0, 30.0), 3.0, look);
        drawing.rect((x, y, 22.0, 30.0), 3.0, look);
        let words = Words::of(14.0).bold().middle();
        let middle = x + 11.0;
        drawing.words(
            (middle, y + 20.0),
            &stack.to_string(),
            words.in_paint(common::WHITE),
        );
        drawing.words((middle, y + 50.0), &left.to_string(), words);
    });
}

/// The colour of a stack.
pub fn stack_paint(stack: u8) -> Paint {
    match stack {
        1 => Paint::same("#8a2f4f"),
        2 => Paint::same("#3f5f8f"),
        3 => Paint::same("#4c6b2f"),
        4 => Paint::same("#8a5a1f"),
        _ => Paint::same("#5b3f86"),
    }
}

fn draw_card(drawing: &mut Drawing, table: &Table, card: &ElGrandeOffer, top: f32) {
    let ElGrandeOffer { card, stack, .. } = card;
    let text = cards::text(table, *card);
    let title = tell!(
        table,
        "Action card of stack {stack}, place up to {stack}: {text}",
        "Carta d'acció de la pila {stack}, se'n col·loquen fins a {stack}: {text}",
        "Carta de acción del mazo {stack}, se colocan hasta {stack}: {text}"
    );
    let part = Part::new(format!("card:{}", word(card)), title).fact("data-stack", stack);
    drawing.part(part, Hit::Area(LEFT, top, WIDTH, HEIGHT), |drawing| {
        let look = Look::fill(common::PANEL).outlined(common::RULE, 1.5);
        drawing.rect((LEFT, top, WIDTH, HEIGHT), 8.0, look);
        drawing.rect(
            (LEFT, top, 36.0, HEIGHT),
            8.0,
            Look::fill(stack_paint(*stack)),
        );
        let white = Words::of(22.0).bold().middle().in_paint(common::WHITE);
        drawing.words((LEFT + 18.0, top + 30.0), &stack.to_string(), white);
        pips(drawing, *stack, (LEFT + 18.0, top + 42.0));
        for (at, line) in lines(&text, 13.5, WIDTH - 50.0, 5).iter().enumerate() {
            drawing.words(
                (LEFT + 44.0, top + 19.0 + at as f32 * 16.4),
                line,
                Words::of(13.5),
            );
        }
    });
}

/// So many Caballeros may be placed.
fn pips(drawing: &mut Drawing, count: u8, (x, y): (f32, f32)) {
    for at in 0..count {
        let place = (
            x - 7.0 + 7.0 * f32::from(at % 3),
            y + 6.0 + 8.0 * f32::from(at / 3),
        );
        drawing.circle(place, 2.6, Look::fill(common::WHITE));
    }
}
