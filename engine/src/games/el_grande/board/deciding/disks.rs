//! The secret disks, as far as the viewer may see them.

use super::LEFT;
use crate::Seat;
use crate::games::el_grande::board::geography::name;
use crate::games::el_grande::components::ElGrandePlace as Place;
use crate::games::el_grande::view::ElGrandeStage as Stage;
use crate::picture::{Drawing, Hit, Look, Part, Table, Words, common, marker, tell};

/// A disk: whose, and what is known of it.
pub struct Disk {
    seat: Seat,
    shows: Shows,
}

enum Shows {
    Awaited,
    FaceDown,
    Place(Place),
}

pub fn disks(stage: &Stage, you: Option<Seat>) -> Vec<Disk> {
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

pub fn draw_disks(drawing: &mut Drawing, table: &Table, disks: &[Disk], top: f32) {
    for (at, disk) in disks.iter().enumerate() {
        let x = LEFT + 34.0 + at as f32 * 190.0;
        let shown = match disk.shows {
            Shows::Awaited => tell!(table, "not set", "sense posar", "sin poner"),
            Shows::FaceDown => tell!(table, "face down", "boca avall", "boca abajo"),
            Shows::Place(place) => name(table, place),
        };
        let title = tell!(
            table,
            "Disk of {}: {shown}",
            "Disc de {}: {shown}",
            "Disco de {}: {shown}",
            table.name(disk.seat)
        );
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
