//! What was promised is kept: the document breaks nothing of the last released one, by the rules of `openapi/README.md`.

#[path = "released/breaking.rs"]
mod breaking;
#[path = "released/tests.rs"]
mod tests;

use serde_json::Value;

#[test]
fn nothing_of_the_last_release_is_broken() {
    let read = |text: &str| -> Value { serde_json::from_str(text).expect("a document is JSON") };
    let released = read(include_str!("../openapi/released.json"));
    let current = read(include_str!("../openapi/openapi.json"));
    let version = |document: &Value| document["info"]["version"].as_str().unwrap().to_owned();
    if breaking::may_break(&version(&released), &version(&current)) {
        return;
    }
    let broken = breaking::changes(&released, &current);
    assert!(
        broken.is_empty(),
        "clients of version {} would break (see openapi/README.md):\n{}",
        version(&released),
        broken.join("\n")
    );
}
