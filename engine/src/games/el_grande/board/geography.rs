//! Spain as we draw it: regions that touch where the rules say that they are neighbours (rule 2.2), and nowhere else.

use crate::games::el_grande::components::ElGrandePlace as Place;
use crate::picture::{Paint, Table, tell};

/// How a place is drawn.
pub struct Site {
    /// The corners of its border, clockwise.
    pub corners: &'static [(f32, f32)],
    /// The middle of the upper edge of what is written and stands in it.
    pub head: (f32, f32),
    /// How much room there is below that for those who stand there: width and height.
    pub room: (f32, f32),
    /// Its ground.
    pub ground: Paint,
}

const SAND: Paint = Paint::new("#ecd9ac", "#57492a");
const CLAY: Paint = Paint::new("#e6c3a0", "#5a3f2b");
const MEADOW: Paint = Paint::new("#cfdcae", "#3d4d2d");
const STONE: Paint = Paint::new("#d9d3c7", "#47474b");

/// What a person calls a place.
pub fn name(table: &Table, place: Place) -> String {
    match place {
        Place::Aragon => tell!(table, "Aragon", "Aragó", "Aragón"),
        Place::BasqueCountry => tell!(table, "Basque Country", "País Basc", "País Vasco"),
        Place::Catalonia => tell!(table, "Catalonia", "Catalunya", "Cataluña"),
        Place::Galicia => tell!(table, "Galicia", "Galícia", "Galicia"),
        Place::Granada => tell!(table, "Granada", "Granada", "Granada"),
        Place::NewCastile => tell!(
            table,
            "New Castile",
            "Castella la Nova",
            "Castilla la Nueva"
        ),
        Place::OldCastile => tell!(
            table,
            "Old Castile",
            "Castella la Vella",
            "Castilla la Vieja"
        ),
        Place::Seville => tell!(table, "Seville", "Sevilla", "Sevilla"),
        Place::Valencia => tell!(table, "Valencia", "València", "Valencia"),
        Place::Castillo => tell!(table, "Castillo", "Castell", "Castillo"),
    }
}

/// Where a place is. Neighbours have two corners in common.
pub fn site(place: Place) -> Site {
    let site = |corners, head, room, ground| Site {
        corners,
        head,
        room,
        ground,
    };
    match place {
        Place::Galicia => site(
            &[
                (20.0, 95.0),
                (60.0, 62.0),
                (176.0, 64.0),
                (176.0, 178.0),
                (176.0, 250.0),
                (110.0, 262.0),
                (30.0, 240.0),
            ],
            (100.0, 92.0),
            (140.0, 116.0),
            MEADOW,
        ),
        Place::BasqueCountry => site(
            &[
                (176.0, 64.0),
                (300.0, 56.0),
                (416.0, 62.0),
                (416.0, 178.0),
                (176.0, 178.0),
            ],
            (296.0, 80.0),
            (228.0, 58.0),
            CLAY,
        ),
        Place::OldCastile => site(
            &[
                (176.0, 178.0),
                (416.0, 178.0),
                (416.0, 302.0),
                (166.0, 302.0),
                (176.0, 250.0),
            ],
            (296.0, 198.0),
            (232.0, 66.0),
            SAND,
        ),
        Place::Aragon => site(
            &[
                (416.0, 62.0),
                (480.0, 74.0),
                (566.0, 72.0),
                (578.0, 318.0),
                (470.0, 352.0),
                (416.0, 302.0),
                (416.0, 178.0),
            ],
            (494.0, 104.0),
            (126.0, 160.0),
            MEADOW,
        ),
        Place::Catalonia => site(
            &[
                (566.0, 72.0),
                (640.0, 60.0),
                (708.0, 96.0),
                (704.0, 180.0),
                (664.0, 268.0),
                (578.0, 318.0),
            ],
            (636.0, 88.0),
            (112.0, 116.0),
            SAND,
        ),
        Place::Valencia => site(
            &[
                (470.0, 352.0),
                (578.0, 318.0),
                (664.0, 268.0),
                (652.0, 340.0),
                (622.0, 430.0),
                (640.0, 486.0),
                (536.0, 532.0),
                (486.0, 474.0),
            ],
            (562.0, 348.0),
            (140.0, 92.0),
            CLAY,
        ),
        Place::NewCastile => site(
            &[
                (166.0, 302.0),
                (416.0, 302.0),
                (470.0, 352.0),
                (486.0, 474.0),
                (336.0, 474.0),
                (156.0, 460.0),
            ],
            (310.0, 322.0),
            (280.0, 104.0),
            STONE,
        ),
        Place::Seville => site(
            &[
                (156.0, 460.0),
                (336.0, 474.0),
                (342.0, 610.0),
                (244.0, 620.0),
                (130.0, 560.0),
            ],
            (250.0, 484.0),
            (176.0, 78.0),
            MEADOW,
        ),
        Place::Granada => site(
            &[
                (336.0, 474.0),
                (486.0, 474.0),
                (536.0, 532.0),
                (526.0, 600.0),
                (420.0, 616.0),
                (342.0, 610.0),
            ],
            (424.0, 490.0),
            (158.0, 74.0),
            SAND,
        ),
        Place::Castillo => site(
            &[(14.0, 304.0), (142.0, 304.0), (142.0, 536.0), (14.0, 536.0)],
            (78.0, 350.0),
            (104.0, 140.0),
            Paint::new("#b8b2a6", "#5b5d63"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::el_grande::data::neighbours;
    use crate::picture::borders;

    #[test]
    fn regions_touch_where_they_are_neighbours_and_nowhere_else() {
        for one in Place::ALL {
            for other in Place::ALL {
                let touch = borders(site(one).corners, site(other).corners);
                let are = match (one.region(), other.region()) {
                    (Some(one), Some(other)) => neighbours(one).contains(&other),
                    (_, _) => false,
                };
                assert_eq!(touch && one != other, are, "{one:?} {other:?}");
            }
        }
    }
}
