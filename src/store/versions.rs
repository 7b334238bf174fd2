//! Do games still stand where they were when they were read? A thread with a connection of its own asks for all who want to
//! know at once, so that it takes a share of a round trip each.

use super::conn::{Address, Conn};
use super::error::Error;
use super::schema::games;
use crate::model::GameId;
use diesel::prelude::*;
use diesel::r2d2::R2D2Connection;
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use tokio::sync::oneshot;

/// Questions in one statement.
const TOGETHER: usize = 256;

/// Who is asked. The thread ends when this is dropped.
pub(super) struct Versions(SyncSender<Question>);

/// A question, and whom to tell.
struct Question {
    game: GameId,
    reply: oneshot::Sender<Result<Option<i64>, Error>>,
}

impl Versions {
    /// Starts the thread. It connects when it is first asked.
    pub fn start(address: Address, queue: usize) -> io::Result<Versions> {
        let (sender, inbox) = sync_channel(queue);
        thread::Builder::new()
            .name("placa-versions".to_owned())
            .spawn(move || work(&address, &inbox))?;
        Ok(Versions(sender))
    }

    /// The version of a game; `None` if there is no such game.
    pub async fn of(&self, game: GameId) -> Result<Option<i64>, Error> {
        let (reply, answer) = oneshot::channel();
        self.0
            .try_send(Question { game, reply })
            .map_err(|error| match error {
                TrySendError::Full(_) => Error::Busy,
                TrySendError::Disconnected(_) => ended(),
            })?;
        answer.await.map_err(|_| ended())?
    }
}

fn ended() -> Error {
    Error::unavailable("nobody looks up versions any more")
}

fn work(address: &Address, inbox: &Receiver<Question>) {
    let mut conn = None;
    while let Ok(first) = inbox.recv() {
        let mut questions = vec![first];
        while questions.len() < TOGETHER
            && let Ok(question) = inbox.try_recv()
        {
            questions.push(question);
        }
        answer(questions, address, &mut conn);
    }
}

fn answer(questions: Vec<Question>, address: &Address, conn: &mut Option<Conn>) {
    let ids: Vec<GameId> = questions.iter().map(|question| question.game).collect();
    let had_one = conn.is_some();
    let mut found = ask(address, conn, &ids);
    if found.is_err() && had_one && conn.is_none() {
        // The connection had been lost while it lay idle.
        found = ask(address, conn, &ids);
    }
    for question in questions {
        let version = match &found {
            Ok(versions) => Ok(versions.get(&question.game).copied()),
            Err(error) => Err(error.clone()),
        };
        // Who no longer waits is not told.
        drop(question.reply.send(version));
    }
}

/// Asks the database; a connection that turns out to be lost is thrown away.
fn ask(
    address: &Address,
    kept: &mut Option<Conn>,
    ids: &[GameId],
) -> Result<HashMap<GameId, i64>, Error> {
    let mut conn = match kept.take() {
        Some(conn) => conn,
        None => address
            .connect()
            .map_err(|error| Error::Unavailable(Arc::new(error)))?,
    };
    let found = games::table
        .filter(games::id.eq_any(ids))
        .select((games::id, games::version))
        .load::<(GameId, i64)>(&mut conn);
    if !conn.is_broken() {
        *kept = Some(conn);
    }
    Ok(found?.into_iter().collect())
}
