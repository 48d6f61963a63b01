//! `tinghu backup FILE` and `tinghu restore FILE`.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::CliError;
use crate::store::event::UnixMs;
use crate::store::{backup_sqlite, restore_sqlite};

/// Copies the database at `path` into the new file `to`, also while the bot runs.
///
/// # Errors
/// [`CliError::NoDatabase`] where there is none, else the store's.
pub async fn backup(path: &Path, to: &Path) -> Result<(), CliError> {
    let path = super::existing(path.to_owned())?;
    backup_sqlite(&path, to).await?;
    let n_bytes = std::fs::metadata(to).map_or(0, |file| file.len());
    println!("backup: {} ({n_bytes} bytes)", to.display());
    Ok(())
}

/// Puts a copy of `from` in the place of the database at `path`. The bot must not run.
///
/// # Errors
/// [`CliError::Store`]; the database is as it was then.
pub async fn restore(from: &Path, path: &Path) -> Result<(), CliError> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let aside = restore_sqlite(from, path, UnixMs(since.as_millis() as u64)).await?;
    println!("restored: {} from {}", path.display(), from.display());
    if let Some(aside) = aside {
        println!("what stood there before is kept as {}", aside.display());
    }
    Ok(())
}
