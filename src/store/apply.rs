//! A commit row by row, on either database.

use super::commit::{Committed, Expected, GameCommit, StandingWrite};
use super::conn::{Conn, each};
use super::games::NewGame;
use super::schema::{actions, games, invites, notices, seats, snapshots, standings, waits};
use super::waits::WaitRow;
use super::{answers, messages, players};
use crate::model::GameId;
use diesel::prelude::*;

/// Writes a commit in the open transaction, or writes nothing of it if it is stale.
pub(super) fn apply(conn: &mut Conn, commit: &GameCommit) -> QueryResult<Committed> {
    if !is_as_expected(conn, commit)? || !may_speak(conn, commit)? {
        return Ok(Committed::Stale);
    }
    if let Some(answer) = &commit.answer
        && !answers::insert(conn, answer)?
    {
        return Ok(Committed::Stale);
    }
    match &commit.expected {
        Expected::New(offer) => insert_game(conn, commit, offer)?,
        Expected::Version(version) => update_game(conn, commit, *version)?,
    }
    write_seats(conn, commit)?;
    write_log(conn, commit)?;
    if let Some(waits) = &commit.waits {
        replace_waits(conn, commit.game, waits)?;
    }
    if let Some(notice) = &commit.notice {
        diesel::insert_into(notices::table)
            .values(notice)
            .execute(conn)?;
    }
    if let Some(message) = &commit.message {
        messages::insert(conn, message)?;
    }
    for standing in &commit.standings {
        write_standing(conn, commit.game, standing)?;
    }
    write_invites(conn, commit)?;
    Ok(Committed::Done)
}

/// Is the game as the commit expects it? If so it stays so until the transaction ends.
fn is_as_expected(conn: &mut Conn, commit: &GameCommit) -> QueryResult<bool> {
    let id = games::table.find(commit.game).select(games::id);
    let found = match &commit.expected {
        // Only another server that offers the same rematch could make a game of this id: its row then refuses ours.
        Expected::New(_) => return Ok(id.first::<GameId>(conn).optional()?.is_none()),
        Expected::Version(version) => {
            let id = id.filter(games::version.eq(version));
            match conn {
                Conn::Postgres(conn) => id.for_no_key_update().first::<GameId>(conn),
                Conn::Sqlite(conn) => id.first::<GameId>(conn),
            }
        }
    };
    Ok(found.optional()?.is_some())
}

/// Is there nobody who speaks, or is theirs a living account? If so it stays one until the transaction ends.
fn may_speak(conn: &mut Conn, commit: &GameCommit) -> QueryResult<bool> {
    let author = commit.message.as_ref().and_then(|it| it.said.player_id);
    author.map_or(Ok(true), |author| players::hold(conn, author))
}

fn insert_game(conn: &mut Conn, commit: &GameCommit, offer: &NewGame) -> QueryResult<()> {
    let key = (games::id.eq(commit.game), games::version.eq(1));
    let row = (key, offer, &commit.change);
    each!(conn, c => diesel::insert_into(games::table).values(row).execute(c))?;
    Ok(())
}

fn update_game(conn: &mut Conn, commit: &GameCommit, version: i64) -> QueryResult<()> {
    diesel::update(games::table.find(commit.game))
        .set((games::version.eq(version + 1), &commit.change))
        .execute(conn)?;
    Ok(())
}

fn write_seats(conn: &mut Conn, commit: &GameCommit) -> QueryResult<()> {
    if commit.seats.is_empty() {
        return Ok(());
    }
    let beyond = seats::table
        .filter(seats::game_id.eq(commit.game))
        .filter(seats::seat.ge(commit.change.seat_count));
    diesel::delete(beyond).execute(conn)?;
    for seat in &commit.seats {
        each!(conn, c => diesel::insert_into(seats::table)
            .values(seat)
            .on_conflict((seats::game_id, seats::seat))
            .do_update()
            .set(seat)
            .execute(c))?;
    }
    Ok(())
}

fn write_log(conn: &mut Conn, commit: &GameCommit) -> QueryResult<()> {
    // One by one: SQLite keeps such a statement prepared, and not one for many rows.
    for action in &commit.actions {
        diesel::insert_into(actions::table)
            .values(action)
            .execute(conn)?;
    }
    if let Some(snapshot) = &commit.snapshot {
        diesel::insert_into(snapshots::table)
            .values(snapshot)
            .execute(conn)?;
    }
    Ok(())
}

fn replace_waits(conn: &mut Conn, game: GameId, rows: &[WaitRow]) -> QueryResult<()> {
    diesel::delete(waits::table.filter(waits::game_id.eq(game))).execute(conn)?;
    for row in rows {
        diesel::insert_into(waits::table)
            .values(row)
            .execute(conn)?;
    }
    Ok(())
}

fn write_standing(conn: &mut Conn, game: GameId, standing: &StandingWrite) -> QueryResult<()> {
    let key = (
        standings::game_id.eq(game),
        standings::seat.eq(standing.seat),
    );
    match &standing.body {
        None => diesel::delete(standings::table.find((game, standing.seat))).execute(conn)?,
        Some(body) => each!(conn, c => diesel::insert_into(standings::table)
            .values((key, standings::body.eq(body)))
            .on_conflict((standings::game_id, standings::seat))
            .do_update()
            .set(standings::body.eq(body))
            .execute(c))?,
    };
    Ok(())
}

fn write_invites(conn: &mut Conn, commit: &GameCommit) -> QueryResult<()> {
    for invite in &commit.invites {
        each!(conn, c => diesel::insert_into(invites::table)
            .values(invite)
            .on_conflict((invites::game_id, invites::id))
            .do_update()
            .set(invite)
            .execute(c))?;
    }
    Ok(())
}
