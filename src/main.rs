use placa::api::Contract;
use placa::config::{Config, Order};
use placa::{observability, startup};
use std::io::{self, Write};

fn main() -> io::Result<()> {
    match Order::read() {
        Order::PrintContract => io::stdout().write_all(&Contract::current().text()),
        Order::Serve(config) => serve(&config),
    }
}

#[actix_web::main]
async fn serve(config: &Config) -> io::Result<()> {
    observability::start(&config.log);
    startup::build(config)?.run_until_stopped().await
}
