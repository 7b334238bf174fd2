//! A game as it is stored, and its position decoded.

use super::announce::{AtTable, announce};
use super::attendance::Attendance;
use super::once::Once;
use super::refusal::{Refusal, Result};
use super::running::{Running, internal};
use super::seen::GameSeen;
use super::waits::holidays_at;
use super::{App, Caller};
use crate::engine::chance::Seed;
use crate::engine::dealing::ServerSeed;
use crate::engine::{Fault, Game, Seat, Watcher, games};
use crate::model::{Absence, Bot, GameId, Moment, PlayerId, Status, TableEvent, Visibility};
use crate::store::answers::{self, AnswerRow};
use crate::store::games::{self as game_rows, GameRow};
use crate::store::holidays::HolidayRow;
use crate::store::seats::{self, NamedSeat};
use crate::store::standings::{self, StandingRow};
use crate::store::waits::{self, WaitRow};
use crate::store::{Committed, Conn, Expected, GameCommit, QueryResult};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

/// What the store holds of a game, but for its log.
#[derive(Clone)]
pub struct Record {
    /// The game's own row.
    pub row: GameRow,
    /// Its seats in order, with the names of their holders.
    pub seats: Vec<NamedSeat>,
    /// Whom it waits for.
    pub waits: Vec<WaitRow>,
    /// What seats have said beforehand.
    pub standings: Vec<StandingRow>,
    /// The holidays of those who play it against a clock, by player and in order.
    pub holidays: Vec<HolidayRow>,
    /// The answer kept for the key of the present request.
    pub kept: Option<AnswerRow>,
    /// When it was read, by the clock's running time.
    pub read: Duration,
}

impl Record {
    /// A game that waits for nobody, about which nothing else is known.
    pub fn bare(row: GameRow, seats: Vec<NamedSeat>) -> Record {
        Record {
            row,
            seats,
            waits: Vec::new(),
            standings: Vec::new(),
            holidays: Vec::new(),
            kept: None,
            read: Duration::ZERO,
        }
    }

    /// The seat that a player holds.
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.seats
            .iter()
            .find(|seat| seat.row.player_id == Some(player))
            .map(|seat| Seat(seat.row.seat as u8))
    }

    /// The seat that a player must hold to do what they want.
    ///
    /// # Errors
    /// [`Refusal::NotSeated`]
    pub fn must_seat(&self, player: PlayerId) -> Result<Seat> {
        self.seat_of(player).ok_or(Refusal::NotSeated)
    }

    /// The bot that holds a seat.
    pub fn bot_at(&self, seat: Seat) -> Option<Bot> {
        self.seats[seat.index()].row.player_id.and_then(Bot::of)
    }

    /// The bot that decides for a seat: its holder, or who plays for a holder who is gone.
    pub fn played_by(&self, attendance: &Attendance, seat: Seat) -> Option<Bot> {
        let substitute = match self.row.offer.absence {
            Absence::Bot => Some(Bot::Steady),
            Absence::Fallback | Absence::Forfeit | Absence::Cancel => None,
        };
        let substitute = substitute.filter(|_| attendance.is_gone(seat));
        self.bot_at(seat).or(substitute)
    }

    /// The seat that the caller holds.
    pub fn seat_of_caller(&self, caller: Option<&Caller>) -> Option<Seat> {
        caller.and_then(|caller| self.seat_of(caller.player))
    }

    /// How the caller looks at the game.
    pub fn watcher(&self, caller: Option<&Caller>) -> Watcher {
        self.seat_of_caller(caller)
            .map_or(Watcher::Spectator, Watcher::Seat)
    }

    /// May the caller know that there is this game?
    pub fn is_visible_to(&self, caller: Option<&Caller>) -> bool {
        match self.row.offer.visibility {
            Visibility::Public => true,
            Visibility::Private => caller.is_some_and(|caller| self.concerns(caller.player)),
        }
    }

    /// Does a player own the game, hold a seat of it, or have one kept free?
    fn concerns(&self, player: PlayerId) -> bool {
        let own = |seat: &NamedSeat| {
            seat.row.player_id == Some(player) || seat.row.reserved_for == Some(player)
        };
        self.row.state.owner_id == Some(player) || self.seats.iter().any(own)
    }

    /// Is an answer kept for this very request that was given whole? Then it may be given again, even to somebody who has
    /// left a private game by it.
    fn has_told(&self, once: Option<&Once>) -> bool {
        let told = |once: &Once| {
            let kept = self.kept.as_ref()?;
            kept.sealed.as_ref()?;
            once.same_request(&kept.fingerprint).ok()
        };
        once.and_then(told).is_some()
    }

    /// The rules the game is pinned to, if this server knows them.
    pub fn game(&self) -> Option<&'static dyn Game> {
        games::ruleset(&self.row.offer.ruleset)
    }

    /// How many seats the table has.
    pub fn seat_count(&self) -> u8 {
        self.seats.len() as u8
    }

    /// The current revision.
    pub fn revision(&self) -> i64 {
        self.row.state.revision
    }

    /// The seed of the game, which is fixed once it has started.
    ///
    /// # Errors
    /// [`Refusal::Internal`] if the stored secret can't be read.
    pub fn seed(&self) -> Result<Seed> {
        let mut secret = [0; 32];
        hex::decode_to_slice(&self.row.offer.server_seed, &mut secret).map_err(internal)?;
        let entropy: Vec<&str> = self
            .seats
            .iter()
            .map(|seat| seat.row.entropy.as_deref().unwrap_or_default())
            .collect();
        Ok(ServerSeed(secret).seed(&self.row.id.to_string(), &entropy))
    }

    /// Refuses if the answer kept for the request's key belongs to another request.
    ///
    /// # Errors
    /// [`Refusal::KeyReused`]
    pub fn same_request(&self, once: Option<&Once>) -> Result<()> {
        match (once, &self.kept) {
            (Some(once), Some(kept)) => once.same_request(&kept.fingerprint),
            (Some(_), None) | (None, _) => Ok(()),
        }
    }

    /// Refuses unless the game stands as it must.
    ///
    /// # Errors
    /// [`Refusal::WrongStatus`]
    pub fn must_be(&self, status: Status) -> Result<()> {
        match self.row.state.status == status {
            true => Ok(()),
            false => Err(self.wrong_status()),
        }
    }

    /// The refusal of whatever needs the game to stand elsewhere.
    pub fn wrong_status(&self) -> Refusal {
        Refusal::WrongStatus {
            status: self.row.state.status,
            revision: self.revision(),
        }
    }

    /// A commit that changes nothing yet, made for the row as it was read.
    pub fn commit(&self, now: Moment) -> GameCommit {
        let mut state = self.row.state.clone();
        state.updated_at = now;
        GameCommit::new(self.row.id, Expected::Version(self.row.version), state)
    }
}

/// A game as it stands, through the eyes of one of its seats or of a stranger. What equals another is the same game in the same
/// state.
#[derive(Clone)]
pub struct Sight {
    record: Arc<Record>,
    seat: Option<Seat>,
}

impl PartialEq for Sight {
    fn eq(&self, other: &Sight) -> bool {
        // Whatever changes about a game makes another record of it.
        Arc::ptr_eq(&self.record, &other.record) && self.seat == other.seat
    }
}

impl Eq for Sight {}

impl Hash for Sight {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.record.row.id, self.seat).hash(state);
    }
}

/// Why a game is suspended whose log leads nowhere.
pub(super) const UNLOADABLE: &str = "its position can't be loaded";

/// How a game can be looked at.
pub enum Table {
    /// It has not started, or ended before it did.
    Empty,
    /// With its position.
    Set(Running),
    /// Its position can't be loaded.
    Broken,
}

impl App {
    /// A game that the caller may know of, with what is kept for the request's key.
    ///
    /// # Errors
    /// [`Refusal::NotFound`], the same for no game and for a private game of others.
    pub(super) async fn record(
        &self,
        id: GameId,
        caller: Option<&Caller>,
        once: Option<&Once>,
    ) -> Result<Record> {
        match self.any_record(id, once).await? {
            Some(record) if record.is_visible_to(caller) || record.has_told(once) => {
                record.same_request(once)?;
                Ok(record)
            }
            Some(_) | None => Err(no_game()),
        }
    }

    /// A game, whoever asks.
    pub(super) async fn any_record(
        &self,
        id: GameId,
        once: Option<&Once>,
    ) -> Result<Option<Record>> {
        let Some(once) = once else {
            let shared = self.shared_record(id).await?;
            return Ok(shared.map(Arc::unwrap_or_clone));
        };
        let key = (once.scope().to_owned(), once.key_hash().to_owned());
        let read = self.read_anew(id, Some(key)).await?;
        Ok(read.map(|(shared, kept)| Record {
            kept,
            ..Arc::unwrap_or_clone(shared)
        }))
    }

    /// A game as it is kept, if it still is so, and as it is read otherwise.
    async fn shared_record(&self, id: GameId) -> Result<Option<Arc<Record>>> {
        if let Some(known) = self.known(id).await? {
            return Ok(Some(known));
        }
        let read = self.read_anew(id, None).await?;
        Ok(read.map(|(shared, _)| shared))
    }

    /// Reads a game, and the answer that is kept for a key; keeps the game at hand.
    async fn read_anew(
        &self,
        id: GameId,
        key: Option<(String, String)>,
    ) -> Result<Option<(Arc<Record>, Option<AnswerRow>)>> {
        let now = self.0.clock.running();
        let mark = self.0.records.mark(id);
        let read = move |conn: &mut Conn| read_record(conn, id, key);
        let Some(mut record) = self.0.store.read(read).await? else {
            return Ok(None);
        };
        record.read = now;
        let kept = record.kept.take();
        let shared = Arc::new(record);
        self.0.records.keep(mark, shared.clone());
        Ok(Some((shared, kept)))
    }

    /// How the caller sees a game by now.
    ///
    /// # Errors
    /// [`Refusal::NotFound`], the same for no game and for a private game of others.
    pub async fn sight(&self, caller: Option<&Caller>, id: GameId) -> Result<Sight> {
        match self.shared_record(id).await? {
            Some(record) if record.is_visible_to(caller) => Ok(Sight {
                seat: record.seat_of_caller(caller),
                record,
            }),
            Some(_) | None => Err(no_game()),
        }
    }

    /// The game that the caller sees.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn game_in(&self, sight: &Sight, caller: Option<&Caller>) -> Result<GameSeen> {
        self.seen(&sight.record, caller).await
    }

    /// A game as it is kept, if it still is so.
    async fn known(&self, id: GameId) -> Result<Option<Arc<Record>>> {
        let Some(record) = self.0.records.get(id, self.0.clock.running()) else {
            return Ok(None);
        };
        let current =
            self.0.store.is_alone() || self.0.store.version(id).await? == Some(record.row.version);
        Ok(current.then_some(record))
    }

    /// The game of a row that was just read, if it is kept and still stands so.
    pub(super) fn still_known(&self, row: &GameRow) -> Option<Record> {
        let kept = self.0.records.get(row.id, self.0.clock.running())?;
        (kept.row.version == row.version).then(|| Record::clone(&kept))
    }

    /// The position of a game as it stands. One that can't be loaded suspends the game.
    ///
    /// # Errors
    /// Only those of the database.
    pub(super) async fn table(&self, record: &Record) -> Result<Table> {
        if record.revision() == 0 {
            return Ok(Table::Empty);
        }
        if record.row.state.status == Status::Suspended {
            return Ok(Table::Broken);
        }
        if let Some(running) = self.0.running.get(&record.row.id)
            && running.revision == record.revision()
        {
            self.0.at_hand.found();
            return Ok(Table::Set(running));
        }
        if record.game().is_none() {
            // Another server may know it: this one only can't show it.
            return Ok(Table::Broken);
        }
        self.0.at_hand.missed();
        match self.running_at(record, record.revision()).await? {
            Ok(running) => {
                self.0.running.insert(record.row.id, running.clone());
                Ok(Table::Set(running))
            }
            Err(fault) => {
                let fault = fault.to_string();
                self.suspend(record, UNLOADABLE, &fault).await?;
                Ok(Table::Broken)
            }
        }
    }

    /// The position of a running game.
    ///
    /// # Errors
    /// [`Refusal::WrongStatus`] if it is not running, or can't be loaded.
    pub(super) async fn playable(&self, record: &Record) -> Result<Running> {
        record.must_be(Status::Running)?;
        match self.table(record).await? {
            Table::Set(running) => Ok(running),
            Table::Empty | Table::Broken => Err(Refusal::WrongStatus {
                status: Status::Suspended,
                revision: record.revision(),
            }),
        }
    }

    /// Commits what leads to `after` and `running`, and keeps both at hand. False if somebody else wrote first.
    pub(super) async fn commit_step(
        &self,
        commit: GameCommit,
        mut after: Record,
        running: &Running,
    ) -> Result<bool> {
        // What was said beforehand, and who has left, is read again.
        let is_plain = commit.standings.is_empty() && commit.seats.is_empty();
        let id = after.row.id;
        after.row.version += 1;
        let committed = self.commit_to(commit, is_plain.then_some(after)).await?;
        if committed == Committed::Done {
            self.0.running.insert(id, running.clone());
        }
        Ok(committed == Committed::Done)
    }

    /// Commits, and keeps the position that this leads to at hand. False if somebody else wrote first.
    pub(super) async fn commit_table(&self, commit: GameCommit, table: Table) -> Result<bool> {
        let id = commit.game;
        if self.commit(commit).await? == Committed::Stale {
            return Ok(false);
        }
        match table {
            Table::Set(running) => self.0.running.insert(id, running),
            Table::Empty | Table::Broken => {}
        }
        Ok(true)
    }

    /// Suspends a game whose position can't be loaded, unless somebody else has written meanwhile.
    pub(super) async fn suspend(&self, record: &Record, why: &str, fault: &str) -> Result<()> {
        log::error!("game {} is suspended: {fault}", record.row.id);
        match self.suspended(record, why).await? {
            Committed::Done | Committed::Stale => Ok(()),
        }
    }

    /// Suspends a game: it can be read but not played.
    pub(super) async fn suspended(&self, record: &Record, why: &str) -> Result<Committed> {
        let now = self.0.clock.now();
        let mut commit = record.commit(now);
        commit.change.status = Status::Suspended;
        commit.change.suspended_reason = Some(why.to_owned());
        commit.waits = Some(Vec::new());
        let suspended = AtTable::all(TableEvent::Suspended {});
        announce(&mut commit, now, &[suspended], &[])?;
        self.commit(commit).await
    }
}

/// The refusal for no game, and for a private game of others.
pub(super) fn no_game() -> Refusal {
    Refusal::NotFound("game")
}

pub(super) fn read_record(
    conn: &mut Conn,
    id: GameId,
    key: Option<(String, String)>,
) -> QueryResult<Option<Record>> {
    let Some(row) = game_rows::find(conn, id)? else {
        return Ok(None);
    };
    let seats = seats::of_game(conn, id)?;
    let waits = waits::of_game(conn, id)?;
    Ok(Some(Record {
        holidays: holidays_at(conn, &row, &seats, &waits)?,
        row,
        seats,
        waits,
        standings: standings::of_game(conn, id)?,
        kept: match key {
            Some((scope, hash)) => answers::find(conn, &scope, &hash)?,
            None => None,
        },
        read: Duration::ZERO,
    }))
}

/// Reads JSON that was stored.
pub(super) fn decode<'t, T: serde::Deserialize<'t>>(
    what: &'static str,
    text: &'t str,
) -> std::result::Result<T, Fault> {
    serde_json::from_str(text).map_err(|error| Fault::unreadable(what, &error))
}
