//! Holidays stop the clocks of those who are away.

use super::*;

on_both! {
    fn a_holiday_stops_the_clock_and_ending_it_lets_it_go_on(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let path = game(&table, "castellers", &per_turn(3_600));
        let seat = awaited(&path, &table);
        let holiday = json!({"from": after(1_800), "until": after(1_800 + 5 * DAY)});
        let holidays = table[seat].post("/v1/me/holidays", &holiday).expect(201);
        assert_eq!(holidays["left_seconds"], json!(25 * DAY));
        assert_eq!(holidays["holiday"], holiday);
        assert_eq!(table[0].get(&path).expect(200)["deadline"], json!(after(3_600 + 5 * DAY)));
        server.pass(1_800 + 2 * DAY);
        server.look_at_clocks();
        assert_eq!(table[0].get(&path).expect(200)["revision"], 1);
        table[seat].delete("/v1/me/holidays").expect(204);
        table[seat].delete("/v1/me/holidays").expect(204);
        assert_eq!(table[0].get(&path).expect(200)["deadline"], json!(after(3_600 + 2 * DAY)));
        assert_eq!(table[seat].get("/v1/me/holidays").expect(200)["left_seconds"], json!(28 * DAY));
        server.go_on(1_800);
        let seen = table[0].get(&path).expect(200);
        assert_eq!((&seen["revision"], &seen["awaiting"]), (&json!(2), &json!([1 - seat])));
    }

    fn a_holiday_is_no_longer_than_the_budget_and_no_game_stands_still_longer_than_it_allows(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let clock = json!({"kind": "per_turn", "seconds": 3_600, "holiday_days": 2});
        let path = game(&table, "castellers", &json!({"clock": clock}));
        let seat = awaited(&path, &table);
        let ask = |body: Value| table[seat].post("/v1/me/holidays", &body);
        let tag = table[seat].get("/v1/me/holidays").header("etag");
        ask(json!({"until": after(30 * DAY + 1)})).refused(409, "no_holiday");
        ask(json!({"until": after(0)})).refused(422, "invalid_body");
        ask(json!({"until": after(3_599)})).refused(422, "invalid_body");
        ask(json!({"until": "9999-01-01T00:00:00Z"})).refused(422, "invalid_body");
        ask(json!({"from": "2027-02-01T00:00:00Z", "until": after(DAY)})).refused(422, "invalid_body");
        ask(json!({"from": "2029-02-01T00:00:00Z", "until": "2029-02-02T00:00:00Z"})).refused(422, "invalid_body");
        ask(json!({"until": "whenever"})).refused(422, "invalid_body");
        ask(json!({"until": after(DAY), "why": "sun"})).refused(422, "invalid_body");
        assert_eq!(table[seat].get("/v1/me/holidays").header("etag"), tag);
        ask(json!({"until": after(30 * DAY)})).expect(201);
        ask(json!({"until": after(DAY)})).refused(409, "no_holiday");
        assert_eq!(table[0].get(&path).expect(200)["deadline"], json!(after(3_600 + 2 * DAY)));
        server.pass(3_600 + 2 * DAY);
        server.look_at_clocks();
        assert_eq!(table[0].get(&path).expect(200)["revision"], 2);
    }

    fn a_game_that_starts_during_a_holiday_knows_of_it(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        for player in &table {
            player.post("/v1/me/holidays", &json!({"until": after(5 * DAY)})).expect(201);
        }
        server.pass(DAY);
        let path = game(&table, "castellers", &per_turn(3_600));
        assert_eq!(table[0].get(&path).expect(200)["deadline"], json!(after(5 * DAY + 3_600)));
    }

    fn of_two_holidays_planned_at_once_there_is_one(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        let planned: Vec<u16> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|n| {
                let anna = anna.clone();
                let holiday = json!({"from": after(60 + n), "until": after(20 * DAY)});
                scope.spawn(move || anna.post("/v1/me/holidays", &holiday).status)
            }).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(planned.iter().filter(|status| **status == 201).count(), 1, "{planned:?}");
        assert!(planned.iter().all(|status| [201, 409].contains(status)), "{planned:?}");
        assert!(anna.get("/v1/me/holidays").expect(200)["left_seconds"].as_u64().unwrap() >= 10 * DAY);
    }

    fn a_holiday_that_ends_early_is_known_to_every_game_at_once(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let paths: Vec<String> = (0..6).map(|_| game(&table, "castellers", &per_turn(3_600))).collect();
        table[0].post("/v1/me/holidays", &json!({"until": after(10 * DAY)})).expect(201);
        std::thread::scope(|scope| {
            scope.spawn(|| table[0].delete("/v1/me/holidays").expect(204));
            for path in &paths {
                let biel = &table[1];
                scope.spawn(move || biel.post(&format!("{path}/cancellation"), &json!({})).expect(200));
            }
        });
        for path in &paths {
            assert_eq!(table[0].get(path).expect(200)["deadline"], json!(after(3_600)));
        }
    }

    fn who_is_on_holiday_is_not_late_together_with_others(place: &Place) {
        let server = StoodStill::at(place, start());
        let table = players(&server.stranger(), 2);
        let mut more = per_turn(600);
        more["absence"] = json!("forfeit");
        let path = game(&table, "el_grande", &more);
        until_all_have_a_choice(&path, &table);
        table[0].post("/v1/me/holidays", &json!({"from": after(300), "until": after(DAY)})).expect(201);
        server.pass(600);
        server.look_at_clocks();
        let seen = table[0].get(&path).expect(200);
        assert_eq!((&seen["status"], &seen["outcome"]["reason"]), (&json!("finished"), &json!("resignation")));
        assert_eq!(seen["outcome"]["places"][0]["place"], 1);
    }

    fn the_same_key_at_once_plans_one_holiday(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        let holiday = json!({"until": after(DAY)});
        for round in 0..6 {
            let key = format!("holiday-{round}");
            let planned: Vec<u16> = std::thread::scope(|scope| {
                let plan = || anna.post_with("/v1/me/holidays", &[("idempotency-key", &key)], &holiday).status;
                let threads: Vec<_> = (0..6).map(|_| scope.spawn(plan)).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert_eq!(planned, [201; 6]);
            anna.delete("/v1/me/holidays").expect(204);
        }
    }
}
