//! Speaking to receivers over HTTP.

use super::address::Guard;
use crate::model::Trouble;
use std::io::{self, Read};
use std::time::Duration;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Error};

/// How long an attempt may take, from the look-up of the host to the end of the answer.
pub const TIMEOUT: Duration = Duration::from_secs(15);
/// How much of an answer is read, in bytes. Nothing of it is kept.
const MOST_READ: u64 = 64 * 1024;

/// What is sent.
pub struct Message {
    /// Where to.
    pub url: String,
    /// `webhook-id`.
    pub id: String,
    /// `webhook-timestamp`, in seconds of the Unix epoch.
    pub timestamp: i64,
    /// `webhook-signature`.
    pub signature: String,
    /// The body, JSON.
    pub body: String,
}

/// Looks hosts up and lets only those through that may be spoken to. The connection is made to the very addresses that
/// were looked at: nobody asks a name server a second time.
#[derive(Debug)]
struct Guarded {
    guard: Guard,
    names: DefaultResolver,
}

/// A host turned out to be in a network that webhooks may not reach.
#[derive(Debug, thiserror::Error)]
#[error("the host is in a network that webhooks may not reach")]
struct Forbidden;

impl Resolver for Guarded {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let found = match self.names.resolve(uri, config, timeout) {
            Ok(found) => found,
            // That there is no such name is told as an error of the system.
            Err(Error::Io(_)) => return Err(Error::HostNotFound),
            Err(error) => return Err(error),
        };
        match found
            .iter()
            .all(|found| self.guard.lets_through(found.ip()))
        {
            true => Ok(found),
            false => Err(Error::Other(Box::new(Forbidden))),
        }
    }
}

/// Whoever speaks to receivers: no proxies, no redirects, a new connection every time.
pub fn agent(guard: Guard) -> Agent {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .proxy(None)
        .max_idle_connections(0)
        .timeout_global(Some(TIMEOUT))
        .user_agent(concat!("placa/", env!("CARGO_PKG_VERSION")))
        .build();
    let names = DefaultResolver::default();
    Agent::with_parts(
        config,
        DefaultConnector::default(),
        Guarded { guard, names },
    )
}

/// Sends a message and gives the status of the answer. It blocks.
///
/// # Errors
/// Why there was no answer.
pub fn post(agent: &Agent, message: &Message) -> Result<u16, Trouble> {
    let sent = agent
        .post(&message.url)
        .header("content-type", "application/json")
        .header("webhook-id", &message.id)
        .header("webhook-timestamp", message.timestamp.to_string())
        .header("webhook-signature", &message.signature)
        .send(&message.body);
    let mut answer = sent.map_err(|error| trouble(&error))?;
    // The status says it all. The rest is read so that the receiver is not cut off, as long as it is not much.
    let mut rest = answer.body_mut().as_reader().take(MOST_READ);
    if let Err(error) = io::copy(&mut rest, &mut io::sink()) {
        log::debug!("the answer of a receiver broke off: {error}");
    }
    Ok(answer.status().as_u16())
}

fn trouble(error: &Error) -> Trouble {
    match error {
        Error::HostNotFound => Trouble::UnknownHost,
        Error::Other(cause) if cause.is::<Forbidden>() => Trouble::ForbiddenAddress,
        Error::Timeout(_) => Trouble::Timeout,
        Error::Tls(_) | Error::Rustls(_) | Error::Pem(_) => Trouble::Tls,
        Error::Io(cause) => of_io(cause),
        Error::ConnectionFailed => Trouble::NoConnection,
        _ => Trouble::NoHttp,
    }
}

/// Encryption fails inside the stream.
fn of_io(error: &io::Error) -> Trouble {
    match error.kind() {
        io::ErrorKind::TimedOut => Trouble::Timeout,
        io::ErrorKind::InvalidData => Trouble::Tls,
        _ => Trouble::NoConnection,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent_to(url: &str, guard: Guard) -> Result<u16, Trouble> {
        let message = Message {
            url: url.to_owned(),
            id: "id".to_owned(),
            timestamp: 1,
            signature: "v1,".to_owned(),
            body: "{}".to_owned(),
        };
        post(&agent(guard), &message)
    }

    #[test]
    fn a_name_that_leads_inside_is_not_spoken_to() {
        // Every machine knows this name; a name server could give the same answer for any other.
        for url in [
            "http://localhost:1024/",
            "https://localhost:1024/",
            "http://127.0.0.1:1024/",
        ] {
            assert_eq!(
                sent_to(url, Guard::default()),
                Err(Trouble::ForbiddenAddress)
            );
        }
    }

    #[test]
    fn what_goes_wrong_has_a_word() {
        let guard = Guard::new(vec!["127.0.0.0/8".parse().unwrap()]);
        let nobody = "http://127.0.0.1:1/";
        assert_eq!(sent_to(nobody, guard), Err(Trouble::NoConnection));
        let unknown = "http://no-such-host.invalid/";
        assert_eq!(
            sent_to(unknown, Guard::default()),
            Err(Trouble::UnknownHost)
        );
    }
}
