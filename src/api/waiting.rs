//! Answers that are held until they are new to the client.

use super::reply::{self, Reply};
use crate::app::App;
use crate::app::news::Topic;
use actix_web::http::StatusCode;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// The answer; while it is what the client knows already, it is held for as long as the client likes to wait.
///
/// # Errors
/// Whatever the answer is refused with.
pub async fn held(
    app: &App,
    topic: Topic,
    wait: Option<Duration>,
    answer: impl AsyncFn() -> Reply,
) -> Reply {
    let Some(wait) = wait else {
        return answer().await;
    };
    let mut waiting = app.wait_for(topic);
    let deadline = Instant::now() + wait;
    loop {
        let mut response = answer().await?;
        if response.status() != StatusCode::NOT_MODIFIED || Instant::now() >= deadline {
            reply::waited(&mut response, wait);
            return Ok(response);
        }
        let _news_or_end = timeout_at(deadline, waiting.news()).await;
    }
}
