//! Castellers once more, with its steps watched, or with a fault that a law must find.

use crate::games::castellers::data;
use crate::games::castellers::state::{End, Stage};
use crate::games::castellers::{
    Castellers, CastellersAction, CastellersEvent, CastellersOptions, CastellersView, State, rule,
};
use crate::{Candidates, Chance, Illegal, Meta, Outcome, Rules, Score, Seat, Turn, Watcher};

/// The rules, but for one thing.
pub struct Variant<const TWIST: u8>;

/// Every step is held against what no step may do.
pub const WATCHED: u8 = 0;
/// The list of all legal actions lacks one.
pub const FORGETFUL: u8 = 1;
/// A casteller may stand on one with a higher number.
pub const LENIENT: u8 = 2;

impl<const TWIST: u8> Rules for Variant<TWIST> {
    const META: Meta = Castellers::META;

    type Options = CastellersOptions;
    type State = State;
    type Action = CastellersAction;
    type Event = CastellersEvent;
    type View = CastellersView;

    fn admits(options: &CastellersOptions, seats: u8) -> Result<(), Illegal> {
        Castellers::admits(options, seats)
    }

    fn setup(
        options: &CastellersOptions,
        seats: u8,
        chance: &mut Chance,
    ) -> (State, Vec<CastellersEvent>) {
        Castellers::setup(options, seats, chance)
    }

    fn turn(state: &State) -> Turn {
        Castellers::turn(state)
    }

    fn candidates(state: &State, seat: Seat) -> Candidates<CastellersAction> {
        match Castellers::candidates(state, seat) {
            Candidates::Complete(mut actions) if TWIST == FORGETFUL && actions.len() > 1 => {
                actions.remove(0);
                Candidates::Complete(actions)
            }
            candidates => candidates,
        }
    }

    fn check(state: &State, seat: Seat, action: &CastellersAction) -> Result<(), Illegal> {
        match Castellers::check(state, seat, action) {
            Err(illegal) if TWIST == LENIENT && illegal.rule == rule::BUILD_NUMBER => Ok(()),
            verdict => verdict,
        }
    }

    fn apply(
        state: &mut State,
        seat: Seat,
        action: &CastellersAction,
        chance: &mut Chance,
    ) -> Vec<CastellersEvent> {
        let before = (TWIST == WATCHED).then(|| state.clone());
        let events = Castellers::apply(state, seat, action, chance);
        if let Some(before) = before {
            watch(&before, seat, action, state, &events);
        }
        events
    }

    fn view(state: &State, watcher: Watcher) -> CastellersView {
        Castellers::view(state, watcher)
    }

    fn tell(event: &CastellersEvent, watcher: Watcher) -> CastellersEvent {
        Castellers::tell(event, watcher)
    }

    fn reveals(event: &CastellersEvent) -> bool {
        Castellers::reveals(event)
    }

    fn undoable(event: &CastellersEvent) -> bool {
        Castellers::undoable(event)
    }

    fn scores(state: &State) -> Vec<Score> {
        Castellers::scores(state)
    }

    fn rank(state: &State, reason: &str) -> Outcome {
        Castellers::rank(state, reason)
    }

    fn fallback(state: &State, seat: Seat) -> CastellersAction {
        Castellers::fallback(state, seat)
    }

    fn choosable(action: &CastellersAction) -> Result<(), Illegal> {
        Castellers::choosable(action)
    }

    fn reshuffle(state: &State, watcher: Watcher, chance: &mut Chance) -> State {
        Castellers::reshuffle(state, watcher, chance)
    }
}

/// What no step may do.
fn watch(
    before: &State,
    seat: Seat,
    action: &CastellersAction,
    after: &State,
    events: &[CastellersEvent],
) {
    assert!(after.bag.len() <= before.bag.len(), "the bag grows");
    for other in Seat::all(before.seats()) {
        let (old, new) = (before.player(other), after.player(other));
        let (had, has) = (old.castells.len(), new.castells.len());
        assert!(has >= had, "{other} gives a base back");
        assert!(
            other == seat || old.castells == new.castells,
            "{other} is built for"
        );
    }
    let fell = |event: &CastellersEvent| matches!(event, CastellersEvent::Fell { .. });
    if events.iter().any(fell) {
        no_fall_helps(before, seat, after);
    }
    end_is_due(seat, action, after);
}

/// A fall makes no castell higher, wider, fuller or valid, and completes no level but the first.
fn no_fall_helps(before: &State, seat: Seat, after: &State) {
    let castells = &before.player(seat).castells;
    for (old, new) in castells.iter().zip(&after.player(seat).castells) {
        assert!(
            new.height() <= old.height(),
            "{old:?} grows by a fall to {new:?}"
        );
        assert!(
            new.width() <= old.width(),
            "{old:?} widens by a fall to {new:?}"
        );
        assert!(
            new.count() <= old.count(),
            "{old:?} fills by a fall to {new:?}"
        );
        assert!(
            old.is_valid() || !new.is_valid(),
            "{old:?} is valid by a fall as {new:?}"
        );
        let (had, has) = (old.complete_levels(), new.complete_levels());
        assert!(
            has <= had || (had, has) == (0, 1),
            "{old:?} is completed by a fall as {new:?}"
        );
    }
}

/// The game is over when, and only when, an end condition is met.
fn end_is_due(seat: Seat, action: &CastellersAction, after: &State) {
    let placed = matches!(
        action,
        CastellersAction::Raise { .. } | CastellersAction::Exchange { .. }
    );
    let reached = placed && after.player(seat).has_reached_goal(after.seats());
    let idle = after.options.deadlock_end && after.idle_turns >= after.seats();
    let abandoned = after.lapsed_turns >= data::ABANDONED_ROUNDS * after.seats();
    let stuck = !after.options.deadlock_end && nobody_has_a_choice(after);
    let due = [
        (reached, End::CastellsComplete),
        (idle, End::Deadlock),
        (abandoned, End::Abandoned),
        (stuck, End::Exhausted),
    ];
    let due = due.into_iter().find(|(is_due, _)| *is_due);
    match after.stage {
        Stage::Over(end) => assert_eq!(Some(end), due.map(|(_, end)| end)),
        Stage::Acting | Stage::Falling => assert_eq!(due, None, "the game should be over"),
    }
}

/// Would everybody have to pass, if it were their turn?
fn nobody_has_a_choice(state: &State) -> bool {
    state.bag.is_empty()
        && Seat::all(state.seats()).all(|seat| {
            let mut theirs = state.clone();
            theirs.active = seat;
            if theirs.stage != Stage::Falling {
                theirs.stage = Stage::Acting;
            }
            Castellers::candidates(&theirs, seat).actions() == [CastellersAction::Pass {}]
        })
}
