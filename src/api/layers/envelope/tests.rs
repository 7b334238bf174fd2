//! What holds for every answer, wherever in the house it comes from.

use super::Visit;
use crate::api::testing::handlers::GAME;
use crate::api::testing::{Answer, anna, client, client_of, wiring};
use crate::app::Refusal;
use actix_web::http::Method;
use actix_web::test::TestRequest;
use actix_web::web;
use std::time::Duration;

fn request(method: &str, path: &str) -> TestRequest {
    TestRequest::default()
        .method(Method::from_bytes(method.as_bytes()).unwrap())
        .uri(path)
}

/// What every answer has, good or bad.
fn is_dressed(answer: &Answer) -> bool {
    answer.header("access-control-allow-origin") == Some("*")
        && answer.header("access-control-allow-credentials").is_none()
        && answer
            .header("access-control-expose-headers")
            .is_some_and(|it| it.contains("ETag"))
        && answer.header("x-content-type-options") == Some("nosniff")
        && answer
            .header("x-request-id")
            .is_some_and(|it| !it.is_empty())
}

#[actix_web::test]
async fn every_layer_refuses_with_a_problem() {
    let client = client().await;
    let long = format!("/v1/games?player={}", "x".repeat(9_000));
    let wide = "x".repeat(40_000);
    let cases: Vec<(&str, TestRequest, u16, &str)> = vec![
        ("router", request("GET", "/nowhere"), 404, "not_found"),
        ("router", request("GET", "/v1/games/"), 404, "not_found"),
        ("router", request("POST", "/v1/nowhere"), 404, "not_found"),
        (
            "method",
            request("PATCH", "/v1/games"),
            405,
            "method_not_allowed",
        ),
        (
            "method",
            request("POST", "/healthz"),
            405,
            "method_not_allowed",
        ),
        (
            "method",
            request("BREW", "/v1/games"),
            405,
            "method_not_allowed",
        ),
        (
            "pages",
            request("POST", "/docs/reference/index.html"),
            405,
            "method_not_allowed",
        ),
        (
            "pages",
            request("GET", "/docs/reference/nothing.js"),
            404,
            "not_found",
        ),
        (
            "pages",
            request("GET", "/problems/teapot"),
            404,
            "not_found",
        ),
        ("gate", request("GET", &long), 414, "uri_too_long"),
        (
            "gate",
            request("GET", "/v1/games").insert_header(("x", wide)),
            431,
            "headers_too_large",
        ),
        (
            "gate",
            request("GET", "/v1/games").insert_header(("Accept", "image/png")),
            406,
            "not_acceptable",
        ),
        (
            "compression",
            request("GET", "/v1/games").insert_header(("Accept-Encoding", "identity;q=0, zip")),
            406,
            "not_acceptable",
        ),
        (
            "extractor",
            request("GET", "/v1/me"),
            401,
            "unauthenticated",
        ),
        (
            "extractor",
            request("POST", "/v1/players"),
            415,
            "unsupported_media_type",
        ),
        ("handler", request("GET", "/v1/games/x"), 404, "not_found"),
        ("panic", request("GET", "/v1/explosion"), 500, "internal"),
    ];
    for (layer, request, status, code) in cases {
        let answer = client.send(request).await;
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (status, code),
            "{layer}"
        );
        assert!(is_dressed(&answer), "{layer}: {:?}", answer.headers);
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{layer}");
    }
}

#[actix_web::test]
async fn after_a_panic_the_service_lives_on_and_nothing_leaks() {
    let client = client().await;
    let answer = client.get("/v1/explosion").await;
    let body = String::from_utf8(answer.body.clone()).unwrap();
    assert!(!body.contains("secret") && !body.contains(".rs"), "{body}");
    assert_eq!(answer.json()["instance"], "/v1/explosion");
    assert_eq!(client.get("/healthz").await.status, 200);
}

#[actix_web::test]
async fn what_the_house_is_not_ready_for_is_503_with_a_time() {
    let (mut wiring, _) = wiring("off");
    wiring.ready = Box::new(|| Box::pin(async { Err(Refusal::Unavailable("no disk".into())) }));
    let client = client_of(wiring).await;
    assert_eq!(client.get("/healthz").await.status, 200);
    let answer = client.get("/readyz").await;
    assert_eq!(
        (answer.status, answer.code()),
        (503, "unavailable".to_owned())
    );
    assert_eq!(answer.header("retry-after"), Some("5"));
    assert!(!String::from_utf8(answer.body).unwrap().contains("disk"));
}

#[actix_web::test]
async fn an_unknown_method_is_told_the_known_ones() {
    let client = client().await;
    for (path, allowed) in [
        ("/v1/games", "GET, POST, HEAD, OPTIONS"),
        ("/v1/games/x/seats/0", "DELETE, OPTIONS"),
        ("/healthz", "GET, HEAD, OPTIONS"),
    ] {
        let answer = client.send(request("PUT", path)).await;
        assert_eq!(answer.header("allow"), Some(allowed), "{path}");
        let options = client.send(request("OPTIONS", path)).await;
        assert_eq!(
            (options.status, options.header("allow")),
            (204, Some(allowed)),
            "{path}"
        );
    }
}

#[actix_web::test]
async fn head_is_answered_wherever_get_is() {
    let client = client().await;
    for path in [
        "/v1/games",
        "/healthz",
        "/openapi.json",
        "/docs/",
        "/problems",
        &format!("/v1/games/{GAME}"),
    ] {
        let get = client.get(path).await;
        let head = client.send(request("HEAD", path)).await;
        assert_eq!((get.status, head.status), (200, 200), "{path}");
        assert_eq!(get.header("etag"), head.header("etag"), "{path}");
        assert_eq!(
            get.header("content-type"),
            head.header("content-type"),
            "{path}"
        );
    }
    assert_eq!(
        client.send(request("HEAD", "/v1/games/x")).await.status,
        404
    );
    assert_eq!(
        client.send(request("HEAD", "/v1/players")).await.status,
        405
    );
}

#[actix_web::test]
async fn a_browser_may_send_all_that_the_api_knows() {
    let preflight = request("OPTIONS", "/v1/games/x/actions")
        .insert_header(("Origin", "https://elsewhere.example"))
        .insert_header(("Access-Control-Request-Method", "POST"))
        .insert_header(("Access-Control-Request-Headers", "authorization, if-match"));
    let answer = client().await.send(preflight).await;
    assert_eq!(answer.status, 204);
    assert!(is_dressed(&answer));
    let listed = |name: &str| -> Vec<String> {
        let list = answer.header(name).unwrap().split(", ");
        list.map(str::to_ascii_lowercase).collect()
    };
    for header in [
        "authorization",
        "content-type",
        "if-match",
        "if-none-match",
        "idempotency-key",
        "prefer",
        "last-event-id",
        "x-request-id",
    ] {
        assert!(
            listed("access-control-allow-headers").contains(&header.to_owned()),
            "{header}"
        );
    }
    for header in [
        "etag",
        "link",
        "location",
        "retry-after",
        "ratelimit",
        "ratelimit-policy",
        "idempotency-replayed",
        "x-request-id",
    ] {
        assert!(
            listed("access-control-expose-headers").contains(&header.to_owned()),
            "{header}"
        );
    }
    for method in ["get", "head", "post", "put", "patch", "delete"] {
        assert!(
            listed("access-control-allow-methods").contains(&method.to_owned()),
            "{method}"
        );
    }
    assert_eq!(answer.header("access-control-max-age"), Some("7200"));
}

#[actix_web::test]
async fn a_request_keeps_the_id_it_came_with() {
    let client = client().await;
    for path in ["/healthz", "/nowhere", "/v1/explosion"] {
        let answer = client
            .send(request("GET", path).insert_header(("X-Request-Id", "anna-7")))
            .await;
        assert_eq!(answer.header("x-request-id"), Some("anna-7"), "{path}");
    }
    let first = client.get("/healthz").await;
    let second = client.get("/healthz").await;
    assert_ne!(first.header("x-request-id"), second.header("x-request-id"));
}

#[actix_web::test]
async fn what_is_known_is_not_sent_again() {
    let client = client().await;
    let path = format!("/v1/games/{GAME}");
    let first = client.get(&path).await;
    let tag = first.header("etag").unwrap().to_owned();
    assert!(
        tag.starts_with("\"41.") && tag.ends_with('"') && tag.len() == 29,
        "{tag}"
    );
    let again = async |known: String| {
        client
            .send(request("GET", &path).insert_header(("If-None-Match", known)))
            .await
    };
    for known in [
        tag.clone(),
        format!("W/{tag}"),
        format!("\"other\", {tag}"),
        "*".to_owned(),
    ] {
        let answer = again(known.clone()).await;
        assert_eq!((answer.status, answer.body.len()), (304, 0), "{known}");
        assert_eq!(answer.header("etag"), Some(tag.as_str()));
        assert_eq!(
            answer.header("vary"),
            Some("Authorization, Accept-Encoding")
        );
        assert_eq!(answer.header("cache-control"), Some("private, no-cache"));
    }
    for unknown in [
        tag.replace("41.", "40."),
        "\"other\"".to_owned(),
        "garbage".to_owned(),
        String::new(),
    ] {
        assert_eq!(again(unknown.clone()).await.status, 200, "{unknown}");
    }
    let mine = client
        .send(request("GET", &path).insert_header(anna()))
        .await;
    assert_ne!(mine.header("etag"), Some(tag.as_str()));
}

#[actix_web::test]
async fn answers_are_compressed_for_who_takes_it() {
    let client = client().await;
    let path = format!("/v1/games/{GAME}");
    let plain = client.get(&path).await.header("etag").unwrap().to_owned();
    for coding in ["gzip", "br"] {
        let answer = client
            .send(request("GET", &path).insert_header(("Accept-Encoding", coding)))
            .await;
        assert_eq!(answer.header("content-encoding"), Some(coding));
        let vary: Vec<_> = answer.headers.get_all("vary").collect();
        assert_eq!(vary, ["Authorization, Accept-Encoding", "accept-encoding"]);
        // Another form of the answer has another strong tag, which is known as well as the plain one.
        let tag = format!("{}-{coding}\"", plain.trim_end_matches('"'));
        assert_eq!(answer.header("etag"), Some(tag.as_str()));
        let again = request("GET", &path).insert_header(("If-None-Match", tag));
        assert_eq!(client.send(again).await.status, 304);
    }
    assert_eq!(client.get(&path).await.header("content-encoding"), None);
}

#[actix_web::test]
async fn every_problem_has_a_page() {
    let client = client().await;
    let page = client.get("/problems/stale_revision").await;
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    assert!(
        String::from_utf8(page.body)
            .unwrap()
            .contains("The game has moved on")
    );
    let list = String::from_utf8(client.get("/problems").await.body).unwrap();
    assert!(list.contains("<code>not_found</code>") && list.contains("<code>internal</code>"));
}

#[actix_web::test]
async fn the_pages_need_nothing_from_elsewhere() {
    let client = client().await;
    let bare = client.get("/docs").await;
    assert_eq!(
        (bare.status, bare.header("location")),
        (308, Some("/docs/"))
    );
    for page in ["/docs/", "/docs/quick-start", "/problems"] {
        let page = client.get(page).await;
        assert_eq!(
            page.header("content-type"),
            Some("text/html; charset=utf-8")
        );
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{policy}");
    }
    assert_eq!(client.get("/docs/style.css").await.status, 200);
    let reference = client.get("/docs/reference/").await;
    assert_eq!(reference.header("content-type"), Some("text/html"));
    let setup = client.get("/docs/reference/swagger-initializer.js").await;
    let text = String::from_utf8(setup.body).unwrap();
    assert!(
        text.contains("/openapi.json") && !text.contains("https://"),
        "{text}"
    );
    for file in [
        "swagger-ui.css",
        "swagger-ui-bundle.js",
        "swagger-ui-standalone-preset.js",
    ] {
        assert_eq!(
            client.get(&format!("/docs/reference/{file}")).await.status,
            200,
            "{file}"
        );
    }
}

#[actix_web::test]
async fn the_document_is_served_as_it_was_made() {
    let answer = client().await.get("/openapi.json").await;
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.json()["openapi"], "3.1.0");
    assert!(answer.json()["paths"]["/v1/games/{id}/actions"]["post"].is_object());
}

#[test]
fn the_line_for_the_log_tells_what_took_how_long() {
    let (wiring, _hand) = wiring("off");
    let visit = Visit {
        began: wiring.clock.running(),
        wiring: web::Data::new(wiring),
        id: "r-1".to_owned(),
        method: Method::GET,
        path: "/mail/plv_mistyped".to_owned(),
        offers_upgrade: false,
    };
    let took = Duration::from_millis(12);
    let line = visit.line(Some("/v1/games/{id}"), 200, took);
    assert_eq!(line, "r-1 GET /v1/games/{id} 200 12.0 ms");
    let line = visit.line(None, 404, took);
    assert_eq!(line, "r-1 GET (no route) 404 12.0 ms");
}
