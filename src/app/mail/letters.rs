//! What the mails say: short, in plain text, nothing of a position, and nothing that a stranger may have written.

use crate::model::{MailId, Moment};
use std::fmt::Write;

/// A mail, ready to be sent.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    /// Which one: the same at every attempt.
    pub id: MailId,
    /// To which address.
    pub to: String,
    /// When.
    pub at: Moment,
    /// The subject, in ASCII.
    pub subject: String,
    /// The text.
    pub text: String,
    /// Where to end such mails with one click.
    pub unsubscribe: Option<String>,
}

/// A game that waits, as a mail names it.
pub struct Waiting {
    /// What the game is called.
    pub game: &'static str,
    /// Where people find it.
    pub url: String,
}

/// The text that confirms an address. It names nobody: whoever asks for it may have chosen a name to advertise with.
pub fn confirming(link: &str, public_url: &str) -> (String, String) {
    let text = format!(
        "Somebody, we hope you, has named this address for an account at {public_url}.\n\n\
         To confirm it, open this page within a day:\n\n{link}\n\n\
         If it was not you, do nothing; the address is not used then.\n"
    );
    ("Please confirm your address".to_owned(), text)
}

/// The text with a token for each account of the address, by name.
pub fn recovering(accounts: &[(String, String)], public_url: &str) -> (String, String) {
    let mut text = format!(
        "Somebody, we hope you, has lost all tokens of an account at {public_url}.\n\n\
         With one of these codes you get a new token, once and within an hour. Where you lost it, say so and enter the \
         code, or send it yourself:\n\n\
         POST {public_url}/v1/recovery/token with {{\"token\": \"CODE\"}}\n\n"
    );
    for (name, token) in accounts {
        writeln!(text, "{name}: {token}").expect("text takes text");
    }
    text.push_str(
        "\nIf it was not you, do nothing. Whoever has a code has the account: show it to nobody.\n",
    );
    ("A new token for your account".to_owned(), text)
}

/// The text that tells somebody of the games that wait for them.
pub fn of_turns(name: &str, waiting: &[Waiting], unsubscribe: &str) -> (String, String) {
    let subject = match waiting {
        [one] => format!("It is your turn: {}", one.game),
        many => format!("{} games wait for you", many.len()),
    };
    let mut text = format!("Hello {name},\n\nit is your turn:\n\n");
    for one in waiting {
        writeln!(text, "{}: {}", one.game, one.url).expect("text takes text");
    }
    write!(
        text,
        "\nNo more mails about turns, without logging in:\n{unsubscribe}\n"
    )
    .expect("text takes text");
    (subject, text)
}
