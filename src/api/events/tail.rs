//! A stream that goes on: as server-sent events, or one JSON object per line.

use super::Asked;
use super::source::{Part, Source};
use crate::api::extract::Listener;
use crate::api::extract::wants::Form;
use crate::api::problem::{Kind, Problem};
use crate::api::reply::Reply;
use crate::app::news::{Listening, Waiting};
use crate::app::{self, App};
use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, ContentEncoding, VARY};
use actix_web::web::Bytes;
use futures_util::stream;
use std::convert::Infallible;
use std::fmt::Write;
use std::ops::Range;
use std::time::Duration;

/// The longest silence on a stream.
const SIGN_OF_LIFE: Duration = Duration::from_secs(10);
/// Items that are read and sent at once.
const PORTION: u8 = 100;
/// After how many milliseconds it is looked again when the database had too much to do.
const AGAIN_MILLIS: Range<u64> = 500..2_000;
/// After how many milliseconds a client is to come again when a stream breaks.
const COME_AGAIN: u32 = 3_000;

/// Somebody who reads a log to its end and waits for more.
struct Tail {
    app: App,
    caller: Option<app::Caller>,
    source: Source,
    form: Form,
    /// What has been sent.
    after: i64,
    /// What is sent first.
    greeting: Option<String>,
    waiting: Waiting,
    /// There may be something new since it was last looked.
    is_woken: bool,
    _listening: Listening,
}

/// Opens a stream of what comes after a number.
///
/// # Errors
/// Whoever may not read the log, and whoever listens to too many streams, is refused here and not in the stream.
pub async fn open(app: App, listener: Listener, asked: Asked, form: Form) -> Reply {
    let Asked { source, after, .. } = asked;
    let waiting = app.wait_for(source.topic());
    let end = source.end(&app, listener.caller.as_ref()).await?;
    let listening = app.listen(listener.ear())?;
    let tail = Tail {
        app,
        caller: listener.caller,
        source,
        form,
        after: after.min(end),
        greeting: Some(greeting(form, after, end)),
        waiting,
        is_woken: false,
        _listening: listening,
    };
    let body = stream::unfold(tail, |mut tail| async {
        let sent = tail.next().await?;
        Some((Ok::<Bytes, Infallible>(Bytes::from(sent)), tail))
    });
    Ok(HttpResponse::Ok()
        .content_type(form.media_type())
        // A compressor would hold back what is to be sent at once, and so would a proxy.
        .insert_header(ContentEncoding::Identity)
        .insert_header(("X-Accel-Buffering", "no"))
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((VARY, "Authorization, Accept"))
        .streaming(body))
}

impl Tail {
    /// What is sent next; `None` ends the stream.
    async fn next(&mut self) -> Option<String> {
        if let Some(greeting) = self.greeting.take() {
            return Some(greeting);
        }
        loop {
            match self.look().await {
                Ok(Some(sent)) => return Some(sent),
                Ok(None) => {}
                Err(problem) if passes(&problem) => return self.a_moment_later().await,
                Err(_) => return None,
            }
            tokio::select! {
                () = self.waiting.news() => self.is_woken = true,
                () = tokio::time::sleep(SIGN_OF_LIFE) => return Some(self.form.sign_of_life().to_owned()),
                () = self.app.closing() => return None,
            }
        }
    }

    /// What is new, if anything is. Whoever's token has ended meanwhile hears no more.
    async fn look(&mut self) -> Result<Option<String>, Problem> {
        if self.is_woken
            && let Some(caller) = &self.caller
        {
            self.caller = Some(self.app.still_there(caller).await?);
        }
        self.is_woken = false;
        let caller = self.caller.as_ref();
        let part = self
            .source
            .page(&self.app, caller, self.after, PORTION)
            .await?;
        let Some(last) = part.items.last() else {
            return Ok(None);
        };
        self.after = last.id;
        Ok(Some(written(self.form, &part)))
    }

    /// A sign of life after a moment, upon which it is looked again: when news wakes thousands at once, not all of them look at
    /// the same time.
    async fn a_moment_later(&self) -> Option<String> {
        let moment = Duration::from_millis(rand::random_range(AGAIN_MILLIS));
        tokio::select! {
            () = tokio::time::sleep(moment) => Some(self.form.sign_of_life().to_owned()),
            () = self.app.closing() => None,
        }
    }
}

/// Is it a trouble that passes, so that the stream need not end?
fn passes(problem: &Problem) -> bool {
    matches!(problem.kind(), Kind::Busy | Kind::Unavailable)
}

/// What a stream begins with: something at once, so that the client sees that it is open, and whether it has to begin
/// anew.
fn greeting(form: Form, after: i64, end: i64) -> String {
    match form {
        Form::ServerSent if after > end => {
            format!("retry: {COME_AGAIN}\n\nid: {end}\nevent: reset\ndata: {{\"id\":{end}}}\n\n")
        }
        Form::ServerSent => format!("retry: {COME_AGAIN}\n\n"),
        Form::Lines if after > end => format!("{{\"reset\":{{\"id\":{end}}}}}\n"),
        Form::Lines => form.sign_of_life().to_owned(),
    }
}

fn written(form: Form, part: &Part) -> String {
    let mut text = String::new();
    for item in &part.items {
        let (id, json) = (item.id, item.json.get());
        let written = match form {
            Form::ServerSent => write!(text, "id: {id}\ndata: {json}\n\n"),
            Form::Lines => writeln!(text, "{json}"),
        };
        written.expect("text takes text");
    }
    text
}
