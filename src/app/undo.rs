//! Taking actions back.

use super::batch::Batch;
use super::once::{Answered, Once};
use super::record::Record;
use super::refusal::{Refusal, Result, malformed};
use super::running::{Logged, Running, internal};
use super::seen::Acted;
use super::{App, Caller, TRIES};
use crate::engine::Seat;
use crate::engine::game::hash;
use crate::model::GameId;
use crate::store::actions::{ActionKind, ActionRow};

impl App {
    /// The caller takes back their own last actions of this turn, down to the position of revision `to`. This makes
    /// a new revision; what was drawn is never drawn again.
    ///
    /// # Errors
    /// No such game, no seat, no revision named, a stale one, not running, or something that can't be taken back:
    /// another's action, a draw, a reveal, the end of a turn.
    pub async fn undo(
        &self,
        caller: &Caller,
        id: GameId,
        revision: Option<i64>,
        to: i64,
        once: Option<&Once>,
    ) -> Result<Answered<Acted>> {
        for _ in 0..TRIES {
            let record = self.timely_record(id, caller, once).await?;
            if let Some(kept) = &record.kept {
                return self.acted_before(&record, caller, kept).await;
            }
            let seat = record.must_seat(caller.player)?;
            let running = self.current(&record, revision).await?;
            self.must_undo(&record, seat, to).await?;
            let batch = self.taken_back(&record, running, seat, to).await?;
            let acted = self.commit_batch(&record, caller, seat, &batch, once);
            if let Some(acted) = acted.await? {
                return Ok(Answered::new(acted));
            }
        }
        Err(Refusal::Busy)
    }

    /// Refuses unless everything from revision `to` on was done by this seat, in this turn, in full knowledge.
    async fn must_undo(&self, record: &Record, seat: Seat, to: i64) -> Result<()> {
        let revision = record.revision();
        if revision <= 1 {
            let why = "nobody has done anything yet";
            return Err(Refusal::NotUndoable { revision, why });
        }
        if to < 1 || to >= revision {
            let detail = format!("name a revision from 1 to {}", revision - 1);
            return Err(malformed("/to", &detail));
        }
        let mut at = revision;
        let mut taken_back = 0;
        while at > to {
            let row = self.logged(record, at).await?;
            at = match row.kind {
                ActionKind::Undo => row.body.parse().map_err(internal)?,
                ActionKind::Action if row.undo_seat == Some(i16::from(seat.0)) => {
                    taken_back += 1;
                    at - 1
                }
                ActionKind::Action
                | ActionKind::Fallback
                | ActionKind::Resignation
                | ActionKind::End
                | ActionKind::Start => {
                    let why = why_not(&row, seat);
                    return Err(Refusal::NotUndoable { revision, why });
                }
            };
        }
        match at == to && taken_back > 0 {
            true => Ok(()),
            false => {
                let why = "what came back then was taken back already";
                Err(Refusal::NotUndoable { revision, why })
            }
        }
    }

    async fn taken_back(
        &self,
        record: &Record,
        running: Running,
        seat: Seat,
        to: i64,
    ) -> Result<Batch> {
        let then = self.running_at(record, to).await?.map_err(internal)?;
        let saved = then.game.save(&then.position);
        let logged = Logged {
            kind: ActionKind::Undo,
            revision: running.revision + 1,
            seat: Some(seat),
            body: to.to_string(),
            outcomes: Vec::new(),
            events: Vec::new(),
            hash: hash(&saved),
            saved,
            undo_seat: then.undo_seat,
            past_unknown: false,
        };
        let back = Running {
            revision: logged.revision,
            phase_since: logged.revision,
            draws: running.draws,
            ..then
        };
        let mut batch = Batch::new(record, back)?;
        batch.log.push(logged);
        Ok(batch)
    }
}

/// Why a seat can't take back what a revision did.
fn why_not(row: &ActionRow, seat: Seat) -> &'static str {
    let own = row.seat == Some(i16::from(seat.0));
    match row.kind {
        ActionKind::Start => "the start can't be taken back",
        ActionKind::Fallback => "what was done for somebody absent can't be taken back",
        ActionKind::Resignation | ActionKind::End => "that somebody left can't be taken back",
        ActionKind::Action | ActionKind::Undo if !own => "somebody else has acted since",
        ActionKind::Action | ActionKind::Undo if row.outcomes != "[]" => "something was drawn",
        ActionKind::Action | ActionKind::Undo => "it revealed something, or ended the turn",
    }
}
