//! What a commit writes beside its game and the log.

use crate::fixture::{
    at, game_of, moved, offer, offered, on_both, registered, seat, snapshot, wait,
};
use placa::model::{GameId, InviteId, PlayerId};
use placa::store::invites::{self, InviteRow};
use placa::store::standings::{self, StandingRow};
use placa::store::{
    Committed, Expected, GameCommit, StandingWrite, actions, seats, snapshots, waits,
};

on_both! {
    async fn seats_are_written_over_and_taken_away(place: &Place) {
        let store = place.open();
        let anna = registered(&store, "Anna").await;
        let mut offer = offer();
        offer.change.seat_count = 4;
        offer.seats = (0..4).map(|n| seat(offer.game, n, None)).collect();
        assert_eq!(store.commit(offer.clone()).await.unwrap(), Committed::Done);

        let mut fewer = moved(&game_of(&store, offer.game).await);
        fewer.change.seat_count = 2;
        fewer.seats = vec![seat(offer.game, 1, Some(&anna))];
        fewer.seats[0].entropy = Some("ab".to_owned());
        assert_eq!(store.commit(fewer.clone()).await.unwrap(), Committed::Done);

        let id = offer.game;
        let there = store.read(move |conn| seats::of_game(conn, id)).await.unwrap();
        let rows: Vec<_> = there.into_iter().map(|seat| seat.row).collect();
        assert_eq!(rows, [offer.seats[0].clone(), fewer.seats[0].clone()]);

        // A seat that is left is as it was before.
        let mut freed = moved(&game_of(&store, offer.game).await);
        freed.seats = vec![offer.seats[1].clone()];
        assert_eq!(store.commit(freed).await.unwrap(), Committed::Done);
        let there = store.read(move |conn| seats::of_game(conn, id)).await.unwrap();
        assert_eq!(there[1].row, offer.seats[1]);
    }

    async fn waits_are_renewed_or_left(place: &Place) {
        let store = place.open();
        let id = offered(&store).await.id;
        let mut now = Vec::new();
        let renewals = [
            Some(vec![wait(id, 0, None, 1), wait(id, 1, None, 1), wait(id, 2, None, 1)]),
            None,
            Some(vec![wait(id, 1, None, 1), wait(id, 3, None, 4)]),
            Some(vec![wait(id, 1, Some(PlayerId::new()), 5)]),
            Some(Vec::new()),
        ];
        for (n, renewal) in renewals.into_iter().enumerate() {
            let mut commit = moved(&game_of(&store, id).await);
            commit.waits = renewal.clone();
            // Both ways of writing have to agree: that for moves and that for everything.
            if n % 2 == 1 {
                commit.standings = vec![StandingWrite { seat: 0, body: None }];
            }
            assert_eq!(store.commit(commit).await.unwrap(), Committed::Done);
            now = renewal.unwrap_or(now);
            let there = store.read(move |conn| waits::of_game(conn, id)).await.unwrap();
            assert_eq!(there, now, "{n}");
        }
    }

    async fn standing_answers_are_given_changed_and_taken_back(place: &Place) {
        let store = place.open();
        let id = offered(&store).await.id;
        let write = |seat, body: Option<&str>| StandingWrite { seat, body: body.map(str::to_owned) };
        let row = |seat, body: &str| StandingRow { game_id: id, seat, body: body.to_owned() };
        for (writes, there) in [
            (vec![write(0, Some("yes")), write(1, Some("no"))], vec![row(0, "yes"), row(1, "no")]),
            (vec![write(0, Some("no"))], vec![row(0, "no"), row(1, "no")]),
            (vec![write(0, None), write(2, None)], vec![row(1, "no")]),
        ] {
            let game = game_of(&store, id).await;
            let mut commit = GameCommit::new(id, Expected::Version(game.version), game.state);
            commit.standings = writes;
            assert_eq!(store.commit(commit).await.unwrap(), Committed::Done);
            let rows = store.read(move |conn| standings::of_game(conn, id)).await.unwrap();
            assert_eq!(rows, there);
        }
    }

    async fn invitations_are_made_revoked_and_used(place: &Place) {
        let store = place.open();
        let anna = registered(&store, "Anna").await;
        let game = offered(&store).await;
        let invite = |n: i64| InviteRow {
            game_id: game.id,
            id: InviteId::new(),
            hash: format!("hash-{n}"),
            created_at: at(n),
            revoked_at: None,
            used_at: None,
            used_by: None,
        };
        let (mut first, mut second) = (invite(1), invite(2));
        let mut commit = moved(&game);
        commit.invites = vec![first.clone(), second.clone()];
        assert_eq!(store.commit(commit).await.unwrap(), Committed::Done);

        first.revoked_at = Some(at(3));
        second.used_at = Some(at(4));
        second.used_by = Some(anna.id);
        let mut commit = moved(&game_of(&store, game.id).await);
        commit.invites = vec![first.clone(), second.clone()];
        assert_eq!(store.commit(commit).await.unwrap(), Committed::Done);

        let (found, list) = store
            .read(move |conn| Ok((invites::find(conn, "hash-2")?, invites::list(conn, game.id)?)))
            .await
            .unwrap();
        assert_eq!(found.as_ref(), Some(&second));
        assert_eq!(list, [first, second]);
        assert_eq!(store.read(|conn| invites::find(conn, "hash-3")).await.unwrap(), None);
    }

    async fn large_and_strange_values_come_back_as_they_were(place: &Place) {
        let store = place.open();
        let mut offer = offer();
        let Expected::New(new) = &mut offer.expected else { unreachable!() };
        new.title = Some("Plaça «1» — 👩‍👩‍👧‍👦 ' \" \\ % \n".to_owned());
        let new = new.clone();
        assert_eq!(store.commit(offer.clone()).await.unwrap(), Committed::Done);
        let mut commit = moved(&game_of(&store, offer.game).await);
        commit.actions[0].body = "ç\"\\".repeat(300_000);
        commit.snapshot = Some(snapshot(offer.game, i64::MAX));
        commit.snapshot.as_mut().unwrap().position = "[1,2]".repeat(200_000);
        commit.change.draws = i64::MAX;
        commit.change.phase_since = i64::MIN;
        commit.change.attendance = Some("{\"seats\":[]}".to_owned());
        commit.change.rematch_id = Some(GameId::new());
        commit.change.outcome = Some("{}".to_owned());
        commit.change.suspended_reason = Some("it is".to_owned());
        commit.change.undo_seat = Some(1);
        commit.change.started_at = Some(at(3));
        let mut waiting = wait(offer.game, i16::MAX, None, i64::MAX - at(0).0);
        waiting.deadline = Some(at(7));
        waiting.asks = "disk".to_owned();
        commit.waits = Some(vec![waiting]);
        assert_eq!(store.commit(commit.clone()).await.unwrap(), Committed::Done);

        let id = offer.game;
        let game = game_of(&store, id).await;
        assert_eq!((game.offer, game.state), (new, commit.change));
        let rows = store
            .read(move |conn| {
                Ok((
                    actions::find(conn, id, 1)?,
                    snapshots::latest(conn, id, i64::MAX)?,
                    waits::of_game(conn, id)?,
                ))
            })
            .await
            .unwrap();
        assert!(rows == (Some(commit.actions[0].clone()), commit.snapshot, commit.waits.unwrap()));
    }
}
