//! `placa admin`: an operator looks after games and accounts.

use super::{open, unable};
use crate::app::{App, Result};
use crate::config::{Admin, Task};
use crate::model::Status;
use crate::store::games::GameRow;
use std::process::ExitCode;

/// So many games are read at once.
const PORTION: i64 = 500;

/// Does the task.
pub fn run(asked: &Admin) -> ExitCode {
    let app = match open(&asked.database.database, 2) {
        Ok(app) => app,
        Err(error) => return unable(error),
    };
    let runtime = actix_web::rt::Runtime::new();
    let done = match &runtime {
        Ok(runtime) => runtime.block_on(does(&app, &asked.task)),
        Err(error) => return unable(error),
    };
    match done {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(refusal) => unable(refusal),
    }
}

/// Does a task; gives what there is to say.
async fn does(app: &App, task: &Task) -> Result<String> {
    match task {
        Task::List { status } => list(app, *status).await,
        Task::Suspend { game, reason } => {
            app.suspend_game(*game, reason).await?;
            Ok(format!("{game} is suspended."))
        }
        Task::Resume { game } => {
            app.resume_game(*game).await?;
            Ok(format!("{game} goes on."))
        }
        Task::Cancel { game } => {
            app.cancel_game(*game).await?;
            Ok(format!("{game} is cancelled."))
        }
        Task::Register { name } => Ok(app.make_account(name, None).await?.value.token),
        Task::Token { name } => app.token_for(name).await,
        Task::Revoke { name } => {
            app.revoke_tokens_of(name).await?;
            Ok(format!("No token of {name} opens anything now."))
        }
        Task::Erase { name } => {
            app.erase(name).await?;
            Ok(format!("The account of {name} is deleted."))
        }
        Task::Retention => {
            let answers = app.forget_old_answers().await?;
            app.forget_old_tickets().await?;
            let deliveries = app.forget_old_deliveries().await?;
            let mails = app.forget_old_mails().await?;
            Ok(format!(
                "{answers} answers, {deliveries} deliveries and {mails} mails are forgotten."
            ))
        }
    }
}

async fn list(app: &App, status: Option<Status>) -> Result<String> {
    let mut lines = Vec::new();
    let mut after = None;
    loop {
        let games = app.every_game(status, after, PORTION).await?;
        after = games.last().map(|game| game.id);
        if after.is_none() {
            break;
        }
        lines.extend(games.iter().map(line));
    }
    lines.push(format!("{} games.", lines.len()));
    Ok(lines.join("\n"))
}

fn line(game: &GameRow) -> String {
    let (offer, state) = (&game.offer, &game.state);
    let reason = state.suspended_reason.as_deref().unwrap_or_default();
    let (status, at) = (state.status.word(), state.updated_at);
    let line = format!(
        "{} {status} {} {} {at} {reason}",
        game.id, offer.ruleset, state.revision
    );
    line.trim_end().to_owned()
}
