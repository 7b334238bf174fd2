//! Positions, and what is expected of them, as a player would write them down.

use crate::games::castellers::castells::Castell;
use crate::games::castellers::components::{Casteller, Set};
use crate::games::castellers::state::{Player, Stage};
use crate::games::castellers::{Castellers, CastellersOptions, State, data, scoring};
use crate::{Bag, Rules, Score, Seat, Turn};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A table in the middle of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// What lies in front of each player, by seat.
    players: Vec<Player>,
    /// Whose turn it is.
    #[serde(default)]
    active: u8,
    /// Actions left in the turn.
    #[serde(default = "all_actions")]
    actions_left: u8,
    /// Bases in the supply; without a word all that are not in front of players.
    bases: Option<u8>,
    /// Castellers in the bag; without a word all that are not in front of players.
    bag: Option<Set>,
}

/// What is expected of a table. What is not said is not looked at.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Expected {
    /// By seat.
    sets: BTreeMap<u8, Set>,
    /// By seat.
    castells: BTreeMap<u8, Vec<Castell>>,
    bag: Option<u32>,
    bases: Option<u8>,
    /// The seat that the game waits for.
    turn_of: Option<u8>,
    actions_left: Option<u8>,
    /// Who may fall, as column of castell.
    fallers: Option<Vec<Faller>>,
    /// Why the game is over.
    over: Option<String>,
    /// What gives how many points, by seat; what is not named is 0.
    scores: BTreeMap<u8, BTreeMap<String, i32>>,
    /// Points in all, by seat.
    totals: Option<Vec<i32>>,
    /// The place of each seat if the game ended now.
    places: Option<Vec<u8>>,
    /// Which castells are valid, by seat.
    valid: BTreeMap<u8, Vec<bool>>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Faller {
    castell: usize,
    column: usize,
    /// One.
    casteller: Set,
}

fn all_actions() -> u8 {
    data::ACTIONS
}

impl Table {
    /// The position, with these options, of the case of this name.
    pub fn position(&self, options: &CastellersOptions, case: &str) -> State {
        let taken: usize = self
            .players
            .iter()
            .map(|player| player.castells.len())
            .sum();
        let bases = self.bases.unwrap_or(data::BASES - taken as u8);
        let bag = match self.bag {
            Some(bag) => Bag::new(bag.each().map(|casteller| (casteller, 1))),
            None => self.rest_of_the_deck(case),
        };
        State {
            options: options.clone(),
            bag,
            bases,
            players: self.players.clone(),
            active: Seat(self.active),
            actions_left: self.actions_left,
            stage: Stage::Acting,
            idle_turns: 0,
            lapsed_turns: 0,
        }
    }

    fn rest_of_the_deck(&self, case: &str) -> Bag<Casteller> {
        let mut bag = Bag::new(data::deck());
        for player in &self.players {
            let standing = player.castells.iter().flat_map(Castell::castellers);
            for casteller in player.set.each().chain(standing) {
                assert!(bag.take(&casteller), "{case}: one {casteller:?} too many");
            }
        }
        bag
    }
}

impl Expected {
    /// Is the position as expected? `case` names what is looked at.
    pub fn hold(&self, state: &State, case: &str) {
        self.hold_on_the_table(state, case);
        self.hold_for_the_turn(state, case);
        self.hold_for_the_score(state, case);
    }

    fn hold_on_the_table(&self, state: &State, case: &str) {
        for (&seat, set) in &self.sets {
            assert_eq!(
                state.player(Seat(seat)).set,
                *set,
                "{case}: set of seat {seat}"
            );
        }
        for (&seat, castells) in &self.castells {
            let standing = &state.player(Seat(seat)).castells;
            assert_eq!(standing, castells, "{case}: castells of seat {seat}");
        }
        for (&seat, valid) in &self.valid {
            let castells = &state.player(Seat(seat)).castells;
            let found: Vec<bool> = castells.iter().map(Castell::is_valid).collect();
            assert_eq!(found, *valid, "{case}: valid castells of seat {seat}");
        }
        if let Some(bag) = self.bag {
            assert_eq!(state.bag.len(), bag, "{case}: bag");
        }
        if let Some(bases) = self.bases {
            assert_eq!(state.bases, bases, "{case}: bases");
        }
    }

    fn hold_for_the_turn(&self, state: &State, case: &str) {
        let turn = Castellers::turn(state);
        if let Some(seat) = self.turn_of {
            assert_eq!(turn, Turn::of(Seat(seat)), "{case}: turn");
        }
        if let Some(left) = self.actions_left {
            assert_eq!(state.actions_left, left, "{case}: actions left");
        }
        if let Some(reason) = &self.over {
            let ended = matches!(&turn, Turn::Over(outcome) if outcome.reason == *reason);
            assert!(ended, "{case}: over by {reason}, but {turn:?}");
        }
        if let Some(fallers) = &self.fallers {
            assert_eq!(waiting_fallers(state), *fallers, "{case}: fallers");
        }
    }

    fn hold_for_the_score(&self, state: &State, case: &str) {
        let scores = scoring::scores(state);
        for (&seat, items) in &self.scores {
            let found = nonzero(&scores[usize::from(seat)]);
            assert_eq!(found, *items, "{case}: score of seat {seat}");
        }
        if let Some(totals) = &self.totals {
            let found: Vec<i32> = scores.iter().map(Score::total).collect();
            assert_eq!(found, *totals, "{case}: points");
        }
        if let Some(places) = &self.places {
            let outcome = scoring::rank(state, "deadlock");
            let found: Vec<u8> = outcome.places.iter().map(|p| p.place).collect();
            assert_eq!(found, *places, "{case}: places");
        }
    }
}

fn nonzero(score: &Score) -> BTreeMap<String, i32> {
    let items = score.breakdown.iter().filter(|item| item.points != 0);
    items
        .map(|item| (item.what.to_string(), item.points))
        .collect()
}

fn waiting_fallers(state: &State) -> Vec<Faller> {
    if state.stage != Stage::Falling {
        return Vec::new();
    }
    let fallers = state.player(state.active).fallers();
    fallers
        .map(|(castell, column, casteller)| Faller {
            castell,
            column,
            casteller: Set::from_iter([casteller]),
        })
        .collect()
}
