//! The action cards: how many there are and what each does (rules 4.2 to 4.7).

use super::components::ElGrandeCard as Card;

/// What is to be known of an action card.
pub struct Facts {
    /// The card.
    pub card: Card,
    /// Its stack, 1 to 5: how many Caballeros may be placed.
    pub stack: u8,
    /// How many there are.
    pub copies: u16,
    /// Its special action.
    pub kind: Kind,
    /// What its special action does, in our own words.
    pub text: &'static str,
}

/// A kind of special action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Caballeros on the board move.
    Move(Limits),
    /// Caballeros are placed on top.
    Add,
    /// Either of the two before.
    MoveOrAdd(Limits),
    /// The card is kept.
    Veto,
    /// Every opponent returns at most so many Caballeros from his court.
    Decay(u8),
    /// Every opponent returns Caballeros of his choice.
    Returns,
    /// The active player returns a Caballero of each opponent.
    SendBack,
    /// Every player returns at most so many Caballeros from a region he names in secret. If the number is
    /// [`ALL`] one is enough to name the region.
    DiskReturn(u8),
    /// The regions that exactly one player names in secret are scored.
    DiskScore,
    /// Something is scored that the card names.
    Score(Scored),
    /// A place of the active player's choice is scored.
    ScorePlace,
    /// A mobile scoreboard moves.
    Scoreboard,
    /// The own Grande moves.
    Grande,
    /// A power card comes back.
    TakeBack,
    /// Caballeros come to court.
    Court,
    /// The King moves.
    King(Reach),
    /// Opponents leave a region.
    Evict,
}

/// As many Caballeros as there can be.
pub const ALL: u8 = super::data::CABALLEROS;

/// What a card lets one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// At most so many own Caballeros.
    pub own: u8,
    /// At most so many of other players.
    pub foreign: u8,
    /// At most so many in all.
    pub total: u8,
    /// Out of which regions.
    pub sources: Sources,
}

/// Out of which regions a card lets one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sources {
    /// Any.
    Any,
    /// One.
    One,
    /// One, and all own Caballeros in it.
    AllOfOne,
}

/// What a card scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scored {
    /// The regions whose first number in force is one of these.
    FirstIn(&'static [u8]),
    /// The Castillo.
    Castillo,
    /// All regions, first places only.
    Firsts,
    /// The fullest regions.
    Most,
    /// The emptiest regions that are not empty.
    Least,
}

/// How far the King moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reach {
    /// To a neighbouring region.
    Neighbour,
    /// To any region.
    Anywhere,
}

impl Card {
    /// What is to be known of the card.
    pub fn facts(self) -> &'static Facts {
        &CARDS[self as usize]
    }

    /// The stack the card belongs to, 1 to 5: how many Caballeros may be placed with it.
    pub fn stack(self) -> u8 {
        self.facts().stack
    }

    /// Its special action.
    pub fn kind(self) -> Kind {
        self.facts().kind
    }
}

const fn facts(card: Card, stack: u8, copies: u16, kind: Kind, text: &'static str) -> Facts {
    Facts {
        card,
        stack,
        copies,
        kind,
        text,
    }
}

const fn limits(own: u8, foreign: u8, total: u8, sources: Sources) -> Limits {
    Limits {
        own,
        foreign,
        total,
        sources,
    }
}

const OWN_ALL: Limits = limits(ALL, 0, ALL, Sources::AllOfOne);

/// Every kind of action card, 45 cards in all, in the order of [`Card`].
pub static CARDS: [Facts; 33] = [
    facts(
        Card::S1Any5One,
        1,
        2,
        Kind::Move(limits(5, 5, 5, Sources::One)),
        "Intrigue: move up to 5 Caballeros of any colours out of one region to other regions or into the Castillo.",
    ),
    facts(
        Card::S1Any4,
        1,
        1,
        Kind::Move(limits(4, 4, 4, Sources::Any)),
        "Intrigue: move up to 4 Caballeros of any colours.",
    ),
    facts(
        Card::S1Any3,
        1,
        1,
        Kind::Move(limits(3, 3, 3, Sources::Any)),
        "Intrigue: move up to 3 Caballeros of any colours.",
    ),
    facts(
        Card::S1Own4,
        1,
        1,
        Kind::Move(limits(4, 0, 4, Sources::Any)),
        "Intrigue: move up to 4 of your Caballeros.",
    ),
    facts(
        Card::S1For3,
        1,
        1,
        Kind::Move(limits(0, 3, 3, Sources::Any)),
        "Intrigue: move up to 3 Caballeros of other players.",
    ),
    facts(
        Card::S12And2,
        1,
        2,
        Kind::Move(limits(2, 2, 4, Sources::Any)),
        "Intrigue: move up to 2 of your Caballeros and up to 2 of other players.",
    ),
    facts(
        Card::S1Add2,
        1,
        1,
        Kind::Add,
        "Intrigue: place up to 2 more Caballeros from your court, in any regions or in the Castillo.",
    ),
    facts(
        Card::S1Ownall,
        1,
        1,
        Kind::Move(OWN_ALL),
        "Intrigue: move all your Caballeros out of one region.",
    ),
    facts(
        Card::S1Or,
        1,
        1,
        Kind::MoveOrAdd(OWN_ALL),
        "Intrigue: either move all your Caballeros out of one region, or place up to 2 more from your court.",
    ),
    facts(
        Card::S2Veto,
        2,
        2,
        Kind::Veto,
        "Veto: until the end of the next round you may stop one special action of another player.",
    ),
    facts(
        Card::S2DecayAll,
        2,
        1,
        Kind::Decay(ALL),
        "Decay of Authority: every other player's court goes back to the province.",
    ),
    facts(
        Card::S2Decay3,
        2,
        1,
        Kind::Decay(3),
        "Decay of Authority: 3 Caballeros of every other player's court go back to the province.",
    ),
    facts(
        Card::S2KingReturns,
        2,
        1,
        Kind::Returns,
        "The King returns: every other player takes 3 Caballeros back to the province, from court or regions as he likes.",
    ),
    facts(
        Card::S2OneEach,
        2,
        1,
        Kind::SendBack,
        "Send 1 Caballero of each other player from a region back to the province.",
    ),
    facts(
        Card::S2DiskTwo,
        2,
        1,
        Kind::DiskReturn(2),
        "Everybody secretly names a region with at least 2 of his Caballeros and takes 2 of them back to the province.",
    ),
    facts(
        Card::S2DiskAll,
        2,
        1,
        Kind::DiskReturn(ALL),
        "Everybody secretly names a region with his Caballeros and takes all of them back to the province.",
    ),
    facts(
        Card::S2ScoreChoose,
        2,
        3,
        Kind::ScorePlace,
        "Score one region, or the Castillo, of your choice.",
    ),
    facts(
        Card::S3Fours,
        3,
        2,
        Kind::Score(Scored::FirstIn(&[4])),
        "Score all regions whose first number is 4.",
    ),
    facts(
        Card::S3Fives,
        3,
        2,
        Kind::Score(Scored::FirstIn(&[5])),
        "Score all regions whose first number is 5.",
    ),
    facts(
        Card::S3Sixsevens,
        3,
        1,
        Kind::Score(Scored::FirstIn(&[6, 7])),
        "Score all regions whose first number is 6 or 7.",
    ),
    facts(
        Card::S3Castillo,
        3,
        2,
        Kind::Score(Scored::Castillo),
        "Score the Castillo; its Caballeros stay in it.",
    ),
    facts(
        Card::S3Firsts,
        3,
        1,
        Kind::Score(Scored::Firsts),
        "Score all regions, but only the first places.",
    ),
    facts(
        Card::S3Most,
        3,
        1,
        Kind::Score(Scored::Most),
        "Score the region with the most Caballeros; all of them if several have as many.",
    ),
    facts(
        Card::S3Least,
        3,
        1,
        Kind::Score(Scored::Least),
        "Score the region with the fewest Caballeros, empty ones left out; all of them if several have as few.",
    ),
    facts(
        Card::S3Choose,
        3,
        1,
        Kind::ScorePlace,
        "Score one region, or the Castillo, of your choice.",
    ),
    facts(
        Card::S4Scoreboard,
        4,
        3,
        Kind::Scoreboard,
        "Place a mobile scoreboard in a region, or move one that lies there.",
    ),
    facts(
        Card::S4Grande,
        4,
        2,
        Kind::Grande,
        "Move your Grande to another region, which is your home from now on.",
    ),
    facts(
        Card::S4Power,
        4,
        2,
        Kind::TakeBack,
        "Take one of your played power cards back into your hand.",
    ),
    facts(
        Card::S4Court,
        4,
        1,
        Kind::Court,
        "Move up to 2 Caballeros from your province to your court.",
    ),
    facts(
        Card::S4KingAdviser,
        4,
        1,
        Kind::King(Reach::Neighbour),
        "Royal Adviser: move the King to a neighbouring region.",
    ),
    facts(
        Card::S4Movement,
        4,
        1,
        Kind::Evict,
        "Name a region: every other player moves all his Caballeros out of it, to one place of his secret choice.",
    ),
    facts(
        Card::S4ScoreUnique,
        4,
        1,
        Kind::DiskScore,
        "Everybody secretly names a region; those that exactly one player names are scored.",
    ),
    facts(
        Card::S5King,
        5,
        1,
        Kind::King(Reach::Anywhere),
        "Move the King to any other region.",
    ),
];
