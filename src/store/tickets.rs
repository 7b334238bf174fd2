//! Tickets for streams, of which only a hash is kept.

use super::conn::Conn;
use super::schema::tickets;
use crate::model::{Moment, TokenId};
use diesel::prelude::*;

/// A row of `tickets`.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = tickets, treat_none_as_default_value = false)]
pub struct TicketRow {
    /// SHA-256 of the ticket in lower-case hex.
    pub hash: String,
    /// The token it was made with.
    pub token_id: TokenId,
    /// When.
    pub made_at: Moment,
    /// The path of the stream it has opened.
    pub opens: Option<String>,
}

/// Adds a ticket.
pub fn insert(conn: &mut Conn, row: &TicketRow) -> QueryResult<()> {
    diesel::insert_into(tickets::table)
        .values(row)
        .execute(conn)?;
    Ok(())
}

/// Lets a ticket that was made after an instant open a path; `None` if it is for another path, too old or unknown.
pub fn open(
    conn: &mut Conn,
    hash: &str,
    path: &str,
    made_after: Moment,
) -> QueryResult<Option<TokenId>> {
    let unused_or_same = tickets::opens.is_null().or(tickets::opens.eq(path));
    let opened = diesel::update(tickets::table.find(hash))
        .filter(tickets::made_at.gt(made_after))
        .filter(unused_or_same)
        .set(tickets::opens.eq(path))
        .execute(conn)?;
    match opened {
        0 => Ok(None),
        _ => tickets::table
            .find(hash)
            .select(tickets::token_id)
            .first(conn)
            .optional(),
    }
}

/// Forgets the tickets made before an instant.
pub fn purge(conn: &mut Conn, before: Moment) -> QueryResult<usize> {
    diesel::delete(tickets::table.filter(tickets::made_at.lt(before))).execute(conn)
}
