//! Who may know what of an event.

use super::ElGrandeEvent;
use crate::games::el_grande::components::ElGrandePlace as Place;
use crate::{Seat, Watcher};

impl ElGrandeEvent {
    /// The event as a watcher may know it.
    pub fn told(&self, watcher: Watcher) -> ElGrandeEvent {
        use ElGrandeEvent::*;
        let mut told = self.clone();
        let is_other = |seat: Seat| watcher != Watcher::Seat(seat);
        match &mut told {
            Answered { seat, answer } if is_other(*seat) => *answer = None,
            DiskSet { seat, place } if is_other(*seat) => *place = None,
            Announced { seat, plan, .. } if is_other(*seat) => *plan = plan.masked(),
            PowerTakenBack {
                seat,
                top: false,
                card,
            } if is_other(*seat) => *card = None,
            Answered { .. }
            | DiskSet { .. }
            | Announced { .. }
            | PowerTakenBack { .. }
            | Started { .. }
            | RoundBegan { .. }
            | PowerPlayed { .. }
            | OrderSet { .. }
            | CameToCourt { .. }
            | CardTaken { .. }
            | Placed { .. }
            | Declined { .. }
            | WindowOpened { .. }
            | WindowPassed { .. }
            | Vetoed { .. }
            | DisksCalled { .. }
            | DisksRevealed { .. }
            | ReturnsCalled { .. }
            | ReturnChosen { .. }
            | Executed { .. }
            | Scored { .. }
            | KingMoved { .. }
            | GrandeMoved { .. }
            | ScoreboardMoved { .. }
            | VetoKept { .. }
            | TurnEnded { .. }
            | CardsDiscarded { .. }
            | VetoesExpired { .. }
            | CastilloEmptied { .. }
            | Ended {} => {}
        }
        told
    }

    /// Does it bring out what was hidden: others' answers or disks, cards that were face down, the contents
    /// of the Castillo?
    pub fn reveals(&self) -> bool {
        use ElGrandeEvent::*;
        match self {
            WindowPassed { .. } | Vetoed { .. } | DisksRevealed { .. } | RoundBegan { .. } => true,
            Scored { place, .. } => *place == Place::Castillo,
            Started { .. }
            | PowerPlayed { .. }
            | OrderSet { .. }
            | CameToCourt { .. }
            | CardTaken { .. }
            | Placed { .. }
            | Announced { .. }
            | Declined { .. }
            | WindowOpened { .. }
            | Answered { .. }
            | DisksCalled { .. }
            | DiskSet { .. }
            | ReturnsCalled { .. }
            | ReturnChosen { .. }
            | Executed { .. }
            | KingMoved { .. }
            | GrandeMoved { .. }
            | ScoreboardMoved { .. }
            | PowerTakenBack { .. }
            | VetoKept { .. }
            | TurnEnded { .. }
            | CardsDiscarded { .. }
            | VetoesExpired { .. }
            | CastilloEmptied { .. }
            | Ended {} => false,
        }
    }

    /// Is it part of a turn that its player may still rethink: does it neither reveal anything nor pass the
    /// word to somebody else?
    pub fn undoable(&self) -> bool {
        use ElGrandeEvent::*;
        match self {
            CameToCourt { .. }
            | CardTaken { .. }
            | Placed { .. }
            | Announced { .. }
            | Declined { .. }
            | Executed { .. }
            | KingMoved { .. }
            | GrandeMoved { .. }
            | ScoreboardMoved { .. }
            | PowerTakenBack { .. }
            | VetoKept { .. } => true,
            Scored { .. } => !self.reveals(),
            Started { .. }
            | RoundBegan { .. }
            | PowerPlayed { .. }
            | OrderSet { .. }
            | WindowOpened { .. }
            | Answered { .. }
            | WindowPassed { .. }
            | Vetoed { .. }
            | DisksCalled { .. }
            | DiskSet { .. }
            | DisksRevealed { .. }
            | ReturnsCalled { .. }
            | ReturnChosen { .. }
            | TurnEnded { .. }
            | CardsDiscarded { .. }
            | VetoesExpired { .. }
            | CastilloEmptied { .. }
            | Ended {} => false,
        }
    }
}
