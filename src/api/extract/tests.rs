//! In which order requests are refused, and what is refused.

use crate::api::testing::handlers::GAME;
use crate::api::testing::{Answer, anna, bearer, client, token};
use crate::model::Scope;
use actix_web::test::TestRequest;
use serde_json::{Value, json};

fn act(game: &str) -> TestRequest {
    TestRequest::post().uri(&format!("/v1/games/{game}/actions"))
}

fn pass(revision: Value) -> Value {
    json!({"game": "pebbles", "revision": revision, "actions": [{"type": "pass"}]})
}

async fn refused(request: TestRequest) -> (u16, String) {
    let answer = client().await.send(request).await;
    (answer.status, answer.code())
}

/// Everything is wrong with the first request; each next one mends what was refused.
#[actix_web::test]
async fn refusals_come_in_their_order() {
    let nowhere = GAME.replace("0001", "0002");
    let broken = || {
        act("nonsense")
            .insert_header(("If-Match", "\""))
            .set_payload("{")
    };
    let json = ("Content-Type", "application/json");
    let large = vec![b' '; 65_537];
    let unshaped = json!({"game": "pebbles", "actions": []});
    let steps: Vec<(TestRequest, u16, &str)> = vec![
        (broken(), 401, "unauthenticated"),
        (
            broken().insert_header(("Authorization", "Bearer x")),
            401,
            "invalid_token",
        ),
        (
            broken().insert_header(bearer(&[Scope::Read])),
            403,
            "lacks_scope",
        ),
        (
            broken().insert_header(anna()),
            415,
            "unsupported_media_type",
        ),
        (
            act("nonsense")
                .insert_header(anna())
                .insert_header(json)
                .set_payload(large),
            413,
            "payload_too_large",
        ),
        (
            broken().insert_header(anna()).insert_header(json),
            422,
            "malformed_json",
        ),
        (
            act("nonsense").insert_header(anna()).set_json(unshaped),
            422,
            "invalid_body",
        ),
        (
            act("nonsense")
                .insert_header(anna())
                .insert_header(("If-Match", "\""))
                .set_json(pass(json!(7))),
            422,
            "invalid_header",
        ),
        (
            act("nonsense")
                .insert_header(anna())
                .set_json(pass(json!(7))),
            404,
            "not_found",
        ),
        (
            act(&nowhere).insert_header(anna()).set_json(pass(json!(7))),
            404,
            "not_found",
        ),
        (
            act(GAME)
                .insert_header(anna())
                .set_json(json!({"game": "pebbles", "actions": [{"type": "pass"}]})),
            428,
            "revision_required",
        ),
        (
            act(GAME).insert_header(anna()).set_json(pass(json!(7))),
            412,
            "stale_revision",
        ),
    ];
    for (request, status, code) in steps {
        assert_eq!(refused(request).await, (status, code.to_owned()));
    }
    let answer = client()
        .await
        .send(act(GAME).insert_header(anna()).set_json(pass(json!(41))))
        .await;
    assert_eq!(answer.status, 201);
}

#[actix_web::test]
async fn a_malformed_id_is_refused_like_an_unknown_one() {
    let client = client().await;
    let unknown = GAME.replace("0001", "0002");
    let mut bodies = Vec::new();
    for id in [
        unknown.as_str(),
        "nonsense",
        "%FF%00",
        &unknown.to_uppercase().replace('-', "A"),
    ] {
        let answer = client.get(&format!("/v1/games/{id}")).await;
        assert_eq!(answer.status, 404, "{id}");
        let mut problem = answer.json();
        assert_eq!(problem["instance"], format!("/v1/games/{id}"));
        problem["instance"] = Value::Null;
        bodies.push(problem);
    }
    assert!(bodies.windows(2).all(|pair| pair[0] == pair[1]));
    for seat in ["x", "-1", "01", "256", ""] {
        let request = TestRequest::delete().uri(&format!("/v1/games/{GAME}/seats/{seat}"));
        assert_eq!(
            client.send(request.insert_header(anna())).await.status,
            404,
            "{seat}"
        );
    }
}

#[actix_web::test]
async fn only_a_bearer_token_in_its_form_is_looked_up() {
    let good = token(&Scope::ALL);
    let client = client().await;
    let me = |value: String| {
        TestRequest::get()
            .uri("/v1/me")
            .insert_header(("Authorization", value))
    };
    for accepted in [
        format!("Bearer {}", good.text()),
        format!("bearer  {}", good.text()),
    ] {
        assert_eq!(client.send(me(accepted)).await.status, 200);
    }
    let mut mistyped = good.text().to_owned();
    mistyped.pop();
    for other in [
        good.text().to_owned(),
        format!("Basic {}", good.text()),
        format!("Bearer {mistyped}"),
        format!("Bearer {mistyped}é"),
        "Bearer".to_owned(),
        "Bearer ".to_owned(),
        String::new(),
    ] {
        let answer = client.send(me(other.clone())).await;
        assert_eq!(
            (answer.status, answer.code()),
            (401, "invalid_token".to_owned()),
            "{other}"
        );
        assert_eq!(
            answer.header("www-authenticate"),
            Some("Bearer error=\"invalid_token\"")
        );
    }
    let twice = me(format!("Bearer {}", good.text())).append_header(anna());
    assert_eq!(client.send(twice).await.code(), "invalid_token");
    let nobody = client.get("/v1/me").await;
    assert_eq!(nobody.header("www-authenticate"), Some("Bearer"));
}

#[actix_web::test]
async fn a_token_that_may_not_read_sees_what_a_stranger_sees() {
    let client = client().await;
    let show = || TestRequest::get().uri(&format!("/v1/games/{GAME}"));
    let you = |answer: Answer| answer.json()["you"].clone();
    assert_eq!(you(client.send(show()).await), Value::Null);
    assert_eq!(
        you(client
            .send(show().insert_header(bearer(&[Scope::Play])))
            .await),
        Value::Null
    );
    assert_eq!(
        you(client
            .send(show().insert_header(bearer(&[Scope::Read])))
            .await),
        "anna"
    );
    let wrong = client
        .send(show().insert_header(("Authorization", "Bearer x")))
        .await;
    assert_eq!(wrong.status, 401);
}

#[actix_web::test]
async fn only_plain_json_is_taken() {
    let client = client().await;
    let text = r#"{"name": "anna"}"#;
    let post = || TestRequest::post().uri("/v1/players").set_payload(text);
    for good in [
        "application/json",
        "Application/JSON; charset=UTF-8",
        "application/json;charset=\"utf-8\"",
    ] {
        let answer = client
            .send(post().insert_header(("Content-Type", good)))
            .await;
        assert_eq!(answer.status, 201, "{good}");
    }
    for bad in [
        "text/plain",
        "application/json; charset=latin1",
        "application/jsonp",
        "application/x-www-form-urlencoded",
        "",
    ] {
        let answer = client
            .send(post().insert_header(("Content-Type", bad)))
            .await;
        assert_eq!(
            (answer.status, answer.code()),
            (415, "unsupported_media_type".to_owned()),
            "{bad}"
        );
    }
    assert_eq!(client.send(post()).await.status, 415);
    let packed = post()
        .insert_header(("Content-Type", "application/json"))
        .insert_header(("Content-Encoding", "gzip"));
    assert_eq!(client.send(packed).await.status, 415);
}

#[actix_web::test]
async fn a_body_of_64_kib_is_taken_and_a_larger_one_is_not() {
    let client = client().await;
    let send = async |size: usize| {
        let mut text = r#"{"name": "anna"}"#.to_owned();
        text.push_str(&" ".repeat(size - text.len()));
        let request = TestRequest::post().uri("/v1/players").set_payload(text);
        client
            .send(request.insert_header(("Content-Type", "application/json")))
            .await
    };
    assert_eq!(send(65_536).await.status, 201);
    for size in [65_537, 1_000_000] {
        let answer = send(size).await;
        assert_eq!(
            (answer.status, answer.code()),
            (413, "payload_too_large".to_owned())
        );
        assert!(answer.json()["detail"].as_str().unwrap().contains("65536"));
    }
    let announced = TestRequest::post()
        .uri("/v1/players")
        .insert_header(("Content-Type", "application/json"))
        .insert_header(("Content-Length", "70000"));
    assert_eq!(client.send(announced).await.code(), "payload_too_large");
}

#[actix_web::test]
async fn an_optional_body_may_be_left_out_but_not_be_wrong() {
    let client = client().await;
    let start = || {
        TestRequest::post()
            .uri(&format!("/v1/games/{GAME}/start"))
            .insert_header(anna())
    };
    assert_eq!(client.send(start()).await.json()["seats"], Value::Null);
    assert_eq!(
        client.send(start().set_json(json!({}))).await.json()["seats"],
        Value::Null
    );
    assert_eq!(
        client
            .send(start().set_json(json!({"seats": 3})))
            .await
            .json()["seats"],
        3
    );
    assert_eq!(client.send(start().set_payload("{}")).await.status, 415);
    let flawed = client.send(start().set_json(json!({"seats": null}))).await;
    assert_eq!(
        (flawed.code(), flawed.json()["pointer"].clone()),
        ("invalid_body".to_owned(), json!("/seats"))
    );
}

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
