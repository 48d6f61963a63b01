//! `tinghu replay`: plays a logged hand again through the engine and compares every event (docs/CHECK.md).

use std::io;
use std::path::{Path, PathBuf};

use super::{CliError, replay_pictures};
use crate::store::hand_log::replay_seen;
pub use crate::store::hand_log::{Difference, Fault, replay};
use crate::text::Lang;

/// Replays one log.
#[derive(Debug, clap::Args)]
pub struct ReplayArgs {
    /// The log of a hand, as `tinghu sim --log` writes it.
    pub file: PathBuf,
    /// Folder for the hand in pictures: `replay.gif`, and one still a step.
    #[arg(long, value_name = "DIR")]
    pub pictures: Option<PathBuf>,
    /// Language of the pictures.
    #[arg(long, default_value = "zh-CN", value_parser = language)]
    pub lang: Lang,
}

fn language(code: &str) -> Result<Lang, String> {
    let found = Lang::ALL.into_iter().find(|lang| lang.code() == code);
    found.ok_or_else(|| format!("one of {}", Lang::ALL.map(Lang::code).join(", ")))
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
/// [`ReplayError`] if the file can't be read; what writing pictures says.
pub fn run(args: &ReplayArgs) -> Result<bool, CliError> {
    let text = read(&args.file)?;
    let replayed = replay_seen(&text);
    match &replayed {
        Ok(seen) => {
            println!("ok: {} events", seen.n_events);
            if let Some(dir) = &args.pictures {
                let n_stills = replay_pictures::write(dir, &seen.views, args.lang)?;
                println!("{}: replay.gif, {n_stills} stills", dir.display());
            }
        }
        Err(difference) => println!("{difference}"),
    }
    Ok(replayed.is_ok())
}

pub(super) fn read(path: &Path) -> Result<String, ReplayError> {
    std::fs::read_to_string(path).map_err(|source| ReplayError { path: path.to_owned(), source })
}
