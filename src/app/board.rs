//! The picture of a game, as somebody may see it.

pub use crate::engine::picture::Theme;

use super::record::{Record, Table};
use super::refusal::Result;
use super::render;
use super::seen::{GameSeen, SeatSeen};
use super::{App, Caller};
use crate::engine::picture::{self, Sitter};
use crate::model::{GameId, Status};

/// A picture.
pub struct BoardSeen {
    /// The revision it shows.
    pub revision: i64,
    /// The picture as SVG.
    pub svg: String,
}

impl App {
    /// The picture of a game as it stands, or as the caller's seat saw it at a past revision. Where no position can be
    /// shown, since there is none or since it can't be loaded, it shows who sits round the table.
    ///
    /// # Errors
    /// No such game; no such revision.
    pub async fn board(
        &self,
        caller: Option<&Caller>,
        id: GameId,
        revision: Option<i64>,
        theme: Theme,
    ) -> Result<BoardSeen> {
        let record = self.record(id, caller, None).await?;
        let revision = revision.unwrap_or(record.revision());
        let (table, shown) = self.table_at(&record, revision).await?;
        let seen = render::game(&record, &table, caller, shown)?;
        let around = around(&record, &seen);
        let svg = match &table {
            Table::Set(running) => {
                let watcher = record.watcher(caller);
                running
                    .game
                    .picture(&running.position, watcher, &around, theme)
            }
            Table::Empty | Table::Broken => picture::empty_table(&seen.game, &around, theme),
        };
        let revision = seen.revision;
        Ok(BoardSeen { revision, svg })
    }
}

/// What is to be known of a game beside its position.
fn around(record: &Record, seen: &GameSeen) -> picture::Table {
    picture::Table {
        game: match record.game() {
            Some(game) => game.meta().title.to_owned(),
            None => seen.game.clone(),
        },
        title: seen.title.clone(),
        revision: seen.revision,
        notice: notice(seen.status),
        sitters: seen.seats.iter().map(sitter).collect(),
        you: seen.you,
        awaiting: seen.awaiting.clone(),
        outcome: seen.outcome.clone(),
    }
}

fn sitter(seat: &SeatSeen) -> Sitter {
    Sitter {
        name: seat.player.as_ref().map(|player| player.name.clone()),
        colour: seat.colour.clone(),
    }
}

fn notice(status: Status) -> Option<&'static str> {
    match status {
        Status::Open => Some("Waiting for players"),
        Status::Running | Status::Finished => None,
        Status::Cancelled => Some("Cancelled"),
        Status::Suspended => Some("Suspended"),
    }
}
