//! The general laws, and mutants that break them.

use super::play::{choose, tables, thirty_caballeros};
use crate::engine::games::el_grande::ElGrande;
use crate::engine::law::{Trial, hold};

fn trial(games: u64) -> Trial<ElGrande> {
    Trial {
        games,
        first: 0,
        tables: tables(),
        choose,
        invariant: thirty_caballeros,
        longest: 2000,
        thorough_every: 149,
    }
}

#[test]
fn the_laws_hold_in_ten_thousand_games() {
    let report = hold(&trial(10_000)).unwrap();
    assert_eq!(report.games, 10_000);
    assert_eq!(report.rare::<ElGrande>(100), Vec::<String>::new());
}
