//! In which order requests are refused, and what is refused.

use crate::api::testing::handlers::GAME;
use crate::api::testing::{Answer, anna, bearer, client, token};
use crate::model::Scope;
use actix_web::test::TestRequest;
use serde_json::{Value, json};

mod headers;
mod query;

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
