//! Is a record what happened? Found out from the document alone: no database, no server, no network.

use super::attendance::placed;
use super::ending::{ABANDONED, CANCELLED, RESIGNATION};
use super::portable::FORM;
use super::seen::{Contribution, HistoryKind};
use super::walk::{Came, Cause, Draw, Walk};
use crate::engine::dealing::ServerSeed;
use crate::engine::{Game, Outcome, Seat, Turn, games};
use crate::model::{Presence, Status};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// What a record was found to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The game's id.
    pub id: String,
    /// The rules it was played by.
    pub ruleset: String,
    /// How many revisions it has.
    pub revisions: i64,
    /// How many draws were made.
    pub draws: u64,
    /// The result; `None` of a game that was annulled.
    pub outcome: Option<Outcome>,
}

/// Why a record is not verified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unverified {
    /// No record at all.
    #[error("this is no record: {0}")]
    Unreadable(String),
    /// A record of another form.
    #[error("the record has the form {0:?}; this program reads {FORM}")]
    Form(String),
    /// A game that goes on.
    #[error("the record is not complete: the secrets of a game are told when it is over")]
    Incomplete,
    /// Rules that this program doesn't know.
    #[error("this program does not know the rules {0:?}")]
    Ruleset(String),
    /// Something in it is not what follows from the rest.
    #[error("{place}: {why}")]
    Broken {
        /// Where: a member of the document, or a revision.
        place: String,
        /// What is wrong.
        why: String,
    },
}

/// What verifying needs of a record; names, titles, colours and times follow from nothing and are not looked at.
#[derive(Deserialize)]
struct Written {
    form: String,
    complete: bool,
    id: String,
    game: String,
    ruleset: String,
    status: Status,
    revision: i64,
    options: Map<String, Value>,
    seats: Vec<WrittenSeat>,
    dealing: WrittenDealing,
    outcome: Option<Outcome>,
    log: Vec<WrittenItem>,
}

#[derive(Deserialize)]
struct WrittenSeat {
    seat: Seat,
    presence: Option<Presence>,
}

#[derive(Deserialize)]
struct WrittenDealing {
    commitment: String,
    server_seed: Option<String>,
    contributions: Vec<Contribution>,
}

#[derive(Deserialize)]
struct WrittenItem {
    revision: i64,
    kind: HistoryKind,
    seat: Option<Seat>,
    action: Option<Box<RawValue>>,
    to: Option<i64>,
    reason: Option<String>,
    events: Vec<WrittenEvent>,
    draws: Option<Vec<Draw>>,
    hash: Option<String>,
}

#[derive(Deserialize)]
struct WrittenEvent {
    game: String,
    event: Value,
}

/// Does everything again that a record tells: the commitment, the seed, every draw, every action, every position and the
/// result.
///
/// # Errors
/// What it is instead, or the first place that is not what it has to be.
pub fn verify(record: &str) -> Result<Verified, Unverified> {
    let written: Written =
        serde_json::from_str(record).map_err(|error| Unverified::Unreadable(error.to_string()))?;
    if written.form != FORM {
        return Err(Unverified::Form(written.form));
    }
    let secret = match &written.dealing.server_seed {
        Some(secret) if written.complete => secret,
        Some(_) | None => return Err(Unverified::Incomplete),
    };
    let game = games::ruleset(&written.ruleset)
        .ok_or_else(|| Unverified::Ruleset(written.ruleset.clone()))?;
    let secret = committed(secret, &written.dealing.commitment)?;
    let options = written.table(game)?;
    let seats = written.seats.len() as u8;
    let seed = secret.seed(&written.id, &written.entropy()?);
    let mut walk = Walk::new(game, seats, seed);
    for (number, item) in (1..).zip(&written.log) {
        let at = |(what, why): (&str, String)| broken(format!("revision {number}{what}"), why);
        item.follows(number, &written.game, &options, &mut walk)
            .map_err(at)?;
    }
    if written.revision != written.log.len() as i64 {
        let why = format!("the log has {} revisions", written.log.len());
        return Err(broken("revision", why));
    }
    written.result(game, &walk)?;
    Ok(Verified {
        revisions: written.revision,
        draws: walk.draws(),
        id: written.id,
        ruleset: written.ruleset,
        outcome: written.outcome,
    })
}

fn broken(place: impl Into<String>, why: impl Into<String>) -> Unverified {
    Unverified::Broken {
        place: place.into(),
        why: why.into(),
    }
}

/// The server's secret, which has to be the one that was committed to.
fn committed(secret: &str, commitment: &str) -> Result<ServerSeed, Unverified> {
    let mut bytes = [0; 32];
    if hex::decode_to_slice(secret, &mut bytes).is_err() {
        let why = "it is not 32 bytes in hexadecimal";
        return Err(broken("dealing/server_seed", why));
    }
    let secret = ServerSeed(bytes);
    match secret.commitment() == commitment {
        true => Ok(secret),
        false => {
            let why = "the secret is not the one that was committed to";
            Err(broken("dealing/server_seed", why))
        }
    }
}

impl Written {
    /// The options as the rules take them; they have to admit the table.
    fn table(&self, game: &dyn Game) -> Result<String, Unverified> {
        let meta = game.meta();
        if self.game != meta.slug {
            let why = format!("{} are rules of {}", self.ruleset, meta.slug);
            return Err(broken("game", why));
        }
        let numbered = self.seats.iter().map(|seat| usize::from(seat.seat.0));
        let in_order = numbered.eq(0..self.seats.len());
        let seats = u8::try_from(self.seats.len()).ok();
        let seats = seats.filter(|seats| in_order && meta.seats.contains(seats));
        let seats = seats.ok_or_else(|| broken("seats", "the game has no such table"))?;
        let mut own = self.options.clone();
        if own.remove("game") != Some(Value::from(meta.slug)) {
            return Err(broken("options", "they are of another game"));
        }
        let options = game
            .options(Some(&Value::Object(own)))
            .map_err(|malformed| broken("options", malformed.to_string()))?;
        match game.admits(options.get(), seats) {
            Ok(Ok(())) => Ok(options.get().to_owned()),
            Ok(Err(illegal)) => Err(broken("options", illegal.detail)),
            Err(fault) => Err(broken("options", fault.to_string())),
        }
    }

    /// What each seat added to the seed.
    fn entropy(&self) -> Result<Vec<&str>, Unverified> {
        let mut added: Vec<Option<&str>> = vec![None; self.seats.len()];
        for contribution in &self.dealing.contributions {
            let place = added.get_mut(contribution.seat.index());
            match place {
                Some(free @ None) => *free = Some(&contribution.entropy),
                Some(Some(_)) | None => {
                    let why = "a seat adds at most once, and only seats add";
                    return Err(broken("dealing/contributions", why));
                }
            }
        }
        Ok(added.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// Is the result the one that the last position and those who left lead to?
    fn result(&self, game: &dyn Game, walk: &Walk) -> Result<(), Unverified> {
        let (Some(last), Some(turn), Some(position)) =
            (self.log.last(), walk.turn(), walk.position())
        else {
            return Err(broken("log", "it is empty"));
        };
        let reason = last.reason.as_deref().unwrap_or_default();
        let outcome = match (last.kind, turn) {
            (HistoryKind::End, _) if reason == CANCELLED => None,
            (HistoryKind::End, _) => Some(game.rank(position, reason)),
            (_, Turn::Over(outcome)) => Some(outcome.clone()),
            // Somebody annulled a game that could not be played on.
            (_, Turn::Waiting(_)) if self.status == Status::Cancelled => None,
            (_, Turn::Waiting(_)) => {
                return Err(broken("log", "the game goes on after the last revision"));
            }
        };
        let status = match outcome {
            Some(_) => Status::Finished,
            None => Status::Cancelled,
        };
        if self.status != status {
            let why = format!("the log ends as {}", status.word());
            return Err(broken("status", why));
        }
        let left = |seat: Seat| self.seats[seat.index()].presence == Some(Presence::Resigned);
        self.left_by_the_log(left)?;
        match self.outcome == outcome.map(|outcome| placed(outcome, left)) {
            true => Ok(()),
            false => Err(broken("outcome", "the last position has another result")),
        }
    }

    /// Whoever is said to have left has to have left in the log.
    fn left_by_the_log(&self, left: impl Fn(Seat) -> bool) -> Result<(), Unverified> {
        let noted = |seat: Seat| {
            let resigned = |item: &WrittenItem| item.kind == HistoryKind::Resignation;
            self.log
                .iter()
                .any(|item| resigned(item) && item.seat == Some(seat))
        };
        let seats = self.seats.iter().map(|seat| seat.seat);
        match seats.clone().find(|seat| left(*seat) && !noted(*seat)) {
            None => Ok(()),
            Some(seat) => {
                let why = format!("the log does not say that seat {} was left", seat.0);
                Err(broken("seats", why))
            }
        }
    }
}

impl WrittenItem {
    /// Goes on to this revision, which has to come to what is written of it. The error says where within the revision,
    /// and what is wrong.
    fn follows(
        &self,
        number: i64,
        game: &str,
        options: &str,
        walk: &mut Walk,
    ) -> Result<(), (&'static str, String)> {
        if self.revision != number {
            return Err(("", format!("the log has revision {} here", self.revision)));
        }
        let cause = self
            .cause(options)
            .ok_or(("", "what made it is not told whole".to_owned()))?;
        let came = walk
            .step(cause)
            .map_err(|astray| ("", astray.to_string()))?;
        self.same_draws(&came)?;
        let same = |(told, event): (&WrittenEvent, &RawValue)| {
            told.game == game
                && serde_json::from_str(event.get()).ok().as_ref() == Some(&told.event)
        };
        let happened = came.events.iter().map(AsRef::as_ref);
        let all_same = self.events.iter().zip(happened).all(same);
        if self.events.len() != came.events.len() || !all_same {
            return Err((
                ", events",
                "by the rules something else happened".to_owned(),
            ));
        }
        match self.hash.as_deref() == Some(&came.hash) {
            true => Ok(()),
            false => Err((", hash", format!("the position has the hash {}", came.hash))),
        }
    }

    fn cause<'a>(&'a self, options: &'a str) -> Option<Cause<'a>> {
        let action = || self.action.as_deref().map(RawValue::get);
        let reason = self.reason.as_deref();
        match self.kind {
            HistoryKind::Start => Some(Cause::Start(options)),
            HistoryKind::Action => Some(Cause::Action(self.seat?, action()?)),
            HistoryKind::Fallback => Some(Cause::Fallback(self.seat?, action()?)),
            HistoryKind::Undo => Some(Cause::Undo(self.seat?, self.to?)),
            HistoryKind::Resignation => self.seat.map(|_| Cause::Resignation),
            HistoryKind::End => [ABANDONED, RESIGNATION, CANCELLED]
                .contains(&reason?)
                .then_some(Cause::End),
        }
    }

    fn same_draws(&self, came: &Came) -> Result<(), (&'static str, String)> {
        let told = self.draws.as_deref().unwrap_or_default();
        let pairs = told.iter().zip(&came.draws);
        for (number, (told, made)) in (1..).zip(pairs) {
            if told != made {
                let why = format!(
                    "draw {number} is {} of {} by the seed, and {} of {} in the record",
                    made.drawn, made.of, told.drawn, told.of
                );
                return Err((", draws", why));
            }
        }
        match told.len() == came.draws.len() {
            true => Ok(()),
            false => Err((
                ", draws",
                format!(
                    "there are {} by the rules, and {} in the record",
                    came.draws.len(),
                    told.len()
                ),
            )),
        }
    }
}
