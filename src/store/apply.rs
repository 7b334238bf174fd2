//! A commit row by row, on either database.

use super::change::change;
use super::commit::{Committed, Expected, GameCommit, StandingWrite};
use super::conn::{Conn, each};
use super::games::step;
use super::schema::{actions, games, invites, seats, snapshots, standings, waits};
use super::waits::WaitRow;
use super::{answers, messages, players};
use crate::model::GameId;
use diesel::prelude::*;

/// Writes a commit in the open transaction, all but what it announces, or writes nothing of it if it is stale.
pub(super) fn apply(conn: &mut Conn, commit: &GameCommit) -> QueryResult<Committed> {
    if !may_speak(conn, commit)? {
        return Ok(Committed::Stale);
    }
    if let Some(answer) = &commit.answer
        && !answers::insert(conn, answer)?
    {
        return Ok(Committed::Stale);
    }
    if !write_game(conn, commit)? {
        if let Some(answer) = &commit.answer {
            answers::remove(conn, &answer.scope, &answer.key_hash)?;
        }
        return Ok(Committed::Stale);
    }
    write_seats(conn, commit)?;
    write_log(conn, commit)?;
    if let Some(waits) = &commit.waits {
        replace_waits(conn, commit.game, waits)?;
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

/// Is there nobody who speaks, or is theirs a living account? If so it stays one until the transaction ends.
fn may_speak(conn: &mut Conn, commit: &GameCommit) -> QueryResult<bool> {
    let author = commit.message.as_ref().and_then(|it| it.said.player_id);
    author.map_or(Ok(true), |author| players::hold(conn, author))
}

/// Writes the game's own row, if the game is as the commit expects it: then it stays so until the transaction ends.
fn write_game(conn: &mut Conn, commit: &GameCommit) -> QueryResult<bool> {
    let found = games::step.eq(step(commit.change.updated_at));
    let rows = match &commit.expected {
        Expected::New(offer) => {
            let key = (games::id.eq(commit.game), games::version.eq(1));
            let row = (key, offer, &commit.change, found);
            each!(conn, c => diesel::insert_into(games::table)
                .values(row)
                .on_conflict_do_nothing()
                .execute(c))?
        }
        Expected::Version(version) => {
            let expected = games::table
                .find(commit.game)
                .filter(games::version.eq(version));
            match conn {
                Conn::Postgres(conn) => diesel::update(expected)
                    .set((games::version.eq(version + 1), &commit.change, found))
                    .execute(conn)?,
                Conn::Sqlite(conn) => change(conn, commit.game, *version, &commit.change)?,
            }
        }
    };
    Ok(rows == 1)
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
