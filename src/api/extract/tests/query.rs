//! Parameters and pages.

use crate::api::testing::client;
use crate::api::testing::handlers::GAME;

#[actix_web::test]
async fn a_query_holds_known_parameters_once_and_of_their_type() {
    let client = client().await;
    for good in [
        "",
        "limit=1",
        "limit=100&status=running",
        "open=true&player=x",
        "status=open&open=false",
    ] {
        assert_eq!(
            client.get(&format!("/v1/games?{good}")).await.status,
            200,
            "{good}"
        );
    }
    for (query, parameter) in [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=-1", "limit"),
        ("limit=1e1", "limit"),
        ("limit=ten", "limit"),
        ("limit=", "limit"),
        ("limit=99999999999999999999", "limit"),
        ("limit=5&limit=5", "limit"),
        ("status=asleep", "status"),
        ("open=yes", "open"),
        ("open=1", "open"),
        ("colour=red", "colour"),
        ("Limit=5", "Limit"),
        ("player=0123456789012345678901234567890123456", "player"),
    ] {
        let answer = client.get(&format!("/v1/games?{query}")).await;
        assert_eq!(
            (answer.status, answer.code()),
            (422, "invalid_query".to_owned()),
            "{query}"
        );
        assert_eq!(
            answer.json()["errors"][0]["parameter"],
            parameter,
            "{query}"
        );
    }
    let cursor = client.get("/v1/games?cursor=AAAA").await;
    assert_eq!(cursor.code(), "bad_cursor");
    assert_eq!(cursor.json()["errors"][0]["parameter"], "cursor");
    assert_eq!(
        client.get(&format!("/v1/games/{GAME}?x=1")).await.status,
        200
    );
}

#[actix_web::test]
async fn pages_follow_each_other_to_the_end() {
    let client = client().await;
    let mut path = "/v1/games?limit=3&status=open".to_owned();
    let mut all: Vec<u64> = Vec::new();
    let mut pages = 0;
    loop {
        let answer = client.get(&path).await;
        let page = answer.json();
        all.extend(
            page["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|item| item.as_u64().unwrap()),
        );
        pages += 1;
        let Some(cursor) = page["next"].as_str() else {
            assert_eq!(answer.header("link"), None);
            break;
        };
        path = format!("/v1/games?limit=3&status=open&cursor={cursor}");
        assert_eq!(
            answer.header("link"),
            Some(format!("<{path}>; rel=\"next\"").as_str())
        );
        let elsewhere = client
            .get(&format!("/v1/games?status=running&cursor={cursor}"))
            .await;
        assert_eq!(elsewhere.code(), "bad_cursor");
    }
    assert_eq!((all, pages), ((0..7).collect(), 3));
}
