//! What those who run the service see of it, and what it takes for itself at the start.

use crate::broken::vandalise;
use crate::server::{Place, Server, StoodStill, on_both};
use crate::stream::Stream;
use crate::whole_games::{play_on, started};
use serde_json::json;
use std::collections::BTreeMap;

/// The metrics, by name and labels.
fn metrics(text: &str) -> BTreeMap<&str, f64> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'_ str| {
        line.rsplit_once(' ')
            .map(|(name, value)| (name.len(), value.parse().unwrap()))
    };
    lines
        .map(|line| {
            read(line)
                .map(|(end, value)| (&line[..end], value))
                .unwrap()
        })
        .collect()
}

on_both! {
    fn metrics_tell_how_the_service_is_and_nothing_of_players_or_games(place: &Place) {
        let server = StoodStill::at(place, "2027-03-01T09:00:00.000Z".parse().unwrap());
        let table = ["Anna", "Biel"].map(|name| server.stranger().register(name));
        let mut stream = Stream::events(&server.base, &table[0], "/v1/me/events", None);
        stream.line().expect("it is open");
        // From now on it is known what those who listen have been told.
        server.plan_webhooks();
        let path = started("castell", &table);
        play_on(&path, &table, 5);
        let clock = json!({"kind": "per_turn", "seconds": 3_600});
        let timed = table[0].post("/v1/games", &json!({"game": "castell", "seats": 2, "clock": clock})).expect(201);
        table[1].post(&format!("/v1/games/{}/seats", timed["id"].as_str().unwrap()), &json!({})).expect(201);
        table[0].get("/nowhere").refused(404, "not_found");
        table[0].post("/v1/me/webhooks", &json!({"url": "https://placa.example/", "events": ["your_turn"]})).expect(201);
        server.pass(2);

        let answer = server.stranger().get("/metrics");
        answer.expect(200);
        assert!(answer.header("content-type").starts_with("application/openmetrics-text"));
        assert!(answer.text.ends_with("# EOF\n"));
        let told = metrics(&answer.text);
        let is = |name: &str| *told.get(name).unwrap_or_else(|| panic!("{name} in {}", answer.text));
        assert_eq!(is("placa_requests_total{method=\"POST\",route=\"/v1/games/{id}/actions\",status=\"201\"}"), 5.0);
        assert_eq!(is("placa_requests_total{method=\"GET\",route=\"none\",status=\"404\"}"), 1.0);
        assert_eq!(is("placa_request_duration_seconds_count{route=\"/v1/games/{id}/actions\"}"), 5.0);
        let (commits, batches) = (is("placa_commits_total"), is("placa_batches_total"));
        assert!(batches >= 1.0 && commits >= batches && commits >= 9.0, "{commits} in {batches}");
        assert!(is("placa_positions_found_total") > 0.0 && is("placa_positions") >= 1.0);
        assert!(told.contains_key("placa_positions_missed_total"));
        assert_eq!((is("placa_streams"), is("placa_database_up")), (1.0, 1.0));
        assert_eq!((is("placa_games_running"), is("placa_games_suspended")), (2.0, 0.0));
        assert_eq!((is("placa_deadlines"), is("placa_deadlines_overdue")), (1.0, 0.0));
        // Nothing goes on by itself here, so that everything since waits.
        assert!(is("placa_outbox_waiting") > 0.0);
        assert_eq!(is("placa_outbox_lag_seconds"), 2.0);
        assert_eq!((is("placa_deliveries_due"), is("placa_mails_due")), (0.0, 0.0));
        for secret in [&table[0].id, &table[0].name, path.rsplit('/').next().unwrap()] {
            assert!(!answer.text.contains(secret));
        }

        vandalise(place, "UPDATE games SET status = 'suspended' WHERE clock LIKE '%per_turn%'");
        server.plan_webhooks();
        server.pass(3_601);
        let answer = server.stranger().get("/metrics");
        let told = metrics(&answer.text);
        assert_eq!((told["placa_games_running"], told["placa_games_suspended"]), (1.0, 1.0));
        assert_eq!((told["placa_deadlines_overdue"], told["placa_outbox_waiting"], told["placa_outbox_lag_seconds"]), (1.0, 0.0, 0.0));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_limit_of_open_files_is_raised_as_far_as_it_goes() {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    let place = Place::sqlite();
    let server = Server::run_after("ulimit -Sn 200; ulimit -Hn 3000", &place.url());
    let pid = Pid::from_raw(server.pid().try_into().unwrap());
    let most = Rlimit {
        current: Some(3_000),
        maximum: Some(3_000),
    };
    assert_eq!(prlimit(pid, Resource::Nofile, most).unwrap(), most);
}
