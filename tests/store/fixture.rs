//! A database for one test, and the rows that tests write.

use crate::support::postgres::Database;
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, SqliteConnection};
use futures_util::future::join_all;
use placa::model::{Absence, GameId, Moment, PlayerId, StartRule, Status, Visibility};
use placa::store::actions::{ActionKind, ActionRow};
use placa::store::answers::{AnswerKind, AnswerRow};
use placa::store::games::{self, GameChange, GameRow, NewGame};
use placa::store::players::{self, PlayerRow};
use placa::store::seats::SeatRow;
use placa::store::snapshots::SnapshotRow;
use placa::store::waits::WaitRow;
use placa::store::{Committed, Error, Expected, GameCommit, Settings, Store};
use tempfile::TempDir;

/// A database for one test.
pub enum Place {
    Sqlite(TempDir),
    Postgres(Database),
}

impl Place {
    pub fn sqlite() -> Place {
        Place::Sqlite(tempfile::tempdir().unwrap())
    }

    pub fn postgres() -> Place {
        Place::Postgres(Database::new())
    }

    pub fn url(&self) -> String {
        match self {
            Place::Sqlite(directory) => {
                format!("sqlite://{}/placa.db", directory.path().display())
            }
            Place::Postgres(database) => database.url().to_owned(),
        }
    }

    pub fn open(&self) -> Store {
        Store::open(&self.url(), Settings::default()).unwrap()
    }
}

/// Runs a test to its end.
pub fn run(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(test);
}

/// Makes two tests of each function, one for each database.
macro_rules! on_both {
    ($($(#[doc = $doc:literal])* async fn $name:ident($place:ident: &Place) $body:block)+) => {
        $($(#[doc = $doc])* async fn $name($place: &$crate::fixture::Place) $body)+

        mod sqlite {
            $(#[test]
            fn $name() {
                $crate::fixture::run(super::$name(&$crate::fixture::Place::sqlite()));
            })+
        }

        mod postgres {
            $(#[test]
            fn $name() {
                $crate::fixture::run(super::$name(&$crate::fixture::Place::postgres()));
            })+
        }
    };
}

pub(crate) use on_both;

/// An instant for tests: so many milliseconds after some other.
pub fn at(millis: i64) -> Moment {
    Moment(1_796_000_000_000 + millis)
}

pub fn player(name: &str) -> PlayerRow {
    PlayerRow {
        id: PlayerId::new(),
        name: name.to_owned(),
        name_key: name.to_lowercase(),
        created_at: at(0),
        deleted_at: None,
    }
}

pub async fn registered(store: &Store, name: &str) -> PlayerRow {
    let row = player(name);
    let written = row.clone();
    let inserted = store
        .write(move |conn| players::insert(conn, &written))
        .await;
    assert!(inserted.unwrap());
    row
}

pub fn seat(game: GameId, seat: i16, holder: Option<&PlayerRow>) -> SeatRow {
    SeatRow {
        game_id: game,
        seat,
        player_id: holder.map(|holder| holder.id),
        colour: Some("red".to_owned()),
        entropy: None,
        taken_at: holder.map(|_| at(5)),
        reserved_for: None,
    }
}

/// The offer of a game for two.
pub fn offer() -> GameCommit {
    let game = GameId::new();
    let new = NewGame {
        game: "castellers".to_owned(),
        ruleset: "castellers/1".to_owned(),
        title: None,
        visibility: Visibility::Public,
        start_rule: StartRule::WhenFull,
        options: "{}".to_owned(),
        clock: "{\"kind\":\"none\"}".to_owned(),
        absence: Absence::Fallback,
        takeover_after: 3,
        server_seed: "00".repeat(32),
        commitment: "11".repeat(32),
        created_at: at(0),
    };
    let change = GameChange {
        status: Status::Open,
        owner_id: None,
        seat_count: 2,
        free_seats: 2,
        revision: 0,
        phase_since: 0,
        draws: 0,
        outcome: None,
        suspended_reason: None,
        undo_seat: None,
        attendance: None,
        rematch_id: None,
        events: 0,
        started_at: None,
        updated_at: at(0),
    };
    GameCommit {
        seats: vec![seat(game, 0, None), seat(game, 1, None)],
        ..GameCommit::new(game, Expected::New(new), change)
    }
}

/// Offers a game.
pub async fn offered(store: &Store) -> GameRow {
    let offer = offer();
    let game = offer.game;
    assert_eq!(store.commit(offer).await.unwrap(), Committed::Done);
    game_of(store, game).await
}

/// Offers many games.
pub async fn many_offered(store: &Store, count: usize) -> Vec<GameRow> {
    join_all((0..count).map(|_| offered(store))).await
}

pub async fn game_of(store: &Store, game: GameId) -> GameRow {
    let found = store.read(move |conn| games::find(conn, game)).await;
    found.unwrap().expect("the game is there")
}

/// A move in a game: one more revision, after which it waits for the seat of that parity.
pub fn moved(game: &GameRow) -> GameCommit {
    let revision = game.state.revision + 1;
    let change = GameChange {
        status: Status::Running,
        revision,
        updated_at: at(revision),
        ..game.state.clone()
    };
    GameCommit {
        actions: vec![action(game.id, revision, "{\"type\":\"recruit\"}")],
        waits: Some(vec![wait(game.id, (revision % 2) as i16, None, revision)]),
        ..GameCommit::new(game.id, Expected::Version(game.version), change)
    }
}

pub fn action(game: GameId, revision: i64, body: &str) -> ActionRow {
    ActionRow {
        game_id: game,
        revision,
        kind: ActionKind::Action,
        seat: Some(0),
        body: body.to_owned(),
        outcomes: "[3]".to_owned(),
        events: "[]".to_owned(),
        hash: "22".repeat(32),
        undo_seat: None,
        at: at(revision),
    }
}

pub fn snapshot(game: GameId, revision: i64) -> SnapshotRow {
    SnapshotRow {
        game_id: game,
        revision,
        position: format!("{{\"at\":{revision}}}"),
    }
}

pub fn wait(game: GameId, seat: i16, player: Option<PlayerId>, since: i64) -> WaitRow {
    WaitRow {
        game_id: game,
        seat,
        player_id: player,
        since: at(since),
        deadline: None,
        asks: "turn".to_owned(),
    }
}

/// The answer to a move under some key.
pub fn answer(commit: &GameCommit, key: &str) -> AnswerRow {
    AnswerRow {
        scope: "anna".to_owned(),
        key_hash: key.to_owned(),
        fingerprint: "33".repeat(32),
        kind: AnswerKind::Move,
        game_id: Some(commit.game),
        first_revision: Some(commit.change.revision),
        revision: Some(commit.change.revision),
        seat: Some(0),
        sealed: None,
        at: commit.change.updated_at,
    }
}

/// Hands in commits at once; what became of each.
pub async fn all(store: &Store, commits: Vec<GameCommit>) -> Vec<Result<Committed, Error>> {
    join_all(commits.into_iter().map(|commit| store.commit(commit))).await
}

/// How many of them took place; the others have to be stale.
pub fn done(results: &[Result<Committed, Error>]) -> usize {
    results
        .iter()
        .filter(|result| match result {
            Ok(Committed::Done) => true,
            Ok(Committed::Stale) => false,
            Err(error) => panic!("{error}: {error:?}"),
        })
        .count()
}

/// Somebody else who writes and does not let go: what is committed meanwhile waits.
pub enum Hold {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Hold {
    pub fn on(place: &Place) -> Hold {
        let url = place.url();
        match place {
            Place::Sqlite(_) => {
                let mut conn = SqliteConnection::establish(&url["sqlite://".len()..]).unwrap();
                conn.batch_execute("BEGIN IMMEDIATE").unwrap();
                Hold::Sqlite(conn)
            }
            Place::Postgres(_) => {
                let mut conn = PgConnection::establish(&url).unwrap();
                conn.batch_execute("BEGIN; LOCK TABLE games IN EXCLUSIVE MODE")
                    .unwrap();
                Hold::Postgres(conn)
            }
        }
    }

    pub fn release(mut self) {
        match &mut self {
            Hold::Sqlite(conn) => conn.batch_execute("ROLLBACK").unwrap(),
            Hold::Postgres(conn) => conn.batch_execute("ROLLBACK").unwrap(),
        }
    }
}

/// Hands in commits while somebody else holds the database, so that they gather and are written together.
pub async fn all_in_one_batch(
    place: &Place,
    store: &Store,
    commits: Vec<GameCommit>,
) -> Vec<Result<Committed, Error>> {
    let hold = Hold::on(place);
    // In this order: all are handed in before the hold is released.
    tokio::join!(all(store, commits), async { hold.release() }).0
}
