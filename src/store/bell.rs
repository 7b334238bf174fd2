//! How servers that share a PostgreSQL tell each other that there is news: NOTIFY and LISTEN.
//!
//! On a connection of its own and after the commit: inside a transaction NOTIFY makes all commits of the database queue,
//! since PostgreSQL holds one lock for it until the commit is done. Nothing rests on the bell: whoever does not hear it
//! looks by themselves, only later.

use super::error::Error;
use std::convert::Infallible;
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::Notify;
use tokio_postgres::tls::NoTlsStream;
use tokio_postgres::{AsyncMessage, Client, Config, Connection, NoTls, Socket};
use uuid::Uuid;

/// What the bell is called in the database.
const CHANNEL: &str = "placa_news";

/// The bell of a database that several servers share.
pub struct Bell {
    address: Config,
    /// What this server says when it rings, so that it knows its own voice.
    voice: String,
    /// It is to be rung.
    pulled: Notify,
    /// Was it heard since the connection was made?
    sounds: AtomicBool,
}

/// Why there is no bell where there could be one.
#[derive(Debug, thiserror::Error)]
#[error("other servers can't be listened to: {}", because(.0))]
pub struct NoBell(tokio_postgres::Error);

/// The client leaves to the cause of its error what is wrong.
fn because(error: &tokio_postgres::Error) -> String {
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

impl Bell {
    /// The bell of the database at `postgres://…`, which has to be reached directly or through a pool that gives each
    /// client a connection to itself; `None` for a file.
    ///
    /// # Errors
    /// A URL that says something that only libpq understands.
    pub fn of(url: &str) -> Result<Option<Bell>, NoBell> {
        if url.starts_with("sqlite://") {
            return Ok(None);
        }
        // The same thing as libpq calls it and as this client does.
        let url = url.replace("keepalives_count=", "keepalives_retries=");
        let mut address: Config = url.parse().map_err(NoBell)?;
        // The same as for the other connections; there the client wants milliseconds.
        address
            .application_name("placa-bell")
            .connect_timeout(Duration::from_secs(5))
            .keepalives_idle(Duration::from_secs(10))
            .keepalives_interval(Duration::from_secs(5))
            .keepalives_retries(3)
            .tcp_user_timeout(Duration::from_secs(15));
        Ok(Some(Bell {
            address,
            voice: Uuid::new_v4().simple().to_string(),
            pulled: Notify::new(),
            sounds: AtomicBool::new(false),
        }))
    }

    /// Lets all servers know that there is news. Whatever rings before it has sounded is one ring.
    pub fn ring(&self) {
        self.pulled.notify_one();
    }

    /// Has it been heard since the connection was made? A pool that hands a connection from client to client keeps it
    /// silent.
    pub fn sounds(&self) -> bool {
        self.sounds.load(Ordering::SeqCst)
    }

    /// Rings and listens until the connection is lost, and calls `heard` whenever another server may have rung.
    ///
    /// # Errors
    /// Why it can't be heard any more.
    pub async fn attend(&self, heard: impl Fn()) -> Result<Infallible, Error> {
        let lost = self.listen(&heard).await;
        self.sounds.store(false, Ordering::SeqCst);
        // What rings from now on is not heard: whoever waits looks now, and then more often.
        heard();
        lost
    }

    async fn listen(&self, heard: &impl Fn()) -> Result<Infallible, Error> {
        let (client, connection) = self
            .address
            .connect(NoTls)
            .await
            .map_err(Error::unavailable)?;
        // The connection does nothing but while it is listened to.
        tokio::select! {
            lost = self.hear(connection, heard) => lost,
            lost = self.speak(&client) => lost.map_err(Error::unavailable),
        }
    }

    async fn speak(&self, client: &Client) -> Result<Infallible, tokio_postgres::Error> {
        client.batch_execute(&format!("LISTEN {CHANNEL}")).await?;
        let ring = format!("NOTIFY {CHANNEL}, '{}'", self.voice);
        loop {
            // The first time without being asked: to hear whether it sounds.
            client.batch_execute(&ring).await?;
            self.pulled.notified().await;
        }
    }

    async fn hear(
        &self,
        mut connection: Connection<Socket, NoTlsStream>,
        heard: &impl Fn(),
    ) -> Result<Infallible, Error> {
        loop {
            match poll_fn(|context| connection.poll_message(context)).await {
                Some(Ok(AsyncMessage::Notification(ring))) => {
                    // Until the first ring others may have rung unheard.
                    let is_first = !self.sounds.swap(true, Ordering::SeqCst);
                    if is_first || ring.payload() != self.voice {
                        heard();
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(lost)) => return Err(Error::unavailable(lost)),
                None => return Err(Error::unavailable("the connection has ended")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_no_bell_and_a_server_has_one() {
        assert!(Bell::of("sqlite://placa.db").unwrap().is_none());
        let urls = [
            "postgres://anna@localhost/placa",
            "postgresql://anna:pw@%2Frun%2Fpostgresql:5433/placa?application_name=mine",
            "postgres://anna@db/placa?keepalives_idle=5&keepalives_count=2&connect_timeout=3&sslmode=disable",
        ];
        for url in urls {
            let bell = Bell::of(url).unwrap().expect(url);
            assert!(!bell.sounds(), "nobody has heard it yet");
        }
    }

    #[test]
    fn what_only_libpq_understands_is_named() {
        let Err(fault) = Bell::of("postgres://anna@db/placa?passfile=/tmp/secret") else {
            panic!("it has no bell");
        };
        assert!(fault.to_string().contains("passfile"), "{fault}");
    }
}
