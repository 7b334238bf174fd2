//! Positions as the data files describe them, and what is to be seen of a position in return.

use crate::games::castell::CastellOptions;
use crate::games::castell::components::{
    CastellPrize, CastellRanks, CastellRegion, CastellSkillTile, LARGEST,
};
use crate::games::castell::data::{CASTELLERS_PER_SIZE, CastellSlot, SPECIAL_TOKENS};
use crate::games::castell::state::{CastellDeed, Festival, Phase, Player, Row, State};
use crate::games::castell::tiles::CastellTileId;
use crate::{Bag, Seat};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What a data file of this game holds.
pub fn read<T: DeserializeOwned>(file: &str) -> T {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/castell");
    let text = fs::read_to_string(folder.join(file)).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{file}: {e}"))
}

/// A table in the middle of a game; castellers that are neither in a team nor on the map are in the bag.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    seats: u8,
    #[serde(default)]
    options: CastellOptions,
    #[serde(default = "first_round")]
    round: u8,
    /// Seat 0 if not given.
    first_seat: Option<Seat>,
    /// The ring of tiles, clockwise from the north.
    #[serde(default = "usual_ring")]
    ring: [CastellSkillTile; 8],
    /// Regions that are not given are empty.
    #[serde(default)]
    regions: BTreeMap<CastellRegion, RegionThen>,
    #[serde(default)]
    calendar: Vec<Festival>,
    /// By seat; those not given have nothing but their special action tokens.
    #[serde(default)]
    players: Vec<PlayerThen>,
    /// Whose turn it is, or who is asked at the festival; the first seat if not given.
    awaited: Option<Seat>,
    /// What was done in the turn.
    #[serde(default)]
    done: Vec<CastellDeed>,
    /// The festival that is being held.
    festival: Option<CastellSlot>,
    /// All castellers in the bag, if it does not hold the rest.
    bag: Option<Vec<u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RegionThen {
    #[serde(default)]
    castellers: Vec<u8>,
    #[serde(default)]
    tiles: Vec<CastellTileId>,
    /// By seat.
    #[serde(default)]
    tokens: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct PlayerThen {
    team: Vec<u8>,
    ranks: CastellRanks,
    tokens: u8,
    pawn: Option<CastellRegion>,
    best_tower: u8,
    prizes: Vec<(CastellRegion, CastellPrize)>,
    size_tokens: Vec<(CastellRegion, u8)>,
    collected: BTreeMap<CastellRegion, u8>,
    tiles: Vec<(CastellRegion, CastellTileId)>,
}

impl Default for PlayerThen {
    fn default() -> PlayerThen {
        PlayerThen {
            team: Vec::new(),
            ranks: CastellRanks::default(),
            tokens: SPECIAL_TOKENS,
            pawn: None,
            best_tower: 0,
            prizes: Vec::new(),
            size_tokens: Vec::new(),
            collected: BTreeMap::new(),
            tiles: Vec::new(),
        }
    }
}

fn first_round() -> u8 {
    1
}

/// The ring of the rules' example of the wheel.
fn usual_ring() -> [CastellSkillTile; 8] {
    use CastellSkillTile::{Balance, Base, Mix, Special, Strength, Width};
    [
        Balance, Mix, Special, Width, Base, Balance, Strength, Special,
    ]
}

impl Table {
    /// The position of the case of this name.
    pub fn position(&self, case: &str) -> State {
        let first_seat = self.first_seat.unwrap_or(Seat(0));
        let seat = self.awaited.unwrap_or(first_seat);
        let mut state = State {
            options: self.options.clone(),
            round: self.round,
            first_seat,
            phase: match self.festival {
                None => Phase::Turn {
                    seat,
                    done: self.done.clone(),
                },
                Some(slot) => Phase::Festival {
                    slot,
                    seat,
                    entries: Vec::new(),
                },
            },
            bag: full_bag(),
            ring: self.ring,
            regions: CastellRegion::ALL.map(|region| self.row(region)),
            calendar: self.calendar.clone(),
            removed: Vec::new(),
            players: Seat::all(self.seats)
                .map(|seat| self.player(seat))
                .collect(),
        };
        state.bag = match &self.bag {
            Some(sizes) => Bag::new(sizes.iter().map(|&size| (size, 1))),
            None => rest_of_the_bag(&state, case),
        };
        state
    }

    fn row(&self, region: CastellRegion) -> Row {
        let mut tokens = vec![0; self.seats.into()];
        let Some(then) = self.regions.get(&region) else {
            return Row {
                castellers: Default::default(),
                tiles: Vec::new(),
                tokens,
            };
        };
        tokens[..then.tokens.len()].copy_from_slice(&then.tokens);
        Row {
            castellers: then.castellers.iter().copied().collect(),
            tiles: then.tiles.clone(),
            tokens,
        }
    }

    fn player(&self, seat: Seat) -> Player {
        let nothing = PlayerThen::default();
        let then = self.players.get(seat.index()).unwrap_or(&nothing);
        let collected = |region| then.collected.get(&region).copied().unwrap_or(0);
        Player {
            team: then.team.iter().copied().collect(),
            ranks: then.ranks,
            tokens: then.tokens,
            pawn: then.pawn,
            best_tower: then.best_tower,
            prizes: then.prizes.clone(),
            size_tokens: then.size_tokens.clone(),
            collected: CastellRegion::ALL.map(collected),
            tiles: then.tiles.clone(),
        }
    }
}

fn full_bag() -> Bag<u8> {
    Bag::new((1..=LARGEST).map(|size| (size, CASTELLERS_PER_SIZE)))
}

fn rest_of_the_bag(state: &State, case: &str) -> Bag<u8> {
    let mut bag = full_bag();
    let on_map = state.regions.iter().map(|row| row.castellers);
    for castellers in on_map.chain(state.players.iter().map(|player| player.team)) {
        for size in castellers.sizes() {
            for _ in 0..castellers.of(size) {
                assert!(
                    bag.take(&size),
                    "{case}: one casteller of size {size} too many"
                );
            }
        }
    }
    bag
}

/// The outcomes by which these castellers come out of the bag in this order.
pub fn outcomes(mut bag: Bag<u8>, draws: &[u8]) -> Vec<u32> {
    let outcome = |size: &u8| {
        let before = bag.kinds().iter().take_while(|(kind, _)| kind < size);
        let outcome = before.map(|&(_, count)| u32::from(count)).sum();
        assert!(bag.take(size), "no {size} is left in the bag");
        outcome
    };
    draws.iter().map(outcome).collect()
}

/// What a client sees, put so that it can be written down: castellers as lists of sizes, lists of named things
/// by their names.
pub fn seen(view: &Value) -> Value {
    let mut seen = view.clone();
    seen["bag"] = json!(sizes(&view["bag"]).len());
    for region in members(&mut seen["regions"]) {
        region["castellers"] = json!(sizes(&region["castellers"]));
        region["tiles"] = ids(&region["tiles"]);
    }
    seen["regions"] = keyed(&seen["regions"], "region");
    seen["calendar"] = keyed(&seen["calendar"], "slot");
    for player in members(&mut seen["players"]) {
        player["team"] = json!(sizes(&player["team"]));
        player["breakdown"] = keyed(&player["breakdown"], "what");
        for earned in members(&mut player["earned"]) {
            earned["tiles"] = ids(&earned["tiles"]);
        }
        player["earned"] = keyed(&player["earned"], "region");
    }
    seen
}

fn members(list: &mut Value) -> &mut Vec<Value> {
    list.as_array_mut().unwrap()
}

fn sizes(counts: &Value) -> Vec<u8> {
    let counts = counts.as_array().unwrap().iter();
    let counts = counts.map(|count| count.as_u64().unwrap() as usize);
    (1..)
        .zip(counts)
        .flat_map(|(size, count)| std::iter::repeat_n(size, count))
        .collect()
}

fn ids(tiles: &Value) -> Value {
    let tiles = tiles.as_array().unwrap().iter();
    tiles.map(|tile| tile["tile"].clone()).collect()
}

/// A list as an object, by the name that every element has in this member.
fn keyed(list: &Value, name: &str) -> Value {
    let elements = list.as_array().unwrap().iter();
    let named = elements.map(|element| {
        let key = element[name].as_str().unwrap().to_owned();
        (key, element.clone())
    });
    Value::Object(named.collect::<Map<String, Value>>())
}

/// Where what is seen is not as wanted. Of objects only the members named are compared, of lists every
/// element that is not null.
pub fn differs(seen: &Value, wanted: &Value) -> Option<String> {
    match (seen, wanted) {
        (_, Value::Null) => None,
        (_, Value::Object(members)) => members.iter().find_map(|(name, wanted)| {
            let difference = differs(&seen[name], wanted)?;
            Some(format!("{name}: {difference}"))
        }),
        (Value::Array(seen), Value::Array(wanted)) if seen.len() == wanted.len() => {
            let mut pairs = seen.iter().zip(wanted).enumerate();
            pairs.find_map(|(at, (seen, wanted))| {
                let difference = differs(seen, wanted)?;
                Some(format!("{at}: {difference}"))
            })
        }
        _ if seen == wanted => None,
        _ => Some(format!("{seen} instead of {wanted}")),
    }
}
