//! The OpenAPI document is part of the contract: it changes on purpose or not at all.

use placa::api::Contract;
use std::fs;

#[test]
fn the_document_in_the_repository_is_the_one_that_is_served() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi/openapi.json");
    let golden = fs::read_to_string(path).unwrap_or_default();
    let served = String::from_utf8(Contract::current().text().to_vec()).unwrap();
    let differs = golden.lines().zip(served.lines()).position(|(a, b)| a != b);
    assert!(
        golden == served,
        "openapi/openapi.json is not what is served, from line {differs:?} on (counted from 0): \
         cargo run -- openapi > openapi/openapi.json"
    );
}
