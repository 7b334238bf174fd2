//! The five categories of points, at any time of the game (rules 7).

use crate::games::castell::components::CastellRegion;
use crate::games::castell::data::{
    COLLECTED_TOKEN_POINTS, SIZE_TOKEN_POINTS, VARIETY_POINTS, prize_points,
};
use crate::games::castell::state::{Player, State};
use crate::{Outcome, Score, ScoreItem};

/// The points of every seat as it stands, ordered by seat.
pub fn scores(state: &State) -> Vec<Score> {
    state.players.iter().map(score).collect()
}

/// The points of a player in the five categories.
pub fn score(player: &Player) -> Score {
    let items = [
        ("tower", i32::from(player.best_tower)),
        ("region_variety", VARIETY_POINTS[regions_of(player).count()]),
        ("prizes", prizes(player)),
        ("size_tokens", size_tokens(player)),
        ("local_performances", local_performances(player)),
    ];
    Score {
        breakdown: items
            .iter()
            .map(|&(what, points)| ScoreItem::new(what, points))
            .collect(),
    }
}

/// The result. Equal points are decided by the tower score, then by the points for prizes.
pub fn rank(state: &State, reason: &str) -> Outcome {
    let tie_breaks: Vec<(u8, i32)> = state
        .players
        .iter()
        .map(|player| (player.best_tower, prizes(player)))
        .collect();
    Outcome::rank(reason, scores(state), &tie_breaks)
}

/// The regions in which a player has earned anything: a prize, a size token, a collected special action
/// token or a local performance tile.
pub fn regions_of(player: &Player) -> impl Iterator<Item = CastellRegion> + '_ {
    CastellRegion::ALL.into_iter().filter(|&region| {
        player.collected[region.index()] > 0
            || player.prizes.iter().any(|prize| prize.0 == region)
            || player.size_tokens.iter().any(|token| token.0 == region)
            || player.tiles.iter().any(|tile| tile.0 == region)
    })
}

fn prizes(player: &Player) -> i32 {
    let points = |prize: &(CastellRegion, _)| prize_points(prize.1);
    player.prizes.iter().map(points).sum()
}

fn size_tokens(player: &Player) -> i32 {
    let (first, further) = SIZE_TOKEN_POINTS;
    let mut sizes: Vec<u8> = player.size_tokens.iter().map(|token| token.1).collect();
    let tokens = sizes.len() as i32;
    sizes.sort_unstable();
    sizes.dedup();
    let firsts = sizes.len() as i32;
    firsts * first + (tokens - firsts) * further
}

fn local_performances(player: &Player) -> i32 {
    let tiles: i32 = player
        .tiles
        .iter()
        .map(|(_, tile)| i32::from(tile.tile().points))
        .sum();
    let tokens: i32 = player.collected.iter().map(|&count| i32::from(count)).sum();
    tiles + tokens * COLLECTED_TOKEN_POINTS
}
