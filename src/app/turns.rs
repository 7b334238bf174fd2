//! What waits for a player.

use super::refusal::Result;
use super::render;
use super::seen::{GameListed, Page};
use super::{App, Caller};
use crate::engine::Seat;
use crate::model::{GameId, Moment};
use crate::store::waits::{self, WaitRow};
use serde::{Deserialize, Serialize};

/// A decision that a game waits for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TurnSeen {
    /// The game.
    pub game: GameListed,
    /// The caller's seat.
    pub seat: Seat,
    /// What sort of decision it is, one of those in the catalogue.
    pub asks: String,
    /// Since when the game waits.
    pub since: Moment,
    /// Until when, if there is a clock.
    pub deadline: Option<Moment>,
}

impl App {
    /// One page of what waits for the caller, the longest-waiting first.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn turns(
        &self,
        caller: &Caller,
        after: Option<(Moment, GameId)>,
        limit: usize,
    ) -> Result<Page<TurnSeen>> {
        let (player, wanted) = (caller.player, limit as i64 + 1);
        let app = self.clone();
        let (waits, records) = self
            .0
            .store
            .read(move |conn| {
                let waits = waits::of_player(conn, player, after, wanted)?;
                let ids: Vec<GameId> = waits.iter().map(|wait| wait.game_id).collect();
                let records = app.records_of(conn, &ids)?;
                Ok((waits, records))
            })
            .await?;
        let turn = |wait: WaitRow| {
            let record = records
                .iter()
                .find(|record| record.row.id == wait.game_id)?;
            Some(TurnSeen {
                game: render::listed(record, Some(caller)),
                seat: Seat(wait.seat as u8),
                asks: wait.asks.clone(),
                since: wait.since,
                deadline: wait.deadline,
            })
        };
        Ok(Page::cut(waits, limit).show(turn))
    }
}
