//! The arrows between the rooms, as ARCHITECTURE.md draws them: who may use whom.

use std::fs;
use std::path::{Path, PathBuf};

/// Each room with the rooms it may use besides itself.
const ARROWS: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("clock", &["model"]),
    ("config", &["model", "api", "commands"]),
    ("store", &["model"]),
    ("app", &["model", "engine", "store", "clock"]),
    ("api", &["model", "engine", "app", "clock"]),
    (
        "commands",
        &[
            "model",
            "engine",
            "store",
            "clock",
            "app",
            "config",
            "observability",
        ],
    ),
    ("observability", &[]),
];

/// What of the engine the API may use: metadata and schemas, and what they are made of.
const ENGINE_FOR_API: &[&str] = &[
    "Meta",
    "Named",
    "Outcome",
    "Place",
    "Score",
    "ScoreItem",
    "Seat",
    "games",
    "game",
    "Game",
    "self",
];

/// Crates that belong to one room.
const KEPT_IN: &[(&str, &[&str])] = &[
    ("actix_web", &["api", "commands", "startup", "main"]),
    ("diesel", &["store"]),
    ("diesel_migrations", &["store"]),
    ("lettre", &["app"]),
    ("tokio_postgres", &["store"]),
    // Startup's own tests ask the service something.
    ("ureq", &["app", "startup"]),
];

#[test]
fn rooms_use_only_the_rooms_they_may() {
    let mut wrong = Vec::new();
    for (room, path, text) in sources() {
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == room) else {
            continue;
        };
        for used in crate_paths(&text) {
            let other = used.split("::").next().unwrap_or_default().to_owned();
            let known = ARROWS.iter().any(|(name, _)| *name == other);
            if known && other != room && !allowed.contains(&other.as_str()) {
                wrong.push(format!("{} uses {used}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_api_knows_of_the_engine_only_the_catalogue() {
    let mut wrong = Vec::new();
    for (room, path, text) in sources() {
        // What the API is tested with is a game of its own.
        if room != "api" || path.components().any(|part| part.as_os_str() == "testing") {
            continue;
        }
        for used in crate_paths(&text) {
            if let Some(item) = used.strip_prefix("engine::") {
                let item = item.split("::").next().unwrap_or_default();
                if !ENGINE_FOR_API.contains(&item) {
                    wrong.push(format!("{} uses {used}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn games_know_the_kernel_and_no_other_game() {
    let mut wrong = Vec::new();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/src/games");
    let names: Vec<String> = fs::read_dir(&games)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    for (_, path, text) in sources() {
        let Ok(inside) = path.strip_prefix(&games) else {
            continue;
        };
        for name in &names {
            let own = inside.starts_with(name) || inside == Path::new(&format!("{name}.rs"));
            // One game's name may begin with another's.
            let whole = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
            let used = text.split(&format!("games::{name}")).skip(1).any(whole);
            if !own && used {
                wrong.push(format!("{} uses {name}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn crates_stay_in_their_rooms() {
    let mut wrong = Vec::new();
    for (room, path, text) in sources() {
        for (name, rooms) in KEPT_IN {
            let used = text.lines().any(|line| {
                let line = line.trim_start();
                !line.starts_with("//") && line.contains(&format!("{name}::"))
            });
            if used && !rooms.contains(&room.as_str()) {
                wrong.push(format!("{} uses {name}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_engine_has_no_clock_no_log_and_no_input() {
    const FOREIGN: &[&str] = &[
        "std::time",
        "std::fs",
        "std::net",
        "std::env",
        "log::",
        "tokio::",
        "chrono::",
        "println!",
    ];
    let mut wrong = Vec::new();
    for (room, path, text) in sources() {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let is_test = path.components().any(|part| {
            let part = part.as_os_str().to_string_lossy();
            part == "tests" || part == "tests.rs"
        });
        if room != "engine" || is_test {
            continue;
        }
        for foreign in FOREIGN {
            if code
                .lines()
                .any(|line| !line.trim_start().starts_with("//") && line.contains(foreign))
            {
                wrong.push(format!("{} uses {foreign}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Every source file: its room, its path, its text. The engine, a crate of its own, is one room.
fn sources() -> Vec<(String, PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let src = root.join("src");
    let mut found = Vec::new();
    for path in rust_files(&src) {
        let inside = path.strip_prefix(&src).unwrap();
        let first = inside.components().next().unwrap();
        let room = first.as_os_str().to_string_lossy().replace(".rs", "");
        let text = fs::read_to_string(&path).unwrap();
        found.push((room, path, text));
    }
    for path in rust_files(&root.join("engine/src")) {
        let text = fs::read_to_string(&path).unwrap();
        found.push(("engine".to_owned(), path, text));
    }
    found
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    assert!(found.len() > 20, "the sources were found");
    found
}

/// Every path that begins with `crate::`, groups in braces taken apart.
fn crate_paths(text: &str) -> Vec<String> {
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut paths = Vec::new();
    for part in code.split("crate::").skip(1) {
        let end = part
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
            .unwrap_or(part.len());
        let (stem, rest) = part.split_at(end);
        match rest.strip_prefix('{') {
            Some(group) => {
                let group = group.split('}').next().unwrap_or_default();
                for item in group.split(',') {
                    paths.push(format!("{stem}{}", item.trim()));
                }
            }
            None => paths.push(stem.to_owned()),
        }
    }
    paths
}
