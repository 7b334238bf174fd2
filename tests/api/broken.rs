//! A position that can't be loaded suspends its game and harms no other.

use crate::play::{actions, table};
use crate::server::{Place, Server, on_both};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, SqliteConnection};
use serde_json::json;

/// Does to the database what no server would.
pub fn vandalise(place: &Place, sql: &str) {
    match place {
        Place::Sqlite(_) => {
            let path = place.url().replacen("sqlite://", "", 1);
            let mut conn = SqliteConnection::establish(&path).unwrap();
            // The service may be writing news.
            conn.batch_execute("PRAGMA busy_timeout = 10000").unwrap();
            conn.batch_execute(sql).unwrap();
        }
        Place::Postgres(_) => PgConnection::establish(&place.url())
            .unwrap()
            .batch_execute(sql)
            .unwrap(),
    }
}

on_both! {
    fn a_snapshot_that_is_lost_or_altered_costs_nothing(place: &Place) {
        let server = Server::start(place);
        let (first, _, path) = table(&server);
        first.post(&format!("{path}/actions"), &actions(1, &[json!({"type": "recruit"})])).expect(201);
        let before = first.get(&path).expect(200);
        server.kill();
        let id = path.rsplit('/').next().unwrap();
        let altered = "replace(position, '\"bases\":12', '\"bases\":11')";
        for position in [altered, "'{\"no\": 1}'"] {
            vandalise(place, &format!("UPDATE snapshots SET position = {position} WHERE game_id = '{id}'"));
            let server = Server::start(place);
            assert_eq!(first.at(&server.base).get(&path).expect(200), before);
        }
    }

    fn a_log_that_does_not_lead_where_it_led_suspends_its_game_and_no_other(place: &Place) {
        let server = Server::start(place);
        let (first, _, broken) = table(&server);
        let (other, _, whole) = table(&server);
        first.post(&format!("{broken}/actions"), &actions(1, &[json!({"type": "recruit"})])).expect(201);
        server.kill();
        let id = broken.rsplit('/').next().unwrap();
        vandalise(place, &format!("UPDATE actions SET outcomes = '[999]' WHERE game_id = '{id}' AND revision = 2"));

        let server = Server::start(place);
        let (first, other) = (first.at(&server.base), other.at(&server.base));
        let refused = first.post(&format!("{broken}/actions"), &actions(2, &[json!({"type": "recruit"})]));
        assert_eq!(refused.refused(409, "wrong_status")["revision"], 2);
        let game = first.get(&broken).expect(200);
        assert_eq!(game["status"], "suspended");
        assert!(game["suspended_reason"].is_string());
        assert!(game.get("view").is_none());
        assert_eq!(game["awaiting"], json!([]));
        assert_eq!(first.get(&format!("{broken}/legal-actions")).expect(200)["actions"], json!([]));
        assert_eq!(first.get(&format!("{broken}/actions")).expect(200)["items"].as_array().unwrap().len(), 2);
        assert_eq!(first.get(&format!("{broken}?revision=1")).expect(200)["status"], "running");
        assert_eq!(first.get("/v1/games?status=suspended").expect(200)["items"].as_array().unwrap().len(), 1);
        other.post(&format!("{whole}/actions"), &actions(1, &[json!({"type": "recruit"})])).expect(201);
    }

    fn a_game_of_a_ruleset_that_is_not_known_here_can_be_read_and_is_left_as_it_is(place: &Place) {
        let server = Server::start(place);
        let (first, _, path) = table(&server);
        server.kill();
        let id = path.rsplit('/').next().unwrap();
        vandalise(place, &format!("UPDATE games SET ruleset = 'castellers/99' WHERE id = '{id}'"));
        let server = Server::start(place);
        let first = first.at(&server.base);
        assert_eq!(first.get(&path).expect(200)["status"], "suspended");
        first.get(&format!("{path}/actions")).refused(409, "wrong_status");
        first.post(&format!("{path}/actions"), &actions(1, &[json!({"type": "recruit"})])).refused(409, "wrong_status");
        vandalise(place, &format!("UPDATE games SET ruleset = 'castellers/1', version = version + 1 WHERE id = '{id}'"));
        first.post(&format!("{path}/actions"), &actions(1, &[json!({"type": "recruit"})])).expect(201);
    }
}
