//! Ranks, bonuses and scorings (rule 5).

use super::cards::Scored;
use super::components::{
    ElGrandePlace as Place, ElGrandeRegion as Region, ElGrandeScoreboard as Scoreboard,
    ElGrandeSpot as Spot,
};
use super::data;
use super::events::{ElGrandeEvent as Event, ElGrandeGain};
use super::flow::Step;
use super::state::State;
use crate::Seat;

/// Which ranks of a place count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ranks {
    /// All that its numbers provide for.
    All,
    /// The first only.
    First,
}

/// Points by seat for one place, and who alone leads it.
#[derive(Debug, PartialEq)]
pub struct Award {
    /// Points by seat.
    pub points: Vec<u8>,
    /// The only one with the most Caballeros.
    pub leader: Option<Seat>,
}

/// Ranks the Caballeros of one place (rule 5.1): whoever ties for a rank gets the number of the next one, and who
/// follows the rank after it. Who has no Caballero has no rank.
pub fn award(values: [u8; 3], caballeros: &[u8]) -> Award {
    let seats = 0..caballeros.len();
    let value = |rank: usize| values.get(rank).copied().unwrap_or(0);
    let points = |seat: usize| match caballeros[seat] {
        0 => 0,
        1.. => value(rank_at(caballeros, seat)),
    };
    let leads = |&seat: &usize| caballeros[seat] > 0 && rank_at(caballeros, seat) == 0;
    Award {
        points: seats.clone().map(points).collect(),
        leader: seats.clone().find(leads).map(|seat| Seat(seat as u8)),
    }
}

/// The rank of a seat, the first being 0: every number of Caballeros that is larger takes up one rank, or two where
/// several seats have it, and so does the seat's own number before it if others have it too.
fn rank_at(caballeros: &[u8], seat: usize) -> usize {
    let own = caballeros[seat];
    let is_taken = |&other: &usize| {
        let count = caballeros[other];
        let as_many = || (0..caballeros.len()).filter(|&third| caballeros[third] == count);
        let before = as_many().filter(|&third| third < other).count();
        match count == own {
            true => before == 1,
            false => count > own && before < 2,
        }
    };
    (0..caballeros.len()).filter(is_taken).count()
}

/// The numbers in force in a place: those of a mobile scoreboard or the printed ones (rule 2.3), as many of them as
/// count at a table of this size (rule 1.4).
pub fn values(state: &State, place: Place) -> [u8; 3] {
    let mut values = place
        .region()
        .map_or(data::CASTILLO, |r| in_force(state, r));
    let counting = match state.seats() {
        2 => 1,
        3 => 2,
        4.. | ..2 => 3,
    };
    values[counting..].fill(0);
    values
}

fn in_force(state: &State, region: Region) -> [u8; 3] {
    Scoreboard::ALL
        .into_iter()
        .find(|board| state.boards[board.index()] == Some(region))
        .map_or(data::printed(region), data::on_board)
}

/// The Caballeros in a place by seat.
pub fn caballeros(state: &State, place: Place) -> Vec<u8> {
    state.players.iter().map(|p| p.has(place)).collect()
}

/// Scores one place and books the points, bonuses included (rules 5.1 and 5.3).
pub fn score(step: &mut Step, place: Place, ranks: Ranks) {
    let state = &mut *step.state;
    let mut values = values(state, place);
    if ranks == Ranks::First {
        values[1..].fill(0);
    }
    let caballeros = caballeros(state, place);
    let Award { points, leader } = award(values, &caballeros);
    let king = state.king;
    let mut gains = Vec::new();
    for (seat, rank) in Seat::all(state.seats()).zip(points) {
        let player = &mut state.players[seat.index()];
        let bonus = |earned: bool| match earned && leader == Some(seat) {
            true => data::BONUS,
            false => 0,
        };
        let gain = ElGrandeGain {
            seat,
            rank,
            king: bonus(place.region() == Some(king)),
            home: bonus(place.region() == Some(player.grande)),
        };
        let booked = match place.region() {
            Some(_) => &mut player.points.regions,
            None => &mut player.points.castillo,
        };
        *booked += u16::from(gain.rank);
        player.points.king += u16::from(gain.king);
        player.points.home += u16::from(gain.home);
        if gain.rank + gain.king + gain.home > 0 {
            gains.push(gain);
        }
    }
    step.tell(Event::Scored {
        place,
        caballeros,
        gains,
    });
}

/// The places that a special scoring scores now, in the fixed order (rule 4.4).
pub fn scored_places(state: &State, scored: Scored) -> Vec<Place> {
    let total = |region: Region| -> u16 {
        let here = state.players.iter().map(|p| u16::from(p.has(region)));
        here.sum()
    };
    let regions = |wanted: &dyn Fn(Region) -> bool| -> Vec<Place> {
        let all = Region::ALL.into_iter();
        all.filter(|&r| wanted(r)).map(Place::from).collect()
    };
    let totals = Region::ALL.into_iter().map(total).filter(|&n| n > 0);
    match scored {
        Scored::FirstIn(numbers) => regions(&|r| numbers.contains(&in_force(state, r)[0])),
        Scored::Castillo => vec![Place::Castillo],
        Scored::Firsts => regions(&|_| true),
        Scored::Most => totals
            .max()
            .map_or(Vec::new(), |n| regions(&|r| total(r) == n)),
        Scored::Least => totals
            .min()
            .map_or(Vec::new(), |n| regions(&|r| total(r) == n)),
    }
}

/// A general scoring once all disks lie face down (rule 5.2): the Castillo is scored, the disks are turned
/// up, the Caballeros of the Castillo move together to where their owners' disks point, and all regions are scored.
pub fn general(step: &mut Step, disks: &[(Seat, Place)]) {
    score(step, Place::Castillo, Ranks::All);
    step.reveal(disks);
    let mut moves = Vec::new();
    for &(seat, place) in disks {
        let to = match place.region() == Some(step.state.king) {
            true => Spot::Court,
            false => Spot::from(place),
        };
        let count = step.state.player(seat).has(Spot::Castillo);
        if count > 0 {
            moves.push(step.state.transfer(seat, Spot::Castillo, to, count));
        }
    }
    step.tell(Event::CastilloEmptied { moves });
    for region in Region::ALL {
        score(step, region.into(), Ranks::All);
    }
}
