//! The programs of others that stand between: HAProxy before several servers, PgBouncer before their database.

use crate::Failure;
use crate::client::Client;
use crate::postgres::unprivileged;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

/// How long one of them may take until it answers.
const PATIENCE: Duration = Duration::from_secs(20);

/// A program that listens. It ends when this is dropped.
pub struct Proxy {
    _process: Child,
    _folder: TempDir,
    /// Where it listens.
    pub host: String,
}

impl Proxy {
    /// An HAProxy before these servers, which sends each request to the next of those that are ready.
    ///
    /// # Errors
    /// A program that is missing or does not come up.
    pub async fn balancer(servers: &[&str]) -> Result<Proxy, Failure> {
        let host = free()?;
        let lines: Vec<String> = servers
            .iter()
            .enumerate()
            .map(|(n, server)| format!("    server placa{n} {server} check\n"))
            .collect();
        let config = include_str!("haproxy.cfg")
            .replace(":host", &host)
            .replace(":servers", &lines.concat());
        let proxy = Proxy::start("haproxy", &["-db", "-f"], &config, host).await?;
        let end = Instant::now() + PATIENCE;
        while Client::connect(&proxy.host)
            .await?
            .get("/readyz", "")
            .await?
            .status
            != 200
        {
            if Instant::now() > end {
                return Err(Failure::new("no server behind HAProxy is ready"));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(proxy)
    }

    /// A PgBouncer before the PostgreSQL whose socket is in this directory; it gives each transaction another connection.
    ///
    /// # Errors
    /// As [`Proxy::balancer`].
    pub async fn pool(socket: &Path) -> Result<Proxy, Failure> {
        let host = free()?;
        let port = host.rsplit(':').next().unwrap_or_default();
        let config = include_str!("pgbouncer.ini")
            .replace(":socket", &socket.display().to_string())
            .replace(":port", port);
        Proxy::start("pgbouncer", &[], &config, host).await
    }

    async fn start(
        program: &str,
        args: &[&str],
        config: &str,
        host: String,
    ) -> Result<Proxy, Failure> {
        let folder = tempfile::Builder::new().prefix("placa-bench-").tempdir()?;
        let file = folder.path().join("config");
        fs::write(&file, config)?;
        let mut command = Command::new(program);
        command.args(args).arg(&file).kill_on_drop(true);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        unprivileged(&mut command, folder.path())?;
        let process = command
            .spawn()
            .map_err(|error| Failure::new(format!("{program} can't be started: {error}")))?;
        let end = Instant::now() + PATIENCE;
        while TcpStream::connect(&host).await.is_err() {
            if Instant::now() > end {
                return Err(Failure::new(format!("{program} does not come up")));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(Proxy {
            _process: process,
            _folder: folder,
            host,
        })
    }
}

/// An address on which nobody listens.
fn free() -> Result<String, Failure> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    Ok(listener.local_addr()?.to_string())
}
