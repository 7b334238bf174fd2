//! A stream that goes on: as server-sent events, or one JSON object per line.

use super::Asked;
use super::source::{Part, Source};
use crate::api::extract::Listener;
use crate::api::extract::wants::Form;
use crate::api::problem::Problem;
use crate::api::reply::Reply;
use crate::app::news::{Listening, Waiting};
use crate::app::{self, App};
use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, ContentEncoding, VARY};
use actix_web::web::Bytes;
use futures_util::stream;
use std::convert::Infallible;
use std::fmt::Write;
use std::time::Duration;

/// The longest silence on a stream.
const SIGN_OF_LIFE: Duration = Duration::from_secs(10);
/// Items that are read and sent at once.
const PORTION: u8 = 100;
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
            let part = self.part().await.ok()?;
            if let Some(last) = part.items.last() {
                self.after = last.id;
                return Some(written(self.form, &part));
            }
            tokio::select! {
                () = self.waiting.news() => self.still_there().await.ok()?,
                () = tokio::time::sleep(SIGN_OF_LIFE) => return Some(self.form.sign_of_life().to_owned()),
                () = self.app.closing() => return None,
            }
        }
    }

    async fn part(&self) -> Result<Part, Problem> {
        let caller = self.caller.as_ref();
        self.source
            .page(&self.app, caller, self.after, PORTION)
            .await
    }

    /// Whoever's token has ended meanwhile hears no more.
    async fn still_there(&mut self) -> app::Result<()> {
        if let Some(caller) = &self.caller {
            self.caller = Some(self.app.still_there(caller).await?);
        }
        Ok(())
    }
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
