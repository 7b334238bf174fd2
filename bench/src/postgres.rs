//! A PostgreSQL of the bench's own, durable as one for players would be.

use crate::Failure;
use crate::programs::{programs, somebody};
use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};

/// As durable as PostgreSQL is by itself.
const SETTINGS: &str = "-c shared_buffers=256MB -c max_wal_size=4GB \
    -c fsync=on -c synchronous_commit=on -c full_page_writes=on";

/// A running server. It ends when this is dropped, or when the process ends.
pub struct Postgres {
    programs: PathBuf,
    directory: PathBuf,
    keeper: Child,
    _open: ChildStdin,
}

impl Postgres {
    /// Starts one in a new temporary directory.
    ///
    /// # Errors
    /// No server programs, or none that start.
    pub async fn start() -> Result<Postgres, Failure> {
        let programs = programs().ok_or_else(|| {
            Failure::new(
                "PostgreSQL's programs are not installed (Debian: apt-get install postgresql)",
            )
        })?;
        let directory = tempfile::Builder::new()
            .prefix("placa-bench-")
            .tempdir()?
            .keep();
        let mut shell = Command::new("sh");
        shell
            .args([
                "-c",
                include_str!("../../tests/support/postgres.sh"),
                "postgres.sh",
            ])
            .args([&programs, &directory])
            .arg(SETTINGS)
            .current_dir(&directory)
            // Not in the group that an interrupt of the terminal goes to: it has to stay and clean up.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        unprivileged(&mut shell, &directory)?;
        let mut keeper = shell.spawn()?;
        let open = keeper.stdin.take().ok_or_else(|| Failure::new("no pipe"))?;
        let said = keeper
            .stdout
            .take()
            .ok_or_else(|| Failure::new("no pipe"))?;
        let mut line = String::new();
        BufReader::new(said).read_line(&mut line).await?;
        match line.as_str() {
            "ready\n" => Ok(Postgres {
                programs,
                directory,
                keeper,
                _open: open,
            }),
            _ => Err(Failure::new("PostgreSQL did not start; its log is above")),
        }
    }

    /// Stops it and waits until its directory is gone.
    ///
    /// # Errors
    /// A fault of the system's.
    pub async fn stop(self) -> Result<(), Failure> {
        let Postgres {
            mut keeper, _open, ..
        } = self;
        drop(_open);
        keeper.wait().await?;
        Ok(())
    }

    /// The directory of its socket.
    pub fn socket(&self) -> &Path {
        &self.directory
    }

    /// The URL of one of its databases.
    pub fn url(&self, database: &str) -> String {
        let socket = self.directory.display().to_string().replace('/', "%2F");
        format!("postgres://postgres@{socket}:5432/{database}")
    }

    /// Makes a database without tables.
    ///
    /// # Errors
    /// As [`Postgres::run`].
    pub async fn create(&self, database: &str) -> Result<(), Failure> {
        self.run("postgres", &format!("CREATE DATABASE {database}"))
            .await
            .map(drop)
    }

    /// Runs statements and gives what they print: a line per row, columns apart by `|`.
    ///
    /// # Errors
    /// A statement that the server refuses.
    pub async fn run(&self, database: &str, statements: &str) -> Result<String, Failure> {
        let args = [
            "-X",
            "-q",
            "-A",
            "-t",
            "-v",
            "ON_ERROR_STOP=1",
            "-d",
            database,
            "-c",
            statements,
        ];
        self.program("psql", &args).await
    }

    /// Runs one of PostgreSQL's programs against this server and gives what it prints.
    ///
    /// # Errors
    /// A program that fails.
    pub async fn program(&self, name: &str, args: &[&str]) -> Result<String, Failure> {
        let own = self.programs.join(name);
        let program = if own.is_file() {
            own
        } else {
            PathBuf::from(name)
        };
        let done = Command::new(program)
            .args(args)
            .env("PGHOST", &self.directory)
            .env("PGUSER", "postgres")
            .env("PGPORT", "5432")
            .kill_on_drop(true)
            .output()
            .await?;
        match done.status.success() {
            true => Ok(String::from_utf8_lossy(&done.stdout).into_owned()),
            false => {
                let why = String::from_utf8_lossy(&done.stderr);
                Err(Failure::new(format!("{name}: {why}")))
            }
        }
    }
}

/// Has a command run as somebody who is not root, and who owns this directory: PostgreSQL and others refuse to run as root.
///
/// # Errors
/// Nobody is there to run it as.
pub fn unprivileged(command: &mut Command, directory: &Path) -> Result<(), Failure> {
    if fs::metadata(directory)?.uid() == 0 {
        let (uid, gid) = somebody().ok_or_else(|| Failure::new("no user postgres or nobody"))?;
        chown(directory, Some(uid), Some(gid))?;
        command.uid(uid).gid(gid);
    }
    Ok(())
}
