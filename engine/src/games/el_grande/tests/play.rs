//! How the random players of the tests play, and at which tables.

use crate::Seat;
use crate::games::el_grande::actions::ElGrandeAction as Action;
use crate::games::el_grande::components::ElGrandeCard as Card;
use crate::games::el_grande::data::CABALLEROS;
use crate::games::el_grande::options::{
    ElGrandeCastilloView, ElGrandeOptions, ElGrandePowerHistory, ElGrandeStarter, ElGrandeVetoMode,
};
use crate::games::el_grande::state::{Stage, State};
use crate::law::Dice;

/// Every number of seats with every mode of Veto, full games and short ones, the other options in rotation.
pub fn tables() -> Vec<(u8, ElGrandeOptions)> {
    use ElGrandeVetoMode::{Full, Off, WholeOnly};
    let castillo = [
        ElGrandeCastilloView::Hidden,
        ElGrandeCastilloView::Own,
        ElGrandeCastilloView::Open,
    ];
    let mut tables = Vec::new();
    for seats in 2..=5 {
        for (mode, veto) in [Full, WholeOnly, Full, Off].into_iter().enumerate() {
            let number = tables.len();
            let options = ElGrandeOptions {
                short_game: mode == usize::from(seats) % 4,
                veto,
                castillo_view: castillo[number % 3],
                power_history: match number % 2 {
                    0 => ElGrandePowerHistory::Top,
                    _ => ElGrandePowerHistory::Full,
                },
                ownall_partial: number % 3 == 1,
                movement_to_castillo: number % 3 == 2,
                starter: match number % 5 {
                    0 => ElGrandeStarter::Seat0,
                    _ => ElGrandeStarter::Random,
                },
            };
            tables.push((seats, options));
        }
    }
    tables
}

/// Chooses so that Vetoes come out, and every special action is executed, declined and stopped often enough: cards of
/// stack 2, the Veto above all, are preferred, and stopped whenever possible.
pub fn choose(state: &State, _: Seat, actions: &[Action], dice: &mut Dice) -> usize {
    let stack_2 = |card: Card| card.stack() == 2;
    let stop = match &state.stage {
        Stage::Window { special, .. } => stack_2(special.card) || dice.one_in(3),
        _ => false,
    };
    let throw = dice.below(8);
    let wanted = |action: &Action| match action {
        Action::TakeCard { card } => *card == Card::S2Veto || throw < 5 && stack_2(*card),
        Action::Place { .. } => throw < 3,
        Action::Execute { .. } => throw >= 4,
        Action::Decline {} => throw == 3,
        Action::Pass {} => !stop,
        Action::Veto { .. } => stop,
        _ => true,
    };
    let wanted: Vec<usize> = (0..actions.len())
        .filter(|&i| wanted(&actions[i]))
        .collect();
    match wanted.len() {
        0 => dice.below(actions.len()),
        some => wanted[dice.below(some)],
    }
}

/// Every player has 30 Caballeros in all (rule 1.1).
pub fn thirty_caballeros(state: &State) -> Result<(), String> {
    for (seat, player) in state.players.iter().enumerate() {
        let sum: u32 = player.caballeros.iter().map(|&n| u32::from(n)).sum();
        if sum != u32::from(CABALLEROS) {
            return Err(format!("seat {seat} has {sum} Caballeros"));
        }
    }
    Ok(())
}
