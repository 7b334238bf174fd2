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
    /// Notices without a number: nobody has been told of them.
    pub unnumbered: i64,
    /// Since when the oldest of them waits.
    pub unnumbered_since: Option<Moment>,
    /// Deliveries to webhooks that are due.
    pub deliveries_due: i64,
    /// Mails that are due.
    pub mails_due: i64,
}

/// Counts.
pub fn census(conn: &mut Conn, now: Moment) -> QueryResult<Census> {
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
        unnumbered: notices::table
            .filter(notices::number.is_null())
            .count()
            .get_result(conn)?,
        unnumbered_since: notices::table
            .filter(notices::number.is_null())
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
