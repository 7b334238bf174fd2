//! The picture of a game over HTTP.

use crate::client::Client;
use crate::server::{Server, on_both};
use crate::whole_games::{play_on, started};
use serde_json::json;

/// How often something is part of a picture.
fn parts(svg: &str, part: &str) -> usize {
    svg.matches(&format!("data-part=\"{part}\"")).count()
}

fn table(server: &Server, names: &[&str]) -> Vec<Client> {
    let stranger = server.stranger();
    names.iter().map(|name| stranger.register(name)).collect()
}

on_both! {
    fn a_public_game_is_drawn_for_everybody_before_and_after_its_start(place: &Place) {
        let server = Server::start(place);
        let table = table(&server, &["Anna <b>", "Biel"]);
        for game in ["castellers", "castell", "el_grande"] {
            let offer = json!({"game": game, "seats": 2, "title": "</title><script>"});
            let offered = table[0].post("/v1/games", &offer).expect(201);
            let path = format!("/v1/games/{}", offered["id"].as_str().unwrap());
            let before = server.stranger().get(&format!("{path}/board.svg"));
            assert_eq!(before.status, 200);
            assert_eq!(before.header("content-type"), "image/svg+xml");
            assert_eq!(before.header("content-security-policy"), "default-src 'none'; style-src 'unsafe-inline'");
            assert!(before.text.contains("Anna &lt;b&gt;") && before.text.contains(">free</text>"), "{}", before.text);
            assert!(!before.text.contains("<script") && !before.text.contains("<b>"));
            table[1].post(&format!("{path}/seats"), &json!({})).expect(201);
            let after = server.stranger().get(&format!("{path}/board.svg"));
            assert_eq!((parts(&after.text, "seat:0"), parts(&after.text, "seat:1")), (1, 1));
            assert!(!after.text.contains(">free</text>"));
            let start = server.stranger().get(&format!("{path}/board.svg?revision=0"));
            assert!(start.text.contains("data-revision=\"0\""));
        }
    }

    fn a_picture_shows_what_its_viewer_may_see_and_no_more(place: &Place) {
        let server = Server::start(place);
        let table = table(&server, &["Anna", "Biel"]);
        let path = started("el_grande", &table);
        let board = format!("{path}/board.svg");
        for (seat, player) in table.iter().enumerate() {
            let own = player.get(&board).text;
            assert_eq!(parts(&own, "power:13"), 1);
            assert!(own.contains(&format!("data-part=\"power:13\" data-seat=\"{seat}\"")));
        }
        assert_eq!(parts(&server.stranger().get(&board).text, "power:13"), 0);
    }

    fn a_picture_has_a_tag_of_its_own_and_shows_past_revisions(place: &Place) {
        let server = Server::start(place);
        let table = table(&server, &["Anna", "Biel"]);
        let path = started("castellers", &table);
        let board = format!("{path}/board.svg");
        let first = server.stranger().get(&board);
        let tag = first.header("etag");
        let again = server.stranger().get_with(&board, &[("if-none-match", &tag)]);
        assert_eq!((again.status, again.text.as_str()), (304, ""));
        assert_eq!(again.header("vary"), "Authorization, Accept-Encoding");
        let dark = server.stranger().get(&format!("{board}?theme=dark"));
        assert_ne!(dark.header("etag"), tag);
        assert!(!dark.text.contains("<style"));
        play_on(&path, &table, 3);
        let now = server.stranger().get_with(&board, &[("if-none-match", &tag)]);
        assert_eq!(now.status, 200);
        assert_ne!(now.text, first.text);
        let then = server.stranger().get(&format!("{board}?revision=1"));
        assert_eq!(then.text, first.text);
    }

    fn a_picture_speaks_the_language_that_is_asked_for(place: &Place) {
        let server = Server::start(place);
        let table = table(&server, &["Anna", "Biel"]);
        let board = format!("{}/board.svg", started("el_grande", &table));
        let english = server.stranger().get(&board);
        assert!(english.text.contains("lang=\"en\"") && english.text.contains(">Basque Country</text>"));
        assert_eq!(server.stranger().get(&format!("{board}?lang=en")).text, english.text);
        for (lang, region) in [("ca", "País Basc"), ("es", "País Vasco")] {
            let spoken = server.stranger().get(&format!("{board}?lang={lang}"));
            assert!(spoken.text.contains(&format!("lang=\"{lang}\"")), "{}", spoken.text);
            assert!(spoken.text.contains(&format!(">{region}</text>")), "{}", spoken.text);
            assert_ne!(spoken.header("etag"), english.header("etag"));
        }
    }

    fn what_can_t_be_drawn_is_refused_as_everywhere(place: &Place) {
        let server = Server::start(place);
        let table = table(&server, &["Anna", "Biel"]);
        let board = format!("{}/board.svg", started("castellers", &table));
        let anna = &table[0];
        anna.get(&format!("{board}?revision=99")).refused(404, "not_found");
        for query in ["theme=pink", "lang=fr", "revision=-1x", "colour=red"] {
            let answer = anna.get(&format!("{board}?{query}"));
            answer.refused(422, "invalid_query");
        }
        anna.get(&format!("/v1/games/{}/board.svg", uuid::Uuid::now_v7())).refused(404, "not_found");
    }
}
