//! No two games are dealt alike, and no outcome comes oftener than another.

use crate::server::{Place, StoodStill};
use diesel::prelude::*;
use diesel::sql_types::Text;
use placa::engine::Chance;
use placa::engine::dealing::ServerSeed;
use serde_json::json;
use std::collections::HashSet;

const GAMES: usize = 1_000;
const SIDES: u32 = 6;

#[derive(QueryableByName)]
struct Secret {
    #[diesel(sql_type = Text)]
    id: String,
    #[diesel(sql_type = Text)]
    server_seed: String,
    #[diesel(sql_type = Text)]
    commitment: String,
}

fn secrets(place: &Place) -> Vec<(String, ServerSeed, String)> {
    let path = place.url().replacen("sqlite://", "", 1);
    let mut conn = SqliteConnection::establish(&path).unwrap();
    let all = "SELECT id, server_seed, commitment FROM games";
    let rows: Vec<Secret> = diesel::sql_query(all).load(&mut conn).unwrap();
    let read = |row: Secret| {
        let mut bytes = [0; 32];
        hex::decode_to_slice(&row.server_seed, &mut bytes).unwrap();
        (row.id, ServerSeed(bytes), row.commitment)
    };
    rows.into_iter().map(read).collect()
}

#[test]
fn a_thousand_games_have_a_thousand_secrets_commitments_and_seeds_and_even_draws() {
    let place = Place::sqlite();
    let server = StoodStill::at(&place, "2027-03-01T09:00:00.000Z".parse().unwrap());
    // Nobody sits in more than a hundred games that have not started.
    for _ in 0..GAMES / 100 {
        let owner = server.stranger().register("Anna");
        for _ in 0..100 {
            owner
                .post("/v1/games", &json!({"game": "castellers", "seats": 2}))
                .expect(201);
        }
    }
    let secrets = secrets(&place);
    let seeds: Vec<_> = secrets
        .iter()
        .map(|(id, secret, _)| secret.seed(id, &["", ""]))
        .collect();
    let distinct = [
        secrets
            .iter()
            .map(|(_, secret, _)| secret.0)
            .collect::<HashSet<_>>()
            .len(),
        secrets
            .iter()
            .map(|(_, _, commitment)| commitment)
            .collect::<HashSet<_>>()
            .len(),
        seeds
            .iter()
            .map(|seed| seed.0)
            .collect::<HashSet<_>>()
            .len(),
    ];
    assert_eq!(distinct, [GAMES; 3]);
    assert!(
        secrets
            .iter()
            .all(|(_, secret, commitment)| secret.commitment() == *commitment)
    );

    let mut counts = [0_u32; SIDES as usize];
    for seed in &seeds {
        let mut chance = Chance::dealt(*seed, 0);
        (0..10).for_each(|_| counts[chance.below(SIDES) as usize] += 1);
    }
    let expected = (GAMES * 10) as f64 / f64::from(SIDES);
    let square = |count: &u32| (f64::from(*count) - expected).powi(2) / expected;
    let chi_square: f64 = counts.iter().map(square).sum();
    // The secrets are new at every run: even draws come above this once in a thousand million runs (five degrees of freedom).
    assert!(chi_square < 50.0, "{counts:?}");
}
