//! The picture of a game, as somebody may see it.

pub use crate::engine::picture::{Language, Theme};

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

/// What a picture is to be like.
#[derive(Clone, Copy)]
pub struct Look {
    /// For what page.
    pub theme: Theme,
    /// In what language.
    pub language: Language,
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
        look: Look,
    ) -> Result<BoardSeen> {
        let record = self.record(id, caller, None).await?;
        let revision = revision.unwrap_or(record.revision());
        let (table, shown) = self.table_at(&record, revision).await?;
        let seen = render::game(&record, &table, caller, shown)?;
        let around = around(&record, &seen, look.language);
        let svg = match &table {
            Table::Set(running) => {
                let watcher = record.watcher(caller);
                running
                    .game
                    .picture(&running.position, watcher, &around, look.theme)
            }
            Table::Empty | Table::Broken => picture::empty_table(&seen.game, &around, look.theme),
        };
        let revision = seen.revision;
        Ok(BoardSeen { revision, svg })
    }
}

/// What is to be known of a game beside its position.
fn around(record: &Record, seen: &GameSeen, language: Language) -> picture::Table {
    picture::Table {
        language,
        game: match record.game() {
            Some(game) => game.meta().title.to_owned(),
            None => seen.game.clone(),
        },
        title: seen.title.clone(),
        revision: seen.revision,
        notice: notice(seen.status, language),
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

fn notice(status: Status, language: Language) -> Option<&'static str> {
    match status {
        Status::Open => Some(language.pick(
            "Waiting for players",
            "S'esperen jugadors",
            "Se esperan jugadores",
        )),
        Status::Running | Status::Finished => None,
        Status::Cancelled => Some(language.pick("Cancelled", "Anul·lada", "Anulada")),
        Status::Suspended => Some(language.pick("Suspended", "Suspesa", "Suspendida")),
    }
}
