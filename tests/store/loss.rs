//! Connections to PostgreSQL that are lost, and a file of SQLite that another process holds.

use crate::fixture::{
    Hold, Place, action, all, done, game_of, many_offered, moved, offer, offered, player,
    registered, run, seat,
};
use crate::line::{Cut, Line};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Integer;
use diesel::{PgConnection, QueryableByName, sql_query};
use placa::model::{GameId, Status};
use placa::store::games::{self, GameRow};
use placa::store::players;
use placa::store::{Committed, Error, Expected, GameCommit, Settings, Store, actions, seats};
use std::pin::pin;
use std::time::Duration;

/// A store by way of a line that can be cut, and one that goes straight.
struct Servers {
    place: Place,
    line: Line,
    far: Store,
    near: Store,
}

impl Servers {
    fn new() -> Servers {
        let place = Place::postgres();
        let line = Line::to(&place.url());
        let settings = Settings {
            patience: Duration::from_millis(200),
            ..Settings::default()
        };
        let far = Store::open(line.url(), settings).unwrap();
        let near = place.open();
        Servers {
            place,
            line,
            far,
            near,
        }
    }

    /// Hands in a commit whose connection is cut, and mends the line at once.
    async fn commit_through(&self, cut: Cut, commit: GameCommit) -> Committed {
        self.line.cut(Some(cut));
        let result = tokio::select! {
            result = self.far.commit(commit) => result,
            never = async {
                self.line.is_cut().await;
                self.line.mend();
                std::future::pending().await
            } => never,
        };
        self.line.cut(None);
        result.unwrap()
    }

    /// Hands in a commit whose connection is cut, and one to the other server before the line is mended.
    async fn overtake(
        &self,
        cut: Cut,
        commit: GameCommit,
        other: impl AsyncFnOnce() -> GameCommit,
    ) -> Result<Committed, Error> {
        // Each form of the statement for moves is prepared with the first of them: then a move is one request and one reply.
        let with_waits = moved(&offered(&self.near).await);
        let mut without = moved(&offered(&self.near).await);
        without.waits = None;
        for warm_up in [with_waits, without] {
            assert_eq!(self.far.commit(warm_up).await.unwrap(), Committed::Done);
        }

        self.line.cut(Some(cut));
        let mut commit = pin!(self.far.commit(commit));
        tokio::select! {
            result = &mut commit => panic!("{cut:?} was not reached: {result:?}"),
            () = self.line.is_cut() => (),
        }
        let other = other().await;
        assert_eq!(self.near.commit(other).await.unwrap(), Committed::Done);
        self.line.mend();
        commit.await
    }

    async fn game(&self, id: GameId) -> GameRow {
        game_of(&self.near, id).await
    }

    async fn log(&self, id: GameId) -> Vec<actions::ActionRow> {
        self.near
            .read(move |conn| actions::since(conn, id, 0))
            .await
            .unwrap()
    }
}

/// Every place at which a commit of at most so many messages can be cut, and one beyond.
fn cuts(messages: usize) -> impl Iterator<Item = Cut> {
    (0..=messages).flat_map(|n| [Cut::Request(n), Cut::Reply(n)])
}

#[test]
fn a_move_is_written_once_wherever_its_connection_is_cut() {
    run(async {
        let servers = Servers::new();
        for cut in cuts(3) {
            let game = offered(&servers.near).await;
            let commit = moved(&game);
            let log = commit.actions.clone();
            assert_eq!(
                servers.commit_through(cut, commit).await,
                Committed::Done,
                "{cut:?}"
            );
            assert_eq!(servers.game(game.id).await.version, 2, "{cut:?}");
            assert_eq!(servers.log(game.id).await, log, "{cut:?}");
        }
    });
}

#[test]
fn a_seat_is_taken_once_wherever_the_connection_is_cut() {
    run(async {
        let servers = Servers::new();
        let anna = registered(&servers.near, "Anna").await;
        for cut in cuts(10) {
            let game = offered(&servers.near).await;
            let mut commit = GameCommit::new(
                game.id,
                Expected::Version(1),
                games::GameChange {
                    free_seats: 1,
                    ..game.state
                },
            );
            commit.seats = vec![seat(game.id, 1, Some(&anna))];
            assert_eq!(
                servers.commit_through(cut, commit).await,
                Committed::Done,
                "{cut:?}"
            );
            assert_eq!(servers.game(game.id).await.version, 2, "{cut:?}");
        }
    });
}

#[test]
fn a_game_is_offered_once_wherever_the_connection_is_cut() {
    run(async {
        let servers = Servers::new();
        for cut in cuts(8) {
            let offer = offer();
            let id = offer.game;
            assert_eq!(
                servers.commit_through(cut, offer).await,
                Committed::Done,
                "{cut:?}"
            );
            assert_eq!(servers.game(id).await.version, 1, "{cut:?}");
            let seats = servers
                .near
                .read(move |conn| seats::of_game(conn, id))
                .await
                .unwrap();
            assert_eq!(seats.len(), 2, "{cut:?}");
        }
    });
}

#[test]
fn a_batch_is_written_once_when_its_connection_is_cut() {
    run(async {
        let servers = Servers::new();
        for cut in [Cut::Request(0), Cut::Reply(0)] {
            let games = many_offered(&servers.near, 50).await;
            let commits = games.iter().map(moved).collect();
            servers.line.cut(Some(cut));
            let mending = async {
                servers.line.is_cut().await;
                servers.line.mend();
            };
            let hold = Hold::on(&servers.place);
            let (results, (), ()) = tokio::join!(
                all(&servers.far, commits),
                async { hold.release() },
                mending
            );
            assert_eq!(done(&results), 50);
            for game in games {
                assert_eq!(servers.game(game.id).await.version, 2);
                assert_eq!(servers.log(game.id).await.len(), 1);
            }
        }
    });
}

#[test]
fn a_move_that_took_place_is_known_although_the_game_went_on() {
    run(async {
        let servers = Servers::new();
        let game = offered(&servers.near).await;
        let next = async || moved(&servers.game(game.id).await);
        let result = servers.overtake(Cut::Reply(0), moved(&game), next).await;
        assert_eq!(result.unwrap(), Committed::Done);
        assert_eq!(servers.game(game.id).await.version, 3);
    });
}

#[test]
fn a_move_that_another_overtook_is_stale() {
    run(async {
        let servers = Servers::new();
        let game = offered(&servers.near).await;
        let other = GameCommit {
            actions: vec![action(game.id, 1, "{\"type\":\"pass\"}")],
            ..moved(&game)
        };
        let log = other.actions.clone();
        let result = servers
            .overtake(Cut::Request(0), moved(&game), async || other)
            .await;
        assert_eq!(result.unwrap(), Committed::Stale);
        assert_eq!(servers.log(game.id).await, log);
    });
}

#[test]
fn a_seat_that_another_took_in_the_same_instant_is_not_taken_for_ones_own() {
    run(async {
        let servers = Servers::new();
        let anna = registered(&servers.near, "Anna").await;
        let biel = registered(&servers.near, "Biel").await;
        let game = offered(&servers.near).await;
        let take = |player| GameCommit {
            seats: vec![seat(game.id, 0, Some(player))],
            ..GameCommit::new(game.id, Expected::Version(1), game.state.clone())
        };
        let result = servers
            .overtake(Cut::Request(0), take(&anna), async || take(&biel))
            .await;
        assert_eq!(result.unwrap(), Committed::Stale);
    });
}

#[test]
fn what_the_database_does_not_show_is_not_guessed() {
    run(async {
        let servers = Servers::new();
        let game = offered(&servers.near).await;
        let withdrawal = games::GameChange {
            status: Status::Cancelled,
            ..game.state.clone()
        };
        let commit = GameCommit::new(game.id, Expected::Version(1), withdrawal);
        let next = async || {
            let game = servers.game(game.id).await;
            GameCommit::new(game.id, Expected::Version(game.version), game.state)
        };
        let result = servers.overtake(Cut::Reply(0), commit, next).await;
        assert!(matches!(result, Err(Error::Unavailable(_))), "{result:?}");
    });
}

#[derive(QueryableByName)]
struct Backend {
    #[diesel(sql_type = Integer)]
    pid: i32,
}

#[test]
fn a_move_survives_the_end_of_its_backend() {
    run(async {
        let place = Place::postgres();
        let store = place.open();
        let game = offered(&store).await;
        let hold = Hold::on(&place);
        let url = place.url();
        let ending = async move {
            let mut conn = PgConnection::establish(&url).unwrap();
            let blocked = sql_query(
                "SELECT pid FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event_type = 'Lock'",
            );
            let pid = loop {
                tokio::task::yield_now().await;
                let backends: Vec<Backend> = blocked.clone().load(&mut conn).unwrap();
                if let Some(backend) = backends.first() {
                    break backend.pid;
                }
            };
            let end = format!("SELECT pg_terminate_backend({pid})");
            conn.batch_execute(&end).unwrap();
            hold.release();
        };
        let (result, ()) = tokio::join!(store.commit(moved(&game)), ending);
        assert_eq!(result.unwrap(), Committed::Done);
        assert_eq!(game_of(&store, game.id).await.version, 2);
    });
}

#[test]
fn connections_that_were_lost_while_idle_are_replaced() {
    run(async {
        let place = Place::postgres();
        let store = place.open();
        let game = offered(&store).await;
        let reads = (0..8).map(|_| store.ready());
        futures_util::future::join_all(reads).await;
        let mut conn = PgConnection::establish(&place.url()).unwrap();
        conn.batch_execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        .unwrap();
        for _ in 0..10 {
            store.ready().await.unwrap();
        }
        assert_eq!(store.commit(moved(&game)).await.unwrap(), Committed::Done);
    });
}

#[test]
fn a_database_that_is_gone_is_unavailable_until_it_is_back() {
    run(async {
        let servers = Servers::new();
        let game = offered(&servers.near).await;
        servers.line.take_down();
        let commit = servers.far.commit(moved(&game)).await;
        assert!(matches!(commit, Err(Error::Unavailable(_))), "{commit:?}");
        let ready = servers.far.ready().await;
        assert!(matches!(ready, Err(Error::Unavailable(_))), "{ready:?}");
        assert_eq!(servers.game(game.id).await.version, 1);

        servers.line.mend();
        // For a short while the writer does not even try.
        let back = loop {
            match servers.far.commit(moved(&game)).await {
                Err(Error::Unavailable(_)) => tokio::task::yield_now().await,
                other => break other,
            }
        };
        assert_eq!(back.unwrap(), Committed::Done);
        while servers.far.ready().await.is_err() {}
    });
}

#[test]
fn a_file_that_another_process_holds_is_busy_and_nothing_is_written() {
    run(async {
        let place = Place::sqlite();
        let settings = Settings {
            patience: Duration::from_millis(50),
            ..Settings::default()
        };
        let store = Store::open(&place.url(), settings).unwrap();
        let games = many_offered(&store, 3).await;
        let hold = Hold::on(&place);
        for result in all(&store, games.iter().map(moved).collect()).await {
            assert!(matches!(result, Err(Error::Busy)), "{result:?}");
        }
        let write = store
            .write(|conn| players::insert(conn, &player("Anna")))
            .await;
        assert!(matches!(write, Err(Error::Busy)), "{write:?}");
        store.ready().await.unwrap();

        hold.release();
        assert_eq!(
            done(&all(&store, games.iter().map(moved).collect()).await),
            3
        );
        registered(&store, "Anna").await;
    });
}
