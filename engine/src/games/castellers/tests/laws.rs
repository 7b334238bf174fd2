//! Random games, and what holds in all of them.

use super::variants::{FORGETFUL, LENIENT, Variant, WATCHED};
use crate::games::castellers::components::{Casteller, Colour};
use crate::games::castellers::{CastellersAction, CastellersOptions, CastellersPlace, State, data};
use crate::law::{Dice, Trial, hold};
use crate::{Bag, Seat};

/// Every seat count with every option.
fn tables() -> Vec<(u8, CastellersOptions)> {
    let plain = CastellersOptions::default;
    let options = [
        plain(),
        CastellersOptions {
            fall_reopens: false,
            ..plain()
        },
        CastellersOptions {
            deadlock_end: false,
            ..plain()
        },
        CastellersOptions {
            bonus_needs_valid: false,
            bonus_value: 0,
            ..plain()
        },
        CastellersOptions {
            fall_reopens: false,
            deadlock_end: false,
            bonus_value: 20,
            ..plain()
        },
    ];
    let aged = |seats: u8| CastellersOptions {
        age_order: Seat::all(seats).rev().collect(),
        ..plain()
    };
    (2..=4)
        .flat_map(|seats| {
            let all = options.iter().cloned().chain([aged(seats)]);
            all.map(move |options| (seats, options))
        })
        .collect()
}

fn trial<const TWIST: u8>(games: u64) -> Trial<Variant<TWIST>> {
    Trial {
        games,
        first: 0,
        tables: tables(),
        choose,
        invariant,
        longest: 2000,
        thorough_every: 64,
    }
}

#[test]
fn ten_thousand_games_keep_the_laws_and_leave_nothing_out() {
    let report = hold(&trial::<WATCHED>(10_000)).unwrap();
    assert_eq!(report.games, 10_000);
    assert_eq!(report.rare::<Variant<WATCHED>>(100), [""; 0]);
}

#[test]
fn a_list_that_lacks_a_legal_action_breaks_a_law() {
    let broken = hold(&trial::<FORGETFUL>(100)).unwrap_err();
    assert!(broken.law.contains("is listed: false"), "{broken}");
}

#[test]
fn a_casteller_on_a_higher_one_breaks_a_law() {
    let broken = hold(&trial::<LENIENT>(100)).unwrap_err();
    assert!(broken.law.contains("is listed: false"), "{broken}");
}

/// A player who would rather build than recruit, seldom passes, and looks at three ways to build before
/// choosing the one that wastes least.
fn choose(_: &State, _: Seat, actions: &[CastellersAction], dice: &mut Dice) -> usize {
    let pass = actions.len() - 1;
    let builds: Vec<usize> = (0..actions.len())
        .filter(|&at| waste(&actions[at]).is_some())
        .collect();
    if dice.one_in(20) {
        return pass;
    }
    if builds.is_empty() || dice.one_in(3) {
        return match actions[0] {
            CastellersAction::Fall { .. } => dice.below(actions.len()),
            _ => 0,
        };
    }
    let looks = [(); 3].map(|()| builds[dice.below(builds.len())]);
    let best = looks.into_iter().min_by_key(|&at| waste(&actions[at]));
    best.expect("three were looked at")
}

/// How much room for others a building action gives away, roughly; nothing for other actions.
fn waste(action: &CastellersAction) -> Option<u8> {
    let (casteller, place) = match action {
        CastellersAction::Raise { casteller, place } => (casteller, place),
        CastellersAction::Exchange { take, place, .. } => (take, place),
        CastellersAction::Recruit {}
        | CastellersAction::Fall { .. }
        | CastellersAction::Pass {}
        | CastellersAction::Lapse {} => return None,
    };
    Some(match place {
        CastellersPlace::Column { .. } => 0,
        CastellersPlace::NewColumn { .. } => casteller.number,
        CastellersPlace::NewCastell {} => 4 + casteller.number,
    })
}

/// What holds in every position.
fn invariant(state: &State) -> Result<(), String> {
    let demand = |holds: bool, what: &str| match holds {
        true => Ok(()),
        false => Err(format!("{what}: {state:?}")),
    };
    demand(everybody_is_there(state), "castellers are lost or made")?;
    let taken: usize = state
        .players
        .iter()
        .map(|player| player.castells.len())
        .sum();
    demand(
        usize::from(state.bases) + taken == usize::from(data::BASES),
        "bases are lost or made",
    )?;
    for castell in state.players.iter().flat_map(|player| &player.castells) {
        let columns = castell.columns();
        let rises = |column: &Vec<Casteller>| {
            column
                .windows(2)
                .all(|pair| pair[0].number < pair[1].number)
        };
        demand(columns.iter().all(rises), "a column does not rise")?;
        demand(
            columns.iter().all(|column| column.len() <= 7),
            "a column is too high",
        )?;
        let mut teams: Vec<Colour> = castell.castellers().map(|c| c.colour).collect();
        teams.retain(|&colour| colour != Colour::White);
        teams.dedup();
        demand(teams.len() <= 1, "two teams stand on one base")?;
        let hole = columns.iter().any(Vec::is_empty);
        let above = castell.height() >= 2 || (!state.options.fall_reopens && castell.is_closed());
        demand(!hole || above, "a hole is left where level 1 is open")?;
        demand(
            castell.is_bare() == (castell.count() == 0),
            "a bare base has columns",
        )?;
    }
    Ok(())
}

fn everybody_is_there(state: &State) -> bool {
    let mut all = state.bag.clone();
    for player in &state.players {
        let standing = player
            .castells
            .iter()
            .flat_map(|castell| castell.castellers());
        for casteller in player.set.each().chain(standing) {
            all.put(casteller, 1);
        }
    }
    all == Bag::new(data::deck())
}
