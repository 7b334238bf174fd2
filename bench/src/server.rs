//! The release server as a process of its own.

use crate::Failure;
use crate::client::Client;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// How long a server may take to come up, and to go down.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running server. It is killed when this is dropped.
pub struct Server {
    process: Child,
    /// Its address and port.
    pub host: String,
    /// From the start of the process until it was ready for requests.
    pub ready_after: Duration,
}

impl Server {
    /// Starts the program at `placa` on a database. Limits are raised above what the bench sends and stay in force.
    ///
    /// # Errors
    /// A server that does not come up.
    pub async fn start(placa: &Path, database: &str, flags: &[&str]) -> Result<Server, Failure> {
        let began = Instant::now();
        let rate = "60000000/60";
        let mut command = Command::new(placa);
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--database", database])
            .args(["--limit-moves", rate, "--limit-reads", rate])
            .args(["--limit-creation", rate, "--limit-registration", rate])
            .args(flags)
            .env("RUST_LOG", "placa=warn,actix_http=off")
            .stdout(Stdio::piped())
            .kill_on_drop(true);
        Server::ready(command, began).await
    }

    /// Starts a handler that does nothing but answer `bytes` bytes of JSON: this very program, as a process of its own.
    ///
    /// # Errors
    /// As [`Server::start`].
    pub async fn bare(bytes: usize) -> Result<Server, Failure> {
        let mut command = Command::new(std::env::current_exe()?);
        command
            .args(["--bare", &bytes.to_string()])
            .stdout(Stdio::piped())
            .kill_on_drop(true);
        Server::ready(command, Instant::now()).await
    }

    async fn ready(mut command: Command, began: Instant) -> Result<Server, Failure> {
        let mut process = command.spawn()?;
        let said = process
            .stdout
            .take()
            .ok_or_else(|| Failure::new("no pipe"))?;
        let mut lines = BufReader::new(said);
        let mut line = String::new();
        tokio::time::timeout(PATIENCE, lines.read_line(&mut line))
            .await
            .map_err(|_| Failure::new("the server does not come up"))??;
        let (_, host) = line
            .trim()
            .rsplit_once("http://")
            .ok_or_else(|| Failure::new("the server did not come up"))?;
        let host = host.to_owned();
        let answer = Client::connect(&host).await?.get("/readyz", "").await?;
        let ready_after = began.elapsed();
        if answer.status != 200 {
            return Err(Failure::new("the server is not ready"));
        }
        // What it goes on to say would fill the pipe.
        tokio::spawn(async move {
            while lines
                .read_line(&mut String::new())
                .await
                .is_ok_and(|n| n > 0)
            {}
        });
        Ok(Server {
            process,
            host,
            ready_after,
        })
    }

    /// Its resident memory in bytes.
    ///
    /// # Errors
    /// A process that is gone.
    pub fn memory(&self) -> Result<u64, Failure> {
        let gone = || Failure::new("the server is gone");
        let id = self.process.id().ok_or_else(gone)?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let line = status
            .lines()
            .find(|line| line.starts_with("VmRSS:"))
            .ok_or_else(gone)?;
        let kilobytes = line
            .split_whitespace()
            .nth(1)
            .and_then(|n| n.parse::<u64>().ok());
        Ok(kilobytes.ok_or_else(gone)? * 1024)
    }

    /// Kills it at once, as a loss of power would.
    ///
    /// # Errors
    /// A fault of the system's.
    pub async fn kill(mut self) -> Result<(), Failure> {
        self.process.kill().await?;
        Ok(())
    }
}
