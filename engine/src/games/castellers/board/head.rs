//! What is common to all: the bag, the bases, the two tokens, what ends the game and how far the turn has come.

use crate::Seat;
use crate::games::castellers::view::CastellersView;
use crate::picture::{Drawing, Hit, Look, Paint, Part, Table, WIDTH, Words, common, marker, tell};

/// How high it is.
pub const HEIGHT: f32 = 128.0;

const CLOTH: Paint = Paint::new("#8a5a33", "#a97445");
const WOOD: Paint = Paint::new("#c79a5b", "#b98d52");

/// Draws it across the picture.
pub fn draw(drawing: &mut Drawing, view: &CastellersView, table: &Table) {
    drawing.words(
        (20.0, 34.0),
        &table.standing(),
        Words::of(21.0).bold().within(WIDTH - 40.0),
    );
    bag(drawing, view, table);
    bases(drawing, view, table);
    token(drawing, table, (270.0, 52.0), Kind::Tallest, view.tallest);
    token(drawing, table, (450.0, 52.0), Kind::Widest, view.widest);
    drawing.words(
        (650.0, 74.0),
        &turn(view, table),
        Words::of(16.0).bold().within(335.0),
    );
    drawing.words(
        (650.0, 97.0),
        &goal(view, table),
        Words::of(15.0).in_paint(common::MUTED).within(335.0),
    );
    drawing.words(
        (650.0, 118.0),
        &silence(view, table),
        Words::of(14.0).in_paint(common::MUTED).within(335.0),
    );
}

fn bag(drawing: &mut Drawing, view: &CastellersView, table: &Table) {
    let title = tell!(
        table,
        "The bag: {} castellers",
        "La bossa: {} castellers",
        "La bolsa: {} castellers",
        view.bag
    );
    let part = Part::new("bag", title).count(view.bag);
    drawing.part(part, Hit::Area(16.0, 50.0, 112.0, 72.0), |drawing| {
        let look = Look::fill(CLOTH).outlined(common::BLACK, 1.0);
        drawing.path(
            (48.0, 118.0),
            1.0,
            "M-26 0Q-34-34-10-48L-16-62H16L10-48Q34-34 26 0Z",
            look,
        );
        drawing.line(
            &[(37.0, 70.0), (59.0, 70.0)],
            Look::line(common::WHITE, 3.0),
        );
        let words = Words::of(18.0).bold().middle().in_paint(common::WHITE);
        drawing.words((48.0, 104.0), &view.bag.to_string(), words);
        drawing.words(
            (84.0, 104.0),
            &tell!(table, "bag", "bossa", "bolsa"),
            Words::of(15.0).in_paint(common::MUTED),
        );
    });
}

fn bases(drawing: &mut Drawing, view: &CastellersView, table: &Table) {
    let title = tell!(
        table,
        "A new castell: {} bases left",
        "Un castell nou: queden {} bases",
        "Un castell nuevo: quedan {} bases",
        view.bases
    );
    let part = Part::new("new_castell", title).count(view.bases);
    drawing.part(part, Hit::Area(136.0, 50.0, 118.0, 72.0), |drawing| {
        for level in 0..view.bases.min(12) {
            let y = 112.0 - f32::from(level) * 4.6;
            drawing.rect(
                (142.0, y, 54.0, 4.0),
                1.0,
                Look::fill(WOOD).outlined(common::BLACK, 0.5),
            );
        }
        drawing.words(
            (204.0, 92.0),
            &view.bases.to_string(),
            Words::of(18.0).bold(),
        );
        drawing.words(
            (204.0, 112.0),
            "bases",
            Words::of(15.0).in_paint(common::MUTED),
        );
    });
}

/// What one of the two tokens is for.
#[derive(Clone, Copy)]
enum Kind {
    Tallest,
    Widest,
}

/// The token for the tallest or the widest castell, with the seat that would get it now.
fn token(drawing: &mut Drawing, table: &Table, (x, y): (f32, f32), kind: Kind, holder: Option<u8>) {
    let (slug, said) = match kind {
        Kind::Tallest => ("tallest", tell!(table, "tallest", "més alt", "más alto")),
        Kind::Widest => ("widest", tell!(table, "widest", "més ample", "más ancho")),
    };
    let nobody = tell!(table, "nobody", "ningú", "nadie");
    let holder = holder.map(Seat);
    let name = holder.map_or_else(|| nobody.clone(), |seat| table.name(seat));
    let part = Part::new(
        format!("token:{slug}"),
        tell!(
            table,
            "Token for the {said} castell: {name}",
            "Fitxa del castell {said}: {name}",
            "Ficha del castell {said}: {name}"
        ),
    );
    drawing.part(part, Hit::Area(x, y, 172.0, 68.0), |drawing| {
        drawing.circle(
            (x + 30.0, y + 36.0),
            27.0,
            Look::fill(common::GOLD).outlined(common::BLACK, 1.0),
        );
        let (from, to) = match kind {
            Kind::Tallest => ((x + 30.0, y + 18.0), (x + 30.0, y + 54.0)),
            Kind::Widest => ((x + 12.0, y + 36.0), (x + 48.0, y + 36.0)),
        };
        drawing.line(&[from, to], Look::line(common::BLACK, 4.0));
        drawing.circle(from, 4.0, Look::fill(common::BLACK));
        drawing.circle(to, 4.0, Look::fill(common::BLACK));
        drawing.words(
            (x + 64.0, y + 32.0),
            &said,
            Words::of(15.0).in_paint(common::MUTED),
        );
        if let Some(seat) = holder {
            marker(drawing, table, seat, (x + 73.0, y + 48.0), 8.0);
            drawing.words((x + 87.0, y + 54.0), &name, Words::of(15.0).within(84.0));
        } else {
            drawing.words((x + 64.0, y + 54.0), &nobody, Words::of(15.0));
        }
    });
}

fn turn(view: &CastellersView, table: &Table) -> String {
    match (view.active, view.fallers.is_empty()) {
        (None, _) => tell!(
            table,
            "The game is over.",
            "S'ha acabat la partida.",
            "La partida ha terminado."
        ),
        (Some(_), false) => tell!(
            table,
            "A white casteller: somebody falls.",
            "Un casteller blanc: algú cau.",
            "Un casteller blanco: alguien cae."
        ),
        (Some(_), true) => match view.actions_left {
            1 => tell!(
                table,
                "1 action left in this turn",
                "Queda 1 acció en aquest torn",
                "Queda 1 acción en este turno"
            ),
            left => tell!(
                table,
                "{left} actions left in this turn",
                "Queden {left} accions en aquest torn",
                "Quedan {left} acciones en este turno"
            ),
        },
    }
}

fn goal(view: &CastellersView, table: &Table) -> String {
    let goal = &view.goal;
    tell!(
        table,
        "Ends at {} valid castells, one with {}+",
        "S'acaba amb {} castells vàlids, un de {}+",
        "Acaba con {} castells válidos, uno de {}+",
        goal.castells,
        goal.castellers
    )
}

/// What may end the game early.
fn silence(view: &CastellersView, table: &Table) -> String {
    match (view.idle_turns, view.lapsed_turns) {
        (0, 0) => String::new(),
        (idle, 0) => tell!(
            table,
            "{idle} turns in a row without an action",
            "{idle} torns seguits sense cap acció",
            "{idle} turnos seguidos sin ninguna acción"
        ),
        (idle, lapsed) => tell!(
            table,
            "{idle} turns without an action, {lapsed} ended by the clock",
            "{idle} torns sense acció, {lapsed} pel rellotge",
            "{idle} turnos sin acción, {lapsed} por el reloj"
        ),
    }
}
