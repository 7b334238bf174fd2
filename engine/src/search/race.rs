//! Choices that race against each other: who is ahead, and who is plainly beaten.

/// How many results the first impression counts for.
pub(super) const IMPRESSION: f64 = 3.0;
/// After how many rounds of the race choices may leave it, and by how many standard errors they have to be worse.
const LEAVING: (usize, f64) = (6, 2.0);

/// The choices that are still in the race, all of which have come as far. It keeps sums only, so that a round takes as long
/// however many went before.
pub(super) struct Race<A> {
    /// Those that are in the race.
    pub choices: Vec<Choice<A>>,
    rounds: usize,
}

/// An action that races.
pub(super) struct Choice<A> {
    pub action: A,
    /// What it seemed to come to at the end of the turn, from 0 to 1.
    pub impression: f64,
    /// Where it leads, once that is in the tree.
    pub to: Option<usize>,
    /// The sum of what it came to in every round.
    total: f64,
    /// The sums of the products of what it came to and what each choice in the race came to in the same round.
    products: Vec<f64>,
}

impl<A> Choice<A> {
    /// A choice at the start.
    pub fn new(action: A, impression: f64) -> Choice<A> {
        Choice {
            action,
            impression,
            to: None,
            total: 0.0,
            products: Vec::new(),
        }
    }
}

impl<A> Race<A> {
    /// A race of these.
    pub fn new(mut choices: Vec<Choice<A>>) -> Race<A> {
        let racing = choices.len();
        for choice in &mut choices {
            choice.products = vec![0.0; racing];
        }
        Race { choices, rounds: 0 }
    }

    /// How many rounds are over.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// Ends a round: what each choice came to in it, from 0 to 1. Those plainly worse than the best leave.
    pub fn end_round(&mut self, results: &[f64]) {
        for (choice, own) in self.choices.iter_mut().zip(results) {
            choice.total += own;
            for (sum, other) in choice.products.iter_mut().zip(results) {
                *sum += own * other;
            }
        }
        self.rounds += 1;
        if self.rounds >= LEAVING.0 {
            self.drop_worse();
        }
    }

    fn drop_worse(&mut self) {
        let best = self.best();
        let stays: Vec<bool> = (0..self.choices.len())
            .map(|at| !self.is_plainly_worse(at, best))
            .collect();
        let staying = || stays.iter().copied();
        for choice in &mut self.choices {
            let mut staying = staying();
            choice.products.retain(|_| staying.next() == Some(true));
        }
        let mut staying = staying();
        self.choices.retain(|_| staying.next() == Some(true));
    }

    /// Is the choice at one place behind that at another by more than the luck of the rounds explains?
    fn is_plainly_worse(&self, at: usize, best: usize) -> bool {
        let rounds = self.rounds as f64;
        let (own, best_of) = (&self.choices[at], &self.choices[best]);
        let mean = (best_of.total - own.total) / rounds;
        let squares = best_of.products[best] - 2.0 * best_of.products[at] + own.products[at];
        let variance = (squares - rounds * mean * mean).max(0.0) / (rounds - 1.0);
        mean > LEAVING.1 * (variance / rounds).sqrt()
    }

    /// The place of the choice that is ahead, of equal ones the first; there must be one.
    fn best(&self) -> usize {
        let places = 0..self.choices.len();
        let best = places.reduce(|best, other| match self.mean(other) > self.mean(best) {
            true => other,
            false => best,
        });
        best.expect("somebody races")
    }

    /// What a choice comes to on average, the first impression included.
    fn mean(&self, at: usize) -> f64 {
        let choice = &self.choices[at];
        (choice.total + choice.impression * IMPRESSION) / (self.rounds as f64 + IMPRESSION)
    }

    /// The action that is ahead; there must be one.
    pub fn winner(mut self) -> A {
        let best = self.best();
        self.choices.swap_remove(best).action
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which of the choices are left after some rounds in which they came to so much.
    fn left_of(choices: &[(char, [f64; 6])], rounds: usize) -> String {
        let racing = choices.iter().map(|(name, _)| Choice::new(*name, 0.5));
        let mut race = Race::new(racing.collect());
        for round in 0..rounds {
            let results = |race: &Race<char>| -> Vec<f64> {
                let of = |name| choices.iter().find(|(other, _)| *other == name);
                let left = race.choices.iter();
                left.map(|choice| of(choice.action).unwrap().1[round])
                    .collect()
            };
            let results = results(&race);
            race.end_round(&results);
        }
        race.choices.iter().map(|choice| choice.action).collect()
    }

    #[test]
    fn a_choice_that_is_worse_in_every_world_leaves_the_race() {
        let worlds = [0.1, 0.9, 0.4, 0.6, 0.2, 0.8];
        let worse = worlds.map(|result| result - 0.05);
        let choices = [('a', worse), ('b', worlds), ('c', worlds)];
        assert_eq!(left_of(&choices, 6), "bc");
        assert_eq!(left_of(&choices, 5), "abc", "too early to tell");
    }

    #[test]
    fn a_choice_that_is_worse_in_some_worlds_only_stays_in_the_race() {
        let better = [0.6, 0.4, 0.7, 0.5, 0.9, 0.3];
        let other = [0.4, 0.5, 0.5, 0.6, 0.4, 0.7];
        assert_eq!(left_of(&[('a', better), ('b', other)], 6), "ab");
    }
}
