//! Private games look like no games.

use crate::client::Client;
use crate::server::{Server, on_both};
use serde_json::{Value, json};

/// A private game of Anna's, as a path.
fn private(anna: &Client) -> String {
    let offered = anna
        .post(
            "/v1/games",
            &json!({"game": "castellers", "seats": 3, "visibility": "private"}),
        )
        .expect(201);
    format!("/v1/games/{}", offered["id"].as_str().unwrap())
}

/// A problem without what differs from request to request.
fn bare(mut problem: Value) -> Value {
    problem["instance"] = Value::Null;
    problem
}

on_both! {
    fn to_everybody_else_a_private_game_is_no_game(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let biel = server.stranger().register("Biel");
        let path = private(&anna);
        let nowhere = format!("/v1/games/{}", uuid::Uuid::now_v7());
        let submitted = json!({"game": "castellers", "revision": 0, "actions": [{"type": "recruit"}]});
        for who in [&biel, &server.stranger()] {
            let all = [
                "", "?revision=0", "/board.svg", "/board.svg?revision=0", "/actions", "/legal-actions", "/events", "/messages", "/record",
            ];
            for below in all {
                let one = who.get(&format!("{path}{below}"));
                let none = who.get(&format!("{nowhere}{below}"));
                assert_eq!(bare(one.refused(404, "not_found")), bare(none.refused(404, "not_found")));
                assert_eq!(one.text.len(), none.text.len());
            }
        }
        for (below, body) in [
            ("/seats", json!({})),
            ("/seats", json!({"invite": "pli_000000000000000000000000000000000000000"})),
            ("/start", json!({})),
            ("/invites", json!({})),
            ("/actions", submitted.clone()),
            ("/actions/check", submitted),
            ("/undo", json!({"revision": 0, "to": 1})),
            ("/resignation", json!({})),
            ("/return", json!({})),
            ("/cancellation", json!({})),
            ("/rematch", json!({})),
        ] {
            let one = biel.post(&format!("{path}{below}"), &body);
            let none = biel.post(&format!("{nowhere}{below}"), &body);
            assert_eq!(bare(one.refused(404, "not_found")), bare(none.refused(404, "not_found")), "{below}");
        }
        biel.delete(&path).refused(404, "not_found");
        biel.delete(&format!("{path}/cancellation")).refused(404, "not_found");
        biel.get(&format!("{path}/invites")).refused(404, "not_found");
        let listed = |who: &Client| who.get(&format!("/v1/games?player={}", anna.id)).expect(200)["items"].as_array().unwrap().len();
        assert_eq!(listed(&biel), 0);
        assert_eq!(listed(&server.stranger()), 0);
        assert_eq!(listed(&anna), 1);
    }

    fn an_invitation_opens_one_seat_once(place: &Place) {
        let server = Server::start(place);
        let anna = server.stranger().register("Anna");
        let biel = server.stranger().register("Biel");
        let carla = server.stranger().register("Carla");
        let path = private(&anna);
        let made = anna.post(&format!("{path}/invites"), &json!({})).expect(201);
        let invite = json!({"invite": made["invite"]});
        assert!(made["url"].as_str().unwrap().contains(made["invite"].as_str().unwrap()));
        assert_eq!(biel.post(&format!("{path}/seats"), &invite).expect(201), json!({"seat": 1}));
        biel.get(&path).expect(200);
        carla.post(&format!("{path}/seats"), &invite).refused(404, "not_found");

        let other = anna.post(&format!("{path}/invites"), &json!({})).expect(201);
        biel.get(&format!("{path}/invites")).refused(403, "not_owner");
        let revoked = format!("{path}/invites/{}", other["id"].as_str().unwrap());
        assert_eq!(anna.delete(&revoked).status, 204);
        anna.delete(&revoked).refused(404, "not_found");
        carla.post(&format!("{path}/seats"), &json!({"invite": other["invite"]})).refused(404, "not_found");
        let listed = anna.get(&format!("{path}/invites")).expect(200);
        assert!(listed["items"][0]["used_at"].is_string());
        assert!(listed["items"][1]["revoked_at"].is_string());
        assert!(!listed.to_string().contains("pli_"));

        let mine = private(&biel);
        carla.post(&format!("{mine}/seats"), &json!({"invite": made["invite"]})).refused(404, "not_found");
    }

    fn nothing_from_which_a_draw_follows_is_readable(place: &Place) {
        let server = Server::start(place);
        let (first, second, path) = crate::play::table(&server);
        first.post(&format!("{path}/actions"), &crate::play::actions(1, &[json!({"type": "recruit"})])).expect(201);
        for who in [&first, &second, &server.stranger()] {
            for below in ["", "?revision=1", "/actions", "/legal-actions", "/events", "/record"] {
                let text = who.get(&format!("{path}{below}")).text;
                for word in ["seed", "hash", "outcomes", "snapshot", "draws"] {
                    assert!(!text.contains(word), "{word} in {below}: {text}");
                }
            }
        }
    }
}
