//! The players: team, ranks, tokens, and what they have earned where.

use super::people::casteller;
use super::skills::{name as skill_name, sign as skill_sign, tile_of};
use super::tiles::facts;
use crate::ScoreItem;
use crate::games::castell::components::{CastellPrize, CastellSkill};
use crate::games::castell::data::MAX_RANK;
use crate::games::castell::view::{CastellEarnedView, CastellPlayerView, CastellView};
use crate::picture::{
    self, Drawing, Hit, Look, Part, Stand, Table, Words, badge, common, lines, sign, tell, word,
};

const GAP: f32 = 12.0;
const WIDTH: f32 = (picture::WIDTH - 3.0 * GAP) / 2.0;
const ABOVE_EARNED: f32 = 214.0;
const LINE: f32 = 18.0;

/// The points of a player.
pub fn stand(player: &CastellPlayerView) -> Stand {
    Stand {
        seat: player.seat,
        points: player.score,
    }
}

/// Draws the panels in pairs from this height on, and says where they end.
pub fn draw(drawing: &mut Drawing, view: &CastellView, table: &Table, top: f32) -> f32 {
    let mut top = top;
    for pair in view.players.chunks(2) {
        let earned = pair
            .iter()
            .map(|player| earned(table, player).len())
            .max()
            .unwrap_or(0);
        let height = ABOVE_EARNED + LINE * earned.max(1) as f32 + 10.0;
        for (at, player) in pair.iter().enumerate() {
            let left = GAP + at as f32 * (WIDTH + GAP);
            panel(drawing, table, player, (left, top, WIDTH, height));
        }
        top += height + GAP;
    }
    top
}

fn panel(
    drawing: &mut Drawing,
    table: &Table,
    player: &CastellPlayerView,
    area: (f32, f32, f32, f32),
) {
    let (left, top, width, height) = area;
    let title = tell!(
        table,
        "{}: {} points",
        "{}: {} punts",
        "{}: {} puntos",
        table.name(player.seat),
        player.score
    );
    let part = Part::new(format!("seat:{}", player.seat.0), title).of(player.seat);
    drawing.part(part, Hit::Area(left, top, width, height), |drawing| {
        drawing.rect(
            area,
            10.0,
            Look::fill(common::PANEL).outlined(common::RULE, 1.0),
        );
        sign(
            drawing,
            table,
            (left + 6.0, top + 6.0),
            width - 12.0,
            &stand(player),
        );
        let words = Words::of(14.0).in_paint(common::MUTED).within(width - 28.0);
        drawing.words((left + 14.0, top + 58.0), &sums(table, player), words);
        draw_team(drawing, table, player, (left + 12.0, top + 120.0));
        for (at, &skill) in CastellSkill::ALL.iter().enumerate() {
            draw_rank(
                drawing,
                table,
                player,
                skill,
                (left + 16.0 + at as f32 * 78.0, top + 158.0),
            );
        }
        draw_tokens(drawing, table, player, (left + width - 62.0, top + 152.0));
        for (at, line) in earned(table, player).iter().enumerate() {
            let y = top + ABOVE_EARNED + LINE * (at as f32 + 0.4);
            drawing.words((left + 14.0, y), line, Words::of(14.0).within(width - 28.0));
        }
    });
}

/// What makes up the points.
fn sums(table: &Table, player: &CastellPlayerView) -> String {
    let short = |item: &ScoreItem| match &*item.what {
        "tower" => tell!(table, "tower", "castell", "torre"),
        "region_variety" => tell!(table, "variety", "regions", "regiones"),
        "prizes" => tell!(table, "prizes", "premis", "premios"),
        "local_performances" => tell!(table, "local", "locals", "locales"),
        "size_tokens" => tell!(table, "sizes", "mides", "tamaños"),
        other => other.to_owned(),
    };
    let sums: Vec<String> = player
        .breakdown
        .iter()
        .map(|item| format!("{} {}", short(item), item.points))
        .collect();
    sums.join(" · ")
}

/// The team by size; those of whom there is none stand pale.
fn draw_team(drawing: &mut Drawing, table: &Table, player: &CastellPlayerView, (x, y): (f32, f32)) {
    let pitch = (WIDTH - 24.0) / 10.0;
    for size in 1..=10 {
        let count = player.team.of(size);
        let title = tell!(
            table,
            "{count} castellers of size {size} in the team",
            "{count} castellers de mida {size} a la colla",
            "{count} castellers de tamaño {size} en el equipo"
        );
        let part = Part::new(format!("team:{size}"), title)
            .of(player.seat)
            .count(count);
        let middle = x + pitch * (f32::from(size) - 0.5);
        drawing.part(
            part,
            Hit::Area(middle - pitch / 2.0, y - 54.0, pitch, 72.0),
            |drawing| {
                if count == 0 {
                    let words = Words::of(14.0).middle().in_paint(common::MUTED);
                    drawing.words((middle, y - 10.0), &size.to_string(), words);
                    return;
                }
                casteller(drawing, (middle, y), 0.8, size);
                let words = Words::of(13.0).bold().middle();
                drawing.words((middle, y + 14.0), &format!("×{count}"), words);
            },
        );
    }
}

fn draw_rank(
    drawing: &mut Drawing,
    table: &Table,
    player: &CastellPlayerView,
    skill: CastellSkill,
    (x, y): (f32, f32),
) {
    let rank = player.ranks.of(skill);
    let name = skill_name(table, tile_of(skill));
    let title = tell!(
        table,
        "{name}: rank {rank} of {MAX_RANK}",
        "{name}: nivell {rank} de {MAX_RANK}",
        "{name}: nivel {rank} de {MAX_RANK}"
    );
    let part = Part::new(format!("skill:{}", word(&skill)), title)
        .of(player.seat)
        .count(rank);
    drawing.part(part, Hit::Area(x - 6.0, y - 14.0, 76.0, 48.0), |drawing| {
        skill_sign(drawing, tile_of(skill), (x + 6.0, y), 11.0);
        drawing.words(
            (x + 22.0, y + 6.0),
            &rank.to_string(),
            Words::of(17.0).bold(),
        );
        for at in 0..MAX_RANK {
            let look = match at < rank {
                true => Look::fill(common::INK),
                false => Look::line(common::RULE, 1.2),
            };
            drawing.circle((x + 38.0 + 6.4 * f32::from(at), y), 2.5, look);
        }
        drawing.words(
            (x - 4.0, y + 28.0),
            &name,
            Words::of(13.0).in_paint(common::MUTED),
        );
    });
}

fn draw_tokens(
    drawing: &mut Drawing,
    table: &Table,
    player: &CastellPlayerView,
    (x, y): (f32, f32),
) {
    let title = tell!(
        table,
        "{} special action tokens left",
        "Queden {} fitxes d'acció especial",
        "Quedan {} fichas de acción especial",
        player.tokens
    );
    let part = Part::new("tokens", title)
        .of(player.seat)
        .count(player.tokens);
    drawing.part(part, Hit::Area(x - 8.0, y - 14.0, 64.0, 54.0), |drawing| {
        badge(
            drawing,
            table,
            player.seat,
            (x + 22.0, y + 6.0),
            14.0,
            &player.tokens.to_string(),
        );
        let words = Words::of(13.0).middle().in_paint(common::MUTED);
        let tokens = tell!(table, "tokens", "fitxes", "fichas");
        drawing.words((x + 22.0, y + 34.0), &tokens, words);
    });
}

/// What was earned, as lines that fit.
fn earned(table: &Table, player: &CastellPlayerView) -> Vec<String> {
    let regions = player.earned.iter().map(|earned| one(table, earned));
    let regions: Vec<String> = regions.collect();
    let text = match regions.is_empty() {
        true => tell!(
            table,
            "Nothing earned yet",
            "Encara no ha guanyat res",
            "Todavía no ha ganado nada"
        ),
        false => regions.join("  "),
    };
    lines(
        &tell!(
            table,
            "Best tower {}. {text}",
            "Millor castell {}. {text}",
            "Mejor torre {}. {text}",
            player.best_tower
        ),
        14.0,
        WIDTH - 30.0,
        5,
    )
}

fn one(table: &Table, earned: &CastellEarnedView) -> String {
    let prizes = earned.prizes.iter().map(|&prize| prize_name(table, prize));
    let mut what: Vec<String> = prizes.collect();
    let sizes = earned.size_tokens.iter();
    what.extend(sizes.map(|size| tell!(table, "size {size}", "mida {size}", "tamaño {size}")));
    if earned.tokens > 0 {
        what.push(tell!(
            table,
            "{} tokens",
            "{} fitxes",
            "{} fichas",
            earned.tokens
        ));
    }
    what.extend(earned.tiles.iter().map(|tile| {
        let (id, points) = facts(tile);
        format!("{id} ({points})")
    }));
    format!("{}: {};", earned.region.name(), what.join(", "))
}

fn prize_name(table: &Table, prize: CastellPrize) -> String {
    match prize {
        CastellPrize::Trophy => tell!(table, "trophy", "trofeu", "trofeo"),
        CastellPrize::Medal => tell!(table, "medal", "medalla", "medalla"),
        CastellPrize::Ribbon => tell!(table, "ribbon", "cinta", "cinta"),
    }
}
