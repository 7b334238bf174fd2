//! What the catalogue tells of the game.

use super::actions::{
    SPLIT, STAGE, bid, pass_all, place, return_caballeros, set_disk, take_card, veto,
};
use super::levy;
use super::lists::{ABSENT, TABOO, TWICE, ZERO};
use super::plans::{CARD, grande, king, move_caballeros, scoreboard, send_back, take_back};
use crate::{Meta, Named};

/// The one reason for which a game ends.
pub const LAST_SCORING: &str = "last_scoring";

/// What the catalogue tells.
pub const META: Meta = Meta {
    slug: "el_grande",
    type_name: "ElGrande",
    title: "El Grande",
    designers: &["Wolfgang Kramer", "Richard Ulrich"],
    ruleset: "el_grande/1",
    seats: 2..=5,
    shrinks: true,
    colours: &["red", "blue", "yellow", "green", "black"],
    rulings: RULINGS,
    rules: RULES,
    reasons: &[named(
        LAST_SCORING,
        "The third general scoring is over; the highest score wins, and players level at the top share the win.",
    )],
    decisions: DECISIONS,
};

const DECISIONS: &[Named] = &[
    named(decision::BID, "Which power card to play."),
    named(
        decision::INTAKE,
        "How many Caballeros come from the province to the court.",
    ),
    named(decision::CARD, "Which action card to take."),
    named(
        decision::HALVES,
        "What to place, and whether to use the special action of the card.",
    ),
    named(
        decision::VETO,
        "Whether to stop an announced special action.",
    ),
    named(decision::DISK, "Which region to set the secret disk to."),
    named(
        decision::RETURNS,
        "Which Caballeros go back to the province.",
    ),
];

/// The sorts of decisions.
pub mod decision {
    /// A power card.
    pub const BID: &str = "bid";
    /// Caballeros for the court.
    pub const INTAKE: &str = "intake";
    /// An action card.
    pub const CARD: &str = "card";
    /// The halves of a turn.
    pub const HALVES: &str = "halves";
    /// A Veto.
    pub const VETO: &str = "veto";
    /// A secret disk.
    pub const DISK: &str = "disk";
    /// Caballeros to be taken back.
    pub const RETURNS: &str = "returns";
}

const fn named(name: &'static str, text: &'static str) -> Named {
    Named { name, text }
}

const RULES: &[Named] = &[
    named(STAGE, "A seat does what is asked of it now."),
    named(
        SPLIT,
        "Each half of a turn is done once and at one go, before the other one begins.",
    ),
    named(bid::HAND, "A power card is played from the hand."),
    named(
        bid::TAKEN,
        "No two players play the same number in one round.",
    ),
    named(
        levy::NUMBER,
        "At most as many Caballeros come to court as the power card or the action card says.",
    ),
    named(
        levy::PROVINCE_FIRST,
        "Caballeros come from regions only once the province is empty.",
    ),
    named(
        take_card::TAKEN,
        "An action card is taken from those on offer.",
    ),
    named(
        place::NUMBER,
        "A card lets one place at most so many Caballeros.",
    ),
    named(place::COURT, "Caballeros are placed from the court."),
    named(
        place::NEIGHBOUR,
        "Caballeros are placed in regions next to the King's and in the Castillo.",
    ),
    named(
        TABOO,
        "Nothing is put into or taken out of the King's region.",
    ),
    named(ABSENT, "Only Caballeros that are there can be moved."),
    named(ZERO, "A number in a list is at least 1."),
    named(TWICE, "A list names nothing twice."),
    named(CARD, "A special action is the one of the card taken."),
    named(
        move_caballeros::SEAT,
        "Caballeros belong to a seat of the table.",
    ),
    named(
        move_caballeros::NUMBER,
        "An Intrigue moves at most so many Caballeros.",
    ),
    named(
        move_caballeros::OWN,
        "An Intrigue moves at most so many of one's own Caballeros.",
    ),
    named(
        move_caballeros::FOREIGN,
        "An Intrigue moves at most so many Caballeros of other players.",
    ),
    named(
        move_caballeros::SOURCE,
        "All Caballeros come out of one region if the card says so.",
    ),
    named(
        move_caballeros::ALL,
        "All own Caballeros leave the region if the card says so.",
    ),
    named(
        move_caballeros::STAYS,
        "A Caballero that moves ends in another place.",
    ),
    named(
        send_back::SEAT,
        "Only Caballeros of opponents are sent back.",
    ),
    named(
        scoreboard::OCCUPIED,
        "A region holds at most one mobile scoreboard, and a board moves to another region.",
    ),
    named(grande::STAYS, "A Grande that moves ends in another region."),
    named(
        take_back::PILE,
        "A power card is taken back from the own pile.",
    ),
    named(king::STAYS, "A King who moves ends in another region."),
    named(
        king::NEIGHBOUR,
        "The Royal Adviser moves the King to a neighbouring region.",
    ),
    named(set_disk::MISSING, "A disk points at something."),
    named(
        set_disk::CASTILLO,
        "A disk shows the nine regions and not the Castillo.",
    ),
    named(
        set_disk::NAMED,
        "Movement leads out of the region that was named.",
    ),
    named(
        return_caballeros::NUMBER,
        "As the King returns exactly 3 Caballeros go back, or all there are.",
    ),
    named(
        veto::CARD,
        "A Veto is used by a player in front of whom one lies.",
    ),
    named(
        veto::WINDOW,
        "A Veto stops special actions of others when they are announced, and nothing else.",
    ),
    named(
        veto::STEP,
        "A Veto stops an action before one of its steps.",
    ),
    named(
        pass_all::CARD,
        "Only the holder of a Veto leaves a standing answer.",
    ),
    named(
        pass_all::ROUND,
        "A standing answer is for the present round.",
    ),
];

/// Where the printed rules are silent, or could not be read (rule 7).
const RULINGS: &[Named] = &[
    named(
        "first_player_by_lot",
        "Who plays the first power card is decided by lot, unless the options say seat 0.",
    ),
    named(
        "caballeros_move_once",
        "One card moves no Caballero twice, and each ends elsewhere than it started.",
    ),
    named(
        "kings_region_on_disk",
        "At a general scoring and at Movement a disk may point at the King's region: the Caballeros go to their owner's court. Points for the Castillo are kept.",
    ),
    named(
        "nothing_done_is_done",
        "A special action that changes nothing counts as executed.",
    ),
    named(
        "king_has_to_move",
        "The King can't be moved to where he is; declining does that.",
    ),
    named(
        "all_own_leave",
        "Where a card moves all own Caballeros out of a region, all of them leave if it is executed; the option ownall_partial lets some stay.",
    ),
    named(
        "returning_what_there_is",
        "Who has no region with 2 Caballeros names one with 1 and returns that; who has none returns nothing.",
    ),
    named(
        "no_dodging_returns",
        "To return Caballeros a disk can't point at the King's region.",
    ),
    named(
        "movement_stays_on_the_map",
        "Movement does not lead into the Castillo, unless the option movement_to_castillo says so.",
    ),
    named(
        "unique_scoring_of_kings_region",
        "At the scoring of regions named once the King's region may be named.",
    ),
    named(
        "castillo_is_no_five",
        "The scoring of all regions with a 5 leaves the Castillo out.",
    ),
    named(
        "board_in_force_decides",
        "Which regions are fours, fives, sixes and sevens is decided by the number in force, that of a mobile scoreboard included.",
    ),
    named(
        "one_scoreboard_a_region",
        "A region holds at most one mobile scoreboard, the Castillo none.",
    ),
    named(
        "scoreboards_stay_on_the_map",
        "A mobile scoreboard that was placed only moves to another region.",
    ),
    named(
        "power_order_stands",
        "Taking back the card of this round changes neither the order of turns nor who begins the next round.",
    ),
    named(
        "grande_has_to_move",
        "A Grande can't be moved to where it is.",
    ),
    named(
        "veto_is_a_special_action",
        "Keeping a Veto is the special action of its card and can be declined; it can't be stopped by a Veto.",
    ),
    named(
        "veto_in_one_window",
        "All holders of a Veto are asked at once about the whole announced action, and once more when disks or returns are known; the earliest step counts, ties go clockwise from the active player's left, and only that Veto is spent.",
    ),
    named(
        "veto_whole_only",
        "With the option whole_only a Veto stops an action as a whole, and only when it is announced.",
    ),
    named(
        "veto_off",
        "With the option off the two Veto cards stay in the box, and stack 2 has nine cards.",
    ),
    named(
        "veto_in_last_round",
        "A Veto that is taken in the last round lasts until its end.",
    ),
    named(
        "sparing_opponents",
        "Where one may send back a Caballero of each opponent, one may spare some.",
    ),
    named(
        "returns_take_place_together",
        "As the King returns, what the opponents chose takes place once all have chosen.",
    ),
    named(
        "nothing_to_place",
        "A turn ends by itself when the special action is over and the court is empty.",
    ),
    named(
        "no_caballeros_no_rank",
        "Who has no Caballero in a place has no rank in it; an empty place gives nothing.",
    ),
    named(
        "nothing_for_empty_regions",
        "If all regions are empty, the scorings of the fullest and the emptiest score nothing.",
    ),
    named("shared_win", "Players level at the top share the win."),
];
