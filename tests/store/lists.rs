//! Lists of games and of what waits.

use crate::fixture::{at, game_of, moved, offer, on_both, registered, seat, wait};
use placa::model::{GameId, PlayerId, Status, Visibility};
use placa::store::games::{self, After, Filter, GameRow, Sort};
use placa::store::{Committed, Expected, GameCommit, Store, actions, seats, snapshots, waits};

async fn list(store: &Store, filter: &Filter, sort: Sort) -> Vec<GameId> {
    let filter = filter.clone();
    let rows = store
        .read(move |conn| games::list(conn, &filter, sort, None, 100))
        .await;
    rows.unwrap().into_iter().map(|game| game.id).collect()
}

/// Every page of a list; `between` is done after each.
async fn pages(
    store: &Store,
    filter: &Filter,
    sort: Sort,
    mut between: impl AsyncFnMut(&[GameRow]),
) -> Vec<GameId> {
    let mut after: Option<After> = None;
    let mut seen = Vec::new();
    loop {
        let filter = filter.clone();
        let page = store
            .read(move |conn| games::list(conn, &filter, sort, after, 3))
            .await;
        let page = page.unwrap();
        assert!(page.len() <= 3);
        between(&page).await;
        let Some(last) = page.last() else { return seen };
        after = Some(match sort {
            Sort::Newest => (last.offer.created_at, last.id),
            Sort::Waiting => (last.state.updated_at, last.id),
        });
        seen.extend(page.iter().map(|game| game.id));
    }
}

/// Offers a game whose offer is changed first.
async fn offer_with(store: &Store, change: impl FnOnce(&mut GameCommit)) -> GameId {
    let mut offer = offer();
    change(&mut offer);
    let id = offer.game;
    assert_eq!(store.commit(offer).await.unwrap(), Committed::Done);
    id
}

async fn offered_at(store: &Store, millis: i64) -> GameId {
    offer_with(store, |offer| {
        let Expected::New(new) = &mut offer.expected else {
            unreachable!()
        };
        new.created_at = at(millis);
        offer.change.updated_at = at(millis);
    })
    .await
}

fn make_private(offer: &mut GameCommit) {
    let Expected::New(new) = &mut offer.expected else {
        unreachable!()
    };
    new.visibility = Visibility::Private;
}

on_both! {
    async fn a_list_is_filtered(place: &Place) {
        let store = place.open();
        let (anna, biel) = (registered(&store, "Anna").await, registered(&store, "Biel").await);
        let open = offer_with(&store, |_| ()).await;
        let castell = offer_with(&store, |offer| {
            let Expected::New(new) = &mut offer.expected else { unreachable!() };
            new.game = "castell".to_owned();
            offer.seats[1] = seat(offer.game, 1, Some(&anna));
        }).await;
        let running = offer_with(&store, |offer| {
            offer.change.status = Status::Running;
            offer.change.free_seats = 1;
            offer.seats[0] = seat(offer.game, 0, Some(&anna));
            offer.waits = Some(vec![wait(offer.game, 0, Some(anna.id), 1)]);
        }).await;
        let full = offer_with(&store, |offer| {
            offer.change.status = Status::Running;
            offer.change.free_seats = 0;
            offer.seats[0] = seat(offer.game, 0, Some(&anna));
            offer.seats[1] = seat(offer.game, 1, Some(&biel));
            offer.waits = Some(vec![wait(offer.game, 1, Some(biel.id), 1)]);
        }).await;

        let all = Filter::default();
        let by = |change: fn(&mut Filter, PlayerId), player: PlayerId| {
            let mut filter = Filter::default();
            change(&mut filter, player);
            filter
        };
        for (filter, expected) in [
            (all.clone(), vec![full, running, castell, open]),
            (Filter { game: Some("castell".to_owned()), ..all.clone() }, vec![castell]),
            (Filter { status: Some(Status::Running), ..all.clone() }, vec![full, running]),
            (Filter { status: Some(Status::Finished), ..all.clone() }, vec![]),
            (Filter { open: true, ..all.clone() }, vec![castell, open]),
            (Filter { open: true, status: Some(Status::Running), ..all.clone() }, vec![running]),
            (by(|f, p| f.player = Some(p), anna.id), vec![full, running, castell]),
            (by(|f, p| f.player = Some(p), PlayerId::new()), vec![]),
            (by(|f, p| f.awaiting = Some(p), anna.id), vec![running]),
            (by(|f, p| f.awaiting = Some(p), biel.id), vec![full]),
            (
                Filter { player: Some(anna.id), awaiting: Some(biel.id), ..all },
                vec![full],
            ),
        ] {
            assert_eq!(list(&store, &filter, Sort::Newest).await, expected, "{filter:?}");
        }
    }

    async fn a_private_game_is_listed_only_for_those_who_sit_in_it(place: &Place) {
        let store = place.open();
        let (anna, biel) = (registered(&store, "Anna").await, registered(&store, "Biel").await);
        let private = offer_with(&store, |offer| {
            make_private(offer);
            offer.change.owner_id = Some(biel.id);
            offer.seats[0] = seat(offer.game, 0, Some(&anna));
        }).await;
        let public = offer_with(&store, |_| ()).await;

        let seen_by = |caller| Filter { caller, player: None, ..Filter::default() };
        assert_eq!(list(&store, &seen_by(Some(anna.id)), Sort::Newest).await, [public, private]);
        assert_eq!(list(&store, &seen_by(Some(biel.id)), Sort::Newest).await, [public]);
        assert_eq!(list(&store, &seen_by(None), Sort::Newest).await, [public]);
        let of_anna = Filter { player: Some(anna.id), ..Filter::default() };
        assert_eq!(list(&store, &of_anna, Sort::Newest).await, []);
    }

    async fn pages_are_right_while_games_are_added(place: &Place) {
        let store = place.open();
        let mut expected = Vec::new();
        // Five at each instant, so that pages end between games of one instant.
        for n in 0..20 {
            expected.push((at(n / 5), offered_at(&store, n / 5).await));
        }
        expected.sort();
        expected.reverse();

        let seen = pages(&store, &Filter::default(), Sort::Newest, async |_| {
            offered_at(&store, 100).await;
        })
        .await;

        assert_eq!(seen, expected.iter().map(|(_, id)| *id).collect::<Vec<_>>());
    }

    async fn pages_of_the_longest_waiting_leave_none_out_while_games_move(place: &Place) {
        let store = place.open();
        let mut expected = Vec::new();
        for n in 0..20 {
            expected.push((at(n / 5), offered_at(&store, n / 5).await));
        }
        expected.sort();
        let mut touched = 0;

        let seen = pages(&store, &Filter::default(), Sort::Waiting, async |page| {
            // A few of the games that were just seen move on, and so to the end.
            if let (Some(game), true) = (page.first(), touched < 3) {
                touched += 1;
                let mut commit = moved(game);
                commit.change.updated_at = at(1_000 + touched);
                assert_eq!(store.commit(commit).await.unwrap(), Committed::Done);
            }
        })
        .await;

        let mut ids: Vec<_> = expected.iter().map(|(_, id)| *id).collect();
        assert_eq!(seen[..20], ids);
        ids.truncate(7);
        assert_eq!(seen[20..], [ids[0], ids[3], ids[6]]);
    }

    async fn what_waits_for_a_player_comes_longest_waiting_first(place: &Place) {
        let store = place.open();
        let anna = registered(&store, "Anna").await.id;
        let mut expected = Vec::new();
        for since in [5, 3, 9, 3, 3, 7] {
            let game = offer_with(&store, |offer| {
                offer.waits = Some(vec![
                    wait(offer.game, 0, Some(anna), since),
                    wait(offer.game, 1, Some(PlayerId::new()), 1),
                ]);
            }).await;
            expected.push((at(since), game));
        }
        expected.sort();

        let mut seen = Vec::new();
        loop {
            let after = seen.last().copied();
            let page = store.read(move |conn| waits::of_player(conn, anna, after, 2)).await.unwrap();
            if page.is_empty() {
                break;
            }
            seen.extend(page.into_iter().map(|wait| (wait.since, wait.game_id)));
        }
        assert_eq!(seen, expected);
    }

    async fn seats_of_many_games_come_in_order_and_with_names(place: &Place) {
        let store = place.open();
        let anna = registered(&store, "Anna").await;
        let gone = registered(&store, "Berta").await;
        let mut ids = Vec::new();
        for _ in 0..3 {
            ids.push(offer_with(&store, |offer| {
                offer.seats = vec![seat(offer.game, 1, Some(&gone)), seat(offer.game, 0, Some(&anna))];
            }).await);
        }
        offer_with(&store, |_| ()).await;
        let berta = gone.id;
        let deleted = store
            .write(move |conn| placa::store::players::mark_deleted(conn, berta, at(1)))
            .await;
        assert!(deleted.unwrap());

        let asked = ids.clone();
        let seats = store.read(move |conn| seats::of_games(conn, &asked)).await.unwrap();

        let seen: Vec<_> = seats
            .iter()
            .map(|seat| (seat.row.game_id, seat.row.seat, seat.name.as_deref()))
            .collect();
        ids.sort();
        let expected: Vec<_> = ids
            .iter()
            .flat_map(|id| [(*id, 0, Some("Anna")), (*id, 1, None)])
            .collect();
        assert_eq!(seen, expected);
        assert!(store.read(|conn| seats::of_games(conn, &[])).await.unwrap().is_empty());
    }

    async fn the_log_is_read_in_pages_and_from_a_revision_on(place: &Place) {
        let store = place.open();
        let id = offer_with(&store, |_| ()).await;
        for revision in 1..=7 {
            let mut commit = moved(&game_of(&store, id).await);
            if revision % 3 == 0 {
                commit.snapshot = Some(crate::fixture::snapshot(id, revision));
            }
            assert_eq!(store.commit(commit).await.unwrap(), Committed::Done);
        }
        store
            .read(move |conn| {
                let revisions = |rows: Vec<actions::ActionRow>| -> Vec<i64> {
                    rows.into_iter().map(|row| row.revision).collect()
                };
                assert_eq!(revisions(actions::range(conn, id, 0, 3)?), [1, 2, 3]);
                assert_eq!(revisions(actions::range(conn, id, 3, 3)?), [4, 5, 6]);
                assert_eq!(revisions(actions::range(conn, id, 6, 3)?), [7]);
                assert_eq!(revisions(actions::range(conn, id, 7, 3)?), [0; 0]);
                assert_eq!(revisions(actions::since(conn, id, 6)?), [6, 7]);
                assert_eq!(actions::find(conn, id, 2)?.map(|row| row.revision), Some(2));
                assert_eq!(actions::find(conn, id, 8)?, None);

                let latest = |conn: &mut _, not_after| snapshots::latest(conn, id, not_after);
                assert_eq!(latest(conn, 7)?.map(|row| row.revision), Some(6));
                assert_eq!(latest(conn, 6)?.map(|row| row.revision), Some(6));
                assert_eq!(latest(conn, 5)?.map(|row| row.revision), Some(3));
                assert_eq!(latest(conn, 2)?, None);
                Ok(())
            })
            .await
            .unwrap();
    }
}
