//! Accounts and games to play with, all made through the API.

use crate::Failure;
use crate::client::{Answer, Client, request, spread};
use rand::seq::IndexedRandom;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use uuid::Uuid;

/// How many connections make and prepare games; nothing is measured meanwhile.
const HANDS: usize = 16;

/// The games and the least and most seats they are played with here.
pub const KINDS: [(&str, usize, usize); 3] =
    [("castellers", 2, 4), ("castell", 2, 4), ("el_grande", 2, 5)];

/// Everything there is to play with.
pub struct World {
    /// Where the server listens.
    pub host: String,
    tokens: Vec<String>,
    games: Vec<Mutex<Game>>,
    /// Games that were played to their end.
    over: Mutex<Vec<Game>>,
}

/// A game and what a player's program would know of it.
#[derive(Clone)]
pub struct Game {
    /// Its id.
    pub id: String,
    /// Its name in the catalogue.
    pub kind: &'static str,
    /// How many actions have been answered by 201.
    pub accepted: u64,
    seats: Vec<usize>,
    awaiting: Vec<usize>,
}

/// A move that is ready to be sent.
pub struct Move {
    /// Which game it is for.
    pub game: usize,
    /// The whole request.
    pub request: Vec<u8>,
}

/// What is read of a game.
#[derive(Deserialize)]
struct Seen {
    id: String,
    awaiting: Vec<usize>,
    #[serde(rename = "view")]
    _view: Option<Box<RawValue>>,
}

/// What is read of an accepted action.
#[derive(Deserialize)]
struct Acted {
    #[serde(rename = "revision")]
    _revision: i64,
    #[serde(rename = "events")]
    _events: Vec<Box<RawValue>>,
    game: Seen,
}

/// What a player may do.
#[derive(Deserialize)]
pub struct Legal {
    /// Of the game.
    pub revision: i64,
    /// As JSON.
    pub actions: Vec<Box<RawValue>>,
}

impl Legal {
    /// Asks for it, for the game at this path.
    ///
    /// # Errors
    /// A request that is refused.
    pub async fn ask(client: &mut Client, path: &str, token: &str) -> Result<Legal, Failure> {
        let path = format!("{path}/legal-actions");
        client.get(&path, token).await?.expect(200)
    }

    /// Does nobody wait for the player?
    pub fn is_nothing(&self) -> bool {
        self.actions.is_empty()
    }

    /// One of the actions, as it is submitted in this kind of game.
    ///
    /// # Errors
    /// There is none.
    pub fn submission(&self, kind: &str) -> Result<String, Failure> {
        Ok(submission(kind, self.revision, pick(&self.actions)?))
    }
}

/// An action as it is submitted in this kind of game.
pub fn submission(kind: &str, revision: i64, action: &str) -> String {
    format!("{{\"game\":\"{kind}\",\"revision\":{revision},\"actions\":[{action}]}}")
}

/// The kind of an action.
#[derive(Deserialize)]
struct Kind<'a> {
    r#type: &'a str,
}

#[derive(Deserialize)]
struct Registered {
    token: String,
}

impl World {
    /// Registers players and starts games of all kinds, at tables of all sizes.
    ///
    /// # Errors
    /// A request that is refused.
    pub async fn new(
        host: &str,
        name: &str,
        players: usize,
        games: usize,
    ) -> Result<Arc<World>, Failure> {
        let tokens = spread(host, HANDS, players, async |client, n| {
            register(client, &format!("{name} {n}")).await
        })
        .await?;
        let mut world = World {
            host: host.to_owned(),
            tokens,
            games: Vec::new(),
            over: Mutex::default(),
        };
        let tokens = &world.tokens;
        let games = spread(host, HANDS, games, async |client, n| {
            start(client, tokens, n).await
        })
        .await?;
        world.games = games.into_iter().map(Mutex::new).collect();
        Ok(Arc::new(world))
    }

    /// Finds a move for every game, by asking what is legal. Games that are over make room for new ones.
    ///
    /// # Errors
    /// A request that is refused.
    pub async fn moves(&self) -> Result<Vec<Move>, Failure> {
        let all = self.games.len();
        spread(&self.host, HANDS, all, async |client, n| {
            self.prepare(client, n).await
        })
        .await
    }

    async fn prepare(&self, client: &mut Client, n: usize) -> Result<Move, Failure> {
        if self.game(n).awaiting.is_empty() {
            let new = start(client, &self.tokens, n).await?;
            let over = std::mem::replace(&mut *self.game(n), new);
            unpoisoned(&self.over).push(over);
        }
        let game = self.game(n).clone();
        let seat = *game
            .awaiting
            .choose(&mut rand::rng())
            .ok_or_else(|| Failure::new("nobody moves"))?;
        let token = &self.tokens[game.seats[seat]];
        let path = format!("/v1/games/{}", game.id);
        let legal = Legal::ask(client, &path, token).await?;
        let body = legal.submission(game.kind)?;
        let key = format!("Idempotency-Key: {}\r\n", Uuid::new_v4());
        let path = format!("{path}/actions");
        Ok(Move {
            game: n,
            request: request("POST", &self.host, &path, token, &key, &body),
        })
    }

    /// Sends a move, reads the whole answer and learns from it.
    ///
    /// # Errors
    /// A move that is refused: each was legal.
    pub async fn send(&self, client: &mut Client, next: &Move) -> Result<(), Failure> {
        let answer = client.send(&next.request).await?;
        self.learn(next, &answer)
    }

    /// Learns from the answer to a move.
    ///
    /// # Errors
    /// A move that is refused: each was legal.
    pub fn learn(&self, next: &Move, answer: &Answer) -> Result<(), Failure> {
        let acted: Acted = answer.expect(201)?;
        let mut game = self.game(next.game);
        game.awaiting = acted.game.awaiting;
        game.accepted += 1;
        Ok(())
    }

    /// The same players and games at another server.
    pub fn at(&self, host: &str) -> World {
        World {
            host: host.to_owned(),
            tokens: self.tokens.clone(),
            games: (0..self.games.len())
                .map(|n| Mutex::new(self.game(n).clone()))
                .collect(),
            over: Mutex::new(unpoisoned(&self.over).clone()),
        }
    }

    /// All games, those that are over first.
    pub fn all(&self) -> Vec<Game> {
        let mut all = unpoisoned(&self.over).clone();
        all.extend((0..self.games.len()).map(|n| self.game(n).clone()));
        all
    }

    /// The token of a player; any number stands for one.
    pub fn token(&self, n: usize) -> &str {
        &self.tokens[n % self.tokens.len()]
    }

    /// The id of one of the games that are played now, with a seated player's token; any number stands for one.
    pub fn at_table(&self, n: usize) -> (String, &str) {
        let game = self.game(n % self.games.len());
        (game.id.clone(), &self.tokens[game.seats[0]])
    }

    fn game(&self, n: usize) -> MutexGuard<'_, Game> {
        unpoisoned(&self.games[n])
    }
}

fn unpoisoned<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Registers a player; gives the token.
///
/// # Errors
/// A request that is refused.
pub async fn register(client: &mut Client, name: &str) -> Result<String, Failure> {
    let body = format!("{{\"name\":\"{name}\"}}");
    let answer = client.post("/v1/players", "", &body).await?;
    Ok(answer.expect::<Registered>(201)?.token)
}

/// Offers a game and fills its seats: the kind and the size of the table follow from the number.
async fn start(client: &mut Client, tokens: &[String], n: usize) -> Result<Game, Failure> {
    let (kind, least, most) = KINDS[n % KINDS.len()];
    let count = least + n / KINDS.len() % (most - least + 1);
    let first = rand::random_range(0..tokens.len());
    let seats: Vec<usize> = (0..count)
        .map(|seat| (first + seat * 7) % tokens.len())
        .collect();
    let offer = format!("{{\"game\":\"{kind}\",\"seats\":{count}}}");
    let offered: Seen = client
        .post("/v1/games", &tokens[seats[0]], &offer)
        .await?
        .expect(201)?;
    let path = format!("/v1/games/{}", offered.id);
    for player in &seats[1..] {
        let taken = client
            .post(&format!("{path}/seats"), &tokens[*player], "{}")
            .await?;
        taken.expect::<serde::de::IgnoredAny>(201)?;
    }
    let seen: Seen = client.get(&path, &tokens[seats[0]]).await?.expect(200)?;
    Ok(Game {
        id: seen.id,
        kind,
        accepted: 0,
        seats,
        awaiting: seen.awaiting,
    })
}

/// Evenly among the kinds of action, then among those of the kind: what there are many of is not done more often.
fn pick(actions: &[Box<RawValue>]) -> Result<&str, Failure> {
    let kinds: Vec<&str> = actions
        .iter()
        .map(|action| serde_json::from_str::<Kind>(action.get()).map(|kind| kind.r#type))
        .collect::<Result<_, _>>()?;
    let mut different = kinds.clone();
    different.sort_unstable();
    different.dedup();
    let dice = &mut rand::rng();
    let kind = different
        .choose(dice)
        .ok_or_else(|| Failure::new("nothing is legal"))?;
    let of_kind: Vec<&Box<RawValue>> = actions
        .iter()
        .zip(&kinds)
        .filter(|(_, own)| *own == kind)
        .map(|(action, _)| action)
        .collect();
    Ok(of_kind
        .choose(dice)
        .ok_or_else(|| Failure::new("nothing is legal"))?
        .get())
}
