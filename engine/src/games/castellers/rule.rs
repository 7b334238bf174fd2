//! The stable names of the rules that an action or an offer can break, of the rulings in force and of the reasons
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
    SET_LACKS = "castellers.set.lacks":
        "You raise and pay with castellers of your own set only, each as often as it lies there.";
    RECRUIT_BAG_EMPTY = "castellers.recruit.bag_empty":
        "Nobody can be recruited from an empty bag, and the bag is never refilled.";
    BUILD_NO_BASE = "castellers.build.no_base":
        "A new castell needs a base from the supply.";
    BUILD_NO_CASTELL = "castellers.build.no_castell":
        "You build on your own castells only.";
    BUILD_NO_COLUMN = "castellers.build.no_column":
        "You build on columns that the castell has.";
    BUILD_COLOUR = "castellers.build.colour":
        "All castellers on one base have the same colour; white ones fit any.";
    BUILD_LEVEL_CLOSED = "castellers.build.level_closed":
        "Once level 2 is started nobody new may stand on the base beside the others.";
    BUILD_LOWEST_FIRST = "castellers.build.lowest_first":
        "A level is completed, and a hole filled, before anybody stands higher.";
    BUILD_NUMBER = "castellers.build.number":
        "A casteller stands only on one with a lower number.";
    EXCHANGE_PARTNER = "castellers.exchange.partner":
        "You exchange with another player at the table.";
    EXCHANGE_PAYS_NOTHING = "castellers.exchange.pays_nothing":
        "You pay with at least one casteller.";
    EXCHANGE_NOT_THERE = "castellers.exchange.not_there":
        "You take a casteller that lay in the other player's set before you paid.";
    EXCHANGE_TOO_LOW = "castellers.exchange.too_low":
        "The numbers you pay add up to more than the number you take.";
    FALL_PENDING = "castellers.fall.pending":
        "A white casteller was drawn: you first say who falls.";
    FALL_NOT_PENDING = "castellers.fall.not_pending":
        "Castellers fall only when a white one was drawn from the bag.";
    FALL_NOT_HIGHEST = "castellers.fall.not_highest":
        "Who falls is the highest number of one of your castells.";
    TURN_LAPSE = "castellers.turn.lapse":
        "Only the clock lets a turn lapse; a player passes.";
    OPTIONS_BONUS_VALUE = "castellers.options.bonus_value":
        "A bonus token is worth 0 to 20 points.";
    OPTIONS_AGE_ORDER = "castellers.options.age_order":
        "An age order names every seat of the table once.";
}

/// What holds where the printed rules are silent or were not to be had.
pub const RULINGS: &[Named] = &[
    ruling(
        "deck",
        "Each team has two castellers of every number from 1 to 7; there are two white ones of every number from 2 to 6.",
    ),
    ruling(
        "blue_background",
        "The 7s of the four teams have the blue background.",
    ),
    ruling(
        "bonus_value",
        "A bonus token is worth 3 points unless the offer says otherwise.",
    ),
    ruling(
        "two_actions_at_most",
        "A turn has none, one or two actions; who wants no more passes.",
    ),
    ruling(
        "deadlock",
        "The game ends when every seat in turn has ended a whole turn without an action. A turn that the clock ends counts neither as such a turn nor as an action.",
    ),
    ruling(
        "exhausted",
        "Where the offer leaves out the deadlock rule, the game ends as soon as nobody can ever do anything but pass.",
    ),
    ruling(
        "abandoned",
        "The game ends when the clock has ended every turn of three whole rounds.",
    ),
    ruling(
        "equal_fallers",
        "If several castellers of a castell share its highest number, their owner says who falls.",
    ),
    ruling(
        "level_reopens",
        "Level 1 is open again when a fall leaves nobody above it, unless the offer says otherwise; then it is open again once the base is bare.",
    ),
    ruling(
        "holes",
        "A hole left by a fall is filled before anything else is built on that castell.",
    ),
    ruling(
        "bare_base",
        "A base that a fall has emptied stays, costs its point, and may be built on again in any colour.",
    ),
    ruling(
        "open_colour",
        "A castell of white castellers only has no colour until another one joins them, and again when the last such one falls.",
    ),
    ruling(
        "no_buying_back",
        "Nobody takes back in an exchange what they paid in it.",
    ),
    ruling(
        "exchange_needs_place",
        "Who has no place for the casteller taken can't exchange for it.",
    ),
    ruling(
        "valid_for_bonus",
        "Only valid castells compete for the bonus tokens unless the offer says otherwise.",
    ),
    ruling(
        "unfinished_height",
        "An unfinished top level counts for the tallest castell.",
    ),
    ruling(
        "own_ties",
        "Equal castells of one player do not cost that player a bonus token.",
    ),
    ruling(
        "highest_white",
        "The highest white casteller of a player is looked for in the castells and in the set.",
    ),
    ruling(
        "shared_win",
        "Players equal in points and highest white casteller share their place.",
    ),
    ruling(
        "age",
        "The order of the seats is the order of age, the youngest first, unless the offer ranks them.",
    ),
    ruling(
        "white_numbers",
        "White is wild for colour only; the number of a white casteller binds.",
    ),
    ruling(
        "at_least",
        "More valid castells than needed end the game too.",
    ),
];

const fn ruling(name: &'static str, text: &'static str) -> Named {
    Named { name, text }
}

/// A turn is to be taken.
pub const TURN: &str = "turn";
/// Somebody falls.
pub const FALL: &str = "fall";

/// Every sort of decision.
pub const DECISIONS: &[Named] = &[
    Named {
        name: TURN,
        text: "What to do in the turn.",
    },
    Named {
        name: FALL,
        text: "Which casteller falls, after a white one was drawn.",
    },
];
