//! Looking back: the log of a game, and the game at one of its revisions.

use super::record::{Record, Table, decode};
use super::refusal::{Refusal, Result};
use super::render::{self, Shown};
use super::running::internal;
use super::seen::{Acted, GameSeen, HistoryEntry, HistoryKind, Page};
use super::{Answered, App, Caller};
use crate::engine::{Game, Seat, Watcher};
use crate::model::{GameId, Status};
use crate::store::actions::{self, ActionKind, ActionRow};
use crate::store::answers::AnswerRow;
use serde_json::value::RawValue;

impl App {
    /// One page of what has happened in a game after a revision, as the caller may know it.
    ///
    /// # Errors
    /// No such game.
    pub async fn history(
        &self,
        caller: Option<&Caller>,
        id: GameId,
        after: i64,
        limit: u8,
    ) -> Result<Page<HistoryEntry>> {
        let record = self.record(id, caller, None).await?;
        let Some(game) = record.game() else {
            return Err(record.wrong_status());
        };
        let wanted = i64::from(limit) + 1;
        let rows = self
            .0
            .store
            .read(move |conn| actions::range(conn, id, after, wanted))
            .await?;
        let page = Page::cut(rows, usize::from(limit));
        let watcher = record.watcher(caller);
        let items = page.items.iter().map(|row| entry(game, row, watcher));
        let items = items.collect::<Result<_>>();
        Ok(Page {
            items: items.map_err(|fault| unreadable(&record, fault))?,
            more: page.more,
        })
    }

    /// The game at one of its revisions, as the caller's seat saw it then.
    pub(super) async fn seen_at(
        &self,
        record: &Record,
        caller: Option<&Caller>,
        revision: i64,
    ) -> Result<GameSeen> {
        let (table, shown) = self.table_at(record, revision).await?;
        render::game(record, &table, caller, shown)
    }

    /// The table as it stood at a revision, and how it is to be shown.
    pub(super) async fn table_at(&self, record: &Record, revision: i64) -> Result<(Table, Shown)> {
        if revision == record.revision() {
            return Ok((self.table(record).await?, Shown::Now));
        }
        if revision < 0 || revision > record.revision() {
            return Err(Refusal::NotFound("revision"));
        }
        if revision == 0 {
            let at = record.row.offer.created_at;
            return Ok((Table::Empty, Shown::Then { revision, at }));
        }
        let at = self.logged(record, revision).await?.at;
        let table = match self.running_at(record, revision).await? {
            Ok(running) => Table::Set(running),
            Err(fault) => {
                log::error!("game {} has no revision {revision}: {fault}", record.row.id);
                Table::Broken
            }
        };
        Ok((table, Shown::Then { revision, at }))
    }

    /// The answer that was given to actions taken before, made again from the log.
    pub(super) async fn acted_before(
        &self,
        record: &Record,
        caller: &Caller,
        kept: &AnswerRow,
    ) -> Result<Answered<Acted>> {
        let (Some(first), Some(last), Some(game)) =
            (kept.first_revision, kept.revision, record.game())
        else {
            return Err(internal("a kept answer to a move names no revisions"));
        };
        let id = record.row.id;
        let count = last - first + 1;
        let rows = self
            .0
            .store
            .read(move |conn| actions::range(conn, id, first - 1, count))
            .await?;
        // The seat that moved may have another holder by now; its answer is still the mover's own.
        let watcher = kept
            .seat
            .map_or(Watcher::Spectator, |seat| Watcher::Seat(Seat(seat as u8)));
        let mut events = Vec::new();
        for row in &rows {
            events.extend(told_all(game, row, watcher)?);
        }
        Ok(Answered::again(Acted {
            revision: last,
            events,
            game: self.seen_at(record, Some(caller), last).await?,
        }))
    }

    /// One row of the log.
    pub(super) async fn logged(&self, record: &Record, revision: i64) -> Result<ActionRow> {
        let id = record.row.id;
        self.0
            .store
            .read(move |conn| actions::find(conn, id, revision))
            .await?
            .ok_or(Refusal::NotFound("revision"))
    }
}

/// A log that can't be read is no fault of who asks for it, nor one that goes away: the game counts as suspended.
pub(super) fn unreadable(record: &Record, fault: Refusal) -> Refusal {
    log::error!("the log of game {} can't be read: {fault:?}", record.row.id);
    Refusal::WrongStatus {
        status: Status::Suspended,
        revision: record.revision(),
    }
}

/// A stored event with the name of its game, as a watcher may know it.
pub(super) fn told(game: &dyn Game, event: &str, watcher: Watcher) -> Result<Box<RawValue>> {
    let event = game.tell(event, watcher).map_err(internal)?;
    tagged(game.meta().slug, &event)
}

/// An event with the name of its game.
pub(super) fn tagged(game: &str, event: &RawValue) -> Result<Box<RawValue>> {
    let tagged = format!("{{\"game\":\"{game}\",\"event\":{}}}", event.get());
    RawValue::from_string(tagged).map_err(internal)
}

fn told_all(game: &dyn Game, row: &ActionRow, watcher: Watcher) -> Result<Vec<Box<RawValue>>> {
    let events: Vec<Box<RawValue>> = decode("events", &row.events).map_err(internal)?;
    events
        .iter()
        .map(|event| told(game, event.get(), watcher))
        .collect()
}

/// A row of the log, as a watcher may know it.
pub(super) fn entry(game: &dyn Game, row: &ActionRow, watcher: Watcher) -> Result<HistoryEntry> {
    let seat = row.seat.map(|seat| Seat(seat as u8));
    let action = match (row.kind, seat) {
        (ActionKind::Action | ActionKind::Fallback, Some(seat)) => {
            game.retell(&row.body, seat, watcher).map_err(internal)?
        }
        (
            ActionKind::Action
            | ActionKind::Fallback
            | ActionKind::Start
            | ActionKind::Undo
            | ActionKind::Resignation
            | ActionKind::End,
            _,
        ) => None,
    };
    Ok(HistoryEntry {
        action,
        events: told_all(game, row, watcher)?,
        ..bare(game.meta().slug, row)
    })
}

/// A row of the log without what was done and what happened: who did something of which sort, and when.
pub(super) fn bare(game: &str, row: &ActionRow) -> HistoryEntry {
    let (mut to, mut reason) = (None, None);
    let kind = match row.kind {
        ActionKind::Start => HistoryKind::Start,
        ActionKind::Action => HistoryKind::Action,
        ActionKind::Fallback => HistoryKind::Fallback,
        ActionKind::Undo => {
            to = row.body.parse().ok();
            HistoryKind::Undo
        }
        ActionKind::Resignation => {
            reason = Some(row.body.clone()).filter(|how| !how.is_empty());
            HistoryKind::Resignation
        }
        ActionKind::End => {
            reason = Some(row.body.clone());
            HistoryKind::End
        }
    };
    HistoryEntry {
        game: game.to_owned(),
        revision: row.revision,
        kind,
        seat: row.seat.map(|seat| Seat(seat as u8)),
        action: None,
        to,
        reason,
        events: Vec::new(),
        at: row.at,
    }
}
