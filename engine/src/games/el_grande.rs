//! El Grande by Wolfgang Kramer and Richard Ulrich, for 2 to 5 players.
//!
//! Rule numbers in comments are those of the rules description that this folder was written from; a letter with a number
//! (G5, V9, Q4) names a rule or ruling in it. The catalogue lists the rulings in force.

pub mod actions;
mod bot;
pub mod cards;
pub mod choices;
pub mod components;
pub mod data;
pub mod disks;
pub mod events;
pub mod fallback;
pub mod flow;
pub mod levy;
pub mod lists;
pub mod meta;
pub mod options;
pub mod plans;
pub mod power;
pub mod reshuffle;
pub mod scoring;
pub mod setup;
pub mod special;
pub mod state;
#[cfg(test)]
mod tests;
pub mod view;

pub use actions::ElGrandeAction;
pub use events::ElGrandeEvent;
pub use options::ElGrandeOptions;
pub use view::ElGrandeView;

use crate::{Candidates, Chance, Illegal, Meta, Outcome, Rules, Score, Seat, Turn, Watcher};
use flow::Step;
use meta::decision;
use state::{Stage, State};

/// The game.
pub struct ElGrande;

impl Rules for ElGrande {
    const META: Meta = meta::META;

    type Options = ElGrandeOptions;
    type State = State;
    type Action = ElGrandeAction;
    type Event = ElGrandeEvent;
    type View = ElGrandeView;

    fn admits(_options: &ElGrandeOptions, _seats: u8) -> Result<(), Illegal> {
        Ok(())
    }

    fn setup(
        options: &ElGrandeOptions,
        seats: u8,
        chance: &mut Chance,
    ) -> (State, Vec<ElGrandeEvent>) {
        setup::setup(options, seats, chance)
    }

    fn turn(state: &State) -> Turn {
        flow::turn(state)
    }

    fn asks(state: &State, _: Seat) -> &'static str {
        match &state.stage {
            Stage::Bid => decision::BID,
            Stage::Intake => decision::INTAKE,
            Stage::Card => decision::CARD,
            Stage::Halves(_) | Stage::Over => decision::HALVES,
            Stage::Window { .. } => decision::VETO,
            Stage::Disks { .. } | Stage::Scoring(_) => decision::DISK,
            Stage::Returns(_) => decision::RETURNS,
        }
    }

    fn candidates(state: &State, seat: Seat) -> Candidates<ElGrandeAction> {
        actions::candidates(state, seat)
    }

    fn check(state: &State, seat: Seat, action: &ElGrandeAction) -> Result<(), Illegal> {
        actions::check(state, seat, action)
    }

    fn apply(
        state: &mut State,
        seat: Seat,
        action: &ElGrandeAction,
        chance: &mut Chance,
    ) -> Vec<ElGrandeEvent> {
        let mut step = Step {
            state,
            chance,
            events: Vec::new(),
        };
        actions::apply(&mut step, seat, action);
        step.events
    }

    fn view(state: &State, watcher: Watcher) -> ElGrandeView {
        view::view(state, watcher)
    }

    fn tell(event: &ElGrandeEvent, watcher: Watcher) -> ElGrandeEvent {
        event.told(watcher)
    }

    fn retell(action: &ElGrandeAction, actor: Seat, watcher: Watcher) -> Option<ElGrandeAction> {
        match watcher == Watcher::Seat(actor) {
            true => Some(action.clone()),
            false => action.masked(),
        }
    }

    fn reveals(event: &ElGrandeEvent) -> bool {
        event.reveals()
    }

    fn undoable(event: &ElGrandeEvent) -> bool {
        event.undoable()
    }

    fn scores(state: &State) -> Vec<Score> {
        flow::scores(state)
    }

    fn rank(state: &State, reason: &str) -> Outcome {
        flow::rank(state, reason)
    }

    fn fallback(state: &State, seat: Seat) -> ElGrandeAction {
        fallback::fallback(state, seat)
    }

    fn reshuffle(state: &State, watcher: Watcher, chance: &mut Chance) -> State {
        reshuffle::reshuffle(state, watcher, chance)
    }

    fn standing(action: &ElGrandeAction) -> bool {
        action.is_standing()
    }

    fn standing_answers(state: &State, seat: Seat) -> Vec<ElGrandeAction> {
        actions::standing_answers(state, seat)
    }

    fn answer(state: &State, _seat: Seat, standing: &ElGrandeAction) -> Option<ElGrandeAction> {
        actions::answer(state, standing)
    }
}
