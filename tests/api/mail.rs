//! Mail: addresses that are confirmed, tokens for those who lost theirs, and word of turns, at a time that the tests set
//! and through a mail server on this machine.

use crate::client::{Answer, Client};
use crate::post_office::{Mail, PostOffice};
use crate::server::{Place, Server, StoodStill, on_both};
use crate::whole_games::{play_on, started};
use placa::model::Moment;
use serde_json::{Value, json};

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

fn start() -> Moment {
    "2027-03-01T09:00:00.000Z".parse().unwrap()
}

fn serve(place: &Place, office: &PostOffice) -> StoodStill {
    serve_at(place, office, start())
}

fn serve_at(place: &Place, office: &PostOffice, at: Moment) -> StoodStill {
    let smtp = format!("--smtp={}", office.url);
    StoodStill::with(place, at, &[&smtp, "--mail-from=Plaça <placa@placa.test>"])
}

/// What a link in a mail leads to, and what is asked there.
fn path(link: &str) -> &str {
    link.strip_prefix("http://placa.test").unwrap()
}

fn visit(server: &StoodStill, method: &str, link: &str) -> Answer {
    let body: &[u8] = match method {
        "POST" => b"List-Unsubscribe=One-Click",
        _ => b"",
    };
    let form = [("content-type", "application/x-www-form-urlencoded")];
    server.stranger().send(method, path(link), &form, body)
}

/// The page that a person sees who does it in a browser that likes these languages.
fn browse(server: &StoodStill, method: &str, link: &str, languages: &str) -> String {
    let headers = [
        ("content-type", "application/x-www-form-urlencoded"),
        ("accept", "text/html,*/*;q=0.8"),
        ("accept-language", languages),
    ];
    let stranger = server.stranger();
    let answer = stranger.send(method, path(link), &headers, b"");
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(
        answer.headers["vary"],
        "Accept, Accept-Language, Accept-Encoding"
    );
    answer.text
}

/// Gives a player an address that is confirmed.
fn confirmed(server: &StoodStill, office: &PostOffice, player: &Client, change: &Value) {
    player.patch("/v1/me", change).expect(200);
    server.send_mails();
    let link = office.one().word("http://placa.test/mail/");
    visit(server, "POST", &link).expect(200);
}

fn awaited(path: &str, reader: &Client) -> usize {
    let seat = &reader.get(path).expect(200)["awaiting"][0];
    seat.as_u64().unwrap() as usize
}

/// Plays on until it is somebody else's turn.
fn end_turn(server: &StoodStill, path: &str, table: &[Client]) {
    let before = awaited(path, &table[0]);
    while awaited(path, &table[0]) == before {
        server.pass(1);
        play_on(path, table, 1);
    }
}

fn recover(server: &StoodStill, email: &str) -> Answer {
    let body = json!({"email": email}).to_string();
    let headers = [
        ("content-type", "application/json"),
        ("x-request-id", "same"),
    ];
    server
        .stranger()
        .send("POST", "/v1/recovery", &headers, body.as_bytes())
}

fn redeem(server: &StoodStill, token: &str) -> Answer {
    server
        .stranger()
        .post("/v1/recovery/token", &json!({"token": token}))
}

/// Two at a table of whom each gets mail.
fn table(server: &StoodStill, office: &PostOffice, turns: &str) -> Vec<Client> {
    let players = ["Anna", "Biel"].map(|name| server.stranger().register(name));
    for (player, email) in players.iter().zip(["anna@example.org", "biel@example.org"]) {
        confirmed(
            server,
            office,
            player,
            &json!({"email": email, "turn_mail": turns}),
        );
    }
    players.into()
}

/// Where people find a game.
fn page_of(path: &str) -> String {
    path.replace("/v1/", "http://placa.test/#/")
}

fn email_of(seat: usize) -> &'static str {
    ["anna@example.org", "biel@example.org"][seat]
}

fn is_about_turns(mail: &Mail) -> bool {
    mail.headers.contains_key("list-unsubscribe")
}

on_both! {
    fn an_address_counts_once_its_owner_has_confirmed_it(place: &Place) {
        let office = PostOffice::open();
        let server = serve(place, &office);
        let anna = server.stranger().register("Anna");
        let me = anna.get("/v1/me").expect(200);
        assert_eq!((&me["email"], &me["pending_email"], &me["turn_mail"]), (&Value::Null, &Value::Null, &json!("off")));
        let me = anna.patch("/v1/me", &json!({"email": "Anna@Example.org"})).expect(200);
        assert_eq!((&me["email"], &me["pending_email"]), (&Value::Null, &json!("Anna@Example.org")));
        server.send_mails();
        let mail = office.one();
        assert_eq!(mail.to, "Anna@Example.org");
        assert!(!mail.text.contains(&anna.name), "a stranger may have chosen the name");
        assert!(mail.headers["from"].ends_with("<placa@placa.test>"), "{mail:?}");
        assert_eq!(mail.headers["auto-submitted"], "auto-generated");
        let link = mail.word("http://placa.test/mail/");
        // Programs that look after mail open links.
        assert!(visit(&server, "GET", &link).text.contains("<button>Confirm</button>"));
        for (languages, asked, says) in [
            ("ca-ES,ca;q=0.9,en;q=0.8", "", ["<html lang=\"ca\">", "<h1>Confirma la teva adreça</h1>", "<button>Confirma</button>"]),
            ("ca", "?lang=es", ["<html lang=\"es\">", "<h1>Confirma tu dirección</h1>", "<button>Confirmar</button>"]),
            ("de", "", ["<html lang=\"en\">", "<h1>Confirm your address</h1>", "<button>Confirm</button>"]),
        ] {
            let page = browse(&server, "GET", &format!("{link}{asked}"), languages);
            assert!(says.iter().all(|text| page.contains(text)), "{page}");
        }
        assert_eq!(anna.get("/v1/me").expect(200)["email"], Value::Null);
        let page = browse(&server, "POST", &link, "ca");
        assert!(page.contains("<h1>La teva adreça està confirmada</h1>"), "{page}");
        let me = anna.get("/v1/me").expect(200);
        assert_eq!((&me["email"], &me["pending_email"]), (&json!("Anna@Example.org"), &Value::Null));
        visit(&server, "POST", &link).refused(404, "not_found");
        for (languages, says) in [("", "This link is good no longer"), ("ca", "Aquest enllaç ja no val"), ("es", "Este enlace ya no vale")] {
            assert!(browse(&server, "POST", &link, languages).contains(&format!("<h1>{says}</h1>")));
        }
        visit(&server, "GET", &link.replace("plv_", "xyz_")).refused(404, "not_found");
        assert!(browse(&server, "GET", &link.replace("plv_", "xyz_"), "es").contains("Este enlace ya no vale"));
        // Until another one is confirmed the first one stays.
        anna.patch("/v1/me", &json!({"email": "other@example.org"})).expect(200);
        assert_eq!(anna.get("/v1/me").expect(200)["email"], "Anna@Example.org");
        server.send_mails();
        let late = office.one().word("http://placa.test/mail/");
        server.pass(DAY);
        visit(&server, "POST", &late).refused(404, "not_found");
        let me = anna.patch("/v1/me", &json!({"email": ""})).expect(200);
        assert_eq!((&me["email"], &me["pending_email"]), (&Value::Null, &Value::Null));
    }

    fn an_address_is_its_owners_alone(place: &Place) {
        let office = PostOffice::open();
        let server = serve(place, &office);
        let anna = server.stranger().register("Anna");
        confirmed(&server, &office, &anna, &json!({"email": "anna@example.org"}));
        let made = anna.post("/v1/me/tokens", &json!({"label": "a bot", "scopes": ["read", "play"]})).expect(201);
        let bot = anna.with_token(made["token"].as_str().unwrap());
        assert_eq!(bot.get("/v1/me").expect(200)["email"], Value::Null);
        let profile = format!("/v1/players/{}", anna.id);
        for answer in [server.stranger().get(&profile), bot.get("/v1/me"), anna.get(&profile)] {
            assert!(!answer.text.contains("example.org"), "{}", answer.text);
        }
        // Somebody else may have the same one.
        let biel = server.stranger().register("Biel");
        confirmed(&server, &office, &biel, &json!({"email": "ANNA@example.org"}));
        anna.delete("/v1/me").expect(204);
        recover(&server, "anna@example.org").expect(202);
        server.send_mails();
        let mail = office.one();
        assert!(mail.text.contains(&biel.name) && !mail.text.contains(&anna.name), "{mail:?}");
    }

    fn what_is_no_address_is_refused_and_changes_nothing(place: &Place) {
        let office = PostOffice::open();
        let server = serve(place, &office);
        let anna = server.stranger().register("Anna");
        for email in ["anna", "anna@example.org\r\nBcc: biel@example.org", "Anna <anna@example.org>", "a@b,c@d"] {
            let change = json!({"name": "Changed", "email": email});
            assert_eq!(anna.patch("/v1/me", &change).refused(422, "invalid_body")["pointer"], "/email");
            recover(&server, email).refused(422, "invalid_body");
        }
        let biel = server.stranger().register("Biel");
        anna.patch("/v1/me", &json!({"name": biel.name, "email": "anna@example.org"})).refused(409, "name_taken");
        let me = anna.get("/v1/me").expect(200);
        assert_eq!((&me["name"], &me["pending_email"]), (&json!(anna.name), &Value::Null));
        server.send_mails();
        assert!(office.came().is_empty());
        for n in 0..5 {
            anna.patch("/v1/me", &json!({"email": format!("anna{n}@example.org")})).expect(200);
        }
        anna.patch("/v1/me", &json!({"email": "one@more.example.org"})).refused(429, "too_many_mails");
        server.send_mails();
        assert_eq!(office.one().to, "anna4@example.org", "only what is still wanted is sent");
    }

    fn who_lost_all_tokens_gets_a_new_one_by_mail_once(place: &Place) {
        let office = PostOffice::open();
        let server = serve(place, &office);
        let anna = server.stranger().register("Anna");
        confirmed(&server, &office, &anna, &json!({"email": "anna@example.org"}));
        let known = recover(&server, "Anna@example.org");
        let unknown = recover(&server, "nobody@example.org");
        known.expect(202);
        let told = |answer: &Answer| {
            let mut headers = answer.headers.clone();
            headers.remove("date");
            (answer.status, answer.text.clone(), headers)
        };
        assert_eq!(told(&known), told(&unknown));
        server.send_mails();
        let mail = office.one();
        assert_eq!(mail.to, "anna@example.org");
        let token = mail.word("plr_");
        server.stranger().with_token(&token).get("/v1/me").refused(401, "invalid_token");
        let made = redeem(&server, &token).expect(201);
        let back = anna.with_token(made["token"].as_str().unwrap());
        assert_eq!(back.get("/v1/me").expect(200)["scopes"], json!(["read", "play", "manage"]));
        redeem(&server, &token).refused(404, "not_found");
        redeem(&server, "plr_0").refused(404, "not_found");
        // Not more than three in an hour, whoever asks; and each is good for an hour.
        for _ in 0..4 {
            recover(&server, "anna@example.org").expect(202);
        }
        server.send_mails();
        let came = office.came();
        assert_eq!(came.len(), 2);
        server.pass(HOUR);
        redeem(&server, &came[1].word("plr_")).refused(404, "not_found");
    }

    fn a_full_account_gets_back_in_too(place: &Place) {
        let office = PostOffice::open();
        let server = serve(place, &office);
        let anna = server.stranger().register("Anna");
        confirmed(&server, &office, &anna, &json!({"email": "anna@example.org"}));
        for _ in 0..49 {
            server.pass(1);
            anna.post("/v1/me/tokens", &json!({"label": "a bot", "scopes": ["read"]})).expect(201);
        }
        recover(&server, "anna@example.org").expect(202);
        server.send_mails();
        let made = redeem(&server, &office.one().word("plr_")).expect(201);
        let back = anna.with_token(made["token"].as_str().unwrap());
        assert_eq!(back.get("/v1/me/tokens").expect(200)["items"].as_array().unwrap().len(), 50);
    }

    fn a_turn_is_told_once_to_whom_the_game_waits_for(place: &Place) {
        let office = PostOffice::open();
        let server = serve(place, &office);
        let table = table(&server, &office, "at_once");
        let path = started("castellers", &table);
        server.send_mails();
        let first = awaited(&path, &table[0]);
        let mail = office.one();
        assert_eq!(mail.to, email_of(first));
        assert_eq!(mail.headers["subject"], "It is your turn: Castellers");
        assert_eq!(mail.headers["list-unsubscribe-post"], "List-Unsubscribe=One-Click");
        assert!(mail.text.contains(&page_of(&path)), "{mail:?}");
        assert!(mail.text.contains(&table[first].name));
        server.send_mails();
        assert!(office.came().is_empty(), "nobody is told twice");
        end_turn(&server, &path, &table);
        server.send_mails();
        let came = office.came();
        assert_eq!(came.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), [email_of(1 - first)], "whoever goes on acting is not told");
        // A turn that is over before the mail is sent is not told.
        end_turn(&server, &path, &table);
        server.plan_webhooks();
        end_turn(&server, &path, &table);
        server.send_mails();
        assert_eq!(office.one().to, email_of(1 - first));
    }

    fn whoever_has_a_mail_can_end_them_without_logging_in(place: &Place) {
        let office = PostOffice::open();
        let server = serve(place, &office);
        let table = table(&server, &office, "at_once");
        let path = started("castellers", &table);
        server.send_mails();
        let mail = office.one();
        let link = mail.headers["list-unsubscribe"].trim_matches(['<', '>']).to_owned();
        assert!(mail.text.contains(&link));
        assert!(visit(&server, "GET", &link).text.contains("<button>Unsubscribe</button>"));
        assert!(browse(&server, "GET", &link, "ca").contains("<button>Dona'm de baixa</button>"));
        let first = awaited(&path, &table[0]);
        assert_eq!(table[first].get("/v1/me").expect(200)["turn_mail"], "at_once");
        for _ in 0..2 {
            visit(&server, "POST", &link).expect(200);
        }
        assert!(browse(&server, "POST", &link, "es").contains("Ya no recibirás más correos sobre turnos"));
        assert_eq!(table[first].get("/v1/me").expect(200)["turn_mail"], "off");
        assert_eq!(table[1 - first].get("/v1/me").expect(200)["turn_mail"], "at_once");
        end_turn(&server, &path, &table);
        end_turn(&server, &path, &table);
        server.send_mails();
        assert!(office.came().iter().all(|mail| mail.to != email_of(first)));
        visit(&server, "POST", &link.replace("plu_", "plv_")).refused(404, "not_found");
    }

    fn a_daily_mail_tells_of_all_that_still_waits(place: &Place) {
        let office = PostOffice::open();
        let server = serve(place, &office);
        let table = table(&server, &office, "daily");
        let paths: Vec<String> = (0..3).map(|_| started("castellers", &table)).collect();
        server.send_mails();
        assert!(office.came().is_empty(), "it is not six o'clock");
        let over = awaited(&paths[0], &table[0]);
        end_turn(&server, &paths[0], &table);
        server.send_mails();
        server.pass(21 * HOUR);
        server.send_mails();
        let came = office.came();
        assert!(came.iter().all(is_about_turns));
        let mail_to = |seat: usize| came.iter().filter(move |mail| mail.to == email_of(seat)).collect::<Vec<_>>();
        for seat in [0, 1] {
            let waits = paths.iter().filter(|path| awaited(path, &table[0]) == seat);
            let waits: Vec<&String> = waits.collect();
            let mails = mail_to(seat);
            assert_eq!(mails.len(), usize::from(!waits.is_empty()), "one mail for all");
            for path in waits {
                assert!(mails[0].text.contains(&page_of(path)), "{mails:?}");
            }
        }
        assert!(mail_to(over).iter().all(|mail| !mail.text.contains(&page_of(&paths[0]))), "what is over is not told");
        server.pass(DAY);
        server.send_mails();
        assert!(office.came().is_empty(), "and nothing is told twice");
    }

    fn what_the_mail_server_can_not_take_now_comes_again_and_what_it_refuses_does_not(place: &Place) {
        let office = PostOffice::open();
        let server = serve(place, &office);
        let anna = server.stranger().register("Anna");
        office.answer("451 Not now");
        anna.patch("/v1/me", &json!({"email": "anna@example.org"})).expect(200);
        server.send_mails();
        let first = office.one();
        server.send_mails();
        assert!(office.came().is_empty());
        office.answer("250 Taken");
        server.pass(2 * MINUTE);
        server.send_mails();
        let again = office.one();
        assert_eq!(first.headers["message-id"], again.headers["message-id"]);
        visit(&server, "POST", &first.word("http://placa.test/mail/")).expect(200);
        office.answer("550 No such user");
        anna.patch("/v1/me", &json!({"email": "nobody@example.org"})).expect(200);
        server.send_mails();
        office.one();
        server.pass(DAY / 2);
        server.send_mails();
        assert!(office.came().is_empty());
    }

    fn what_a_server_that_ended_had_begun_to_send_another_one_sends(place: &Place) {
        let office = PostOffice::open();
        let server = serve(place, &office);
        let table = table(&server, &office, "at_once");
        let path = started("castellers", &table);
        let first = awaited(&path, &table[0]);
        server.plan_webhooks();
        assert_eq!(server.begin_to_send_mails(), 1);
        drop(server);
        let server = serve_at(place, &office, start());
        server.send_mails();
        assert!(office.came().is_empty(), "it may be on its way still");
        server.pass(5 * MINUTE);
        server.send_mails();
        assert_eq!(office.one().to, email_of(first));
    }

    fn a_service_without_a_mail_server_says_so(place: &Place) {
        let server = StoodStill::at(place, start());
        let anna = server.stranger().register("Anna");
        for change in [json!({"email": "anna@example.org"}), json!({"turn_mail": "daily"})] {
            anna.patch("/v1/me", &change).refused(409, "mail_off");
        }
        recover(&server, "anna@example.org").refused(409, "mail_off");
        anna.patch("/v1/me", &json!({"email": "", "turn_mail": "off"})).expect(200);
        server.send_mails();
    }

    fn the_program_sends_mails_by_itself(place: &Place) {
        let office = PostOffice::open();
        let smtp = [("PLACA_SMTP_URL", office.url.as_str()), ("PLACA_MAIL_FROM", "placa@placa.test")];
        let server = Server::start_with(place, &smtp);
        let anna = server.stranger().register("Anna");
        anna.patch("/v1/me", &json!({"email": "anna@example.org"})).expect(200);
        let came = loop {
            match office.came().pop() {
                Some(mail) => break mail,
                None => std::thread::yield_now(),
            }
        };
        assert_eq!(came.to, "anna@example.org");
    }
}
