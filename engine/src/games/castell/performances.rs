//! Local performances: what a tower must be to claim a tile, and what a claim brings (rules 6.1 to 6.5).

use crate::games::castell::components::{CastellRegion, CastellTower};
use crate::games::castell::events::CastellEvent;
use crate::games::castell::options::CastellOptions;
use crate::games::castell::rule;
use crate::games::castell::state::State;
use crate::games::castell::tiles::{Asks, CastellTileId};
use crate::games::castell::tower::{Builder, Used, examine};
use crate::{Illegal, Seat};

/// Does this tower fulfil the tile?
///
/// # Errors
/// The rule that it breaks; the pointer is relative to the tower.
pub fn check_tower(
    builder: &Builder,
    tile: CastellTileId,
    options: &CastellOptions,
    tower: &CastellTower,
) -> Result<(), Illegal> {
    let used = examine(builder, tower)?;
    match tile.tile().asks {
        Asks::Shape(widths) => check_shape(widths, tower),
        Asks::Exhibition { skills, levels } => {
            check_levels(levels, options, tower)?;
            match used.shows(skills) {
                true => Ok(()),
                false => Err(lacks_skills(tile, &used)),
            }
        }
    }
}

fn check_shape(widths: &[u8], tower: &CastellTower) -> Result<(), Illegal> {
    let built = tower.0.iter().map(Vec::len);
    if built
        .clone()
        .eq(widths.iter().map(|&width| usize::from(width)))
    {
        return Ok(());
    }
    let built: Vec<usize> = built.collect();
    let detail = format!("the widths from bottom to top must be {widths:?}, not {built:?}");
    Err(Illegal::new(rule::PERFORM_SHAPE, detail))
}

fn check_levels(levels: u8, options: &CastellOptions, tower: &CastellTower) -> Result<(), Illegal> {
    let (built, levels) = (tower.0.len(), usize::from(levels));
    let enough = built == levels || (built > levels && !options.exhibition_levels_exact);
    match enough {
        true => Ok(()),
        false => {
            let detail = format!("the exhibition takes {levels} levels, not {built}");
            Err(Illegal::new(rule::PERFORM_LEVELS, detail))
        }
    }
}

fn lacks_skills(tile: CastellTileId, used: &Used) -> Illegal {
    let shared: Vec<String> = used
        .readings
        .iter()
        .map(|reading| format!("Width {} and Base {}", reading.width, reading.base))
        .collect();
    let detail = format!(
        "the tower does not need all skills on tile {tile:?}: it uses Balance {}, Mix {}, Strength {} times, and {}",
        used.balance,
        used.mix,
        used.strength,
        shared.join(" or ")
    );
    Illegal::new(rule::PERFORM_SKILLS, detail)
}

/// Gives a tile to a player, with all special action tokens that lie in its row.
pub fn claim(
    state: &mut State,
    seat: Seat,
    region: CastellRegion,
    (tile, tower): (CastellTileId, &CastellTower),
    events: &mut Vec<CastellEvent>,
) {
    let row = state.row_mut(region);
    row.tiles.retain(|&open| open != tile);
    let tokens: u8 = row.tokens.iter().sum();
    row.tokens.fill(0);
    let player = state.player_mut(seat);
    player.tiles.push((region, tile));
    player.collected[region.index()] += tokens;
    events.push(CastellEvent::TileClaimed {
        seat,
        region,
        tile,
        tower: tower.clone(),
        points: tile.tile().points,
    });
    if tokens > 0 {
        events.push(CastellEvent::TokensCollected {
            seat,
            region,
            tokens,
        });
    }
}
