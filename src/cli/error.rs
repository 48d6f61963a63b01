//! What stops a sub-command: one sentence on standard error, exit status 2.

use std::io;
use std::path::PathBuf;

use crate::config::{ConfigError, EnvironmentError};
use crate::discord::DiscordError;
use crate::render::RenderError;
use crate::sandbox::SandboxError;
use crate::store::forget::ForgetError;
use crate::store::ledger::LedgerError;
use crate::store::{ServerAddress, StoreError};

/// Why a sub-command stopped.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The configuration file.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The environment.
    #[error(transparent)]
    Environment(#[from] EnvironmentError),
    /// The local Discord.
    #[error("sandbox: {0}")]
    Sandbox(#[from] SandboxError),
    /// There is no log to rebuild from.
    #[error("{} does not exist: no table has been played here", path.display())]
    NoDatabase {
        /// Where it would be.
        path: PathBuf,
    },
    /// The projections could not be rebuilt.
    #[error("rebuild: {0}")]
    Rebuild(#[from] super::rebuild::RebuildError),
    /// Nobody was forgotten.
    #[error("forget: {0}")]
    Forget(#[from] ForgetError),
    /// The database failed while it was read.
    #[error("database: {0}")]
    Ledger(#[from] LedgerError),
    /// Nothing was measured.
    #[error("bench-load: {0}")]
    Bench(#[from] super::bench_load::BenchError),
    /// The winning hands to be counted can't be had.
    #[error("bench: {0}")]
    Wins(#[from] super::bench::WinsError),
    /// A picture could not be drawn.
    #[error("pictures: {0}")]
    Picture(#[from] RenderError),
    /// A file could not be written.
    #[error("{}: {source}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A simulation stopped.
    #[error("sim: {0}")]
    Sim(#[from] super::sim::SimError),
    /// A log can't be read.
    #[error("replay: {0}")]
    Replay(#[from] super::replay::ReplayError),
    /// Standard input or output failed.
    #[error("standard input or output: {0}")]
    Stream(io::Error),
    /// The runtime or its signals can't be had from the operating system.
    #[error("the operating system refuses what the program needs: {0}")]
    System(io::Error),
    /// The sub-command is for the file.
    #[error("the tables are in {server}: copy them with pg_dump and bring them back with pg_restore")]
    OnServer {
        /// Where they are.
        server: ServerAddress,
    },
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Discord.
    #[error(transparent)]
    Discord(#[from] DiscordError),
}
