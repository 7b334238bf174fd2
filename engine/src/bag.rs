//! A bag, or a deck, from which things come out at random.

use super::chance::Chance;
use serde::{Deserialize, Serialize};

/// Things that come out at random. It holds how many of each kind are left and no order: the order is
/// decided by each draw, so none lies hidden in a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bag<T> {
    /// Kinds ascending, each with a count of at least 1.
    kinds: Vec<(T, u16)>,
}

impl<T: Ord + Clone> Bag<T> {
    /// A bag with so many of each kind; a kind may be named more than once.
    pub fn new(contents: impl IntoIterator<Item = (T, u16)>) -> Bag<T> {
        let mut bag = Bag { kinds: Vec::new() };
        for (kind, count) in contents {
            bag.put(kind, count);
        }
        bag
    }

    /// How many things are in the bag.
    pub fn len(&self) -> u32 {
        self.kinds.iter().map(|(_, count)| u32::from(*count)).sum()
    }

    /// Is nothing left?
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The kinds that are left, ascending, with their counts.
    pub fn kinds(&self) -> &[(T, u16)] {
        &self.kinds
    }

    /// Puts things into the bag.
    pub fn put(&mut self, kind: T, count: u16) {
        if count == 0 {
            return;
        }
        match self.kinds.binary_search_by(|(k, _)| k.cmp(&kind)) {
            Ok(at) => self.kinds[at].1 += count,
            Err(at) => self.kinds.insert(at, (kind, count)),
        }
    }

    /// Takes one of this kind out, without chance; `false` if there is none.
    pub fn take(&mut self, kind: &T) -> bool {
        match self.kinds.binary_search_by(|(k, _)| k.cmp(kind)) {
            Ok(at) => {
                self.remove_at(at);
                true
            }
            Err(_) => false,
        }
    }

    /// Draws one thing, every single thing being equally likely. The outcome is the place of the thing
    /// among all that are left, counted kind by kind ascending.
    pub fn draw(&mut self, chance: &mut Chance) -> Option<T> {
        if self.is_empty() {
            return None;
        }
        let mut index = chance.below(self.len());
        for at in 0..self.kinds.len() {
            let count = u32::from(self.kinds[at].1);
            if index < count {
                return Some(self.remove_at(at));
            }
            index -= count;
        }
        unreachable!("an outcome is below the number of things");
    }

    fn remove_at(&mut self, at: usize) -> T {
        if self.kinds[at].1 > 1 {
            self.kinds[at].1 -= 1;
            return self.kinds[at].0.clone();
        }
        self.kinds.remove(at).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bag_gives_out_exactly_what_was_put_in() {
        let mut bag = Bag::new([('b', 2), ('a', 1), ('b', 1)]);
        let mut chance = Chance::recorded([3, 0, 1, 0]);
        let mut drawn = Vec::new();
        while let Some(thing) = bag.draw(&mut chance) {
            drawn.push(thing);
        }
        assert_eq!(drawn, ['b', 'a', 'b', 'b']);
        assert!(chance.finish().is_ok());
    }

    #[test]
    fn taking_what_is_not_there_takes_nothing() {
        let mut bag = Bag::new([(1, 1)]);
        assert!(!bag.take(&2));
        assert!(bag.take(&1));
        assert!(!bag.take(&1));
        assert!(bag.is_empty());
    }
}
