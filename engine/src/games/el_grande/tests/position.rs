//! Positions as the data files describe them, and what is to be seen of a state in return.

use crate::games::el_grande::ElGrande;
use crate::games::el_grande::actions::{self, ElGrandeAction as Action};
use crate::games::el_grande::choices::Choices;
use crate::games::el_grande::components::{
    ElGrandeCard as Card, ElGrandePlace as Place, ElGrandeRegion as Region,
    ElGrandeScoreboard as Scoreboard, ElGrandeSpot as Spot,
};
use crate::games::el_grande::data;
use crate::games::el_grande::lists::ElGrandeTo;
use crate::games::el_grande::options::ElGrandeOptions;
use crate::games::el_grande::state::{Halves, Stage, State, Veto};
use crate::games::el_grande::view;
use crate::law::Dice;
use crate::{Chance, Rules, Seat, Turn, Watcher};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A position; what is not said is as at the beginning of a turn in an ordinary game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    seats: u8,
    #[serde(default)]
    options: ElGrandeOptions,
    #[serde(default = "first_round")]
    round: u8,
    #[serde(default = "far_away")]
    king: Region,
    /// The home regions by seat; Galicia for all if not given.
    homes: Option<Vec<Region>>,
    /// Caballeros by place and seat.
    #[serde(default)]
    caballeros: BTreeMap<Place, Vec<u8>>,
    /// Courts by seat; 7 each if not given. The rest of 30 is in the province.
    courts: Option<Vec<u8>>,
    #[serde(default)]
    boards: BTreeMap<Scoreboard, Region>,
    /// The power cards that every seat has played, round by round; anything if not given.
    power: Option<Vec<Vec<u8>>>,
    /// The order of turns; by seat if not given.
    order: Option<Vec<Seat>>,
    /// Whose place in the order it is.
    #[serde(default)]
    at: u8,
    /// The cards on offer; anything if not given.
    offer: Option<Vec<Card>>,
    #[serde(default)]
    vetoes: Vec<Veto>,
    /// Points so far.
    #[serde(default)]
    points: Vec<u16>,
    stage: Now,
}

/// What is being decided.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Now {
    Bid,
    Intake,
    Card,
    /// A turn with this card.
    Halves(Card),
    /// The disks of a general scoring.
    Scoring,
}

fn first_round() -> u8 {
    1
}

fn far_away() -> Region {
    Region::Galicia
}

impl Position {
    /// The state it describes.
    pub fn build(&self) -> State {
        let mut chance = dice_of("position", 0);
        let (mut state, _) = ElGrande::setup(&self.options, self.seats, &mut chance);
        state.round = self.round;
        state.king = self.king;
        self.set_players(&mut state);
        for (board, region) in &self.boards {
            state.boards[board.index()] = Some(*region);
        }
        if let Some(offer) = &self.offer {
            state.offer.clone_from(offer);
        }
        state.vetoes.clone_from(&self.vetoes);
        state.order = match &self.order {
            Some(order) => order.clone(),
            None => Seat::all(self.seats).collect(),
        };
        state.at = self.at;
        state.stage = match self.stage {
            Now::Bid => Stage::Bid,
            Now::Intake => Stage::Intake,
            Now::Card => Stage::Card,
            Now::Halves(card) => {
                state.offer.retain(|&offered| offered != card);
                let (placed, acted) = (false, false);
                Stage::Halves(Halves {
                    card,
                    placed,
                    acted,
                })
            }
            Now::Scoring => {
                let seats: Vec<Seat> = Seat::all(self.seats).collect();
                Stage::Scoring(Choices::ask(self.seats, &seats))
            }
        };
        state
    }

    fn set_players(&self, state: &mut State) {
        let rounds = state.rounds().iter().filter(|&&r| r <= self.round).count();
        let played = match self.stage {
            Now::Bid => rounds - 1,
            Now::Intake | Now::Card | Now::Halves(_) | Now::Scoring => rounds,
        };
        for (at, player) in state.players.iter_mut().enumerate() {
            player.grande = self.homes.as_ref().map_or(Region::Galicia, |h| h[at]);
            player.points.regions = self.points.get(at).copied().unwrap_or(0);
            player.caballeros = [0; 12];
            for (&place, counts) in &self.caballeros {
                player.caballeros[Spot::from(place) as usize] = counts[at];
            }
            let court = self.courts.as_ref().map_or(data::AT_COURT, |c| c[at]);
            player.caballeros[Spot::Court as usize] = court;
            let sum: u8 = player.caballeros.iter().sum();
            player.caballeros[Spot::Province as usize] = data::CABALLEROS - sum;
            match &self.power {
                Some(power) => power[at].iter().for_each(|&card| player.power.play(card)),
                None => (0..played).for_each(|n| player.power.play((n + 3 * at) as u8 % 13 + 1)),
            }
        }
    }
}

/// Draws that follow from a name and a number.
pub fn dice_of(name: &str, number: u64) -> Chance {
    let mut dice = Dice::new(name, number);
    let seed = std::array::from_fn(|_| dice.below(256) as u8);
    Chance::dealt(crate::chance::Seed(seed), 0)
}

/// What is to be seen of a state: everything the data files speak of.
pub fn seen(state: &State) -> Value {
    let players = &state.players;
    let by_seat = |spot: Spot| json!(players.iter().map(|p| p.has(spot)).collect::<Vec<_>>());
    let place = |place: &Place| (text(place), by_seat(Spot::from(*place)));
    let caballeros: BTreeMap<String, Value> = Place::ALL.iter().map(place).collect();
    let board = |board: Scoreboard| (text(&board), json!(state.boards[board.index()]));
    let boards: BTreeMap<String, Value> = Scoreboard::ALL.into_iter().map(board).collect();
    let hand = |seat: Seat| state.player(seat).power.hand().collect::<Vec<_>>();
    let table = serde_json::to_value(view::view(state, Watcher::Spectator)).unwrap();
    let regions = table["regions"].as_array().unwrap().iter();
    let values: BTreeMap<&str, &Value> = regions
        .map(|region| (region["region"].as_str().unwrap(), &region["values"]))
        .collect();
    json!({
        "round": state.round,
        "stage": table["stage"]["type"],
        "steps": table["stage"]["steps"],
        "awaited": ElGrande::turn(state).seats(),
        "order": state.order,
        "king": state.king,
        "homes": players.iter().map(|p| p.grande).collect::<Vec<_>>(),
        "caballeros": caballeros,
        "courts": by_seat(Spot::Court),
        "provinces": by_seat(Spot::Province),
        "boards": boards,
        "values": values,
        "scores": players.iter().map(|p| p.score()).collect::<Vec<_>>(),
        "hands": Seat::all(state.seats()).map(hand).collect::<Vec<_>>(),
        "pile_tops": players.iter().map(|p| p.power.top()).collect::<Vec<_>>(),
        "offer": state.offer,
        "vetoes": state.vetoes,
        "may_place": may_place(state),
        "candidates": candidates(state),
        "places": places(state),
    })
}

/// Where the waiting seat may place one Caballero.
fn may_place(state: &State) -> Vec<Place> {
    let Some(&seat) = ElGrande::turn(state).seats().first() else {
        return Vec::new();
    };
    let allowed = |place: &Place| {
        let to = vec![ElGrandeTo {
            place: *place,
            count: 1,
        }];
        actions::check(state, seat, &Action::Place { to }).is_ok()
    };
    Place::ALL.into_iter().filter(allowed).collect()
}

/// What the first waiting seat is offered.
fn candidates(state: &State) -> Value {
    match ElGrande::turn(state).seats().first() {
        Some(&seat) => json!(ElGrande::candidates(state, seat).actions()),
        None => json!([]),
    }
}

/// The places of the seats once the game is over.
fn places(state: &State) -> Value {
    match ElGrande::turn(state) {
        Turn::Over(outcome) => json!(outcome.places.iter().map(|p| p.place).collect::<Vec<_>>()),
        Turn::Waiting(_) => Value::Null,
    }
}

fn text<T: serde::Serialize>(word: &T) -> String {
    let value = serde_json::to_value(word).unwrap();
    value.as_str().unwrap().to_owned()
}
