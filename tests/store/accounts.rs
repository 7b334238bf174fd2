//! Accounts, tokens and answers kept.

use crate::fixture::{at, on_both, player, registered};
use futures_util::future::join_all;
use placa::model::{Moment, PlayerId, Scope, Scopes, TokenId};
use placa::store::answers::{self, AnswerKind, AnswerRow};
use placa::store::players::{self, PlayerRow};
use placa::store::tokens::{self, TokenRow};

fn token(owner: PlayerId, hash: &str) -> TokenRow {
    TokenRow {
        id: TokenId::new(),
        player_id: owner,
        label: "phone".to_owned(),
        hash: hash.to_owned(),
        scopes: Scopes::of(&[Scope::Read, Scope::Play]),
        created_at: at(1),
        expires_at: Some(at(1_000)),
        last_used_at: None,
        revoked_at: None,
    }
}

fn kept(key: &str, at: Moment) -> AnswerRow {
    AnswerRow {
        scope: "POST /v1/players".to_owned(),
        key_hash: key.to_owned(),
        fingerprint: "44".repeat(32),
        kind: AnswerKind::Sealed,
        game_id: None,
        first_revision: None,
        revision: None,
        seat: None,
        sealed: Some("c2VhbGVk".to_owned()),
        at,
    }
}

on_both! {
    async fn an_account_is_found_by_id_and_by_name(place: &Place) {
        let store = place.open();
        let anna = registered(&store, "Anna").await;
        let id = anna.id;
        let found = store.read(move |conn| players::find(conn, id)).await.unwrap();
        assert_eq!(found.as_ref(), Some(&anna));
        let found = store.read(|conn| players::find_by_name_key(conn, "anna")).await.unwrap();
        assert_eq!(found, Some(anna));
        let found = store.read(|conn| players::find(conn, PlayerId::new())).await.unwrap();
        assert_eq!(found, None);
    }

    async fn of_many_who_want_a_name_one_gets_it(place: &Place) {
        let store = place.open();
        let rush = (0..20).map(|_| store.write(|conn| players::insert(conn, &player("Anna"))));
        let got: Vec<bool> = join_all(rush).await.into_iter().map(Result::unwrap).collect();
        assert_eq!(got.iter().filter(|got| **got).count(), 1);
    }

    async fn of_many_who_change_to_a_name_one_gets_it(place: &Place) {
        let store = place.open();
        let mut rush = Vec::new();
        for n in 0..20 {
            let id = registered(&store, &format!("p{n}")).await.id;
            rush.push(store.write(move |conn| players::rename(conn, id, "Anna", "anna")));
        }
        let got: Vec<bool> = join_all(rush).await.into_iter().map(Result::unwrap).collect();
        assert_eq!(got.iter().filter(|got| **got).count(), 1);
        let anna = store.read(|conn| players::find_by_name_key(conn, "anna")).await.unwrap();
        assert_eq!(anna.map(|row| row.name), Some("Anna".to_owned()));
    }

    async fn the_name_of_a_deleted_account_is_forgotten_and_stays_reserved(place: &Place) {
        let store = place.open();
        let anna = registered(&store, "Anna").await;
        let id = anna.id;
        let deleted = store
            .write(move |conn| {
                Ok((
                    players::mark_deleted(conn, id, at(9))?,
                    players::mark_deleted(conn, id, at(10))?,
                    players::insert(conn, &player("Anna"))?,
                    players::rename(conn, id, "Berta", "berta")?,
                    players::find(conn, id)?,
                ))
            })
            .await
            .unwrap();
        let row = PlayerRow { name: String::new(), deleted_at: Some(at(9)), ..anna };
        assert_eq!(deleted, (true, false, false, false, Some(row)));
    }

    async fn a_token_is_found_with_its_owner(place: &Place) {
        let store = place.open();
        let anna = registered(&store, "Anna").await;
        let row = token(anna.id, "hash");
        let written = row.clone();
        store.write(move |conn| tokens::insert(conn, &written)).await.unwrap();
        let found = store.token("hash".to_owned()).await.unwrap();
        assert_eq!(found, Some((row, anna)));
        assert_eq!(store.token("other".to_owned()).await.unwrap(), None);
    }

    async fn tokens_are_touched_listed_and_revoked(place: &Place) {
        let store = place.open();
        let (anna, biel) = (registered(&store, "Anna").await.id, registered(&store, "Biel").await.id);
        store
            .write(move |conn| {
                let rows = [token(anna, "a"), token(anna, "b"), token(anna, "c"), token(biel, "d")];
                for row in &rows {
                    tokens::insert(conn, row)?;
                }
                let [a, b, c, d] = rows;
                let id = a.id;
                tokens::touch(conn, b.id, at(5))?;
                assert!(tokens::revoke(conn, anna, a.id, at(6))?);
                assert!(!tokens::revoke(conn, anna, a.id, at(7))?);
                assert!(!tokens::revoke(conn, anna, d.id, at(7))?);
                let touched = TokenRow { last_used_at: Some(at(5)), ..b };
                assert_eq!(tokens::list(conn, anna)?, [c, touched]);
                let (revoked, _) = tokens::of_id(conn, id)?.unwrap();
                assert_eq!(revoked.revoked_at, Some(at(6)));

                tokens::revoke_all(conn, anna, at(8))?;
                assert_eq!(tokens::list(conn, anna)?, []);
                assert_eq!(tokens::list(conn, biel)?, [d]);
                let (revoked, _) = tokens::of_id(conn, id)?.unwrap();
                assert_eq!(revoked.revoked_at, Some(at(6)));
                Ok(())
            })
            .await
            .unwrap();
    }

    async fn an_answer_is_kept_once_until_it_is_old(place: &Place) {
        let store = place.open();
        store
            .write(|conn| {
                assert!(answers::insert(conn, &kept("old", at(0)))?);
                assert!(answers::insert(conn, &kept("new", at(10)))?);
                assert!(!answers::insert(conn, &kept("new", at(20)))?);
                assert_eq!(answers::purge(conn, at(10))?, 1);
                let find = |conn: &mut _, key| answers::find(conn, "POST /v1/players", key);
                assert_eq!(find(conn, "old")?, None);
                assert_eq!(find(conn, "new")?, Some(kept("new", at(10))));
                Ok(())
            })
            .await
            .unwrap();
    }

    async fn what_a_failed_work_wrote_is_undone(place: &Place) {
        let store = place.open();
        let failed = store
            .write(|conn| {
                players::insert(conn, &player("Anna"))?;
                Err::<(), _>(diesel::result::Error::NotFound)
            })
            .await;
        assert!(failed.is_err());
        let found = store.read(|conn| players::find_by_name_key(conn, "anna")).await.unwrap();
        assert_eq!(found, None);
    }

    async fn work_that_panics_harms_nobody_else(place: &Place) {
        let store = place.open();
        for _ in 0..20 {
            let panicked = store.write(|_| -> diesel::QueryResult<()> { panic!("on purpose") }).await;
            assert!(panicked.is_err());
        }
        registered(&store, "Anna").await;
    }

    async fn a_read_sees_one_state_throughout(place: &Place) {
        let store = place.open();
        let writer = store.clone();
        let (begun, first_read) = std::sync::mpsc::channel();
        let (written, second_read) = std::sync::mpsc::channel();
        let read = store.read(move |conn| {
            let before = players::find_by_name_key(conn, "anna")?;
            begun.send(()).unwrap();
            second_read.recv().unwrap();
            let after = players::find_by_name_key(conn, "anna")?;
            Ok((before, after))
        });
        let write = async move {
            let wait = tokio::task::spawn_blocking(move || first_read.recv().unwrap());
            wait.await.unwrap();
            registered(&writer, "Anna").await;
            written.send(()).unwrap();
        };
        let (seen, ()) = tokio::join!(read, write);
        assert_eq!(seen.unwrap(), (None, None));
    }
}
