//! Lists of games.

use super::record::Record;
use super::refusal::{Refusal, Result};
use super::render;
use super::seen::{GameListed, Page};
use super::{App, Caller};
use crate::model::{GameId, Moment, PlayerId, Status};
use crate::store::games::{self, Filter, GameRow, Sort};
use crate::store::seats::{self, NamedSeat};
use crate::store::waits::{self, WaitRow};
use crate::store::{Conn, QueryResult};

/// Which games to list, and how.
#[derive(Clone, Debug)]
pub struct Question {
    /// The slug.
    pub game: Option<String>,
    /// Where they stand.
    pub status: Option<Status>,
    /// Somebody who holds a seat.
    pub player: Option<PlayerId>,
    /// Somebody whom the game waits for.
    pub awaiting: Option<PlayerId>,
    /// Only with a free seat.
    pub open: bool,
    /// In which order.
    pub order: Order,
    /// Behind which game.
    pub after: Option<(Moment, GameId)>,
    /// At most how many, 1 to 100.
    pub limit: usize,
}

/// The first page of the games of one status in which the caller sits.
fn own(caller: &Caller, status: Status) -> Question {
    Question {
        game: None,
        status: Some(status),
        player: Some(caller.player),
        awaiting: None,
        open: false,
        order: Order::Newest,
        after: None,
        limit: 100,
    }
}

/// In which order to list games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Those offered last come first.
    Newest,
    /// Those that have not changed for the longest time come first.
    Waiting,
}

impl App {
    /// One page of games that the caller may know of.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn games(
        &self,
        caller: Option<&Caller>,
        question: &Question,
    ) -> Result<Page<GameListed>> {
        let own = caller.map(|caller| caller.player);
        for player in [question.player, question.awaiting].into_iter().flatten() {
            if own != Some(player) && self.is_gone(player).await? {
                return Ok(Page {
                    items: Vec::new(),
                    more: false,
                });
            }
        }
        let filter = Filter {
            caller: caller.map(|caller| caller.player),
            game: question.game.clone(),
            status: question.status,
            player: question.player,
            awaiting: question.awaiting,
            open: question.open,
        };
        let sort = match question.order {
            Order::Newest => Sort::Newest,
            Order::Waiting => Sort::Waiting,
        };
        let (after, limit) = (question.after, question.limit as i64);
        let app = self.clone();
        let read = move |conn: &mut Conn| {
            let rows = games::list(conn, &filter, sort, after, limit + 1)?;
            app.records_of_rows(conn, rows)
        };
        let records = self.0.store.read(read).await?;
        let listed = |record| Some(render::listed(&record, caller));
        Ok(Page::cut(records, question.limit).show(listed))
    }
}

impl App {
    /// All games of one status in which the caller sits.
    pub(super) async fn own_games(
        &self,
        caller: &Caller,
        status: Status,
    ) -> Result<Vec<GameListed>> {
        let mut question = own(caller, status);
        let mut games = Vec::new();
        loop {
            let page = self.games(Some(caller), &question).await?;
            question.after = page.items.last().map(|last| (last.created_at, last.id));
            games.extend(page.items);
            if !page.more {
                return Ok(games);
            }
        }
    }

    /// Games by their ids, in no particular order.
    pub(super) fn records_of(&self, conn: &mut Conn, ids: &[GameId]) -> QueryResult<Vec<Record>> {
        let rows = games::of_ids(conn, ids)?;
        self.records_of_rows(conn, rows)
    }

    /// Games whose own rows were just read. What else there is of those that are kept as they are is not read again.
    fn records_of_rows(&self, conn: &mut Conn, rows: Vec<GameRow>) -> QueryResult<Vec<Record>> {
        let known: Vec<Option<Record>> = rows.iter().map(|row| self.still_known(row)).collect();
        let unknown = rows.iter().zip(&known).filter(|(_, known)| known.is_none());
        let ids: Vec<GameId> = unknown.map(|(row, _)| row.id).collect();
        let (seats, waits) = match ids.is_empty() {
            true => (Vec::new(), Vec::new()),
            false => (seats::of_games(conn, &ids)?, waits::of_games(conn, &ids)?),
        };
        let of_game = |row: GameRow| {
            let seats = picked(&seats, |seat: &NamedSeat| seat.row.game_id == row.id);
            let waits = picked(&waits, |wait: &WaitRow| wait.game_id == row.id);
            Record {
                waits,
                ..Record::bare(row, seats)
            }
        };
        let records = rows.into_iter().zip(known);
        Ok(records
            .map(|(row, known)| known.unwrap_or_else(|| of_game(row)))
            .collect())
    }

    /// Is there no such account, or none any more? Nothing can be found out about it then. Whoever is just deleting
    /// their own account can still find their games.
    pub(super) async fn is_gone(&self, player: PlayerId) -> Result<bool> {
        match self.profile(player).await {
            Ok(_) => Ok(false),
            Err(Refusal::NotFound(_)) => Ok(true),
            Err(refusal) => Err(refusal),
        }
    }
}

fn picked<T: Clone>(all: &[T], belongs: impl Fn(&T) -> bool) -> Vec<T> {
    all.iter().filter(|one| belongs(one)).cloned().collect()
}
