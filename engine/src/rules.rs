//! What a game has to say for itself.

use super::chance::Chance;
use super::picture::{self, Table, Theme};
use super::score::{Outcome, Score};
use super::seat::{Seat, Watcher};
use super::turn::Turn;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use std::ops::RangeInclusive;
use utoipa::ToSchema;

/// What the catalogue tells of a game.
#[derive(Debug)]
pub struct Meta {
    /// The game's name in the API, snake_case: `el_grande`.
    pub slug: &'static str,
    /// The name in the API's type names: `ElGrande`.
    pub type_name: &'static str,
    /// The title on the box.
    pub title: &'static str,
    /// Who designed the game.
    pub designers: &'static [&'static str],
    /// The version of the rules, pinned by every game that starts under it: `castell/1`.
    pub ruleset: &'static str,
    /// How many seats a table may have, at most 5.
    pub seats: RangeInclusive<u8>,
    /// May the owner start with fewer seats than were offered, as long as `seats` allows it?
    pub shrinks: bool,
    /// The colours of the seats, snake_case, at least as many as there may be seats. A seat that names
    /// none gets the first that is free.
    pub colours: &'static [&'static str],
    /// Rulings in force where the printed rules are silent or where we could not read them.
    pub rulings: &'static [Named],
    /// Every rule an action can break, by its stable name: `castellers.build.colour`.
    pub rules: &'static [Named],
    /// Every reason for which the rules end a game.
    pub reasons: &'static [Named],
    /// Every sort of decision a seat can be asked for; never empty.
    pub decisions: &'static [Named],
}

/// A name with its meaning, in our own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
    /// The stable name.
    pub name: &'static str,
    /// What it stands for, one sentence.
    pub text: &'static str,
}

/// An action that the rules forbid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The stable name of the rule, one of [`Meta::rules`].
    pub rule: &'static str,
    /// JSON Pointer into the action, to the member that breaks the rule; empty for the action as a whole.
    pub pointer: String,
    /// What is wrong and what holds instead, for a person to read.
    pub detail: String,
}

impl Illegal {
    /// An action that breaks a rule as a whole.
    pub fn new(rule: &'static str, detail: impl Into<String>) -> Illegal {
        Illegal::at(rule, "", detail)
    }

    /// An action of which one member breaks a rule.
    pub fn at(
        rule: &'static str,
        pointer: impl Into<String>,
        detail: impl Into<String>,
    ) -> Illegal {
        Illegal {
            rule,
            pointer: pointer.into(),
            detail: detail.into(),
        }
    }
}

/// What a seat may do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Candidates<A> {
    /// Every legal action that a player can choose.
    Complete(Vec<A>),
    /// A useful part of the legal actions, where all of them would be too many: at least one for
    /// every distinct thing that can be achieved. Actions not listed may be legal too.
    Sample(Vec<A>),
}

impl<A> Candidates<A> {
    /// The actions, whether or not they are all there are.
    pub fn actions(&self) -> &[A] {
        match self {
            Candidates::Complete(actions) | Candidates::Sample(actions) => actions,
        }
    }

    /// The actions, given away.
    pub fn into_actions(self) -> Vec<A> {
        match self {
            Candidates::Complete(actions) | Candidates::Sample(actions) => actions,
        }
    }

    /// Are these all the legal actions?
    pub fn is_complete(&self) -> bool {
        matches!(self, Candidates::Complete(_))
    }
}

/// One game: pure functions over plain data.
///
/// A state serialises the same way every time it is equal (no hash maps), since the text is hashed.
/// Actions and events are enums tagged by `type` in snake_case; variants without members are written
/// `Pass {}` and all refuse unknown members. Names of types that appear in the API begin with the game's
/// [`Meta::type_name`].
pub trait Rules: Sized + Send + Sync + 'static {
    /// What the catalogue tells.
    const META: Meta;

    /// What can be chosen at the offer. Every member has a default and refuses unknown members.
    type Options: Serialize + DeserializeOwned + ToSchema + Default + Clone + Debug + Send + Sync;
    /// A whole position, secrets included.
    type State: Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync;
    /// What a seat can do.
    type Action: Serialize + DeserializeOwned + ToSchema + Clone + PartialEq + Debug + Send + Sync;
    /// What happened.
    type Event: Serialize + DeserializeOwned + ToSchema + Clone + PartialEq + Debug + Send + Sync;
    /// What a watcher may see.
    type View: Serialize + ToSchema;

    /// May a table of so many seats play with these options? `seats` is within [`Meta::seats`].
    ///
    /// # Errors
    /// The rule that the options break; its pointer points into the options.
    fn admits(options: &Self::Options, seats: u8) -> Result<(), Illegal>;

    /// Sets the table up. `admits` has said yes.
    fn setup(
        options: &Self::Options,
        seats: u8,
        chance: &mut Chance,
    ) -> (Self::State, Vec<Self::Event>);

    /// Whom the position waits for, or how the game ended.
    fn turn(state: &Self::State) -> Turn;

    /// What sort of decision a seat is asked for, one of [`Meta::decisions`]. `seat` is waited for. Everybody may know
    /// it.
    fn asks(state: &Self::State, seat: Seat) -> &'static str {
        let _ = (state, seat);
        Self::META.decisions[0].name
    }

    /// What a seat may do. `seat` is waited for; the list is never empty, in a fixed order, and holds no
    /// action twice.
    fn candidates(state: &Self::State, seat: Seat) -> Candidates<Self::Action>;

    /// The truth about legality in this position. `seat` is waited for, or the action is a standing answer.
    ///
    /// # Errors
    /// The rule that the action breaks.
    fn check(state: &Self::State, seat: Seat, action: &Self::Action) -> Result<(), Illegal>;

    /// Does what the action says and reports it. `check` has said yes.
    fn apply(
        state: &mut Self::State,
        seat: Seat,
        action: &Self::Action,
        chance: &mut Chance,
    ) -> Vec<Self::Event>;

    /// What a watcher may see, built member by member: what is not named is not shown.
    fn view(state: &Self::State, watcher: Watcher) -> Self::View;

    /// The picture of a view: everything that its watcher needs to decide, with a part for everything that an action
    /// can name. Unless a game draws its own it shows who sits round the table.
    fn draw(view: &Self::View, table: &Table, theme: Theme) -> String {
        let _ = view;
        picture::empty_table(Self::META.slug, table, theme)
    }

    /// An event as a watcher may know it: always one, masked where need be, since a missing one would tell.
    fn tell(event: &Self::Event, watcher: Watcher) -> Self::Event;

    /// An action as a watcher may know it in the history, while or after it was secret; `None` where even
    /// its kind is secret. The actor always gets it whole.
    fn retell(action: &Self::Action, actor: Seat, watcher: Watcher) -> Option<Self::Action> {
        let _ = (actor, watcher);
        Some(action.clone())
    }

    /// Does this event bring out something that was hidden from somebody? Such an event ends a batch of
    /// actions and can't be undone. Draws need not be told here, the kernel sees them.
    fn reveals(event: &Self::Event) -> bool;

    /// May an action that caused this event be taken back, as far as the event is concerned? Not if it
    /// reveals something or ends a turn.
    fn undoable(event: &Self::Event) -> bool;

    /// The points of every seat as it stands, ordered by seat.
    fn scores(state: &Self::State) -> Vec<Score>;

    /// The result if the game ended here for this reason.
    fn rank(state: &Self::State, reason: &str) -> Outcome;

    /// The default action for an absent player. `seat` is waited for; the action is legal, but it may be one
    /// that is not [`choosable`](Rules::choosable) and in no list of candidates, where the rules tell a turn
    /// that nobody took from one that somebody let go. Fallbacks alone bring every game to an end.
    fn fallback(state: &Self::State, seat: Seat) -> Self::Action;

    /// May a player choose this action at all, whatever the position? Not if only
    /// [`fallback`](Rules::fallback) takes it.
    ///
    /// # Errors
    /// The rule that reserves it.
    fn choosable(action: &Self::Action) -> Result<(), Illegal> {
        let _ = action;
        Ok(())
    }

    /// Another state that looks the same to the watcher: everything that the watcher can't see is drawn
    /// anew among what is possible.
    fn reshuffle(state: &Self::State, watcher: Watcher, chance: &mut Chance) -> Self::State;

    /// Is this action a standing answer: an instruction for later, which changes neither state nor revision?
    fn standing(action: &Self::Action) -> bool {
        let _ = action;
        false
    }

    /// The standing answers that a seat of the table may leave now, waited for or not. They may be a part of
    /// those that `check` admits.
    fn standing_answers(state: &Self::State, seat: Seat) -> Vec<Self::Action> {
        let _ = (state, seat);
        Vec::new()
    }

    /// What a standing answer says to the question the seat is asked now; `None` if it says nothing.
    /// `seat` is waited for; the action is legal.
    fn answer(state: &Self::State, seat: Seat, standing: &Self::Action) -> Option<Self::Action> {
        let _ = (state, seat, standing);
        None
    }
}
