//! Laws that every game keeps, shown by random play.
//!
//! [`hold`] plays a number of games and checks at every step what no game may break; it reports how
//! often every kind of action, event and end reason occurred, so that a law is not held by never
//! being put to the test.

use super::chance::{Chance, Seed};
use super::rules::{Candidates, Rules};
use super::seat::{Seat, Watcher};
use super::turn::{Phase, Turn};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::mem::discriminant;
use utoipa::PartialSchema;

/// What is played, and how.
pub struct Trial<R: Rules> {
    /// How many games.
    pub games: u64,
    /// Number of the first game; game number n is the same game in every trial.
    pub first: u64,
    /// Tables to play at, in rotation: seats and options.
    pub tables: Vec<(u8, R::Options)>,
    /// Picks one of the candidates.
    pub choose: Choose<R>,
    /// What must be true of every state beyond the general laws, such as the count of components.
    pub invariant: fn(&R::State) -> Result<(), String>,
    /// More steps than any game can take.
    pub longest: u32,
    /// The costly laws (saving, looking from every seat, other worlds) are checked at every n-th step, beginning
    /// with another one in each game.
    pub thorough_every: u32,
}

/// Picks one of the candidates, by its place in the list.
pub type Choose<R> = fn(&<R as Rules>::State, Seat, &[<R as Rules>::Action], &mut Dice) -> usize;

/// The dice of a random player; no part of the game.
pub struct Dice(Chance);

impl Dice {
    /// Dice whose throws follow from these two numbers.
    pub fn new(trial: &str, game: u64) -> Dice {
        let mut digest = Sha256::new();
        digest.update(trial);
        digest.update(game.to_be_bytes());
        Dice(Chance::dealt(Seed(digest.finalize().into()), 0))
    }

    /// One of 0 to `n` - 1; `n` must be at least 1.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(n as u32) as usize
    }

    /// True once in `n` throws.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// Chooses evenly among the kinds of action on offer, then among the actions of that kind, so that kinds
/// with few members are not drowned.
pub fn even_kinds<A: Serialize>(actions: &[A], dice: &mut Dice) -> usize {
    let kinds: Vec<String> = actions.iter().map(kind).collect();
    let mut distinct = kinds.clone();
    distinct.sort();
    distinct.dedup();
    let chosen = &distinct[dice.below(distinct.len())];
    let of_kind: Vec<usize> = (0..actions.len())
        .filter(|&i| kinds[i] == *chosen)
        .collect();
    of_kind[dice.below(of_kind.len())]
}

/// How often what occurred.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played to their end.
    pub games: u64,
    /// Actions taken.
    pub steps: u64,
    /// Actions by `type`.
    pub actions: BTreeMap<String, u64>,
    /// Events by `type`.
    pub events: BTreeMap<String, u64>,
    /// Games by end reason.
    pub reasons: BTreeMap<String, u64>,
}

impl Report {
    /// Kinds of action and event and end reasons that the game declares and that occurred less than
    /// `least` times.
    pub fn rare<R: Rules>(&self, least: u64) -> Vec<String> {
        let mut rare = Vec::new();
        let mut look = |what: &str, kinds: Vec<String>, counts: &BTreeMap<String, u64>| {
            for kind in kinds {
                let count = counts.get(&kind).copied().unwrap_or(0);
                if count < least {
                    rare.push(format!("{what} {kind}: {count}"));
                }
            }
        };
        look("action", tags::<R::Action>(), &self.actions);
        look("event", tags::<R::Event>(), &self.events);
        let reasons = R::META.reasons.iter().map(|r| r.name.to_owned()).collect();
        look("end", reasons, &self.reasons);
        rare
    }

    fn add(&mut self, other: Report) {
        self.games += other.games;
        self.steps += other.steps;
        for (mine, theirs) in [
            (&mut self.actions, other.actions),
            (&mut self.events, other.events),
            (&mut self.reasons, other.reasons),
        ] {
            for (kind, count) in theirs {
                *mine.entry(kind).or_default() += count;
            }
        }
    }
}

/// A law that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, step {step}: {law}")]
pub struct Broken {
    /// Which game of the trial.
    pub game: u64,
    /// After how many actions.
    pub step: u32,
    /// Which law, and how.
    pub law: String,
}

/// The values that the tag `type` of a union has, from its schema.
pub fn tags<T: PartialSchema>() -> Vec<String> {
    let schema = serde_json::to_value(T::schema()).expect("a schema serialises");
    let variants = schema["oneOf"].as_array().cloned().unwrap_or_default();
    variants.iter().filter_map(tag_of_variant).collect()
}

fn tag_of_variant(variant: &Value) -> Option<String> {
    let parts = match variant["allOf"].as_array() {
        Some(parts) => parts.clone(),
        None => vec![variant.clone()],
    };
    parts.iter().find_map(|part| {
        let values = part["properties"]["type"]["enum"].as_array()?;
        values.first()?.as_str().map(str::to_owned)
    })
}

/// Plays the trial on all cores and checks every law.
///
/// # Errors
/// The broken law of the lowest-numbered game in which one was found.
pub fn hold<R: Rules>(trial: &Trial<R>) -> Result<Report, Broken> {
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let results: Vec<Result<Report, Broken>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers)
            .map(|worker| scope.spawn(move || hold_share(trial, worker, workers)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("a law was broken by a panic"))
            .collect()
    });
    let mut total = Report::default();
    let mut broken: Option<Broken> = None;
    for result in results {
        match result {
            Ok(report) => total.add(report),
            Err(found) if broken.as_ref().is_none_or(|b| found.game < b.game) => {
                broken = Some(found);
            }
            Err(_) => {}
        }
    }
    broken.map_or(Ok(total), Err)
}

fn hold_share<R: Rules>(trial: &Trial<R>, worker: u64, workers: u64) -> Result<Report, Broken> {
    let mut report = Report::default();
    for offset in (worker..trial.games).step_by(workers as usize) {
        let mut play = Play::new(trial, trial.first + offset);
        let steps = play.run();
        let step = play.log.len() as u32;
        match steps {
            Ok(()) => report.add(play.report),
            Err(law) => {
                return Err(Broken {
                    game: play.number,
                    step,
                    law,
                });
            }
        }
    }
    Ok(report)
}

/// A seat is absent, and its fallback taken, once in so many steps.
const ABSENT_ONE_IN: usize = 40;
/// Once in so many games all players leave for good, so that fallbacks alone have to end the game ...
const DESERTED_ONE_IN: usize = 16;
/// ... before so many actions were taken.
const DESERTED_BEFORE: usize = 60;

/// One game of a trial.
struct Play<'t, R: Rules> {
    trial: &'t Trial<R>,
    number: u64,
    seats: u8,
    options: R::Options,
    dice: Dice,
    seed: Seed,
    drawn: u64,
    /// Everybody is absent once the log is this long.
    deserted: usize,
    /// Setup first, then every action: text, outcomes and now and then the state.
    log: Vec<Logged>,
    /// Actions seen earlier in the game, to be asked about again when they may not be legal.
    seen: Vec<R::Action>,
    report: Report,
}

struct Logged {
    seat: Seat,
    action: String,
    outcomes: Vec<u32>,
    /// The state after it, at the steps where costly laws are checked.
    state: Option<String>,
}

impl<'t, R: Rules> Play<'t, R> {
    fn new(trial: &'t Trial<R>, number: u64) -> Play<'t, R> {
        let table = (number % trial.tables.len() as u64) as usize;
        let (seats, options) = trial.tables[table].clone();
        let mut digest = Sha256::new();
        digest.update(b"law");
        digest.update(number.to_be_bytes());
        let mut absence = Dice::new("absence", number);
        Play {
            trial,
            number,
            seats,
            options,
            dice: Dice::new("dice", number),
            seed: Seed(digest.finalize().into()),
            drawn: 0,
            deserted: match absence.one_in(DESERTED_ONE_IN) {
                true => 1 + absence.below(DESERTED_BEFORE),
                false => usize::MAX,
            },
            log: Vec::new(),
            seen: Vec::new(),
            report: Report::default(),
        }
    }

    fn run(&mut self) -> Result<(), String> {
        if let Err(illegal) = R::admits(&self.options, self.seats) {
            return Err(format!("the table is not admitted: {illegal:?}"));
        }
        let mut chance = Chance::dealt(self.seed, 0);
        let (mut state, events) = R::setup(&self.options, self.seats, &mut chance);
        self.note_events(&events);
        self.note(Seat(0), String::new(), chance, &state);
        let outcome = loop {
            (self.trial.invariant)(&state)?;
            let waiting = match R::turn(&state) {
                Turn::Over(outcome) => break outcome,
                Turn::Waiting(waiting) => waiting,
            };
            if self.log.len() as u32 > self.trial.longest {
                return Err(format!("no end after {} actions", self.trial.longest));
            }
            check_waiting(&waiting.seats, self.seats)?;
            let seat = waiting.seats[self.dice.below(waiting.seats.len())];
            let actions = self.check_candidates(&state, seat)?;
            let action = match self.is_absent() {
                true => R::fallback(&state, seat),
                false => {
                    let chosen = (self.trial.choose)(&state, seat, &actions, &mut self.dice);
                    actions[chosen].clone()
                }
            };
            let thorough = self.is_thorough();
            if thorough {
                self.look_closely(&state)?;
                self.standing_answers_stand(&state)?;
                if let Phase::Simultaneous(_) = waiting.phase {
                    self.hidden_choice_is_hidden(&state, seat, &actions, waiting.seats.len())?;
                }
            }
            let before = thorough.then(|| state.clone());
            let events = self.act(&mut state, seat, &action)?;
            if let Some(before) = before {
                self.same_in_other_worlds(&before, seat, &action, &events, &state)?;
            }
        };
        if self.is_thorough() {
            self.look_closely(&state)?;
        }
        self.check_outcome(&state, &outcome)?;
        self.check_replay(&state)
    }

    fn is_absent(&mut self) -> bool {
        self.log.len() >= self.deserted || self.dice.one_in(ABSENT_ONE_IN)
    }

    /// Are costly laws checked at this step?
    fn is_thorough(&self) -> bool {
        let steps = self.number + self.log.len() as u64;
        steps.is_multiple_of(u64::from(self.trial.thorough_every))
    }

    fn note(&mut self, seat: Seat, action: String, chance: Chance, state: &R::State) {
        let outcomes = chance.finish().expect("drawn from a seed");
        self.drawn += outcomes.len() as u64;
        let state = self.is_thorough().then(|| text(state));
        self.log.push(Logged {
            seat,
            action,
            outcomes,
            state,
        });
    }

    fn note_events(&mut self, events: &[R::Event]) {
        for event in events {
            *self.report.events.entry(kind(event)).or_default() += 1;
        }
    }

    fn act(
        &mut self,
        state: &mut R::State,
        seat: Seat,
        action: &R::Action,
    ) -> Result<Vec<R::Event>, String> {
        let mut chance = Chance::dealt(self.seed, self.drawn);
        let events = R::apply(state, seat, action, &mut chance);
        for event in &events {
            for watcher in Watcher::all(self.seats) {
                let told = R::tell(event, watcher);
                demand(discriminant(&told) == discriminant(event), || {
                    format!(
                        "an event of kind {} is told as {}",
                        kind(event),
                        kind(&told)
                    )
                })?;
            }
        }
        self.report.steps += 1;
        *self.report.actions.entry(kind(action)).or_default() += 1;
        self.note_events(&events);
        self.note(seat, text(action), chance, state);
        Ok(events)
    }

    /// A waiting seat has something to do; all it is offered is legal; if it is offered everything, then
    /// nothing else is legal; the default action is legal.
    fn check_candidates(&mut self, state: &R::State, seat: Seat) -> Result<Vec<R::Action>, String> {
        let candidates = R::candidates(state, seat);
        let complete = candidates.is_complete();
        let actions = candidates.into_actions();
        demand(!actions.is_empty(), || {
            format!("{seat} is waited for and has nothing to do")
        })?;
        for action in &actions {
            R::choosable(action)
                .and_then(|()| R::check(state, seat, action))
                .map_err(|illegal| format!("{seat} is offered {action:?}: {illegal:?}"))?;
        }
        let fallback = R::fallback(state, seat);
        R::check(state, seat, &fallback)
            .map_err(|illegal| format!("the fallback {fallback:?} is refused: {illegal:?}"))?;
        for action in &self.seen {
            let verdict = R::check(state, seat, action);
            if let Err(illegal) = &verdict {
                let known = R::META.rules.iter().any(|rule| rule.name == illegal.rule);
                demand(known, || format!("undeclared rule {}", illegal.rule))?;
            }
            let listed = actions.contains(action);
            let agree = match complete {
                true => verdict.is_ok() == listed,
                false => verdict.is_ok() || !listed,
            };
            demand(agree, || {
                format!("{action:?} is listed: {listed}, but check says {verdict:?}")
            })?;
        }
        self.remember(&actions);
        Ok(actions)
    }

    fn remember(&mut self, actions: &[R::Action]) {
        const KEPT: usize = 12;
        let action = actions[self.dice.below(actions.len())].clone();
        if self.seen.len() < KEPT {
            self.seen.push(action);
        } else {
            let at = self.dice.below(KEPT);
            self.seen[at] = action;
        }
    }

    /// The state survives saving; what a watcher can't see does not show.
    fn look_closely(&mut self, state: &R::State) -> Result<(), String> {
        let saved = text(state);
        let loaded: R::State =
            serde_json::from_str(&saved).map_err(|e| format!("a saved state is lost: {e}"))?;
        demand(loaded == *state && text(&loaded) == saved, || {
            "a state changes by saving and loading".to_owned()
        })?;
        for watcher in Watcher::all(self.seats) {
            let other = R::reshuffle(state, watcher, &mut self.dice.0);
            self.looks_alike(state, &other, watcher)?;
        }
        Ok(())
    }

    fn looks_alike(
        &self,
        state: &R::State,
        other: &R::State,
        watcher: Watcher,
    ) -> Result<(), String> {
        same(
            watcher,
            "view",
            &R::view(state, watcher),
            &R::view(other, watcher),
        )?;
        demand(R::turn(state).seats() == R::turn(other).seats(), || {
            format!("{watcher:?} can tell two worlds apart by who is waited for")
        })?;
        if let Some(seat) = watcher.seat()
            && R::turn(state).awaits(seat)
        {
            let here = R::candidates(state, seat);
            let there = R::candidates(other, seat);
            demand(listed(&here) == listed(&there), || {
                format!("{watcher:?} can tell two worlds apart by the candidates")
            })?;
        }
        if let Some(seat) = watcher.seat() {
            same(
                watcher,
                "standing answers",
                &R::standing_answers(state, seat),
                &R::standing_answers(other, seat),
            )?;
        }
        Ok(())
    }

    /// After an action that brings nothing hidden out, worlds that looked the same still do.
    fn same_in_other_worlds(
        &mut self,
        before: &R::State,
        seat: Seat,
        action: &R::Action,
        events: &[R::Event],
        after: &R::State,
    ) -> Result<(), String> {
        let drew = self.log.last().is_some_and(|l| !l.outcomes.is_empty());
        if drew || events.iter().any(R::reveals) {
            return Ok(());
        }
        for watcher in Watcher::all(self.seats) {
            let mut other = R::reshuffle(before, watcher, &mut self.dice.0);
            let taken = R::turn(&other).awaits(seat) && R::check(&other, seat, action).is_ok();
            demand(taken || watcher != Watcher::Seat(seat), || {
                format!("{seat} learns by asking whether {action:?} is legal")
            })?;
            if !taken {
                continue;
            }
            let mut chance = Chance::recorded([]);
            let there = R::apply(&mut other, seat, action, &mut chance);
            let as_quiet = chance.finish().is_ok() && !there.iter().any(R::reveals);
            demand(as_quiet, || {
                format!("{watcher:?} learns by what ends a batch after {action:?}")
            })?;
            let told = |events: &[R::Event]| -> Vec<R::Event> {
                events.iter().map(|e| R::tell(e, watcher)).collect()
            };
            same(watcher, "events", &told(events), &told(&there))?;
            self.looks_alike(after, &other, watcher)?;
        }
        Ok(())
    }

    /// While others still have to choose, nobody else can tell one choice from another.
    fn hidden_choice_is_hidden(
        &mut self,
        state: &R::State,
        seat: Seat,
        actions: &[R::Action],
        waiting: usize,
    ) -> Result<(), String> {
        if waiting < 2 {
            return Ok(());
        }
        let pick = |dice: &mut Dice| actions[dice.below(actions.len())].clone();
        let (one, two) = (pick(&mut self.dice), pick(&mut self.dice));
        let after = |action: &R::Action| {
            let mut state = state.clone();
            let mut chance = Chance::recorded([]);
            let events = R::apply(&mut state, seat, action, &mut chance);
            (state, events)
        };
        let (state_one, events_one) = after(&one);
        let (state_two, events_two) = after(&two);
        for watcher in Watcher::all(self.seats) {
            if watcher == Watcher::Seat(seat) {
                continue;
            }
            self.looks_alike(&state_one, &state_two, watcher)?;
            let told = |events: &[R::Event]| -> Vec<R::Event> {
                events.iter().map(|e| R::tell(e, watcher)).collect()
            };
            same(watcher, "events", &told(&events_one), &told(&events_two))?;
            let retold = |action: &R::Action| R::retell(action, seat, watcher);
            same(watcher, "action", &retold(&one), &retold(&two))?;
        }
        Ok(())
    }

    /// A standing answer on offer is admissible, changes nothing by itself, and says only what is legal.
    fn standing_answers_stand(&mut self, state: &R::State) -> Result<(), String> {
        let turn = R::turn(state);
        for seat in Seat::all(self.seats) {
            for standing in R::standing_answers(state, seat) {
                demand(R::standing(&standing), || {
                    format!("{standing:?} is no standing answer")
                })?;
                R::check(state, seat, &standing)
                    .map_err(|illegal| format!("{seat} may not leave {standing:?}: {illegal:?}"))?;
                let mut after = state.clone();
                let mut chance = Chance::recorded([]);
                let events = R::apply(&mut after, seat, &standing, &mut chance);
                let still = events.is_empty() && after == *state && chance.drawn().is_empty();
                demand(still, || format!("{standing:?} changes something"))?;
                if turn.awaits(seat)
                    && let Some(answer) = R::answer(state, seat, &standing)
                {
                    R::check(state, seat, &answer).map_err(|illegal| {
                        format!("{standing:?} answers {answer:?}: {illegal:?}")
                    })?;
                }
                *self.report.actions.entry(kind(&standing)).or_default() += 1;
            }
        }
        Ok(())
    }

    fn check_outcome(
        &mut self,
        state: &R::State,
        outcome: &super::score::Outcome,
    ) -> Result<(), String> {
        self.report.games += 1;
        *self
            .report
            .reasons
            .entry(outcome.reason.clone())
            .or_default() += 1;
        let known = R::META.reasons.iter().any(|r| r.name == outcome.reason);
        demand(known, || {
            format!("undeclared end reason {}", outcome.reason)
        })?;
        let seats: Vec<Seat> = outcome.places.iter().map(|p| p.seat).collect();
        demand(seats.iter().copied().eq(Seat::all(self.seats)), || {
            format!("the places name the seats {seats:?}")
        })?;
        demand(outcome.places.iter().any(|p| p.place == 1), || {
            "nobody wins".to_owned()
        })?;
        let scores = R::scores(state);
        for (place, score) in outcome.places.iter().zip(&scores) {
            let fits = place.score == score.total() && place.breakdown == score.breakdown;
            demand(fits, || format!("{}: the items don't add up", place.seat))?;
        }
        Ok(())
    }

    /// Played again from what was logged, the game comes to the same states.
    fn check_replay(&self, state: &R::State) -> Result<(), String> {
        let mut replayed: Option<R::State> = None;
        for logged in &self.log {
            let mut chance = Chance::recorded(logged.outcomes.iter().copied());
            match &mut replayed {
                None => replayed = Some(R::setup(&self.options, self.seats, &mut chance).0),
                Some(state) => {
                    let action: R::Action = serde_json::from_str(&logged.action)
                        .map_err(|e| format!("a logged action is lost: {e}"))?;
                    R::apply(state, logged.seat, &action, &mut chance);
                }
            }
            let fits = chance.finish().is_ok();
            demand(fits, || "a replay draws something else".to_owned())?;
            if let (Some(then), Some(now)) = (&logged.state, &replayed) {
                let same = text(now) == *then;
                demand(same, || "a replay goes elsewhere".to_owned())?;
            }
        }
        let ends = replayed.as_ref() == Some(state);
        demand(ends, || "a replay ends elsewhere".to_owned())
    }
}

fn check_waiting(seats: &[Seat], count: u8) -> Result<(), String> {
    let ascending = seats.windows(2).all(|pair| pair[0] < pair[1]);
    let at_table = seats.iter().all(|seat| seat.0 < count);
    demand(!seats.is_empty() && ascending && at_table, || {
        format!("the seats waited for are {seats:?}")
    })
}

fn listed<A: Serialize>(candidates: &Candidates<A>) -> (bool, String) {
    (candidates.is_complete(), text(&candidates.actions()))
}

fn same<T: Serialize>(watcher: Watcher, what: &str, one: &T, two: &T) -> Result<(), String> {
    let (one, two) = (text(one), text(two));
    demand(one == two, || {
        format!("{watcher:?} can tell two worlds apart by the {what}: {one} / {two}")
    })
}

fn demand(holds: bool, law: impl FnOnce() -> String) -> Result<(), String> {
    match holds {
        true => Ok(()),
        false => Err(law()),
    }
}

/// The `type` of an action or event.
pub fn kind<T: Serialize + ?Sized>(tagged: &T) -> String {
    let value = serde_json::to_value(tagged).expect("plain data serialises");
    value["type"].as_str().unwrap_or_default().to_owned()
}

fn text<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data serialises")
}

/// A short name for what a trial counts, for messages.
impl<R: Rules> Debug for Trial<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} games of {}", self.games, R::META.ruleset)
    }
}
