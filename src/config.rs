//! What the program is told, by flags and by the environment. Nobody else in the house reads either.

mod tools;

pub use tools::{Admin, Audit, Backup, Database, Task, Tool, Verify};

use crate::api::limits::{Rate, Rates};
use crate::api::openapi::Version;
use crate::commands::{Ladder, Simulate};
use crate::model::{House, Outward, Range, Registration, Thinking};
use clap::{Args, Parser, Subcommand};
use std::fmt;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

/// Plaça: persistent board games over HTTP.
///
/// Without a command it serves.
#[derive(Debug, Parser)]
#[command(name = "placa", version, args_conflicts_with_subcommands = true)]
struct Line {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: Config,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the API until SIGTERM or SIGINT; requests in flight finish.
    Serve(Box<Config>),
    Ladder(Ladder),
    Simulate(Simulate),
    /// Print the OpenAPI document and leave.
    Openapi {
        /// The version of OpenAPI: 3.1, or 3.0 for generators that know nothing newer.
        #[arg(long, default_value = "3.1", value_name = "VERSION")]
        version: Version,
    },
    #[command(flatten)]
    Tool(Tool),
}

/// What the program is to do.
#[derive(Debug)]
pub enum Order {
    /// Serve.
    Serve(Box<Config>),
    /// Measure the bots.
    Climb(Ladder),
    /// Play many games among bots.
    Simulate(Simulate),
    /// Print the OpenAPI document in this version.
    PrintContract(Version),
    /// Do something else than serve.
    Use(Tool),
}

/// How to serve.
#[derive(Clone, Debug, Args)]
pub struct Config {
    /// Address and port to listen on; port 0 takes any free one.
    #[arg(long, env = "PLACA_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Database: sqlite://FILE or postgres://USER:PASSWORD@HOST/NAME.
    #[arg(
        long,
        env = "DATABASE_URL",
        default_value = "sqlite://placa.db",
        hide_env_values = true
    )]
    pub database: DatabaseUrl,
    /// The same PostgreSQL directly, where DATABASE_URL leads through a pool that gives each transaction another connection:
    /// for LISTEN, for bringing tables up to date and for writing games [default: as DATABASE_URL].
    #[arg(long, env = "PLACA_DIRECT_DATABASE_URL", hide_env_values = true)]
    pub direct_database: Option<DatabaseUrl>,
    /// The same PostgreSQL for LISTEN alone [default: as PLACA_DIRECT_DATABASE_URL, or DATABASE_URL].
    #[arg(long, env = "PLACA_LISTEN_DATABASE_URL", hide_env_values = true)]
    pub listen_database: Option<DatabaseUrl>,
    /// Where clients find the service, for links and problem types [default: http:// and the address].
    #[arg(long, env = "PLACA_PUBLIC_URL")]
    pub public_url: Option<PublicUrl>,
    /// Threads that serve requests [default: as many as there are cores].
    #[arg(long, env = "PLACA_WORKERS", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub workers: Option<u16>,
    /// Seconds that requests in flight have to finish when the service stops.
    #[arg(long, env = "PLACA_GRACE", default_value_t = 30)]
    pub grace: u64,
    /// Seconds after which a connection is cut off whose reader takes nothing of what is sent (on Linux).
    #[arg(long, env = "PLACA_READER_SECONDS", default_value_t = 60,
        value_parser = clap::value_parser!(u16).range(1..=3_600))]
    pub reader_seconds: u16,
    /// Proxies of your own before the service whose X-Forwarded-For is believed. Without, a proxy is one address to the
    /// limits.
    #[arg(long, env = "PLACA_TRUSTED_PROXIES", default_value_t = 0)]
    pub trusted_proxies: usize,
    /// Who may make an account: open (everybody) or closed (only `placa admin register`).
    #[arg(long, env = "PLACA_REGISTRATION", default_value = "open")]
    pub registration: Registration,
    /// Seconds of the shortest turn that may be offered.
    #[arg(long, env = "PLACA_MIN_TURN_SECONDS", default_value_t = House::default().least_seconds,
        value_parser = clap::value_parser!(u32).range(1..=31_536_000))]
    pub min_turn_seconds: u32,
    /// Days per calendar year that a player may be on holiday.
    #[arg(long, env = "PLACA_HOLIDAY_DAYS", default_value_t = House::default().holiday_days,
        value_parser = clap::value_parser!(u16).range(0..=366))]
    pub holiday_days: u16,
    /// Ranges of internal addresses that webhooks may reach all the same, apart by commas: 10.0.0.0/8,fd00::/8.
    #[arg(
        long,
        env = "PLACA_WEBHOOK_ALLOW",
        value_delimiter = ',',
        value_name = "RANGES"
    )]
    pub webhook_allow: Vec<Range>,
    /// Milliseconds that the strong bot looks ahead before each of its actions.
    #[arg(long, env = "PLACA_BOT_BUDGET", default_value_t = 1_000, value_name = "MILLISECONDS",
        value_parser = clap::value_parser!(u64).range(1..=60_000))]
    pub bot_budget: u64,
    /// In how many games the strong bot looks ahead at once, each time on one core.
    #[arg(long, env = "PLACA_BOT_SEARCHES", default_value_t = 1, value_name = "GAMES",
        value_parser = clap::value_parser!(u16).range(1..=512))]
    pub bot_searches: u16,
    /// The server that takes mails: smtps://USER:PASSWORD@HOST, smtp://USER:PASSWORD@HOST:587?tls=required, or
    /// smtp://HOST:25 without encryption [default: no mail is sent].
    #[arg(
        long,
        env = "PLACA_SMTP_URL",
        hide_env_values = true,
        value_name = "URL",
        requires = "mail_from"
    )]
    pub smtp: Option<SmtpUrl>,
    /// In whose name mails are sent: ADDRESS or NAME <ADDRESS>.
    #[arg(long, env = "PLACA_MAIL_FROM", value_name = "SENDER")]
    pub mail_from: Option<String>,
    /// Be the only server of the database: others are turned away, and most reads need not ask it.
    #[arg(long, env = "PLACA_SINGLE_SERVER")]
    pub single_server: bool,
    /// What is logged, in the form of env_logger: info, or placa=debug,warn.
    #[arg(
        long,
        env = "RUST_LOG",
        default_value = "info,actix_server=warn,actix_http=off"
    )]
    pub log: String,
    #[command(flatten)]
    limits: LimitFlags,
}

/// How much a client may ask, as REQUESTS/SECONDS, or off.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits (REQUESTS/SECONDS, or off)")]
struct LimitFlags {
    /// Actions in games, per account.
    #[arg(
        long,
        env = "PLACA_LIMIT_MOVES",
        default_value = "3000/60",
        value_name = "RATE"
    )]
    limit_moves: Rate,
    /// Reads, per account.
    #[arg(
        long,
        env = "PLACA_LIMIT_READS",
        default_value = "6000/60",
        value_name = "RATE"
    )]
    limit_reads: Rate,
    /// All other changes, per account.
    #[arg(
        long,
        env = "PLACA_LIMIT_CREATION",
        default_value = "3000/60",
        value_name = "RATE"
    )]
    limit_creation: Rate,
    /// New accounts, per address.
    #[arg(
        long,
        env = "PLACA_LIMIT_REGISTRATION",
        default_value = "600/60",
        value_name = "RATE"
    )]
    limit_registration: Rate,
    /// An address may ask so many times what an account may, since players share addresses.
    #[arg(
        long,
        env = "PLACA_LIMIT_ADDRESS_SHARE",
        default_value = "4",
        value_name = "TIMES"
    )]
    limit_address_share: NonZeroU32,
}

impl Order {
    /// What the command line and the environment say. Ends the program with help or a complaint where
    /// there is nothing to do.
    pub fn read() -> Order {
        Order::from(Line::parse())
    }
}

impl From<Line> for Order {
    fn from(line: Line) -> Order {
        match line.command {
            None => Order::Serve(Box::new(line.serve)),
            Some(Command::Serve(config)) => Order::Serve(config),
            Some(Command::Ladder(ladder)) => Order::Climb(ladder),
            Some(Command::Simulate(simulate)) => Order::Simulate(simulate),
            Some(Command::Openapi { version }) => Order::PrintContract(version),
            Some(Command::Tool(tool)) => Order::Use(tool),
        }
    }
}

impl Config {
    /// What players may offer and take.
    pub fn house(&self) -> House {
        House {
            least_seconds: self.min_turn_seconds,
            holiday_days: self.holiday_days,
            registration: self.registration,
        }
    }

    /// How much the service thinks for its bots.
    pub fn thinking(&self) -> Thinking {
        Thinking {
            budget: Duration::from_millis(self.bot_budget),
            at_once: self.bot_searches,
        }
    }

    /// How the service shows itself to receivers of webhooks, if it listens at `address`.
    pub fn outward(&self, address: SocketAddr) -> Outward {
        Outward {
            public_url: self.public_url(address),
            allow: self.webhook_allow.clone(),
        }
    }

    /// How much a client may ask.
    pub fn rates(&self) -> Rates {
        Rates {
            moves: self.limits.limit_moves,
            reads: self.limits.limit_reads,
            creation: self.limits.limit_creation,
            registration: self.limits.limit_registration,
            per_address: self.limits.limit_address_share,
        }
    }

    /// Where clients find the service that listens at `address`, without a slash at the end.
    pub fn public_url(&self, address: SocketAddr) -> String {
        match &self.public_url {
            Some(PublicUrl(url)) => url.clone(),
            None if address.ip().is_unspecified() => format!("http://localhost:{}", address.port()),
            None => format!("http://{address}"),
        }
    }
}

/// Where the database is. It may hold a password, so it does not print.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(pub String);

/// Text that names no database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a database is named by sqlite://FILE or postgres://USER:PASSWORD@HOST/NAME")]
pub struct NoDatabase;

impl FromStr for DatabaseUrl {
    type Err = NoDatabase;

    fn from_str(text: &str) -> Result<DatabaseUrl, NoDatabase> {
        let known = ["sqlite://", "postgres://", "postgresql://"];
        let names_something =
            |scheme: &&str| text.len() > scheme.len() && text.starts_with(*scheme);
        match known.iter().any(names_something) {
            true => Ok(DatabaseUrl(text.to_owned())),
            false => Err(NoDatabase),
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DatabaseUrl(secret)")
    }
}

/// Where the mail server is. It may hold a password, so it does not print.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpUrl(pub String);

/// Text that names no mail server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a mail server is named by smtp://HOST:PORT or smtps://USER:PASSWORD@HOST")]
pub struct NoSmtp;

impl FromStr for SmtpUrl {
    type Err = NoSmtp;

    fn from_str(text: &str) -> Result<SmtpUrl, NoSmtp> {
        let known = ["smtp://", "smtps://"];
        match known.iter().any(|scheme| text.starts_with(scheme)) {
            true => Ok(SmtpUrl(text.to_owned())),
            false => Err(NoSmtp),
        }
    }
}

impl fmt::Debug for SmtpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SmtpUrl(secret)")
    }
}

/// An address for clients, without a slash at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl(String);

/// Text that is no address for clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a public URL begins with http:// or https:// and has neither query nor fragment")]
pub struct NoPublicUrl;

impl FromStr for PublicUrl {
    type Err = NoPublicUrl;

    fn from_str(text: &str) -> Result<PublicUrl, NoPublicUrl> {
        let rest = text
            .strip_prefix("https://")
            .or_else(|| text.strip_prefix("http://"))
            .ok_or(NoPublicUrl)?;
        let is_plain = |c: char| c.is_ascii_graphic() && !"?#\"<>\\".contains(c);
        if rest.is_empty() || rest.starts_with('/') || !rest.chars().all(is_plain) {
            return Err(NoPublicUrl);
        }
        Ok(PublicUrl(text.trim_end_matches('/').to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn order(words: &[&str]) -> Result<Order, clap::Error> {
        let line = Line::try_parse_from([&["placa"], words].concat())?;
        Ok(Order::from(line))
    }

    fn served(words: &[&str]) -> Config {
        match order(words).unwrap() {
            Order::Serve(config) => *config,
            Order::Climb(_) | Order::Simulate(_) | Order::PrintContract(_) | Order::Use(_) => {
                panic!("{words:?} does not serve")
            }
        }
    }

    #[test]
    fn the_flags_are_well_formed() {
        Line::command().debug_assert();
    }

    #[test]
    fn no_command_means_serve() {
        for words in [&[][..], &["serve"]] {
            let config = served(words);
            assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
            assert_eq!(config.database.0, "sqlite://placa.db");
        }
        let config = served(&["--listen", "0.0.0.0:0", "--limit-moves", "off"]);
        assert_eq!(config.rates().moves, Rate::Unlimited);
        for (words, expected) in [
            (&["openapi"][..], Version::Current),
            (&["openapi", "--version", "3.1"], Version::Current),
            (&["openapi", "--version", "3.0"], Version::Older),
        ] {
            let Ok(Order::PrintContract(version)) = order(words) else {
                panic!("{words:?} prints nothing");
            };
            assert_eq!(version, expected);
        }
    }

    #[test]
    fn the_readme_lists_every_option_with_its_variable_and_default() {
        let readme = include_str!("../README.md");
        let command = Line::command();
        let serve = command.find_subcommand("serve").unwrap();
        let listed = |arg: &&clap::Arg| arg.get_env().is_some();
        for arg in serve.get_arguments().filter(listed) {
            let (long, variable) = (arg.get_long().unwrap(), arg.get_env().unwrap());
            let row = format!("| `--{long}` | `{}` |", variable.to_str().unwrap());
            let line = readme.lines().find(|line| line.starts_with(&row));
            let line = line.unwrap_or_else(|| panic!("the README lacks {row}"));
            for value in arg.get_default_values().iter().filter(|_| long != "log") {
                let value = format!("| `{}` |", value.to_str().unwrap());
                assert!(line.contains(&value), "{line} lacks {value}");
            }
        }
        let rows = readme.lines().filter(|line| line.starts_with("| `--"));
        assert_eq!(rows.count(), serve.get_arguments().filter(listed).count());
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        for words in [
            &["--listen", "nowhere"][..],
            &["--database", "mysql://x"],
            &["--database", "sqlite://"],
            &["--listen-database", "db.example"],
            &["--direct-database", "db.example"],
            &["--public-url", "placa.example"],
            &["--public-url", "https://"],
            &["--public-url", "https://a?b"],
            &["--limit-reads", "many"],
            &["--webhook-allow", "10.0.0.0/99"],
            &["--webhook-allow", "intranet"],
            &["--smtp", "smtp://localhost:25"],
            &["--smtp", "mail.example", "--mail-from", "placa@example.org"],
            &["--workers", "0"],
            &["--bot-budget", "0"],
            &["--bot-searches", "0"],
            &["--reader-seconds", "0"],
            &["--min-turn-seconds", "0"],
            &["--holiday-days", "367"],
            &["--workers", "99999"],
            &["openapi", "--listen", "127.0.0.1:1"],
            &["ladder", "--games", "0"],
            &["simulate", "--bots", "strong"],
            &["openapi", "--version", "2.0"],
            &["play"],
        ] {
            assert!(order(words).is_err(), "{words:?}");
        }
    }

    #[test]
    fn the_public_url_follows_the_address_unless_it_is_given() {
        let here = "127.0.0.1:9".parse().unwrap();
        assert_eq!(served(&[]).public_url(here), "http://127.0.0.1:9");
        let everywhere = "[::]:9".parse().unwrap();
        assert_eq!(served(&[]).public_url(everywhere), "http://localhost:9");
        let given = served(&["--public-url", "https://placa.example/base/"]);
        assert_eq!(given.public_url(here), "https://placa.example/base");
    }

    #[test]
    fn no_password_is_printed() {
        let config = served(&[
            "--database=postgres://anna:hunter2@db/placa",
            "--smtp=smtps://anna:hunter2@mail",
            "--mail-from=placa@example.org",
        ]);
        assert!(!format!("{config:?}").contains("hunter2"));
    }
}
