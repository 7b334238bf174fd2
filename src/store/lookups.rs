//! What is looked up with every request: where a game stands, whose a token is. A thread with a connection of its own asks for
//! all who want to know at once, so that it takes a share of a round trip each.

use super::conn::{Address, Conn};
use super::error::Error;
use diesel::QueryResult;
use diesel::r2d2::R2D2Connection;
use std::collections::HashMap;
use std::hash::Hash;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use tokio::sync::oneshot;

/// Questions in one statement.
const TOGETHER: usize = 256;

/// Who is asked. The thread ends when this is dropped.
pub(super) struct Lookups<K, V>(SyncSender<Question<K, V>>);

/// Finds what there is under some keys.
type Find<K, V> = fn(&mut Conn, &[K]) -> QueryResult<HashMap<K, V>>;

/// A question, and whom to tell.
struct Question<K, V> {
    key: K,
    reply: oneshot::Sender<Result<Option<V>, Error>>,
}

impl<K, V> Lookups<K, V>
where
    K: Clone + Eq + Hash + Send + 'static,
    V: Clone + Send + 'static,
{
    /// Starts the thread, which is called by this name. It connects when it is first asked.
    pub fn start(
        name: &str,
        address: Address,
        queue: usize,
        find: Find<K, V>,
    ) -> io::Result<Lookups<K, V>> {
        let (sender, inbox) = sync_channel(queue);
        let mut desk = Desk {
            address,
            conn: None,
            find,
        };
        thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || desk.work(&inbox))?;
        Ok(Lookups(sender))
    }

    /// What there is by now under a key.
    pub async fn find(&self, key: K) -> Result<Option<V>, Error> {
        let (reply, answer) = oneshot::channel();
        self.0
            .try_send(Question { key, reply })
            .map_err(|error| match error {
                TrySendError::Full(_) => Error::Busy,
                TrySendError::Disconnected(_) => ended(),
            })?;
        answer.await.map_err(|_| ended())?
    }
}

fn ended() -> Error {
    Error::unavailable("nobody looks anything up any more")
}

/// Where the thread works.
struct Desk<K, V> {
    address: Address,
    conn: Option<Conn>,
    find: Find<K, V>,
}

impl<K: Clone + Eq + Hash, V: Clone> Desk<K, V> {
    fn work(&mut self, inbox: &Receiver<Question<K, V>>) {
        while let Ok(first) = inbox.recv() {
            let mut questions = vec![first];
            while questions.len() < TOGETHER
                && let Ok(question) = inbox.try_recv()
            {
                questions.push(question);
            }
            self.answer(questions);
        }
    }

    fn answer(&mut self, questions: Vec<Question<K, V>>) {
        let keys: Vec<K> = questions.iter().map(|it| it.key.clone()).collect();
        let had_one = self.conn.is_some();
        let mut found = self.ask(&keys);
        if found.is_err() && had_one && self.conn.is_none() {
            // The connection had been lost while it lay idle.
            found = self.ask(&keys);
        }
        for question in questions {
            let value = match &found {
                Ok(values) => Ok(values.get(&question.key).cloned()),
                Err(error) => Err(error.clone()),
            };
            // Who no longer waits is not told.
            drop(question.reply.send(value));
        }
    }

    /// Asks the database; a connection that turns out to be lost is thrown away.
    fn ask(&mut self, keys: &[K]) -> Result<HashMap<K, V>, Error> {
        let mut conn = match self.conn.take() {
            Some(conn) => conn,
            None => self
                .address
                .connect_for_lookups()
                .map_err(|error| Error::Unavailable(Arc::new(error)))?,
        };
        let found = (self.find)(&mut conn, keys);
        if !conn.is_broken() {
            self.conn = Some(conn);
        }
        Ok(found?)
    }
}
