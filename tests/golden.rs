//! The OpenAPI document is part of the contract: it changes on purpose or not at all.

use placa::api::Contract;
use placa::api::openapi::Version;
use std::fs;

#[test]
fn the_documents_in_the_repository_are_those_that_are_served() {
    let contract = Contract::current();
    for (name, version, command) in [
        ("openapi.json", Version::Current, "openapi"),
        ("openapi-3.0.json", Version::Older, "openapi --version 3.0"),
    ] {
        let path = format!("{}/openapi/{name}", env!("CARGO_MANIFEST_DIR"));
        let golden = fs::read_to_string(path).unwrap_or_default();
        let served = String::from_utf8(contract.text(version).to_vec()).unwrap();
        let differs = golden.lines().zip(served.lines()).position(|(a, b)| a != b);
        assert!(
            golden == served,
            "openapi/{name} is not what is served, from line {differs:?} on (counted from 0): \
             cargo run -- {command} > openapi/{name}"
        );
    }
}
