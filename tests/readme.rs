//! The commands of the README do what it says.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

#[test]
fn the_game_by_curl_works_as_it_stands_in_the_readme() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_placa"))
        .args(["serve", "--listen", "127.0.0.1:0", "--database"])
        .arg(format!("sqlite://{}/placa.db", folder.path().display()))
        .env("RUST_LOG", "placa=warn")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let base = line.trim().rsplit(' ').next().unwrap();

    let script = format!("set -eu\n{}", blocks().join("\necho '---'\n"));
    let played = Command::new("bash")
        .args(["-c", &script])
        .env("PLACA", base)
        .output();
    server.kill().unwrap();
    server.wait().unwrap();

    let played = played.unwrap();
    let printed = String::from_utf8(played.stdout).unwrap();
    let complaints = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success(), "{printed}\n{complaints}");
    for part in [
        "{\"seat\":1}",
        "\"status\":\"running\"",
        "\"revision\":2",
        "\"rule\":\"castellers.",
        "\"items\":[",
    ] {
        assert!(printed.contains(part), "{part} in\n{printed}\n{complaints}");
    }
}

/// The blocks of shell commands, in order.
fn blocks() -> Vec<String> {
    let readme = include_str!("../README.md");
    let blocks: Vec<String> = readme
        .split("```sh\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap().to_owned())
        .collect();
    assert_eq!(blocks.len(), 3);
    blocks
}
