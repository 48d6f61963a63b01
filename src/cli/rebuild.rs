//! `tinghu rebuild`: drops the projections and computes them again from the log.

use std::path::Path;

use super::CliError;
use crate::store::ledger::LedgerError;
use crate::store::projections::Rebuilt;
use crate::store::{Store, StoreError};

/// Why the projections were not rebuilt; they are as before.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RebuildError {
    /// The database could not be opened; a running program has it locked.
    #[error(transparent)]
    Open(#[from] StoreError),
    /// The log could not be read, or the projections not written.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
}

/// Rebuilds the projections of the database at `path`.
///
/// # Errors
/// [`RebuildError`]; nothing has changed then.
pub async fn run(path: &Path) -> Result<Rebuilt, RebuildError> {
    let store = Store::open_sqlite(path).await?;
    let rebuilt = store.stats().rebuild().await;
    store.close().await;
    Ok(rebuilt?)
}

/// Rebuilds and says on standard output what was read and written.
///
/// # Errors
/// [`CliError::NoDatabase`] where there is no log, else as [`run`].
pub async fn run_and_print(path: &Path) -> Result<(), CliError> {
    if !path.exists() {
        return Err(CliError::NoDatabase { path: path.to_owned() });
    }
    let rebuilt = run(path).await?;
    println!("rebuilt: {} tables read, {} finished hands written", rebuilt.n_tables, rebuilt.n_hands);
    Ok(())
}
