//! What commits announce, and the feed of all games.

use crate::fixture::{
    all, at, done, game_of, many_offered, moved, offered, on_both, registered, seat,
};
use futures_util::future::join_all;
use placa::model::GameId;
use placa::store::games::GameRow;
use placa::store::notices::{self, NoticeRow};
use placa::store::{Committed, GameCommit, Store};

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

/// Numbers what there is, unless another server is at it.
async fn number_if_free(store: &Store) -> Option<usize> {
    store
        .write(|conn| notices::number(conn, 1_000))
        .await
        .unwrap()
}

async fn number(store: &Store) -> usize {
    number_if_free(store).await.expect("nobody else is at it")
}

on_both! {
    async fn a_commit_that_comes_too_late_announces_nothing(place: &Place) {
        let store = place.open();
        let game = offered(&store).await;
        let rivals = (0..20).map(|_| announced(&game)).collect();
        assert_eq!(done(&all(&store, rivals).await), 1);
        let told = of_game(&store, game.id).await;
        assert_eq!(told.len(), 1);
        assert_eq!((told[0].first, told[0].number), (1, None));
        assert_eq!(game_of(&store, game.id).await.state.events, 1);
    }

    async fn notices_are_numbered_without_gaps_and_in_the_order_of_each_game(place: &Place) {
        let store = place.open();
        let mut games = many_offered(&store, 5).await;
        for round in 0..6 {
            let commits = games.iter().map(announced).collect();
            assert_eq!(done(&all(&store, commits).await), 5);
            games = join_all(games.iter().map(|game| game_of(&store, game.id))).await;
            if round % 2 == 1 {
                assert_eq!(number(&store).await, 10);
            }
        }
        assert_eq!(number(&store).await, 0, "a number is given once");
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

    async fn servers_that_number_at_once_number_nothing_twice(place: &Place) {
        let servers = [place.open(), place.open(), place.open()];
        let mut game = offered(&servers[0]).await;
        for _ in 0..40 {
            assert_eq!(servers[0].commit(announced(&game)).await.unwrap(), Committed::Done);
            game = game_of(&servers[0], game.id).await;
            join_all(servers.iter().map(number_if_free)).await;
        }
        number(&servers[0]).await;
        let told = of_game(&servers[1], game.id).await;
        let numbers: Vec<Option<i64>> = told.iter().map(|notice| notice.number).collect();
        assert_eq!(numbers, (1..=40).map(Some).collect::<Vec<_>>());
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
        assert_eq!(feed().await.unwrap(), [], "what has no number is not in the feed yet");
        assert_eq!(number(&store).await, 2);
        let told: Vec<GameId> = feed().await.unwrap().iter().map(|notice| notice.game_id).collect();
        assert_eq!(told, [annas]);
        let (last, named) = store.read(|conn| notices::named_since(conn, 0)).await.unwrap();
        assert_eq!(last, 2);
        for (game, holder) in games.iter().zip([&anna, &biel]) {
            assert!(named.contains(&(game.id, Some(holder.id))));
        }
    }
}
