//! How far the turn or the festival has come, what the bag holds, and which size tokens nobody took.

use crate::games::castell::state::CastellDeed;
use crate::games::castell::view::{CastellPhase, CastellView};
use crate::picture::{Drawing, Hit, Look, Part, Table, Words, common, lines, tell};

const LEFT: f32 = 656.0;
const ROOM: f32 = 328.0;
const TOP: f32 = 426.0;

/// Draws it below the wheel.
pub fn draw(drawing: &mut Drawing, view: &CastellView, table: &Table) {
    let look = Look::fill(common::PANEL).outlined(common::RULE, 1.0);
    drawing.rect((LEFT, TOP, ROOM, 218.0), 10.0, look);
    let most = match view.phase {
        CastellPhase::Turn { .. } => 1,
        CastellPhase::Festival { .. } | CastellPhase::Over {} => 2,
    };
    let mut y = TOP + 24.0;
    for line in lines(&told(view, table), 15.0 * 1.08, ROOM - 28.0, most) {
        drawing.words((LEFT + 14.0, y), &line, Words::of(15.0).bold());
        y += 21.0;
    }
    let first = tell!(
        table,
        "First in this round: {}",
        "Primer d'aquesta ronda: {}",
        "Primero de esta ronda: {}",
        table.name(view.first_seat)
    );
    let words = Words::of(14.0).in_paint(common::MUTED).within(ROOM - 28.0);
    drawing.words((LEFT + 14.0, y), &first, words);
    if let CastellPhase::Turn { done, .. } = &view.phase {
        for (at, deed) in CastellDeed::ALL.iter().enumerate() {
            draw_deed(
                drawing,
                &deed_name(table, *deed),
                done.contains(deed),
                LEFT + 14.0 + at as f32 * 76.0,
            );
        }
    }
    draw_bag(drawing, view, table);
    let removed: Vec<String> = view.removed_size_tokens.iter().map(u8::to_string).collect();
    if !removed.is_empty() {
        let text = tell!(
            table,
            "Size tokens nobody took: {}",
            "Fitxes de mida sense amo: {}",
            "Fichas de tamaño sin dueño: {}",
            removed.join(" ")
        );
        drawing.words(
            (LEFT + 14.0, TOP + 208.0),
            &text,
            Words::of(13.0).in_paint(common::MUTED).within(ROOM - 28.0),
        );
    }
}

/// What is going on, in words.
pub fn told(view: &CastellView, table: &Table) -> String {
    match &view.phase {
        CastellPhase::Turn { seat, .. } => tell!(
            table,
            "Turn of {}",
            "Torn de {}",
            "Turno de {}",
            table.name(*seat)
        ),
        CastellPhase::Festival { slot, seat, .. } => {
            let held = view.calendar.iter().find(|festival| festival.slot == *slot);
            let place = held.map_or("", |festival| festival.region.name());
            tell!(
                table,
                "Festival in {place}: {} is asked",
                "Festa a {place}: es pregunta a {}",
                "Fiesta en {place}: se pregunta a {}",
                table.name(*seat)
            )
        }
        CastellPhase::Over {} => tell!(
            table,
            "The game is over.",
            "S'ha acabat la partida.",
            "La partida ha terminado."
        ),
    }
}

fn deed_name(table: &Table, deed: CastellDeed) -> String {
    match deed {
        CastellDeed::Move => tell!(table, "move", "mou", "mueve"),
        CastellDeed::Recruit => tell!(table, "recruit", "recluta", "recluta"),
        CastellDeed::Train => tell!(table, "train", "entrena", "entrena"),
        CastellDeed::Special => tell!(table, "special", "especial", "especial"),
    }
}

fn draw_deed(drawing: &mut Drawing, deed: &str, done: bool, x: f32) {
    let (look, words) = match done {
        true => (
            Look::fill(common::INSET),
            Words::of(12.5).in_paint(common::MUTED),
        ),
        false => (Look::line(common::ACCENT, 2.0), Words::of(14.0).bold()),
    };
    drawing.rect((x, TOP + 58.0, 72.0, 28.0), 14.0, look);
    let text = match done {
        true => format!("✓{deed}"),
        false => deed.to_owned(),
    };
    drawing.words((x + 36.0, TOP + 77.0), &text, words.middle().within(70.0));
}

/// How many castellers of each size the bag holds.
fn draw_bag(drawing: &mut Drawing, view: &CastellView, table: &Table) {
    let title = tell!(
        table,
        "The bag: {} castellers",
        "La bossa: {} castellers",
        "La bolsa: {} castellers",
        view.bag.total()
    );
    let part = Part::new("bag", &title).count(view.bag.total());
    let top = TOP + 100.0;
    drawing.part(
        part,
        Hit::Area(LEFT + 6.0, top, ROOM - 12.0, 88.0),
        |drawing| {
            drawing.words(
                (LEFT + 14.0, top + 16.0),
                &title,
                Words::of(14.0).in_paint(common::MUTED),
            );
            for size in 1..=10 {
                let x = LEFT + 28.0 + 30.0 * f32::from(size - 1);
                let count = view.bag.of(size);
                let height = 2.2 * f32::from(count);
                drawing.rect(
                    (x - 10.0, top + 68.0 - height, 20.0, height + 1.0),
                    2.0,
                    Look::fill(common::RULE),
                );
                let words = Words::of(12.0).middle().in_paint(common::INK);
                drawing.words((x, top + 66.0 - height), &count.to_string(), words);
                drawing.words(
                    (x, top + 84.0),
                    &size.to_string(),
                    Words::of(13.0).bold().middle(),
                );
            }
        },
    );
}
