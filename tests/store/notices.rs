//! What commits announce, and the feed of all games.

use crate::fixture::{
    all, at, done, game_of, many_offered, moved, offered, on_both, registered, seat,
};
use futures_util::future::{join, join_all};
use placa::model::GameId;
use placa::store::games::GameRow;
use placa::store::notices::{self, NoticeRow};
use placa::store::{Committed, Conn, GameCommit, Store};

/// A move that announces one event.
fn announced(game: &GameRow) -> GameCommit {
    let mut commit = moved(game);
    commit.change.events += 1;
    commit.notice = Some(NoticeRow {
        game_id: game.id,
        first: commit.change.events,
        last: commit.change.events,
        from_revision: game.state.revision,
        to_revision: commit.change.revision,
        body: "[]".to_owned(),
        at: at(commit.change.revision),
        number: None,
    });
    commit
}

async fn of_game(store: &Store, game: GameId) -> Vec<NoticeRow> {
    store
        .read(move |conn| notices::of_game(conn, game, 0, 1_000))
        .await
        .unwrap()
}

/// The last number of the feed, and the numbers up to it that the notices of some games have, in order.
async fn feed_of(store: &Store, games: &[GameRow]) -> (i64, Vec<i64>) {
    let games: Vec<GameId> = games.iter().map(|game| game.id).collect();
    let read = move |conn: &mut Conn| {
        let last = notices::last_number(conn)?;
        let mut numbers = Vec::new();
        for game in games {
            let told = notices::of_game(conn, game, 0, 1_000)?;
            numbers.extend(
                told.iter()
                    .filter_map(|notice| notice.number)
                    .filter(|n| *n <= last),
            );
        }
        numbers.sort_unstable();
        Ok((last, numbers))
    };
    store.read(read).await.unwrap()
}

on_both! {
    async fn a_commit_that_comes_too_late_announces_nothing(place: &Place) {
        let store = place.open();
        let game = offered(&store).await;
        let rivals = (0..20).map(|_| announced(&game)).collect();
        assert_eq!(done(&all(&store, rivals).await), 1);
        let told = of_game(&store, game.id).await;
        assert_eq!(told.len(), 1);
        assert_eq!((told[0].first, told[0].number), (1, Some(1)));
        assert_eq!(store.read(notices::last_number).await.unwrap(), 1);
        assert_eq!(game_of(&store, game.id).await.state.events, 1);
    }

    async fn notices_are_numbered_without_gaps_and_in_the_order_of_each_game(place: &Place) {
        let store = place.open();
        let mut games = many_offered(&store, 5).await;
        for _ in 0..6 {
            let commits = games.iter().map(announced).collect();
            assert_eq!(done(&all(&store, commits).await), 5);
            games = join_all(games.iter().map(|game| game_of(&store, game.id))).await;
        }
        let mut numbers = Vec::new();
        for game in &games {
            let told = of_game(&store, game.id).await;
            assert!(told.is_sorted_by_key(|notice| notice.number));
            numbers.extend(told.iter().filter_map(|notice| notice.number));
        }
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=30).collect::<Vec<i64>>());
        assert_eq!(store.read(notices::last_number).await.unwrap(), 30);
    }

    async fn servers_that_write_at_once_number_nothing_twice_and_leave_nothing_out(place: &Place) {
        let servers = [place.open(), place.open(), place.open()];
        let mut games = many_offered(&servers[0], 9).await;
        for round in 0..20 {
            // Some as moves, many in one statement, and some row by row.
            let commits = games.iter().enumerate().map(|(n, game)| {
                let mut commit = announced(game);
                if (n + round) % 4 == 0 {
                    commit.seats = vec![seat(game.id, 0, None), seat(game.id, 1, None)];
                }
                servers[n % 3].commit(commit)
            });
            assert!(join_all(commits).await.into_iter().all(|it| it.unwrap() == Committed::Done));
            let last = servers[0].read(notices::last_number).await.unwrap();
            assert_eq!(last, 9 * (round as i64 + 1));
            games = join_all(games.iter().map(|game| game_of(&servers[0], game.id))).await;
        }
        let told = join_all(games.iter().map(|game| of_game(&servers[1], game.id))).await;
        assert!(told.iter().all(|told| told.is_sorted_by_key(|notice| notice.number)));
        let mut numbers: Vec<i64> = told.iter().flatten().filter_map(|notice| notice.number).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=180).collect::<Vec<_>>());
    }

    async fn whoever_has_read_up_to_a_number_has_missed_nothing(place: &Place) {
        let servers = [place.open(), place.open()];
        let games = many_offered(&servers[0], 12).await;
        let writes = games.iter().enumerate().map(async |(n, game)| {
            let mut game = game.clone();
            for _ in 0..15 {
                assert_eq!(servers[n % 2].commit(announced(&game)).await.unwrap(), Committed::Done);
                game = game_of(&servers[0], game.id).await;
            }
        });
        let mut read = 0;
        let reads = async {
            while read < 180 {
                let (last, numbers) = feed_of(&servers[1], &games).await;
                assert_eq!(numbers, (1..=last).collect::<Vec<_>>());
                read = last;
            }
        };
        join(join_all(writes), reads).await;
    }

    async fn the_feed_of_a_player_names_the_games_in_which_they_sit(place: &Place) {
        let store = place.open();
        let (anna, biel) = (registered(&store, "Anna").await, registered(&store, "Biel").await);
        let games = many_offered(&store, 2).await;
        for (game, holder) in games.iter().zip([&anna, &biel]) {
            let mut commit = announced(game);
            commit.seats = vec![seat(game.id, 0, Some(holder)), seat(game.id, 1, None)];
            assert_eq!(store.commit(commit).await.unwrap(), Committed::Done);
        }
        let (annas, id) = (games[0].id, anna.id);
        let feed = || store.read(move |conn| notices::of_player(conn, id, 0, 10));
        let told: Vec<GameId> = feed().await.unwrap().iter().map(|notice| notice.game_id).collect();
        assert_eq!(told, [annas]);
        assert_eq!(store.read(notices::last_number).await.unwrap(), 2);
        let named = store.read(|conn| notices::named(conn, 0, 2)).await.unwrap();
        for (game, holder) in games.iter().zip([&anna, &biel]) {
            assert!(named.contains(&(game.id, Some(holder.id))));
        }
    }
}
