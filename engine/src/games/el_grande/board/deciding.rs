//! What is being decided: whose turn it is with which card, what was announced, which disks are set.

use super::geography::name;
use super::offer::stack_paint;
use crate::Seat;
use crate::games::el_grande::components::ElGrandePlace as Place;
use crate::games::el_grande::lists::ElGrandeFrom;
use crate::games::el_grande::plans::ElGrandePlan as Plan;
use crate::games::el_grande::view::{
    ElGrandeReturn, ElGrandeStage as Stage, ElGrandeTurn, ElGrandeView,
};
use crate::picture::{Drawing, Hit, Look, Part, Table, WIDTH, Words, common, lines, marker, word};

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
        draw_steps(drawing, steps, y);
    }
    top + height + 8.0
}

/// The same in words.
pub fn told(view: &ElGrandeView, table: &Table) -> String {
    match turn_of(&view.stage) {
        Some(turn) => format!(
            "{} has taken the card: {} {}",
            table.name(turn.seat),
            turn.text,
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
        Stage::Bid { seat } => format!("{} plays a power card.", table.name(*seat)),
        Stage::Intake { seat, most } => {
            format!(
                "{} brings up to {most} Caballeros to court.",
                table.name(*seat)
            )
        }
        Stage::TakeCard { seat } => format!("{} takes an action card.", table.name(*seat)),
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
                Some(answer) => format!(" Your answer: {}.", word_of(answer)),
                None => String::new(),
            };
            let answered = match answered.is_empty() {
                true => String::new(),
                false => format!(" Answered: {}.", names(answered)),
            };
            format!(
                "Announced: {}.{} Veto? Waiting for {}.{answered}{yours}",
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
                (_, _) => {
                    "General scoring: the Caballeros of the Castillo go where the disks point"
                        .to_owned()
                }
            };
            format!("Secret disks. {why}. Waiting for {}.", names(awaited))
        }
        Stage::Returns {
            seat,
            owed,
            returns,
            ..
        } => format!(
            "{} takes {owed} Caballeros back to the province.{}",
            table.name(*seat),
            returned(returns, table)
        ),
        Stage::Over {} => "The game is over.".to_owned(),
    }
}

fn word_of(answer: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(answer).unwrap_or_default();
    let step = value
        .get("before_step")
        .map_or_else(String::new, |step| format!(" before step {step}"));
    value
        .get("type")
        .and_then(|kind| kind.as_str())
        .unwrap_or_default()
        .to_owned()
        + &step
}

fn halves(turn: &ElGrandeTurn, table: &Table) -> String {
    let name = table.name(turn.seat);
    match (turn.placed, turn.acted) {
        (false, false) => format!(
            "{name} places up to {} Caballeros and executes the special action, in either order.",
            turn.stack
        ),
        (false, true) => format!("{name} places up to {} Caballeros.", turn.stack),
        (true, _) => format!("{name} executes the special action."),
    }
}

/// What was announced.
fn planned(plan: &Plan, table: &Table) -> String {
    match plan {
        Plan::AsPrinted {} => "as the card says".to_owned(),
        Plan::MoveCaballeros { moves } => list(moves.iter().map(|one| {
            let (from, to) = (name(one.from.into()), name(one.to));
            format!(
                "{} of {} from {from} to {to}",
                one.count,
                table.name(one.seat)
            )
        })),
        Plan::AddCaballeros { to } => list(
            to.iter()
                .map(|to| format!("{} more in {}", to.count, name(to.place))),
        ),
        Plan::SendBack { caballeros } => list(caballeros.iter().map(|one| {
            format!(
                "one of {} back from {}",
                table.name(one.seat),
                name(one.region.into())
            )
        })),
        Plan::ScorePlace { place } => format!("{} is scored", name(*place)),
        Plan::Scoreboard { board, region } => {
            format!(
                "scoreboard {} goes to {}",
                word(board),
                name((*region).into())
            )
        }
        Plan::Grande { region } => format!("the Grande moves to {}", name((*region).into())),
        Plan::TakeBack { card: Some(card) } => format!("power card {card} comes back"),
        Plan::TakeBack { card: None } => "a power card comes back".to_owned(),
        Plan::Court { province, from } => {
            let province = (*province > 0).then(|| format!("{province} from the province"));
            list(
                province
                    .into_iter()
                    .chain(taken(from))
                    .map(|what| format!("{what} to court")),
            )
        }
        Plan::King { region } => format!("the King moves to {}", name((*region).into())),
        Plan::Evict { region } => format!("all others leave {}", name((*region).into())),
    }
}

fn taken(from: &[ElGrandeFrom]) -> impl Iterator<Item = String> {
    from.iter()
        .map(|from| format!("{} from {}", from.count, name(from.region.into())))
}

fn returned(returns: &[ElGrandeReturn], table: &Table) -> String {
    let one = |one: &ElGrandeReturn| {
        let court = (one.court > 0).then(|| format!("{} from the court", one.court));
        format!(
            "{} returns {}",
            table.name(one.seat),
            list(court.into_iter().chain(taken(&one.from)))
        )
    };
    match returns.is_empty() {
        true => String::new(),
        false => format!(" {}.", list(returns.iter().map(one))),
    }
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    match items.is_empty() {
        true => "nothing".to_owned(),
        false => items.join(", "),
    }
}

fn draw_turn(drawing: &mut Drawing, table: &Table, turn: &ElGrandeTurn, top: f32) {
    let title = format!("The card taken by {}: {}", table.name(turn.seat), turn.text);
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
            drawing.words((LEFT + 76.0, top + 25.0), &turn.text, white);
            let done = |done: bool| if done { "✓" } else { "○" };
            let halves = format!(
                "{} placed   {} special action",
                done(turn.placed),
                done(turn.acted)
            );
            let end = (LEFT + ROOM - 24.0, top + 25.0);
            drawing.words(end, &halves, white.end());
        },
    );
}

/// A disk: whose, and what is known of it.
struct Disk {
    seat: Seat,
    shows: Shows,
}

enum Shows {
    Awaited,
    FaceDown,
    Place(Place),
}

fn disks(stage: &Stage, you: Option<Seat>) -> Vec<Disk> {
    let of = |seats: &[Seat], shows: fn() -> Shows| -> Vec<Disk> {
        seats
            .iter()
            .map(|&seat| Disk {
                seat,
                shows: shows(),
            })
            .collect()
    };
    match stage {
        Stage::Disks {
            awaited,
            set,
            yours,
            ..
        } => {
            let mut disks = of(awaited, || Shows::Awaited);
            disks.extend(set.iter().map(|&seat| Disk {
                seat,
                shows: match yours {
                    Some(place) if you == Some(seat) => Shows::Place(*place),
                    Some(_) | None => Shows::FaceDown,
                },
            }));
            disks.sort_by_key(|disk| disk.seat);
            disks
        }
        Stage::Window { disks, .. } => disks
            .iter()
            .map(|disk| Disk {
                seat: disk.seat,
                shows: Shows::Place(disk.place),
            })
            .collect(),
        Stage::Bid { .. }
        | Stage::Intake { .. }
        | Stage::TakeCard { .. }
        | Stage::Halves { .. }
        | Stage::Returns { .. }
        | Stage::Over {} => Vec::new(),
    }
}

fn draw_disks(drawing: &mut Drawing, table: &Table, disks: &[Disk], top: f32) {
    for (at, disk) in disks.iter().enumerate() {
        let x = LEFT + 34.0 + at as f32 * 190.0;
        let shown = match disk.shows {
            Shows::Awaited => "not set".to_owned(),
            Shows::FaceDown => "face down".to_owned(),
            Shows::Place(place) => name(place).to_owned(),
        };
        let title = format!("Disk of {}: {shown}", table.name(disk.seat));
        let part = Part::new(format!("disk:{}", disk.seat.0), title).of(disk.seat);
        drawing.part(part, Hit::Area(x - 22.0, top, 184.0, 40.0), |drawing| {
            let look = match disk.shows {
                Shows::Awaited => Look::line(common::RULE, 2.0).dashed(),
                Shows::FaceDown | Shows::Place(_) => {
                    Look::fill(common::INSET).outlined(common::INK, 1.5)
                }
            };
            drawing.circle((x, top + 20.0), 18.0, look);
            marker(drawing, table, disk.seat, (x, top + 20.0), 9.0);
            drawing.words(
                (x + 26.0, top + 25.0),
                &shown,
                Words::of(15.0).within(130.0),
            );
        });
    }
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
fn draw_steps(drawing: &mut Drawing, steps: u8, top: f32) {
    let pitch = ((ROOM - 110.0) / f32::from(steps)).min(60.0);
    drawing.words(
        (LEFT + 14.0, top + 25.0),
        "Steps",
        Words::of(15.0).in_paint(common::MUTED),
    );
    for step in 1..=steps {
        let x = LEFT + 70.0 + pitch * f32::from(step - 1);
        let part = Part::new(
            format!("step:{step}"),
            format!("Stop it before step {step}"),
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
