use mimalloc::MiMalloc;
use placa::api::Contract;
use placa::config::{Config, Order};
use placa::{commands, observability, startup};
use std::io::{self, Write};
use std::process::ExitCode;

/// Requests take and give back much memory, each on another thread.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let done = match Order::read() {
        Order::Climb(ladder) => ladder.climb(&mut io::stdout()),
        Order::Simulate(simulate) => simulate.run(&mut io::stdout()),
        Order::PrintContract(version) => io::stdout().write_all(&Contract::current().text(version)),
        Order::Serve(config) => serve(&config),
        Order::Use(tool) => return commands::run(&tool),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("placa: {error}");
            ExitCode::FAILURE
        }
    }
}

#[actix_web::main]
async fn serve(config: &Config) -> io::Result<()> {
    observability::start(&config.log);
    startup::raise_file_limit();
    let server = startup::build(config)?;
    println!("Plaça serves at {}", server.url());
    server.run_until_stopped().await
}
