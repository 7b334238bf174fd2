//! The general laws, and mutants that break them.

use super::play::{choose, tables, thirty_caballeros};
use crate::games::el_grande::actions::ElGrandeAction as Action;
use crate::games::el_grande::events::ElGrandeEvent as Event;
use crate::games::el_grande::options::ElGrandeOptions;
use crate::games::el_grande::state::{Stage, State};
use crate::games::el_grande::view::{ElGrandeStage, ElGrandeView};
use crate::games::el_grande::{ElGrande, meta};
use crate::law::{Trial, hold};
use crate::{Candidates, Chance, Illegal, Meta, Outcome, Rules, Score, Seat, Turn, Watcher};
use std::marker::PhantomData;

/// Games of El Grande, or of a mutant of it.
fn trial<R>(games: u64, thorough_every: u32) -> Trial<R>
where
    R: Rules<Options = ElGrandeOptions, State = State, Action = Action>,
{
    Trial {
        games,
        first: 0,
        tables: tables(),
        choose,
        invariant: thirty_caballeros,
        longest: 2000,
        thorough_every,
    }
}

#[test]
fn the_laws_hold_in_ten_thousand_games() {
    let report = hold(&trial::<ElGrande>(10_000, 211)).unwrap();
    assert_eq!(report.games, 10_000);
    assert_eq!(report.rare::<ElGrande>(100), Vec::<String>::new());
}

#[test]
fn the_laws_hold_at_every_step_of_a_game_at_every_table() {
    hold(&trial::<ElGrande>(16, 1)).unwrap();
}

#[test]
fn a_view_that_shows_the_disk_of_another_breaks_a_law() {
    assert_eq!(broken::<DiskInView>(), "view");
}

#[test]
fn a_view_that_shows_the_hand_of_another_breaks_a_law() {
    assert_eq!(broken::<HandInView>(), "view");
}

#[test]
fn an_event_that_tells_the_disk_of_another_breaks_a_law() {
    assert_eq!(broken::<DiskInEvent>(), "events");
}

/// By what the mutant gives itself away.
fn broken<L: Leak>() -> &'static str {
    let law = hold(&trial::<Mutant<L>>(400, 3)).unwrap_err().law;
    let told = |what: &&str| law.contains(&format!("can tell two worlds apart by the {what}: "));
    let tells = ["view", "events"];
    tells
        .into_iter()
        .find(told)
        .unwrap_or_else(|| panic!("{law}"))
}

/// What a mutant lets slip; by default nothing.
trait Leak: Send + Sync + 'static {
    fn view(_: &State, view: ElGrandeView) -> ElGrandeView {
        view
    }

    fn tell(_: &Event, told: Event) -> Event {
        told
    }
}

/// Shows a disk that lies face down to everybody.
struct DiskInView;

impl Leak for DiskInView {
    fn view(state: &State, mut view: ElGrandeView) -> ElGrandeView {
        let (Stage::Disks { disks, .. } | Stage::Scoring(disks)) = &state.stage else {
            return view;
        };
        if let ElGrandeStage::Disks { yours, .. } = &mut view.stage {
            *yours = disks.made().first().map(|&(_, place)| place);
        }
        view
    }
}

/// Shows everybody's power cards to everybody.
struct HandInView;

impl Leak for HandInView {
    fn view(state: &State, mut view: ElGrandeView) -> ElGrandeView {
        for (shown, player) in view.players.iter_mut().zip(&state.players) {
            shown.hand = Some(player.power.hand().collect());
        }
        view
    }
}

/// Tells everybody what a disk points at that has just been set.
struct DiskInEvent;

impl Leak for DiskInEvent {
    fn tell(event: &Event, told: Event) -> Event {
        match event {
            Event::DiskSet { .. } => event.clone(),
            _ => told,
        }
    }
}

/// El Grande, but for a leak.
struct Mutant<L>(PhantomData<fn() -> L>);

impl<L: Leak> Rules for Mutant<L> {
    const META: Meta = meta::META;

    type Options = ElGrandeOptions;
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = ElGrandeView;

    fn view(state: &State, watcher: Watcher) -> ElGrandeView {
        L::view(state, ElGrande::view(state, watcher))
    }

    fn tell(event: &Event, watcher: Watcher) -> Event {
        L::tell(event, ElGrande::tell(event, watcher))
    }

    fn retell(action: &Action, actor: Seat, watcher: Watcher) -> Option<Action> {
        ElGrande::retell(action, actor, watcher)
    }

    fn admits(options: &ElGrandeOptions, seats: u8) -> Result<(), Illegal> {
        ElGrande::admits(options, seats)
    }

    fn setup(options: &ElGrandeOptions, seats: u8, chance: &mut Chance) -> (State, Vec<Event>) {
        ElGrande::setup(options, seats, chance)
    }

    fn turn(state: &State) -> Turn {
        ElGrande::turn(state)
    }

    fn candidates(state: &State, seat: Seat) -> Candidates<Action> {
        ElGrande::candidates(state, seat)
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        ElGrande::check(state, seat, action)
    }

    fn apply(state: &mut State, seat: Seat, action: &Action, chance: &mut Chance) -> Vec<Event> {
        ElGrande::apply(state, seat, action, chance)
    }

    fn reveals(event: &Event) -> bool {
        ElGrande::reveals(event)
    }

    fn undoable(event: &Event) -> bool {
        ElGrande::undoable(event)
    }

    fn scores(state: &State) -> Vec<Score> {
        ElGrande::scores(state)
    }

    fn rank(state: &State, reason: &str) -> Outcome {
        ElGrande::rank(state, reason)
    }

    fn fallback(state: &State, seat: Seat) -> Action {
        ElGrande::fallback(state, seat)
    }

    fn reshuffle(state: &State, watcher: Watcher, chance: &mut Chance) -> State {
        ElGrande::reshuffle(state, watcher, chance)
    }

    fn standing(action: &Action) -> bool {
        ElGrande::standing(action)
    }

    fn standing_answers(state: &State, seat: Seat) -> Vec<Action> {
        ElGrande::standing_answers(state, seat)
    }

    fn answer(state: &State, seat: Seat, standing: &Action) -> Option<Action> {
        ElGrande::answer(state, seat, standing)
    }
}
