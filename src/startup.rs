//! Startup as a value: built, asked for its port, and run until it is stopped.

use crate::api::limits::Limits;
use crate::api::{self, Contract, ROUTES, Routes, Wiring};
use crate::app::Refusal;
use crate::clock::Clock;
use crate::config::Config;
use actix_web::{HttpServer, dev, web};
use std::io;
use std::net::{SocketAddr, TcpListener};
use tokio::signal::unix::{SignalKind, signal};

/// A service that listens.
pub struct Server {
    port: u16,
    running: dev::Server,
}

impl Server {
    /// The port it listens on.
    pub fn port(&self) -> u16 {
        self.port
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
/// An address that can't be listened on.
pub fn build(config: &Config) -> io::Result<Server> {
    let listener = TcpListener::bind(config.listen)?;
    let wiring = wire(config, listener.local_addr()?);
    serve(config, listener, wiring, &ROUTES)
}

fn wire(config: &Config, address: SocketAddr) -> Wiring {
    let clock = Clock::system();
    Wiring {
        contract: Contract::current(),
        limits: Limits::new(config.rates(), clock.clone()),
        clock,
        proxies: config.proxies,
        public_url: config.public_url(address),
        // There are no accounts yet, so that nobody's token is known.
        authenticate: Box::new(|_, _| Box::pin(async { Err(Refusal::InvalidToken) })),
        ready: Box::new(|| Box::pin(async { Ok(()) })),
    }
}

fn serve(
    config: &Config,
    listener: TcpListener,
    wiring: Wiring,
    routes: &'static Routes,
) -> io::Result<Server> {
    let port = listener.local_addr()?.port();
    log::info!("serving at {}", wiring.public_url);
    let wiring = web::Data::new(wiring);
    let mut server = HttpServer::new(move || api::app(wiring.clone(), routes))
        .shutdown_signal(asked_to_stop())
        .shutdown_timeout(config.grace);
    if let Some(workers) = config.workers {
        server = server.workers(workers.get());
    }
    Ok(Server {
        port,
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
