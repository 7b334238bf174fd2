//! Startup as a value: built, asked for its port, and run until it is stopped.

use crate::api::limits::Limits;
use crate::api::{self, Contract, ROUTES, Routes, Wiring};
use crate::app::App;
use crate::clock::Clock;
use crate::config::Config;
use crate::store::{Settings, Store};
use actix_web::{HttpServer, dev, web};
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};

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
    let store = Store::open(&config.database.0, Settings::default()).map_err(io::Error::other)?;
    let app = App::new(store, clock.clone());
    let listener = TcpListener::bind(config.listen)
        .map_err(|error| io::Error::other(format!("can't listen on {}: {error}", config.listen)))?;
    let wiring = wire(config, listener.local_addr()?, clock, &app);
    actix_web::rt::spawn(forget_old_answers(app.clone()));
    let app = web::Data::new(app);
    serve(config, listener, wiring, &ROUTES, move |service| {
        service.app_data(app.clone());
    })
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
) -> io::Result<Server> {
    let address = listener.local_addr()?;
    log::info!("serving at {}", wiring.public_url);
    let wiring = web::Data::new(wiring);
    let mut server = HttpServer::new(move || api::app(wiring.clone(), routes).configure(&provide))
        .shutdown_signal(asked_to_stop())
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
