//! Headers that say what the client has seen, or that a request may come twice.

use super::{act, pass};
use crate::api::testing::handlers::GAME;
use crate::api::testing::{anna, client};
use actix_web::test::TestRequest;
use serde_json::{Value, json};

#[actix_web::test]
async fn if_match_names_a_revision() {
    let client = client().await;
    let tag = client
        .get(&format!("/v1/games/{GAME}"))
        .await
        .header("etag")
        .unwrap()
        .to_owned();
    let without = json!({"game": "pebbles", "actions": [{"type": "pass"}]});
    let send = async |header: &str, body: &Value| {
        let request = act(GAME)
            .insert_header(anna())
            .insert_header(("If-Match", header));
        client.send(request.set_json(body)).await
    };
    let older = tag.replace("41.", "40.");
    for good in [
        tag.clone(),
        format!("W/{tag}"),
        format!("{older}, {tag}"),
        format!("\"foreign\",{tag}"),
    ] {
        assert_eq!(send(&good, &without).await.status, 201, "{good}");
    }
    for stale in [
        older,
        "\"foreign\"".to_owned(),
        "\"41\"".to_owned(),
        "\"\"".to_owned(),
        String::new(),
    ] {
        let answer = send(&stale, &without).await;
        assert_eq!(
            (answer.status, answer.json()["revision"].clone()),
            (412, json!(41)),
            "{stale}"
        );
    }
    assert_eq!(send("*", &without).await.code(), "revision_required");
    for garbage in ["41", "\"41", "W/41", "\"a\" \"b\"", "*, \"a\""] {
        let answer = send(garbage, &without).await;
        assert_eq!(answer.code(), "invalid_header", "{garbage}");
        assert_eq!(answer.json()["errors"][0]["header"], "If-Match");
    }
    let contradicting = send(&tag, &pass(json!(40))).await;
    assert_eq!(contradicting.json()["pointer"], "/revision");
    assert_eq!(send(&tag, &pass(json!(41))).await.status, 201);
}

#[actix_web::test]
async fn a_key_stands_for_method_path_precondition_and_body() {
    let client = client().await;
    let send = async |uri: &str, key: &str, seen: Option<&str>, body: Value| {
        let mut request = TestRequest::post().uri(uri).insert_header(anna());
        request = request.insert_header(("Idempotency-Key", key));
        if let Some(seen) = seen {
            request = request.insert_header(("If-Match", seen));
        }
        client.send(request.set_json(body)).await
    };
    let uri = format!("/v1/games/{GAME}/actions");
    let tag = "\"41.0123456789abcdef01234567\"";
    let fingerprint = async |uri: &str, seen: Option<&str>, body: &Value| {
        send(uri, "k", seen, body.clone()).await.json()["key"].clone()
    };
    let first = fingerprint(&uri, None, &pass(json!(41))).await;
    assert_eq!(first, fingerprint(&uri, None, &pass(json!(41))).await);
    let take =
        json!({"game": "pebbles", "revision": 41, "actions": [{"type": "take", "count": 1}]});
    assert_ne!(first, fingerprint(&uri, None, &take).await);
    assert_ne!(first, fingerprint(&uri, Some(tag), &pass(json!(41))).await);

    let offer = json!({"game": "shells", "seats": 2});
    for (sent, taken) in [
        ("k", "k"),
        ("\"k\"", "k"),
        ("a b\"", ""),
        ("\"", "\""),
        ("é", ""),
        (" ", ""),
        ("\"\"", ""),
    ] {
        let answer = send("/v1/games", sent, None, offer.clone()).await;
        match taken {
            "" => assert_eq!(answer.code(), "bad_idempotency_key", "{sent:?}"),
            taken => assert_eq!(answer.json()["key"][0], taken, "{sent:?}"),
        }
    }
    assert_eq!(
        send("/v1/games", &"k".repeat(255), None, offer.clone())
            .await
            .status,
        201
    );
    assert_eq!(
        send("/v1/games", &"k".repeat(256), None, offer)
            .await
            .code(),
        "bad_idempotency_key"
    );
}

#[actix_web::test]
async fn without_an_account_a_key_is_long() {
    let client = client().await;
    for (length, status) in [(31, 422), (32, 201)] {
        let request = TestRequest::post()
            .uri("/v1/players")
            .insert_header(("Idempotency-Key", "k".repeat(length)))
            .set_json(json!({"name": "anna"}));
        assert_eq!(client.send(request).await.status, status);
    }
}
