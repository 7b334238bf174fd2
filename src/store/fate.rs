//! What became of a commit whose connection was lost.

use super::commit::{Committed, Expected, GameCommit};
use super::conn::Conn;
use super::{actions, answers, games, invites, seats, standings};
use diesel::QueryResult;

/// Whether a commit took place that was tried twice, of which the first time is unknown and the second was stale.
/// `None` if the database does not show it.
///
/// After the stale second try the first can't take place any more: what it expects is past.
pub(super) fn find(conn: &mut Conn, commit: &GameCommit) -> QueryResult<Option<Committed>> {
    // Answers and the log are never changed: what stands there tells for good.
    if let Some(answer) = &commit.answer {
        let kept = answers::find(conn, &answer.scope, &answer.key_hash)?;
        return Ok(Some(done_if(kept.as_ref() == Some(answer))));
    }
    if let Some(action) = commit.actions.last() {
        let logged = actions::find(conn, commit.game, action.revision)?;
        return Ok(Some(done_if(logged.as_ref() == Some(action))));
    }
    let Some(game) = games::find(conn, commit.game)? else {
        return Ok(Some(Committed::Stale));
    };
    match &commit.expected {
        // Of two servers that offer the same rematch one does.
        Expected::New(offer) if game.version == 1 => {
            let same = game.offer == *offer && game.state == commit.change;
            Ok(Some(done_if(same && rows_stand(conn, commit)?)))
        }
        Expected::New(offer) if game.offer != *offer => Ok(Some(Committed::Stale)),
        Expected::New(_) => Ok(None),
        Expected::Version(version) if game.version == version + 1 => {
            let same = game.state == commit.change && rows_stand(conn, commit)?;
            Ok(Some(done_if(same)))
        }
        Expected::Version(_) => Ok(None),
    }
}

fn done_if(done: bool) -> Committed {
    if done {
        Committed::Done
    } else {
        Committed::Stale
    }
}

/// Are the rows of the commit that can be changed later there as it writes them?
fn rows_stand(conn: &mut Conn, commit: &GameCommit) -> QueryResult<bool> {
    let seats = seats::of_game(conn, commit.game)?;
    let invites = invites::list(conn, commit.game)?;
    let standings = standings::of_game(conn, commit.game)?;
    let seats_stand = commit
        .seats
        .iter()
        .all(|seat| seats.iter().any(|there| there.row == *seat));
    let invites_stand = commit.invites.iter().all(|invite| invites.contains(invite));
    let standings_stand = commit.standings.iter().all(|standing| {
        let there = standings.iter().find(|there| there.seat == standing.seat);
        there.map(|there| &there.body) == standing.body.as_ref()
    });
    Ok(seats_stand && invites_stand && standings_stand)
}
