//! Pictures of the table, at every turn of random games: well-formed, harmless, and with a part for everything that the
//! actions on offer name.

use placa_engine::chance::Seed;
use placa_engine::law::{Dice, even_kinds};
use placa_engine::picture::{Language, Sitter, Table, Theme, empty_table};
use placa_engine::{Chance, Game, Position, Seat, Turn, Watcher, games};
use roxmltree::{Document, Node};
use serde_json::Value;
use std::collections::BTreeSet;

const THEMES: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Auto];

/// Names that try to get out of the text, to turn it round, or to fill the picture.
const NAMES: [&str; 5] = [
    "</text><script>alert(1)</script>",
    "\"' onload='x' & <b>&lt;",
    "\u{202e}שלום\u{7}\u{0}\u{fffe}",
    "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
];

/// Elements that draw or tell, and can do nothing else.
const HARMLESS: [&str; 12] = [
    "svg", "title", "desc", "style", "g", "rect", "circle", "polygon", "polyline", "path", "text",
    "tspan",
];

/// One game, played at random.
struct Round {
    game: &'static dyn Game,
    seats: u8,
    options: Value,
}

/// Every game at every number of seats, and options that show more or less than usual.
fn rounds() -> Vec<Round> {
    let usual = games::on_offer().flat_map(|game| {
        let seats = game.meta().seats.clone();
        seats.map(move |seats| Round {
            game,
            seats,
            options: serde_json::json!({}),
        })
    });
    let more = [
        (
            "el_grande",
            5,
            r#"{"castillo_view": "open", "power_history": "full", "movement_to_castillo": true}"#,
        ),
        (
            "el_grande",
            3,
            r#"{"castillo_view": "own", "short_game": true}"#,
        ),
        ("castell", 4, r#"{"wheel": "no_regions"}"#),
    ];
    let more = more.map(|(slug, seats, options)| Round {
        game: games::offered(slug).unwrap(),
        seats,
        options: serde_json::from_str(options).unwrap(),
    });
    usual.chain(more).collect()
}

fn table(game: &dyn Game, seats: u8, watcher: Watcher, turn: &Turn) -> Table {
    let colours = game.meta().colours.iter();
    let sitter = |(name, colour): (&&str, &&str)| Sitter {
        name: Some((*name).to_owned()),
        colour: Some((*colour).to_owned()),
    };
    Table {
        language: Language::English,
        game: game.meta().title.to_owned(),
        title: Some("<svg/onload=alert(1)> & \"co\"".to_owned()),
        revision: 1,
        notice: None,
        sitters: NAMES
            .iter()
            .zip(colours)
            .map(sitter)
            .take(seats.into())
            .collect(),
        you: watcher.seat(),
        awaiting: turn.seats().to_vec(),
        outcome: match turn {
            Turn::Over(outcome) => Some(outcome.clone()),
            Turn::Waiting(_) => None,
        },
    }
}

/// Plays a game to its end and calls back at every position.
fn play(round: &Round, number: u64, mut look: impl FnMut(&Position, &Turn, &mut Dice)) {
    let game = round.game;
    let mut dice = Dice::new(game.meta().ruleset, number);
    let seed = Seed(std::array::from_fn(|_| dice.below(256) as u8));
    let options = game.options(Some(&round.options)).unwrap();
    let mut step = game
        .setup(options.get(), round.seats, Chance::dealt(seed, 0))
        .unwrap();
    let mut drawn = step.outcomes.len() as u64;
    loop {
        look(&step.position, &step.turn, &mut dice);
        let Turn::Waiting(waiting) = &step.turn else {
            return;
        };
        let seat = waiting.seats[dice.below(waiting.seats.len())];
        let candidates = candidates(game, &step.position, seat);
        let chosen = &candidates[even_kinds(&candidates, &mut dice)];
        let action = game.read(chosen).unwrap();
        let chance = Chance::dealt(seed, drawn);
        step = game
            .play(&step.position, seat, &action, chance)
            .unwrap()
            .unwrap();
        drawn += step.outcomes.len() as u64;
    }
}

fn candidates(game: &dyn Game, position: &Position, seat: Seat) -> Vec<Value> {
    let candidates = game.candidates(position, seat).1;
    candidates
        .iter()
        .map(|text| serde_json::from_str(text.get()).unwrap())
        .collect()
}

#[test]
fn every_picture_is_well_formed_and_harmless() {
    let mut pictures = 0;
    for (number, round) in (0..).zip(rounds()) {
        play(&round, number, |position, turn, dice| {
            let watchers: Vec<Watcher> = Watcher::all(round.seats).collect();
            let watcher = watchers[dice.below(watchers.len())];
            let theme = THEMES[dice.below(THEMES.len())];
            let table = table(round.game, round.seats, watcher, turn);
            let svg = round.game.picture(position, watcher, &table, theme);
            check_harmless(&svg, theme);
            pictures += 1;
        });
    }
    assert!(pictures > 500, "only {pictures} pictures were looked at");
}

/// Words that English shares with another language, and no others: names, what castells and Caballeros are called everywhere,
/// and some that happen to be written alike.
const SHARED: [&str; 24] = [
    "Barcelona",
    "Base",
    "Castell",
    "Castellers",
    "Castillo",
    "Galicia",
    "Girona",
    "Granada",
    "Grande",
    "Lleida",
    "Tarragona",
    "Valencia",
    "Valls",
    "Veto",
    "Vilafranca",
    "Vilanova",
    "bases",
    "castell",
    "casteller",
    "castellers",
    "castells",
    "general",
    "regions",
    "secret",
];

#[test]
fn a_picture_says_everything_in_its_language_and_is_the_same_otherwise() {
    let mut shared = BTreeSet::new();
    for (number, round) in (200..).zip(rounds()) {
        play(&round, number, |position, turn, dice| {
            if !dice.one_in(8) {
                return;
            }
            let watcher = Watcher::Seat(*turn.seats().first().unwrap_or(&Seat(0)));
            let drawn = Language::ALL.map(|language| {
                let table = plain_table(&round, watcher, turn, language);
                round.game.picture(position, watcher, &table, Theme::Light)
            });
            let [english, others @ ..] = drawn.each_ref().map(|svg| Document::parse(svg).unwrap());
            for (document, language) in others.iter().zip(["ca", "es"]) {
                let root = document.root_element();
                assert_eq!(root.attribute("lang"), Some(language));
                assert_eq!(parts(document), parts(&english));
                for (said, was) in said(document).zip(said(&english)) {
                    shared.extend(
                        words(said)
                            .intersection(&words(was))
                            .copied()
                            .map(str::to_owned),
                    );
                }
            }
        });
    }
    let shared: BTreeSet<&str> = shared.iter().map(String::as_str).collect();
    assert_eq!(shared, BTreeSet::from(SHARED));
}

/// The table with names that are no words.
fn plain_table(round: &Round, watcher: Watcher, turn: &Turn, language: Language) -> Table {
    let mut table = table(round.game, round.seats, watcher, turn);
    for (sitter, name) in table.sitters.iter_mut().zip(["A", "B", "C", "D", "E"]) {
        sitter.name = Some(name.to_owned());
    }
    Table {
        language,
        title: None,
        ..table
    }
}

/// All that is written on a picture and said of it.
fn said<'d>(document: &'d Document) -> impl Iterator<Item = &'d str> {
    let spoken = |node: &Node| ["text", "title", "desc"].contains(&node.tag_name().name());
    let texts = document.descendants().filter(spoken);
    texts.filter_map(|node| node.text())
}

fn words(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_alphabetic());
    words.filter(|word| word.chars().count() > 2).collect()
}

#[test]
fn an_empty_table_shows_who_sits_there_and_which_seats_are_free() {
    for theme in THEMES {
        let game = games::offered("castellers").unwrap();
        let waiting = Turn::of(Seat(0));
        let mut table = table(game, 4, Watcher::Spectator, &waiting);
        table.sitters[1] = Sitter::default();
        table.notice = Some("Waiting for players");
        let svg = empty_table("castellers", &table, theme);
        check_harmless(&svg, theme);
        let document = Document::parse(&svg).unwrap();
        let texts: Vec<&str> = texts(&document).collect();
        assert_eq!(texts.iter().filter(|&&text| text == "free").count(), 1);
        assert!(texts.contains(&"Waiting for players"));
    }
}

fn texts<'d>(document: &'d Document) -> impl Iterator<Item = &'d str> {
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
    texts.filter_map(|node| node.text())
}

fn check_harmless(svg: &str, theme: Theme) {
    let document = Document::parse(svg).unwrap_or_else(|e| panic!("{e}: {svg}"));
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    let root = document.root_element();
    let first: Vec<&str> = root
        .children()
        .take(2)
        .map(|child| child.tag_name().name())
        .collect();
    assert_eq!(first, ["title", "desc"]);
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(HARMLESS.contains(&name), "<{name}>");
        assert!(
            name != "style" || theme == Theme::Auto,
            "a style sheet in a plain theme"
        );
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            let active = name.starts_with("on") || ["href", "id", "style", "src"].contains(&name);
            assert!(!active, "{name}={value}");
            assert!(
                !value.contains("url(") && !value.contains("script"),
                "{name}={value}"
            );
        }
        check_inside(&node, &root);
    }
    let turned = |char: char| ('\u{202a}'..='\u{202e}').contains(&char);
    assert!(!svg.contains(turned));
}

/// What is not within something that is scaled lies within the picture.
fn check_inside(node: &Node, root: &Node) {
    let scaled = node.ancestors().any(|node| node.has_attribute("transform"));
    if !node.has_tag_name(("http://www.w3.org/2000/svg", "rect")) || scaled {
        return;
    }
    let number = |name| node.attribute(name).unwrap().parse::<f32>().unwrap();
    let size = |name| root.attribute(name).unwrap().parse::<f32>().unwrap();
    let (right, bottom) = (
        number("x") + number("width"),
        number("y") + number("height"),
    );
    let inside = number("x") >= 0.0
        && number("y") >= 0.0
        && right <= size("width") + 0.1
        && bottom <= size("height") + 0.1;
    assert!(inside, "{node:?} lies outside");
}

#[test]
fn everything_that_an_action_on_offer_names_is_a_part_of_the_picture() {
    let mut kinds = BTreeSet::new();
    for (number, round) in (100..).zip(rounds()) {
        play(&round, number, |position, turn, dice| {
            if !dice.one_in(3) {
                return;
            }
            for &seat in turn.seats() {
                let watcher = Watcher::Seat(seat);
                let table = table(round.game, round.seats, watcher, turn);
                let svg = round.game.picture(position, watcher, &table, Theme::Light);
                let parts = parts(&Document::parse(&svg).unwrap());
                let view: Value =
                    serde_json::from_str(round.game.view(position, watcher).get()).unwrap();
                for action in candidates(round.game, position, seat) {
                    for named in named(round.game.meta().slug, &action, seat, &view) {
                        assert!(
                            parts.contains(&named),
                            "{action} names {named}, which is not there"
                        );
                        kinds.insert(named.split([':', ' ']).next().unwrap().to_owned());
                    }
                }
            }
        });
    }
    let expected = [
        "bag",
        "caballeros",
        "card",
        "casteller",
        "column",
        "court",
        "festival",
        "grande",
        "king",
        "new_castell",
        "new_column",
        "place",
        "power",
        "province",
        "region",
        "scoreboard",
        "seat",
        "slot",
        "step",
        "team",
        "tile",
        "tokens",
    ];
    let expected: BTreeSet<String> = expected.map(str::to_owned).into();
    assert_eq!(kinds, expected);
}

/// Every part, as its name, and again with each of the facts about it.
fn parts(document: &Document) -> BTreeSet<String> {
    let mut parts = BTreeSet::new();
    for node in document.descendants() {
        let Some(name) = node.attribute("data-part") else {
            continue;
        };
        let first: Vec<Node> = node.children().take(2).collect();
        assert_eq!(first[0].tag_name().name(), "title", "{name} has no title");
        assert!(!first[0].text().unwrap_or_default().is_empty());
        assert_eq!(
            first[1].attribute("class"),
            Some("hit"),
            "{name} has no area"
        );
        parts.insert(name.to_owned());
        for fact in ["data-seat", "data-region"] {
            if let Some(value) = node.attribute(fact) {
                parts.insert(format!("{name} {fact}={value}"));
            }
        }
    }
    parts
}

/// The parts that an action names.
fn named(slug: &str, action: &Value, seat: Seat, view: &Value) -> Vec<String> {
    let own = format!("data-seat={}", seat.0);
    match slug {
        "castellers" => of_castellers(action, &own),
        "castell" => {
            let pawn = view["players"][seat.index()]["pawn"]
                .as_str()
                .unwrap_or_default();
            of_castell(action, &own, &format!("data-region={pawn}"))
        }
        "el_grande" => of_el_grande(action, &own),
        other => panic!("nothing is known of {other}"),
    }
}

fn of_castellers(action: &Value, own: &str) -> Vec<String> {
    let casteller = |it: &Value| format!("casteller:{}-{}", word(&it["colour"]), it["number"]);
    let place = |it: &Value| match word(&it["type"]) {
        "new_castell" => "new_castell".to_owned(),
        "new_column" => format!("new_column:{} {own}", it["castell"]),
        _ => format!("column:{}-{} {own}", it["castell"], it["column"]),
    };
    match word(&action["type"]) {
        "recruit" => vec!["bag".to_owned()],
        "raise" => vec![
            format!("{} {own}", casteller(&action["casteller"])),
            place(&action["place"]),
        ],
        "exchange" => {
            let from = &action["from"];
            let mut named = vec![
                format!("seat:{from}"),
                format!("{} data-seat={from}", casteller(&action["take"])),
                place(&action["place"]),
            ];
            named.extend(all(&action["pay"]).map(|it| format!("{} {own}", casteller(it))));
            named
        }
        "fall" => vec![format!(
            "column:{}-{} {own}",
            action["castell"], action["column"]
        )],
        _ => Vec::new(),
    }
}

fn of_castell(action: &Value, own: &str, pawn: &str) -> Vec<String> {
    let team = |tower: &Value| -> Vec<String> {
        let sizes = all(tower).flat_map(all);
        sizes.map(|size| format!("team:{size} {own}")).collect()
    };
    let special = |payload: &Value| match word(&payload["type"]) {
        "recruit" => vec![format!("casteller:{} {pawn}", payload["size"])],
        "move" => vec![format!("region:{}", word(&payload["to"]))],
        _ => {
            let mut named = team(&payload["tower"]);
            named.push(format!("tile:{} {pawn}", word(&payload["tile"])));
            named
        }
    };
    match word(&action["type"]) {
        "move" => vec![format!("region:{}", word(&action["to"]))],
        "recruit" => all(&action["sizes"])
            .map(|size| format!("casteller:{size} {pawn}"))
            .collect(),
        "train" => {
            let mut named = match word(&action["slot"]) {
                "all" => vec!["slot:all".to_owned()],
                slot => vec![format!("slot:{slot} {pawn}")],
            };
            if action["free"].is_object() {
                named.extend(special(&action["free"]));
            }
            named
        }
        "special" => {
            let mut named = special(&action["payload"]);
            named.push(format!("tokens {own}"));
            named
        }
        "enter_festival" => {
            let mut named = team(&action["tower"]);
            named.push(format!("festival:{}", word(&action["slot"])));
            named
        }
        "decline_festival" => vec![format!("festival:{}", word(&action["slot"]))],
        _ => Vec::new(),
    }
}

fn of_el_grande(action: &Value, own: &str) -> Vec<String> {
    let place = |it: &Value| format!("place:{}", word(it));
    let from = |list: &Value| -> Vec<String> {
        let regions = all(list).map(|it| word(&it["region"]));
        regions
            .map(|region| format!("caballeros:{region} {own}"))
            .collect()
    };
    let to = |list: &Value| -> Vec<String> { all(list).map(|it| place(&it["place"])).collect() };
    match word(&action["type"]) {
        "bid" => vec![format!("power:{} {own}", action["card"])],
        "intake" => [vec![format!("province {own}")], from(&action["from"])].concat(),
        "take_card" => vec![format!("card:{}", word(&action["card"]))],
        "place" => [vec![format!("court {own}")], to(&action["to"])].concat(),
        "execute" => of_plan(&action["plan"], own),
        "set_disk" => vec![place(&action["place"])],
        "return_caballeros" => [vec![format!("court {own}")], from(&action["from"])].concat(),
        "veto" => vec![format!("step:{}", action["before_step"])],
        _ => Vec::new(),
    }
}

fn of_plan(plan: &Value, own: &str) -> Vec<String> {
    let place = |it: &Value| format!("place:{}", word(it));
    let of = |it: &Value, region: &Value| {
        format!("caballeros:{} data-seat={}", word(region), it["seat"])
    };
    match word(&plan["type"]) {
        "move_caballeros" => all(&plan["moves"])
            .flat_map(|it| [of(it, &it["from"]), place(&it["to"])])
            .collect(),
        "add_caballeros" => all(&plan["to"]).map(|it| place(&it["place"])).collect(),
        "send_back" => all(&plan["caballeros"])
            .map(|it| of(it, &it["region"]))
            .collect(),
        "score_place" => vec![place(&plan["place"])],
        "scoreboard" => vec![
            format!("scoreboard:{}", word(&plan["board"])),
            place(&plan["region"]),
        ],
        "grande" => vec![
            format!("grande:{} {own}", own.trim_start_matches("data-seat=")),
            place(&plan["region"]),
        ],
        "take_back" => vec![format!("power:{} {own}", plan["card"])],
        "court" => vec![format!("court {own}"), format!("province {own}")],
        "king" => vec!["king".to_owned(), place(&plan["region"])],
        "evict" => vec![place(&plan["region"])],
        _ => Vec::new(),
    }
}

fn all(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
