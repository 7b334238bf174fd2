//! The power cards of one seat: those in hand, those played, and those taken back (rules 3.2 and 4.5).

use super::data;
use crate::Chance;
use serde::{Deserialize, Serialize};

/// The power cards of one seat. Those that do not lie on the pile are in hand.
///
/// Rounds are counted 1, 2, 3 … as they are played here, whatever their numbers on the track.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Power {
    /// The card played in every round.
    played: Vec<u8>,
    /// What was taken back.
    back: Vec<Back>,
}

/// A card that came back to hand.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Back {
    /// The round in which it was played.
    of: u8,
    /// The round in which it came back.
    during: u8,
    /// Did everybody see which card it was, since it lay on top?
    seen: bool,
}

impl Power {
    /// The cards in hand, ascending.
    pub fn hand(&self) -> impl Iterator<Item = u8> + '_ {
        (1..=data::POWER_CARDS).filter(|&card| self.in_hand(card))
    }

    /// Is this card in hand?
    pub fn in_hand(&self, card: u8) -> bool {
        (1..=data::POWER_CARDS).contains(&card) && !self.pile().any(|lying| lying == card)
    }

    /// The cards on the pile, the top one last.
    pub fn pile(&self) -> impl DoubleEndedIterator<Item = u8> + '_ {
        let lying = self.plays().filter(|&(round, _)| self.lies(round));
        lying.map(|(_, card)| card)
    }

    /// The one card on the pile that may be looked at.
    pub fn top(&self) -> Option<u8> {
        self.pile().next_back()
    }

    /// The card that was played in a round, wherever it is now.
    pub fn in_round(&self, round: u8) -> Option<u8> {
        self.played.get(usize::from(round) - 1).copied()
    }

    /// Every card that was ever played, in the order of rounds.
    pub fn played(&self) -> &[u8] {
        &self.played
    }

    /// Plays a card from hand.
    pub fn play(&mut self, card: u8) {
        self.played.push(card);
    }

    /// Takes a card back that lies on the pile, and tells whether it lay on top.
    pub fn take_back(&mut self, card: u8) -> bool {
        let seen = self.top() == Some(card);
        let of = self
            .plays()
            .find(|&(round, lying)| lying == card && self.lies(round));
        if let Some((of, _)) = of {
            let during = self.played.len() as u8;
            self.back.push(Back { of, during, seen });
        }
        seen
    }

    /// Decides anew, among what is possible, which cards were taken back unseen.
    pub fn reshuffle(&mut self, chance: &mut Chance) {
        let unseen = self.back.iter().filter(|back| !back.seen);
        let rounds: Vec<u8> = unseen.map(|back| back.during).collect();
        if rounds.is_empty() {
            return;
        }
        self.back.retain(|back| back.seen);
        let mut worlds = self.worlds(&rounds);
        let chosen = chance.below(worlds.len() as u32);
        *self = worlds.swap_remove(chosen as usize);
    }

    /// Every way in which a card can have been taken back unseen in each of these rounds.
    fn worlds(&self, rounds: &[u8]) -> Vec<Power> {
        let Some((&during, rest)) = rounds.split_first() else {
            return match self.is_possible() {
                true => vec![self.clone()],
                false => Vec::new(),
            };
        };
        let seen = false;
        let mut worlds = Vec::new();
        for of in (1..during).filter(|&round| self.lies(round)) {
            let mut world = self.clone();
            world.back.push(Back { of, during, seen });
            worlds.extend(world.worlds(rest));
        }
        worlds
    }

    /// Was every card in hand when it was played?
    fn is_possible(&self) -> bool {
        let back_before = |of: u8, later: u8| {
            let mut back = self.back.iter();
            back.any(|back| back.of == of && back.during < later)
        };
        self.plays().all(|(of, card)| {
            let later = self.plays().filter(|&(round, _)| round > of);
            let again = later.filter(|&(_, other)| other == card);
            again
                .map(|(round, _)| round)
                .all(|round| back_before(of, round))
        })
    }

    /// Every round with the card played in it.
    fn plays(&self) -> impl DoubleEndedIterator<Item = (u8, u8)> + '_ {
        let rounds = 1..=self.played.len() as u8;
        rounds.map(|round| (round, self.played[usize::from(round) - 1]))
    }

    /// Does the card of a round still lie on the pile?
    fn lies(&self, round: u8) -> bool {
        !self.back.iter().any(|back| back.of == round)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(cards: &[u8]) -> Power {
        let mut power = Power::default();
        for &card in cards {
            power.play(card);
        }
        power
    }

    fn other_worlds(power: &Power) -> Vec<Power> {
        let mut worlds = Vec::new();
        for number in 0.. {
            let mut other = power.clone();
            let mut chance = Chance::recorded([number]);
            other.reshuffle(&mut chance);
            if chance.finish().is_err() {
                break;
            }
            worlds.push(other);
        }
        worlds
    }

    #[test]
    fn only_the_top_card_is_taken_back_for_all_to_see() {
        let mut power = played(&[9, 4, 7]);
        assert!(!power.take_back(9));
        let mut power = played(&[9, 4, 7]);
        assert!(power.take_back(7));
        assert_eq!(power.top(), Some(4));
        assert!(power.in_hand(7) && !power.in_hand(9) && !power.in_hand(4));
    }

    #[test]
    fn a_card_taken_back_unseen_can_have_been_any_card_under_the_top() {
        let mut power = played(&[9, 4, 7]);
        power.take_back(4);
        power.play(11);
        let worlds = other_worlds(&power);
        let hands: Vec<Vec<u8>> = worlds.iter().map(|world| world.hand().collect()).collect();
        let rest = [1, 2, 3, 5, 6, 8, 10, 12, 13];
        let with = |card: u8| {
            let mut hand = rest.to_vec();
            hand.push(card);
            hand.sort_unstable();
            hand
        };
        assert_eq!(hands, [with(9), with(4)]);
        assert!(worlds.iter().all(|world| world.top() == Some(11)));
    }

    #[test]
    fn a_card_that_was_played_again_must_have_been_the_one() {
        let mut power = played(&[9, 4, 7]);
        power.take_back(4);
        power.play(4);
        assert_eq!(other_worlds(&power), [power]);
    }

    #[test]
    fn of_two_cards_taken_back_unseen_the_one_played_again_is_known() {
        let mut power = played(&[9, 4, 7]);
        power.take_back(9);
        power.play(11);
        power.take_back(4);
        power.play(9);
        for world in other_worlds(&power) {
            assert!(!world.in_hand(9), "{world:?}");
            let back = [4, 7].into_iter().filter(|&card| world.in_hand(card));
            assert_eq!(back.count(), 1, "{world:?}");
        }
    }
}
