//! Startup as a value: built, asked for its port, and run until it is stopped.

use crate::api::limits::Limits;
use crate::api::{self, Contract, ROUTES, Routes, Wiring};
use crate::app::App;
use crate::app::webhooks::sending::{AT_ONCE, Leased};
use crate::clock::Clock;
use crate::config::Config;
use crate::store::{Settings, Store};
use actix_web::{HttpServer, dev, web};
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinSet;

/// A service that listens.
pub struct Server {
    address: SocketAddr,
    running: dev::Server,
}

impl Server {
    /// The port it listens on.
    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Where it is found from this machine.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Stops it from elsewhere.
    pub fn handle(&self) -> dev::ServerHandle {
        self.running.handle()
    }

    /// Serves until SIGTERM, SIGINT or its handle stops it; requests in flight finish first.
    ///
    /// # Errors
    /// A fault of the listening socket.
    pub async fn run_until_stopped(self) -> io::Result<()> {
        self.running.await
    }
}

/// Builds the service. Has to be called within actix's runtime.
///
/// # Errors
/// A database that can't be opened, an address that can't be listened on.
pub fn build(config: &Config) -> io::Result<Server> {
    let clock = Clock::system();
    let (server, app) = assemble(config, clock.clone())?;
    actix_web::rt::spawn(forget_old_answers(app.clone()));
    actix_web::rt::spawn(spread_news(app.clone()));
    actix_web::rt::spawn(tell_webhooks(app.clone()));
    actix_web::rt::spawn(play_as_bots(app.clone()));
    actix_web::rt::spawn(keep_time(app, clock));
    Ok(server)
}

/// The service without what goes on in it by itself, at whatever time it is: for tests, which do that step by step.
///
/// # Errors
/// As [`build`].
pub fn assemble(config: &Config, clock: Clock) -> io::Result<(Server, App)> {
    let store = Store::open(&config.database.0, Settings::default()).map_err(io::Error::other)?;
    let listener = TcpListener::bind(config.listen)
        .map_err(|error| io::Error::other(format!("can't listen on {}: {error}", config.listen)))?;
    let address = listener.local_addr()?;
    let app = App::new(
        store,
        clock.clone(),
        config.house(),
        config.outward(address),
        config.thinking(),
    );
    let wiring = wire(config, address, clock, &app);
    let provided = web::Data::new(app.clone());
    let streams = app.clone();
    let stop = async move {
        asked_to_stop().await;
        streams.close_streams();
    };
    let provide = move |service: &mut web::ServiceConfig| {
        service.app_data(provided.clone());
    };
    let server = serve(config, listener, wiring, &ROUTES, provide, stop)?;
    Ok((server, app))
}

/// Forgets old answers from time to time, for as long as the service runs.
async fn forget_old_answers(app: App) {
    let mut hours = tokio::time::interval(Duration::from_secs(60 * 60));
    loop {
        hours.tick().await;
        match app.forget_old_answers().await {
            Ok(0) => {}
            Ok(count) => log::info!("forgot {count} answers of more than two days ago"),
            Err(refusal) => log::warn!("old answers could not be forgotten: {refusal}"),
        }
        if let Err(refusal) = app.forget_old_tickets().await {
            log::warn!("old tickets could not be forgotten: {refusal}");
        }
        if let Err(refusal) = app.forget_old_deliveries().await {
            log::warn!("old deliveries could not be forgotten: {refusal}");
        }
    }
}

/// The longest time between two looks for news: other servers may have committed something.
const NEWS_EVERY: Duration = Duration::from_millis(400);
/// How long news is gathered before it is numbered and spread.
const NEWS_TOGETHER: Duration = Duration::from_millis(5);
/// After how many rounds it is looked whether anybody still waits for what somebody once waited for.
const TIDY_EVERY: u32 = 1_000;

/// Numbers what is committed and wakes those who wait for it, for as long as the service runs.
async fn spread_news(app: App) {
    while let Err(refusal) = app.begin_news().await {
        log::warn!("it is not known where the news begins: {refusal}");
        tokio::time::sleep(NEWS_EVERY).await;
    }
    for round in 0_u32.. {
        if round % TIDY_EVERY == 0 {
            app.tidy_news();
        }
        let more = app.spread_news().await.unwrap_or_else(|refusal| {
            log::warn!("news can't be spread: {refusal}");
            false
        });
        if !more {
            let _some_or_late = tokio::time::timeout(NEWS_EVERY, app.something_committed()).await;
            tokio::time::sleep(NEWS_TOGETHER).await;
        }
    }
}

/// The longest time between two looks for something to tell webhooks.
const TELL_EVERY: Duration = Duration::from_secs(1);

/// Tells webhooks what happens, for as long as the service runs.
async fn tell_webhooks(app: App) {
    let mut sending = JoinSet::new();
    loop {
        let more = app.plan_deliveries().await.unwrap_or_else(|refusal| {
            log::warn!("what webhooks are told can't be planned: {refusal}");
            false
        });
        let room = AT_ONCE - sending.len();
        let taken = app.take_deliveries(room).await.unwrap_or_else(|refusal| {
            log::warn!("what webhooks are told can't be read: {refusal}");
            Vec::new()
        });
        if taken.is_empty() && !more {
            tokio::select! {
                Some(_) = sending.join_next() => {}
                () = app.something_to_tell() => {}
                () = tokio::time::sleep(TELL_EVERY) => {}
            }
        }
        for leased in taken {
            sending.spawn(tell(app.clone(), leased));
        }
        while sending.try_join_next().is_some() {}
    }
}

async fn tell(app: App, leased: Leased) {
    if let Err(refusal) = app.deliver(leased).await {
        log::warn!("what came of telling a webhook can't be noted: {refusal}");
    }
}

/// The longest time between two looks for games that wait for bots: other servers may have left some.
const PLAY_EVERY: Duration = Duration::from_secs(1);

/// Lets bots play wherever a game waits for them, for as long as the service runs.
async fn play_as_bots(app: App) {
    let mut played = JoinSet::new();
    // Whatever waits by now may have lost its server.
    let mut looked = app.look_for_bots(Duration::ZERO).await;
    loop {
        if let Err(refusal) = looked {
            log::warn!("games that wait for bots can't be looked for: {refusal}");
        }
        for game in app.take_games_for_bots() {
            let app = app.clone();
            played.spawn(async move { app.play_as_bots(game).await });
        }
        looked = tokio::select! {
            () = app.bots_wanted() => Ok(()),
            () = tokio::time::sleep(PLAY_EVERY) => app.look_for_forgotten_bots().await,
        };
        while played.try_join_next().is_some() {}
    }
}

/// The longest time between two looks at the clocks of all games: other servers may have set deadlines meanwhile.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How often it is looked what time it is where the database is.
const FOLLOW_EVERY: Duration = Duration::from_secs(60);

/// Keeps the clocks of all games, for as long as the service runs.
async fn keep_time(app: App, clock: Clock) {
    let mut followed: Option<Duration> = None;
    loop {
        let now = clock.running();
        if followed.is_none_or(|at| now - at >= FOLLOW_EVERY) {
            followed = Some(now);
            if let Err(refusal) = app.follow_the_database().await {
                log::warn!("the time of the database is not known: {refusal}");
            }
        }
        let next = match app.keep_time().await {
            Ok(next) => next,
            Err(refusal) => {
                log::warn!("the clocks of games can't be kept: {refusal}");
                None
            }
        };
        let until = next.map_or(i64::MAX, |next| next.since(clock.now()));
        let until = Duration::from_millis(u64::try_from(until).unwrap_or(0));
        tokio::time::sleep(until.min(LOOK_EVERY)).await;
    }
}

fn wire(config: &Config, address: SocketAddr, clock: Clock, app: &App) -> Wiring {
    let (accounts, database) = (app.clone(), app.clone());
    Wiring {
        contract: Contract::current(),
        limits: Limits::new(config.rates(), clock.clone()),
        clock,
        proxies: config.proxies,
        public_url: config.public_url(address),
        authenticate: Box::new(move |token| {
            let app = accounts.clone();
            Box::pin(async move { app.authenticate(&token).await })
        }),
        ready: Box::new(move || {
            let app = database.clone();
            Box::pin(async move { app.ready().await })
        }),
    }
}

fn serve(
    config: &Config,
    listener: TcpListener,
    wiring: Wiring,
    routes: &'static Routes,
    provide: impl Fn(&mut web::ServiceConfig) + Clone + Send + 'static,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<Server> {
    let address = listener.local_addr()?;
    log::info!("serving at {}", wiring.public_url);
    let wiring = web::Data::new(wiring);
    let mut server = HttpServer::new(move || api::app(wiring.clone(), routes).configure(&provide))
        .shutdown_signal(stop)
        .shutdown_timeout(config.grace);
    if let Some(workers) = config.workers {
        server = server.workers(workers.into());
    }
    Ok(Server {
        address,
        running: server.listen(listener)?.run(),
    })
}

/// Comes back when the process is asked to stop.
async fn asked_to_stop() {
    let asked = |kind| async move {
        match signal(kind) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(error) => {
                log::warn!("can't listen for a signal: {error}");
                std::future::pending().await
            }
        }
    };
    tokio::select! {
        () = asked(SignalKind::terminate()) => {}
        () = asked(SignalKind::interrupt()) => {}
    }
}

#[cfg(test)]
mod tests;
