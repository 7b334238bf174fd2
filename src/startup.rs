//! Startup as a value: built, asked for its port, and run until it is stopped.

use crate::api::answers::Answers;
use crate::api::limits::Limits;
use crate::api::metrics::Requests;
use crate::api::{self, Contract, ROUTES, Routes, Wiring};
use crate::app::App;
use crate::app::mail::post::Post;
use crate::app::mail::sending::{Envelope, MAILS_AT_ONCE};
use crate::app::webhooks::sending::{AT_ONCE, Leased};
use crate::clock::Clock;
use crate::config::{Config, DatabaseUrl, SmtpUrl};
use crate::store::bell::Bell;
use crate::store::{Settings, Sharing, Store};
use actix_web::{HttpServer, dev, web};
use rustix::process::{Resource, getrlimit, setrlimit};
use std::any::Any;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
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

/// Lets the process have as many open files, and so connections, as the system allows it.
pub fn raise_file_limit() {
    let mut limit = getrlimit(Resource::Nofile);
    let before = limit.current;
    limit.current = limit.maximum;
    match setrlimit(Resource::Nofile, limit) {
        Ok(()) => log::info!("open files: {before:?} at first, {:?} now", limit.current),
        Err(error) => log::warn!("the limit of open files stays {before:?}: {error}"),
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
    if let Some(bell) = app.bell() {
        actix_web::rt::spawn(listen_to_others(app.clone(), bell));
    }
    actix_web::rt::spawn(renew_callers(app.clone()));
    actix_web::rt::spawn(spread_news(app.clone(), clock.clone()));
    actix_web::rt::spawn(tell_webhooks(app.clone(), clock.clone()));
    actix_web::rt::spawn(play_as_bots(app.clone()));
    actix_web::rt::spawn(send_mails(app.clone()));
    actix_web::rt::spawn(keep_time(app, clock));
    Ok(server)
}

/// The service without what goes on in it by itself, at whatever time it is: for tests, which do that step by step.
///
/// # Errors
/// As [`build`].
pub fn assemble(config: &Config, clock: Clock) -> io::Result<(Server, App)> {
    let store = Store::open(&config.database.0, settings(config)).map_err(io::Error::other)?;
    let listener = TcpListener::bind(config.listen)
        .map_err(|error| io::Error::other(format!("can't listen on {}: {error}", config.listen)))?;
    let address = listener.local_addr()?;
    let app = App::new(
        store,
        bell(config)?,
        clock.clone(),
        config.house(),
        config.outward(address),
        config.thinking(),
        post(config)?,
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

/// How much of the database may be used, by which ways, and together with whom.
fn settings(config: &Config) -> Settings {
    Settings {
        sharing: match config.single_server {
            true => Sharing::Alone,
            false => Sharing::Shared,
        },
        direct: config.direct_database.as_ref().map(|url| url.0.clone()),
        ..Settings::default()
    }
}

/// The bell of the database, if other servers may share it. Without one they are looked at more often.
///
/// # Errors
/// A URL that was given for nothing else and can't be used.
fn bell(config: &Config) -> io::Result<Option<Bell>> {
    let direct = config.direct_database.as_ref();
    match config.listen_database.as_ref().or(direct) {
        Some(DatabaseUrl(url)) => Bell::of(url).map_err(io::Error::other),
        None => Ok(Bell::of(&config.database.0).unwrap_or_else(|fault| {
            log::warn!("{fault}; PLACA_LISTEN_DATABASE_URL may say where they can");
            None
        })),
    }
}

/// The way to the mail server, if there is one.
///
/// # Errors
/// A server or a sender that is not written well.
fn post(config: &Config) -> io::Result<Option<Post>> {
    match (&config.smtp, &config.mail_from) {
        (Some(SmtpUrl(server)), Some(from)) => {
            Post::new(server, from).map(Some).map_err(io::Error::other)
        }
        (Some(_), None) | (None, _) => Ok(None),
    }
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
        if let Err(refusal) = app.forget_old_mails().await {
            log::warn!("old mails could not be forgotten: {refusal}");
        }
    }
}

/// How long it takes until it is tried again to listen to other servers.
const LISTEN_AGAIN: Duration = Duration::from_secs(1);

/// Hears what other servers commit, for as long as the service runs.
pub async fn listen_to_others(app: App, bell: Arc<Bell>) {
    loop {
        let Err(lost) = app.listen_to_others(&bell).await;
        log::warn!("other servers can't be heard for now: {lost}");
        tokio::time::sleep(LISTEN_AGAIN).await;
    }
}

/// The longest time between two looks for news: other servers may have committed something.
const NEWS_EVERY: Duration = Duration::from_millis(400);
/// The same while other servers are heard: a notification may be lost all the same.
const NEWS_EVERY_IF_HEARD: Duration = Duration::from_secs(5);
/// How long news is gathered at least before it is spread.
const NEWS_TOGETHER: Duration = Duration::from_millis(10);
/// How long at most.
const NEWS_TOGETHER_AT_MOST: Duration = Duration::from_millis(100);
/// It is gathered for so many times as long as it took to spread the last: a round costs the same for one piece of news as for
/// many, and the busier the database, the more go together.
const NEWS_SHARE: u32 = 4;
/// After how many rounds it is looked whether anybody still waits for what somebody once waited for.
const TIDY_EVERY: u32 = 1_000;

/// How often tokens that are in use are looked up again, if they have been known for some time.
const RENEW_EVERY: Duration = Duration::from_millis(200);

/// Keeps known whose the tokens in use are, for as long as the service runs.
async fn renew_callers(app: App) {
    loop {
        tokio::time::sleep(RENEW_EVERY).await;
        app.renew_callers().await;
    }
}

/// Wakes those who wait for what is committed, for as long as the service runs.
async fn spread_news(app: App, clock: Clock) {
    for round in 0_u32.. {
        if round % TIDY_EVERY == 0 {
            app.tidy_news();
        }
        let began = clock.running();
        if let Err(refusal) = app.spread_news().await {
            log::warn!("news can't be spread: {refusal}");
        }
        let together = together(clock.running().saturating_sub(began));
        let _some_or_late = tokio::time::timeout(news_every(&app), app.something_committed()).await;
        tokio::time::sleep(together).await;
    }
}

/// How long the next news is gathered, when it took so long to spread the last or to plan for it.
fn together(took: Duration) -> Duration {
    (took * NEWS_SHARE).clamp(NEWS_TOGETHER, NEWS_TOGETHER_AT_MOST)
}

fn news_every(app: &App) -> Duration {
    match app.bell().is_some_and(|bell| bell.sounds()) {
        true => NEWS_EVERY_IF_HEARD,
        false => NEWS_EVERY,
    }
}

/// How long what webhooks are told is gathered at least: they are in less of a hurry than those who watch.
const TELL_TOGETHER: Duration = Duration::from_millis(50);
/// The longest time between two looks for something to tell webhooks.
const TELL_EVERY: Duration = Duration::from_secs(1);

/// Tells webhooks what happens, for as long as the service runs.
async fn tell_webhooks(app: App, clock: Clock) {
    let mut sending = JoinSet::new();
    loop {
        let began = clock.running();
        let more = app.plan_deliveries().await.unwrap_or_else(|refusal| {
            log::warn!("what webhooks are told can't be planned: {refusal}");
            false
        });
        let took = clock.running().saturating_sub(began);
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
            tokio::time::sleep(together(took).max(TELL_TOGETHER)).await;
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

/// The longest time between two looks for mails that are due.
const MAIL_EVERY: Duration = Duration::from_secs(1);

/// Sends mails, for as long as the service runs.
async fn send_mails(app: App) {
    let mut sending = JoinSet::new();
    loop {
        let room = MAILS_AT_ONCE - sending.len();
        let taken = app.take_mails(room).await.unwrap_or_else(|refusal| {
            log::warn!("the mails that are due can't be read: {refusal}");
            Vec::new()
        });
        if taken.is_empty() {
            tokio::select! {
                Some(_) = sending.join_next() => {}
                () = app.something_to_mail() => {}
                () = tokio::time::sleep(MAIL_EVERY) => {}
            }
        }
        for envelope in taken {
            sending.spawn(mail(app.clone(), envelope));
        }
        while sending.try_join_next().is_some() {}
    }
}

async fn mail(app: App, envelope: Envelope) {
    if let Err(refusal) = app.send_mail(envelope).await {
        log::warn!("what came of a mail can't be noted: {refusal}");
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
        proxies: config.trusted_proxies,
        public_url: config.public_url(address),
        authenticate: Box::new(move |token| {
            let app = accounts.clone();
            Box::pin(async move { app.authenticate(&token).await })
        }),
        ready: Box::new(move || {
            let app = database.clone();
            Box::pin(async move { app.ready().await })
        }),
        answers: Answers::default(),
        requests: Requests::default(),
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
    let patience = Duration::from_secs(config.reader_seconds.into());
    let mut server = HttpServer::new(move || api::app(wiring.clone(), routes).configure(&provide))
        .keep_alive(KEPT_OPEN)
        .on_connect(move |socket, _| cut_off_slow_readers(socket, patience))
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

/// How long a connection is kept open on which nothing is asked: longer than clients and load balancers keep theirs (60 seconds and
/// less), so that it is them who close it and no request is sent into a connection that is just being closed.
const KEPT_OPEN: Duration = Duration::from_secs(75);

/// Has a connection cut off whose other end takes nothing of what is sent for so long, be it gone or only slow: what is kept for
/// it is bounded, and whoever reads a stream comes again and goes on after the last event that came.
fn cut_off_slow_readers(socket: &dyn Any, patience: Duration) {
    #[cfg(target_os = "linux")]
    if let Some(stream) = socket.downcast_ref::<tokio::net::TcpStream>()
        && let Err(error) = socket2::SockRef::from(stream).set_tcp_user_timeout(Some(patience))
    {
        log::warn!("a slow reader will not be cut off: {error}");
    }
    // Elsewhere the kernel has its own idea of how long is too long.
    #[cfg(not(target_os = "linux"))]
    let _ = (socket, patience);
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
