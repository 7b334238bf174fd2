//! What happens when players don't act in time.

use super::*;

on_both! {
    fn a_game_that_all_have_left_alone_is_scored_and_ends(place: &Place) {
        let server = StoodStill::at(place, start());
        for (slug, seats) in [("castellers", 3), ("castell", 3), ("el_grande", 4)] {
            let table = players(&server.stranger(), seats);
            let path = game(&table, slug, &per_turn(60));
            server.go_on(60 * 3 * seats as u64 + 60);
            let seen = table[0].get(&path).expect(200);
            assert_eq!(seen["status"], "finished", "{slug}");
            assert_eq!(seen["outcome"]["reason"], "abandoned");
            assert_eq!(seen["deadline"], Value::Null);
            assert_eq!(seen["awaiting"], json!([]));
            assert_eq!(seen["outcome"]["places"].as_array().unwrap().len(), seats);
            for seat in seen["seats"].as_array().unwrap() {
                assert_eq!(seat["presence"], "absent");
            }
            let revision = seen["revision"].as_i64().unwrap();
            history_is_gapless(&path, &table[0], revision);
            let tag = table[0].get(&path).header("etag");
            server.pass(400 * DAY);
            server.look_at_clocks();
            assert_eq!(table[0].get(&path).header("etag"), tag, "a game that has ended stays as it is");
            let before = table[0].get(&format!("{path}?revision={}", revision - 1)).expect(200);
            assert_eq!(before["status"], "running");
        }
    }

    fn a_game_goes_on_around_the_absent(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 3);
        let path = game(&table, "castellers", &per_turn(60));
        let mut dice = 11;
        let mut turns = 0;
        for _ in 0..10_000 {
            let seen = table[0].get(&path).expect(200);
            if seen["status"] != "running" {
                break;
            }
            if seen["awaiting"] == json!([0]) {
                act(&path, &table[0], &mut dice);
                turns += 1;
            } else {
                server.go_on(60);
            }
        }
        let seen = table[0].get(&path).expect(200);
        assert_eq!(seen["status"], "finished", "{seen}");
        assert_ne!(seen["outcome"]["reason"], "abandoned");
        assert!(turns > 5);
        assert_eq!(seen["seats"][0]["presence"], "present");
        assert_eq!(seen["seats"][1]["presence"], "absent");
    }

    fn after_three_missed_deadlines_nobody_waits_for_a_seat_until_its_holder_is_back(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let path = game(&table, "castellers", &per_turn(60));
        let (here, gone) = (0, 1);
        while table[here].get(&path).expect(200)["seats"][gone]["presence"] == "present" {
            match awaited(&path, &table) {
                seat if seat == here => drop(recruit(&path, &table[here])),
                _ => server.go_on(60),
            }
        }
        assert_eq!(kinds(&path, &table[0]).iter().filter(|kind| *kind == "fallback").count(), 3);
        let seen = recruit(&path, &table[here]);
        assert_eq!(seen["awaiting"], json!([here]), "the absent seat is played on at once");
        let turns = table[gone].get("/v1/me/turns").expect(200);
        assert_eq!(turns["items"], json!([]));
        let seen = table[gone].post(&format!("{path}/return"), &json!({})).expect(200);
        assert_eq!(seen["seats"][gone]["presence"], "present");
        recruit(&path, &table[here]);
        assert_eq!(awaited(&path, &table), gone);
        server.go_on(60);
        assert_eq!(table[here].get(&path).expect(200)["seats"][gone]["presence"], "present", "it is counted anew");
    }

    fn deadlines_that_passed_while_the_server_was_down_are_met_once_each(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 3);
        let paths: Vec<String> = (0..3).map(|_| game(&table, "castellers", &per_turn(60))).collect();
        drop(server);
        let later = start().plus_millis(10 * 24 * 60 * 60 * 1_000);
        let server = StoodStill::at(place, later);
        let reader = table[0].at(&server.base);
        server.look_at_clocks();
        server.look_at_clocks();
        for path in &paths {
            let seen = reader.get(path).expect(200);
            assert_eq!(seen["revision"], 2, "one default action, not ten days of them");
            assert_eq!(seen["deadline"], json!(later.plus_millis(60_000).to_string()));
        }
    }

    fn with_several_servers_each_deadline_is_met_once(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let path = game(&table, "castellers", &per_turn(60));
        let others: Vec<StoodStill> = (0..3).map(|_| StoodStill::at(place, start())).collect();
        for other in &others {
            other.pass(60);
        }
        std::thread::scope(|scope| {
            for other in &others {
                scope.spawn(|| other.look_at_clocks());
            }
        });
        assert_eq!(table[0].get(&path).expect(200)["revision"], 2);
    }

    fn what_happens_to_the_absent_is_chosen_at_the_offer(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 3);
        let offer = |absence: &str| {
            let mut more = per_turn(60);
            more["absence"] = json!(absence);
            game(&table, "castellers", &more)
        };
        let (cancel, forfeit, bot) = (offer("cancel"), offer("forfeit"), offer("bot"));
        let first = awaited(&forfeit, &table);
        let lost = awaited(&bot, &table);
        server.go_on(60);

        let seen = table[0].get(&cancel).expect(200);
        assert_eq!(seen["status"], "cancelled");
        assert!(seen.get("outcome").is_none());
        assert!(seen["dealing"].get("server_seed").is_some(), "it is over: nothing can be stacked any more");
        assert_eq!(kinds(&cancel, &table[0]), ["start", "end"]);

        let reader = &table[(first + 1) % 3];
        let seen = reader.get(&forfeit).expect(200);
        assert_eq!(seen["seats"][first]["presence"], "resigned");
        assert!(seen["seats"][first].get("player").is_none());
        assert_eq!(kinds(&forfeit, reader)[..2], ["start", "resignation"]);
        server.go_on(60);
        let seen = reader.get(&forfeit).expect(200);
        assert_eq!(seen["status"], "finished");
        assert_eq!(seen["outcome"]["reason"], "resignation");

        let seen = table[0].get(&bot).expect(200);
        assert_eq!(seen["seats"][lost]["presence"], "absent");
        assert_eq!(kinds(&bot, &table[0])[1], "fallback");
    }

    fn of_two_who_miss_the_same_deadline_neither_wins(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let mut more = per_turn(600);
        more["absence"] = json!("forfeit");
        let path = game(&table, "el_grande", &more);
        until_all_have_a_choice(&path, &table);
        server.pass(600);
        server.look_at_clocks();
        let seen = table[0].get(&path).expect(200);
        assert_eq!((&seen["status"], &seen["outcome"]["reason"]), (&json!("finished"), &json!("abandoned")));
        let history = table[0].get(&format!("{path}/actions?limit=100&after={}", seen["revision"].as_i64().unwrap() - 3)).expect(200);
        let told: Vec<(&Value, &Value)> = history["items"].as_array().unwrap().iter().map(|item| (&item["kind"], &item["reason"])).collect();
        assert_eq!(told, [(&json!("resignation"), &json!("clock")), (&json!("resignation"), &json!("clock")), (&json!("end"), &json!("abandoned"))]);
    }

    fn a_decision_that_is_none_is_no_absence(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 5);
        for absence in ["forfeit", "bot", "fallback"] {
            let mut more = per_turn(600);
            more["absence"] = json!(absence);
            more["takeover_after"] = json!(1);
            let path = game(&table, "el_grande", &more);
            let mut dice = 13;
            // The last of five players to take one of five cards has no choice.
            let forced = loop {
                let seat = awaited(&path, &table);
                let legal = table[seat].get(&format!("{path}/legal-actions")).expect(200);
                if legal["complete"] == true && legal["actions"].as_array().unwrap().len() == 1 {
                    break seat;
                }
                act(&path, &table[seat], &mut dice);
            };
            let before = table[0].get(&path).expect(200)["revision"].as_i64().unwrap();
            server.go_on(600);
            let seen = table[0].get(&path).expect(200);
            assert_eq!(seen["seats"][forced]["presence"], "present", "{absence}");
            assert_eq!(seen["revision"], json!(before + 1));
        }
    }

    fn a_substitute_of_the_absence_policy_plays_until_the_player_is_back(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let mut more = per_turn(60);
        more["absence"] = json!("bot");
        let path = game(&table, "castellers", &more);
        let gone = awaited(&path, &table);
        server.go_on(60);
        let seen = recruit(&path, &table[1 - gone]);
        assert_eq!((&seen["seats"][gone]["presence"], &seen["awaiting"]), (&json!("absent"), &json!([1 - gone])));
        table[gone].post(&format!("{path}/return"), &json!({})).expect(200);
        recruit(&path, &table[1 - gone]);
        assert_eq!(awaited(&path, &table), gone);
    }

    fn to_come_back_without_having_been_away_changes_nothing(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let path = game(&table, "castellers", &per_turn(60));
        let gone = awaited(&path, &table);
        let mut missed = 0;
        while table[0].get(&path).expect(200)["seats"][gone]["presence"] == "present" {
            assert!(missed < 3, "coming back is no way to be waited for for ever");
            if awaited(&path, &table) == gone {
                let tag = table[gone].get(&path).header("etag");
                table[gone].post(&format!("{path}/return"), &json!({})).expect(200);
                assert_eq!(table[gone].get(&path).header("etag"), tag);
                server.go_on(60);
                missed += 1;
            } else {
                recruit(&path, &table[1 - gone]);
            }
        }
    }

    fn an_absent_player_does_not_agree_to_annul(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let mut more = per_turn(60);
        more["absence"] = json!("bot");
        let path = game(&table, "castellers", &more);
        let gone = awaited(&path, &table);
        table[gone].post(&format!("{path}/cancellation"), &json!({})).expect(200);
        server.go_on(60);
        let seen = table[1 - gone].post(&format!("{path}/cancellation"), &json!({})).expect(200);
        assert_eq!((&seen["status"], &seen["cancellation"]), (&json!("running"), &json!([1 - gone])));
    }

    fn who_agreed_to_annul_need_not_wait_for_one_who_leaves(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 3);
        let path = game(&table, "castellers", &json!({}));
        for player in &table[..2] {
            player.post(&format!("{path}/cancellation"), &json!({})).expect(200);
        }
        table[2].post(&format!("{path}/resignation"), &json!({})).expect(204);
        assert_eq!(table[0].get(&path).expect(200)["status"], "cancelled");
    }
}
