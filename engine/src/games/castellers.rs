//! Castellers, a game by Reiner Knizia: teams of castellers raise human towers, and fall.

mod actions;
mod bot;
mod building;
mod castells;
mod components;
mod data;
mod events;
mod flow;
mod notation;
mod options;
mod rule;
mod scoring;
mod setup;
mod state;
#[cfg(test)]
mod tests;
mod view;

pub use actions::CastellersAction;
pub use building::CastellersPlace;
pub use components::{Casteller, Colour};
pub use events::CastellersEvent;
pub use options::CastellersOptions;
pub use state::State;
pub use view::CastellersView;

use crate::{Candidates, Chance, Illegal, Meta, Outcome, Rules, Score, Seat, Turn, Watcher};
use state::Stage;

/// The rules of Castellers.
pub struct Castellers;

impl Rules for Castellers {
    const META: Meta = Meta {
        slug: "castellers",
        type_name: "Castellers",
        title: "Castellers",
        designers: &["Reiner Knizia"],
        ruleset: "castellers/1",
        seats: 2..=4,
        shrinks: true,
        colours: &["red", "green", "blue", "yellow"],
        rulings: rule::RULINGS,
        rules: rule::ALL,
        reasons: state::End::ALL,
        decisions: rule::DECISIONS,
    };

    type Options = CastellersOptions;
    type State = State;
    type Action = CastellersAction;
    type Event = CastellersEvent;
    type View = CastellersView;

    fn admits(options: &CastellersOptions, seats: u8) -> Result<(), Illegal> {
        options.admit(seats)
    }

    fn setup(
        options: &CastellersOptions,
        seats: u8,
        chance: &mut Chance,
    ) -> (State, Vec<CastellersEvent>) {
        setup::deal(options, seats, chance)
    }

    fn turn(state: &State) -> Turn {
        match state.stage {
            Stage::Acting | Stage::Falling => Turn::of(state.active),
            Stage::Over(end) => Turn::Over(scoring::rank(state, end.name())),
        }
    }

    fn asks(state: &State, _: Seat) -> &'static str {
        match state.stage {
            Stage::Falling => rule::FALL,
            Stage::Acting | Stage::Over(_) => rule::TURN,
        }
    }

    fn candidates(state: &State, seat: Seat) -> Candidates<CastellersAction> {
        actions::candidates(state, seat)
    }

    fn check(state: &State, seat: Seat, action: &CastellersAction) -> Result<(), Illegal> {
        actions::check(state, seat, action)
    }

    fn apply(
        state: &mut State,
        seat: Seat,
        action: &CastellersAction,
        chance: &mut Chance,
    ) -> Vec<CastellersEvent> {
        actions::apply(state, seat, action, chance)
    }

    fn view(state: &State, _watcher: Watcher) -> CastellersView {
        view::show(state)
    }

    fn tell(event: &CastellersEvent, _watcher: Watcher) -> CastellersEvent {
        event.clone()
    }

    fn reveals(_event: &CastellersEvent) -> bool {
        false
    }

    fn undoable(event: &CastellersEvent) -> bool {
        event.is_undoable()
    }

    fn scores(state: &State) -> Vec<Score> {
        scoring::scores(state)
    }

    fn rank(state: &State, reason: &str) -> Outcome {
        scoring::rank(state, reason)
    }

    fn fallback(state: &State, seat: Seat) -> CastellersAction {
        actions::fallback(state, seat)
    }

    fn choosable(action: &CastellersAction) -> Result<(), Illegal> {
        actions::choosable(action)
    }

    /// Nothing in a state is hidden from anybody, so there is only one world.
    fn reshuffle(state: &State, _watcher: Watcher, _chance: &mut Chance) -> State {
        state.clone()
    }
}
