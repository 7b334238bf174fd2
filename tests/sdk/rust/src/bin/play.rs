//! Plays one whole game of each game on offer, all seats, with the client of progenitor.
//!
//! `play BASE`

use placa_client::{Client, Error, types};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use std::mem::{Discriminant, discriminant};
use types::{
    LegalActions, OfferCastell, OfferCastellers, OfferElGrande, OfferGame, SubmitActions,
    SubmitCastellActions, SubmitCastellersActions, SubmitElGrandeActions,
};

type Failure = Box<dyn std::error::Error>;

/// Evenly among the kinds of action, then among those of the kind.
fn pick<A: Clone>(actions: &[A], dice: &mut StdRng) -> A {
    let mut kinds: Vec<Discriminant<A>> = Vec::new();
    for kind in actions.iter().map(discriminant) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let kind = kinds
        .choose(dice)
        .expect("who is waited for can do something");
    let of_kind: Vec<&A> = actions
        .iter()
        .filter(|it| discriminant(*it) == *kind)
        .collect();
    A::clone(of_kind.choose(dice).expect("there is one of each kind"))
}

fn submission(legal: &LegalActions, dice: &mut StdRng) -> SubmitActions {
    match legal {
        LegalActions::CastellersLegalActions(legal) => SubmitCastellersActions {
            game: types::SubmitCastellersActionsGame::Castellers,
            actions: vec![pick(&legal.actions, dice)],
            revision: Some(legal.revision),
        }
        .into(),
        LegalActions::CastellLegalActions(legal) => SubmitCastellActions {
            game: types::SubmitCastellActionsGame::Castell,
            actions: vec![pick(&legal.actions, dice)],
            revision: Some(legal.revision),
        }
        .into(),
        LegalActions::ElGrandeLegalActions(legal) => SubmitElGrandeActions {
            game: types::SubmitElGrandeActionsGame::ElGrande,
            actions: vec![pick(&legal.actions, dice)],
            revision: Some(legal.revision),
        }
        .into(),
    }
}

async fn play(table: &[Client], offer: OfferGame, dice: &mut StdRng) -> Result<(), Failure> {
    let id = table[0]
        .offer_game()
        .body(offer)
        .send()
        .await?
        .into_inner()
        .id;
    for guest in &table[1..] {
        let seat = types::TakeSeat::builder();
        guest.take_seat().id(id).body(seat).send().await?;
    }
    for moves in 0..5_000 {
        let game = table[0].get_game().id(id).send().await?.into_inner();
        let Some(seat) = game.awaiting.first() else {
            let outcome = game
                .outcome
                .ok_or("a game without an outcome waits for nobody")?;
            assert_eq!(game.status, types::Status::Finished);
            assert_eq!(outcome.places.len(), table.len());
            println!("{}: finished at revision {}", game.game, game.revision);
            return Ok(());
        };
        let player = &table[usize::try_from(**seat)?];
        let legal = player
            .list_legal_actions()
            .id(id)
            .send()
            .await?
            .into_inner();
        let sent = submission(&legal, dice);
        player.act().id(id).body(sent.clone()).send().await?;
        if moves == 0 {
            match player.act().id(id).body(sent).send().await {
                Err(Error::ErrorResponse(refused)) => {
                    let code = refused.into_inner().code;
                    assert!(
                        ["stale_revision", "not_awaited"].contains(&code.as_str()),
                        "{code}"
                    );
                }
                other => return Err(format!("not refused: {other:?}").into()),
            }
        }
    }
    Err("the game does not end".into())
}

/// A new player, and the client that speaks for them.
async fn register(base: &str) -> Result<Client, Failure> {
    let name = format!("Crab {}", &uuid::Uuid::new_v4().simple().to_string()[..12]);
    let body = types::Register::builder().name(name);
    let registered = Client::new(base)
        .register_player()
        .body(body)
        .send()
        .await?;
    let token = format!("Bearer {}", registered.token);
    let headers = HeaderMap::from_iter([(AUTHORIZATION, HeaderValue::from_str(&token)?)]);
    let http = reqwest::Client::builder()
        .default_headers(headers)
        .build()?;
    Ok(Client::new_with_client(base, http))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let base = std::env::args().nth(1).ok_or("no service is named")?;
    let mut dice = StdRng::seed_from_u64(7);
    let table = [register(&base).await?, register(&base).await?];
    let castellers = OfferCastellers::builder()
        .game(types::OfferCastellersGame::Castellers)
        .seats(2);
    let castell = OfferCastell::builder()
        .game(types::OfferCastellGame::Castell)
        .seats(2);
    let el_grande = OfferElGrande::builder()
        .game(types::OfferElGrandeGame::ElGrande)
        .seats(2);
    play(
        &table,
        OfferCastellers::try_from(castellers)?.into(),
        &mut dice,
    )
    .await?;
    play(&table, OfferCastell::try_from(castell)?.into(), &mut dice).await?;
    play(
        &table,
        OfferElGrande::try_from(el_grande)?.into(),
        &mut dice,
    )
    .await
}
