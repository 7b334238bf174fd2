//! Answers that were made before: whoever sees a game with the same eyes while nothing of it changes gets the same bytes, which are
//! made once.

use super::problem::Problem;
use super::reply;
use crate::app::record::Sight;
use actix_web::web::Bytes;
use quick_cache::sync::Cache;
use serde::Serialize;

/// How many answers are kept, some kilobytes each.
const KEPT: usize = 2_048;

/// The answers that are kept.
pub struct Answers(Cache<Sight, Made>);

/// An answer as it goes over the wire.
#[derive(Clone)]
pub struct Made {
    /// Its ETag, without quotes.
    pub tag: String,
    /// Its JSON.
    pub body: Bytes,
}

impl Made {
    /// Puts a body into JSON. `revision` is that of the game.
    ///
    /// # Errors
    /// A body that doesn't serialise, which is a fault of ours.
    pub fn of(revision: i64, body: &impl Serialize) -> Result<Made, Problem> {
        let body = serde_json::to_vec(body).map_err(Problem::internal)?;
        Ok(Made {
            tag: reply::tag(revision, &body),
            body: body.into(),
        })
    }
}

impl Default for Answers {
    fn default() -> Answers {
        Answers(Cache::new(KEPT))
    }
}

impl Answers {
    /// The answer that was made for these eyes, if nothing has changed since.
    pub fn get(&self, sight: &Sight) -> Option<Made> {
        self.0.get(sight)
    }

    /// Keeps an answer; those that were not asked for again for long make room.
    pub fn keep(&self, sight: Sight, made: Made) {
        self.0.insert(sight, made);
    }
}
