//! Why nothing could be measured, or why what was measured is worth nothing.

/// A reason to end the run.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Something is not as it must be.
    #[error("{0}")]
    Wrong(String),
    /// A fault of the system's.
    #[error(transparent)]
    System(#[from] std::io::Error),
    /// An answer that is no HTTP.
    #[error("no HTTP: {0}")]
    Http(#[from] httparse::Error),
    /// An answer that is not what was expected.
    #[error("an answer can't be read: {0}")]
    Answer(#[from] serde_json::Error),
    /// A process that can't be looked at.
    #[error(transparent)]
    Process(#[from] procfs::ProcError),
    /// A database that refuses.
    #[error(transparent)]
    Database(#[from] diesel::result::Error),
    /// A database that can't be opened.
    #[error(transparent)]
    Connection(#[from] diesel::ConnectionError),
    /// A log that can't be replayed.
    #[error(transparent)]
    Log(#[from] placa_engine::Fault),
    /// A part of the bench that panicked.
    #[error(transparent)]
    Panic(#[from] tokio::task::JoinError),
}

impl Failure {
    /// Something is not as it must be.
    pub fn new(what: impl Into<String>) -> Failure {
        Failure::Wrong(what.into())
    }
}
