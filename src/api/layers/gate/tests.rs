//! Rates, and what the client takes.

use super::*;
use crate::api::testing::handlers::GAME;
use crate::api::testing::{anna, client, client_of, wiring};
use actix_web::test::TestRequest;
use std::time::Duration;

#[actix_web::test]
async fn who_asks_too_often_is_told_when_to_come_back() {
    let (wiring, hand) = wiring("2/60");
    let client = client_of(wiring).await;
    let me = || TestRequest::get().uri("/v1/me").insert_header(anna());
    let first = client.send(me()).await;
    assert_eq!(
        first.header("ratelimit-policy"),
        Some("\"address-reads\";q=4;w=60, \"reads\";q=2;w=60")
    );
    assert_eq!(
        first.header("ratelimit"),
        Some("\"address-reads\";r=3;t=15, \"reads\";r=1;t=30")
    );
    assert_eq!(client.send(me()).await.status, 200);
    let refused = client.send(me()).await;
    assert_eq!(
        (refused.status, refused.code()),
        (429, "rate_limited".to_owned())
    );
    assert_eq!(refused.header("retry-after"), Some("30"));
    assert!(
        refused
            .header("ratelimit")
            .unwrap()
            .contains("\"reads\";r=0")
    );
    hand.turn(Duration::from_secs(30));
    assert_eq!(client.send(me()).await.status, 200);
}

#[actix_web::test]
async fn an_operation_that_is_to_go_says_so_with_every_answer() {
    let client = client().await;
    let leave = || TestRequest::delete().uri(&format!("/v1/games/{GAME}/seats/1"));
    for (request, status) in [(leave().insert_header(anna()), 204), (leave(), 401)] {
        let answer = client.send(request).await;
        assert_eq!(answer.status, status);
        assert_eq!(answer.header("deprecation"), Some("@1798761600"));
        assert_eq!(
            answer.header("sunset"),
            Some("Thu, 01 Jul 2027 00:00:00 GMT")
        );
    }
    assert_eq!(client.get("/healthz").await.header("sunset"), None);
}

#[actix_web::test]
async fn strangers_are_limited_by_address() {
    let client = client_of(wiring("1/60").0).await;
    let show = |address: &str| {
        TestRequest::get()
            .uri(&format!("/v1/games/{GAME}"))
            .insert_header(("X-Forwarded-For", address))
    };
    assert_eq!(client.send(show("192.0.2.1")).await.status, 200);
    assert_eq!(client.send(show("192.0.2.1")).await.status, 200);
    assert_eq!(client.send(show("192.0.2.1")).await.code(), "rate_limited");
    assert_eq!(client.send(show("192.0.2.2")).await.status, 200);
    // Only what our own proxy adds counts: the last.
    assert_eq!(
        client.send(show("192.0.2.9, 192.0.2.1")).await.code(),
        "rate_limited"
    );
    assert_eq!(client.get("/healthz").await.status, 200);
}

#[actix_web::test]
async fn a_refusal_for_want_of_a_good_token_costs_too() {
    let client = client_of(wiring("1/60").0).await;
    let me = || TestRequest::get().uri("/v1/me");
    let statuses = [
        client.send(me()).await,
        client.send(me()).await,
        client.send(me()).await,
    ];
    assert_eq!(statuses.map(|answer| answer.status), [401, 401, 429]);
}

#[actix_web::test]
async fn an_answer_comes_in_a_form_that_the_client_takes() {
    let client = client().await;
    let status = async |accept: &str| {
        let request = TestRequest::get()
            .uri("/v1/games")
            .insert_header(("Accept", accept));
        client.send(request).await.status
    };
    for good in [
        "*/*",
        "application/json",
        "application/*;q=0.5",
        "text/html, */*;q=0.1",
        "Application/JSON",
        "",
    ] {
        assert_eq!(status(good).await, 200, "{good}");
    }
    for bad in [
        "text/html",
        "application/json;q=0",
        "image/*, text/event-stream",
        "application/jsonp",
    ] {
        assert_eq!(status(bad).await, 406, "{bad}");
    }
}

#[test]
fn the_address_is_what_our_own_proxies_saw() {
    let request = TestRequest::default()
        .peer_addr("10.0.0.1:9".parse().unwrap())
        .insert_header(("X-Forwarded-For", "192.0.2.1"))
        .append_header(("X-Forwarded-For", "192.0.2.2, 192.0.2.3"))
        .to_http_request();
    let seen = |proxies| address(&request, proxies).to_string();
    assert_eq!(seen(0), "10.0.0.1");
    assert_eq!(seen(1), "192.0.2.3");
    assert_eq!(seen(2), "192.0.2.2");
    assert_eq!(seen(3), "192.0.2.1");
    assert_eq!(seen(4), "10.0.0.1");
}
