//! A whole position, secrets included.

use super::actions::ElGrandeAnswer;
use super::choices::Choices;
use super::components::{
    ElGrandeCard as Card, ElGrandePlace as Place, ElGrandeRegion as Region, ElGrandeSpot as Spot,
};
use super::data;
use super::lists::{ElGrandeFrom, ElGrandeTransfer};
use super::options::{ElGrandeOptions, ElGrandeVetoMode};
use super::plans::ElGrandePlan;
use super::power::Power;
use crate::{Bag, Seat};
use serde::{Deserialize, Serialize};

/// A position of El Grande.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// What was chosen at the offer.
    pub options: ElGrandeOptions,
    /// The round, as numbered on the track.
    pub round: u8,
    /// Where the King stands.
    pub king: Region,
    /// Where the mobile scoreboards lie, 8/4/0 first; `None` beside the map.
    pub boards: [Option<Region>; 2],
    /// The players by seat.
    pub players: Vec<Player>,
    /// The cards of stacks 1 to 4 that have not been turned up.
    pub stacks: [Bag<Card>; data::STACKS],
    /// The cards on offer, lowest stack first.
    pub offer: Vec<Card>,
    /// The Veto cards in force, the one that goes first in front.
    pub vetoes: Vec<Veto>,
    /// The seats in bidding order, and once all have bid in the order of turns.
    pub order: Vec<Seat>,
    /// Whose place in the order it is.
    pub at: u8,
    /// What is being decided.
    pub stage: Stage,
    /// How many times several seats were asked at once so far.
    pub phases: u32,
}

/// What belongs to one seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// Caballeros by [`Spot`], 30 in all.
    pub caballeros: [u8; 12],
    /// Where the Grande stands: the home region.
    pub grande: Region,
    /// The power cards.
    pub power: Power,
    /// Points so far.
    pub points: Points,
}

/// Points by what gave them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Points {
    /// Ranks in regions.
    pub regions: u16,
    /// Ranks in the Castillo.
    pub castillo: u16,
    /// The King's bonus.
    pub king: u16,
    /// The home bonus.
    pub home: u16,
}

/// A Veto card in front of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Veto {
    /// Who holds it.
    pub seat: Seat,
    /// The round at the end of which it goes.
    pub until: u8,
}

/// What is being decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Stage {
    /// A power card is to be played.
    Bid,
    /// Caballeros come to court.
    Intake,
    /// An action card is to be taken.
    Card,
    /// The two halves of a turn.
    Halves(Halves),
    /// The holders of Vetoes are asked about an announced special action.
    Window {
        /// The special action.
        special: Special,
        /// The steps before which it can be stopped, counted from 1.
        steps: u8,
        /// The answers.
        answers: Choices<ElGrandeAnswer>,
    },
    /// Disks are being set for a special action.
    Disks {
        /// The special action.
        special: Special,
        /// The disks.
        disks: Choices<Place>,
    },
    /// Opponents decide, one after the other, what they take back to the province.
    Returns(Special),
    /// Disks are being set for a general scoring.
    Scoring(Choices<Place>),
    /// The game has ended.
    Over,
}

/// How far a turn has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Halves {
    /// The action card.
    pub card: Card,
    /// Has placing been done?
    pub placed: bool,
    /// Has the special action been done, declined or stopped?
    pub acted: bool,
}

/// A special action that has been announced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Special {
    /// The action card.
    pub card: Card,
    /// Has placing been done?
    pub placed: bool,
    /// What was announced.
    pub plan: ElGrandePlan,
    /// What others have added to it.
    pub gathered: Gathered,
}

/// What others have added to a special action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Gathered {
    /// Nothing (yet).
    Nothing,
    /// The disks that were revealed, by seat.
    Disks(Vec<(Seat, Place)>),
    /// What opponents take back, clockwise from the active player's left.
    Returns(Vec<Return>),
}

/// What one opponent takes back to the province.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Return {
    /// Who.
    pub seat: Seat,
    /// How many from the court.
    pub court: u8,
    /// And from regions.
    pub from: Vec<ElGrandeFrom>,
}

impl Player {
    /// How many Caballeros are somewhere.
    pub fn has(&self, spot: impl Into<Spot>) -> u8 {
        self.caballeros[spot.into() as usize]
    }

    /// Points so far.
    pub fn score(&self) -> u16 {
        let Points {
            regions,
            castillo,
            king,
            home,
        } = self.points;
        regions + castillo + king + home
    }
}

impl State {
    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        self.players.len() as u8
    }

    /// What belongs to a seat.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// Whose turn it is, or who is to bid; once the round is over, who had the last turn of it.
    pub fn active(&self) -> Seat {
        self.order[usize::from(self.at)]
    }

    /// Is the active seat the last one in the order?
    pub fn is_last(&self) -> bool {
        usize::from(self.at) + 1 == self.order.len()
    }

    /// The seats other than the active one, clockwise from its left.
    pub fn opponents(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        self.active().clockwise(self.seats()).skip(1)
    }

    /// The regions in which something may change: all but the King's (rule 3.4 b).
    pub fn free_regions(&self) -> impl Iterator<Item = Region> + Clone + use<> {
        let king = self.king;
        Region::ALL.into_iter().filter(move |&r| r != king)
    }

    /// Where a special action may put Caballeros: all but the King's region (rule 3.4).
    pub fn free_places(&self) -> impl Iterator<Item = Place> + Clone + use<> {
        let king = Place::from(self.king);
        Place::ALL.into_iter().filter(move |&p| p != king)
    }

    /// The rounds that are played, as numbered on the track.
    pub fn rounds(&self) -> &'static [u8] {
        match self.options.short_game {
            true => data::SHORT_GAME,
            false => data::FULL_GAME,
        }
    }

    /// The power card that a seat has played in this round.
    pub fn power(&self, seat: Seat) -> Option<u8> {
        let rounds = self.rounds().iter().take_while(|&&r| r <= self.round);
        self.player(seat).power.in_round(rounds.count() as u8)
    }

    /// The round after this one, if there is one.
    pub fn next_round(&self) -> Option<u8> {
        self.rounds().iter().copied().find(|&r| r > self.round)
    }

    /// The opponents of the active seat who hold a Veto, clockwise from its left, each once.
    pub fn holders(&self) -> Vec<Seat> {
        self.opponents().filter(|&s| self.holds_veto(s)).collect()
    }

    /// Does this seat hold a Veto?
    pub fn holds_veto(&self, seat: Seat) -> bool {
        self.vetoes.iter().any(|veto| veto.seat == seat)
    }

    /// Can a special action be stopped before a later step than the first (rule V10)?
    pub fn vetoes_reach_steps(&self) -> bool {
        self.options.veto == ElGrandeVetoMode::Full
    }

    /// Moves Caballeros of one seat; there are enough, and neither end is the King's region.
    pub fn transfer(
        &mut self,
        seat: Seat,
        from: impl Into<Spot>,
        to: impl Into<Spot>,
        count: u8,
    ) -> ElGrandeTransfer {
        let (from, to) = (from.into(), to.into());
        let king = Spot::from(self.king);
        debug_assert!(from != king && to != king, "the King's region is taboo");
        let caballeros = &mut self.players[seat.index()].caballeros;
        caballeros[from as usize] -= count;
        caballeros[to as usize] += count;
        ElGrandeTransfer {
            seat,
            from,
            to,
            count,
        }
    }

    /// Several seats are asked at once, under a new number.
    pub fn next_phase(&mut self) {
        self.phases += 1;
    }
}
