//! Which file the open connection writes to. A database that was deleted or replaced takes every write and loses it all.

use std::path::{Path, PathBuf};

use crate::store::ledger::LedgerError;

/// The file as it was when it was opened.
pub(super) struct Identity {
    path: PathBuf,
    number: Option<(u64, u64)>,
}

impl Identity {
    /// Remembers the file that is now at `path`.
    pub(super) async fn of(path: &Path) -> Identity {
        Identity { path: path.to_owned(), number: number(path).await }
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Refuses when another file, or none, is there now.
    pub(super) async fn check(&self) -> Result<(), LedgerError> {
        if number(&self.path).await == self.number {
            return Ok(());
        }
        let detail = format!("{} was deleted or replaced while it was in use", self.path.display());
        Err(LedgerError::Unavailable { detail })
    }
}

/// Device and inode.
#[cfg(unix)]
async fn number(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let metadata = tokio::fs::metadata(path).await.ok()?;
    Some((metadata.dev(), metadata.ino()))
}

/// Elsewhere an open file can't be deleted.
#[cfg(not(unix))]
async fn number(_: &Path) -> Option<(u64, u64)> {
    None
}
