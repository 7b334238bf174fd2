//! What deals are made of is never the same twice.

use super::*;
use crate::engine::chance::draw;
use crate::model::{PlayerId, Scopes, TokenId};
use std::collections::HashSet;

const GAMES: usize = 1_000;

fn offered() -> Record {
    let caller = Caller {
        player: PlayerId::new(),
        name: "Anna".to_owned(),
        token: TokenId::new(),
        scopes: Scopes::all(),
    };
    let game = games::offered("castellers").unwrap();
    let offer = Offer {
        game: "castellers".to_owned(),
        seats: 2,
        options: None,
        title: None,
        visibility: Visibility::Public,
        start: StartRule::WhenFull,
        clock: Clock::None {},
        absence: Absence::Fallback,
        takeover_after: 3,
    };
    new_record(game, &caller, &offer, Moment(0)).unwrap()
}

#[test]
fn a_thousand_games_have_a_thousand_secrets_commitments_and_seeds() {
    let records: Vec<Record> = (0..GAMES).map(|_| offered()).collect();
    let different = |of: fn(&Record) -> String| records.iter().map(of).collect::<HashSet<_>>();
    let secrets = different(|record| record.row.offer.server_seed.clone());
    let commitments = different(|record| record.row.offer.commitment.clone());
    let seeds = different(|record| hex::encode(record.seed().unwrap().0));
    assert_eq!(secrets.len(), GAMES);
    assert_eq!(commitments.len(), GAMES);
    assert_eq!(seeds.len(), GAMES);
    assert!(secrets.is_disjoint(&commitments) && secrets.is_disjoint(&seeds));
}

#[test]
fn the_same_draw_of_a_thousand_games_is_even() {
    for k in [0, 1, 40] {
        let mut counts = [0_u32; 10];
        for _ in 0..GAMES {
            counts[draw(offered().seed().unwrap(), k, 10) as usize] += 1;
        }
        let expected = GAMES as f64 / 10.0;
        let off = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
        let chi_square: f64 = counts.iter().map(off).sum();
        // These secrets are truly random: nine degrees of freedom go beyond this once in ten milliard runs.
        assert!(chi_square < 65.0, "draw {k}: {counts:?}");
    }
}
