//! What the program does besides serving, for players and for operators.

use super::DatabaseUrl;
use crate::model::{GameId, Status};
use clap::{Args, Subcommand};
use std::num::NonZeroU16;
use std::path::PathBuf;

/// Something else than serving.
#[derive(Debug, Subcommand)]
pub enum Tool {
    /// Find out whether the record of a game is what happened, without any network.
    ///
    /// Does everything again that the record tells: the commitment, the seed, every draw, every action, every position
    /// and the result. Ends with 0 if all of it holds, with 1 if something is not what it has to be, and with 2 if it
    /// can't be verified: no record, a game that is not over, unknown rules.
    Verify(Verify),
    /// Play all stored games again, and report those that would come to something else.
    ///
    /// Nothing is written; the service may go on. To be done with a new version before it serves. Ends with 0 if every
    /// game holds, with 1 if one breaks, and with 2 if that can't be found out.
    Audit(Audit),
    /// Write a copy of a SQLite database while the service goes on.
    Backup(Backup),
    /// Look after games and accounts; the service may go on.
    Admin(Admin),
}

/// Which record to verify.
#[derive(Clone, Debug, Args)]
pub struct Verify {
    /// The record, as `GET /v1/games/{id}/record` gives it; - reads it from standard input.
    pub record: PathBuf,
}

/// Which database.
#[derive(Clone, Debug, Args)]
pub struct Database {
    /// Database: sqlite://FILE or postgres://USER:PASSWORD@HOST/NAME.
    #[arg(
        long,
        env = "DATABASE_URL",
        default_value = "sqlite://placa.db",
        hide_env_values = true
    )]
    pub database: DatabaseUrl,
}

/// What to audit.
#[derive(Clone, Debug, Args)]
pub struct Audit {
    #[command(flatten)]
    pub database: Database,
    /// Games that are played at once [default: as many as there are cores].
    #[arg(long)]
    pub jobs: Option<NonZeroU16>,
}

/// What to copy where.
#[derive(Clone, Debug, Args)]
pub struct Backup {
    #[command(flatten)]
    pub database: Database,
    /// The file to write, which is not there yet.
    pub to: PathBuf,
}

/// What to look after.
#[derive(Clone, Debug, Args)]
pub struct Admin {
    #[command(flatten)]
    pub database: Database,
    #[command(subcommand)]
    pub task: Task,
}

/// A task of an operator.
#[derive(Clone, Debug, Subcommand)]
pub enum Task {
    /// List games, one per line: id, status, ruleset, revision, when it last changed, and why it is suspended.
    List {
        /// Only those that are open, running, finished, cancelled or suspended.
        #[arg(long)]
        status: Option<Status>,
    },
    /// Suspend a running game: it can be read but not played.
    Suspend {
        /// The game.
        game: GameId,
        /// What its players are told.
        #[arg(long, default_value = "an operator has suspended it")]
        reason: String,
    },
    /// Let a suspended game go on where it stood.
    Resume {
        /// The game.
        game: GameId,
    },
    /// Annul a game that is not over, or withdraw an offer.
    Cancel {
        /// The game.
        game: GameId,
    },
    /// Make an account, and print its first token.
    Register {
        /// The player's name.
        name: String,
    },
    /// Make a token for a player who has lost theirs, and print it.
    Token {
        /// The player's name.
        name: String,
    },
    /// End every token of a player.
    Revoke {
        /// The player's name.
        name: String,
    },
    /// Delete the account of a player, as the player could: seats and messages become anonymous, the name stays reserved.
    Erase {
        /// The player's name.
        name: String,
    },
    /// Forget what is kept for a time only: answers for repeated requests, tickets, deliveries. The service does so
    /// every hour.
    Retention,
}
