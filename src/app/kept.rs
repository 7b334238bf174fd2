//! Answers kept for requests that name an idempotency key.

use super::App;
use super::once::{Answered, Once};
use super::refusal::{Refusal, Result};
use crate::model::moment::DAY;
use crate::model::{GameId, Moment};
use crate::store::answers::{self, AnswerKind, AnswerRow};
use crate::store::{Conn, QueryResult};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// How long an answer is kept, in milliseconds: two days, a day more than is promised.
const KEPT_MILLIS: i64 = 2 * DAY;
/// The answers of how long a time are forgotten in one transaction, in milliseconds: others write in between.
const PORTION_MILLIS: i64 = 60 * 1000;

/// What came of a write under a key.
pub(super) enum Kept<T> {
    /// It was done now.
    Done(T),
    /// It had been done before, and this was answered.
    Before(AnswerRow),
}

impl App {
    /// The answer kept for a key.
    ///
    /// # Errors
    /// [`Refusal::KeyReused`] if it belongs to another request.
    pub(super) async fn kept(&self, once: Option<&Once>) -> Result<Option<AnswerRow>> {
        let Some(once) = once else {
            return Ok(None);
        };
        let (scope, hash) = (once.scope().to_owned(), once.key_hash().to_owned());
        let found = self
            .0
            .store
            .read(move |conn| answers::find(conn, &scope, &hash))
            .await?;
        if let Some(kept) = &found {
            once.same_request(&kept.fingerprint)?;
        }
        Ok(found)
    }

    /// A refusal, unless the same request has been answered meanwhile: then that is the answer.
    pub(super) async fn refused<T: DeserializeOwned>(
        &self,
        refusal: Refusal,
        once: Option<&Once>,
    ) -> Result<Answered<T>> {
        match self.kept(once).await? {
            Some(kept) => open(once, &kept),
            None => Err(refusal),
        }
    }

    /// Forgets answers that were given so long ago that nobody asks again; says how many.
    ///
    /// # Errors
    /// Only those of the database.
    pub async fn forget_old_answers(&self) -> Result<usize> {
        let before = self.0.clock.now().plus_millis(-KEPT_MILLIS);
        let mut forgotten = 0;
        loop {
            let portion = move |conn: &mut Conn| match answers::oldest(conn)? {
                Some(oldest) if oldest < before => {
                    let end = oldest.plus_millis(PORTION_MILLIS).min(before);
                    answers::purge(conn, end).map(Some)
                }
                Some(_) | None => Ok(None),
            };
            match self.0.store.write(portion).await? {
                Some(count) => forgotten += count,
                None => return Ok(forgotten),
            }
        }
    }

    /// Does the work of a write, unless an answer is kept for its key; the answer is kept with the work, and only
    /// if the work came to something.
    pub(super) async fn keep<T: Send + 'static>(
        &self,
        answer: Option<AnswerRow>,
        once: Option<&Once>,
        work: impl FnOnce(&mut Conn) -> QueryResult<Option<T>> + Send + 'static,
    ) -> Result<Kept<Option<T>>> {
        let done = self
            .0
            .store
            .write(move |conn| {
                let Some(answer) = answer else {
                    return work(conn).map(Kept::Done);
                };
                // The answer goes first: whoever asks the same at the same time waits here and finds it.
                if !answers::insert(conn, &answer)?
                    && let Some(kept) = answers::find(conn, &answer.scope, &answer.key_hash)?
                {
                    return Ok(Kept::Before(kept));
                }
                let done = work(conn)?;
                if done.is_none() {
                    answers::remove(conn, &answer.scope, &answer.key_hash)?;
                }
                Ok(Kept::Done(done))
            })
            .await?;
        if let (Kept::Before(kept), Some(once)) = (&done, once) {
            once.same_request(&kept.fingerprint)?;
        }
        Ok(done)
    }
}

/// An answer as it is kept for a key.
pub(super) fn sealed<T: Serialize>(once: &Once, answer: &T, now: Moment) -> AnswerRow {
    AnswerRow {
        scope: once.scope().to_owned(),
        key_hash: once.key_hash().to_owned(),
        fingerprint: once.fingerprint().to_owned(),
        kind: AnswerKind::Sealed,
        game_id: None,
        first_revision: None,
        revision: None,
        seat: None,
        sealed: Some(once.seal(answer)),
        at: now,
    }
}

/// An answer about a message of a game, to be made again from the message.
pub(super) fn referring(once: &Once, game: GameId, number: i64, now: Moment) -> AnswerRow {
    AnswerRow {
        kind: AnswerKind::Message,
        game_id: Some(game),
        revision: Some(number),
        sealed: None,
        ..sealed(once, &(), now)
    }
}

/// The answer that was kept for a key.
pub(super) fn open<T: DeserializeOwned>(
    once: Option<&Once>,
    kept: &AnswerRow,
) -> Result<Answered<T>> {
    match (once, &kept.sealed) {
        (Some(once), Some(sealed)) => Ok(Answered::again(once.open(sealed)?)),
        _ => Err(Refusal::Internal("a kept answer holds nothing".into())),
    }
}
