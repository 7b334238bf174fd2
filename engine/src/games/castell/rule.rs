//! The stable names of the rules that an action or an offer can break, of the rulings in force and of the reason
//! for which a game ends.

use crate::Named;

/// Names the rules: a constant for each, and the table of them all.
macro_rules! rules {
    ($($constant:ident = $name:literal: $text:literal;)+) => {
        $(#[doc = $text] pub const $constant: &str = $name;)+

        /// Every rule with what it says.
        pub const ALL: &[Named] = &[$(Named { name: $name, text: $text }),+];
    };
}

rules! {
    OPTIONS_FIRST_SEAT = "castell.options.first_seat":
        "The seat that goes first is one of the table.";
    TURN_TWICE = "castell.turn.twice":
        "Each of the four actions can be taken once in a turn.";
    TURN_FESTIVAL = "castell.turn.festival":
        "While a festival is held, the seat that is asked enters or declines.";
    PAWN_OFF_MAP = "castell.pawn.off_map":
        "Recruiting, training in one's region and special actions take a pawn on the map.";
    MOVE_NOT_ADJACENT = "castell.move.not_adjacent":
        "A pawn goes to a region that touches its own or is joined to it by a line.";
    RECRUIT_COUNT = "castell.recruit.count":
        "Recruiting takes one or two castellers.";
    RECRUIT_NOT_THERE = "castell.recruit.not_there":
        "Castellers are recruited from those in the pawn's region.";
    TRAIN_NO_REGIONS = "castell.train.no_regions":
        "With the No Regions side up, the extra segment of the wheel trains nobody.";
    TRAIN_MAX_RANK = "castell.train.max_rank":
        "No rank rises above five; training there is forbidden.";
    TRAIN_FREE_MISSING = "castell.train.free_missing":
        "Training at a Special tile takes a special action at once.";
    TRAIN_FREE_UNASKED = "castell.train.free_unasked":
        "Only a Special tile gives a special action.";
    SPECIAL_NO_TOKEN = "castell.special.no_token":
        "A special action costs one of seven tokens.";
    PERFORM_NOT_OPEN = "castell.perform.not_open":
        "A local performance claims an open tile in the pawn's region.";
    PERFORM_SHAPE = "castell.perform.shape":
        "The levels are exactly as wide as the tile shows.";
    PERFORM_LEVELS = "castell.perform.levels":
        "An exhibition has exactly as many levels as its tile asks for.";
    PERFORM_SKILLS = "castell.perform.skills":
        "The tower would not stand without each of the skills on the tile.";
    FESTIVAL_NONE = "castell.festival.none":
        "Entering and declining answer a festival that is being held.";
    FESTIVAL_OTHER = "castell.festival.other":
        "A seat answers the festival at which it is asked.";
    FESTIVAL_LEVELS = "castell.festival.levels":
        "A tower at a festival has at least four levels.";
    FESTIVAL_SIZES = "castell.festival.sizes":
        "A tower at a festival holds a casteller of every requested size.";
    TOWER_LEVELS = "castell.tower.levels":
        "A tower has 1 to 15 levels, more than which nobody can build.";
    TOWER_EMPTY_LEVEL = "castell.tower.empty_level":
        "Every level has at least one casteller.";
    TOWER_NO_SUCH_SIZE = "castell.tower.no_such_size":
        "Castellers have sizes from 1 to 10.";
    TOWER_NOT_OWNED = "castell.tower.not_owned":
        "A tower is built from one's own team, each casteller once.";
    TOWER_MIX = "castell.tower.mix":
        "A level has one size; with Mix, two that differ by one.";
    TOWER_NARROWING = "castell.tower.narrowing":
        "A level is narrower than the one below; with Balance it may be as wide.";
    TOWER_SIZE = "castell.tower.size":
        "No casteller stands on a smaller one, with any skill.";
    TOWER_STRENGTH = "castell.tower.strength":
        "Castellers stand on larger ones; with Strength, on some of their own size.";
    TOWER_WIDTH = "castell.tower.width":
        "A level is at most three wide, one more for each rank in Width, unless Base frees it.";
}

/// What holds where the printed rules are silent or were not to be had.
pub const RULINGS: &[Named] = &[
    ruling(
        "narrowing",
        "A level has to be narrower than the one below it, by one or more.",
    ),
    ruling(
        "tables",
        "Map, wheel order, calendar, prize chart, local tiles and numbers of each component are assumed.",
    ),
    ruling(
        "token_just_spent",
        "A performer does not collect the token that pays for the performance, unless the option says so.",
    ),
    ruling(
        "special_move_token",
        "The token of a special move goes to the row of the destination, unless the option says so.",
    ),
    ruling("prize_supply", "Prizes never run out."),
    ruling(
        "prize_ties",
        "Tied entrants all take the prize of their best place and the places behind it are skipped, unless the option says so.",
    ),
    ruling(
        "size_token_ties",
        "A tie for a size token goes to the higher tower score, then to nobody, unless the option says so.",
    ),
    ruling(
        "every_size",
        "A tower at a festival needs every requested size; a casteller counts once even if two tokens show its size.",
    ),
    ruling(
        "mixed_levels",
        "Between levels, the largest casteller above is compared with the smallest below.",
    ),
    ruling(
        "strength_once",
        "Strength is applied to a level once, unless the option lets it be applied twice.",
    ),
    ruling(
        "base_anywhere",
        "Base may be applied to any level, unless the option keeps it to the bottom.",
    ),
    ruling(
        "use_of_skills",
        "A skill is used if the tower would not stand without it; Width and Base share the wide levels as the builder likes.",
    ),
    ruling(
        "exhibition_levels",
        "An exhibition has exactly the levels on its tile, unless the option lets it have more.",
    ),
    ruling(
        "max_rank",
        "No rank rises above five, and training there is forbidden unless the option makes it idle.",
    ),
    ruling(
        "refill",
        "Rounds 3, 5, 7 and 9 begin with topping the regions up; an empty bag ends it.",
    ),
    ruling(
        "first_player",
        "The first player is drawn, and the marker passes clockwise every round.",
    ),
    ruling(
        "five_regions",
        "Having earned something in five regions gives seven points.",
    ),
    ruling(
        "final_ties",
        "Equal totals are decided by the tower score, then by the points for prizes, else shared.",
    ),
    ruling(
        "first_placement",
        "Only the Move action brings a pawn onto the map.",
    ),
    ruling(
        "performance_score",
        "A local performance does not raise the tower score.",
    ),
];

const fn ruling(name: &'static str, text: &'static str) -> Named {
    Named { name, text }
}

/// The tenth round is over.
pub const TEN_ROUNDS: &str = "ten_rounds";

/// Every reason for which a game ends.
pub const REASONS: &[Named] = &[Named {
    name: TEN_ROUNDS,
    text: "The tenth round is over.",
}];

/// A turn is to be taken.
pub const TURN: &str = "turn";
/// A festival may be entered.
pub const FESTIVAL: &str = "festival";

/// Every sort of decision.
pub const DECISIONS: &[Named] = &[
    Named {
        name: TURN,
        text: "What to do next in the turn.",
    },
    Named {
        name: FESTIVAL,
        text: "Whether to enter a festival, and with which tower.",
    },
];
