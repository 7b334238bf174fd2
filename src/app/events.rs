//! The event log of a game, and the feed of all that changes for a player.

use super::announce::AtTable;
use super::history::unreadable;
use super::record::decode;
use super::refusal::Result;
use super::running::internal;
use super::seen::Page;
use super::{App, Caller};
use crate::engine::{Game, Seat, Watcher};
use crate::model::{GameId, Moment, TableEvent};
use crate::store::actions::{self, ActionKind, ActionRow};
use crate::store::games;
use crate::store::notices::{self, NoticeRow};
use serde_json::value::RawValue;

/// An event, as somebody may know it.
#[derive(Clone, Debug)]
pub struct EventSeen {
    /// Its number in the game's log, from 1.
    pub id: i64,
    /// The revision at which it happened.
    pub revision: i64,
    /// Who did it, or whom it happened to.
    pub seat: Option<Seat>,
    /// When.
    pub at: Moment,
    /// What happened.
    pub what: What,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum What {
    /// An event of the game, with its name.
    InGame(&'static str, Box<RawValue>),
    /// Something at the table.
    AtTable(TableEvent),
}

/// That something happened in one of a player's games.
#[derive(Clone, Debug)]
pub struct Changed {
    /// Its place in the feed.
    pub id: i64,
    /// When.
    pub at: Moment,
    /// Which game.
    pub game_id: GameId,
    /// The game's slug.
    pub game: String,
    /// The revision after it.
    pub revision: i64,
    /// The number of the first event in the game's log.
    pub first: i64,
    /// The number of the last one.
    pub last: i64,
}

impl App {
    /// One page of the events of a game after a number, as the caller may know them.
    ///
    /// # Errors
    /// No such game; a game whose rules this server does not know.
    pub async fn events(
        &self,
        caller: Option<&Caller>,
        id: GameId,
        after: i64,
        limit: u8,
    ) -> Result<Page<EventSeen>> {
        let record = self.record(id, caller, None).await?;
        let Some(game) = record.game() else {
            return Err(record.wrong_status());
        };
        let (notices, rows) = self
            .0
            .store
            .read(move |conn| {
                let notices = notices::of_game(conn, id, after, i64::from(limit) + 1)?;
                let from = notices.first().map_or(0, |first| first.from_revision);
                let to = notices.last().map_or(0, |last| last.to_revision);
                let rows = actions::range(conn, id, from, to - from)?;
                Ok((notices, rows))
            })
            .await?;
        let watcher = record.watcher(caller);
        let mut items = Vec::new();
        for notice in &notices {
            let told = told(game, notice, &rows, watcher);
            let told = told.map_err(|fault| unreadable(&record, fault))?;
            items.extend(told.into_iter().filter(|event| event.id > after));
        }
        Ok(Page::cut(items, usize::from(limit)))
    }

    /// One page of what has changed for the caller after a place in the feed.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn feed(&self, caller: &Caller, after: i64, limit: u8) -> Result<Page<Changed>> {
        let player = caller.player;
        let (rows, games) = self
            .0
            .store
            .read(move |conn| {
                let rows = notices::of_player(conn, player, after, i64::from(limit) + 1)?;
                let ids: Vec<GameId> = rows.iter().map(|row| row.game_id).collect();
                let games = games::of_ids(conn, &ids)?;
                Ok((rows, games))
            })
            .await?;
        let changed = |row: NoticeRow| {
            let game = games.iter().find(|game| game.id == row.game_id)?;
            Some(Changed {
                id: row.number?,
                at: row.at,
                game_id: row.game_id,
                game: game.offer.game.clone(),
                revision: row.to_revision,
                first: row.first,
                last: row.last,
            })
        };
        Ok(Page::cut(rows, usize::from(limit)).show(changed))
    }

    /// The number of the last event of a game; 0 while there is none.
    ///
    /// # Errors
    /// No such game.
    pub async fn last_event(&self, caller: Option<&Caller>, id: GameId) -> Result<i64> {
        Ok(self.record(id, caller, None).await?.row.state.events)
    }

    /// The place where the feed ends now.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn feed_end(&self) -> Result<i64> {
        Ok(self.0.store.read(notices::last_number).await?)
    }
}

/// The events of a notice, as a watcher may know them.
fn told(
    game: &'static dyn Game,
    notice: &NoticeRow,
    rows: &[ActionRow],
    watcher: Watcher,
) -> Result<Vec<EventSeen>> {
    let at_table: Vec<AtTable> = decode("notice", &notice.body).map_err(internal)?;
    let mut events: Vec<EventSeen> = at_table
        .into_iter()
        .map(|at_table| EventSeen {
            id: 0,
            revision: notice.from_revision,
            seat: at_table.seat,
            at: notice.at,
            what: What::AtTable(at_table.event),
        })
        .collect();
    let logged = |row: &&ActionRow| {
        row.revision > notice.from_revision && row.revision <= notice.to_revision
    };
    for row in rows.iter().filter(logged) {
        for what in of_revision(game, row, watcher)? {
            events.push(EventSeen {
                id: 0,
                revision: row.revision,
                seat: row.seat.map(|seat| Seat(seat as u8)),
                at: row.at,
                what,
            });
        }
    }
    for (id, event) in (notice.first..).zip(&mut events) {
        event.id = id;
    }
    Ok(events)
}

/// What happened in a logged revision: as many events as were counted when it was announced.
fn of_revision(game: &'static dyn Game, row: &ActionRow, watcher: Watcher) -> Result<Vec<What>> {
    let at_table = match row.kind {
        ActionKind::Action => None,
        ActionKind::Start => Some(TableEvent::Started {}),
        ActionKind::Fallback => Some(TableEvent::DefaultTaken {}),
        ActionKind::Undo => Some(TableEvent::Undone {
            to: row.body.parse().map_err(internal)?,
        }),
        ActionKind::Resignation => Some(TableEvent::Resigned {}),
        ActionKind::End => Some(TableEvent::Ended {
            reason: row.body.clone(),
        }),
    };
    let events: Vec<Box<RawValue>> = decode("events", &row.events).map_err(internal)?;
    let mut all: Vec<What> = at_table.into_iter().map(What::AtTable).collect();
    for event in &events {
        let event = game.tell(event.get(), watcher).map_err(internal)?;
        all.push(What::InGame(game.meta().slug, event));
    }
    Ok(all)
}
