//! The way to a mail server.

use super::letters::Letter;
use lettre::message::Mailbox;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Message, SmtpTransport, Transport};
use std::time::{Duration, UNIX_EPOCH};

/// How long the server may take for each of its answers.
const PATIENCE: Duration = Duration::from_secs(20);

/// A mail server, and in whose name mails are sent.
#[derive(Clone)]
pub struct Post {
    server: SmtpTransport,
    from: Mailbox,
}

/// Why no mail can be sent as the operator wants it.
#[derive(Debug, thiserror::Error)]
pub enum NoPost {
    /// The server is not named well.
    #[error(
        "a mail server is named smtps://USER:PASSWORD@HOST, smtp://…?tls=required, or smtp://HOST:PORT without encryption"
    )]
    Server,
    /// The sender is not.
    #[error("the sender of mails is written ADDRESS or NAME <ADDRESS>")]
    Sender,
}

/// What came of sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The server has taken it over.
    Taken,
    /// It may be taken later.
    NotNow,
    /// It never will be.
    Refused,
}

impl Post {
    /// The server at `smtp://` or `smtps://`, and the sender.
    ///
    /// # Errors
    /// Either is not written well. The text of the error names neither, since a password may be in it.
    pub fn new(server: &str, from: &str) -> Result<Post, NoPost> {
        let from: Mailbox = from.parse().map_err(|_| NoPost::Sender)?;
        let server = SmtpTransport::from_url(server)
            .map_err(|_| NoPost::Server)?
            .hello_name(ClientId::Domain(from.email.domain().to_owned()))
            .timeout(Some(PATIENCE))
            .build();
        Ok(Post { server, from })
    }

    /// Sends a letter; takes as long as the server does.
    pub fn send(&self, letter: &Letter) -> Sent {
        let Some(message) = self.message(letter) else {
            return Sent::Refused;
        };
        match self.server.send(&message) {
            Ok(_) => Sent::Taken,
            Err(error) => {
                // What the server says may name the address.
                let status = error.status().map(|code| code.to_string());
                log::warn!(
                    "mail {} was not taken (status {})",
                    letter.id,
                    status.as_deref().unwrap_or("none")
                );
                match error.is_permanent() {
                    true => Sent::Refused,
                    false => Sent::NotNow,
                }
            }
        }
    }

    /// The message; `None` if the address is none, which it was when it was given.
    fn message(&self, letter: &Letter) -> Option<Message> {
        let at = UNIX_EPOCH + Duration::from_millis(u64::try_from(letter.at.0).ok()?);
        let id = format!("<{}@{}>", letter.id, self.from.email.domain());
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, letter.to.parse().ok()?))
            .subject(letter.subject.clone())
            .date(at)
            .message_id(Some(id))
            .header(ContentType::TEXT_PLAIN)
            .raw_header(header("Auto-Submitted", "auto-generated"));
        if let Some(url) = &letter.unsubscribe {
            message = message
                .raw_header(header("List-Unsubscribe", &format!("<{url}>")))
                .raw_header(header(
                    "List-Unsubscribe-Post",
                    "List-Unsubscribe=One-Click",
                ));
        }
        message.body(letter.text.clone()).ok()
    }
}

fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_and_senders_are_read_or_refused_without_being_named() {
        let good = "smtp://anna:hunter2@localhost:2525";
        for from in ["placa@example.org", "Plaça <placa@example.org>"] {
            assert!(Post::new(good, from).is_ok(), "{from}");
        }
        for (server, from) in [
            (good, "nobody"),
            ("http://hunter2@localhost", "placa@example.org"),
            ("smtp://", "placa@example.org"),
        ] {
            let Err(fault) = Post::new(server, from) else {
                panic!("{server} {from}");
            };
            assert!(!fault.to_string().contains("hunter2"));
        }
    }
}
