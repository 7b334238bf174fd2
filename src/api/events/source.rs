//! Which log is followed, and its items as they are sent in every form.

use super::FeedItem;
use crate::api::problem::Problem;
use crate::api::unions::EventItem;
use crate::app::news::Topic;
use crate::app::{self, App};
use crate::model::{GameId, PlayerId};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

/// A log that can be followed.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// The events of a game.
    Game(GameId),
    /// The feed of a player.
    Feed(PlayerId),
}

/// An item of a log, as it is sent.
pub struct Item {
    /// Its number.
    pub id: i64,
    /// The item.
    pub json: Box<RawValue>,
}

/// A part of a log.
pub struct Part {
    /// Its items in order.
    pub items: Vec<Item>,
    /// Is there more behind them?
    pub more: bool,
}

impl Source {
    /// What there is news of when the log grows.
    pub fn topic(self) -> Topic {
        match self {
            Source::Game(id) => Topic::Game(id),
            Source::Feed(player) => Topic::Player(player),
        }
    }

    /// Where it is found.
    pub fn path(self) -> String {
        match self {
            Source::Game(id) => format!("/v1/games/{id}/events"),
            Source::Feed(_) => "/v1/me/events".to_owned(),
        }
    }

    /// What comes after a number, as somebody may know it.
    ///
    /// # Errors
    /// Why they may know nothing.
    pub async fn page(
        self,
        app: &App,
        caller: Option<&app::Caller>,
        after: i64,
        limit: u8,
    ) -> Result<Part, Problem> {
        match (self, caller) {
            (Source::Game(id), _) => {
                let page = app.events(caller, id, after, limit).await?;
                let items = page.items.iter().map(|it| (it.id, EventItem::from(it)));
                part(items, page.more)
            }
            (Source::Feed(_), Some(caller)) => {
                let page = app.feed(caller, after, limit).await?;
                let items = page.items.iter().map(|it| (it.id, FeedItem::from(it)));
                part(items, page.more)
            }
            (Source::Feed(_), None) => Err(app::Refusal::Unauthenticated.into()),
        }
    }

    /// The number of the last item.
    ///
    /// # Errors
    /// Why somebody may not know it.
    pub async fn end(self, app: &App, caller: Option<&app::Caller>) -> Result<i64, Problem> {
        Ok(match self {
            Source::Game(id) => app.last_event(caller, id).await?,
            Source::Feed(_) => app.feed_end().await?,
        })
    }
}

fn part<I: Serialize>(items: impl Iterator<Item = (i64, I)>, more: bool) -> Result<Part, Problem> {
    let sent = |(id, item): (i64, I)| {
        let json = to_raw_value(&item).map_err(Problem::internal)?;
        Ok(Item { id, json })
    };
    Ok(Part {
        items: items.map(sent).collect::<Result<_, Problem>>()?,
        more,
    })
}
