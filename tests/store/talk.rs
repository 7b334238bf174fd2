//! Messages, mutes and notes.

use crate::fixture::{answer, at, game_of, moved, offered, on_both, registered};
use futures_util::future::join_all;
use placa::model::{GameId, PlayerId};
use placa::store::answers;
use placa::store::messages::{self, MessageRow, NamedMessage, Said, SoFar};
use placa::store::mutes::{self, MuteRow};
use placa::store::notes::{self, NoteRow};
use placa::store::players::{self, PlayerRow};
use placa::store::{Committed, Expected, GameCommit, Store};

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

/// That somebody says something in a game as it stands, under its next number.
async fn speech(store: &Store, said: &Said) -> GameCommit {
    let game = game_of(store, said.game_id).await;
    let (id, author) = (said.game_id, said.player_id.unwrap());
    let so_far = store
        .read(move |conn| messages::so_far(conn, id, author))
        .await
        .unwrap();
    let message = MessageRow {
        number: so_far.last + 1,
        said: said.clone(),
    };
    GameCommit {
        message: Some(message),
        ..GameCommit::new(id, Expected::Version(game.version), game.state)
    }
}

/// Says something, however many others write at the same time; gives its number.
async fn speak(store: &Store, said: &Said) -> i64 {
    loop {
        let speech = speech(store, said).await;
        let number = speech.message.as_ref().unwrap().number;
        if store.commit(speech).await.unwrap() == Committed::Done {
            return number;
        }
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
        for (line, number) in [(&lines[0], 1), (&elsewhere, 1), (&lines[1], 2), (&lines[2], 3)] {
            assert_eq!(speak(&store, line).await, number);
        }
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
        let lines: Vec<Said> = (0..60).map(|n: i64| said(game, 0, &anna, &n.to_string())).collect();
        let rush = (0..60).map(|n| speak(&servers[n % 2], &lines[n]));
        let mut numbers = join_all(rush).await;
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=60).collect::<Vec<i64>>());
        assert_eq!(heard(&servers[1], game, None).await, numbers);
    }

    async fn what_was_said_so_far_is_counted_by_author(place: &Place) {
        let store = place.open();
        let (anna, biel) = (registered(&store, "Anna").await, registered(&store, "Biel").await);
        let (here, there) = (offered(&store).await.id, offered(&store).await.id);
        for line in [said(here, 0, &anna, "1"), said(here, 1, &biel, "2"), said(here, 0, &anna, "3"), said(there, 1, &anna, "1")] {
            speak(&store, &line).await;
        }
        let so_far = |game, author: PlayerId| store.read(move |conn| messages::so_far(conn, game, author));
        assert_eq!(so_far(here, anna.id).await.unwrap(), SoFar { last: 3, own: 2 });
        assert_eq!(so_far(here, biel.id).await.unwrap(), SoFar { last: 3, own: 1 });
        assert_eq!(so_far(there, biel.id).await.unwrap(), SoFar { last: 1, own: 0 });
    }

    async fn a_message_comes_with_all_of_its_commit_or_not_at_all(place: &Place) {
        let store = place.open();
        let anna = registered(&store, "Anna").await;
        let game = offered(&store).await;
        let mut late = speech(&store, &said(game.id, 0, &anna, "late")).await;
        late.answer = Some(answer(&late, "late"));
        assert_eq!(store.commit(moved(&game)).await.unwrap(), Committed::Done);
        assert_eq!(store.commit(late).await.unwrap(), Committed::Stale);
        assert_eq!(store.read(|conn| answers::find(conn, "anna", "late")).await.unwrap(), None);
        assert_eq!(heard(&store, game.id, None).await, Vec::<i64>::new());

        let mut speech = speech(&store, &said(game.id, 0, &anna, "kept")).await;
        speech.answer = Some(answer(&speech, "key"));
        let kept = speech.answer.clone();
        assert_eq!(store.commit(speech.clone()).await.unwrap(), Committed::Done);
        assert_eq!(heard(&store, game.id, None).await, [1]);
        assert_eq!(store.read(|conn| answers::find(conn, "anna", "key")).await.unwrap(), kept);
        speech.expected = Expected::Version(game_of(&store, game.id).await.version);
        speech.message.as_mut().unwrap().number = 2;
        assert_eq!(store.commit(speech).await.unwrap(), Committed::Stale, "that key is answered");
        assert_eq!(heard(&store, game.id, None).await, [1]);
    }

    async fn who_is_muted_is_left_out_for_one_reader_of_one_game(place: &Place) {
        let store = place.open();
        let (anna, biel) = (registered(&store, "Anna").await, registered(&store, "Biel").await);
        let (here, there) = (offered(&store).await.id, offered(&store).await.id);
        let lines = [said(here, 0, &anna, "1"), said(here, 1, &biel, "2"), said(here, 2, &biel, "3"), said(here, 0, &anna, "4"), said(there, 1, &biel, "1")];
        for line in &lines {
            speak(&store, line).await;
        }
        store
            .write(move |conn| {
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
        for line in &lines {
            speak(&store, line).await;
        }
        store
            .write(move |conn| {
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
            let line = said(game, 0, &anna, "x");
            let lines = (0..6).map(|_| async { store.commit(speech(&store, &line).await).await });
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
}
