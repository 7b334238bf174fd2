//! Festivals: who may enter, what a tower scores there, and who gets what (rules 6.6 and 6.7).

use crate::games::castell::components::{CastellPrize, CastellTower, SizeSet};
use crate::games::castell::data::{FESTIVAL_LEVELS, prize_chart};
use crate::games::castell::events::CastellEvent;
use crate::games::castell::options::{CastellOptions, CastellSizeTieBreak};
use crate::games::castell::planner::{Goal, best, plan};
use crate::games::castell::rule;
use crate::games::castell::state::{Entry, Festival, State};
use crate::games::castell::tower::{Builder, examine};
use crate::{Illegal, Seat};

/// May this tower be entered where these sizes are requested?
///
/// # Errors
/// The rule that it breaks; the pointer is relative to the tower.
pub fn check_tower(builder: &Builder, sizes: SizeSet, tower: &CastellTower) -> Result<(), Illegal> {
    examine(builder, tower)?;
    let levels = tower.0.len();
    if levels < usize::from(FESTIVAL_LEVELS) {
        let detail = format!("a festival takes at least {FESTIVAL_LEVELS} levels, not {levels}");
        return Err(Illegal::new(rule::FESTIVAL_LEVELS, detail));
    }
    let holds = |size: u8| tower.0.iter().any(|level| level.contains(&size));
    match sizes.iter().find(|&size| !holds(size)) {
        None => Ok(()),
        Some(size) => {
            let detail = format!("the festival requests size {size}, of which the tower has none");
            Err(Illegal::new(rule::FESTIVAL_SIZES, detail))
        }
    }
}

/// A point for every level, and one for every casteller of a requested size.
pub fn tower_score(sizes: SizeSet, tower: &CastellTower) -> u8 {
    tower.0.len() as u8 + tower.count(sizes)
}

/// The sizes that a festival requests.
pub fn requested(festival: &Festival) -> SizeSet {
    festival.sizes.iter().copied().collect()
}

/// Can this seat enter the festival: is its pawn there, and is there a tower for it?
pub fn can_enter(state: &State, seat: Seat, festival: &Festival) -> bool {
    state.player(seat).pawn == Some(festival.region)
        && best(&state.builder(seat), goal(festival, None)).is_some()
}

/// A good tower for every distinct thing to strive for: the highest tower score first, then as many
/// castellers as possible of each requested size, for its token.
pub fn good_towers(state: &State, seat: Seat, festival: &Festival) -> Vec<CastellTower> {
    let sizes = requested(festival);
    let favours = [None].into_iter().chain(sizes.iter().map(Some));
    let outcome = |tower: &CastellTower| {
        let each = sizes.iter().map(|size| tower.count(SizeSet::of(size)));
        (tower.0.len(), each.collect::<Vec<u8>>())
    };
    let mut towers: Vec<CastellTower> = Vec::new();
    for favour in favours {
        let Some(tower) = best_tower(state, seat, festival, favour) else {
            continue;
        };
        if towers.iter().all(|known| outcome(known) != outcome(&tower)) {
            towers.push(tower);
        }
    }
    towers
}

fn best_tower(
    state: &State,
    seat: Seat,
    festival: &Festival,
    favour: Option<u8>,
) -> Option<CastellTower> {
    plan(&state.builder(seat), goal(festival, favour))
}

fn goal(festival: &Festival, favour: Option<u8>) -> Goal {
    let sizes = requested(festival);
    Goal::Festival { sizes, favour }
}

/// The prize of every entrant, given all tower scores, at a table of so many players. With friendly ties an
/// entrant's place counts those who are strictly better, else also those who tie.
pub fn prizes(scores: &[u8], players: u8, options: &CastellOptions) -> Vec<Option<CastellPrize>> {
    let before = |score: u8| match options.friendly_prize_ties {
        true => scores.iter().filter(|&&other| other > score).count(),
        false => scores.iter().filter(|&&other| other >= score).count() - 1,
    };
    let chart = prize_chart(players);
    scores
        .iter()
        .map(|&score| chart.get(before(score)).copied())
        .collect()
}

/// Who takes a size token, given for every entrant how many castellers of the size the tower holds, and
/// the tower score.
pub fn token_winner(entrants: &[(u8, u8)], options: &CastellOptions) -> Option<usize> {
    let strength = |&(castellers, score): &(u8, u8)| match options.size_tie_break {
        CastellSizeTieBreak::TowerScoreThenNobody => (castellers, score),
        CastellSizeTieBreak::Nobody => (castellers, 0),
    };
    let most = entrants.iter().map(strength).max()?;
    let mut winners = (0..entrants.len()).filter(|&index| strength(&entrants[index]) == most);
    let winner = winners.next();
    winner.filter(|_| winners.next().is_none())
}

/// Gives out prizes and size tokens of the festival at this place of the calendar.
pub fn award(state: &mut State, index: usize, entries: &[Entry], events: &mut Vec<CastellEvent>) {
    award_prizes(state, index, entries, events);
    award_size_tokens(state, index, entries, events);
}

fn award_prizes(
    state: &mut State,
    index: usize,
    entries: &[Entry],
    events: &mut Vec<CastellEvent>,
) {
    let Festival { slot, region, .. } = state.calendar[index];
    let scores: Vec<u8> = entries.iter().map(|entry| entry.score).collect();
    let prizes = prizes(&scores, state.seats(), &state.options);
    for (&Entry { seat, .. }, prize) in entries.iter().zip(prizes) {
        if let Some(prize) = prize {
            state.player_mut(seat).prizes.push((region, prize));
            events.push(CastellEvent::PrizeWon {
                seat,
                slot,
                region,
                prize,
            });
        }
    }
}

fn award_size_tokens(
    state: &mut State,
    index: usize,
    entries: &[Entry],
    events: &mut Vec<CastellEvent>,
) {
    let Festival { slot, region, .. } = state.calendar[index];
    for size in std::mem::take(&mut state.calendar[index].sizes) {
        let castellers = |entry: &Entry| (entry.tower.count(SizeSet::of(size)), entry.score);
        let entrants: Vec<(u8, u8)> = entries.iter().map(castellers).collect();
        match token_winner(&entrants, &state.options) {
            Some(winner) => {
                let seat = entries[winner].seat;
                state.player_mut(seat).size_tokens.push((region, size));
                events.push(CastellEvent::SizeTokenWon {
                    seat,
                    slot,
                    region,
                    size,
                });
            }
            None => {
                state.removed.push(size);
                events.push(CastellEvent::SizeTokenRemoved { slot, size });
            }
        }
    }
}
