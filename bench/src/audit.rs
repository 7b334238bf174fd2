//! Was everything kept that was answered? Read from the database itself, behind the service's back.

use crate::Failure;
use crate::world::Game;
use placa::app::position::entry;
use placa::model::GameId;
use placa::store::actions::{self, ActionKind, ActionRow};
use placa::store::games as rows;
use placa::store::{Settings, Store};
use placa_engine::games;
use placa_engine::replay::{Entry, position_at};

/// Makes sure that of every game each accepted action is in the log once, that the log has no gap, and that it replays to
/// the stored hash at each of its revisions. Says how many revisions there were.
///
/// # Errors
/// The first game of which that is not so.
pub async fn audit(database: &str, played: &[Game]) -> Result<usize, Failure> {
    let store = Store::open(database, Settings::default())
        .map_err(|error| Failure::new(error.to_string()))?;
    let mut revisions = 0;
    for game in played {
        let id: GameId = game.id.parse().map_err(|_| Failure::new("a strange id"))?;
        let (row, log) = store
            .read(move |conn| {
                Ok((
                    rows::find(conn, id)?,
                    actions::range(conn, id, 0, i64::MAX)?,
                ))
            })
            .await
            .map_err(|error| Failure::new(error.to_string()))?;
        let row = row.ok_or_else(|| Failure::new(format!("game {id} is lost")))?;
        let seats = row.state.seat_count as u8;
        if row.state.revision != log.len() as i64 {
            let (stands, has) = (row.state.revision, log.len());
            return Err(Failure::new(format!(
                "game {id} stands at {stands}, its log has {has}"
            )));
        }
        let logged = log
            .iter()
            .filter(|row| row.kind == ActionKind::Action)
            .count() as u64;
        if logged != game.accepted {
            let accepted = game.accepted;
            return Err(Failure::new(format!(
                "game {id}: {accepted} accepted, {logged} logged"
            )));
        }
        replay(&row.offer.ruleset, seats, &log)
            .map_err(|why| Failure::new(format!("game {id}: {why}")))?;
        revisions += log.len();
    }
    Ok(revisions)
}

/// Every revision in order, each position compared with its hash.
fn replay(ruleset: &str, seats: u8, log: &[ActionRow]) -> Result<(), Failure> {
    let game = games::ruleset(ruleset).ok_or_else(|| Failure::new("its rules are not known"))?;
    let outcomes: Vec<Vec<u32>> = log
        .iter()
        .map(|row| serde_json::from_str(&row.outcomes))
        .collect::<Result<_, _>>()?;
    let entries: Vec<Entry> = log
        .iter()
        .zip(&outcomes)
        .map(|(row, outcomes)| entry(row, outcomes, seats))
        .collect::<Result<_, _>>()?;
    for (expected, entry) in (1..).zip(&entries) {
        if entry.revision != expected {
            return Err(Failure::new(format!("its log lacks revision {expected}")));
        }
    }
    position_at(game, &entries, &[], log.len() as i64)?;
    Ok(())
}
