//! `placa verify`: is the record of a game what happened?

use super::unable;
use crate::app::verify::{Unverified, Verified, verify};
use crate::config::Verify;
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;

/// Verifies a record and says what came of it.
pub fn run(asked: &Verify) -> ExitCode {
    let record = match read(&asked.record) {
        Ok(record) => record,
        Err(error) => return unable(format!("{} can't be read: {error}", asked.record.display())),
    };
    match verify(&record) {
        Ok(verified) => {
            tell(&verified);
            ExitCode::SUCCESS
        }
        Err(broken @ Unverified::Broken { .. }) => {
            println!("The record is not what happened.\n{broken}");
            ExitCode::FAILURE
        }
        Err(
            other @ (Unverified::Unreadable(_)
            | Unverified::Form(_)
            | Unverified::Incomplete
            | Unverified::Ruleset(_)),
        ) => unable(other),
    }
}

fn read(path: &Path) -> io::Result<String> {
    if path == Path::new("-") {
        let mut record = String::new();
        io::stdin().read_to_string(&mut record)?;
        return Ok(record);
    }
    fs::read_to_string(path)
}

fn tell(verified: &Verified) {
    let Verified {
        id,
        ruleset,
        revisions,
        draws,
        outcome,
    } = verified;
    println!("The record holds: game {id} by {ruleset}.");
    println!("The server's secret is the one that it committed to at the offer.");
    println!("Draws that follow from the seed: {draws} of {draws}.");
    println!("Revisions that the rules lead to: {revisions} of {revisions}.");
    match outcome {
        None => println!("The game was annulled."),
        Some(outcome) => {
            println!("The game ended: {}.", outcome.reason);
            for place in &outcome.places {
                let (seat, number, points) = (place.seat.0, place.place, place.score);
                println!("  seat {seat}: place {number}, {points} points");
            }
        }
    }
}
