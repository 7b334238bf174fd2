//! Where a casteller may go in front of its player, whether it comes from the set or from an exchange.

use super::castells::{Castell, Obstacle, Spot};
use super::components::Casteller;
use super::events::CastellersEvent;
use super::rule;
use super::state::State;
use crate::{Illegal, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where a casteller goes. Castells and columns are counted from 0, castells in the order in which their bases were
/// taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum CastellersPlace {
    /// On a base from the supply: a new castell.
    NewCastell {},
    /// On the base of one of your castells, beside those who stand there: a new column, the last one. Also the first
    /// casteller on a bare base.
    NewColumn {
        /// Which of your castells.
        #[schema(maximum = 11)]
        castell: u8,
    },
    /// On top of a column of one of your castells, or into the hole that an empty column is.
    Column {
        /// Which of your castells.
        #[schema(maximum = 11)]
        castell: u8,
        /// Which of its columns.
        #[schema(maximum = 65)]
        column: u8,
    },
}

/// Every place where this seat may put the casteller now.
pub fn places(
    state: &State,
    seat: Seat,
    casteller: Casteller,
) -> impl Iterator<Item = CastellersPlace> {
    let castells = (0..).zip(&state.player(seat).castells);
    let on_castells = castells
        .flat_map(move |(at, castell)| castell.spots(casteller).map(move |spot| place(at, spot)));
    let new = (state.bases > 0).then_some(CastellersPlace::NewCastell {});
    on_castells.chain(new)
}

/// Those of [`places`] that make a difference: of equal columns of a castell the first.
pub fn distinct_places(
    state: &State,
    seat: Seat,
    casteller: Casteller,
) -> impl Iterator<Item = CastellersPlace> {
    let castells = &state.player(seat).castells;
    places(state, seat, casteller).filter(move |place| match spot(*place) {
        Some((castell, spot)) => !castells[castell].repeats(spot),
        None => true,
    })
}

/// May the casteller go there?
///
/// # Errors
/// The building rule that forbids it, with a pointer to the place.
pub fn check(
    state: &State,
    seat: Seat,
    casteller: Casteller,
    place: CastellersPlace,
) -> Result<(), Illegal> {
    match spot(place) {
        Some((castell, spot)) => {
            let castells = &state.player(seat).castells;
            let there = castells
                .get(castell)
                .ok_or_else(|| no_castell(castells, castell))?;
            there
                .admits(casteller, spot)
                .map_err(|obstacle| illegal(casteller, there, obstacle))
        }
        None if state.bases == 0 => Err(Illegal::at(
            rule::BUILD_NO_BASE,
            "/place",
            "no base is left in the supply",
        )),
        None => Ok(()),
    }
}

/// Puts the casteller there.
pub fn build(
    state: &mut State,
    seat: Seat,
    casteller: Casteller,
    place: CastellersPlace,
    events: &mut Vec<CastellersEvent>,
) {
    let (castell, spot) = spot(place).unwrap_or_else(|| take_base(state, seat, events));
    let there = &mut state.player_mut(seat).castells[castell];
    let column = there.put(casteller, spot);
    events.push(CastellersEvent::Raised {
        seat,
        casteller,
        castell: castell as u8,
        column: column as u8,
        level: there.columns()[column].len() as u8,
    });
}

fn take_base(state: &mut State, seat: Seat, events: &mut Vec<CastellersEvent>) -> (usize, Spot) {
    state.bases -= 1;
    let castells = &mut state.player_mut(seat).castells;
    castells.push(Castell::default());
    let castell = castells.len() - 1;
    events.push(CastellersEvent::BaseTaken {
        seat,
        castell: castell as u8,
    });
    (castell, Spot::Beside)
}

fn place(castell: u8, spot: Spot) -> CastellersPlace {
    match spot {
        Spot::Beside => CastellersPlace::NewColumn { castell },
        Spot::On(column) => CastellersPlace::Column {
            castell,
            column: column as u8,
        },
    }
}

/// The castell and the spot on it; `None` for a new castell.
pub(super) fn spot(place: CastellersPlace) -> Option<(usize, Spot)> {
    match place {
        CastellersPlace::NewCastell {} => None,
        CastellersPlace::NewColumn { castell } => Some((usize::from(castell), Spot::Beside)),
        CastellersPlace::Column { castell, column } => {
            Some((usize::from(castell), Spot::On(usize::from(column))))
        }
    }
}

fn no_castell(castells: &[Castell], castell: usize) -> Illegal {
    Illegal::at(
        rule::BUILD_NO_CASTELL,
        "/place/castell",
        format!(
            "you have {} castells, and {castell} is none of them",
            castells.len()
        ),
    )
}

fn illegal(casteller: Casteller, castell: &Castell, obstacle: Obstacle) -> Illegal {
    let called = casteller.called();
    match obstacle {
        Obstacle::Colour(colour) => Illegal::at(
            rule::BUILD_COLOUR,
            "/place/castell",
            format!(
                "{} castellers stand there, {called} may not join them",
                colour.word()
            ),
        ),
        Obstacle::Closed => Illegal::at(
            rule::BUILD_LEVEL_CLOSED,
            "/place",
            "level 2 of that castell has been started, nobody may join level 1",
        ),
        Obstacle::NoColumn => Illegal::at(
            rule::BUILD_NO_COLUMN,
            "/place/column",
            format!(
                "that castell has {} columns, counted from 0",
                castell.columns().len()
            ),
        ),
        Obstacle::NotLowest => Illegal::at(
            rule::BUILD_LOWEST_FIRST,
            "/place/column",
            format!(
                "columns of height {} of that castell have to grow first",
                castell.complete_levels()
            ),
        ),
        Obstacle::NotHigher(top) => Illegal::at(
            rule::BUILD_NUMBER,
            "/place/column",
            format!(
                "{called} may not stand on {}, which is no lower",
                top.called()
            ),
        ),
    }
}
