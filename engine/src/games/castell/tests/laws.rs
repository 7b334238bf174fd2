//! The laws of every game, and the invariants of this one, by random play.

use super::play::{choose, tables};
use crate::Bag;
use crate::games::castell::Castell;
use crate::games::castell::data::{SKILL_TILES, SPECIAL_TOKENS};
use crate::games::castell::state::{Festival, Player, State};
use crate::law::{Trial, hold};

fn trial(games: u64, thorough_every: u32) -> Trial<Castell> {
    Trial {
        games,
        first: 0,
        tables: tables(),
        choose,
        invariant,
        longest: 400,
        thorough_every,
    }
}

#[test]
fn ten_thousand_games_hold_the_laws_and_leave_nothing_out() {
    let report = hold(&trial(10_000, 211)).unwrap();
    assert_eq!(report.games, 10_000);
    assert_eq!(report.rare::<Castell>(100), Vec::<String>::new());
}

#[test]
fn the_laws_hold_at_every_step_of_a_game_at_every_table() {
    hold(&trial(16, 1)).unwrap();
}

/// What holds in every position, whatever was played.
fn invariant(state: &State) -> Result<(), String> {
    castellers_are_150(state)?;
    special_tokens_are_seven_each(state)?;
    tiles_are_fourteen(state)?;
    size_tokens_are_where_they_can_be(state)?;
    for player in &state.players {
        let festivals = usize::from(state.round.saturating_sub(2));
        let fits = player.ranks.total() <= state.round && player.prizes.len() <= festivals;
        demand(fits, "a round gives one rank and one prize at most")?;
    }
    let ring = Bag::new(state.ring.iter().map(|&tile| (tile, 1)));
    demand(ring == Bag::new(SKILL_TILES), "the ring has eight tiles")
}

fn castellers_are_150(state: &State) -> Result<(), String> {
    let on_map: u32 = state.regions.iter().map(|row| row.castellers.total()).sum();
    let in_teams: u32 = state.players.iter().map(|p| p.team.total()).sum();
    let all = state.bag.len() + on_map + in_teams;
    demand(all == 150, "there are 150 castellers")
}

fn special_tokens_are_seven_each(state: &State) -> Result<(), String> {
    let sum = |counts: &[u8]| counts.iter().map(|&count| u32::from(count)).sum::<u32>();
    let in_rows: u32 = state.regions.iter().map(|row| sum(&row.tokens)).sum();
    let held = |player: &Player| u32::from(player.tokens) + sum(&player.collected);
    let with_players: u32 = state.players.iter().map(held).sum();
    let all = u32::from(SPECIAL_TOKENS) * u32::from(state.seats());
    demand(in_rows + with_players == all, "seven tokens per player")
}

fn tiles_are_fourteen(state: &State) -> Result<(), String> {
    let open = state.regions.iter().flat_map(|row| &row.tiles);
    let claimed = state.players.iter().flat_map(|p| &p.tiles);
    let mut tiles: Vec<_> = open.chain(claimed.map(|(_, tile)| tile)).collect();
    tiles.sort_unstable();
    tiles.dedup();
    demand(tiles.len() == 14, "14 different tiles are open or claimed")
}

fn size_tokens_are_where_they_can_be(state: &State) -> Result<(), String> {
    let dealt = |festival: &Festival| usize::from(festival.slot.data().size_tokens);
    let dealt: usize = state.calendar.iter().map(dealt).sum();
    let below: usize = state.calendar.iter().map(|f| f.sizes.len()).sum();
    let won: usize = state.players.iter().map(|p| p.size_tokens.len()).sum();
    demand(
        below + won + state.removed.len() == dealt,
        "a size token lies below a festival, was won or left the game",
    )
}

fn demand(holds: bool, law: &str) -> Result<(), String> {
    match holds {
        true => Ok(()),
        false => Err(law.to_owned()),
    }
}
