//! What is being decided: whose turn it is with which card, what was announced, which disks are set.

mod disks;
mod plans;

use self::disks::{disks, draw_disks};
use self::plans::{planned, returned};
use super::cards::text;
use super::offer::stack_paint;
use crate::Seat;
use crate::games::el_grande::actions::ElGrandeAnswer as Answer;
use crate::games::el_grande::view::{ElGrandeStage as Stage, ElGrandeTurn, ElGrandeView};
use crate::picture::{
    Drawing, Hit, Look, Part, Table, WIDTH, Words, common, lines, marker, tell, word,
};

const LEFT: f32 = 12.0;
const ROOM: f32 = WIDTH - 24.0;

/// Draws it across the picture from this height on, and says where it ends.
pub fn draw(drawing: &mut Drawing, view: &ElGrandeView, table: &Table, top: f32) -> f32 {
    let said = lines(&asked(view, table), 15.0, ROOM - 28.0, 4);
    let turn = turn_of(&view.stage);
    let disks = disks(&view.stage, table.you);
    let steps = steps(&view.stage);
    let card = if turn.is_some() { 44.0 } else { 0.0 };
    let row = |there: bool| if there { 44.0 } else { 0.0 };
    let text = said.len() as f32 * 20.0;
    let height = 14.0 + card + text + row(!disks.is_empty()) + row(steps > 0);
    let look = Look::fill(common::PANEL).outlined(common::RULE, 1.0);
    drawing.rect((LEFT, top, ROOM, height), 10.0, look);
    let mut y = top + 6.0;
    if let Some(turn) = turn {
        draw_turn(drawing, table, turn, y);
        y += card;
    }
    for line in &said {
        drawing.words((LEFT + 14.0, y + 16.0), line, Words::of(15.0));
        y += 20.0;
    }
    if !disks.is_empty() {
        draw_disks(drawing, table, &disks, y);
        y += 44.0;
    }
    if steps > 0 {
        draw_steps(drawing, table, steps, y);
    }
    top + height + 8.0
}

/// The same in words.
pub fn told(view: &ElGrandeView, table: &Table) -> String {
    match turn_of(&view.stage) {
        Some(turn) => tell!(
            table,
            "{} has taken the card: {} {}",
            "{} ha agafat la carta: {} {}",
            "{} ha tomado la carta: {} {}",
            table.name(turn.seat),
            text(table, turn.card),
            asked(view, table)
        ),
        None => asked(view, table),
    }
}

fn turn_of(stage: &Stage) -> Option<&ElGrandeTurn> {
    match stage {
        Stage::Halves { turn } | Stage::Window { turn, .. } | Stage::Returns { turn, .. } => {
            Some(turn)
        }
        Stage::Disks { turn, .. } => turn.as_ref(),
        Stage::Bid { .. } | Stage::Intake { .. } | Stage::TakeCard { .. } | Stage::Over {} => None,
    }
}

fn asked(view: &ElGrandeView, table: &Table) -> String {
    let names = |seats: &[Seat]| {
        let names: Vec<String> = seats.iter().map(|&seat| table.name(seat)).collect();
        names.join(", ")
    };
    match &view.stage {
        Stage::Bid { seat } => tell!(
            table,
            "{} plays a power card.",
            "{} juga una carta de poder.",
            "{} juega una carta de poder.",
            table.name(*seat)
        ),
        Stage::Intake { seat, most } => {
            tell!(
                table,
                "{} brings up to {most} Caballeros to court.",
                "{} porta fins a {most} cavallers a la cort.",
                "{} lleva hasta {most} caballeros a la corte.",
                table.name(*seat)
            )
        }
        Stage::TakeCard { seat } => tell!(
            table,
            "{} takes an action card.",
            "{} agafa una carta d'acció.",
            "{} toma una carta de acción.",
            table.name(*seat)
        ),
        Stage::Halves { turn } => halves(turn, table),
        Stage::Window {
            plan,
            awaited,
            answered,
            yours,
            returns,
            ..
        } => {
            let yours = match yours {
                Some(answer) => tell!(
                    table,
                    " Your answer: {}.",
                    " La teva resposta: {}.",
                    " Tu respuesta: {}.",
                    answered_with(table, answer)
                ),
                None => String::new(),
            };
            let answered = match answered.is_empty() {
                true => String::new(),
                false => tell!(
                    table,
                    " Answered: {}.",
                    " Han respost: {}.",
                    " Han respondido: {}.",
                    names(answered)
                ),
            };
            tell!(
                table,
                "Announced: {}.{} Veto? Waiting for {}.{answered}{yours}",
                "S'anuncia: {}.{} Veto? S'espera {}.{answered}{yours}",
                "Se anuncia: {}.{} ¿Veto? Se espera a {}.{answered}{yours}",
                planned(plan, table),
                returned(returns, table),
                names(awaited)
            )
        }
        Stage::Disks {
            turn,
            plan,
            awaited,
            ..
        } => {
            let why = match (turn, plan) {
                (Some(_), Some(plan)) => planned(plan, table),
                (_, _) => tell!(
                    table,
                    "general scoring: the Caballeros of the Castillo go where the disks point",
                    "puntuació general: els cavallers del Castell van on apunten els discs",
                    "puntuación general: los caballeros del Castillo van adonde apuntan los discos"
                ),
            };
            tell!(
                table,
                "Secret disks ({why}). Waiting for {}.",
                "Discs secrets ({why}). S'espera {}.",
                "Discos secretos ({why}). Se espera a {}.",
                names(awaited)
            )
        }
        Stage::Returns {
            seat,
            owed,
            returns,
            ..
        } => tell!(
            table,
            "{} takes {owed} Caballeros back to the province.{}",
            "{} torna {owed} cavallers a la província.{}",
            "{} devuelve {owed} caballeros a la provincia.{}",
            table.name(*seat),
            returned(returns, table)
        ),
        Stage::Over {} => tell!(
            table,
            "The game is over.",
            "S'ha acabat la partida.",
            "La partida ha terminado."
        ),
    }
}

fn answered_with(table: &Table, answer: &Answer) -> String {
    match answer {
        Answer::Pass {} => tell!(table, "let it happen", "que passi", "que ocurra"),
        Answer::Veto { before_step } => tell!(
            table,
            "Veto before step {before_step}",
            "veto abans del pas {before_step}",
            "veto antes del paso {before_step}"
        ),
    }
}

fn halves(turn: &ElGrandeTurn, table: &Table) -> String {
    let name = table.name(turn.seat);
    match (turn.placed, turn.acted) {
        (false, false) => tell!(
            table,
            "{name} places up to {} Caballeros and executes the special action, in either order.",
            "{name} col·loca fins a {} cavallers i fa l'acció especial, en qualsevol ordre.",
            "{name} coloca hasta {} caballeros y hace la acción especial, en cualquier orden.",
            turn.stack
        ),
        (false, true) => tell!(
            table,
            "{name} places up to {} Caballeros.",
            "{name} col·loca fins a {} cavallers.",
            "{name} coloca hasta {} caballeros.",
            turn.stack
        ),
        (true, _) => tell!(
            table,
            "{name} executes the special action.",
            "{name} fa l'acció especial.",
            "{name} hace la acción especial."
        ),
    }
}

fn draw_turn(drawing: &mut Drawing, table: &Table, turn: &ElGrandeTurn, top: f32) {
    let text = text(table, turn.card);
    let title = tell!(
        table,
        "The card taken by {}: {text}",
        "La carta que ha agafat {}: {text}",
        "La carta que ha tomado {}: {text}",
        table.name(turn.seat)
    );
    let part = Part::new(format!("taken:{}", word(&turn.card)), title)
        .of(turn.seat)
        .fact("data-stack", turn.stack);
    drawing.part(
        part,
        Hit::Area(LEFT + 6.0, top, ROOM - 12.0, 40.0),
        |drawing| {
            let look = Look::fill(stack_paint(turn.stack));
            drawing.rect((LEFT + 8.0, top + 2.0, ROOM - 16.0, 36.0), 7.0, look);
            marker(drawing, table, turn.seat, (LEFT + 30.0, top + 20.0), 10.0);
            let white = Words::of(18.0).bold().in_paint(common::WHITE);
            drawing.words((LEFT + 52.0, top + 27.0), &turn.stack.to_string(), white);
            let white = Words::of(14.0).in_paint(common::WHITE).within(ROOM - 300.0);
            drawing.words((LEFT + 76.0, top + 25.0), &text, white);
            let done = |done: bool| if done { "✓" } else { "○" };
            let halves = tell!(
                table,
                "{} placed   {} special action",
                "{} col·locats   {} acció especial",
                "{} colocados   {} acción especial",
                done(turn.placed),
                done(turn.acted)
            );
            let end = (LEFT + ROOM - 24.0, top + 25.0);
            drawing.words(end, &halves, white.end());
        },
    );
}

fn steps(stage: &Stage) -> u8 {
    match stage {
        Stage::Window { steps, .. } => *steps,
        Stage::Bid { .. }
        | Stage::Intake { .. }
        | Stage::TakeCard { .. }
        | Stage::Halves { .. }
        | Stage::Disks { .. }
        | Stage::Returns { .. }
        | Stage::Over {} => 0,
    }
}

/// The steps before which a Veto can stop the action.
fn draw_steps(drawing: &mut Drawing, table: &Table, steps: u8, top: f32) {
    let pitch = ((ROOM - 110.0) / f32::from(steps)).min(60.0);
    drawing.words(
        (LEFT + 14.0, top + 25.0),
        &tell!(table, "Steps", "Passos", "Pasos"),
        Words::of(15.0).in_paint(common::MUTED),
    );
    for step in 1..=steps {
        let x = LEFT + 70.0 + pitch * f32::from(step - 1);
        let part = Part::new(
            format!("step:{step}"),
            tell!(
                table,
                "Stop it before step {step}",
                "Atura-ho abans del pas {step}",
                "Detenerlo antes del paso {step}"
            ),
        );
        drawing.part(
            part,
            Hit::Area(x, top + 2.0, pitch - 3.0, 36.0),
            |drawing| {
                let look = Look::fill(common::INSET).outlined(common::RULE, 1.0);
                drawing.rect((x, top + 4.0, pitch - 3.0, 32.0), 6.0, look);
                let middle = (x + (pitch - 3.0) / 2.0, top + 25.0);
                drawing.words(middle, &step.to_string(), Words::of(15.0).bold().middle());
            },
        );
    }
}
