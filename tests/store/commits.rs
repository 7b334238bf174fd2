//! The one door through which games are written.

use crate::fixture::{
    Hold, Place, action, all, all_in_one_batch, answer, at, done, game_of, many_offered, moved,
    offer, offered, on_both, registered, seat, snapshot, wait,
};
use placa::model::{GameId, Status};
use placa::store::{
    Committed, Error, Expected, GameCommit, Settings, Store, actions, answers, games, seats,
    snapshots, waits,
};

/// Hands in half of the commits to each of two servers while somebody else holds the database, so that they are
/// written in batches and at once.
async fn shared_out(
    place: &Place,
    stores: [&Store; 2],
    commits: &[GameCommit],
) -> Vec<Result<Committed, Error>> {
    let (half, other_half) = commits.split_at(commits.len() / 2);
    let hold = Hold::on(place);
    let (mut results, others, ()) = tokio::join!(
        all(stores[0], half.to_vec()),
        all(stores[1], other_half.to_vec()),
        async { hold.release() }
    );
    results.extend(others);
    results
}

on_both! {
    async fn an_offer_is_there_with_its_seats(place: &Place) {
        let store = place.open();
        let anna = registered(&store, "Anna").await;
        let mut offer = offer();
        offer.seats[0] = seat(offer.game, 0, Some(&anna));
        let Expected::New(new) = offer.expected.clone() else { unreachable!() };

        assert_eq!(store.commit(offer.clone()).await.unwrap(), Committed::Done);

        let game = game_of(&store, offer.game).await;
        assert_eq!((game.version, &game.offer, &game.state), (1, &new, &offer.change));
        let id = offer.game;
        let there = store.read(move |conn| seats::of_game(conn, id)).await.unwrap();
        let rows: Vec<_> = there.iter().map(|seat| seat.row.clone()).collect();
        assert_eq!(rows, offer.seats);
        let names: Vec<_> = there.iter().map(|seat| seat.name.as_deref()).collect();
        assert_eq!(names, [Some("Anna"), None]);
    }

    async fn a_game_is_offered_once(place: &Place) {
        let store = place.open();
        let first = offer();
        let mut second = first.clone();
        second.change.seat_count = 4;
        second.answer = Some(answer(&second, "key"));

        assert_eq!(store.commit(first.clone()).await.unwrap(), Committed::Done);
        assert_eq!(store.commit(second).await.unwrap(), Committed::Stale);

        let game = game_of(&store, first.game).await;
        assert_eq!((game.version, game.state), (1, first.change));
        assert_eq!(store.read(|conn| answers::find(conn, "anna", "key")).await.unwrap(), None);
    }

    async fn a_move_is_written_whole(place: &Place) {
        let store = place.open();
        let game = offered(&store).await;
        let mut commit = moved(&game);
        commit.change.outcome = Some("{\"places\":[]}".to_owned());
        commit.change.started_at = Some(at(1));
        commit.change.undo_seat = Some(1);
        commit.snapshot = Some(snapshot(game.id, 1));
        commit.answer = Some(answer(&commit, "key"));

        assert_eq!(store.commit(commit.clone()).await.unwrap(), Committed::Done);

        let after = game_of(&store, game.id).await;
        assert_eq!((after.version, &after.offer, &after.state), (2, &game.offer, &commit.change));
        let id = game.id;
        let rows = store
            .read(move |conn| {
                Ok((
                    actions::range(conn, id, 0, 10)?,
                    snapshots::latest(conn, id, 1)?,
                    waits::of_game(conn, id)?,
                    answers::find(conn, "anna", "key")?,
                ))
            })
            .await
            .unwrap();
        assert_eq!(rows, (commit.actions, commit.snapshot, commit.waits.unwrap(), commit.answer));
    }

    async fn a_stale_commit_changes_nothing(place: &Place) {
        let store = place.open();
        let game = offered(&store).await;
        let first = moved(&game);
        assert_eq!(store.commit(first.clone()).await.unwrap(), Committed::Done);

        let mut late = moved(&game);
        late.change.status = Status::Finished;
        late.actions[0].revision = 9;
        late.snapshot = Some(snapshot(game.id, 9));
        late.waits = Some(vec![wait(game.id, 7, None, 9)]);
        late.answer = Some(answer(&late, "late"));
        let mut late_seats = late.clone();
        late_seats.seats = vec![seat(game.id, 3, None)];
        for stale in [late, late_seats] {
            assert_eq!(store.commit(stale).await.unwrap(), Committed::Stale);
        }

        let after = game_of(&store, game.id).await;
        assert_eq!((after.version, after.state), (2, first.change));
        let id = game.id;
        let rows = store
            .read(move |conn| {
                Ok((
                    actions::since(conn, id, 0)?,
                    snapshots::latest(conn, id, i64::MAX)?,
                    waits::of_game(conn, id)?,
                    seats::of_game(conn, id)?.len(),
                    answers::find(conn, "anna", "late")?,
                ))
            })
            .await
            .unwrap();
        assert_eq!(rows, (first.actions, None, first.waits.unwrap(), 2, None));
    }

    async fn a_commit_whose_key_was_used_changes_nothing(place: &Place) {
        let store = place.open();
        let game = offered(&store).await;
        let mut first = moved(&game);
        first.answer = Some(answer(&first, "key"));
        assert_eq!(store.commit(first.clone()).await.unwrap(), Committed::Done);

        let after = game_of(&store, game.id).await;
        let mut again = moved(&after);
        again.answer = Some(answer(&again, "key"));
        let mut new = offer();
        new.answer = Some(answer(&new, "key"));
        let new_game = new.game;
        assert_eq!(store.commit(again).await.unwrap(), Committed::Stale);
        assert_eq!(store.commit(new).await.unwrap(), Committed::Stale);

        assert_eq!(game_of(&store, game.id).await, after);
        assert_eq!(store.read(move |conn| games::find(conn, new_game)).await.unwrap(), None);
        let kept = store.read(|conn| answers::find(conn, "anna", "key")).await.unwrap();
        assert_eq!(kept, first.answer);
    }

    async fn of_many_commits_with_one_version_exactly_one_takes_place(place: &Place) {
        let store = place.open();
        let other_server = place.open();
        let game = offered(&store).await;
        // One is a move; the others write nothing else that could collide.
        let mut commits: Vec<_> = (0..20)
            .map(|_| GameCommit {
                actions: Vec::new(),
                waits: None,
                ..moved(&game)
            })
            .collect();
        commits[7] = moved(&game);

        let results = shared_out(place, [&store, &other_server], &commits).await;

        assert_eq!(done(&results), 1);
        assert_eq!(game_of(&store, game.id).await.version, 2);
        let winner = results.iter().position(|r| matches!(r, Ok(Committed::Done))).unwrap();
        let id = game.id;
        let log = store.read(move |conn| actions::since(conn, id, 0)).await.unwrap();
        assert_eq!(log, commits[winner].actions);
    }

    async fn a_key_is_used_once_among_all_games_and_servers(place: &Place) {
        let store = place.open();
        let other_server = place.open();
        let games = many_offered(&store, 20).await;
        let commits: Vec<_> = games
            .iter()
            .map(moved)
            .map(|commit| GameCommit { answer: Some(answer(&commit, "key")), ..commit })
            .collect();
        let results = shared_out(place, [&store, &other_server], &commits).await;

        assert_eq!(done(&results), 1);
        let winner = results.iter().position(|r| matches!(r, Ok(Committed::Done))).unwrap();
        let kept = store.read(|conn| answers::find(conn, "anna", "key")).await.unwrap();
        assert_eq!(kept, commits[winner].answer);
        let mut versions = Vec::new();
        for game in &games {
            versions.push(game_of(&store, game.id).await.version);
        }
        assert_eq!(versions.iter().filter(|version| **version == 2).count(), 1);
    }

    async fn servers_that_move_the_same_games_share_them_out(place: &Place) {
        let store = place.open();
        let other_server = place.open();
        let mut games = many_offered(&store, 60).await;
        for revision in 1..=5 {
            let mut commits: Vec<_> = games.iter().map(moved).collect();
            // Some are written in another way than the rest.
            for commit in commits.iter_mut().step_by(7) {
                commit.seats = vec![seat(commit.game, 0, None)];
            }
            let backwards: Vec<_> = commits.iter().rev().cloned().collect();
            commits.extend(backwards);

            let mut here = shared_out(place, [&store, &other_server], &commits).await;

            let there = here.split_off(60).into_iter().rev();
            for ((game, here), there) in games.iter_mut().zip(here).zip(there) {
                assert_eq!(done(&[here, there]), 1);
                *game = game_of(&store, game.id).await;
                assert_eq!((game.version, game.state.revision), (revision + 1, revision));
            }
        }
    }

    async fn many_games_move_at_once(place: &Place) {
        let store = place.open();
        let mut games = many_offered(&store, 300).await;
        for revision in 1..=3 {
            let commits: Vec<_> = games.iter().map(moved).collect();
            let results = all_in_one_batch(place, &store, commits).await;
            assert_eq!(done(&results), 300);
            for game in &mut games {
                *game = game_of(&store, game.id).await;
                assert_eq!((game.version, game.state.revision), (revision + 1, revision));
            }
        }
        for game in games {
            let (log, waits) = store
                .read(move |conn| Ok((actions::since(conn, game.id, 0)?, waits::of_game(conn, game.id)?)))
                .await
                .unwrap();
            assert_eq!(log.iter().map(|row| row.revision).collect::<Vec<_>>(), [1, 2, 3]);
            assert_eq!(waits, [wait(game.id, 1, None, 3)]);
        }
    }

    async fn in_a_batch_each_commit_is_judged_for_itself(place: &Place) {
        let store = place.open();
        let games = many_offered(&store, 40).await;
        let commits: Vec<_> = games
            .iter()
            .enumerate()
            .map(|(n, game)| {
                let mut commit = moved(game);
                match n % 4 {
                    0 => commit.expected = Expected::Version(7),
                    1 => commit.answer = Some(answer(&commit, &n.to_string())),
                    2 => commit.seats = vec![seat(game.id, 1, None)],
                    _ => (),
                }
                commit
            })
            .collect();

        let results = all_in_one_batch(place, &store, commits).await;

        for (n, result) in results.into_iter().enumerate() {
            let expected = if n % 4 == 0 { Committed::Stale } else { Committed::Done };
            assert_eq!(result.unwrap(), expected, "{n}");
        }
    }

    async fn in_a_batch_each_commit_brings_a_snapshot_and_new_waits_or_not(place: &Place) {
        let store = place.open();
        // Batches in which nobody brings any, one kind or the other, and in which everybody does as they like.
        let kinds: [&[(bool, bool)]; 4] = [
            &[(false, false)],
            &[(true, false)],
            &[(false, true)],
            &[(false, false), (true, false), (false, true), (true, true)],
        ];
        for of_batch in kinds {
            let games = many_offered(&store, 8).await;
            let commits: Vec<_> = games
                .iter()
                .zip(of_batch.iter().cycle())
                .map(|(game, (pictured, awaited))| {
                    let mut commit = moved(game);
                    commit.snapshot = pictured.then(|| snapshot(game.id, 1));
                    commit.waits = commit.waits.filter(|_| *awaited);
                    commit
                })
                .collect();

            let results = all_in_one_batch(place, &store, commits.clone()).await;

            assert_eq!(done(&results), 8);
            for commit in commits {
                let id = commit.game;
                let there = store
                    .read(move |conn| Ok((snapshots::latest(conn, id, 1)?, waits::of_game(conn, id)?)))
                    .await
                    .unwrap();
                assert_eq!(there, (commit.snapshot, commit.waits.unwrap_or_default()), "{of_batch:?}");
            }
        }
    }

    async fn a_commit_that_the_database_refuses_fails_alone(place: &Place) {
        let store = place.open();
        let games = many_offered(&store, 30).await;
        let poison = GameCommit {
            actions: vec![action(games[11].id, 1, "{}"), action(games[11].id, 1, "{}")],
            ..moved(&games[11])
        };
        let poisoned_seat = GameCommit {
            // Nobody has this account.
            seats: vec![seat(games[12].id, 0, Some(&crate::fixture::player("Ningú")))],
            ..moved(&games[12])
        };
        let mut commits: Vec<_> = games.iter().map(moved).collect();
        commits[11] = poison;
        commits[12] = poisoned_seat;

        let results = all_in_one_batch(place, &store, commits).await;

        for (n, result) in results.iter().enumerate() {
            let game = game_of(&store, games[n].id).await;
            if n == 11 || n == 12 {
                assert!(matches!(result, Err(Error::Fault(_))), "{n}: {result:?}");
                assert_eq!(game, games[n]);
            } else {
                assert!(matches!(result, Ok(Committed::Done)), "{n}: {result:?}");
                assert_eq!(game.version, 2);
            }
        }
    }

    async fn rows_of_another_game_are_refused(place: &Place) {
        let store = place.open();
        let game = offered(&store).await;
        let mut commit = moved(&game);
        commit.actions[0].game_id = GameId::new();
        assert!(matches!(store.commit(commit).await, Err(Error::Fault(_))));
        assert_eq!(game_of(&store, game.id).await, game);
    }

    async fn when_too_many_wait_the_rest_is_told_so(place: &Place) {
        let settings = Settings { queue: 1, ..Settings::default() };
        let store = Store::open(&place.url(), settings).unwrap();
        let game = offered(&store).await;
        let hold = Hold::on(place);
        // The writer holds two batches at most, and the queue one commit.
        let commits: Vec<_> = (0..400).map(|_| moved(&game)).collect();

        let (results, ()) = tokio::join!(all(&store, commits), async { hold.release() });

        let busy = results.iter().filter(|r| matches!(r, Err(Error::Busy))).count();
        let took_place = results.iter().filter(|r| matches!(r, Ok(Committed::Done))).count();
        assert!(busy > 100, "{busy}");
        assert_eq!(took_place, 1);
        assert_eq!(game_of(&store, game.id).await.version, 2);
    }

    async fn what_is_queued_when_the_store_closes_is_written(place: &Place) {
        let store = place.open();
        let games = many_offered(&store, 200).await;
        let hold = Hold::on(place);
        let commits: Vec<_> = games.iter().map(moved).collect();
        // Handed in, and the answers not waited for.
        let handed_in = tokio::select! {
            biased;
            results = all(&store, commits) => results.len(),
            () = async {} => 0,
        };
        assert_eq!(handed_in, 0);
        hold.release();
        drop(store);

        let reopened = place.open();
        for game in games {
            assert_eq!(game_of(&reopened, game.id).await.version, 2);
        }
    }
}
