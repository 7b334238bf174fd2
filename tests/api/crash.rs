//! What was answered is there after a crash.

use crate::client::Client;
use crate::server::{Server, on_both};
use crate::whole_games::{history_is_gapless, play_on, started};

on_both! {
    fn every_game_goes_on_after_a_kill_where_it_stood(place: &Place) {
        let server = Server::start(place);
        let players: Vec<Client> = ["Anna", "Biel"].iter().map(|name| server.stranger().register(name)).collect();
        let catalogue = players[0].get("/v1/catalogue").expect(200);
        let slugs: Vec<String> = catalogue["items"].as_array().unwrap().iter()
            .map(|entry| entry["game"].as_str().unwrap().to_owned()).collect();
        let mut games: Vec<String> = slugs.iter().map(|slug| started(slug, &players)).collect();
        let before: Vec<_> = games.iter().map(|path| play_on(path, &players, 25)).collect();
        server.kill();

        let server = Server::start(place);
        let players: Vec<Client> = players.iter().map(|player| player.at(&server.base)).collect();
        for (path, before) in games.drain(..).zip(before) {
            assert_eq!(players[0].get(&path).expect(200), before);
            let end = play_on(&path, &players, u64::MAX);
            assert_eq!(end["status"], "finished");
            history_is_gapless(&path, &players[1], end["revision"].as_i64().unwrap());
        }
    }

    fn asked_to_end_the_program_ends_well(place: &Place) {
        let server = Server::start(place);
        server.stranger().get("/healthz").expect(200);
        assert!(server.stop());
    }
}
