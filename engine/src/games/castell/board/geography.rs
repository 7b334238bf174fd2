//! Catalonia as we draw it: regions that have a border in common where a pawn can go from one to the other (rules 2.2),
//! and nowhere else. Where four meet in a corner a peak stands between those that are not neighbours.

use crate::games::castell::components::CastellRegion as Region;
use crate::picture::Paint;

/// How a region is drawn.
pub struct Site {
    /// The corners of its border, clockwise.
    pub corners: &'static [(f32, f32)],
    /// The middle of the upper edge of what lies in it.
    pub head: (f32, f32),
    /// Its ground.
    pub ground: Paint,
}

/// Corners in which four regions meet.
pub const PEAKS: [(f32, f32); 2] = [(232.0, 336.0), (256.0, 502.0)];

const OLIVE: Paint = Paint::new("#dbe0b4", "#454c2b");
const TILE: Paint = Paint::new("#eccfae", "#5a4330");
const WHEAT: Paint = Paint::new("#f0dfa8", "#564a28");
const PINE: Paint = Paint::new("#c9dcc0", "#35492f");

/// Where a region is. Neighbours have two corners in common.
pub fn site(region: Region) -> Site {
    let site = |corners, head, ground| Site {
        corners,
        head,
        ground,
    };
    match region {
        Region::Lleida => site(
            &[
                (14.0, 84.0),
                (232.0, 56.0),
                (240.0, 186.0),
                (232.0, 336.0),
                (36.0, 338.0),
                (18.0, 200.0),
            ],
            (130.0, 146.0),
            WHEAT,
        ),
        Region::Girona => site(
            &[
                (232.0, 56.0),
                (420.0, 64.0),
                (632.0, 76.0),
                (624.0, 216.0),
                (430.0, 204.0),
                (240.0, 186.0),
            ],
            (434.0, 84.0),
            PINE,
        ),
        Region::Barcelona => site(
            &[
                (240.0, 186.0),
                (430.0, 204.0),
                (624.0, 216.0),
                (604.0, 372.0),
                (476.0, 354.0),
                (232.0, 336.0),
            ],
            (430.0, 224.0),
            TILE,
        ),
        Region::Vilafranca => site(
            &[
                (232.0, 336.0),
                (476.0, 354.0),
                (470.0, 490.0),
                (256.0, 502.0),
            ],
            (356.0, 366.0),
            OLIVE,
        ),
        Region::Vilanova => site(
            &[
                (476.0, 354.0),
                (604.0, 372.0),
                (592.0, 486.0),
                (545.0, 612.0),
                (304.0, 622.0),
                (256.0, 502.0),
                (470.0, 490.0),
            ],
            (424.0, 506.0),
            WHEAT,
        ),
        Region::Valls => site(
            &[(36.0, 338.0), (232.0, 336.0), (256.0, 502.0), (46.0, 490.0)],
            (143.0, 360.0),
            PINE,
        ),
        Region::Tarragona => site(
            &[
                (46.0, 490.0),
                (256.0, 502.0),
                (304.0, 622.0),
                (150.0, 636.0),
                (28.0, 590.0),
            ],
            (160.0, 510.0),
            TILE,
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::castell::data::are_adjacent;
    use crate::picture::borders;

    #[test]
    fn regions_touch_where_a_pawn_can_go_from_one_to_the_other_and_nowhere_else() {
        for one in Region::ALL {
            for other in Region::ALL {
                let touch = borders(site(one).corners, site(other).corners);
                assert_eq!(
                    touch && one != other,
                    are_adjacent(one, other),
                    "{one:?} {other:?}"
                );
            }
        }
    }
}
