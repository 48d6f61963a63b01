//! `tinghu replay`: plays a logged hand again through the engine and compares every event (docs/CHECK.md).

use std::io;
use std::path::{Path, PathBuf};

use super::CliError;
pub use crate::store::hand_log::{Difference, Fault, replay};

/// Replays one log.
#[derive(Debug, clap::Args)]
pub struct ReplayArgs {
    /// The log of a hand, as `tinghu sim --log` writes it.
    pub file: PathBuf,
}

/// The log cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", path.display())]
pub struct ReplayError {
    /// The file.
    path: PathBuf,
    /// The operating system's words.
    source: io::Error,
}

/// Replays the file and says on standard output `ok` or what differs; `true` if nothing does.
///
/// # Errors
/// [`ReplayError`] if the file can't be read.
pub fn run(args: &ReplayArgs) -> Result<bool, CliError> {
    let text = read(&args.file)?;
    let replayed = replay(&text);
    match &replayed {
        Ok(n_events) => println!("ok: {n_events} events"),
        Err(difference) => println!("{difference}"),
    }
    Ok(replayed.is_ok())
}

pub(super) fn read(path: &Path) -> Result<String, ReplayError> {
    std::fs::read_to_string(path).map_err(|source| ReplayError { path: path.to_owned(), source })
}
