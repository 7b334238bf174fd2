//! Accounts.

use super::conn::{Conn, each};
use super::games;
use super::schema::players;
use crate::model::{Moment, PlayerId};
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};

/// A row of `players`.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = players, treat_none_as_default_value = false)]
pub struct PlayerRow {
    /// The account.
    pub id: PlayerId,
    /// The name as the player writes it; empty once the account is deleted.
    pub name: String,
    /// What is unique about the name: two names that look alike have one key. It outlives the account.
    pub name_key: String,
    /// When it was made.
    pub created_at: Moment,
    /// When it was deleted.
    pub deleted_at: Option<Moment>,
}

/// The account with this id, deleted ones too.
pub fn find(conn: &mut Conn, id: PlayerId) -> QueryResult<Option<PlayerRow>> {
    players::table
        .find(id)
        .select(PlayerRow::as_select())
        .first(conn)
        .optional()
}

/// The account with this name, deleted ones too: their names stay reserved.
pub fn find_by_name_key(conn: &mut Conn, name_key: &str) -> QueryResult<Option<PlayerRow>> {
    players::table
        .filter(players::name_key.eq(name_key))
        .select(PlayerRow::as_select())
        .first(conn)
        .optional()
}

/// Is this a living account? If so it stays one until the transaction ends.
pub fn hold(conn: &mut Conn, id: PlayerId) -> QueryResult<bool> {
    let living = players::table
        .find(id)
        .filter(players::deleted_at.is_null())
        .select(players::id);
    let found = match conn {
        Conn::Postgres(conn) => living.for_share().first::<PlayerId>(conn),
        Conn::Sqlite(conn) => living.first::<PlayerId>(conn),
    };
    Ok(found.optional()?.is_some())
}

/// As [`hold`], but nobody else may hold it meanwhile.
pub fn hold_alone(conn: &mut Conn, id: PlayerId) -> QueryResult<bool> {
    let living = players::table
        .find(id)
        .filter(players::deleted_at.is_null())
        .select(players::id);
    let found = match conn {
        Conn::Postgres(conn) => living.for_no_key_update().first::<PlayerId>(conn),
        // Only one transaction writes at a time.
        Conn::Sqlite(conn) => living.first::<PlayerId>(conn),
    };
    Ok(found.optional()?.is_some())
}

/// Adds an account unless its name is taken; says whether it did.
pub fn insert(conn: &mut Conn, player: &PlayerRow) -> QueryResult<bool> {
    let rows = each!(conn, c => diesel::insert_into(players::table)
        .values(player)
        .on_conflict(players::name_key)
        .do_nothing()
        .execute(c))?;
    Ok(rows == 1)
}

/// Gives a living account another name unless that is taken; says whether it did. Its games are written anew.
pub fn rename(conn: &mut Conn, id: PlayerId, name: &str, name_key: &str) -> QueryResult<bool> {
    // In a transaction of its own inside the caller's: a violation then undoes this statement alone.
    let renamed = conn.transaction(|conn| {
        diesel::update(
            players::table
                .find(id)
                .filter(players::deleted_at.is_null()),
        )
        .set((players::name.eq(name), players::name_key.eq(name_key)))
        .execute(conn)
    });
    match renamed {
        Ok(0) => Ok(false),
        Ok(_) => games::renew_of(conn, id).map(|()| true),
        Err(Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _)) => Ok(false),
        Err(fault) => Err(fault),
    }
}

/// Marks an account as deleted and forgets its name; says whether it was there to delete. The key stays, and so
/// nobody else gets the name. Its games are written anew.
pub fn mark_deleted(conn: &mut Conn, id: PlayerId, at: Moment) -> QueryResult<bool> {
    let rows = diesel::update(
        players::table
            .find(id)
            .filter(players::deleted_at.is_null()),
    )
    .set((players::name.eq(""), players::deleted_at.eq(at)))
    .execute(conn)?;
    if rows == 0 {
        return Ok(false);
    }
    games::renew_of(conn, id).map(|()| true)
}
