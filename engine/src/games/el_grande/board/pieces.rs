//! What stands on the map.

use super::geography::name;
use crate::Seat;
use crate::games::el_grande::components::ElGrandePlace as Place;
use crate::picture::{Drawing, Hit, Look, Part, Table, Words, badge, common, marker, tell, word};

const CROWN: &str = "M-13 8L-16-9L-7-1L0-13L7-1L16-9L13 8Z";

/// The Caballeros of a seat in a place, about a point.
pub fn caballeros(
    drawing: &mut Drawing,
    table: &Table,
    place: Place,
    seat: Seat,
    count: u8,
    (x, y): (f32, f32),
) {
    let title = tell!(
        table,
        "{count} Caballeros of {} in {}",
        "{count} cavallers de {} a {}",
        "{count} caballeros de {} en {}",
        table.name(seat),
        name(table, place)
    );
    let part = Part::new(format!("caballeros:{}", word(&place)), title)
        .of(seat)
        .count(count)
        .fact("data-place", word(&place));
    drawing.part(part, Hit::Area(x - 15.0, y - 15.0, 30.0, 30.0), |drawing| {
        badge(drawing, table, seat, (x, y), 13.0, &count.to_string());
    });
}

/// The Grande of a seat: its shape with a crown.
pub fn grande(drawing: &mut Drawing, table: &Table, seat: Seat, (x, y): (f32, f32)) {
    let title = tell!(
        table,
        "The Grande of {}",
        "El Gran de {}",
        "El Grande de {}",
        table.name(seat)
    );
    let part = Part::new(format!("grande:{}", seat.0), title).of(seat);
    drawing.part(part, Hit::Area(x - 17.0, y - 22.0, 34.0, 38.0), |drawing| {
        marker(drawing, table, seat, (x, y), 14.0);
        let look = Look::fill(common::GOLD).outlined(common::BLACK, 2.0);
        drawing.path((x, y - 13.0), 0.55, CROWN, look);
    });
}

/// The King, about a point.
pub fn king(drawing: &mut Drawing, table: &Table, (x, y): (f32, f32)) {
    let title = tell!(
        table,
        "The King: nothing changes in this region but his coming and going",
        "El Rei: a la seva regió no canvia res més que la seva arribada i la seva marxa",
        "El Rey: en su región no cambia nada más que su llegada y su partida"
    );
    let part = Part::new("king", title);
    drawing.part(part, Hit::Area(x - 20.0, y - 20.0, 40.0, 40.0), |drawing| {
        drawing.circle(
            (x, y),
            18.0,
            Look::fill(common::BLACK).outlined(common::GOLD, 2.5),
        );
        drawing.path((x, y + 1.0), 0.8, CROWN, Look::fill(common::GOLD));
    });
}

/// Three numbers for the first, second and third place, about a point; those of a mobile scoreboard look raised.
pub fn values(drawing: &mut Drawing, values: [u8; 3], (x, y): (f32, f32), look: Look) {
    drawing.rect((x - 39.0, y - 12.0, 78.0, 24.0), 4.0, look);
    for (at, value) in values.iter().enumerate() {
        let place = (x + 26.0 * (at as f32 - 1.0), y + 6.0);
        let words = match at {
            0 => Words::of(18.0).bold(),
            _ => Words::of(16.0),
        };
        let text = match value {
            0 => "–".to_owned(),
            value => value.to_string(),
        };
        drawing.words(place, &text, words.middle().in_paint(common::BLACK));
    }
}
