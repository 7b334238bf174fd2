//! A running service for one test: the program itself, on a database of its own.

use crate::client::Client;
use crate::conforms::Contract;
use crate::support::postgres::Database;
use actix_web::dev::ServerHandle;
use clap::{Args, Command as Flags, FromArgMatches};
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use futures_util::FutureExt;
use futures_util::future::join_all;
use placa::app::App;
use placa::app::mail::sending::MAILS_AT_ONCE;
use placa::app::webhooks::sending::AT_ONCE;
use placa::clock::{Clock, Hand};
use placa::config::Config;
use placa::model::Moment;
use placa::startup;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::oneshot;

/// A database for one test.
pub enum Place {
    Sqlite(TempDir),
    Postgres(Database),
}

impl Place {
    pub fn sqlite() -> Place {
        Place::Sqlite(tempfile::tempdir().unwrap())
    }

    pub fn postgres() -> Place {
        Place::Postgres(Database::new())
    }

    /// A copy of the database, which no server may be using.
    pub fn copy(&self) -> Place {
        match self {
            Place::Sqlite(folder) => {
                let copy = tempfile::tempdir().unwrap();
                // A server that has just ended may still be tidying its files up.
                let path = folder.path().join("placa.db");
                let mut conn = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
                let into = copy.path().join("placa.db");
                conn.batch_execute("PRAGMA busy_timeout = 10000").unwrap();
                conn.batch_execute(&format!("VACUUM INTO '{}'", into.display()))
                    .unwrap();
                Place::Sqlite(copy)
            }
            Place::Postgres(database) => Place::Postgres(Database::like(&database.name)),
        }
    }

    pub fn url(&self) -> String {
        match self {
            Place::Sqlite(folder) => format!("sqlite://{}/placa.db", folder.path().display()),
            Place::Postgres(database) => database.url().to_owned(),
        }
    }
}

/// The program, serving.
pub struct Server {
    child: Child,
    pub base: String,
}

/// The service within the test, at a time that the test sets. Nothing goes on in it by itself.
pub struct StoodStill {
    pub base: String,
    hand: Hand,
    app: App,
    handle: ServerHandle,
    thread: Option<thread::JoinHandle<()>>,
}

impl StoodStill {
    /// Starts the service at an instant.
    pub fn at(place: &Place, start: Moment) -> StoodStill {
        StoodStill::with(place, start, &[])
    }

    /// Starts the service at an instant, with further flags.
    pub fn with(place: &Place, start: Moment, further: &[&str]) -> StoodStill {
        let flags = Config::augment_args(Flags::new("placa"));
        let given = [
            "placa",
            "--listen=127.0.0.1:0",
            "--workers=1",
            // So that no port shows in an answer.
            "--public-url=http://placa.test",
            "--limit-moves=off",
            "--limit-reads=off",
            "--limit-creation=off",
            "--limit-registration=off",
            "--webhook-allow=127.0.0.0/8",
            &format!("--database={}", place.url()),
        ];
        let given = [&given, further].concat();
        let config = Config::from_arg_matches(&flags.get_matches_from(given)).unwrap();
        let (clock, hand) = Clock::by_hand(start);
        let (tell, told) = mpsc::channel();
        let thread = thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let (server, app) = startup::assemble(&config, clock).unwrap();
                tell.send((server.url(), server.handle(), app)).unwrap();
                server.run_until_stopped().await.unwrap();
            });
        });
        let (base, handle, app) = told.recv().expect("it starts");
        StoodStill {
            base,
            hand,
            app,
            handle,
            thread: Some(thread),
        }
    }

    /// Somebody without an account.
    pub fn stranger(&self) -> Client {
        Client::stranger(&self.base, Contract::committed())
    }

    /// Lets time pass; nobody looks at a clock meanwhile.
    pub fn pass(&self, seconds: u64) {
        self.hand.turn(Duration::from_secs(seconds));
    }

    /// Lets the service look at the clocks of all games, as it does by itself every second at least.
    pub fn look_at_clocks(&self) {
        wait_for(self.app.keep_time()).unwrap();
    }

    /// Lets bots play wherever a game waits for them, as they do by themselves at once.
    pub fn let_bots_play(&self) {
        wait_for(async {
            loop {
                let games = self.app.take_games_for_bots();
                if games.is_empty() {
                    return;
                }
                join_all(games.into_iter().map(|game| self.app.play_as_bots(game))).await;
            }
        });
    }

    /// Lets the service spread the news and plan what webhooks are told of it, as it does by itself whenever there is
    /// some.
    pub fn plan_webhooks(&self) {
        wait_for(async {
            self.app.spread_news().await.unwrap();
            while self.app.plan_deliveries().await.unwrap() {}
        });
    }

    /// Lets the service spread news whenever something is committed here or another server rings, and at no other time.
    pub fn spread_when_told(&self) -> Spreading {
        let (stop, stopped) = oneshot::channel();
        let app = self.app.clone();
        let bell = app.bell().expect("other servers can be heard");
        let thread = thread::spawn(move || {
            let spread = async {
                loop {
                    app.something_committed().await;
                    app.spread_news().await.unwrap();
                }
            };
            let listen = startup::listen_to_others(app.clone(), bell);
            wait_for(async {
                tokio::select! {
                    () = listen => {}
                    () = spread => {}
                    _ = stopped => {}
                }
            });
        });
        Spreading {
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// Waits until other servers can be heard.
    pub fn must_hear(&self) {
        let bell = self.app.bell().expect("other servers can be heard");
        while !bell.sounds() {
            thread::yield_now();
        }
    }

    /// Lets the service tell webhooks what is due, without planning more; as many at once as it does by itself.
    pub fn send_webhooks(&self) {
        wait_for(async {
            loop {
                let taken = self.app.take_deliveries(AT_ONCE).await.unwrap();
                if taken.is_empty() {
                    return;
                }
                for told in join_all(taken.into_iter().map(|one| self.app.deliver(one))).await {
                    told.unwrap();
                }
            }
        });
    }

    /// Lets the service plan what players get mail about and send what is due, as it does by itself whenever there is some.
    pub fn send_mails(&self) {
        self.plan_webhooks();
        wait_for(async {
            loop {
                let taken = self.app.take_mails(MAILS_AT_ONCE).await.unwrap();
                if taken.is_empty() {
                    return;
                }
                for mail in taken {
                    self.app.send_mail(mail).await.unwrap();
                }
            }
        });
    }

    /// Lets the service begin to send what is due, and no more; how many mails that is.
    pub fn begin_to_send_mails(&self) -> usize {
        wait_for(self.app.take_mails(MAILS_AT_ONCE)).unwrap().len()
    }

    /// Lets the service tell webhooks what there is to tell.
    pub fn tell_webhooks(&self) {
        self.plan_webhooks();
        self.send_webhooks();
    }

    /// Lets the service forget what webhooks were told long ago, as it does by itself every hour.
    pub fn forget_old_deliveries(&self) -> usize {
        wait_for(self.app.forget_old_deliveries()).unwrap()
    }

    /// Lets time pass second by second, with a look at the clocks after each.
    pub fn go_on(&self, seconds: u64) {
        for _ in 0..seconds {
            self.pass(1);
            self.look_at_clocks();
            self.let_bots_play();
        }
    }
}

/// A service that spreads its news until this is dropped.
pub struct Spreading {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Drop for Spreading {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn wait_for<T>(step: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(step)
}

impl Drop for StoodStill {
    fn drop(&mut self) {
        // The command is sent at once; its completion is the end of the thread.
        self.handle.stop(false).now_or_never();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Server {
    /// Starts the program on a free port.
    pub fn start(place: &Place) -> Server {
        Server::start_with(place, &[])
    }

    /// Starts the program with further variables of the environment.
    pub fn start_with(place: &Place, variables: &[(&str, &str)]) -> Server {
        let mut program = Server::program(&place.url());
        program.envs(variables.iter().copied());
        Server::run(program)
    }

    /// The program, as it is started on a free port and a database.
    pub fn program(url: &str) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_placa"));
        program
            .args(["serve", "--listen", "127.0.0.1:0", "--database", url])
            .env("RUST_LOG", "placa=warn")
            .envs(
                ["MOVES", "READS", "CREATION", "REGISTRATION"]
                    .map(|what| (format!("PLACA_LIMIT_{what}"), "off")),
            );
        program
    }

    /// Starts the service from a shell that says this first.
    #[cfg(target_os = "linux")]
    pub fn run_after(words: &str, url: &str) -> Server {
        let program = Server::program(url);
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &format!("{words}; exec \"$0\" \"$@\"")])
            .arg(program.get_program())
            .args(program.get_args());
        let set = |(name, value): (_, Option<_>)| Some((name, value?));
        shell.envs(program.get_envs().filter_map(set));
        Server::run(shell)
    }

    /// Starts a program that will say where it serves.
    pub fn run(mut program: Command) -> Server {
        let mut child = program
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped"))
            .read_line(&mut line)
            .expect("text");
        let base = line
            .trim()
            .rsplit(' ')
            .next()
            .unwrap_or_default()
            .to_owned();
        assert!(
            base.starts_with("http://127.0.0.1:"),
            "the first line was {line:?}"
        );
        Server { child, base }
    }

    /// Somebody without an account.
    pub fn stranger(&self) -> Client {
        Client::stranger(&self.base, Contract::committed())
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Ends the program in the midst of whatever it does.
    pub fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Asks the program to end and waits until it has.
    pub fn stop(mut self) -> bool {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill")
            .args(["-TERM", &pid])
            .status()
            .expect("kill");
        assert!(sent.success());
        self.child.wait().expect("it ends").success()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        if self.child.kill().is_ok() {
            let _ = self.child.wait();
        }
    }
}

/// Makes two tests of each function, one for each database.
macro_rules! on_both {
    ($($(#[doc = $doc:literal])* fn $name:ident($place:ident: &Place) $body:block)+) => {
        $($(#[doc = $doc])* fn $name($place: &$crate::server::Place) $body)+

        mod sqlite {
            $(#[test]
            fn $name() {
                super::$name(&$crate::server::Place::sqlite());
            })+
        }

        mod postgres {
            $(#[test]
            fn $name() {
                super::$name(&$crate::server::Place::postgres());
            })+
        }
    };
}

pub(crate) use on_both;
