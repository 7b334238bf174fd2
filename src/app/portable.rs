//! A game as a document that can be taken away and, once the game is over, verified by anybody.

use super::history;
use super::record::{Record, decode};
use super::refusal::Result;
use super::running::internal;
use super::seen::{GameSeen, HistoryEntry, Recorded};
use super::walk::{Cause, Walk};
use super::{App, Caller};
use crate::engine::{Fault, Seat, Watcher};
use crate::model::{GameId, Status};
use crate::store::actions::{self, ActionKind, ActionRow};
use serde_json::value::RawValue;

/// The form of the document.
pub const FORM: &str = "placa-record/1";

/// So many revisions are read at once.
const PORTION: i64 = 64;

/// A game to be taken away: first what it is, then its log, portion by portion.
pub struct Portable {
    /// What it is.
    pub game: GameSeen,
    /// Is everything told, the secrets included? Before the end of a game nobody is told more than they may see.
    pub complete: bool,
    app: App,
    record: Record,
    watcher: Watcher,
    after: i64,
    /// Finds again of how many each draw was one; `None` once the log could not be walked on.
    walk: Option<Walk>,
}

impl App {
    /// A game as a document, as the caller may know it.
    ///
    /// # Errors
    /// No such game.
    pub async fn portable(&self, caller: Option<&Caller>, id: GameId) -> Result<Portable> {
        let record = self.record(id, caller, None).await?;
        let mut game = self.seen(&record, caller).await?;
        let complete = record.is_disclosed();
        if complete {
            // It is the same for everybody.
            game.you = None;
        }
        Ok(Portable {
            game,
            complete,
            watcher: record.watcher(caller),
            walk: record.walk().filter(|_| complete),
            app: self.clone(),
            record,
            after: 0,
        })
    }
}

impl Record {
    /// Is the game over and nothing of it secret any more?
    pub fn is_disclosed(&self) -> bool {
        match self.row.state.status {
            Status::Finished => true,
            Status::Cancelled => self.revision() > 0,
            Status::Open | Status::Running | Status::Suspended => false,
        }
    }

    /// A walk through the game's log, if its rules are known here and its seed can be read.
    pub(super) fn walk(&self) -> Option<Walk> {
        Some(Walk::new(
            self.game()?,
            self.seat_count(),
            self.seed().ok()?,
        ))
    }
}

impl Portable {
    /// The next revisions in order; none at the end. What can't be read any more is told as far as it can.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn next(&mut self) -> Result<Vec<Recorded>> {
        let (id, after) = (self.record.row.id, self.after);
        let wanted = PORTION.min(self.record.revision() - after);
        let rows = self
            .app
            .0
            .store
            .read(move |conn| actions::range(conn, id, after, wanted))
            .await?;
        self.after = rows.last().map_or(after, |row| row.revision);
        let recorded = rows.iter().map(|row| match self.complete {
            true => self.whole(row),
            false => self.told(row),
        });
        Ok(recorded.collect())
    }

    fn told(&self, row: &ActionRow) -> Recorded {
        let slug = &self.record.row.offer.game;
        let game = self.record.game();
        let told = game.map(|game| history::entry(game, row, self.watcher));
        let entry = match told {
            Some(Ok(entry)) => entry,
            Some(Err(fault)) => {
                log::error!("the log of game {} can't be told: {fault}", row.game_id);
                history::bare(slug, row)
            }
            None => history::bare(slug, row),
        };
        Recorded {
            entry,
            draws: None,
            hash: None,
        }
    }

    fn whole(&mut self, row: &ActionRow) -> Recorded {
        let bare = history::bare(&self.record.row.offer.game, row);
        let came = match (&mut self.walk, cause(row)) {
            (Some(walk), Ok(cause)) => walk.step(cause).ok(),
            (Some(_) | None, _) => None,
        };
        if came.is_none() {
            self.walk = None;
        }
        Recorded {
            entry: all_told(&bare, row).unwrap_or(bare),
            draws: came.map(|came| came.draws),
            hash: Some(row.hash.clone()),
        }
    }
}

/// What made a revision, as it is stored.
pub(super) fn cause(row: &ActionRow) -> std::result::Result<Cause<'_>, Fault> {
    let gap = Fault::Gap {
        revision: row.revision,
    };
    let seat = || row.seat.map(|seat| Seat(seat as u8)).ok_or(gap.clone());
    Ok(match row.kind {
        ActionKind::Start => Cause::Start(&row.body),
        ActionKind::Action => Cause::Action(seat()?, &row.body),
        ActionKind::Fallback => Cause::Fallback(seat()?, &row.body),
        ActionKind::Undo => Cause::Undo(seat()?, row.body.parse().map_err(|_| gap.clone())?),
        ActionKind::Resignation => Cause::Resignation,
        ActionKind::End => Cause::End,
    })
}

/// A revision with all that it was, as nobody is told before the end.
fn all_told(bare: &HistoryEntry, row: &ActionRow) -> Result<HistoryEntry> {
    let events: Vec<Box<RawValue>> = decode("events", &row.events).map_err(internal)?;
    let tagged = events
        .iter()
        .map(|event| history::tagged(&bare.game, event));
    let action = match row.kind {
        ActionKind::Action | ActionKind::Fallback => {
            Some(RawValue::from_string(row.body.clone()).map_err(internal)?)
        }
        ActionKind::Start | ActionKind::Undo | ActionKind::Resignation | ActionKind::End => None,
    };
    Ok(HistoryEntry {
        action,
        events: tagged.collect::<Result<_>>()?,
        ..bare.clone()
    })
}
