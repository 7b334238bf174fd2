//! Plans and choices in words.

use crate::games::el_grande::board::geography::name;
use crate::games::el_grande::components::ElGrandePlace as Place;
use crate::games::el_grande::lists::ElGrandeFrom;
use crate::games::el_grande::plans::ElGrandePlan as Plan;
use crate::games::el_grande::view::ElGrandeReturn;
use crate::picture::{Table, tell, word};

/// What was announced.
pub fn planned(plan: &Plan, table: &Table) -> String {
    let name = |place: Place| name(table, place);
    match plan {
        Plan::AsPrinted {} => tell!(
            table,
            "as the card says",
            "com diu la carta",
            "como dice la carta"
        ),
        Plan::MoveCaballeros { moves } => list(
            table,
            moves.iter().map(|one| {
                tell!(
                    table,
                    "{} of {} from {} to {}",
                    "{} de {}, de {} a {}",
                    "{} de {}, de {} a {}",
                    one.count,
                    table.name(one.seat),
                    name(one.from.into()),
                    name(one.to)
                )
            }),
        ),
        Plan::AddCaballeros { to } => list(
            table,
            to.iter().map(|to| {
                tell!(
                    table,
                    "{} more in {}",
                    "{} més a {}",
                    "{} más en {}",
                    to.count,
                    name(to.place)
                )
            }),
        ),
        Plan::SendBack { caballeros } => list(
            table,
            caballeros.iter().map(|one| {
                tell!(
                    table,
                    "one of {} back from {}",
                    "se'n torna un de {} de {}",
                    "vuelve uno de {} de {}",
                    table.name(one.seat),
                    name(one.region.into())
                )
            }),
        ),
        Plan::ScorePlace { place } => tell!(
            table,
            "{} is scored",
            "es puntua {}",
            "se puntúa {}",
            name(*place)
        ),
        Plan::Scoreboard { board, region } => tell!(
            table,
            "scoreboard {} goes to {}",
            "el marcador {} va a {}",
            "el marcador {} va a {}",
            word(board),
            name((*region).into())
        ),
        Plan::Grande { region } => tell!(
            table,
            "the Grande moves to {}",
            "el Gran va a {}",
            "el Grande va a {}",
            name((*region).into())
        ),
        Plan::TakeBack { card: Some(card) } => tell!(
            table,
            "power card {card} comes back",
            "torna la carta de poder {card}",
            "vuelve la carta de poder {card}"
        ),
        Plan::TakeBack { card: None } => tell!(
            table,
            "a power card comes back",
            "torna una carta de poder",
            "vuelve una carta de poder"
        ),
        Plan::Court { province, from } => court(table, *province, from),
        Plan::King { region } => tell!(
            table,
            "the King moves to {}",
            "el Rei va a {}",
            "el Rey va a {}",
            name((*region).into())
        ),
        Plan::Evict { region } => tell!(
            table,
            "all others leave {}",
            "tots els altres deixen {}",
            "todos los demás dejan {}",
            name((*region).into())
        ),
    }
}

/// Who comes to court.
fn court(table: &Table, province: u8, from: &[ElGrandeFrom]) -> String {
    let province = (province > 0).then(|| {
        tell!(
            table,
            "{province} from the province",
            "{province} de la província",
            "{province} de la provincia"
        )
    });
    let coming = province.into_iter().chain(taken(table, from));
    list(
        table,
        coming.map(|what| {
            tell!(
                table,
                "{what} to court",
                "{what} a la cort",
                "{what} a la corte"
            )
        }),
    )
}

fn taken(table: &Table, from: &[ElGrandeFrom]) -> impl Iterator<Item = String> {
    from.iter().map(|from| {
        tell!(
            table,
            "{} from {}",
            "{} de {}",
            "{} de {}",
            from.count,
            name(table, from.region.into())
        )
    })
}

pub fn returned(returns: &[ElGrandeReturn], table: &Table) -> String {
    let one = |one: &ElGrandeReturn| {
        let court = (one.court > 0).then(|| {
            tell!(
                table,
                "{} from the court",
                "{} de la cort",
                "{} de la corte",
                one.court
            )
        });
        tell!(
            table,
            "{} returns {}",
            "{} torna {}",
            "{} devuelve {}",
            table.name(one.seat),
            list(table, court.into_iter().chain(taken(table, &one.from)))
        )
    };
    match returns.is_empty() {
        true => String::new(),
        false => format!(" {}.", list(table, returns.iter().map(one))),
    }
}

fn list(table: &Table, items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    match items.is_empty() {
        true => tell!(table, "nothing", "res", "nada"),
        false => items.join(", "),
    }
}
