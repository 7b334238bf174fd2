//! How many of what there are, for those who run the service. Every question is answered from an index.

use super::conn::Conn;
use super::schema::{deliveries, games, mails, notices, waits};
use crate::model::{Moment, Status};
use diesel::dsl::min;
use diesel::prelude::*;

/// How many of what there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// Games that are being played.
    pub running: i64,
    /// Games that can't be played on.
    pub suspended: i64,
    /// Clocks that run.
    pub deadlines: i64,
    /// Clocks that have run out.
    pub overdue: i64,
    /// Notices that nobody has been told of.
    pub untold: i64,
    /// Since when the oldest of them waits.
    pub untold_since: Option<Moment>,
    /// Deliveries to webhooks that are due.
    pub deliveries_due: i64,
    /// Mails that are due.
    pub mails_due: i64,
}

/// Counts, at a time when all has been told up to a number of the feed; `None` if nobody wants to know.
pub fn census(conn: &mut Conn, now: Moment, told: Option<i64>) -> QueryResult<Census> {
    let told = told.unwrap_or(i64::MAX);
    let games = |status| games::table.filter(games::status.eq(status)).count();
    Ok(Census {
        running: games(Status::Running).get_result(conn)?,
        suspended: games(Status::Suspended).get_result(conn)?,
        deadlines: waits::table
            .filter(waits::deadline.is_not_null())
            .count()
            .get_result(conn)?,
        overdue: waits::table
            .filter(waits::deadline.lt(now))
            .count()
            .get_result(conn)?,
        untold: notices::table
            .filter(notices::number.gt(told))
            .count()
            .get_result(conn)?,
        untold_since: notices::table
            .filter(notices::number.gt(told))
            .select(min(notices::at))
            .first(conn)?,
        deliveries_due: deliveries::table
            .filter(deliveries::due_at.le(now))
            .count()
            .get_result(conn)?,
        mails_due: mails::table
            .filter(mails::due_at.le(now))
            .count()
            .get_result(conn)?,
    })
}
