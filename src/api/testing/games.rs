//! Two tiny games: who takes the last piece of a heap wins.

use crate::engine::game::Adapter;
use crate::engine::{
    Candidates, Chance, Game, Illegal, Meta, Named, Outcome, Rules, Score, ScoreItem, Seat,
    Strategy, Turn, Watcher,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The games on offer in tests.
pub const GAMES: &[&dyn Game] = &[
    const { &Adapter::<pebbles::Pebbles>::new() },
    const { &Adapter::<shells::Shells>::new() },
];

/// Who takes the last piece of the heap wins.
macro_rules! heap_game {
    ($module:ident $Game:ident $slug:literal $title:literal
     $Options:ident $Action:ident $Event:ident $View:ident $State:ident) => {
        pub mod $module {
            use super::*;

            pub struct $Game;

            /// What can be chosen.
            #[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
            #[serde(default, deny_unknown_fields)]
            pub struct $Options {
                /// Pieces on the heap.
                #[schema(minimum = 1, maximum = 50)]
                pub heap: u8,
            }

            impl Default for $Options {
                fn default() -> $Options {
                    $Options { heap: 7 }
                }
            }

            /// What a seat can do.
            #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
            #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
            pub enum $Action {
                /// Take pieces from the heap.
                Take {
                    #[schema(minimum = 1, maximum = 3)]
                    count: u8,
                },
                /// Mark pieces and take none.
                Mark {
                    #[schema(min_items = 1, max_items = 3)]
                    places: Vec<u16>,
                    #[serde(default, skip_serializing_if = "Option::is_none")]
                    #[schema(nullable = false, max_length = 8)]
                    note: Option<String>,
                },
                /// Do nothing.
                Pass {},
            }

            /// What happened.
            #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
            #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
            pub enum $Event {
                /// Pieces were taken.
                Taken { seat: Seat, count: u8 },
                /// Nothing of note.
                Passed { seat: Seat },
            }

            /// What everybody sees.
            #[derive(Serialize, ToSchema)]
            pub struct $View {
                /// Pieces left.
                pub heap: u8,
                /// Who took last.
                #[schema(required = true)]
                pub last: Option<Seat>,
            }

            #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
            pub struct $State {
                heap: u8,
                seats: u8,
                next: Seat,
                last: Option<Seat>,
            }

            impl Strategy for $Game {}

            impl Rules for $Game {
                const META: Meta = Meta {
                    slug: $slug,
                    type_name: stringify!($Game),
                    title: $title,
                    designers: &["Anna", "Biel"],
                    ruleset: concat!($slug, "/1"),
                    seats: 2..=4,
                    shrinks: false,
                    colours: &["red", "green", "blue", "yellow"],
                    rulings: &[],
                    rules: &[],
                    reasons: &[],
                    decisions: &[Named {
                        name: "turn",
                        text: "How many to take.",
                    }],
                };
                type Options = $Options;
                type State = $State;
                type Action = $Action;
                type Event = $Event;
                type View = $View;

                fn admits(_: &$Options, _: u8) -> Result<(), Illegal> {
                    Ok(())
                }

                fn setup(options: &$Options, seats: u8, _: &mut Chance) -> ($State, Vec<$Event>) {
                    let state = $State {
                        heap: options.heap,
                        seats,
                        next: Seat(0),
                        last: None,
                    };
                    (state, Vec::new())
                }

                fn turn(state: &$State) -> Turn {
                    match state.heap {
                        0 => Turn::Over(Self::rank(state, "empty")),
                        _ => Turn::of(state.next),
                    }
                }

                fn candidates(_: &$State, _: Seat) -> Candidates<$Action> {
                    Candidates::Sample(vec![$Action::Take { count: 1 }, $Action::Pass {}])
                }

                fn check(state: &$State, _: Seat, action: &$Action) -> Result<(), Illegal> {
                    match action {
                        $Action::Take { count } if *count > state.heap => {
                            Err(Illegal::at(concat!($slug, ".take"), "/count", "too many"))
                        }
                        $Action::Take { .. } | $Action::Mark { .. } | $Action::Pass {} => Ok(()),
                    }
                }

                fn apply(
                    state: &mut $State,
                    seat: Seat,
                    action: &$Action,
                    _: &mut Chance,
                ) -> Vec<$Event> {
                    state.next = seat.next(state.seats);
                    match action {
                        $Action::Take { count } => {
                            state.heap -= count;
                            state.last = Some(seat);
                            vec![$Event::Taken {
                                seat,
                                count: *count,
                            }]
                        }
                        $Action::Mark { .. } | $Action::Pass {} => vec![$Event::Passed { seat }],
                    }
                }

                fn view(state: &$State, _: Watcher) -> $View {
                    $View {
                        heap: state.heap,
                        last: state.last,
                    }
                }

                fn tell(event: &$Event, _: Watcher) -> $Event {
                    event.clone()
                }

                fn reveals(_: &$Event) -> bool {
                    false
                }

                fn undoable(_: &$Event) -> bool {
                    true
                }

                fn scores(state: &$State) -> Vec<Score> {
                    Seat::all(state.seats)
                        .map(|seat| Score {
                            breakdown: vec![ScoreItem::new(
                                "last",
                                i32::from(state.last == Some(seat)),
                            )],
                        })
                        .collect()
                }

                fn rank(state: &$State, reason: &str) -> Outcome {
                    Outcome::rank(reason, Self::scores(state), &vec![0; state.seats.into()])
                }

                fn fallback(_: &$State, _: Seat) -> $Action {
                    $Action::Pass {}
                }

                fn reshuffle(state: &$State, _: Watcher, _: &mut Chance) -> $State {
                    state.clone()
                }
            }
        }
    };
}

heap_game!(pebbles Pebbles "pebbles" "Pebbles"
    PebblesOptions PebblesAction PebblesEvent PebblesView PebblesState);
heap_game!(shells Shells "shells" "Shells"
    ShellsOptions ShellsAction ShellsEvent ShellsView ShellsState);
