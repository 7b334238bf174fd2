//! The object-safe face of a game: the same verbs as [`Rules`] over JSON and an opaque position.

use super::bot::{self, Luck, Mind, Strategy};
use super::chance::{Chance, Misfit};
use super::picture::{Table, Theme};
use super::rules::{Illegal, Meta};
use super::score::{Outcome, Score};
use super::seat::{Seat, Watcher};
use super::turn::Turn;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::any::Any;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::Arc;
use utoipa::openapi::{RefOr, schema::Schema};
use utoipa::{PartialSchema, ToSchema};

/// A position of some game, decoded and shared.
#[derive(Clone)]
pub struct Position(Arc<dyn Any + Send + Sync>);

/// An action of some game, decoded.
pub struct Action {
    decoded: Box<dyn Any + Send + Sync>,
    text: String,
    standing: bool,
    /// Why nobody may choose it, if it came from a player.
    barred: Option<Illegal>,
}

impl Action {
    /// The action as JSON, as it goes into the log.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Is it a standing answer, which goes beside the log and changes no revision?
    pub fn is_standing(&self) -> bool {
        self.standing
    }
}

/// What one step did.
pub struct Step {
    /// The position after it.
    pub position: Position,
    /// Whom the game waits for now.
    pub turn: Turn,
    /// What happened, whole: a JSON object per event, to be told to each watcher by [`Game::tell`].
    pub events: Vec<Box<RawValue>>,
    /// What was drawn.
    pub outcomes: Vec<u32>,
    /// Of how many each outcome was one.
    pub bounds: Vec<u32>,
    /// Did it draw, or bring out anything hidden? Such a step ends a batch.
    pub past_unknown: bool,
    /// Can it be taken back, as far as its events and draws are concerned?
    pub undoable: bool,
}

/// Why a position does not take an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game has ended.
    Over,
    /// The seat is not waited for.
    NotAwaited,
    /// The rules forbid it.
    Illegal(Illegal),
}

/// JSON that is no action, or no options, of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Malformed(pub String);

/// Stored text that the game can't make sense of.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A position, action, event or options that don't decode.
    #[error("stored {what} can't be read: {why}")]
    Unreadable {
        /// What was to be read.
        what: &'static str,
        /// Where the decoder gave up, without a word of what stands there.
        why: String,
    },
    /// Outcomes that don't fit.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// A logged action that the rules refuse.
    #[error("revision {revision} is against the rules")]
    Refused {
        /// Where in the log.
        revision: i64,
    },
    /// A replayed position that differs from the one that was stored.
    #[error("the position after revision {revision} is not the one that was stored")]
    Differs {
        /// Where in the log.
        revision: i64,
    },
    /// A log from which something is missing.
    #[error("the log lacks revision {revision}")]
    Gap {
        /// Where in the log.
        revision: i64,
    },
}

impl Fault {
    /// That something stored can't be read. The decoder quotes what it could not read, which may be a player's secret and is
    /// not for a log: only where that was is told.
    pub fn unreadable(what: &'static str, error: &serde_json::Error) -> Fault {
        let (line, column) = (error.line(), error.column());
        let why = match error.classify() {
            Category::Eof => format!("it breaks off at line {line} column {column}"),
            Category::Data => format!("line {line} column {column} has no such form"),
            Category::Io | Category::Syntax => format!("no JSON at line {line} column {column}"),
        };
        Fault::Unreadable { what, why }
    }
}

/// The OpenAPI schemas of a game's types.
pub struct Schemas {
    /// The options, every member optional.
    pub options: NamedSchema,
    /// The union of actions.
    pub action: NamedSchema,
    /// The union of events.
    pub event: NamedSchema,
    /// The view.
    pub view: NamedSchema,
    /// Everything these refer to.
    pub components: Vec<(String, RefOr<Schema>)>,
}

/// A schema under its component name.
pub struct NamedSchema {
    /// The name among the components.
    pub name: String,
    /// The schema itself.
    pub schema: RefOr<Schema>,
}

/// A game as the service sees it.
pub trait Game: Send + Sync {
    /// What the catalogue tells.
    fn meta(&self) -> &'static Meta;

    /// The OpenAPI schemas of the game's types.
    fn schemas(&self) -> Schemas;

    /// Reads the options of an offer and completes them with the defaults; the JSON that comes back holds
    /// every member.
    ///
    /// # Errors
    /// [`Malformed`] if they are no options of this game.
    fn options(&self, given: Option<&Value>) -> Result<Box<RawValue>, Malformed>;

    /// May so many seats play with these options?
    ///
    /// # Errors
    /// Stored options that can't be read, or the rule they break.
    fn admits(&self, options: &str, seats: u8) -> Result<Result<(), Illegal>, Fault>;

    /// Sets the table up.
    ///
    /// # Errors
    /// Stored options that can't be read, or outcomes that don't fit.
    fn setup(&self, options: &str, seats: u8, chance: Chance) -> Result<Step, Fault>;

    /// Reads a stored position.
    ///
    /// # Errors
    /// Text that is none.
    fn load(&self, text: &str) -> Result<Position, Fault>;

    /// A position as text; equal positions give equal text.
    fn save(&self, position: &Position) -> String;

    /// Whom the position waits for.
    fn turn(&self, position: &Position) -> Turn;

    /// Reads an action that a player chose. One that only [`Game::fallback`] takes reads well and is refused
    /// as illegal.
    ///
    /// # Errors
    /// [`Malformed`] if it is none of this game.
    fn read(&self, action: &Value) -> Result<Action, Malformed>;

    /// Reads a logged action.
    ///
    /// # Errors
    /// Text that is none.
    fn read_logged(&self, action: &str) -> Result<Action, Fault>;

    /// Is the action legal now? The refusals come in their order: over, not awaited, illegal.
    ///
    /// # Errors
    /// Why not.
    fn check(&self, position: &Position, seat: Seat, action: &Action) -> Result<(), Refusal>;

    /// Takes an action. The given position stays as it is.
    ///
    /// # Errors
    /// A refusal, or recorded outcomes that don't fit.
    fn play(
        &self,
        position: &Position,
        seat: Seat,
        action: &Action,
        chance: Chance,
    ) -> Result<Result<Step, Refusal>, Fault>;

    /// What sort of decision a seat is asked for, which everybody may know; `None` if it is not waited for.
    fn asks(&self, position: &Position, seat: Seat) -> Option<&'static str>;

    /// What a seat may do: whether the list is complete, and the list. Empty if the seat is not waited for.
    fn candidates(&self, position: &Position, seat: Seat) -> (bool, Vec<Box<RawValue>>);

    /// What a watcher may see, with the game's slug as its member `game`.
    fn view(&self, position: &Position, watcher: Watcher) -> Box<RawValue>;

    /// The picture of what a watcher may see, as SVG.
    fn picture(&self, position: &Position, watcher: Watcher, table: &Table, theme: Theme)
    -> String;

    /// A stored event as a watcher may know it.
    ///
    /// # Errors
    /// Text that is no event.
    fn tell(&self, event: &str, watcher: Watcher) -> Result<Box<RawValue>, Fault>;

    /// A logged action as a watcher may know it; `None` where even its kind is secret.
    ///
    /// # Errors
    /// Text that is no action.
    fn retell(
        &self,
        action: &str,
        actor: Seat,
        watcher: Watcher,
    ) -> Result<Option<Box<RawValue>>, Fault>;

    /// The points of every seat as it stands, ordered by seat.
    fn scores(&self, position: &Position) -> Vec<Score>;

    /// The result if the game ended here for this reason.
    fn rank(&self, position: &Position, reason: &str) -> Outcome;

    /// The default action of an absent player; `None` if the seat is not waited for.
    fn fallback(&self, position: &Position, seat: Seat) -> Option<Action>;

    /// What a bot does; `None` if the seat is not waited for. Positions that look the same to the seat give the same,
    /// with the same luck and as many iterations.
    fn decide(
        &self,
        position: &Position,
        seat: Seat,
        mind: Mind,
        luck: &mut Luck,
    ) -> Option<Action>;

    /// The standing answers that a seat may leave now, waited for or not.
    fn standing_answers(&self, position: &Position, seat: Seat) -> Vec<Box<RawValue>>;

    /// What a standing answer says to the question the seat is asked now.
    fn answer(&self, position: &Position, seat: Seat, standing: &Action) -> Option<Action>;
}

/// The hash of a position's text as the log keeps it: lower-case hexadecimal SHA-256.
pub fn hash(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}

/// Gives [`Rules`] with a [`Strategy`] the object-safe face.
pub struct Adapter<R>(PhantomData<fn() -> R>);

impl<R: Strategy> Adapter<R> {
    /// The face of the game.
    pub const fn new() -> Adapter<R> {
        Adapter(PhantomData)
    }

    fn state<'p>(&self, position: &'p Position) -> &'p R::State {
        position
            .0
            .downcast_ref()
            .expect("a position is only given to the game that made it")
    }

    fn action<'a>(&self, action: &'a Action) -> &'a R::Action {
        action
            .decoded
            .downcast_ref()
            .expect("an action is only given to the game that read it")
    }

    fn wrap(&self, action: R::Action) -> Action {
        Action {
            text: text(&action),
            standing: R::standing(&action),
            barred: None,
            decoded: Box::new(action),
        }
    }

    fn step(&self, state: R::State, events: &[R::Event], chance: Chance) -> Result<Step, Fault> {
        let bounds = chance.bounds().to_vec();
        let outcomes = chance.finish()?;
        let drew = !outcomes.is_empty();
        Ok(Step {
            turn: R::turn(&state),
            position: Position(Arc::new(state)),
            past_unknown: drew || events.iter().any(R::reveals),
            undoable: !drew && events.iter().all(R::undoable),
            events: events.iter().map(raw).collect(),
            outcomes,
            bounds,
        })
    }
}

impl<R: Strategy> Default for Adapter<R> {
    fn default() -> Adapter<R> {
        Adapter::new()
    }
}

impl<R: Strategy> Game for Adapter<R> {
    fn meta(&self) -> &'static Meta {
        const { &R::META }
    }

    fn schemas(&self) -> Schemas {
        let mut components = Vec::new();
        Schemas {
            options: named::<R::Options>(&mut components),
            action: named::<R::Action>(&mut components),
            event: named::<R::Event>(&mut components),
            view: named::<R::View>(&mut components),
            components,
        }
    }

    fn options(&self, given: Option<&Value>) -> Result<Box<RawValue>, Malformed> {
        let options: R::Options = match given {
            Some(value) => parse(value)?,
            None => R::Options::default(),
        };
        Ok(raw(&options))
    }

    fn admits(&self, options: &str, seats: u8) -> Result<Result<(), Illegal>, Fault> {
        Ok(R::admits(&decode("options", options)?, seats))
    }

    fn setup(&self, options: &str, seats: u8, mut chance: Chance) -> Result<Step, Fault> {
        let (state, events) = R::setup(&decode("options", options)?, seats, &mut chance);
        self.step(state, &events, chance)
    }

    fn load(&self, text: &str) -> Result<Position, Fault> {
        let state: R::State = decode("position", text)?;
        Ok(Position(Arc::new(state)))
    }

    fn save(&self, position: &Position) -> String {
        text(self.state(position))
    }

    fn turn(&self, position: &Position) -> Turn {
        R::turn(self.state(position))
    }

    fn read(&self, action: &Value) -> Result<Action, Malformed> {
        let action: R::Action = parse(action)?;
        Ok(Action {
            barred: R::choosable(&action).err(),
            ..self.wrap(action)
        })
    }

    fn read_logged(&self, action: &str) -> Result<Action, Fault> {
        Ok(self.wrap(decode("action", action)?))
    }

    fn check(&self, position: &Position, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let state = self.state(position);
        match R::turn(state) {
            Turn::Over(_) => Err(Refusal::Over),
            turn if !turn.awaits(seat) && !action.standing => Err(Refusal::NotAwaited),
            Turn::Waiting(_) => match &action.barred {
                Some(illegal) => Err(Refusal::Illegal(illegal.clone())),
                None => R::check(state, seat, self.action(action)).map_err(Refusal::Illegal),
            },
        }
    }

    fn play(
        &self,
        position: &Position,
        seat: Seat,
        action: &Action,
        mut chance: Chance,
    ) -> Result<Result<Step, Refusal>, Fault> {
        if let Err(refusal) = self.check(position, seat, action) {
            return Ok(Err(refusal));
        }
        let mut state = self.state(position).clone();
        let events = R::apply(&mut state, seat, self.action(action), &mut chance);
        self.step(state, &events, chance).map(Ok)
    }

    fn asks(&self, position: &Position, seat: Seat) -> Option<&'static str> {
        let state = self.state(position);
        R::turn(state).awaits(seat).then(|| R::asks(state, seat))
    }

    fn candidates(&self, position: &Position, seat: Seat) -> (bool, Vec<Box<RawValue>>) {
        let state = self.state(position);
        if !R::turn(state).awaits(seat) {
            return (true, Vec::new());
        }
        let candidates = R::candidates(state, seat);
        let actions = candidates.actions().iter().map(raw).collect();
        (candidates.is_complete(), actions)
    }

    fn view(&self, position: &Position, watcher: Watcher) -> Box<RawValue> {
        raw(&Tagged {
            game: R::META.slug,
            view: R::view(self.state(position), watcher),
        })
    }

    fn picture(
        &self,
        position: &Position,
        watcher: Watcher,
        table: &Table,
        theme: Theme,
    ) -> String {
        R::draw(&R::view(self.state(position), watcher), table, theme)
    }

    fn tell(&self, event: &str, watcher: Watcher) -> Result<Box<RawValue>, Fault> {
        let event: R::Event = decode("event", event)?;
        Ok(raw(&R::tell(&event, watcher)))
    }

    fn retell(
        &self,
        action: &str,
        actor: Seat,
        watcher: Watcher,
    ) -> Result<Option<Box<RawValue>>, Fault> {
        let action: R::Action = decode("action", action)?;
        if watcher == Watcher::Seat(actor) {
            return Ok(Some(raw(&action)));
        }
        Ok(R::retell(&action, actor, watcher).as_ref().map(raw))
    }

    fn scores(&self, position: &Position) -> Vec<Score> {
        R::scores(self.state(position))
    }

    fn rank(&self, position: &Position, reason: &str) -> Outcome {
        R::rank(self.state(position), reason)
    }

    fn fallback(&self, position: &Position, seat: Seat) -> Option<Action> {
        let state = self.state(position);
        R::turn(state)
            .awaits(seat)
            .then(|| self.wrap(R::fallback(state, seat)))
    }

    fn decide(
        &self,
        position: &Position,
        seat: Seat,
        mind: Mind,
        luck: &mut Luck,
    ) -> Option<Action> {
        let state = self.state(position);
        R::turn(state)
            .awaits(seat)
            .then(|| self.wrap(bot::decide::<R>(state, seat, mind, luck)))
    }

    fn standing_answers(&self, position: &Position, seat: Seat) -> Vec<Box<RawValue>> {
        let state = self.state(position);
        match R::turn(state) {
            Turn::Over(_) => Vec::new(),
            Turn::Waiting(_) => R::standing_answers(state, seat).iter().map(raw).collect(),
        }
    }

    fn answer(&self, position: &Position, seat: Seat, standing: &Action) -> Option<Action> {
        let state = self.state(position);
        if !R::turn(state).awaits(seat) {
            return None;
        }
        R::answer(state, seat, self.action(standing)).map(|action| self.wrap(action))
    }
}

/// A view with the name of its game.
#[derive(Serialize)]
struct Tagged<V> {
    game: &'static str,
    #[serde(flatten)]
    view: V,
}

fn named<T: ToSchema>(components: &mut Vec<(String, RefOr<Schema>)>) -> NamedSchema {
    T::schemas(components);
    let name: Cow<'static, str> = T::name();
    NamedSchema {
        name: name.into_owned(),
        schema: <T as PartialSchema>::schema(),
    }
}

fn parse<T: DeserializeOwned>(value: &Value) -> Result<T, Malformed> {
    T::deserialize(value).map_err(|error| Malformed(error.to_string()))
}

fn decode<T: DeserializeOwned>(what: &'static str, text: &str) -> Result<T, Fault> {
    serde_json::from_str(text).map_err(|error| Fault::unreadable(what, &error))
}

fn text<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data serialises")
}

fn raw<T: Serialize>(value: &T) -> Box<RawValue> {
    serde_json::value::to_raw_value(value).expect("plain data serialises")
}
