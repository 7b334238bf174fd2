//! Messages, mutes and notes.

use crate::fixture::{at, offered, on_both, registered};
use futures_util::future::join_all;
use placa::model::{GameId, PlayerId};
use placa::store::answers::{self, AnswerKind, AnswerRow};
use placa::store::messages::{self, MessageRow, NamedMessage, Said};
use placa::store::mutes::{self, MuteRow};
use placa::store::notes::{self, NoteRow};
use placa::store::players::{self, PlayerRow};
use placa::store::{QueryResult, Store};

fn said(game: GameId, seat: i16, author: &PlayerRow, text: &str) -> Said {
    Said {
        game_id: game,
        seat,
        player_id: Some(author.id),
        text: Some(text.to_owned()),
        at: at(i64::from(seat)),
    }
}

fn message(number: i64, said: &Said, author: &PlayerRow) -> NamedMessage {
    NamedMessage {
        row: MessageRow {
            number,
            said: said.clone(),
        },
        name: Some(author.name.clone()),
    }
}

fn mute(game: GameId, player: PlayerId, muted: PlayerId, seat: i16) -> MuteRow {
    MuteRow {
        game_id: game,
        player_id: player,
        muted_id: muted,
        seat,
    }
}

fn note(game: GameId, player: PlayerId, text: &str) -> NoteRow {
    NoteRow {
        game_id: game,
        player_id: player,
        text: text.to_owned(),
        at: at(text.len() as i64),
    }
}

/// The numbers of all messages that somebody reads.
async fn heard(store: &Store, game: GameId, reader: Option<PlayerId>) -> Vec<i64> {
    let rows = store
        .read(move |conn| messages::range(conn, game, reader, 0, 100))
        .await;
    rows.unwrap().iter().map(|it| it.row.number).collect()
}

on_both! {
    async fn messages_are_numbered_in_each_game_and_come_back_as_they_were(place: &Place) {
        let store = place.open();
        let (anna, biel) = (registered(&store, "Anna").await, registered(&store, "Biel").await);
        let (here, there) = (offered(&store).await.id, offered(&store).await.id);
        let lines = [
            said(here, 0, &anna, "Plaça «1» — 👩‍👩‍👧‍👦 ' \" \\ % \n <b>"),
            said(here, 1, &biel, &"ש".repeat(2_000)),
            said(here, 0, &anna, "3"),
        ];
        let elsewhere = said(there, 1, &anna, "elsewhere");
        let written = (lines.clone(), elsewhere.clone());
        store
            .write(move |conn| {
                let (lines, elsewhere) = written;
                assert_eq!(messages::append(conn, &lines[0], 9)?, Some(1));
                assert_eq!(messages::append(conn, &elsewhere, 9)?, Some(1));
                assert_eq!(messages::append(conn, &lines[1], 9)?, Some(2));
                assert_eq!(messages::append(conn, &lines[2], 9)?, Some(3));
                Ok(())
            })
            .await
            .unwrap();
        let [first, second, third] = [message(1, &lines[0], &anna), message(2, &lines[1], &biel), message(3, &lines[2], &anna)];
        store
            .read(move |conn| {
                let mut range = |after, limit| messages::range(conn, here, None, after, limit);
                assert_eq!(range(0, 100)?, [first.clone(), second.clone(), third.clone()]);
                assert_eq!(range(0, 2)?, [first, second.clone()]);
                assert_eq!(range(1, 1)?, std::slice::from_ref(&second));
                assert_eq!(range(3, 100)?, []);
                assert_eq!(messages::find(conn, here, 2)?, Some(second));
                assert_eq!(messages::find(conn, here, 4)?, None);
                assert_eq!(messages::find(conn, there, 1)?, Some(message(1, &elsewhere, &anna)));
                Ok(())
            })
            .await
            .unwrap();
    }

    async fn of_many_who_speak_at_once_on_two_servers_each_gets_the_next_number(place: &Place) {
        let servers = [place.open(), place.open()];
        let anna = registered(&servers[0], "Anna").await;
        let game = offered(&servers[0]).await.id;
        let rush = (0..60usize).map(|n| {
            let line = said(game, 0, &anna, &n.to_string());
            servers[n % 2].write(move |conn| messages::append(conn, &line, 100))
        });
        let mut numbers: Vec<i64> = join_all(rush).await.into_iter().map(|it| it.unwrap().unwrap()).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=60).collect::<Vec<i64>>());
        assert_eq!(heard(&servers[1], game, None).await, numbers);
    }

    async fn of_many_who_speak_at_once_no_more_are_heard_than_may(place: &Place) {
        let store = place.open();
        let anna = registered(&store, "Anna").await;
        let game = offered(&store).await.id;
        let rush = (0..20).map(|_| {
            let line = said(game, 0, &anna, "x");
            store.write(move |conn| {
                assert!(players::hold_alone(conn, line.player_id.unwrap())?);
                messages::append(conn, &line, 5)
            })
        });
        let numbers: Vec<Option<i64>> = join_all(rush).await.into_iter().map(Result::unwrap).collect();
        assert_eq!(numbers.iter().flatten().count(), 5);
        assert_eq!(heard(&store, game, None).await, [1, 2, 3, 4, 5]);
    }

    async fn what_was_not_written_leaves_no_gap(place: &Place) {
        let store = place.open();
        let anna = registered(&store, "Anna").await;
        let game = offered(&store).await.id;
        for number in [1, 2] {
            let line = said(game, 0, &anna, "lost");
            let failed = store
                .write(move |conn| -> QueryResult<()> {
                    messages::append(conn, &line, 9)?;
                    Err(diesel::result::Error::NotFound)
                })
                .await;
            assert!(failed.is_err());
            let line = said(game, 0, &anna, "kept");
            let got = store.write(move |conn| messages::append(conn, &line, 9)).await;
            assert_eq!(got.unwrap(), Some(number));
        }
    }

    async fn who_is_muted_is_left_out_for_one_reader_of_one_game(place: &Place) {
        let store = place.open();
        let (anna, biel) = (registered(&store, "Anna").await, registered(&store, "Biel").await);
        let (here, there) = (offered(&store).await.id, offered(&store).await.id);
        let lines = [said(here, 0, &anna, "1"), said(here, 1, &biel, "2"), said(here, 2, &biel, "3"), said(here, 0, &anna, "4"), said(there, 1, &biel, "1")];
        store
            .write(move |conn| {
                for line in &lines {
                    messages::append(conn, line, 9)?;
                }
                mutes::put(conn, &mute(here, anna.id, biel.id, 1))?;
                mutes::put(conn, &mute(here, anna.id, biel.id, 2))
            })
            .await
            .unwrap();
        assert_eq!(heard(&store, here, Some(anna.id)).await, [1, 4]);
        assert_eq!(heard(&store, here, Some(biel.id)).await, [1, 2, 3, 4]);
        assert_eq!(heard(&store, here, None).await, [1, 2, 3, 4]);
        assert_eq!(heard(&store, there, Some(anna.id)).await, [1]);
        store
            .write(move |conn| {
                assert_eq!(mutes::of_player(conn, here, anna.id)?, [(mute(here, anna.id, biel.id, 2), "Biel".to_owned())]);
                assert_eq!(mutes::of_player(conn, there, anna.id)?, []);
                assert_eq!(mutes::of_player(conn, here, biel.id)?, []);
                mutes::remove(conn, there, anna.id, &[biel.id])?;
                mutes::remove(conn, here, biel.id, &[anna.id, biel.id])?;
                assert_eq!(mutes::of_player(conn, here, anna.id)?.len(), 1);
                mutes::remove(conn, here, anna.id, &[biel.id])
            })
            .await
            .unwrap();
        assert_eq!(heard(&store, here, Some(anna.id)).await, [1, 2, 3, 4]);
    }

    async fn notes_are_a_players_own_and_written_over(place: &Place) {
        let store = place.open();
        let (anna, biel) = (registered(&store, "Anna").await.id, registered(&store, "Biel").await.id);
        let (here, there) = (offered(&store).await.id, offered(&store).await.id);
        store
            .write(move |conn| {
                for text in ["first", "the second"] {
                    notes::put(conn, &note(here, anna, text))?;
                }
                notes::put(conn, &note(there, anna, "elsewhere"))?;
                assert_eq!(notes::find(conn, here, anna)?, Some(note(here, anna, "the second")));
                assert_eq!(notes::find(conn, here, biel)?, None);
                notes::remove(conn, here, biel)?;
                notes::remove(conn, there, anna)?;
                assert_eq!(notes::find(conn, here, anna)?, Some(note(here, anna, "the second")));
                assert_eq!(notes::find(conn, there, anna)?, None);
                Ok(())
            })
            .await
            .unwrap();
    }

    async fn of_who_goes_the_numbers_stay_and_nothing_else(place: &Place) {
        let store = place.open();
        let (anna, biel) = (registered(&store, "Anna").await, registered(&store, "Biel").await);
        let game = offered(&store).await.id;
        let lines = [said(game, 0, &anna, "1"), said(game, 1, &biel, "2")];
        let [first, second] = lines.clone();
        store
            .write(move |conn| {
                for line in &lines {
                    messages::append(conn, line, 9)?;
                }
                for (one, other) in [(anna.id, biel.id), (biel.id, anna.id)] {
                    mutes::put(conn, &mute(game, one, other, 1))?;
                    notes::put(conn, &note(game, one, "x"))?;
                }
                messages::erase(conn, biel.id)?;
                mutes::remove_all(conn, biel.id)?;
                notes::remove_all(conn, biel.id)
            })
            .await
            .unwrap();
        let erased = Said { player_id: None, text: None, ..second };
        let row = MessageRow { number: 2, said: erased };
        store
            .read(move |conn| {
                let there = messages::range(conn, game, Some(anna.id), 0, 9)?;
                assert_eq!(there, [message(1, &first, &anna), NamedMessage { row, name: None }]);
                for player in [anna.id, biel.id] {
                    assert_eq!(mutes::of_player(conn, game, player)?, []);
                }
                assert!(notes::find(conn, game, anna.id)?.is_some());
                assert_eq!(notes::find(conn, game, biel.id)?, None);
                Ok(())
            })
            .await
            .unwrap();
    }

    async fn who_speaks_while_their_account_is_deleted_leaves_no_text(place: &Place) {
        let store = place.open();
        let game = offered(&store).await.id;
        for round in 0..10 {
            let anna = registered(&store, &format!("Anna {round}")).await;
            let id = anna.id;
            let lines = (0..6).map(|_| {
                let line = said(game, 0, &anna, "x");
                store.write(move |conn| match players::hold(conn, id)? {
                    true => messages::append(conn, &line, 1_000),
                    false => Ok(None),
                })
            });
            let deletion = store.write(move |conn| {
                assert!(players::mark_deleted(conn, id, at(9))?);
                messages::erase(conn, id)
            });
            let (spoken, deleted) = tokio::join!(join_all(lines), deletion);
            deleted.unwrap();
            assert!(spoken.iter().all(Result::is_ok), "{spoken:?}");
            let left = store.read(move |conn| messages::range(conn, game, None, 0, 1_000)).await.unwrap();
            assert!(left.iter().all(|it| it.row.said.text.is_none()), "round {round}");
        }
    }

    async fn an_answer_is_pointed_at_its_message(place: &Place) {
        let store = place.open();
        let game = offered(&store).await.id;
        let answer = |key: &str| AnswerRow {
            scope: "anna".to_owned(),
            key_hash: key.to_owned(),
            fingerprint: "44".repeat(32),
            kind: AnswerKind::Message,
            game_id: Some(game),
            first_revision: None,
            revision: None,
            seat: None,
            sealed: None,
            at: at(0),
        };
        let (one, other) = (answer("one"), answer("other"));
        store
            .write(move |conn| {
                for row in [&one, &other] {
                    assert!(answers::insert(conn, row)?);
                }
                answers::point(conn, "anna", "one", 7)?;
                assert_eq!(answers::find(conn, "anna", "one")?, Some(AnswerRow { revision: Some(7), ..one }));
                assert_eq!(answers::find(conn, "anna", "other")?, Some(other));
                Ok(())
            })
            .await
            .unwrap();
    }
}
