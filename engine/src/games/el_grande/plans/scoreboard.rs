//! A mobile scoreboard is placed or moved (rules 2.3 and 4.5, Q16, Q17).

use super::{ElGrandePlan, belongs};
use crate::Illegal;
use crate::games::el_grande::cards::Kind;
use crate::games::el_grande::components::{
    ElGrandeCard as Card, ElGrandeRegion as Region, ElGrandeScoreboard as Scoreboard,
};
use crate::games::el_grande::events::ElGrandeEvent as Event;
use crate::games::el_grande::flow::Step;
use crate::games::el_grande::lists::{ElGrandeTransfer, taboo};
use crate::games::el_grande::state::State;

/// The rule that a region holds at most one mobile scoreboard, and that a board moves to another region.
pub const OCCUPIED: &str = "el_grande.scoreboard.occupied";

/// Every board to every region where it may go.
pub fn candidates(state: &State) -> Vec<ElGrandePlan> {
    let mut plans = Vec::new();
    for board in Scoreboard::ALL {
        if state.boards[board.index()] == Some(state.king) {
            continue;
        }
        for region in state.free_regions() {
            if !state.boards.contains(&Some(region)) {
                plans.push(ElGrandePlan::Scoreboard { board, region });
            }
        }
    }
    plans
}

/// Is this a plan for the card?
///
/// # Errors
/// A plan of other cards; a board in the King's region, or a way into it; a region that has a board.
pub fn check(state: &State, card: Card, board: Scoreboard, region: Region) -> Result<(), Illegal> {
    belongs(card, Kind::Scoreboard)?;
    if state.boards[board.index()] == Some(state.king) {
        return Err(taboo(state.king, "/plan/board"));
    }
    if region == state.king {
        return Err(taboo(state.king, "/plan/region"));
    }
    if state.boards.contains(&Some(region)) {
        let detail = "a mobile scoreboard lies there already";
        return Err(Illegal::at(OCCUPIED, "/plan/region", detail));
    }
    Ok(())
}

/// Moves the board.
pub fn run(step: &mut Step, board: Scoreboard, region: Region) -> Vec<ElGrandeTransfer> {
    let from = step.state.boards[board.index()].replace(region);
    step.tell(Event::ScoreboardMoved {
        board,
        from,
        to: region,
    });
    Vec::new()
}
