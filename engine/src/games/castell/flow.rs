//! The course of the game: turns, festivals, rounds (rules 4.1).

use crate::games::castell::components::{CastellCounts, CastellRegion};
use crate::games::castell::data::{REFILL_ROUNDS, ROUNDS, region_fill};
use crate::games::castell::events::{CastellEvent, CastellRefill};
use crate::games::castell::festivals;
use crate::games::castell::rule;
use crate::games::castell::setup::draw_castellers;
use crate::games::castell::state::{CastellDeed, Entry, Phase, State};
use crate::{Chance, Illegal, Seat};

/// May this deed be done in the turn that is being taken?
///
/// # Errors
/// No turn is being taken, or the deed was done already.
pub fn check_due(state: &State, deed: CastellDeed) -> Result<(), Illegal> {
    match &state.phase {
        Phase::Turn { done, .. } if done.contains(&deed) => {
            let detail = "each of the four actions can be taken once in a turn, and this one was";
            Err(Illegal::new(rule::TURN_TWICE, detail))
        }
        Phase::Turn { .. } => Ok(()),
        Phase::Festival { .. } | Phase::Over {} => Err(no_turn()),
    }
}

/// The refusal of what can be done in a turn only.
pub fn no_turn() -> Illegal {
    let detail = "a festival is being held: enter it or decline";
    Illegal::new(rule::TURN_FESTIVAL, detail)
}

/// A position that moves on.
pub struct Course<'t> {
    /// The position.
    pub state: &'t mut State,
    /// Where refills come from.
    pub chance: &'t mut Chance,
    /// What has happened.
    pub events: &'t mut Vec<CastellEvent>,
}

impl Course<'_> {
    /// The turn is over: the next player's begins, or the festivals of the round do.
    pub fn end_turn(&mut self, seat: Seat) {
        self.events.push(CastellEvent::TurnEnded { seat });
        let next = seat.next(self.state.seats());
        if next != self.state.first_seat {
            self.begin_turn(next);
            return;
        }
        let round = self.state.round;
        let mut slots = self.state.calendar.iter().map(|festival| festival.slot);
        match slots.position(|slot| slot.data().round == round) {
            Some(first) => self.open_festival(first),
            None => self.end_round(),
        }
    }

    /// The seat that is asked at a festival has answered, perhaps with a tower: asks the next one.
    pub fn answered(&mut self, seat: Seat, entry: Option<Entry>) {
        let Phase::Festival { slot, entries, .. } = &mut self.state.phase else {
            unreachable!("only a seat that is asked at a festival answers");
        };
        let (slot, mut entries) = (*slot, std::mem::take(entries));
        entries.extend(entry);
        let mut slots = self.state.calendar.iter().map(|festival| festival.slot);
        let index = slots.position(|of_calendar| of_calendar == slot);
        let index = index.expect("the festival that is held is on the calendar");
        let in_turn_order = self.state.first_seat.clockwise(self.state.seats());
        let rest = in_turn_order.skip_while(|&other| other != seat).skip(1);
        self.ask_first_of(rest, index, entries);
    }

    fn begin_turn(&mut self, seat: Seat) {
        self.state.phase = Phase::Turn {
            seat,
            done: Vec::new(),
        };
    }

    /// Holds the festival at this place of the calendar.
    fn open_festival(&mut self, index: usize) {
        let festival = &self.state.calendar[index];
        self.events.push(CastellEvent::FestivalOpened {
            slot: festival.slot,
            region: festival.region,
            sizes: festival.sizes.clone(),
        });
        let in_turn_order = self.state.first_seat.clockwise(self.state.seats());
        self.ask_first_of(in_turn_order, index, Vec::new());
    }

    /// Asks the first of these seats that can enter; if none can, the festival is over.
    fn ask_first_of(
        &mut self,
        mut seats: impl Iterator<Item = Seat>,
        index: usize,
        entries: Vec<Entry>,
    ) {
        let festival = &self.state.calendar[index];
        let slot = festival.slot;
        match seats.find(|&seat| festivals::can_enter(self.state, seat, festival)) {
            Some(seat) => {
                self.state.phase = Phase::Festival {
                    slot,
                    seat,
                    entries,
                };
            }
            None => {
                festivals::award(self.state, index, &entries, self.events);
                self.after_festival(index);
            }
        }
    }

    fn after_festival(&mut self, index: usize) {
        let next = self.state.calendar.get(index + 1);
        match next.filter(|next| next.slot.data().round == self.state.round) {
            Some(_) => self.open_festival(index + 1),
            None => self.end_round(),
        }
    }

    fn end_round(&mut self) {
        let state = &mut *self.state;
        if state.round == ROUNDS {
            state.phase = Phase::Over {};
            self.events.push(CastellEvent::GameEnded {});
            return;
        }
        state.round += 1;
        state.first_seat = state.first_seat.next(state.seats());
        let (round, first_seat) = (state.round, state.first_seat);
        self.events
            .push(CastellEvent::RoundBegan { round, first_seat });
        if REFILL_ROUNDS.contains(&round) {
            self.refill();
        }
        self.begin_turn(first_seat);
    }

    /// Tops every region up to its number at setup, as far as the bag goes (rules 3.2).
    fn refill(&mut self) {
        let fill = region_fill(self.state.seats());
        let mut drawn = Vec::new();
        for region in CastellRegion::ALL {
            let missing = fill.saturating_sub(self.state.row(region).castellers.total());
            let fresh = draw_castellers(&mut self.state.bag, missing, self.chance);
            if !fresh.is_empty() {
                let sizes = all_of(&fresh);
                let castellers = &mut self.state.row_mut(region).castellers;
                sizes.iter().for_each(|&size| castellers.put(size));
                drawn.push(CastellRefill { region, sizes });
            }
        }
        self.events.push(CastellEvent::RegionsRefilled { drawn });
    }
}

fn all_of(castellers: &CastellCounts) -> Vec<u8> {
    castellers
        .sizes()
        .flat_map(|size| std::iter::repeat_n(size, castellers.of(size).into()))
        .collect()
}
