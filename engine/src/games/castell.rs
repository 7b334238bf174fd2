//! Castell by Aaron Vanderbeek, ruleset `castell/1`: ten rounds of travelling through Catalonia, learning skills
//! and building human towers, for two to four players.
//!
//! Numbers of rules in here (R1, G6, 4.2 …) are those of the project's specification of the game.

mod actions;
mod bot;
pub mod components;
mod data;
mod events;
mod festivals;
mod flow;
pub mod options;
mod performances;
pub mod planner;
mod rule;
mod scoring;
mod setup;
mod state;
pub mod tiles;
pub mod tower;
mod view;
mod wheel;

#[cfg(test)]
mod tests;

pub use actions::CastellAction;
pub use events::CastellEvent;
pub use options::CastellOptions;
pub use state::State;
pub use view::CastellView;

use crate::{Candidates, Chance, Illegal, Meta, Outcome, Rules, Score, Seat, Turn, Watcher};
use serde::{Deserialize, Deserializer};
use state::Phase;

/// The rules of Castell.
pub struct Castell;

impl Rules for Castell {
    const META: Meta = Meta {
        slug: "castell",
        type_name: "Castell",
        title: "Castell",
        designers: &["Aaron Vanderbeek"],
        ruleset: "castell/1",
        seats: 2..=4,
        shrinks: true,
        colours: &["red", "blue", "yellow", "green"],
        rulings: rule::RULINGS,
        rules: rule::ALL,
        reasons: rule::REASONS,
        decisions: rule::DECISIONS,
    };

    type Options = CastellOptions;
    type State = State;
    type Action = CastellAction;
    type Event = CastellEvent;
    type View = CastellView;

    fn admits(options: &CastellOptions, seats: u8) -> Result<(), Illegal> {
        match options.first_seat.seat() {
            Some(first) if first.0 >= seats => {
                let detail = format!("{first} is not at a table of {seats}");
                Err(Illegal::at(rule::OPTIONS_FIRST_SEAT, "/first_seat", detail))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn setup(
        options: &CastellOptions,
        seats: u8,
        chance: &mut Chance,
    ) -> (State, Vec<CastellEvent>) {
        let state = setup::set_up(options, seats, chance);
        let began = CastellEvent::RoundBegan {
            round: state.round,
            first_seat: state.first_seat,
        };
        (state, vec![began])
    }

    fn turn(state: &State) -> Turn {
        match state.phase {
            Phase::Turn { seat, .. } | Phase::Festival { seat, .. } => Turn::of(seat),
            Phase::Over {} => Turn::Over(scoring::rank(state, rule::TEN_ROUNDS)),
        }
    }

    fn asks(state: &State, _: Seat) -> &'static str {
        match state.phase {
            Phase::Festival { .. } => rule::FESTIVAL,
            Phase::Turn { .. } | Phase::Over {} => rule::TURN,
        }
    }

    fn candidates(state: &State, seat: Seat) -> Candidates<CastellAction> {
        actions::candidates(state, seat)
    }

    fn check(state: &State, seat: Seat, action: &CastellAction) -> Result<(), Illegal> {
        actions::check(state, seat, action)
    }

    fn apply(
        state: &mut State,
        seat: Seat,
        action: &CastellAction,
        chance: &mut Chance,
    ) -> Vec<CastellEvent> {
        actions::apply(state, seat, action, chance)
    }

    fn view(state: &State, _: Watcher) -> CastellView {
        view::view(state)
    }

    fn tell(event: &CastellEvent, _: Watcher) -> CastellEvent {
        event.clone()
    }

    /// Everything lies open; only draws bring out something new.
    fn reveals(_: &CastellEvent) -> bool {
        false
    }

    fn undoable(event: &CastellEvent) -> bool {
        !event.settles()
    }

    fn scores(state: &State) -> Vec<Score> {
        scoring::scores(state)
    }

    fn rank(state: &State, reason: &str) -> Outcome {
        scoring::rank(state, reason)
    }

    /// An absent player ends the turn and enters no festival.
    fn fallback(state: &State, _: Seat) -> CastellAction {
        match state.phase {
            Phase::Festival { slot, .. } => CastellAction::DeclineFestival { slot },
            Phase::Turn { .. } | Phase::Over {} => CastellAction::EndTurn {},
        }
    }

    /// Nothing is hidden, so there is no other state that looks the same.
    fn reshuffle(state: &State, _: Watcher, _: &mut Chance) -> State {
        state.clone()
    }
}

/// Reads an optional member that is absent if there is nothing to say, and never null.
fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}
